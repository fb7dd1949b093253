"""BirdNET V2.4 as `npm run pack:birdnet` leaves it: scores, features and the trunk's answer to windows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime

from trunk import load, with_map

# The teacher's labels that are no animals, by what they are here.
VOICE_LABELS = ("Human non-vocal", "Human vocal", "Human whistle")
NOISE_LABELS = ("Engine", "Environmental", "Fireworks", "Gun", "Noise", "Power tools", "Siren")


class Teacher:
    def __init__(self, pack: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        model = with_map(load(pack / "sound.onnx")).SerializeToString()
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.labels = (pack / "labels" / "sound.txt").read_text(encoding="utf-8").splitlines()

    def __call__(self, windows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Scores before the sigmoid (windows x labels), the trunk's maps, and the last features."""
        return tuple(self.session.run(None, {self.session.get_inputs()[0].name: windows}))
