"""Calibrate: how a cell's logit and the gate's are mixed, and where the app's threshold lies.

Both are fitted on the kept-back validation photos, never on the evaluation photos or the test half of Caltech-101.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from augment import Prepared
from boxes import letterbox
from gate import Runner, fit
from judge import THRESHOLD
from network import Detector, Mix

FALSE_ALARMS = 0.01  # aimed at on the kept-back photos; with the gate, letting more pass finds hardly more birds
MIX_DECAY = 1e-4


class Readings(torch.nn.Module):
    """A picture's best cell logit and its gate logit."""

    def __init__(self, detector: Detector):
        super().__init__()
        self.detector = detector

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        taps = self.detector.trunk(self.detector.frozen(images))
        best = self.detector.from_taps(taps)[..., 0].amax(1, keepdim=True)
        return torch.cat([best, self.detector.gate(self.detector.pooled(taps[-1]))], 1)


def read(detector: Detector, photos: Prepared, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Readings of every photo (n x 2), and whether it shows a bird."""
    runner = Runner(Readings(detector), detector.size, folder)
    readings = [runner(letterbox(photos.photo(index), detector.size)[0]) for index in range(len(photos))]
    return np.array(readings, np.float32), np.isin(np.arange(len(photos)), photos.positive)


def threshold_shift(logits_without_birds: np.ndarray) -> float:
    """The shift that puts the app's threshold where FALSE_ALARMS of the bird-free photos pass it."""
    return float(np.log(THRESHOLD) - np.log1p(-THRESHOLD) - np.quantile(logits_without_birds, 1 - FALSE_ALARMS))


def fit_mix(readings: np.ndarray, labels: np.ndarray) -> Mix:
    """Logistic regression of "shows a bird" on the two readings, then the threshold. A gate that misleads gets no say."""
    (cell, gate), _ = fit(readings, labels, decay=MIX_DECAY)
    if gate <= 0 or cell <= 0:
        cell, gate = 1.0, 0.0
    shift = threshold_shift(readings[~labels] @ np.array([cell, gate]))
    return Mix(float(cell), float(gate), shift)
