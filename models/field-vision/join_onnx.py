"""Writes the second head and the join (head.py) behind the published layer, into the graph of the field classifier."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from head import GATE_SCALE, HEAD, LEAST, PUBLISHED, BOTH, Discriminant, Join, Union


class Nodes:
    """Nodes and constants to be added to a graph; names begin with `head`, so that none clashes."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, values: np.ndarray) -> str:
        name = f"head-constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind: str, *inputs: str, **attributes: object) -> str:
        name = f"head-{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def numbers(self, *values: int) -> str:
        return self.constant(np.array(values, dtype=np.int64))

    def floats(self, values: np.ndarray) -> str:
        return self.constant(np.asarray(values, dtype=np.float32))


def head_scores(to: Nodes, features: str, head: Discriminant, union: Union) -> str:
    """Scores by label of the union; 0 where the head does not know it."""
    rows, scale = head.in_eight_bits()
    weights = to.node("Mul", to.node("Cast", to.constant(rows), to=TensorProto.FLOAT), to.floats(scale[:, None]))
    scores = to.node("Gemm", features, weights, to.floats(head.bias), transB=1)
    with_none = to.node("Concat", scores, to.floats(np.zeros((1, 1))), axis=1)
    return to.node("Gather", with_none, to.constant(np.where(union.row >= 0, union.row, len(head.labels)).astype(np.int64)), axis=1)


def by_label(to: Nodes, probabilities: str, outputs: int, union: Union) -> str:
    """The published layer's probabilities by label of the union: the sum where a species has several outputs."""
    most = max(len(columns) for columns in union.columns)
    table = np.full((len(union.labels), most), outputs, dtype=np.int64)
    for label, columns in enumerate(union.columns):
        table[label, : len(columns)] = columns
    with_none = to.node("Concat", probabilities, to.floats(np.zeros((1, 1))), axis=1)
    return to.node("ReduceSum", to.node("Gather", with_none, to.constant(table), axis=1), to.numbers(2), keepdims=0)


def logarithm(to: Nodes, values: str) -> str:
    return to.node("Log", to.node("Max", values, to.floats(np.array(LEAST))))


def gate_facts(to: Nodes, scores: str, whole: str, union: Union) -> str:
    def of_kind(values: str, kind: int) -> str:
        return to.node("Gather", values, to.constant(np.flatnonzero(union.kind == kind).astype(np.int64)), axis=1)

    best = [to.node("ReduceMax", of_kind(scores, kind), axes=[1], keepdims=1) for kind in (BOTH, HEAD)]
    given = [logarithm(to, to.node("ReduceSum", of_kind(whole, kind), to.numbers(1), keepdims=1)) for kind in (PUBLISHED, BOTH)]
    return to.node("Div", to.node("Concat", *best, *given, axis=1), to.floats(GATE_SCALE[None]))


def with_head(model: onnx.ModelProto, outputs: int, head: Discriminant, join: Join, union: Union) -> onnx.ModelProto:
    """The graph with the join's probabilities, by label of the union, in place of the published layer's `outputs`."""
    graph = model.graph
    last = graph.node.pop()
    features = [node for node in graph.node if node.op_type == "Gemm"][-1].input[0]
    to = Nodes()
    scores = head_scores(to, features, head, union)
    whole = by_label(to, last.input[0], outputs, union)
    gate = to.node("Gemm", gate_facts(to, scores, whole, union), to.floats(join.gate[union.kind, :4]), to.floats(join.gate[union.kind, 4]), transB=1)
    said = to.node("Mul", logarithm(to, whole), to.floats(join.published[union.kind][None]))
    added = to.node("Mul", scores, to.floats(join.head[union.kind][None]))
    result = to.node("Softmax", to.node("Add", to.node("Add", said, added), gate), axis=1)
    graph.node.extend(to.nodes)
    graph.node.append(helper.make_node("Identity", [result], list(last.output), name=last.name))
    graph.initializer.extend(to.constants)
    graph.output[0].type.tensor_type.shape.dim[1].dim_value = len(union.labels)
    return model
