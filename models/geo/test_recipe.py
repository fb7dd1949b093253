"""Quick tests on a made-up teacher: python -m pytest models/geo"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from basis import find_basis  # noqa: E402
from evaluate import Student, overlap  # noqa: E402
from export import write  # noqa: E402
from land import land_grid, on_land, random_land, random_places, read_rings  # noqa: E402
from network import GeoPrior  # noqa: E402
from publish import manifest_fragment, write_model  # noqa: E402
from teacher import Taxonomy, Teacher, bird_labels, with_month, with_week  # noqa: E402
from train import LEVEL_WEIGHT, Settings, Training, answer_loss, learning_rate  # noqa: E402

torch.set_num_threads(1)

# Corvus levaillantii is part of Corvus macrorhynchos today; the bear is no bird; Parus caeruleus is an old name.
LABELS = "\n".join(
    f"{i}\t{name}\tsomething"
    for i, name in enumerate(
        ["Ursus arctos", "Regulus regulus", "Corvus macrorhynchos", "Parus caeruleus", "Corvus levaillantii"]
    )
)
NAMES = ["Corvus macrorhynchos", "Cyanistes caeruleus", "Regulus regulus"]


@pytest.fixture(scope="module")
def teacher(tmp_path_factory: pytest.TempPathFactory) -> Teacher:
    """Six hidden numbers of the sines of place and week, five labels, fp16 compute as in the real one."""
    folder = tmp_path_factory.mktemp("teacher")
    rng = np.random.default_rng(0)
    half = {
        "turn": np.array([np.pi / 180, np.pi / 180, 2 * np.pi / 48]), "one": rng.normal(size=(6, 3)),
        "one_bias": rng.normal(size=6), "two": rng.normal(size=(5, 6)), "two_bias": rng.normal(size=5),
    }  # fmt: skip
    nodes = [
        helper.make_node("Cast", ["input"], ["half"], to=TensorProto.FLOAT16),
        helper.make_node("Mul", ["half", "turn"], ["angle"]),
        helper.make_node("Sin", ["angle"], ["sine"]),
        helper.make_node("Gemm", ["sine", "one", "one_bias"], ["hidden"], transB=1),
        helper.make_node("Gemm", ["hidden", "two", "two_bias"], ["logits"], transB=1),
        helper.make_node("Sigmoid", ["logits"], ["half_answer"]),
        helper.make_node("Cast", ["half_answer"], ["answer"], to=TensorProto.FLOAT),
    ]
    graph = helper.make_graph(
        nodes,
        "teacher",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["batch", 3])],
        [helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["batch", 5])],
        [numpy_helper.from_array(values.astype(np.float16), name) for name, values in half.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.save(model, str(folder / "teacher.onnx"))
    (folder / "labels.txt").write_text(LABELS, "utf-8")
    return Teacher(folder / "teacher.onnx", folder / "labels.txt")


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """One square across the date line (10-20 N, 170 E-170 W), and a cap around the south pole."""
    file = tmp_path_factory.mktemp("land") / "land.json"
    square = [[170, 10], [-340, 0], [0, 10], [340, 0], [0, -10]]
    cap = [[-180, -80]] + [[30, 0]] * 11 + [[-330, 0]]
    topology = {
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": [square, cap],
        "objects": {"land": {"type": "MultiPolygon", "arcs": [[[0]], [[1]]]}},
    }
    file.write_text(json.dumps(topology), "utf-8")
    return land_grid(read_rings(file))


@pytest.fixture(scope="module")
def student(tmp_path_factory: pytest.TempPathFactory) -> tuple[GeoPrior, Student]:
    torch.manual_seed(3)
    model = GeoPrior(species=300, width=32, blocks=2, features=8)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    file = tmp_path_factory.mktemp("student") / "geo.onnx"
    write(model, file)
    return model, Student(file)


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


def test_overlap_of_the_likeliest() -> None:
    a = np.array([[0.9, 0.8, 0.1, 0.0], [0.1, 0.2, 0.3, 0.4]])
    b = np.array([[0.9, 0.1, 0.8, 0.0], [0.1, 0.2, 0.4, 0.3]])
    assert overlap(a, b, 2).tolist() == [0.5, 1.0]


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
    fragment = manifest_fragment(tmp_path, 3, results["figures"])
    assert fragment["files"][0]["bytes"] == (tmp_path / "geo.onnx").stat().st_size
