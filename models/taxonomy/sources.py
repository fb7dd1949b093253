"""Reads the named sources: eBird/Clements species, past eBird taxonomies, names in languages, label files."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Species:
    code: str
    name: str
    genus: str
    family: str
    order: str


@dataclass(frozen=True)
class PastTaxon:
    code: str
    name: str
    english: str
    family: str
    family_english: str
    category: str
    report_as: str


def read_species(file: Path) -> list[Species]:
    """JSON lines in taxonomic order."""
    rows = [json.loads(line) for line in file.read_text('utf-8').splitlines() if line]
    rows.sort(key=lambda row: row['taxon_order'])
    return [
        Species(row['ebird_code'], row['sci_name'], row['genus'], row['family_sci'], row['order'])
        for row in rows
    ]


def _column(row: dict[str, str], *names: str) -> str:
    return next((row[name] or '' for name in names if name in row), '')


def read_history(folder: Path) -> list[list[PastTaxon]]:
    """Every eBird taxonomy in the folder (ebird-YEAR.csv), newest first."""
    versions = []
    for file in sorted(folder.glob('ebird-*.csv'), reverse=True):
        with file.open(encoding='utf-8-sig', newline='') as lines:
            versions.append([_past_taxon(row) for row in csv.DictReader(lines)])
    if not versions:
        raise SystemExit(f'no ebird-YEAR.csv in {folder}')
    return versions


def _past_taxon(row: dict[str, str]) -> PastTaxon:
    return PastTaxon(
        code=row['species_code'],
        name=_column(row, 'scientific_name', 'name_scientific'),
        english=_column(row, 'common_name', 'name_common'),
        family=_column(row, 'family').split(' (')[0],
        family_english=_column(row, 'family_common'),
        category=row['category'],
        report_as=_column(row, 'report_as'),
    )


def read_common_names(file: Path) -> dict[str, str]:
    """Lines `Scientific name_Common name`."""
    pairs = (line.split('_', 1) for line in file.read_text('utf-8').splitlines() if '_' in line)
    return {name.strip(): common.strip() for name, common in pairs}


def read_labels(file: Path) -> list[tuple[str, str]]:
    """(scientific, English) pairs of a label file in any of the forms that packs use."""
    text = file.read_text('utf-8')
    if file.suffix == '.json':
        return [(entry['scientific_name'], '') for entry in json.loads(text)]
    return [_label(line) for line in text.splitlines() if line.strip()]


def _label(line: str) -> tuple[str, str]:
    if '\t' in line:
        _, name, english = line.split('\t')
        return name.strip(), english.strip()
    if '_' in line:
        name, english = line.split('_', 1)
        return name.strip(), english.strip()
    match = re.fullmatch(r'(.*?)(?: \((.*)\))?', line.strip())
    assert match
    return match[1], match[2] or ''
