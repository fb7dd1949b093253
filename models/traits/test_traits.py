"""Quick tests on a handful of species: python -m unittest discover -s models/traits -p 'test_*.py'"""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / 'taxonomy')]

from build import SIGNS, mass_sign, read_avonet, traits_table  # noqa: E402
from profiles import DOING, WHERE, doing_of, where_of  # noqa: E402
from resolve import Taxonomy  # noqa: E402

ORDERS = [['Passeriformes', [['Paridae', [['Parus', ['gretit1 major', 'japtit1 minor']], ['Melaniparus', ['x1 niger']]]]]]]
TAXONOMY = Taxonomy({'orders': ORDERS}, {'names': {}})
HEADER = 'Species1,Mass,Habitat,Habitat.Density,Primary.Lifestyle\n'


class Table(unittest.TestCase):
    def table(self, rows: str) -> dict:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / 'avonet.csv'
            file.write_text(HEADER + rows, 'utf-8')
            return traits_table(TAXONOMY, read_avonet(file, TAXONOMY), 'test')

    def test_a_species_that_is_missing_gets_its_genus_or_its_family_and_says_so(self) -> None:
        table = self.table('Parus major,16.3,Woodland,1,Insessorial\n')
        self.assertEqual(table['mass'], mass_sign(16.3) * 3)
        self.assertEqual(table['doing'], 'ppp')
        self.assertEqual(table['taken'], {'genus': ['japtit1'], 'family': ['x1']})

    def test_a_line_for_every_species(self) -> None:
        table = self.table('Parus major,16.3,Woodland,1,Insessorial\nParus minor,20,Forest,1,Generalist\n')
        self.assertEqual({len(table[key]) for key in ('mass', 'doing', 'where')}, {3})
        self.assertEqual(table['doing'][:2], 'pb')


class Profiles(unittest.TestCase):
    def test_shares_add_up_and_none_is_nothing(self) -> None:
        for profile in [*DOING.values(), *WHERE.values()]:
            self.assertAlmostEqual(sum(profile), 1)
            self.assertGreater(min(profile), 0)

    def test_known_birds(self) -> None:
        self.assertEqual(doing_of('Picidae', 'Dendrocopos', 'Insessorial', 'Woodland'), 'c')
        self.assertEqual(doing_of('Anatidae', 'Anser', 'Terrestrial', 'Wetland'), 'd')
        self.assertEqual(doing_of('Scolopacidae', 'Calidris', 'Terrestrial', 'Wetland'), 'h')
        self.assertEqual(doing_of('Passeridae', 'Passer', 'Terrestrial', 'Human Modified'), 'w')
        self.assertEqual(where_of('Forest', 1), 'f')
        self.assertEqual(where_of('Forest', 3), 'w')

    def test_every_mass_of_a_bird_has_a_sign(self) -> None:
        steps = [SIGNS.index(mass_sign(grams)) for grams in (2, 5.5, 27, 90, 350, 540, 3300, 111000)]
        self.assertEqual(steps, sorted(set(steps)))


if __name__ == '__main__':
    unittest.main()
