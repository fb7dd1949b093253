"""Common names: one table a language, in the order of the species in taxonomy.json."""

from __future__ import annotations

import json
from pathlib import Path

from resolve import Taxonomy
from sources import PastTaxon, read_common_names

# Source file -> language tag (BCP 47) and the language's own name.
LANGUAGES = {
    'cs': ('cs', 'Čeština'),
    'da': ('da', 'Dansk'),
    'de': ('de', 'Deutsch'),
    'en': ('en', 'English'),
    'es': ('es', 'Español'),
    'fi': ('fi', 'Suomi'),
    'fr': ('fr', 'Français'),
    'it': ('it', 'Italiano'),
    'ja': ('ja', '日本語'),
    'ko': ('ko', '한국어'),
    'nl': ('nl', 'Nederlands'),
    'no': ('no', 'Norsk'),
    'pl': ('pl', 'Polski'),
    'pt_BR': ('pt-BR', 'Português (Brasil)'),
    'pt_PT': ('pt-PT', 'Português (Portugal)'),
    'ru': ('ru', 'Русский'),
    'sv': ('sv', 'Svenska'),
    'tr': ('tr', 'Türkçe'),
    'uk': ('uk', 'Українська'),
    'zh': ('zh', '中文'),
}


def build(folder: Path, out: Path, taxonomy: Taxonomy, latest: list[PastTaxon], version: str) -> None:
    english = {taxon.code: taxon.english for taxon in latest if taxon.category == 'species'}
    family_names = {taxon.family: taxon.family_english for taxon in latest if taxon.category == 'species'}
    english_rows = read_common_names(folder / 'en.txt')
    listing = []
    for source, (tag, own_name) in LANGUAGES.items():
        if tag == 'en':
            found, families = english, family_names
        else:
            rows = read_common_names(folder / f'{source}.txt')
            found, families = translations(rows, english_rows, english, taxonomy), {}
        column = [found.get(code, '') for code, _ in taxonomy.species]
        table = {'format': 1, 'version': version, 'language': tag, 'species': column, 'families': families}
        _write(out / 'names' / f'{tag}.json', table)
        named = sum(1 for name in column if name)
        listing.append({'language': tag, 'name': own_name, 'species': named})
    _write(out / 'languages.json', {'format': 1, 'version': version, 'languages': listing})


def translations(
    rows: dict[str, str], english_rows: dict[str, str], english: dict[str, str], taxonomy: Taxonomy
) -> dict[str, str]:
    """Leaves out what merely repeats the English or the scientific name. A current name beats an old one."""
    current = {name: code for code, name in taxonomy.species}
    found: dict[str, str] = {}
    for name, common in sorted(rows.items(), key=lambda row: row[0] not in current):
        code = current.get(name) or taxonomy.find(name)
        repeats = {text.casefold() for text in (english_rows.get(name, ''), english.get(code or '', ''), name)}
        if code in english and common.casefold() not in repeats:
            found.setdefault(code, common)
    return found


def _write(file: Path, value: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(',', ':')) + '\n', 'utf-8')
