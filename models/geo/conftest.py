"""A made-up teacher and a made-up world for the tests."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from land import land_grid, read_rings  # noqa: E402
from teacher import Teacher  # noqa: E402

# Corvus levaillantii is part of Corvus macrorhynchos today; the bear is no bird; Parus caeruleus is an old name.
LABELS = "\n".join(
    f"{i}\t{name}\tsomething"
    for i, name in enumerate(
        ["Ursus arctos", "Regulus regulus", "Corvus macrorhynchos", "Parus caeruleus", "Corvus levaillantii"]
    )
)


@pytest.fixture(scope="session")
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


@pytest.fixture(scope="session")
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
