"""Quick tests of the shared helpers. Run: python -m unittest discover -s models/lib -t models -p 'test_*.py'."""

from __future__ import annotations

import hashlib
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from lib.golden import build_input, choose_indices, lcg_input, make_golden
from lib.onnx_fp16 import convert_file, store_as_fp16
from lib.onnx_int8 import store_as_int8, to_rows
from lib.pack_file import CHUNK_BYTES, describe_folder
from lib.stats import bootstrap, expected_calibration_error, fit_temperature, softmax, wilson


def matmul_model(weights: np.ndarray, bias: np.ndarray) -> onnx.ModelProto:
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["h"]), helper.make_node("Add", ["h", "b"], ["y"])],
        "tiny",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, weights.shape[0]])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, weights.shape[1]])],
        [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(bias, "b")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


class Fp16Storage(unittest.TestCase):
    def setUp(self) -> None:
        rng = np.random.default_rng(0)
        self.weights = rng.normal(size=(64, 32)).astype(np.float32)
        self.bias = rng.normal(size=32).astype(np.float32)

    def test_halves_the_file_and_keeps_the_answer(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "a.onnx", Path(folder) / "b.onnx"
            onnx.save(matmul_model(self.weights, self.bias), str(source))
            size = convert_file(source, target)
            self.assertLess(size, 0.65 * source.stat().st_size)
            record = {"kind": "lcg", "seed": 3, "hold": 2, "low": -1, "high": 1, "shape": [1, 64]}
            golden = make_golden(target, record, 0.01, count=8)
            exact = (build_input(record) @ self.weights + self.bias).ravel()
            np.testing.assert_allclose(golden["expect"]["values"], exact[golden["expect"]["indices"]], atol=0.02)

    def test_small_and_kept_tensors_stay_fp32(self) -> None:
        types = {t.name: t.data_type for t in store_as_fp16(matmul_model(self.weights, self.bias)).graph.initializer}
        self.assertEqual(types, {"w__fp16": TensorProto.FLOAT16, "b": TensorProto.FLOAT})
        kept = store_as_fp16(matmul_model(self.weights, self.bias), frozenset({"w"}))
        self.assertEqual([t.name for t in kept.graph.initializer], ["w", "b"])

    def test_refuses_values_outside_fp16(self) -> None:
        for bad in (1e6, np.nan):
            self.weights[0, 0] = bad
            with self.assertRaises(ValueError):
                store_as_fp16(matmul_model(self.weights, self.bias))

    def test_constant_output_is_no_golden(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "zero.onnx"
            onnx.save(matmul_model(np.zeros((4, 4), np.float32), np.zeros(4, np.float32)), str(path))
            with self.assertRaises(ValueError):
                make_golden(path, {"kind": "rows", "rows": [[1, 2, 3, 4]]}, 0.01)


class RowsOfInt8(unittest.TestCase):
    def test_a_row_is_off_by_half_a_step_at_most(self) -> None:
        rng = np.random.default_rng(1)
        values = rng.normal(size=(5, 3, 2)).astype(np.float32) * np.array([1, 10, 0.1, 0, 3], np.float32)[:, None, None]
        numbers, scales = to_rows(values)
        self.assertEqual((numbers.dtype, scales.shape), (np.int8, (5, 1, 1)))
        self.assertTrue(np.all(np.abs(numbers * scales - values) <= scales / 2 + 1e-7))

    def test_a_name_that_is_not_there_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            store_as_int8(matmul_model(np.eye(2, dtype=np.float32), np.zeros(2, np.float32)), frozenset({"nothing"}))


class GoldenInput(unittest.TestCase):
    def test_lcg_holds_and_follows_the_recurrence(self) -> None:
        x = lcg_input(1, 3, 0, 2**32, [1, 7]).ravel()
        first = (1664525 + 1013904223) % 2**32
        second = (1664525 * first + 1013904223) % 2**32
        np.testing.assert_array_equal(x[:6], np.float32([first] * 3 + [second] * 3))
        self.assertNotEqual(x[6], x[5])

    def test_indices_hold_the_largest_and_are_unique(self) -> None:
        output = np.zeros((1, 500), np.float32)
        output[0, 77] = -9
        indices = choose_indices(output, 64)
        self.assertIn(77, indices)
        self.assertEqual(len(set(indices)), 64)
        self.assertEqual(choose_indices(np.ones(5), 64), [0, 1, 2, 3, 4])


class PackFiles(unittest.TestCase):
    def test_chunks_are_pinned_where_there_is_more_than_one(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "labels").mkdir()
            (folder / "manifest.json").write_text("{}")
            (folder / "labels" / "a.txt").write_text("Regulus regulus\n")
            large = bytes(range(256)) * (CHUNK_BYTES // 256) + b"rest"
            (folder / "model.onnx").write_bytes(large)
            small, pinned = describe_folder(folder)
            self.assertEqual(small, {"path": "labels/a.txt", "bytes": 16, "sha256": hashlib.sha256(b"Regulus regulus\n").hexdigest()})
            parts = [hashlib.sha256(part).hexdigest() for part in (large[:CHUNK_BYTES], b"rest")]
            self.assertEqual(pinned["chunks"], parts)
            self.assertEqual((pinned["bytes"], pinned["sha256"]), (len(large), hashlib.sha256(large).hexdigest()))


class Statistics(unittest.TestCase):
    def test_wilson_against_a_published_value(self) -> None:
        # 81 of 263: (0.2553, 0.3662), Newcombe 1998, Statistics in Medicine 17:857-872, table I, method 3.
        low, high = wilson(81, 263)
        self.assertAlmostEqual(low, 0.2553, places=4)
        self.assertAlmostEqual(high, 0.3662, places=4)
        self.assertEqual(wilson(0, 0), (0.0, 1.0))

    def test_bootstrap_covers_the_mean(self) -> None:
        values = np.random.default_rng(2).normal(5, 1, 400)
        low, high = bootstrap(values)
        self.assertTrue(4.8 < low < values.mean() < high < 5.2)

    def test_ece_of_overconfidence(self) -> None:
        correct = np.array([1, 0] * 50)
        self.assertAlmostEqual(expected_calibration_error(np.full(100, 0.9), correct), 0.4)
        self.assertAlmostEqual(expected_calibration_error(np.full(100, 0.5), correct), 0.0)

    def test_temperature_is_recovered(self) -> None:
        rng = np.random.default_rng(4)
        logits = rng.normal(size=(20000, 5)) * 2
        labels = np.array([rng.choice(5, p=p) for p in softmax(logits)])
        self.assertAlmostEqual(fit_temperature(logits * 3, labels), 3.0, delta=0.15)


if __name__ == "__main__":
    unittest.main()
