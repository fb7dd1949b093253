"""Makes public/taxonomy/spuhs.json: what eBird calls a bird that was not told to species.

    python models/taxonomy/spuhs.py --source ebird-taxonomy.csv

--source  `data-raw/ebird-taxonomy.csv` of https://github.com/CornellLabofOrnithology/auk, of the year of taxonomy.json

For each genus, family and order: the smallest "spuh" (gull/tern sp.) or slash (Common/Somali Ostrich) that holds all its
species. One that stays the same as for the taxon above is left out. A spuh whose members the source does not tell
("small swift sp.") is not used.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
from pathlib import Path

from resolve import TABLES

# Members of the subfamilies that spuhs are named by: genera of eBird/Clements 2025.
SUBFAMILIES = {
    'Larinae': 'Rissa Pagophila Creagrus Xema Chroicocephalus Hydrocoloeus Rhodostethia Leucophaeus Ichthyaetus Larus '
    'Saundersilarus',
    'Sterninae': 'Onychoprion Sternula Phaetusa Gelochelidon Larosterna Hydroprogne Chlidonias Thalasseus Sterna',
    'Tetraoninae': 'Bonasa Tetrastes Canachites Falcipennis Lagopus Lyrurus Tetrao Centrocercus Dendragapus Tympanuchus',
}

EVERY_BIRD = 'Aves'


class Members:
    """Which species a scientific name of eBird's covers."""

    def __init__(self, table: dict) -> None:
        self.taxa: dict[str, frozenset[str]] = {}
        self.above: dict[str, str] = {}
        self.by_name: dict[str, str] = {}
        for order, families in table['orders']:
            self.above[order] = EVERY_BIRD
            for family, genera in families:
                self.above[family] = order
                for genus, species in genera:
                    # One word can be a genus and nothing else: no family or order of birds is called the same.
                    self.above[genus] = family
                    codes = [one.split(' ') for one in species]
                    self._grow([genus, family, order, EVERY_BIRD], {code for code, _ in codes})
                    self.by_name.update({f'{genus} {epithet}': code for code, epithet in codes})
        for name, genera in SUBFAMILIES.items():
            self.taxa[name] = frozenset().union(*(self.taxa.get(genus, frozenset()) for genus in genera.split()))

    def _grow(self, taxa: list[str], codes: set[str]) -> None:
        for taxon in taxa:
            self.taxa[taxon] = self.taxa.get(taxon, frozenset()) | codes

    def of(self, name: str) -> frozenset[str] | None:
        """`Sterna sp.`, `Sterna hirundo/paradisaea`, `Halobaena caerulea/Pachyptila sp.`; None where it does not tell."""
        if '(' in name:
            return None
        found: frozenset[str] = frozenset()
        genus = ''
        for part in name.removesuffix(' sp.').split('/'):
            words = part.removesuffix(' sp.').split(' ')
            if len(words) == 2:
                genus, epithet = words
            elif re.match('[A-Z]', part):
                genus, epithet = words[0], ''
            else:
                epithet = words[0]
            code = self.by_name.get(f'{genus} {epithet}')
            members = frozenset([code]) if epithet and code else self.taxa.get(genus) if not epithet else None
            if members is None:
                return None
            found |= members
        return found


def build(table: dict, rows: list[dict[str, str]]) -> dict:
    members = Members(table)
    groups = []
    for row in rows:
        if row['category'] in ('spuh', 'slash'):
            covered = members.of(row['scientific_name'])
            if covered:
                groups.append((row['common_name'], covered, row['category']))
    groups.sort(key=lambda group: len(group[1]))

    def smallest(taxon: str) -> str:
        species = members.taxa[taxon]
        # A genus of one species is not "either this or that bird of another genus".
        allowed = ('spuh', 'slash') if len(species) > 1 else ('spuh',)
        return next(name for name, covered, category in groups if category in allowed and covered >= species)

    taxa = {EVERY_BIRD: smallest(EVERY_BIRD)}
    for taxon, above in members.above.items():
        name = smallest(taxon)
        if name != smallest(above):
            taxa[taxon] = name
    return {'format': 1, 'version': table['version'], 'taxa': taxa}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--source', type=Path, required=True)
    parser.add_argument('--out', type=Path, default=TABLES)
    args = parser.parse_args()
    table = json.loads((TABLES / 'taxonomy.json').read_text('utf-8'))
    with args.source.open(encoding='utf-8-sig', newline='') as lines:
        rows = list(csv.DictReader(lines))
    codes = {row['species_code'] for row in rows if row['category'] == 'species'}
    if codes != Members(table).taxa[EVERY_BIRD]:
        raise SystemExit('the source is of another year than taxonomy.json')
    spuhs = build(table, rows)
    text = json.dumps(spuhs, ensure_ascii=False, separators=(',', ':'))
    (args.out / 'spuhs.json').write_text(text + '\n', 'utf-8')
    print(f'{len(spuhs["taxa"])} taxa')


if __name__ == '__main__':
    main()
