"""Compares the converted models with the originals: LiteRT on one side, onnxruntime on the other, the same inputs."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

import numpy as np
import onnxruntime
import soundfile
import soxr
from ai_edge_litert.interpreter import Interpreter

RATE, SAMPLES = 48000, 144000
# Windows of one recording resemble each other: a few of each say more than all of one.
WINDOWS_A_FILE = 3
KINDS = frozenset({".wav", ".flac", ".mp3", ".ogg", ".opus"})


def windows_of(where: Path, spread: int | None = WINDOWS_A_FILE) -> Iterator[np.ndarray]:
    """Windows of a recording, or of all in a folder: so many spread over each, or (None) all of them side by side."""
    files = [where] if where.is_file() else where.rglob("*")
    for file in sorted(f for f in files if f.suffix.lower() in KINDS):
        samples, rate = soundfile.read(str(file), dtype="float32", always_2d=True)
        samples = soxr.resample(samples.mean(axis=1), rate, RATE).astype(np.float32)
        samples = np.pad(samples, (0, max(0, SAMPLES - len(samples))))
        last = len(samples) - SAMPLES
        starts = range(0, last + 1, SAMPLES) if spread is None else {int(part * last) for part in np.linspace(0, 1, spread)}
        for start in sorted(starts):
            yield samples[None, start : start + SAMPLES]


def made_up_windows(count: int = 24) -> Iterator[np.ndarray]:
    """Whistles over noise, where there are no recordings at hand."""
    rng = np.random.default_rng(1)
    time = np.arange(SAMPLES) / RATE
    for _ in range(count):
        start, end = rng.uniform(1000, 9000, 2)
        whistle = np.sin(2 * np.pi * (start + (end - start) * (time % rng.uniform(0.1, 1))) * time)
        yield (0.3 * whistle + rng.normal(size=SAMPLES) * 10 ** rng.uniform(-3, -1)).astype(np.float32)[None]


class Original:
    def __init__(self, file: Path) -> None:
        self.runner = Interpreter(str(file), num_threads=1)
        self.runner.allocate_tensors()
        self.input, self.output = (side[0]["index"] for side in (self.runner.get_input_details(), self.runner.get_output_details()))

    def __call__(self, values: np.ndarray) -> np.ndarray:
        self.runner.set_tensor(self.input, values)
        self.runner.invoke()
        return self.runner.get_tensor(self.output)[0]


class Converted:
    def __init__(self, file: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def __call__(self, values: np.ndarray) -> np.ndarray:
        return self.session.run(None, {self.session.get_inputs()[0].name: values})[0][0]


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def compare_audio(original: Path, converted: Path, windows: Iterator[np.ndarray]) -> dict[str, float]:
    first, second = Original(original), Converted(converted)
    same, largest, count = 0, 0.0, 0
    for window in windows:
        a, b = first(window), second(window)
        same += int(a.argmax() == b.argmax())
        largest = max(largest, float(np.abs(sigmoid(a) - sigmoid(b)).max()))
        count += 1
    return {"windows": count, "same top-1": same, "largest difference of a score": round(largest, 5)}


def compare_range(original: Path, converted: Path, count: int = 200) -> dict[str, float]:
    first, second = Original(original), Converted(converted)
    rng, largest = np.random.default_rng(1), 0.0
    for _ in range(count):
        place = np.array([[rng.uniform(-90, 90), rng.uniform(-180, 180), rng.integers(1, 49)]], np.float32)
        largest = max(largest, float(np.abs(first(place) - second(place)).max()))
    return {"places": count, "largest difference of a probability": float(f"{largest:.2g}")}
