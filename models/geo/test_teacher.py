"""Quick tests of what needs no torch: the teacher, the land, the measures. python -m pytest models/geo"""

from __future__ import annotations

import numpy as np
import onnxruntime
from basis import find_basis
from conftest import LABELS
from evaluate import overlap
from land import on_land, random_land, random_places
from teacher import Taxonomy, Teacher, bird_labels, with_month, with_week

NAMES = ["Corvus macrorhynchos", "Cyanistes caeruleus", "Regulus regulus"]


def test_labels_keep_birds_only_and_merge_what_is_one_species(teacher: Teacher) -> None:
    assert teacher.names == NAMES
    assert bird_labels(LABELS, Taxonomy.load()) == (NAMES, [2, 3, 1], [(0, 4)])


def test_teacher_answers_as_its_file_does(teacher: Teacher) -> None:
    query = np.array([[51.5, -0.1, 20], [-40, 175, 3]], np.float32)
    session = onnxruntime.InferenceSession(str(teacher.file), providers=["CPUExecutionProvider"])
    whole = session.run(None, {"input": query})[0]
    expected = np.stack([whole[:, [2, 4]].max(1), whole[:, 3], whole[:, 1]], 1)
    np.testing.assert_allclose(teacher.weeks(query), expected, atol=0.01)  # The file computes in fp16.
    np.testing.assert_allclose(teacher.weeks(query, np.array([2, 0])), teacher.weeks(query)[:, [2, 0]], rtol=1e-5)


def test_a_month_is_the_mean_of_its_weeks(teacher: Teacher) -> None:
    weeks = [teacher.weeks(np.array([[10, 20, week]])) for week in (45, 46, 47, 48)]
    np.testing.assert_allclose(teacher.months(np.array([[10.0, 20.0, 12.0]])), np.mean(weeks, 0), rtol=1e-5)
    month = np.array([[0.0, 0.0, 1.0]])
    assert with_week(month, 0)[0, 2] == 1
    assert np.mean([with_month(with_week(month, week))[0, 2] for week in range(4)]) == 1


def test_land_across_the_date_line_and_around_the_pole(grid: np.ndarray) -> None:
    places = np.array([[15, 175], [15, -175], [15, 165], [15, -165], [15, 0], [-85, 0], [-89, 179], [-75, 0], [89, 0]])
    assert on_land(grid, places).tolist() == [True, True, False, False, False, True, True, False, False]


def test_random_places_cover_the_sphere_evenly(grid: np.ndarray) -> None:
    places = random_places(np.random.default_rng(1), 20_000)
    assert abs((np.abs(places[:, 0]) < 30).mean() - 0.5) < 0.02
    assert on_land(grid, random_land(np.random.default_rng(1), grid, 500)).all()


def test_basis_rebuilds_the_answers(teacher: Teacher) -> None:
    rng = np.random.default_rng(2)
    query = np.column_stack([random_places(rng, 64), rng.integers(1, 49, 64)])
    basis = find_basis(teacher, query, 3)
    features = teacher.features(query)
    rebuilt = basis.components(features) @ basis.head + basis.bias
    single = [1, 2]  # The merged species is the greater of two linear functions, so not linear itself.
    np.testing.assert_allclose(rebuilt[:, single], teacher.logits(features)[:, single], atol=0.35)


def test_overlap_of_the_likeliest() -> None:
    a = np.array([[0.9, 0.8, 0.1, 0.0], [0.1, 0.2, 0.3, 0.4]])
    b = np.array([[0.9, 0.1, 0.8, 0.0], [0.1, 0.2, 0.4, 0.3]])
    assert overlap(a, b, 2).tolist() == [0.5, 1.0]
