"""Quick tests on a handful of birds: python -m unittest discover -s models/taxonomy"""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from spuhs import Members, build  # noqa: E402

TABLE = {
    'version': 'test',
    'orders': [
        ['Strigiformes', [['Strigidae', [['Bubo', ['a1 bubo', 'a2 lacteus']], ['Asio', ['b1 otus']]]]]],
        ['Passeriformes', [['Regulidae', [['Regulus', ['c1 regulus', 'c2 ignicapilla']]]]]],
    ],
}


def row(name: str, english: str, category: str = 'spuh') -> dict[str, str]:
    return {'scientific_name': name, 'common_name': english, 'category': category}


ROWS = [
    row('Aves sp.', 'bird sp.'),
    row('Passeriformes sp.', 'passerine sp.'),
    row('Strigiformes sp.', 'owl sp.'),
    row('Strigidae sp. (large owl sp.)', 'large owl sp.'),
    row('Bubo bubo/lacteus', 'Eurasian/Verreaux’s Eagle-Owl', 'slash'),
    row('Bubo bubo/Asio otus', 'Eurasian/Long-eared Owl', 'slash'),
]


class Spuhs(unittest.TestCase):
    def test_smallest_that_holds_all(self) -> None:
        taxa = build(TABLE, ROWS)['taxa']
        self.assertEqual(taxa['Aves'], 'bird sp.')
        self.assertEqual(taxa['Strigiformes'], 'owl sp.')
        self.assertEqual(taxa['Bubo'], 'Eurasian/Verreaux’s Eagle-Owl')
        self.assertEqual(taxa['Passeriformes'], 'passerine sp.')

    def test_left_out_where_nothing_is_smaller(self) -> None:
        taxa = build(TABLE, ROWS)['taxa']
        for taxon in ('Strigidae', 'Regulidae', 'Regulus', 'Asio'):
            self.assertNotIn(taxon, taxa)

    def test_names(self) -> None:
        of = Members(TABLE).of
        self.assertEqual(of('Bubo sp.'), {'a1', 'a2'})
        self.assertEqual(of('Bubo bubo/lacteus'), {'a1', 'a2'})
        self.assertEqual(of('Bubo lacteus/Asio sp.'), {'a2', 'b1'})
        self.assertEqual(of('Bubo/Asio sp.'), {'a1', 'a2', 'b1'})
        self.assertIsNone(of('Bubo sp. (large)'))
        self.assertIsNone(of('Nothing sp.'))


if __name__ == '__main__':
    unittest.main()
