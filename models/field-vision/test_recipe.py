"""Quick tests of the graph that refers to its weights, on a small made-up network: no download."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnxruntime
import tflite

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "image")]

from compare import with_weights  # noqa: E402
from lib.tflite_graph import Graph, Held, Op  # noqa: E402
from recipe import write_graph  # noqa: E402
from to_onnx import to_onnx  # noqa: E402

SIDE = 4
CONV = {"Padding": tflite.Padding.VALID, "StrideH": 1, "StrideW": 1, "DilationHFactor": 1, "DilationWFactor": 1}
POOL = {"Padding": tflite.Padding.VALID, "StrideH": 1, "StrideW": 1, "FilterHeight": SIDE, "FilterWidth": SIDE}
NONE, RELU6 = tflite.ActivationFunctionType.NONE, tflite.ActivationFunctionType.RELU6


def network(seed: int = 1) -> tuple[Graph, bytes]:
    """A 1x1 convolution with ReLU6, a mean, a linear layer and a softmax; their 8-bit numbers lie one after another in a file."""
    rng = np.random.default_rng(seed)
    content, held = b"not weights ", {}
    for tensor, shape, kind, zero in ((1, (5, 1, 1, 3), np.uint8, 120), (2, (5,), np.int32, 0), (5, (7, 5), np.uint8, 128), (6, (7,), np.int32, 0)):
        numbers = rng.integers(0, 256, shape).astype(kind)
        held[tensor] = Held(len(content), numbers, np.float32(0.03), zero)
        content += numbers.tobytes()
    ops = (
        Op("CONV_2D", (0, 1, 2), (3,), {**CONV, "FusedActivationFunction": RELU6}),
        Op("AVERAGE_POOL_2D", (3,), (4,), {**POOL, "FusedActivationFunction": NONE}),
        Op("FULLY_CONNECTED", (4, 5, 6), (7,), {"KeepNumDims": False, "FusedActivationFunction": NONE}),
        Op("SOFTMAX", (7,), (8,), {"Beta": 1.0}),
    )
    ranges = {3: (0.0, 5.0), 4: (0.0, 5.0), 7: (-9.0, 9.0), 8: (0.0, 1.0)}
    constants = {tensor: place.values() for tensor, place in held.items()}
    return Graph(ops, constants, (0,), (8,), held, ranges), content


def by_hand(graph: Graph, photo: np.ndarray) -> np.ndarray:
    """The same network in numpy; 5 is the end of the range, below the 6 of the activation."""
    c = graph.constants
    mean = np.clip(photo @ c[1].reshape(5, 3).T + c[2], 0, 5).mean(axis=(1, 2))
    logits = np.clip(mean @ c[5].T + c[6], -9, 9)
    e = np.exp(logits - logits.max())
    return e / e.sum()


class Graphs(unittest.TestCase):
    def run_graph(self, content: bytes, graph: Graph, photo: np.ndarray) -> np.ndarray:
        with tempfile.TemporaryDirectory() as folder:
            file, weights = Path(folder) / "image.onnx", Path(folder) / "image.tflite"
            file.write_bytes(to_onnx(graph, SIDE, "image.tflite", ("images", "p")).SerializeToString())
            weights.write_bytes(content)
            session = onnxruntime.InferenceSession(with_weights(file, weights), providers=["CPUExecutionProvider"])
            return session.run(None, {"images": photo.transpose(0, 3, 1, 2).copy()})[0]

    def test_the_weights_come_from_the_file_and_the_numbers_are_right(self) -> None:
        graph, content = network()
        photo = np.random.default_rng(2).uniform(-1, 1, (1, SIDE, SIDE, 3)).astype(np.float32)
        np.testing.assert_allclose(self.run_graph(content, graph, photo), by_hand(graph, photo), rtol=1e-4)
        other, changed = network(seed=3)
        got = self.run_graph(changed, graph, photo)
        np.testing.assert_allclose(got, by_hand(other, photo), rtol=1e-4)

    def test_the_graph_itself_holds_no_weights(self) -> None:
        graph, _ = network()
        model = to_onnx(graph, SIDE, "image.tflite", ("images", "p"))
        inside = [t for t in model.graph.initializer if t.data_location != t.EXTERNAL]
        self.assertLessEqual(max(int(np.prod(t.dims)) for t in inside), 1)
        self.assertEqual({e.value for t in model.graph.initializer for e in t.external_data if e.key == "location"}, {"image.tflite"})

    def test_another_file_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "x.tflite"
            source.write_bytes(b"something else")
            with self.assertRaisesRegex(SystemExit, "sha256"):
                write_graph(source, Path(folder) / "out.onnx")

    def test_an_operator_without_a_rule_is_named(self) -> None:
        graph, _ = network()
        strange = Graph((Op("CUMSUM", (0,), (8,)),), {}, (0,), (8,))
        with self.assertRaisesRegex(ValueError, "CUMSUM"):
            to_onnx(strange, SIDE, "image.tflite", ("images", "p"))


if __name__ == "__main__":
    unittest.main()
