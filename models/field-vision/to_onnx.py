"""Writes the field classifier as an ONNX graph without weights: they stay in the TensorFlow Lite file at its public address.

ONNX calls that external data: an initializer names a file, an offset and a length. The graph turns the file's 8-bit
numbers into floats (cast, minus zero, times scale, axes in another order); onnxruntime does that once, when it loads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import onnx
import tflite
from onnx import TensorProto, helper, numpy_helper

from lib.tflite_graph import Graph, Held, Op
from lib.tflite_ops import WRITE, Value, Writer

OPSET = 17
# Not clipped: what goes in was inside its range already, and what comes out is a probability.
UNCLIPPED = frozenset({"SOFTMAX", "RESHAPE"})


@dataclass
class ReferringWriter(Writer):
    """Writes quantised constants as references to where they lie in the file."""

    held: dict[int, Held] | None = None
    weights_file: str = ""

    def __post_init__(self) -> None:
        self.references: list[onnx.TensorProto] = []

    def stored(self, tensor: int, array: np.ndarray, axes: tuple[int, ...] | None = None) -> str:
        place = (self.held or {}).get(tensor)
        if place is None:
            return super().stored(tensor, array, axes)
        floats = self.node("Cast", self.refer(tensor, place), to=TensorProto.FLOAT)
        if place.zero != 0:
            floats = self.node("Sub", floats, self.weight(np.float32(place.zero)))
        values = self.node("Mul", floats, self.weight(place.scale))
        return values if axes is None else self.node("Transpose", values, perm=axes)

    def refer(self, tensor: int, place: Held) -> str:
        kind = helper.np_dtype_to_tensor_dtype(place.numbers.dtype)
        reference = TensorProto(name=f"held{tensor}", data_type=kind, dims=place.numbers.shape)
        reference.data_location = TensorProto.EXTERNAL
        for key, value in (("location", self.weights_file), ("offset", place.offset), ("length", place.numbers.nbytes)):
            reference.external_data.add(key=key, value=str(value))
        self.references.append(reference)
        return reference.name


def clip_range(op: Op, graph: Graph) -> tuple[float, float] | None:
    """What the original cuts an operator's output off at: the ends of its 8 bits, and those of its activation."""
    held = graph.ranges.get(op.outputs[0])
    if held is None or op.kind in UNCLIPPED:
        return None
    low, high = held
    fused = op.options.get("FusedActivationFunction", tflite.ActivationFunctionType.NONE)
    if fused == tflite.ActivationFunctionType.NONE:
        return low, high
    if fused == tflite.ActivationFunctionType.RELU6:
        return max(low, 0.0), min(high, 6.0)
    raise ValueError(f"{op.kind} with activation {fused}")


def write_op(writer: Writer, op: Op, graph: Graph) -> Value:
    inputs = [writer.values[i] for i in op.inputs]
    ends = clip_range(op, graph)
    if ends is None:
        return WRITE[op.kind](writer, op, *inputs)
    bare = replace(op, options={**op.options, "FusedActivationFunction": tflite.ActivationFunctionType.NONE})
    result = WRITE[op.kind](writer, bare, *inputs)
    low, high = (writer.weight(np.float32(end)) for end in ends)
    return Value(writer.node("Clip", result.name, low, high), result.shape)


def to_onnx(graph: Graph, side: int, weights_file: str, names: tuple[str, str]) -> onnx.ModelProto:
    """The graph for one square RGB photo of this side, channels first; `weights_file` is named, not read."""
    start = Value(names[0], (1, side, side, 3))
    writer = ReferringWriter({**graph.constants, graph.inputs[0]: start}, held=graph.held, weights_file=weights_file)
    for op in graph.ops:
        if op.kind not in WRITE:
            raise ValueError(f"{op.kind}: no rule to write it as ONNX")
        writer.values[op.outputs[0]] = write_op(writer, op, graph)
    result = writer.values[graph.outputs[0]]
    writer.nodes.append(helper.make_node("Identity", [result.name], [names[1]], name=names[1]))
    described = helper.make_graph(
        writer.nodes,
        "field-classifier",
        [helper.make_tensor_value_info(names[0], TensorProto.FLOAT, [1, 3, side, side])],
        [helper.make_tensor_value_info(names[1], TensorProto.FLOAT, [1, result.shape[-1]])],
        [numpy_helper.from_array(array, name) for name, array in writer.weights.items()] + writer.references,
    )
    return helper.make_model(described, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
