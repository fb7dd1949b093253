"""Sounds as numbers: reading files, resampling, cutting windows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
import soxr

SECONDS = 3
RATE = 48000
SAMPLES = SECONDS * RATE


def read_sound(file: Path, longest: float) -> np.ndarray:
    """At most `longest` seconds of a file: mono, float32, 48 kHz."""
    with soundfile.SoundFile(str(file)) as sound:
        samples = sound.read(int(longest * sound.samplerate), dtype="float32", always_2d=True)
        return resample(samples.mean(axis=1), sound.samplerate, RATE)


def resample(samples: np.ndarray, rate: int, wanted: int) -> np.ndarray:
    return samples if rate == wanted else soxr.resample(samples, rate, wanted).astype(np.float32)


def cut(samples: np.ndarray, start: int, length: int = SAMPLES) -> np.ndarray:
    """`length` samples from `start`, which may lie outside; what is outside is silence."""
    window = np.zeros(length, np.float32)
    first, last = max(start, 0), min(start + length, len(samples))
    if last > first:
        window[first - start : last - start] = samples[first:last]
    return window


def level(samples: np.ndarray) -> float:
    """Root mean square."""
    return float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)) + 1e-20))
