"""Writes the trained student as the file that the app loads: the teacher's trunk and the head, samples in, logits out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch.nn.utils.fusion import fuse_conv_bn_eval

from audio import SAMPLES
from lib.golden import make_golden, write_golden
from lib.onnx_fp16 import store_as_fp16
from network import Head
from trunk import INPUT, MAP, cut_trunk, load

OUTPUT = "logits"
OPSET = 17
# Logits span about 20 units; other execution providers add up in another order.
GOLDEN_TOLERANCE = 0.05


def head_graph(head: Head, kept: list[int], adjustments: dict[int, tuple[float, float]]) -> tuple[list[onnx.NodeProto], list[onnx.TensorProto]]:
    """Nodes and weights of the head for the kept classes, normalisation folded in; from MAP to OUTPUT.

    `adjustments`: of some kept classes, what their logit is multiplied with and shifted by.
    """
    weights: dict[str, np.ndarray] = {}
    nodes, x = [], MAP
    for name in ("look", "listen"):
        conv = fuse_conv_bn_eval(getattr(head, name)[0], getattr(head, name)[1])
        weights[f"{name}.weight"], weights[f"{name}.bias"] = (part.detach().numpy() for part in (conv.weight, conv.bias))
        shape = {"strides": conv.stride, "pads": [*conv.padding, *conv.padding], "kernel_shape": conv.kernel_size}
        nodes += [
            helper.make_node("Conv", [x, f"{name}.weight", f"{name}.bias"], [f"{name}.sum"], name=f"{name}.conv", **shape),
            helper.make_node("Relu", [f"{name}.sum"], [name], name=name),
        ]
        x = name
    weights["classes.weight"], weights["classes.bias"] = (part.detach().numpy()[kept] for part in head.last_layer())
    for row, (gain, shift) in adjustments.items():
        weights["classes.weight"][row] *= gain
        weights["classes.bias"][row] = weights["classes.bias"][row] * gain + shift
    nodes += [
        helper.make_node("ReduceMean", [x], ["mean"], name="mean", axes=[2, 3], keepdims=0),
        helper.make_node("Gemm", ["mean", "classes.weight", "classes.bias"], [OUTPUT], name=OUTPUT, transB=1),
    ]
    return nodes, [numpy_helper.from_array(array, name) for name, array in weights.items()]


def build(
    teacher: onnx.ModelProto, head: Head, kept: list[int], adjustments: dict[int, tuple[float, float]]
) -> onnx.ModelProto:
    nodes, weights = cut_trunk(teacher)
    more_nodes, more_weights = head_graph(head, kept, adjustments)
    graph = helper.make_graph(
        nodes + more_nodes,
        "goldcrest-sound",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["batch", SAMPLES])],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", len(kept)])],
        weights + more_weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    # The kernels of the spectrograms stay exact; the trunk's other weights are fp16 already, or small.
    exact = frozenset(tensor.name for tensor in weights)
    return store_as_fp16(model, exact)


def write_onnx(teacher: Path, head: Head, kept: list[int], adjustments: dict[int, tuple[float, float]], path: Path) -> int:
    """The number of bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(build(load(teacher), head, kept, adjustments), str(path))
    return path.stat().st_size


def write_labels(labels: list[str], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(labels) + "\n", encoding="utf-8")


def write_golden_vectors(model: Path, path: Path) -> None:
    record = {"kind": "lcg", "seed": 1, "hold": 6, "low": -0.5, "high": 0.5, "shape": [1, SAMPLES]}
    write_golden(path, make_golden(model, record, GOLDEN_TOLERANCE))
