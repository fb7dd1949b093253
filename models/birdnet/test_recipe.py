"""Quick tests of the conversion on small made-up graphs: no download, no original model."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

import numpy as np
import onnxruntime
import tflite

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from evaluate import evaluate  # noqa: E402
from front_end import find_spectrograms  # noqa: E402
from labels import sort_labels  # noqa: E402
from lib.tflite_ops import same_padding  # noqa: E402
from lib.tflite_graph import Graph, Op  # noqa: E402
from to_onnx import to_onnx  # noqa: E402

NONE = {"FusedActivationFunction": tflite.ActivationFunctionType.NONE}
SLICE = {"BeginMask": 1, "EndMask": 1, "EllipsisMask": 0, "NewAxisMask": 0, "ShrinkAxisMask": 0}
SAMPLES, FRAME, STEP, BANDS = 96, 16, 8, 4


class Maker:
    """Builds a graph operator by operator; every method gives the number of its result."""

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.constants: dict[int, np.ndarray] = {}
        self.count = 1

    def constant(self, value: object, dtype: type = np.int32) -> int:
        self.count += 1
        self.constants[self.count] = np.array(value, dtype)
        return self.count

    def op(self, kind: str, *inputs: int, **options: object) -> int:
        self.count += 1
        self.ops.append(Op(kind, inputs, (self.count,), {**NONE, **options}))
        return self.count

    def graph(self, output: int) -> Graph:
        return Graph(tuple(self.ops), self.constants, (0,), (output,))


def spectrogram_graph(rng: np.random.Generator, step: int = STEP) -> tuple[Graph, np.ndarray, np.ndarray]:
    """A signal doubled, framed as TensorFlow does it, windowed, transformed, turned into bands; and a global mean."""
    m = Maker()
    window, mel = rng.random(FRAME).astype(np.float32), rng.random((BANDS, FRAME // 2 + 1)).astype(np.float32)
    signal = m.op("MUL", 0, m.constant(2, np.float32))
    frames = (SAMPLES - FRAME) // STEP + 1
    blocks = m.op("RESHAPE", signal, m.constant([1, SAMPLES // STEP, STEP]))
    where = np.arange(frames)[:, None] * (step // STEP) + np.arange(FRAME // STEP)
    gathered = m.op("GATHER", blocks, m.constant(where), Axis=1, BatchDims=0)
    framed = m.op("RESHAPE", gathered, m.constant([1, frames, FRAME]))
    windowed = m.op("MUL", framed, m.constant(window, np.float32))
    wide = m.op("EXPAND_DIMS", windowed, m.constant(-2))
    m.count += 1
    transformed = m.count
    m.ops.append(Op("RFFT2D", (wide, m.constant([1, FRAME])), (transformed,)))
    real = m.op("CAST", m.op("SQUEEZE", transformed))
    flat = m.op("RESHAPE", real, m.constant([frames, FRAME // 2 + 1]))
    banded = m.op("FULLY_CONNECTED", flat, m.constant(mel, np.float32), -1)
    bands = m.op("RESHAPE", banded, m.constant([1, frames, BANDS]))
    powered = m.op("POW", m.op("MUL", bands, bands), m.constant(0.4, np.float32))
    turned = m.op("TRANSPOSE", m.op("REVERSE_V2", powered, m.constant([2])), m.constant([0, 2, 1]))
    picture = m.op("EXPAND_DIMS", turned, m.constant(-1))
    shifted = m.op("ADD", picture, m.constant([0.5], np.float32))
    return m.graph(m.op("MEAN", shifted, m.constant([1, 2]), KeepDims=False)), window, mel


def expected_mean(signal: np.ndarray, window: np.ndarray, mel: np.ndarray) -> float:
    frames = np.stack([signal[s : s + FRAME] * 2 for s in range(0, SAMPLES - FRAME + 1, STEP)])
    bands = np.fft.rfft(frames * window).real @ mel.T
    return float(((bands**2) ** 0.4 + 0.5).mean())


def run(model: object, values: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: values})[0]


class Spectrograms(unittest.TestCase):
    def test_the_folded_convolution_equals_the_fourier_transform(self) -> None:
        rng = np.random.default_rng(1)
        graph, window, mel = spectrogram_graph(rng)
        model, exact = to_onnx(graph, SAMPLES, "waveform", "mean")
        signals = rng.normal(size=(3, SAMPLES)).astype(np.float32)
        got = run(model, signals)
        self.assertEqual(got.shape, (3, 1))
        np.testing.assert_allclose(got[:, 0], [expected_mean(s, window, mel) for s in signals], rtol=1e-4)
        self.assertEqual(exact, {"spectrogram0"})

    def test_the_step_is_read_from_what_the_operators_do(self) -> None:
        found = find_spectrograms(spectrogram_graph(np.random.default_rng(1))[0], SAMPLES)[0]
        self.assertEqual((found.step, found.frames, found.kernel.shape), (STEP, 11, (BANDS, 1, FRAME)))

    def test_another_graph_is_refused(self) -> None:
        graph, _, _ = spectrogram_graph(np.random.default_rng(1))
        squared = next(op for op in graph.ops if op.kind == "POW")
        without = Graph(tuple(op for op in graph.ops if op is not squared), graph.constants, graph.inputs, graph.outputs)
        with self.assertRaises(ValueError):
            to_onnx(without, SAMPLES, "waveform", "mean")


class Pictures(unittest.TestCase):
    def test_a_strided_convolution_pads_as_tensorflow_does(self) -> None:
        self.assertEqual(same_padding(10, 3, 2), (0, 1))
        self.assertEqual(same_padding(9, 3, 2), (1, 1))
        self.assertEqual(same_padding(8, 1, 2), (0, 0))

    def test_unknown_operators_are_named(self) -> None:
        m = Maker()
        graph = m.graph(m.op("CUMSUM", 0))
        with self.assertRaisesRegex(ValueError, "CUMSUM"):
            to_onnx(graph, 4, "x", "y")


class Arithmetic(unittest.TestCase):
    def test_shapes_and_indices_are_computed(self) -> None:
        m = Maker()
        rows = m.op("STRIDED_SLICE", m.op("SHAPE", 0), *(m.constant([n]) for n in (0, 1, 1)), **{**SLICE, "BeginMask": 0, "EndMask": 0, "ShrinkAxisMask": 1})
        packed = m.op("PACK", rows, m.constant(7), Axis=0)
        self.assertEqual(evaluate(m.graph(packed), packed, {0: np.zeros((5, 2))}).tolist(), [5, 7])


class RangeModel(unittest.TestCase):
    def test_columns_of_the_input_are_used_one_by_one(self) -> None:
        m = Maker()
        options = {**SLICE, "ShrinkAxisMask": 2}
        week = m.op("STRIDED_SLICE", 0, *(m.constant(v) for v in ([0, 2], [0, 3], [1, 1])), **options)
        year = m.op("LESS", week, m.constant(0, np.float32))
        chosen = m.op("SELECT_V2", year, m.constant(0, np.float32), m.constant(1, np.float32))
        wide = m.op("EXPAND_DIMS", m.op("MUL", m.op("SIN", week), chosen), m.constant(-1))
        grown = m.op("DEQUANTIZE", m.constant([[2]], np.float16))
        out = m.op("FULLY_CONNECTED", wide, grown, m.constant([1], np.float32), KeepNumDims=False)
        got = run(to_onnx(m.graph(out), 3, "place_week", "p")[0], np.float32([[0, 0, 1], [9, 9, -1]]))
        np.testing.assert_allclose(got, [[2 * np.sin(1) + 1], [1]], rtol=1e-6)


class Labels(unittest.TestCase):
    def test_what_is_no_bird_gets_its_class(self) -> None:
        classes = sort_labels(["Turdus merula", "Human vocal", "Engine", "Dog", "Acris crepitans"])
        self.assertEqual(classes["human_voice"], ["Human vocal"])
        self.assertEqual(classes["noise"], ["Engine"])
        self.assertEqual(classes["other_animal"], ["Dog", "Acris crepitans"])

    def test_a_label_that_nobody_knows_is_an_error(self) -> None:
        with self.assertRaisesRegex(ValueError, "Nonavis"):
            sort_labels(["Nonavis ignota"])


if __name__ == "__main__":
    unittest.main()
