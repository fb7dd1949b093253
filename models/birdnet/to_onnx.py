"""Writes a TensorFlow Lite graph as an ONNX model: spectrograms as convolutions, everything else operator by operator."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from evaluate import RULES, apply_rule
from front_end import Spectrogram, find_spectrograms
from lib.tflite_ops import WRITE, Value, Writer
from lib.tflite_graph import Graph, Op

OPSET = 17
# Weights whose names start so keep full precision: as fp16 the scores change by up to a half.
EXACT = "spectrogram"
# Keeps the logarithm finite, far below anything that could be heard.
LEAST_ENERGY = 1e-36


def write_spectrogram(writer: Writer, spectrogram: Spectrogram, number: int) -> Value:
    signal = writer.values[spectrogram.signal]
    kernel = writer.weight(spectrogram.kernel, f"{EXACT}{number}")
    one = np.array([1], np.int64)
    bands = writer.node("Conv", writer.node("Unsqueeze", signal.name, writer.weight(one)), kernel, strides=[spectrogram.step])
    # Not Pow, whose shader onnxruntime 1.30 gets wrong on WebGPU: the exponential of a multiple of the logarithm.
    energy = writer.node("Max", writer.node("Mul", bands, bands), writer.weight(np.float32(LEAST_ENERGY)))
    scaled = writer.node("Mul", writer.node("Log", energy), writer.weight(np.float32(spectrogram.exponent)))
    power = writer.node("Exp", scaled)
    name = writer.node("Unsqueeze", power, writer.weight(one))
    return Value(name, (1, spectrogram.kernel.shape[0], spectrogram.frames, 1))


def needed_for(graph: Graph, tensors: set[int], given: set[int]) -> set[int]:
    """Positions of the operators that `tensors` need, if the tensors of `given` are there already."""
    makers = {tensor: position for position, op in enumerate(graph.ops) for tensor in op.outputs}
    needed, waiting, seen = set(), list(tensors), set(given)
    while waiting:
        tensor = waiting.pop()
        if tensor not in seen and tensor in makers:
            needed.add(makers[tensor])
            waiting += graph.ops[makers[tensor]].inputs
        seen.add(tensor)
    return needed


def write_op(writer: Writer, op: Op) -> None:
    inputs = [writer.values[i] for i in op.inputs if i >= 0]
    if op.kind == "DEQUANTIZE":
        writer.values[op.outputs[0]] = inputs[0].astype(np.float32)
    elif op.kind == "SHAPE":
        writer.values[op.outputs[0]] = np.array(inputs[0].shape, np.int32)
    elif op.kind in RULES and all(isinstance(value, np.ndarray) for value in inputs):
        writer.values.update(zip(op.outputs, apply_rule(op, inputs)))
    elif op.kind in WRITE:
        writer.values[op.outputs[0]] = WRITE[op.kind](writer, op, *inputs)
    else:
        raise ValueError(f"{op.kind}: no rule to write it as ONNX")


def to_onnx(graph: Graph, width: int, input_name: str, output_name: str) -> tuple[onnx.ModelProto, frozenset[str]]:
    """The model for inputs of batch x `width`, and the names of the weights that must keep full precision."""
    writer = Writer({**graph.constants, graph.inputs[0]: Value(input_name, (1, width))})
    spectrograms = {s.picture: (number, s) for number, s in enumerate(find_spectrograms(graph, width))}
    needed = needed_for(graph, set(graph.outputs), set(spectrograms))
    needed |= needed_for(graph, {s.signal for _, s in spectrograms.values()}, set())
    for position, op in enumerate(graph.ops):
        if position in needed:
            write_op(writer, op)
        for picture in set(op.outputs) & set(spectrograms):
            number, spectrogram = spectrograms[picture]
            writer.values[picture] = write_spectrogram(writer, spectrogram, number)
    result = writer.values[graph.outputs[0]]
    writer.nodes.append(helper.make_node("Identity", [result.name], [output_name], name=output_name))
    described = helper.make_graph(
        writer.nodes,
        "birdnet",
        [helper.make_tensor_value_info(input_name, TensorProto.FLOAT, ["batch", width])],
        [helper.make_tensor_value_info(output_name, TensorProto.FLOAT, ["batch", result.shape[-1]])],
        [numpy_helper.from_array(array, name) for name, array in writer.weights.items()],
    )
    model = helper.make_model(described, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    return model, frozenset(name for name in writer.weights if name.startswith(EXACT))
