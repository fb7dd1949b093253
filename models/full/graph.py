"""What every exported graph goes through: one precision, constants folded, small weights in fp32 and large ones in fp16."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, numpy_helper

from lib.onnx_fp16 import store_as_fp16


def in_single_precision(model: onnx.ModelProto) -> onnx.ModelProto:
    """The tracer writes some reference points in double precision, which no browser's GridSample takes."""

    def single(tensor: onnx.TensorProto) -> None:
        if tensor.data_type == TensorProto.DOUBLE:
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float32), tensor.name))

    for tensor in model.graph.initializer:
        single(tensor)
    for node in model.graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.TENSOR:
                single(attribute.t)
            if node.op_type == "Cast" and attribute.name == "to" and attribute.i == TensorProto.DOUBLE:
                attribute.i = TensorProto.FLOAT
    del model.graph.value_info[:]
    return model


def folded(model: onnx.ModelProto) -> onnx.ModelProto:
    """Computes what depends on no input. Only plain ONNX operators come out: the app's runtime has no other."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.onnx", Path(folder) / "after.onnx"
        onnx.save(model, str(before))
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(after)
        onnxruntime.InferenceSession(str(before), options, providers=["CPUExecutionProvider"])
        result = onnx.load(str(after))
    foreign = {node.op_type for node in result.graph.node if node.domain not in ("", "ai.onnx")}
    if foreign:
        raise ValueError(f"operators outside ONNX: {sorted(foreign)}")
    for imported in list(result.opset_import):
        if imported.domain not in ("", "ai.onnx"):
            result.opset_import.remove(imported)
    for node in result.graph.node:
        node.doc_string = ""
    return result


def save(model: onnx.ModelProto, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    single = in_single_precision(model)
    smaller = folded(single)
    # What folding made (masks, positions) keeps full precision: it may hold infinities, and is small.
    weights = {tensor.name for tensor in single.graph.initializer}
    made = frozenset(tensor.name for tensor in smaller.graph.initializer if tensor.name not in weights)
    onnx.save(store_as_fp16(smaller, keep=made), str(path))
