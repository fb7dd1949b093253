"""Computes tensors of a TensorFlow Lite graph with numpy: the arithmetic on shapes and indices, nothing of the network."""

from __future__ import annotations

from typing import Callable

import numpy as np

from lib.tflite_graph import Graph, Op


def strided_slice(values: np.ndarray, begin: np.ndarray, end: np.ndarray, strides: np.ndarray, masks: dict[str, int]) -> np.ndarray:
    if masks["EllipsisMask"] or masks["NewAxisMask"]:
        raise ValueError("STRIDED_SLICE with an ellipsis or a new axis")
    cut: list[int | slice] = []
    for axis, (first, last, step) in enumerate(zip(begin.tolist(), end.tolist(), strides.tolist())):
        if masks["ShrinkAxisMask"] >> axis & 1:
            cut.append(first)
        else:
            cut.append(slice(None if masks["BeginMask"] >> axis & 1 else first, None if masks["EndMask"] >> axis & 1 else last, step))
    return values[tuple(cut)]


def split_v(values: np.ndarray, sizes: np.ndarray, axis: np.ndarray) -> list[np.ndarray]:
    known = [int(s) for s in sizes]
    if -1 in known:
        known[known.index(-1)] = values.shape[int(axis)] - sum(s for s in known if s >= 0)
    return np.split(values, np.cumsum(known)[:-1], int(axis))


RULES: dict[str, Callable[..., np.ndarray | list[np.ndarray]]] = {
    "SHAPE": lambda op, x: np.array(x.shape, np.int32),
    "RESHAPE": lambda op, x, shape: x.reshape([int(n) for n in shape.ravel()]),
    "FLOOR_DIV": lambda op, a, b: a // b,
    "MUL": lambda op, a, b: a * b,
    "ADD": lambda op, a, b: a + b,
    "SUB": lambda op, a, b: a - b,
    "MAXIMUM": lambda op, a, b: np.maximum(a, b),
    "RANGE": lambda op, a, b, step: np.arange(int(a), int(b), int(step), dtype=np.int32),
    "PACK": lambda op, *parts: np.stack(parts, op.options["Axis"]),
    "CONCATENATION": lambda op, *parts: np.concatenate(parts, op.options["Axis"]),
    "GATHER": lambda op, x, where: np.take(x, where, op.options["Axis"]),
    "REDUCE_PROD": lambda op, x, axes: np.prod(x, tuple(int(a) for a in axes), dtype=x.dtype, keepdims=op.options["KeepDims"]),
    "STRIDED_SLICE": lambda op, x, a, b, s: strided_slice(x, a, b, s, op.options),
    "SPLIT_V": lambda op, x, sizes, axis: split_v(x, sizes, axis),
}


def apply_rule(op: Op, values: list[np.ndarray]) -> list[np.ndarray]:
    if op.kind not in RULES:
        raise ValueError(f"{op.kind}: not arithmetic on shapes or indices")
    result = RULES[op.kind](op, *values)
    return result if isinstance(result, list) else [np.asarray(result)]


def evaluate(graph: Graph, tensor: int, given: dict[int, np.ndarray]) -> np.ndarray:
    """The value of `tensor` when the tensors of `given` have these values."""
    known = {**graph.constants, **given}

    def value(index: int) -> np.ndarray:
        if index not in known:
            op = graph.maker(index)
            if op is None:
                raise ValueError(f"tensor {index} has neither a value nor a maker")
            known.update(zip(op.outputs, apply_rule(op, [value(i) for i in op.inputs])))
        return known[index]

    return value(tensor)
