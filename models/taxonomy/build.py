"""Makes public/taxonomy from named sources; see public/taxonomy/SOURCES.md.

    python models/taxonomy/build.py --source DIR --history DIR --labels FILE [FILE ...]

--source   holds ebird_species.jsonl and common_names/<language>.txt
--history  holds ebird-2016.csv ... : the eBird taxonomy of each year
--labels   label files whose every bird must resolve; the build fails otherwise
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import names
from resolve import TABLES, Taxonomy, normalise
from sources import Species, read_history, read_labels, read_species
from synonyms import Derivation, as_table, redundant

HERE = Path(__file__).resolve().parent


def write_json(file: Path, value: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(',', ':')) + '\n', 'utf-8')


def read_table(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text('utf-8').splitlines()
    return [line.split('\t') for line in lines if line and not line.startswith('#')]


def taxonomy_table(species: list[Species], version: str) -> dict:
    """Nested by rank so that no name is repeated; a species is `code epithet`."""
    orders: dict[str, dict[str, dict[str, list[str]]]] = {}
    for one in species:
        genera = orders.setdefault(one.order, {}).setdefault(one.family, {})
        genera.setdefault(one.genus, []).append(f'{one.code} {one.name.split()[1]}')
    nested = [
        [order, [[family, [[g, m] for g, m in genera.items()]] for family, genera in families.items()]]
        for order, families in orders.items()
    ]
    return {'format': 1, 'version': version, 'size': len(species), 'orders': nested}


def derive_synonyms(table: dict, derivation: Derivation, labels: list[tuple[str, str]]) -> dict[str, str]:
    by_hand = {row[0]: row[1] for row in read_table('by_hand.tsv')}
    moves = {row[0]: row[1].split(' ') for row in read_table('old_genera.tsv')}
    found = {**derivation.from_old_genera(moves), **derivation.from_history(), **by_hand}
    find = Taxonomy(table, {'names': as_table(found)}).find
    for name, english in labels:
        if find(name) is None:
            target = derivation.of_english(english) or derivation.of_epithet(name)
            if target and not is_not_bird(name):
                found[name] = target
    return drop_redundant(table, found, by_hand)


def drop_redundant(table: dict, found: dict[str, str], by_hand: dict[str, str]) -> dict[str, str]:
    """Leaves out the subspecies that the finder reads off their species' name."""
    binomials = {name: target for name, target in found.items() if len(name.split()) < 3}
    find = Taxonomy(table, {'names': as_table(binomials)}).find
    needed = {
        name: target
        for name, target in found.items()
        if name in binomials or name in by_hand or not redundant(name, target, find)
    }
    return {normalised(name): target for name, target in needed.items()}


def normalised(name: str) -> str:
    return normalise(name).capitalize()


def is_not_bird(name: str) -> bool:
    return name in NOT_BIRDS or name.split()[0] in NOT_BIRDS


NOT_BIRDS = {row[0] for row in read_table('not_birds.txt')}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--source', type=Path, required=True)
    parser.add_argument('--history', type=Path, required=True)
    parser.add_argument('--labels', type=Path, nargs='*', default=[])
    parser.add_argument('--out', type=Path, default=TABLES)
    args = parser.parse_args()

    species = read_species(args.source / 'ebird_species.jsonl')
    history = read_history(args.history)
    version = 'eBird/Clements ' + max(args.history.glob('ebird-*.csv')).stem.removeprefix('ebird-')
    labels = {file.name: read_labels(file) for file in args.labels}

    table = taxonomy_table(species, version)
    derivation = Derivation(species, history)
    synonyms = derive_synonyms(table, derivation, [pair for pairs in labels.values() for pair in pairs])
    synonym_table = {'format': 1, 'version': version, 'names': as_table(synonyms)}
    taxonomy = Taxonomy(table, synonym_table)

    write_json(args.out / 'taxonomy.json', table)
    write_json(args.out / 'synonyms.json', synonym_table)
    names.build(args.source / 'common_names', args.out, taxonomy, history[0], version)

    print(f'{len(species)} species, {len(synonyms)} synonyms')
    missing = 0
    for file, pairs in labels.items():
        birds = [pair for pair in pairs if not is_not_bird(pair[0])]
        lost = [pair for pair in birds if taxonomy.find(pair[0]) is None]
        missing += len(lost)
        print(f'{file}: {len(pairs)} labels, {len(birds)} birds, {len(lost)} unresolved')
        for name, english in lost:
            print(f'  {name}\t{english}')
    if missing:
        raise SystemExit(f'{missing} labels resolve to no bird: add them to by_hand.tsv or not_birds.txt')


if __name__ == '__main__':
    main()
