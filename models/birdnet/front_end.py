"""Finds each spectrogram of the graph (framing, window, RFFT2D, mel, power) and folds it into one strided convolution.

The graph takes the real part of the Fourier transform only (CAST from complex to float), so windowed frames times a
cosine matrix times the mel matrix is the same thing: one linear map of a frame, which is a convolution of the signal.
Found by what is connected to what, never by position or name.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluate import evaluate
from lib.tflite_graph import Graph, Op

FRAMING = frozenset({"RESHAPE", "GATHER", "STRIDED_SLICE"})
# From the transform to the spectrogram as a picture: kinds of the operators, in order.
AFTER = ("SQUEEZE", "CAST", "RESHAPE", "FULLY_CONNECTED", "RESHAPE", "MUL", "POW", "REVERSE_V2", "TRANSPOSE", "EXPAND_DIMS")


@dataclass(frozen=True)
class Spectrogram:
    signal: int
    """Tensor of the waveform, 1 x samples."""
    picture: int
    """Tensor of the result, 1 x bands x frames x 1."""
    kernel: np.ndarray
    """bands x 1 x frame length; the bands in the order of the picture."""
    step: int
    frames: int
    exponent: float
    """The picture is (kernel * signal) squared, to this power."""


def only_user(graph: Graph, tensor: int) -> Op:
    users = [op for op in graph.users(tensor) if op.kind != "SHAPE"]
    if len(users) != 1:
        raise ValueError(f"tensor {tensor} of the spectrogram has {len(users)} users, expected one")
    return users[0]


def chain_after(graph: Graph, transform: Op) -> list[Op]:
    chain, tensor = [], transform.outputs[0]
    for kind in AFTER:
        op = only_user(graph, tensor)
        if op.kind != kind:
            raise ValueError(f"expected {kind} after the transform, found {op.kind}")
        chain.append(op)
        tensor = op.outputs[0]
    return chain


def frame_step(graph: Graph, signal: int, frames: int, samples: int) -> tuple[int, int]:
    """Step and number of frames: the framing operators are run on the numbers 0, 1, 2 ... instead of a sound."""
    where = evaluate(graph, frames, {signal: np.arange(samples, dtype=np.float64)[None]})[0]
    step = int(where[1, 0])
    if not np.array_equal(where, np.arange(len(where))[:, None] * step + np.arange(where.shape[1])):
        raise ValueError("the frames are not evenly spaced stretches of the signal")
    return step, len(where)


def real_transform(length: int) -> np.ndarray:
    """Frame length x bins: the real part of a Fourier transform of real numbers. Angles are reduced before the cosine."""
    turns = np.arange(length)[:, None] * np.arange(length // 2 + 1)[None] % length
    return np.cos(2 * np.pi * turns / length)


def read_spectrogram(graph: Graph, transform: Op, samples: int) -> Spectrogram:
    widen = graph.maker(transform.inputs[0])
    windowed = graph.maker(widen.inputs[0]) if widen and widen.kind == "EXPAND_DIMS" else None
    if windowed is None or windowed.kind != "MUL" or windowed.inputs[1] not in graph.constants:
        raise ValueError("expected frames times a window before the transform")
    window = graph.constants[windowed.inputs[1]]
    length = int(graph.constants[transform.inputs[1]][-1])
    if window.shape != (length,):
        raise ValueError(f"a window of {window.shape} for a transform of {length}")
    frames = signal = windowed.inputs[0]
    while (op := graph.maker(signal)) is not None and op.kind in FRAMING:
        signal = op.inputs[0]
    step, count = frame_step(graph, signal, frames, samples)

    squeeze, cast, flat, mel, bands, square, power, reverse, transpose, picture = chain_after(graph, transform)
    if square.inputs[0] != square.inputs[1] or mel.inputs[2] >= 0:
        raise ValueError("expected a mel matrix without bias, then a square")
    if graph.constants[reverse.inputs[1]].tolist() not in ([2], [-1]) or graph.constants[transpose.inputs[1]].tolist() != [0, 2, 1]:
        raise ValueError("expected the bands reversed and put before the frames")
    exponent = float(graph.constants[power.inputs[1]])
    weights = graph.constants[mel.inputs[1]].astype(np.float64)
    kernel = (weights @ real_transform(length).T * window.astype(np.float64))[::-1]
    return Spectrogram(signal, picture.outputs[0], kernel.astype(np.float32)[:, None].copy(), step, count, exponent)


def find_spectrograms(graph: Graph, samples: int) -> list[Spectrogram]:
    return [read_spectrogram(graph, op, samples) for op in graph.ops if op.kind == "RFFT2D"]
