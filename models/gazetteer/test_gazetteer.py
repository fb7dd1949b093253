"""The table of places: names that are kept, middles of regions, lines that the app can read."""

import json

from build import base36, position, size_class
from names import fold, one_apart, other_names
from spread import Point, middle


def test_spellings_of_one_name_fold_to_the_same():
    assert fold('München') == fold('Muenchen') == fold('MUNCHEN') == 'munchen'
    assert fold("L'Hospitalet de Llobregat") == 'l hospitalet de llobregat'
    assert fold('Łódź') == 'lodz'


def test_a_letter_more_less_or_changed_is_one_apart():
    assert one_apart('lisbon', 'lisbona')
    assert one_apart('sevilla', 'sevilha')
    assert not one_apart('wien', 'vienna')
    assert one_apart('same', 'same')


def test_a_town_keeps_names_that_the_search_would_not_find_anyway():
    names = ['Wien', 'VIE', 'Viena', 'Lungsod ng Vienna', 'Вена', 'bin', 'Vindobona']
    assert other_names('Vienna', names, 100_000) == ['Vindobona', 'Wien']
    assert 'Viena' in other_names('Vienna', names, 2_000_000)
    assert other_names('Vienna', names, 20_000) == []


def test_the_spelling_with_its_accents_is_kept():
    assert other_names('Munich', ['Munchen', 'München'], 1_500_000) == ['München']


def test_the_middle_of_islands_is_on_one_of_them():
    islands = [Point(0, 0, 10), Point(0, 10, 10), Point(10, 5, 1)]
    at, radius = middle(islands)
    assert at in islands
    assert radius > 500


def test_the_date_line_parts_nothing():
    at, radius = middle([Point(-17, 179, 1), Point(-17, -179, 1)])
    assert abs(at.longitude) == 179
    assert radius < 300


def test_numbers_fit_their_columns():
    assert position(-90, -180) == '000000'
    assert position(90, 180) == base36(18000, 3) + base36(36000, 3)
    assert size_class(1_500_000) == 'b'
    assert size_class(500) == '0'


def test_the_published_table_is_the_one_of_its_manifest():
    import hashlib

    from build import OUT

    body = (OUT / 'places.txt').read_bytes()
    [file] = json.loads((OUT / 'manifest.json').read_text('utf-8'))['files']
    assert file == {'path': 'places.txt', 'bytes': len(body), 'sha256': hashlib.sha256(body).hexdigest()}
    assert len(body) < 1_500_000
