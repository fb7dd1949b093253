"""Quick tests of the recipe on made-up sounds and a made-up teacher."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import evaluate  # noqa: E402
from audio import SAMPLES, cut  # noqa: E402
from augment import Mixer, silence  # noqa: E402
from evaluate import Pooled, adjusted, calibrated, choose_species, fit_others, fit_scale, pool  # noqa: E402
from export import build  # noqa: E402
from network import Head  # noqa: E402
from prepare import window_starts  # noqa: E402
from recordings import CALIBRATION, NOISE, OTHERS, SILENCE, TEST, TRAIN, VOICE, Names, Recording, choose_split, may_train  # noqa: E402
from targets import Classes, make_targets  # noqa: E402
from trunk import cut_trunk, halve_kernel, trunk_end  # noqa: E402


def recording(id: str, label: str, split: str = TRAIN) -> Recording:
    return Recording(id, f"{id}.wav", label, "made-up", "CC BY-NC-SA 4.0", split)


class Splits(unittest.TestCase):
    def test_recordings_without_derivatives_are_never_learnt_from(self) -> None:
        nd = "http://creativecommons.org/licenses/by-nc-nd/2.5/"
        self.assertFalse(may_train(nd))
        self.assertTrue(may_train("//creativecommons.org/licenses/by-nc-sa/4.0/"))
        splits = {choose_split(f"XC{i}", nd) for i in range(200)}
        self.assertEqual(splits, {CALIBRATION, TEST})

    def test_a_recording_has_one_split_for_ever(self) -> None:
        first = [choose_split(f"XC{i}", "CC BY 4.0") for i in range(1000)]
        self.assertEqual(first, [choose_split(f"XC{i}", "CC BY 4.0") for i in range(1000)])
        self.assertAlmostEqual(first.count(TRAIN) / 1000, 0.6, delta=0.06)

    def test_names_lead_to_the_teachers_labels(self) -> None:
        names = Names(["Curruca communis", "Turdus merula"])
        self.assertEqual(names.scientific("Sylvia communis"), "Curruca communis")
        self.assertEqual(names.common("Eurasian Blackbird"), "Turdus merula")
        self.assertIsNone(names.common("Rock Wren / Pīwauwau"))


class Windows(unittest.TestCase):
    def test_windows_cover_a_recording_without_an_empty_end(self) -> None:
        self.assertEqual(window_starts(1000), [0])
        self.assertEqual(window_starts(int(2.6 * SAMPLES)), [0, SAMPLES, 2 * SAMPLES])
        self.assertEqual(window_starts(int(2.4 * SAMPLES)), [0, SAMPLES])

    def test_what_lies_outside_is_silence(self) -> None:
        self.assertEqual(cut(np.ones(3, np.float32), -1, 6).tolist(), [0, 1, 1, 1, 0, 0])


class MadeUpSounds:
    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        self.recordings = [recording("a", "Turdus merula"), recording("b", "Parus major"), recording("n", NOISE), recording("t", "Pica pica", TEST)]
        self.sounds = [rng.normal(size=n).astype(np.float32) for n in (SAMPLES // 2, 3 * SAMPLES, SAMPLES, SAMPLES)]

    def __len__(self) -> int:
        return len(self.sounds)

    def __getitem__(self, i: int) -> np.ndarray:
        return self.sounds[i]


class Mixing(unittest.TestCase):
    def setUp(self) -> None:
        places = np.array([[0, 0], [1, 0], [1, SAMPLES], [2, 0], [3, 0]])
        labels = ["Turdus merula", "Parus major", "Pica pica"]
        self.mixer = Mixer(MadeUpSounds(), places, np.zeros((5, 3)), labels)

    def test_only_the_training_split_is_heard(self) -> None:
        used = {i for seed in range(60) for i in self.mixer.window(np.random.default_rng(seed))[1]}
        self.assertLessEqual(used, {0, 1, 2, -2})
        self.assertLessEqual({0, 1, 2}, used)

    def test_windows_are_finite_and_the_same_for_the_same_seed(self) -> None:
        for seed in range(20):
            window, _ = self.mixer.window(np.random.default_rng(seed))
            self.assertEqual(window.shape, (SAMPLES,))
            self.assertLessEqual(np.abs(window).max(), 1.0001)
            np.testing.assert_array_equal(window, self.mixer.window(np.random.default_rng(seed))[0])

    def test_silence_is_far_below_a_microphone(self) -> None:
        self.assertTrue(all(np.abs(silence(np.random.default_rng(s))).max() < 1e-4 for s in range(20)))


class Targets(unittest.TestCase):
    def setUp(self) -> None:
        one = np.array
        self.classes = Classes(["Parus major", "Pica pica", *OTHERS], one([0, 1]), one([2]), one([3]), one([4]))

    def targets(self, logits: list[float], present: set[str]) -> dict[str, float]:
        row = make_targets(self.classes, np.array([logits], np.float32), [present])[0]
        return dict(zip(self.classes.labels, row.tolist()))

    def test_doubts_about_birds_that_are_not_there_are_halved(self) -> None:
        got = self.targets([0, 0, -9, -9, -9], {"Parus major"})
        self.assertAlmostEqual(got["Parus major"], 0.5, places=3)
        self.assertAlmostEqual(got["Pica pica"], 0.25, places=3)

    def test_a_sure_teacher_is_believed(self) -> None:
        self.assertGreater(self.targets([0, 4, -9, -9, -9], {"Parus major"})["Pica pica"], 0.95)

    def test_a_known_voice_counts_even_unheard_and_silence_is_nothing_else(self) -> None:
        self.assertAlmostEqual(self.targets([-9, -9, -9, -9, -9], {VOICE})[VOICE], 0.9, places=3)
        quiet = self.targets([5, 5, 5, 5, 5], {SILENCE})
        self.assertEqual((quiet[SILENCE], quiet["Parus major"], quiet[NOISE]), (1, 0, 0))


class Choice(unittest.TestCase):
    def test_a_species_that_is_often_wrong_is_left_out(self) -> None:
        labels = ["good", "bad", *OTHERS]
        truth = ["good"] * 40 + ["else"] * 40
        logits = np.full((80, len(labels)), -8.0)
        logits[:40, 0] = 6
        logits[40:, 1] = 6
        kept = [labels[i] for i in choose_species(Pooled(logits, truth), labels)]
        self.assertEqual(kept, ["good", *OTHERS])

    def test_a_recording_has_the_best_of_its_windows(self) -> None:
        pooled = pool(np.array([[0, 1], [2, -1], [5, 5]]), np.array([0, 0, 1]), [recording("a", "x"), recording("b", "y")])
        self.assertEqual(pooled.logits.tolist(), [[2, 1], [5, 5]])
        self.assertEqual(pooled.truth, ["x", "y"])

    def test_temperature_and_bias_are_recovered(self) -> None:
        rng = np.random.default_rng(3)
        logits = rng.normal(0, 4, 20000)
        right = rng.random(20000) < 1 / (1 + np.exp(-(logits / 2 - 1)))
        temperature, bias = fit_scale(logits, right.astype(float))
        self.assertAlmostEqual(temperature, 2, delta=0.1)
        self.assertAlmostEqual(bias, -1, delta=0.1)

    def test_other_classes_fit_the_scale_of_the_species(self) -> None:
        rng = np.random.default_rng(4)
        truth = [VOICE if rng.random() < 0.3 else "else" for _ in range(4000)]
        logits = np.zeros((4000, 5))
        logits[:, 1] = [rng.normal(1 if t == VOICE else -1, 1) for t in truth]
        scale = (0.5, -2.0)
        found = adjusted(Pooled(logits, truth), fit_others(Pooled(logits, truth), ["good", *OTHERS], scale))
        p = calibrated(found.logits[:, 1], *scale)
        self.assertAlmostEqual(p.mean(), np.mean([t == VOICE for t in truth]), delta=0.01)

    def test_figures_count_what_their_names_say(self) -> None:
        labels = ["good", *OTHERS]
        logits = np.full((4, len(labels)), -9.0)
        logits[[0, 2], 0] = 9
        found = evaluate.figures_of(Pooled(logits, ["good", "good", "else", NOISE]), labels, list(range(5)), (1, 0), "x")
        by_name = {f["name"]: (f["value"], f["n"]) for f in found}
        self.assertEqual(by_name["species right when declared at 0.85, x"], (0.5, 2))
        self.assertEqual(by_name["right species declared at 0.85, x of its species"], (0.5, 2))
        self.assertEqual(by_name["wrong species declared at 0.85, x of other birds"], (1.0, 1))
        self.assertEqual(by_name["species declared at 0.85, x without birds"], (0.0, 1))


def made_up_teacher() -> onnx.ModelProto:
    """Samples -> a symmetric kernel -> two stages of different height -> labels, as BirdNET is built."""
    rng = np.random.default_rng(5)
    half = rng.normal(size=(12, 1, 9)).astype(np.float32)
    weights = {
        "spectrogram0": np.concatenate([half, half[:, :, 7:0:-1]], axis=2),
        "one": np.array([1], np.int64), "c": rng.normal(size=(4, 1, 3, 3)).astype(np.float32),
        "d": rng.normal(size=(4, 4, 1, 1)).astype(np.float32), "e": rng.normal(size=(5, 4, 3, 3)).astype(np.float32),
        "f": rng.normal(size=(5, 5, 1, 1)).astype(np.float32), "g": rng.normal(size=(7, 5)).astype(np.float32),
        "h": np.zeros(7, np.float32),
    }  # fmt: skip
    node = helper.make_node
    nodes = [
        node("Unsqueeze", ["waveform", "one"], ["u"], name="u"),
        node("Conv", ["u", "spectrogram0"], ["s"], name="s", strides=[12000]),
        node("Unsqueeze", ["s", "one"], ["p"], name="p"),
        node("Conv", ["p", "c"], ["x1"], name="x1", pads=[1, 1, 1, 1], strides=[2, 1]),
        node("Conv", ["x1", "d"], ["x2"], name="x2"),
        node("Add", ["x1", "x2"], ["x3"], name="x3"),
        node("Conv", ["x3", "e"], ["x4"], name="x4", pads=[1, 1, 1, 1], strides=[2, 2]),
        node("Conv", ["x4", "f"], ["x5"], name="x5"),
        node("Add", ["x4", "x5"], ["x6"], name="x6"),
        node("ReduceMean", ["x6"], ["m"], name="m", axes=[2, 3], keepdims=0),
        node("Gemm", ["m", "g", "h"], ["logits"], name="logits", transB=1),
    ]
    graph = helper.make_graph(
        nodes, "teacher",
        [helper.make_tensor_value_info("waveform", TensorProto.FLOAT, ["batch", SAMPLES])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 7])],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )  # fmt: skip
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


class Export(unittest.TestCase):
    def test_the_trunk_ends_before_the_last_stage(self) -> None:
        self.assertEqual(trunk_end(made_up_teacher())[0], "x3")
        names = [node.name for node in cut_trunk(made_up_teacher())[0]]
        self.assertNotIn("x4", names)
        self.assertIn("x2", names)

    def test_half_a_kernel_is_the_whole_kernel(self) -> None:
        lopsided = np.arange(16, dtype=np.float32).reshape(1, 1, 16)
        with self.assertRaises(ValueError):
            halve_kernel(lopsided, "k")

    def test_the_file_answers_as_teacher_and_head_do(self) -> None:
        torch.manual_seed(1)
        teacher, head = made_up_teacher(), Head(6, channels=4).eval()
        model = build(teacher, head, [0, 2, 5], {2: (2.0, 1.0)})
        sound = np.random.default_rng(2).normal(size=(2, SAMPLES)).astype(np.float32)
        whole = onnx.ModelProto()
        whole.CopyFrom(teacher)
        whole.graph.output.append(helper.make_tensor_value_info("x3", TensorProto.FLOAT, None))
        run = lambda m: onnxruntime.InferenceSession(m.SerializeToString()).run(None, {"waveform": sound})  # noqa: E731
        with torch.inference_mode():
            expected = head(torch.from_numpy(run(whole)[1]))[0].numpy()[:, [0, 2, 5]]
        expected[:, 2] = expected[:, 2] * 2 + 1
        np.testing.assert_allclose(run(model)[0], expected, atol=0.02)
        with tempfile.TemporaryDirectory() as folder:
            onnx.save(model, str(Path(folder) / "m.onnx"))


if __name__ == "__main__":
    unittest.main()
