"""A table of rows played by the ONNX file that is shipped: needs no torch."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import onnxruntime

from rollout import Padded


def open_session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS", "2"))
    # Where cores are shared, waiting by spinning takes them from whoever is waited for.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


class OnnxTable:
    def __init__(self, session: onnxruntime.InferenceSession, rows: int) -> None:
        self.session = session
        self.valid = np.zeros((rows, 0), np.int64)
        self.length = np.zeros(rows, np.int64)
        empty = {one.name: one.shape for one in session.get_inputs() if one.name.startswith("past_key_values.")}
        self.past = {name: np.zeros((rows, shape[1], 0, shape[3]), np.float32) for name, shape in empty.items()}
        self.presents = [one.name for one in session.get_outputs()[1:]]

    @property
    def slots(self) -> int:
        return self.valid.shape[1]

    def read(self, new: list[list[int]]) -> np.ndarray:
        padded = Padded.of(new)
        self.valid = np.concatenate([self.valid, padded.real.astype(np.int64)], 1)
        positions = padded.positions(self.length)
        self.length = self.length + padded.real.sum(1)
        feeds = {"input_ids": padded.ids, "attention_mask": self.valid, "position_ids": positions, **self.past}
        logits, *presents = self.session.run(None, feeds)
        self.past = {name.replace("present", "past_key_values"): value for name, value in zip(self.presents, presents, strict=True)}
        return logits[:, -1]

    def keep(self, rows: list[int]) -> None:
        self.valid, self.length = self.valid[rows], self.length[rows]
        self.past = {name: value[rows] for name, value in self.past.items()}
