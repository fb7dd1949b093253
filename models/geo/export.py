"""Writes the student as ONNX: plain opset 17 operators, dynamic batch, encoding and sigmoid inside, weights in fp16."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from lib.onnx_fp16 import store_as_fp16
from network import GeoPrior

INPUT, OUTPUT = "place_month", "probabilities"
OPSET = 17


class Graph:
    """Collects nodes and weights; every method gives back the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def weight(self, values: np.ndarray | float) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def number(self, value: float) -> str:
        return self.weight(np.float32(value))

    def op(self, kind: str, *inputs: str, **attributes) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def linear(self, x: str, layer) -> str:
        weight = self.weight(layer.weight.detach().numpy().T.copy())
        return self.op("Add", self.op("MatMul", x, weight), self.weight(layer.bias.detach().numpy()))

    def norm(self, x: str, layer) -> str:
        weight, bias = (self.weight(part.detach().numpy()) for part in (layer.weight, layer.bias))
        return self.op("LayerNormalization", x, weight, bias, axis=-1, epsilon=layer.eps)

    def gelu(self, x: str) -> str:
        grown = self.op("Add", self.op("Erf", self.op("Mul", x, self.number(math.sqrt(0.5)))), self.number(1))
        return self.op("Mul", self.op("Mul", x, grown), self.number(0.5))


def encode(graph: Graph, model: GeoPrior) -> tuple[str, str]:
    column = [
        graph.op("Slice", INPUT, *(graph.weight(np.array([n], np.int64)) for n in (i, i + 1, 1))) for i in range(3)
    ]
    place, month = (graph.weight(part.numpy()) for part in (model.encoding.place, model.encoding.month))
    latitude, longitude = graph.op("Mul", column[0], place), graph.op("Mul", column[1], place)
    when = graph.op("Mul", column[2], month)
    to_pole = graph.op("Cos", graph.op("Mul", column[0], graph.number(math.pi / 180)))
    east = [graph.op("Mul", graph.op(kind, longitude), to_pole) for kind in ("Sin", "Cos")]
    where = graph.op("Concat", graph.op("Sin", latitude), graph.op("Cos", latitude), *east, axis=1)
    return where, graph.op("Concat", graph.op("Sin", when), graph.op("Cos", when), axis=1)


def to_onnx(model: GeoPrior) -> onnx.ModelProto:
    graph = Graph()
    place, month = encode(graph, model)
    x = graph.linear(place, model.enter)
    for block in model.blocks:
        inner = graph.linear(graph.gelu(graph.norm(x, block.norm1)), block.linear1)
        x = graph.op("Add", x, graph.linear(graph.gelu(graph.norm(inner, block.norm2)), block.linear2))
        scale = graph.op("Add", graph.linear(month, block.scale), graph.number(1))
        x = graph.op("Add", graph.op("Mul", x, scale), graph.linear(month, block.shift))
    logits = graph.linear(graph.linear(graph.norm(x, model.norm), model.features), model.head)
    # Not the Sigmoid operator: onnxruntime's is wrong below 1e-7, where the order of an empty place is decided.
    grown = graph.op("Add", graph.op("Exp", graph.op("Neg", logits)), graph.number(1))
    graph.nodes.append(helper.make_node("Reciprocal", [grown], [OUTPUT], name=OUTPUT))
    species = model.head.out_features
    described = helper.make_graph(
        graph.nodes,
        "geo-prior",
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["batch", 3])],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", species])],
        graph.weights,
    )
    return helper.make_model(described, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def write(model: GeoPrior, file: Path) -> int:
    """Bytes written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(store_as_fp16(to_onnx(model)), str(file))
    return file.stat().st_size
