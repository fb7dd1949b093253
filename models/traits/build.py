"""Makes public/taxonomy/traits.json: what a bird is like that an observer may have noticed, for every species.

    python models/traits/build.py --avonet AVONET1_BirdLife.csv

The facts are from AVONET (Tobias et al. 2022, Ecology Letters, CC BY 4.0): body mass, habitat, its density, lifestyle.
What AVONET does not tell (who climbs, who swims though it feeds on land) is in profiles.py, by family and genus.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'taxonomy'))

from profiles import DOING, WHERE, doing_of, where_of  # noqa: E402
from resolve import TABLES, Taxonomy  # noqa: E402

SOURCE = 'AVONET (Tobias et al. 2022, Ecology Letters 25:581-597, https://doi.org/10.1111/ele.13898)'
# A step of body mass is a quarter more. The lightest bird has 2 g, the heaviest 111 kg: one sign holds a step.
RATIO = 1.25
SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'


@dataclass(frozen=True)
class Facts:
    """One species of AVONET."""

    grams: float
    doing: str
    where: str


def mass_sign(grams: float) -> str:
    return SIGNS[round(math.log(max(grams, 1), RATIO))]


def read_avonet(file: Path, taxonomy: Taxonomy) -> dict[str, Facts]:
    """By species id. Where AVONET parts what our taxonomy holds together, the species of the same name counts, else the first."""
    found: dict[str, Facts] = {}
    named = dict(taxonomy.species)
    with file.open(encoding='utf-8-sig', newline='') as rows:
        for row in sorted(csv.DictReader(rows), key=lambda row: row['Species1']):
            name = row['Species1']
            species = taxonomy.find(name)
            if species is None or (species in found and name != named[species]):
                continue
            genus = name.split()[0]
            density = int(row['Habitat.Density']) if row['Habitat.Density'].isdigit() else 2
            doing = doing_of(taxonomy.family[species], genus, row['Primary.Lifestyle'], row['Habitat'])
            found[species] = Facts(float(row['Mass']), doing, where_of(row['Habitat'], density))
    return found


def common(values: list[str]) -> str:
    """The commonest; of equals the first in the alphabet, so that a build gives the same file again."""
    counts = Counter(values)
    return min(counts, key=lambda value: (-counts[value], value))


def of_relatives(relatives: list[Facts]) -> Facts:
    grams = math.exp(sum(math.log(one.grams) for one in relatives) / len(relatives))
    return Facts(grams, common([one.doing for one in relatives]), common([one.where for one in relatives]))


def traits_table(taxonomy: Taxonomy, known: dict[str, Facts], version: str) -> dict:
    """One sign a species in the order of taxonomy.json; what was taken over from the genus or the family is listed."""
    by_group: dict[str, list[Facts]] = {}
    for species, name in taxonomy.species:
        for group in (name.split()[0], taxonomy.family[species]):
            if species in known:
                by_group.setdefault(group, []).append(known[species])
    mass, doing, where = [], [], []
    taken: dict[str, list[str]] = {'genus': [], 'family': []}
    for species, name in taxonomy.species:
        facts = known.get(species)
        if facts is None:
            genus, family = name.split()[0], taxonomy.family[species]
            rank = 'genus' if genus in by_group else 'family'
            taken[rank].append(species)
            facts = of_relatives(by_group.get(genus) or by_group.get(family) or list(known.values()))
        mass.append(mass_sign(facts.grams))
        doing.append(facts.doing)
        where.append(facts.where)
    return {
        'format': 1,
        'version': version,
        'source': SOURCE,
        'licence': 'CC BY 4.0',
        'changes': 'Mass in steps of a quarter; lifestyle and habitat as profiles; climbers and swimmers added by hand.',
        'signs': SIGNS,
        'step': RATIO,
        'profiles': {'doing': DOING, 'where': WHERE},
        'mass': ''.join(mass),
        'doing': ''.join(doing),
        'where': ''.join(where),
        'taken': taken,
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument('--avonet', type=Path, required=True)
    arguments.add_argument('--out', type=Path, default=TABLES / 'traits.json')
    given = arguments.parse_args()
    taxonomy = Taxonomy.load()
    version = json.loads((TABLES / 'taxonomy.json').read_text('utf-8'))['version']
    table = traits_table(taxonomy, read_avonet(given.avonet, taxonomy), version)
    given.out.write_text(json.dumps(table, ensure_ascii=False, separators=(',', ':')) + '\n', 'utf-8')
    taken = table['taken']
    print(f"{len(table['mass'])} species; facts of the genus: {len(taken['genus'])}, of the family: {len(taken['family'])}")


if __name__ == '__main__':
    main()
