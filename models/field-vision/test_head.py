"""Quick tests of the second head and the join, on made-up features: no download, no photos."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "image")]

from head import BOTH, HEAD, PUBLISHED, Join, discriminant, joined, load, save, sides, unite, withheld  # noqa: E402
from join_onnx import with_head  # noqa: E402

# Two outputs of one species, a hybrid, and what is no bird.
PUBLISHED_NAMES = ["Parus major", "Turdus merula", "Anas platyrhynchos", "Anas platyrhynchos domesticus", "Larus glaucescens × occidentalis", "background"]
SPECIES = ["Erithacus rubecula", "Parus major", "Turdus merula"]
FEATURES = 12


def birds(seed: int, each: int = 40) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    means = np.random.default_rng(0).normal(0, 2, (len(SPECIES), FEATURES))
    species = np.repeat(SPECIES, each)
    return (np.repeat(means, each, axis=0) + rng.normal(0, 1, (len(species), FEATURES))).astype(np.float32), species


def a_join() -> Join:
    gate = np.random.default_rng(5).normal(0, 0.3, (3, 5)).astype(np.float32)
    gate[0] = 0
    return Join(np.array([0.5, 1.2, 0], np.float32), np.array([0.03, 0, 0.07], np.float32), gate)


def published_answers(count: int) -> np.ndarray:
    raised = np.exp(np.random.default_rng(6).normal(0, 2, (count, len(PUBLISHED_NAMES)))).astype(np.float32)
    return raised / raised.sum(axis=1, keepdims=True)


def small_network(weights: np.ndarray, bias: np.ndarray) -> onnx.ModelProto:
    nodes = [
        helper.make_node("Gemm", ["x", "w", "b"], ["logits"], transB=1),
        helper.make_node("Softmax", ["logits"], ["p"], axis=1),
        helper.make_node("Identity", ["p"], ["probabilities"], name="probabilities"),
    ]
    graph = helper.make_graph(
        nodes, "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, FEATURES])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [1, len(PUBLISHED_NAMES)])],
        [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(bias, "b")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


class Heads(unittest.TestCase):
    def test_a_discriminant_names_new_photos_of_its_species_in_eight_bits_too(self) -> None:
        head = discriminant(*birds(1))
        features, species = birds(2)
        for one in (head, head.rounded()):
            right = np.array(one.labels)[one(features).argmax(axis=1)] == species
            self.assertGreater(right.mean(), 0.95)

    def test_scores_do_not_depend_on_how_many_photos_a_species_has(self) -> None:
        features, species = birds(1)
        few = (species != SPECIES[0]) | (np.cumsum(species == SPECIES[0]) <= 5)
        head = discriminant(features[few], species[few])
        new, truth = birds(2)
        right = np.array(head.labels)[head(new).argmax(axis=1)] == truth
        self.assertGreater(right[truth == SPECIES[0]].mean(), 0.85)

    def test_the_union_counts_subspecies_as_their_species_and_leaves_hybrids_out(self) -> None:
        union = unite(PUBLISHED_NAMES, SPECIES)
        self.assertEqual(union.labels, ["Anas platyrhynchos", "Erithacus rubecula", "Parus major", "Turdus merula", "background"])
        self.assertEqual(union.kind.tolist(), [PUBLISHED, HEAD, BOTH, BOTH, PUBLISHED])
        self.assertEqual(union.columns, [[2, 3], [], [0], [1], [5]])

    def test_every_species_gets_a_part_and_no_bird_too(self) -> None:
        head = discriminant(*birds(1))
        union = unite(PUBLISHED_NAMES, head.labels)
        answers = joined(sides(published_answers(7), head(birds(2)[0][:7]), union), union, a_join())
        np.testing.assert_allclose(answers.sum(axis=1), 1, rtol=1e-5)
        self.assertTrue((answers > 0).all())

    def test_the_graph_gives_what_the_join_gives_in_numpy(self) -> None:
        rng = np.random.default_rng(3)
        weights, bias = rng.normal(0, 1, (len(PUBLISHED_NAMES), FEATURES)).astype(np.float32), rng.normal(0, 1, len(PUBLISHED_NAMES)).astype(np.float32)
        head, join = discriminant(*birds(1)), a_join()
        union = unite(PUBLISHED_NAMES, head.labels)
        model = with_head(small_network(weights, bias), len(PUBLISHED_NAMES), head, join, union)
        onnx.checker.check_model(model)
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        for features in birds(2)[0][::17]:
            logits = features @ weights.T + bias
            published = np.exp(logits - logits.max())
            said = sides((published / published.sum())[None], head.rounded()(features[None]), union)
            got = session.run(None, {"x": features[None]})[0]
            np.testing.assert_allclose(got, joined(said, union, join), atol=1e-4)

    def test_what_is_saved_comes_back(self) -> None:
        head, join = discriminant(*birds(1)), a_join()
        with tempfile.TemporaryDirectory() as folder:
            save(Path(folder) / "head.npz", head, join)
            again, join_again = load(Path(folder) / "head.npz")
        features = birds(2)[0]
        np.testing.assert_allclose(again(features), head.rounded()(features), rtol=1e-5)
        np.testing.assert_array_equal(join_again.gate, join.gate)

    def test_withheld_species_are_of_both_sorts_and_the_same_each_time(self) -> None:
        species = [f"species {i}" for i in range(40)]
        known = set(species[:24])
        taken = withheld(species, known, 1)
        self.assertEqual((len(taken & known), len(taken - known)), (8, 4))
        self.assertEqual(taken, withheld(species, known, 1))
        self.assertNotEqual(taken, withheld(species, known, 2))


if __name__ == "__main__":
    unittest.main()
