"""Quick tests of training and export on a made-up teacher: python -m pytest models/geo"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from evaluate import Student
from export import write
from land import random_places
from network import GeoPrior
from publish import manifest_entry, write_model
from teacher import Teacher
from train import LEVEL_WEIGHT, Settings, Training, answer_loss, learning_rate

torch.set_num_threads(1)


@pytest.fixture(scope="module")
def student(tmp_path_factory: pytest.TempPathFactory) -> tuple[GeoPrior, Student]:
    torch.manual_seed(3)
    model = GeoPrior(species=300, width=32, blocks=2, features=8)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    file = tmp_path_factory.mktemp("student") / "geo.onnx"
    write(model, file)
    return model, Student(file)


def test_loss_is_zero_at_the_target_and_counts_local_birds_more() -> None:
    target = torch.tensor([[0.9, 0.001]])
    exact = torch.logit(target)
    assert answer_loss(exact, target).item() == 0
    target = torch.tensor([[0.9, 0.8, 0.001, 0.001]])
    exact = torch.logit(target)
    wrong_likely = answer_loss(exact + torch.tensor([[1.0, 0, 0, 0]]), target)
    wrong_unlikely = answer_loss(exact + torch.tensor([[0, 0, 0, 1.0]]), target)
    wrong_together = answer_loss(exact + 1, target)
    assert wrong_likely > 5 * wrong_unlikely
    assert wrong_together.item() == pytest.approx(LEVEL_WEIGHT, rel=1e-3)


def test_learning_rate_warms_up_and_ends_at_nothing() -> None:
    assert learning_rate(0.0, 1.0) == 0
    assert learning_rate(0.02, 1.0) > 0.99
    assert learning_rate(1.0, 1.0) == pytest.approx(0)


def test_onnx_answers_as_torch_for_any_batch(student: tuple[GeoPrior, Student]) -> None:
    model, exported = student
    rng = np.random.default_rng(4)
    for count in (1, 7):
        query = np.column_stack([random_places(rng, count), rng.integers(1, 13, count)]).astype(np.float32)
        with torch.no_grad():
            expected = torch.sigmoid(model(torch.from_numpy(query))).numpy()
        # The weights were rounded to fp16.
        np.testing.assert_allclose(exported.months(query), expected, atol=0.01)


@pytest.mark.parametrize(
    ("one", "same"),
    [
        ([90, 0, 6], [90, 137, 6]),
        ([-90, -170, 6], [-90, 20, 6]),
        ([12, 180, 6], [12, -180, 6]),
        ([12, 30, 13], [12, 30, 1]),
        ([12, 30, 0], [12, 30, 12]),
    ],
)
def test_poles_date_line_and_year_wrap(student: tuple[GeoPrior, Student], one: list, same: list) -> None:
    answers = student[1].months(np.array([one, same]))
    np.testing.assert_allclose(answers[0], answers[1], atol=1e-5)
    elsewhere = student[1].months(np.array([[one[0] * 0.5, one[1] + 40, one[2] + 3]]))
    assert np.abs(answers[0] - elsewhere[0]).max() > 0.01


def test_no_jump_from_december_to_january_larger_than_between_other_months(student: tuple[GeoPrior, Student]) -> None:
    months = np.arange(1, 13.01, 0.05)
    answers = student[1].months(np.column_stack([np.full_like(months, 20), np.full_like(months, 30), months]))
    steps = np.abs(np.diff(answers, axis=0)).max(1)
    assert steps[-20:].max() < 3 * steps[:-20].max()


def test_recipe_learns_resumes_and_publishes(teacher: Teacher, grid: np.ndarray, tmp_path: Path) -> None:
    settings = dict(width=32, blocks=2, features=3, batch=64, basis_queries=64, species_share=1.0)
    reports: list[str] = []
    first = Training(teacher, grid, Settings(minutes=0.04, **settings), tmp_path / "checkpoint.pt")
    first.run(reports.append)
    resumed = Training(teacher, grid, Settings(minutes=0.06, **settings), tmp_path / "checkpoint.pt")
    assert (resumed.step, resumed.seconds) == (first.step, first.seconds)
    resumed.run(reports.append)
    assert resumed.step > first.step
    results = write_model(resumed, grid, tmp_path, places=20)
    error, _, shared = (figure["value"] for figure in results["figures"])
    # Three species on one small square: an untrained network is off by about 0.3.
    assert error < 0.1
    assert shared == 1.0
    golden = json.loads((tmp_path / "golden" / "geo.json").read_text("utf-8"))
    assert len(golden["expect"]["values"]) == len(golden["expect"]["indices"]) > 0
    entry = json.loads((tmp_path / "manifest.fragment.json").read_text("utf-8"))
    assert entry == manifest_entry(len(teacher.names), results["figures"])
    assert all((tmp_path / path).exists() for path in (entry["file"], entry["labels"]["file"], entry["golden"]))
