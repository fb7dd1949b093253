"""Writes single operators of TensorFlow Lite as ONNX: those that the recipes need (BirdNET, the field classifier), and no others.

Pictures are batch x height x width x channels in TensorFlow Lite and batch x channels x height x width in ONNX. Every
tensor of rank 4 is written the second way; `shape` below is always the first. The batch is left open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable

import numpy as np
import onnx
import tflite
from onnx import helper

from lib.tflite_graph import Op

TO_NCHW = (0, 3, 1, 2)


@dataclass
class Value:
    name: str
    shape: tuple[int, ...]
    """As TensorFlow Lite has it, for a batch of one."""


@dataclass
class Writer:
    values: dict[int, Value | np.ndarray]
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: dict[str, np.ndarray] = field(default_factory=dict)

    def weight(self, array: np.ndarray, name: str | None = None) -> str:
        name = name or f"w{len(self.weights)}"
        self.weights[name] = np.ascontiguousarray(array)
        return name

    def stored(self, tensor: int, array: np.ndarray, axes: tuple[int, ...] | None = None) -> str:
        """A constant of the file, its axes in another order if need be. Written out here; a recipe may refer to the file instead."""
        return self.weight(array if axes is None else array.transpose(axes))

    def node(self, kind: str, *inputs: str, **attributes) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def operand(self, value: Value | np.ndarray, rank: int) -> str:
        """The name of an operand of elementwise arithmetic on tensors of this rank; constants get the layout of the others."""
        if isinstance(value, Value):
            return value.name
        if rank == 4 and value.ndim > 0:
            value = value.reshape((1,) * (4 - value.ndim) + value.shape).transpose(TO_NCHW)
        return self.weight(value.astype(np.float32))


def axis_in_onnx(axis: int, rank: int) -> int:
    axis %= rank
    return TO_NCHW.index(axis) if rank == 4 else axis


def same_padding(size: int, kernel: int, stride: int) -> tuple[int, int]:
    """TensorFlow's SAME: as many steps as size / stride, rounded up, the odd sample of padding at the end."""
    missing = max((-(-size // stride) - 1) * stride + kernel - size, 0)
    return missing // 2, missing - missing // 2


def window(op: Op, shape: tuple[int, ...], kernel: tuple[int, int]) -> tuple[dict, tuple[int, int]]:
    """ONNX attributes of a sliding window, and the height and width that come out."""
    if op.options.get("DilationHFactor", 1) != 1 or op.options.get("DilationWFactor", 1) != 1:
        raise ValueError(f"{op.kind} with dilation")
    strides = (op.options["StrideH"], op.options["StrideW"])
    pads = [(0, 0), (0, 0)]
    if op.options["Padding"] == tflite.Padding.SAME:
        pads = [same_padding(size, k, s) for size, k, s in zip(shape[1:3], kernel, strides)]
    out = tuple((size + sum(pad) - k) // s + 1 for size, pad, k, s in zip(shape[1:3], pads, kernel, strides))
    return {"kernel_shape": kernel, "strides": strides, "pads": [pads[0][0], pads[1][0], pads[0][1], pads[1][1]]}, out


def activated(writer: Writer, op: Op, name: str) -> str:
    kind = op.options.get("FusedActivationFunction", tflite.ActivationFunctionType.NONE)
    if kind == tflite.ActivationFunctionType.NONE:
        return name
    if kind == tflite.ActivationFunctionType.RELU:
        return writer.node("Relu", name)
    if kind == tflite.ActivationFunctionType.RELU6:
        return writer.node("Clip", name, writer.weight(np.float32(0)), writer.weight(np.float32(6)))
    raise ValueError(f"{op.kind} with activation {kind}")


def convolution(writer: Writer, op: Op, x: Value, kernel: np.ndarray, bias: np.ndarray) -> Value:
    depthwise = op.kind == "DEPTHWISE_CONV_2D"
    if depthwise and op.options["DepthMultiplier"] != 1:
        raise ValueError("DEPTHWISE_CONV_2D with several outputs a channel")
    # Stored as out x height x width x in, or for depthwise as 1 x height x width x channels.
    axes = (3, 0, 1, 2) if depthwise else (0, 3, 1, 2)
    attributes, size = window(op, x.shape, kernel.shape[1:3])
    groups = x.shape[3] if depthwise else 1
    weights = (writer.stored(op.inputs[1], kernel, axes), writer.stored(op.inputs[2], bias))
    name = writer.node("Conv", x.name, *weights, group=groups, **attributes)
    return Value(activated(writer, op, name), (1, *size, kernel.shape[axes[0]]))


def pool(writer: Writer, op: Op, x: Value) -> Value:
    attributes, size = window(op, x.shape, (op.options["FilterHeight"], op.options["FilterWidth"]))
    kind, more = ("MaxPool", {}) if op.kind == "MAX_POOL_2D" else ("AveragePool", {"count_include_pad": 0})
    return Value(activated(writer, op, writer.node(kind, x.name, **attributes, **more)), (1, *size, x.shape[3]))


def arithmetic(kind: str) -> Callable[..., Value]:
    def write(writer: Writer, op: Op, *sides: Value | np.ndarray) -> Value:
        shape = np.broadcast_shapes(*(side.shape for side in sides))
        name = writer.node(kind, *(writer.operand(side, len(shape)) for side in sides))
        return Value(activated(writer, op, name), shape)

    return write


def reduction(kind: str) -> Callable[..., Value]:
    def write(writer: Writer, op: Op, x: Value, axes: np.ndarray) -> Value:
        rank, keep = len(x.shape), bool(op.options["KeepDims"])
        chosen = {int(a) % rank for a in axes.ravel()}
        if rank == 4 and not keep and chosen != {1, 2}:
            raise ValueError(f"{op.kind} over {sorted(chosen)} of a picture")
        inside = sorted(axis_in_onnx(a, rank) for a in chosen)
        name = writer.node(kind, x.name, axes=inside, keepdims=int(keep))
        shape = tuple(1 if i in chosen else n for i, n in enumerate(x.shape) if keep or i not in chosen)
        return Value(name, shape)

    return write


def reshape(writer: Writer, op: Op, x: Value, shape: np.ndarray) -> Value:
    wanted = tuple(int(n) for n in shape)
    if len(x.shape) != 2 or wanted != (1, 1, 1, x.shape[1]):
        raise ValueError(f"RESHAPE of {x.shape} to {wanted}")
    return Value(writer.node("Unsqueeze", x.name, writer.weight(np.array([2, 3], np.int64))), wanted)


def pad(writer: Writer, op: Op, x: Value, amounts: np.ndarray) -> Value:
    before, after = (amounts[list(TO_NCHW), side] for side in (0, 1))
    name = writer.node("Pad", x.name, writer.weight(np.concatenate([before, after]).astype(np.int64)))
    return Value(name, tuple(int(n + sum(a)) for n, a in zip(x.shape, amounts)))


def concatenate(writer: Writer, op: Op, *parts: Value) -> Value:
    rank, axis = len(parts[0].shape), op.options["Axis"] % len(parts[0].shape)
    name = writer.node("Concat", *(part.name for part in parts), axis=axis_in_onnx(axis, rank))
    shape = list(parts[0].shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    return Value(activated(writer, op, name), tuple(shape))


def fully_connected(writer: Writer, op: Op, x: Value, matrix: np.ndarray, bias: np.ndarray) -> Value:
    if len(x.shape) == 4 and x.shape[1:3] != (1, 1):
        raise ValueError(f"FULLY_CONNECTED of a picture of {x.shape}")
    rows = x.name if len(x.shape) == 2 else writer.node("Flatten", x.name)
    name = writer.node("Gemm", rows, writer.stored(op.inputs[1], matrix), writer.stored(op.inputs[2], bias), transB=1)
    return Value(activated(writer, op, name), (1, matrix.shape[0]))


def column(writer: Writer, op: Op, x: Value, begin: np.ndarray, end: np.ndarray, strides: np.ndarray) -> Value:
    """One column of a table, as `table[:, i]`: kept as batch x 1, and EXPAND_DIMS then has nothing to do."""
    whole_batch = op.options["BeginMask"] & 1 and op.options["EndMask"] & 1
    if not whole_batch or op.options["ShrinkAxisMask"] != 2 or strides.tolist() != [1, 1]:
        raise ValueError("STRIDED_SLICE that is not one column")
    first = int(begin[1])
    cut = (writer.weight(np.array([n], np.int64)) for n in (first, first + 1, 1))
    return Value(writer.node("Slice", x.name, *cut), (1, 1))


def expand(writer: Writer, op: Op, x: Value, axis: np.ndarray) -> Value:
    if x.shape != (1, 1) or int(axis) not in (1, -1):
        raise ValueError(f"EXPAND_DIMS of {x.shape} at {int(axis)}")
    return x


def simple(kind: str) -> Callable[..., Value]:
    return lambda writer, op, x: Value(writer.node(kind, x.name), x.shape)


def softmax(writer: Writer, op: Op, x: Value) -> Value:
    if op.options["Beta"] != 1:
        raise ValueError(f"SOFTMAX with a factor of {op.options['Beta']}")
    return Value(writer.node("Softmax", x.name), x.shape)


def select(writer: Writer, op: Op, condition: Value, yes: np.ndarray, no: np.ndarray) -> Value:
    return Value(writer.node("Where", condition.name, *(writer.operand(side, 2) for side in (yes, no))), condition.shape)


WRITE: dict[str, Callable[..., Value]] = {
    "CONV_2D": convolution,
    "DEPTHWISE_CONV_2D": convolution,
    "AVERAGE_POOL_2D": pool,
    "MAX_POOL_2D": pool,
    "ADD": arithmetic("Add"),
    "SUB": arithmetic("Sub"),
    "MUL": arithmetic("Mul"),
    "DIV": arithmetic("Div"),
    "GREATER": arithmetic("Greater"),
    "LESS": arithmetic("Less"),
    "LOGISTIC": simple("Sigmoid"),
    "SIN": simple("Sin"),
    "SOFTMAX": softmax,
    "REDUCE_MIN": reduction("ReduceMin"),
    "REDUCE_MAX": reduction("ReduceMax"),
    "MEAN": reduction("ReduceMean"),
    "RESHAPE": reshape,
    "PAD": pad,
    "CONCATENATION": concatenate,
    "FULLY_CONNECTED": fully_connected,
    "STRIDED_SLICE": column,
    "EXPAND_DIMS": expand,
    "SELECT_V2": select,
}
