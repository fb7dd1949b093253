"""The part of BirdNET that the student keeps: everything up to its last stage but one, as it is, never trained again.

Those layers were learnt from far more recordings than we have, and hold a ninth of the weights; the last stage and the
6,522 outputs hold the rest. What a few hundred recordings can teach is a small head on top of them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper, shape_inference

INPUT, MAP = "waveform", "map"


def trunk_end(model: onnx.ModelProto) -> tuple[str, tuple[int, int, int]]:
    """Name and size (channels, height, width) of what the last residual block of the last stage but one gives."""
    fixed = onnx.ModelProto()
    fixed.CopyFrom(model)
    fixed.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 1
    known = shape_inference.infer_shapes(fixed).graph
    shapes = {v.name: [d.dim_value for d in v.type.tensor_type.shape.dim] for v in known.value_info}
    sums = [(node.output[0], shapes.get(node.output[0], [])) for node in model.graph.node if node.op_type == "Add"]
    pictures = [(name, tuple(shape[1:])) for name, shape in sums if len(shape) == 4]
    heights = sorted({size[1] for _, size in pictures})
    if len(heights) < 2:
        raise ValueError("the teacher has no stages to cut between")
    return [(name, size) for name, size in pictures if size[1] == heights[1]][-1]


def needed_nodes(model: onnx.ModelProto, output: str) -> list[onnx.NodeProto]:
    makers = {name: node for node in model.graph.node for name in node.output}
    wanted, seen = [output], set()
    while wanted:
        node = makers.get(wanted.pop())
        if node is not None and node.name not in seen:
            seen.add(node.name)
            wanted += node.input
    return [node for node in model.graph.node if node.name in seen]


def with_map(model: onnx.ModelProto) -> onnx.ModelProto:
    """The whole teacher with two outputs more: what the trunk gives, and what goes into the last layer."""
    out = onnx.ModelProto()
    out.CopyFrom(model)
    last = next(node for node in reversed(model.graph.node) if node.op_type == "Gemm")
    for name in (trunk_end(model)[0], last.input[0]):
        out.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    return out


def halve_kernel(values: np.ndarray, name: str) -> tuple[list[onnx.NodeProto], list[onnx.TensorProto]]:
    """A spectrogram's kernel is its own mirror image (a cosine under a Hann window): store one half, put it together on loading."""
    half = values.shape[2] // 2
    mirrored = values[:, :, half + 1 :][:, :, ::-1]
    if np.abs(values[:, :, 1:half] - mirrored).max() > 1e-4 * np.abs(values).max():
        raise ValueError(f"{name}: not its own mirror image")
    numbers = {"from": half - 1, "to": 0, "axis": 2, "by": -1}
    weights = [numpy_helper.from_array(np.ascontiguousarray(values[:, :, : half + 1]), f"{name}_half")]
    weights += [numpy_helper.from_array(np.array([n], np.int64), f"{name}_{key}") for key, n in numbers.items()]
    slice_inputs = [f"{name}_half", *(f"{name}_{key}" for key in numbers)]
    return [
        helper.make_node("Slice", slice_inputs, [f"{name}_mirror"], name=f"{name}_mirror"),
        helper.make_node("Concat", [f"{name}_half", f"{name}_mirror"], [name], name=name, axis=2),
    ], weights


def cut_trunk(model: onnx.ModelProto) -> tuple[list[onnx.NodeProto], list[onnx.TensorProto]]:
    """Nodes and weights of the trunk; its result is called MAP."""
    end, _ = trunk_end(model)
    nodes = [onnx.NodeProto.FromString(node.SerializeToString()) for node in needed_nodes(model, end)]
    for node in nodes:
        node.output[:] = [MAP if name == end else name for name in node.output]
    used = {name for node in nodes for name in node.input}
    weights, first = [], []
    for tensor in model.graph.initializer:
        if tensor.name not in used:
            continue
        if tensor.name.startswith("spectrogram"):
            more, halves = halve_kernel(numpy_helper.to_array(tensor), tensor.name)
            first += more
            weights += halves
        else:
            weights.append(tensor)
    return first + nodes, weights


def last_layer(model: onnx.ModelProto) -> tuple[np.ndarray, np.ndarray]:
    """Weights (labels x features) and bias of the teacher's last layer."""
    last = next(node for node in reversed(model.graph.node) if node.op_type == "Gemm")
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    weights, bias = (stored.get(name, stored.get(f"{name}__fp16")) for name in last.input[1:3])
    return weights.astype(np.float32), bias.astype(np.float32)


def load(file: Path) -> onnx.ModelProto:
    return onnx.load(str(file))
