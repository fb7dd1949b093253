"""Augmented windows: one to three birds, noise of other recordings, filters, echo, another speed. The teacher answers them."""

from __future__ import annotations

from typing import Protocol, Sequence

import numpy as np
import soxr
from scipy.signal import butter, fftconvolve, lfilter

from audio import RATE, SAMPLES, cut, level
from recordings import NOISE, OTHERS, TRAIN, Recording

# How often a window has no bird, one, two or three.
BIRDS = (0.15, 0.47, 0.25, 0.13)
SILENT = 0.02
NOISY = 0.6
# Below this the teacher does not hear the labelled bird in the window: it is drawn less often.
HEARD = 0.2
UNHEARD_WEIGHT = 0.15


class SoundList(Protocol):
    recordings: Sequence[Recording]

    def __len__(self) -> int: ...

    def __getitem__(self, i: int) -> np.ndarray: ...


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.asarray(x, np.float32)))


def pass_filter(samples: np.ndarray, rate: int, rng: np.random.Generator) -> np.ndarray:
    """Distance and small microphones: less treble, or less bass."""
    if rng.random() < 0.5:
        taps = butter(1, rng.uniform(3000, 10000), "low", fs=rate)
    else:
        taps = butter(2, rng.uniform(100, 900), "high", fs=rate)
    return lfilter(*taps, samples).astype(np.float32)


def echo(samples: np.ndarray, rate: int, rng: np.random.Generator) -> np.ndarray:
    tail = rng.normal(size=int(rate * 0.25)) * np.exp(-np.arange(int(rate * 0.25)) / (rate * rng.uniform(0.02, 0.12)))
    tail *= rng.uniform(0.2, 0.8) / np.sqrt(np.sum(tail**2))
    tail[0] += 1
    return fftconvolve(samples, tail)[: len(samples)].astype(np.float32)


def coloured_noise(length: int, rng: np.random.Generator) -> np.ndarray:
    """Between white and brown, as wind and distant traffic are."""
    spectrum = np.fft.rfft(rng.normal(size=length))
    spectrum[1:] /= np.arange(1, len(spectrum)) ** rng.uniform(0, 1)
    noise = np.fft.irfft(spectrum, length).astype(np.float32)
    return noise / level(noise)


def silence(rng: np.random.Generator) -> np.ndarray:
    """Digital silence, or noise far below what a microphone gives."""
    if rng.random() < 0.5:
        return np.zeros(SAMPLES, np.float32)
    return coloured_noise(SAMPLES, rng) * np.float32(10 ** rng.uniform(-7, -5.5))


class Mixer:
    def __init__(self, sounds: SoundList, places: np.ndarray, logits: np.ndarray, labels: list[str]) -> None:
        self.sounds = sounds
        position = {label: i for i, label in enumerate(labels)}
        self.windows: dict[str, list[tuple[int, int, float]]] = {}
        for (i, start), row in zip(places.tolist(), logits):
            recording = sounds.recordings[i]
            if recording.split != TRAIN:
                continue
            column = position.get(recording.label)
            heard = column is None or sigmoid(row[column]) >= HEARD
            self.windows.setdefault(recording.label, []).append((i, start, 1.0 if heard else UNHEARD_WEIGHT))
        self.species = sorted(label for label in self.windows if label not in OTHERS)
        self.others = sorted(label for label in self.windows if label in OTHERS)
        # A species of many recordings is drawn more often, but not as often as their number says.
        counts = np.array([len({i for i, _, _ in self.windows[s]}) for s in self.species], float)
        self.odds = np.sqrt(counts) / np.sqrt(counts).sum()

    def draw(self, label: str, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        """A stretch of a recording of `label`, and the recording's number."""
        windows = self.windows[label]
        # First the recording, evenly; then the window in it.
        recording = rng.choice(sorted({i for i, _, _ in windows}))
        own = [(start, weight) for i, start, weight in windows if i == recording]
        weights = np.array([weight for _, weight in own])
        start = own[rng.choice(len(own), p=weights / weights.sum())][0]
        samples = self.sounds[recording]
        shift = int(rng.uniform(-0.4, 0.4) * SAMPLES)
        if len(samples) < SAMPLES * 1.5:
            # A short clip: keep all of it inside where it fits, with room before and after.
            room = SAMPLES - len(samples)
            shift = -int(rng.uniform(0, room)) if room > 0 else int(rng.uniform(0, -room)) if rng.random() < 0.7 else shift
            start = 0
        if rng.random() < 0.3:
            speed = rng.uniform(0.95, 1.05)
            stretch = cut(samples, start + shift, int(SAMPLES * 1.06))
            piece = soxr.resample(stretch, RATE * speed, RATE)[:SAMPLES]
            piece = cut(piece.astype(np.float32), 0)
        else:
            piece = cut(samples, start + shift)
        return piece / (level(piece) + 1e-6), int(recording)

    def window(self, rng: np.random.Generator) -> tuple[np.ndarray, list[int]]:
        """A window, and the recordings in it (-2: silence)."""
        if rng.random() < SILENT:
            return silence(rng), [-2]
        birds = int(rng.choice(len(BIRDS), p=BIRDS))
        out, used = np.zeros(SAMPLES, np.float32), []
        for n in range(birds):
            piece, recording = self.draw(str(rng.choice(self.species, p=self.odds)), rng)
            if rng.random() < 0.3:
                piece = pass_filter(piece, RATE, rng)
            if rng.random() < 0.2:
                piece = echo(piece, RATE, rng)
            out += piece * np.float32(10 ** (rng.uniform(-12, 0) / 20 if n else 0))
            used.append(recording)
        if birds == 0 or (self.others and rng.random() < NOISY):
            out, used = self.add_other(out, used, birds, rng)
        peak = np.abs(out).max() + 1e-9
        loudness = 10 ** (rng.uniform(-30, 0) / 20)
        out = out / peak * np.float32(loudness)
        if rng.random() < 0.04:
            out = np.clip(out * np.float32(rng.uniform(1.5, 4) / loudness), -1, 1)
        return out.astype(np.float32), used

    def add_other(self, out: np.ndarray, used: list[int], birds: int, rng: np.random.Generator) -> tuple[np.ndarray, list[int]]:
        """Noise, voices or animals, or a noise of no recording."""
        if not self.others or rng.random() < 0.25:
            piece = coloured_noise(SAMPLES, rng)
        else:
            # As noise is most of the collection, voices and animals are drawn more often than they occur.
            label = str(rng.choice(self.others)) if rng.random() < 0.6 else NOISE
            piece, recording = self.draw(label if label in self.windows else self.others[0], rng)
            used = [*used, recording]
        quieter = 10 ** (-rng.uniform(-5, 25) / 20) if birds else 1.0
        return out + piece * np.float32(quieter), used
