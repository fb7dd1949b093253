"""A classifier that teaches: its answers and its pooled features for a picture. Its weights are only run, never copied.

Any ONNX classifier whose last layer is one Gemm over pooled features will do; the recipe was written for MobileNetV2 trained
on iNaturalist (`mobilenet_v2_1.0_224_inat_bird_quant`, Apache-2.0, google-coral/test_data) in 32-bit floats.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import onnx

from photos import VIEW_SIZE, Views

SIDE, FEATURES = VIEW_SIZE, 1280
MEAN, STD = 128.0, 128.0


def with_features(model: onnx.ModelProto) -> tuple[onnx.ModelProto, str]:
    """The model with one more output: what goes into its last matrix."""
    last = [node for node in model.graph.node if node.op_type == "Gemm"][-1]
    model.graph.output.append(onnx.helper.make_tensor_value_info(last.input[0], onnx.TensorProto.FLOAT, None))
    return model, last.input[0]


def scientific_names(labels: Path) -> list[str]:
    """The scientific name in each line `Scientific name (English name)`."""
    return [re.sub(r"\s*\(.*", "", line).strip() for line in labels.read_text(encoding="utf-8").splitlines()]


class Teacher:
    def __init__(self, path: Path, threads: int) -> None:
        import onnxruntime

        model, name = with_features(onnx.load(str(path)))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        self.outputs = [self.session.get_outputs()[0].name, name]
        self.input = self.session.get_inputs()[0].name

    def __call__(self, picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(probabilities, features) of one uint8 picture of SIDE x SIDE."""
        x = (picture.astype(np.float32)[None] - MEAN) / STD
        probabilities, features = self.session.run(self.outputs, {self.input: x})
        return probabilities[0], features[0]


class Answers:
    """What the teacher says to each stored view, kept in three files of one row a view; `done` tells which rows are there yet.

    Training may begin before all rows are: it asks `done` again for each photo.
    """

    def __init__(self, out: Path, count: int, classes: int) -> None:
        self.done = self.open_rows(out / "teacher-done.u8", np.uint8, (count,))
        self.probabilities = self.open_rows(out / "teacher-probabilities.f16", np.float16, (count, classes))
        self.features = self.open_rows(out / "teacher-features.f16", np.float16, (count, FEATURES))

    @staticmethod
    def open_rows(path: Path, kind: type, shape: tuple[int, ...]) -> np.memmap:
        return np.memmap(path, dtype=kind, mode="r+" if path.exists() else "w+", shape=shape)

    def fill(self, teacher: Teacher, views: Views, rows: np.ndarray) -> None:
        for count, i in enumerate(rows.tolist()):
            if not self.done[i]:
                self.probabilities[i], self.features[i] = teacher(views[i])
                self.done[i] = 1
            if count % 5000 == 4999:
                print(f"asked the teacher about {count + 1} of {len(rows)} photos", flush=True)
