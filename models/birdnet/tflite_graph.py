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
class Graph:
    ops: tuple[Op, ...]
    constants: dict[int, np.ndarray]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]

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


def read(file: Path) -> Graph:
    """The file's only subgraph. Half-precision constants stay half-precision: the file says where they grow (DEQUANTIZE)."""
    model = tflite.Model.GetRootAsModel(file.read_bytes(), 0)
    if model.SubgraphsLength() != 1:
        raise ValueError(f"{file}: {model.SubgraphsLength()} subgraphs, expected one")
    sub = model.Subgraphs(0)
    made = {int(t) for i in range(sub.OperatorsLength()) for t in sub.Operators(i).OutputsAsNumpy()}
    inputs = tuple(int(t) for t in sub.InputsAsNumpy())
    constants = {}
    for index in range(sub.TensorsLength()):
        tensor = sub.Tensors(index)
        if index in made or index in inputs or tensor.Type() not in DTYPES:
            continue
        buffer = model.Buffers(tensor.Buffer())
        raw = buffer.DataAsNumpy().tobytes() if buffer.DataLength() else b""
        shape = tensor.ShapeAsNumpy().tolist() if tensor.ShapeLength() else []
        constants[index] = np.frombuffer(raw, DTYPES[tensor.Type()]).reshape(shape)
    ops = []
    for index in range(sub.OperatorsLength()):
        op = sub.Operators(index)
        code = model.OperatorCodes(op.OpcodeIndex())
        # Old files keep the code in a byte of its own; the larger of the two fields is the one in use.
        kind = KINDS[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
        sides = (tuple(int(t) for t in side) for side in (op.InputsAsNumpy(), op.OutputsAsNumpy()))
        ops.append(Op(kind, *sides, read_options(op, kind)))
    return Graph(tuple(ops), constants, inputs, tuple(int(t) for t in sub.OutputsAsNumpy()))
