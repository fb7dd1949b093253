"""Runs the student on recordings that it did not learn from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from audio import SAMPLES, cut, read_sound
from evaluate import Pooled, pool
from network import Head
from prepare import shards
from recordings import Names, Recording

LONGEST = 120.0


class Student:
    """The exported model."""

    def __init__(self, file: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def __call__(self, samples: np.ndarray) -> np.ndarray:
        """Windows x classes of a recording, the windows side by side."""
        starts = range(0, max(1, len(samples) - SAMPLES // 2), SAMPLES)
        windows = [cut(samples, start)[None] for start in starts]
        return np.concatenate([self.session.run(None, {"waveform": window})[0] for window in windows])


def held_out(work: Path, recordings: list[Recording], head: Head, split: str) -> Pooled:
    """The recordings of a split, from the trunk's answers that are there already."""
    logits, owners = [], []
    for _, shard in shards(work, "plain"):
        rows = np.array([recordings[i].split == split for i in shard["place"][:, 0]], bool)
        if rows.any():
            with torch.inference_mode():
                logits.append(head(torch.from_numpy(shard["map"][rows].astype(np.float32)))[0].numpy())
            owners.append(shard["place"][rows, 0])
    return pool(np.concatenate(logits), np.concatenate(owners), recordings)


def shared_ids(folder: Path, recordings: list[Recording]) -> list[str]:
    """Recordings that the folder's credits name and that are among ours too: they would be measured on after being learnt."""
    ours = {recording.id for recording in recordings}
    return sorted(set(re.findall(r"XC\d+", (folder / "labels.json").read_text(encoding="utf-8"))) & ours)


def field_recordings(folder: Path, student: Student, names: Names) -> Pooled:
    """A folder with labels.json: entries with `scientific_name` and `sound`."""
    logits, truth = [], []
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if entry.get("sound"):
            samples = read_sound(folder / entry["sound"], LONGEST)
            logits.append(student(samples).max(axis=0))
            truth.append(names.scientific(entry["scientific_name"]) or entry["scientific_name"])
    return Pooled(np.stack(logits), truth)
