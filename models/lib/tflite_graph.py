"""A TensorFlow Lite file as plain Python: operators in order, constants as numpy arrays, who makes and who uses a tensor."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import tflite

KINDS = {number: name for name, number in vars(tflite.BuiltinOperator).items() if isinstance(number, int)}
DTYPES = {
    tflite.TensorType.FLOAT32: np.float32,
    tflite.TensorType.FLOAT16: np.float16,
    tflite.TensorType.UINT8: np.uint8,
    tflite.TensorType.INT32: np.int32,
    tflite.TensorType.INT64: np.int64,
    tflite.TensorType.BOOL: np.bool_,
}
# What the writer has to know of an operator beyond its inputs.
OPTIONS = {
    "CONV_2D": (tflite.Conv2DOptions, ("Padding", "StrideH", "StrideW", "DilationHFactor", "DilationWFactor", "FusedActivationFunction")),
    "DEPTHWISE_CONV_2D": (
        tflite.DepthwiseConv2DOptions,
        ("Padding", "StrideH", "StrideW", "DilationHFactor", "DilationWFactor", "DepthMultiplier", "FusedActivationFunction"),
    ),
    "AVERAGE_POOL_2D": (tflite.Pool2DOptions, ("Padding", "StrideH", "StrideW", "FilterHeight", "FilterWidth", "FusedActivationFunction")),
    "MAX_POOL_2D": (tflite.Pool2DOptions, ("Padding", "StrideH", "StrideW", "FilterHeight", "FilterWidth", "FusedActivationFunction")),
    "SOFTMAX": (tflite.SoftmaxOptions, ("Beta",)),
    "FULLY_CONNECTED": (tflite.FullyConnectedOptions, ("KeepNumDims", "FusedActivationFunction")),
    "ADD": (tflite.AddOptions, ("FusedActivationFunction",)),
    "SUB": (tflite.SubOptions, ("FusedActivationFunction",)),
    "MUL": (tflite.MulOptions, ("FusedActivationFunction",)),
    "DIV": (tflite.DivOptions, ("FusedActivationFunction",)),
    "MEAN": (tflite.ReducerOptions, ("KeepDims",)),
    "REDUCE_MIN": (tflite.ReducerOptions, ("KeepDims",)),
    "REDUCE_MAX": (tflite.ReducerOptions, ("KeepDims",)),
    "REDUCE_PROD": (tflite.ReducerOptions, ("KeepDims",)),
    "CONCATENATION": (tflite.ConcatenationOptions, ("Axis", "FusedActivationFunction")),
    "PACK": (tflite.PackOptions, ("Axis",)),
    "GATHER": (tflite.GatherOptions, ("Axis", "BatchDims")),
    "STRIDED_SLICE": (tflite.StridedSliceOptions, ("BeginMask", "EndMask", "EllipsisMask", "NewAxisMask", "ShrinkAxisMask")),
}


@dataclass(frozen=True)
class Op:
    kind: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Held:
    """Where a quantised constant lies in the file: whole numbers, each standing for (number - zero) * scale."""

    offset: int
    numbers: np.ndarray
    scale: np.float32
    zero: int

    def values(self) -> np.ndarray:
        return (self.numbers.astype(np.float32) - np.float32(self.zero)) * self.scale


@dataclass(frozen=True)
class Graph:
    ops: tuple[Op, ...]
    constants: dict[int, np.ndarray]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    held: dict[int, Held] = field(default_factory=dict)
    """The constants that are quantised in the file; `constants` has what they stand for."""
    ranges: dict[int, tuple[float, float]] = field(default_factory=dict)
    """The least and the largest number that a quantised tensor can hold: the original cuts off there."""

    def maker(self, tensor: int) -> Op | None:
        return next((op for op in self.ops if tensor in op.outputs), None)

    def users(self, tensor: int) -> list[Op]:
        return [op for op in self.ops if tensor in op.inputs]


def read_options(op: Any, kind: str) -> dict[str, Any]:
    table = op.BuiltinOptions()
    if kind not in OPTIONS or table is None:
        return {}
    reader, names = OPTIONS[kind]
    options = reader()
    options.Init(table.Bytes, table.Pos)
    return {name: getattr(options, name)() for name in names}


def quantisation(tensor: Any) -> tuple[np.float32, int] | None:
    """Scale and zero of a tensor of whole numbers; None where its numbers stand for themselves."""
    stated = tensor.Quantization()
    if tensor.Type() not in (tflite.TensorType.UINT8, tflite.TensorType.INT32) or not stated or stated.ScaleLength() == 0:
        return None
    if stated.ScaleLength() != 1:
        raise ValueError(f"{tensor.Name()}: a scale for each channel")
    return np.float32(stated.Scale(0)), int(stated.ZeroPoint(0))


def read(file: Path) -> Graph:
    """The file's only subgraph. Half-precision constants stay half-precision: the file says where they grow (DEQUANTIZE)."""
    content = np.frombuffer(file.read_bytes(), np.uint8)
    model = tflite.Model.GetRootAsModel(content.data, 0)
    if model.SubgraphsLength() != 1:
        raise ValueError(f"{file}: {model.SubgraphsLength()} subgraphs, expected one")
    sub = model.Subgraphs(0)
    made = {int(t) for i in range(sub.OperatorsLength()) for t in sub.Operators(i).OutputsAsNumpy()}
    inputs = tuple(int(t) for t in sub.InputsAsNumpy())
    constants, held, ranges = {}, {}, {}
    for index in range(sub.TensorsLength()):
        tensor = sub.Tensors(index)
        if tensor.Type() not in DTYPES:
            continue
        quantised = quantisation(tensor)
        if index in made or index in inputs:
            if quantised is not None:
                scale, zero = quantised
                ranges[index] = (float(scale * (0 - zero)), float(scale * (255 - zero)))
            continue
        buffer = model.Buffers(tensor.Buffer())
        raw = buffer.DataAsNumpy() if buffer.DataLength() else content[:0]
        shape = tensor.ShapeAsNumpy().tolist() if tensor.ShapeLength() else []
        constants[index] = np.frombuffer(raw.tobytes(), DTYPES[tensor.Type()]).reshape(shape)
        if quantised is not None:
            # A view of the file's own bytes: how far it begins after them is where the numbers lie.
            held[index] = Held(raw.ctypes.data - content.ctypes.data, constants[index], *quantised)
            constants[index] = held[index].values()
    ops = []
    for index in range(sub.OperatorsLength()):
        op = sub.Operators(index)
        code = model.OperatorCodes(op.OpcodeIndex())
        # Old files keep the code in a byte of its own; the larger of the two fields is the one in use.
        kind = KINDS[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
        sides = (tuple(int(t) for t in side) for side in (op.InputsAsNumpy(), op.OutputsAsNumpy()))
        ops.append(Op(kind, *sides, read_options(op, kind)))
    return Graph(tuple(ops), constants, inputs, tuple(int(t) for t in sub.OutputsAsNumpy()), held, ranges)
