"""The gate: one number for the whole picture, "is there a bird at all?", added to the score of every cell.

Heads see a few cells at a time and learn slowly which objects are no birds. A linear reading of the trunk's last features
(mean and maximum over the picture), fitted to convergence on features computed once, does that in seconds.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from augment import Composer, Prepared
from network import MEAN, STD, TAP_CHANNELS, Detector

PICTURES = 2000
SEED = 11
PLAIN_EVERY = 3  # of the training pictures, one in so many is a single photo as the app sees it; the others may be mosaics
DECAY = 3e-3
STEPS = 400


class Runner:
    """A module in onnxruntime, for one letterboxed picture at a time: several times faster than torch on a CPU."""

    def __init__(self, module: torch.nn.Module, size: int, folder: Path, threads: int = 1):
        import onnxruntime

        path = folder / "runner.onnx"
        sample = torch.zeros(1, 3, size, size)
        torch.onnx.export(module.eval(), (sample,), str(path), dynamo=False, opset_version=17, input_names=["images"])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        path.unlink()

    def __call__(self, canvas: np.ndarray) -> np.ndarray:
        feed = (canvas.transpose(2, 0, 1)[None].astype(np.float32) - MEAN) / STD
        return self.session.run(None, {"images": feed})[0][0]


class Deepest(torch.nn.Module):
    """What the gate reads."""

    def __init__(self, detector: Detector):
        super().__init__()
        self.detector = detector

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.detector.pooled(self.detector.trunk(self.detector.frozen(images))[-1])


def collect(detector: Detector, photos: Prepared, folder: Path, pictures: int = PICTURES) -> tuple[np.ndarray, np.ndarray]:
    """Features of made-up training pictures, and whether each shows a bird. Doubtful pictures are left out."""
    features, composer = Runner(Deepest(detector), detector.size, folder), Composer(photos, detector.size)
    rows, labels = [], []
    for index in range(pictures):
        canvas, birds, ignore = composer(np.random.default_rng([SEED, index]), mosaics=index % PLAIN_EVERY > 0)
        if len(birds) or not len(ignore):
            rows.append(features(canvas))
            labels.append(len(birds) > 0)
    return np.array(rows, np.float32), np.array(labels)


def fit(rows: np.ndarray, labels: np.ndarray, decay: float = DECAY, steps: int = STEPS) -> tuple[np.ndarray, float]:
    """Weights and bias of the logistic regression with both classes weighing the same, on the features as they are."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-3
    x = torch.from_numpy((rows - mean) / spread)
    y = torch.from_numpy(labels.astype(np.float32))
    balance = torch.where(y > 0, 0.5 / y.mean().clamp(min=1e-3), 0.5 / (1 - y.mean()).clamp(min=1e-3))
    weight, bias = torch.zeros(rows.shape[1], requires_grad=True), torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.LBFGS([weight, bias], max_iter=steps, history_size=20, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(x @ weight + bias, y, weight=balance) + decay * weight.square().sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    scaled = weight.detach().numpy() / spread
    return scaled.astype(np.float32), float(bias.detach()) - float(scaled @ mean)


def add_gate(detector: Detector, rows: np.ndarray, labels: np.ndarray) -> None:
    weight, bias = fit(rows, labels)
    with torch.no_grad():
        detector.gate.weight.copy_(torch.from_numpy(weight).view(1, 2 * TAP_CHANNELS[-1]))
        detector.gate.bias.fill_(bias)
