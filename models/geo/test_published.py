"""The model in the starter pack: small enough, the right answers, sane at the edges of the world. Needs no torch."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from evaluate import Student
from lib.golden import build_input
from teacher import Taxonomy

PACK = Path(__file__).resolve().parents[2] / "public" / "packs" / "starter"
LARGEST = 4_000_000
LONDON, ITHACA, NAIROBI, CAIRNS = (51.5, -0.1), (42.4, -76.5), (-1.3, 36.8), (-16.9, 145.8)


@pytest.fixture(scope="module")
def student() -> Student:
    return Student(PACK / "geo.onnx")


@pytest.fixture(scope="module")
def column() -> dict[str, int]:
    return {name: i for i, name in enumerate((PACK / "labels" / "geo.txt").read_text("utf-8").splitlines())}


def test_is_small_and_every_label_is_a_species_of_the_taxonomy(student: Student, column: dict[str, int]) -> None:
    assert (PACK / "geo.onnx").stat().st_size <= LARGEST
    taxonomy = Taxonomy.load()
    species = {name for _, name in taxonomy.species}
    assert set(column) <= species
    assert student.months(np.array([[0, 0, 1]])).shape == (1, len(column))


def test_golden_vector(student: Student) -> None:
    golden = json.loads((PACK / "golden" / "geo.json").read_text("utf-8"))
    answer = student.months(build_input(golden["input"])).ravel()[golden["expect"]["indices"]]
    np.testing.assert_allclose(answer, golden["expect"]["values"], atol=golden["tolerance"])


@pytest.mark.parametrize(
    ("name", "here", "month", "elsewhere", "other_month"),
    [
        ("Regulus regulus", LONDON, 1, ITHACA, 1),
        ("Turdus migratorius", ITHACA, 5, LONDON, 5),
        ("Bostrychia hagedash", NAIROBI, 6, LONDON, 6),
        ("Casuarius casuarius", CAIRNS, 6, NAIROBI, 6),
        ("Apus apus", LONDON, 6, LONDON, 1),
        ("Setophaga petechia", ITHACA, 6, ITHACA, 1),
    ],
)
def test_birds_are_where_and_when_they_are(
    student: Student, column: dict[str, int], name: str, here: tuple, month: int, elsewhere: tuple, other_month: int
) -> None:
    answers = student.months(np.array([[*here, month], [*elsewhere, other_month]]))[:, column[name]]
    assert answers[0] > 10 * answers[1]


def test_poles_date_line_and_year_wrap(student: Student) -> None:
    pairs = [([90, 0, 6], [90, 137, 6]), ([-90, 10, 1], [-90, -99, 1]), ([-17, 180, 3], [-17, -180, 3]), ([5, 5, 13], [5, 5, 1])]
    for one, same in pairs:
        answers = student.months(np.array([one, same]))
        np.testing.assert_allclose(answers[0], answers[1], rtol=1e-3, atol=1e-7)
        assert np.isfinite(answers).all() and (answers >= 0).all() and (answers <= 1).all()


def test_nonsense_in_gives_no_number_out(student: Student) -> None:
    assert np.isnan(student.months(np.array([[np.nan, 0, 1]]))).all()
