"""Store some of an ONNX model's weights as 8-bit numbers with a scale for each row, and compute in fp32.

A row is what makes one output of a layer. The graph gets a Cast and a Mul for each such weight: any runtime folds them when it
starts the model, and the app does so before (src/runtime/optimise.ts). DequantizeLinear is not used, because onnxruntime keeps
it and computes it on every run.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LARGEST = 127


def to_rows(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The whole numbers, and the scales in a shape that multiplies them row by row."""
    if not np.all(np.isfinite(values)):
        raise ValueError("not finite")
    scales = np.abs(values).max(axis=tuple(range(1, values.ndim)), keepdims=True) / LARGEST
    scales = np.where(scales > 0, scales, 1).astype(np.float32)
    return np.clip(np.round(values / scales), -LARGEST, LARGEST).astype(np.int8), scales


def store_as_int8(model: onnx.ModelProto, names: frozenset[str]) -> onnx.ModelProto:
    """Return a copy of `model` whose initializers of these names are stored as 8-bit rows. A name that is not there is an error."""
    out = onnx.ModelProto()
    out.CopyFrom(model)
    nodes, scaled = [], []
    for tensor in out.graph.initializer:
        if tensor.name not in names:
            continue
        name = tensor.name
        numbers, scales = to_rows(numpy_helper.to_array(tensor))
        tensor.CopyFrom(numpy_helper.from_array(numbers, f"{name}__int8"))
        scaled.append(numpy_helper.from_array(scales, f"{name}__scales"))
        nodes.append(helper.make_node("Cast", [f"{name}__int8"], [f"{name}__whole"], name=f"{name}__to_fp32", to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [f"{name}__whole", f"{name}__scales"], [name], name=f"{name}__rows"))
    if len(scaled) != len(names):
        raise ValueError(f"not all of {sorted(names)} are initializers")
    nodes += out.graph.node
    del out.graph.node[:]
    out.graph.node.extend(nodes)
    out.graph.initializer.extend(scaled)
    onnx.checker.check_model(out)
    return out
