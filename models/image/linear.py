"""The linear layer: begun as a linear discriminant, and mixed with one again when the training is over.

A discriminant counts each class once and shares one covariance, so it is fair to species of eight photos, for which
gradient descent learns little. The calibration split decides how much of it goes in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from network import Classifier

MIXES = (0.0, 0.15, 0.3, 0.45, 0.6)
START_SHRINKAGE, END_SHRINKAGE = 0.3, 1.0
# Discriminants of 1,280 correlated features are far too sure of themselves; a standard deviation of 2 is a calm start.
START_SPREAD = 2.0
PHOTOS_EACH, PHOTOS_LAST = 16, 150


def discriminant(features: np.ndarray, target: np.ndarray, classes: int, shrinkage: float) -> tuple[np.ndarray, np.ndarray]:
    """Weights and bias. `shrinkage` adds that many times the mean variance to the diagonal of the shared covariance."""
    means = np.stack([features[target == c].mean(axis=0) for c in range(classes)]).astype(np.float64)
    spread = features - means[target]
    covariance = spread.T @ spread / len(features)
    covariance += shrinkage * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    weights = np.linalg.solve(covariance, (means - means.mean(axis=0)).T).T
    return weights, -0.5 * np.einsum("cf,cf->c", weights, means + means.mean(axis=0))


def pick(target: np.ndarray, classes: int) -> np.ndarray:
    """Positions of a few photos of each class, more of the last one (background), which is many things."""
    each = [PHOTOS_EACH] * (classes - 1) + [PHOTOS_LAST]
    return np.concatenate([np.flatnonzero(target == c)[: each[c]] for c in range(classes)])


def ridge(features: np.ndarray, wanted: np.ndarray, shrinkage: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Weights and bias of the shrunk least squares map from features to what is wanted of them."""
    centre, wanted_centre = features.mean(axis=0), wanted.mean(axis=0)
    x, y = (features - centre).astype(np.float64), (wanted - wanted_centre).astype(np.float64)
    gram = x.T @ x
    gram += shrinkage * np.trace(gram) / len(gram) * np.eye(len(gram))
    weights = np.linalg.solve(gram, x.T @ y).T
    return weights, wanted_centre - weights @ centre


def set_linear(network: Classifier, weights: np.ndarray, bias: np.ndarray) -> None:
    with torch.no_grad():
        network.back.linear.weight.copy_(torch.tensor(weights))
        network.back.linear.bias.copy_(torch.tensor(bias))


def start_linear(network: Classifier, features: np.ndarray, target: np.ndarray, classes: int) -> None:
    weights, bias = discriminant(features, target, classes, START_SHRINKAGE)
    scale = START_SPREAD / float((features @ weights.T + bias).std())
    set_linear(network, weights * scale, bias * scale)


@dataclass
class Photos:
    """Pooled features of photos and their classes."""

    features: np.ndarray
    target: np.ndarray


def mix_linear(network: Classifier, training: Photos, calibration: Photos, classes: int) -> dict[float, float]:
    """Mix the trained layer with the discriminant of the trained features, scaled to the same spread of logits; top-1 on calibration by share."""
    trained = network.back.linear.weight.detach().numpy().copy(), network.back.linear.bias.detach().numpy().copy()
    weights, bias = discriminant(training.features, training.target, classes, END_SHRINKAGE)
    ours = calibration.features @ trained[0].T + trained[1]
    theirs = calibration.features @ weights.T + bias
    scale = float(ours.std() / theirs.std())
    right = {m: round(float((((1 - m) * ours + m * scale * theirs).argmax(axis=1) == calibration.target).mean()), 4) for m in MIXES}
    mix = max(right, key=lambda m: right[m])
    set_linear(network, (1 - mix) * trained[0] + mix * scale * weights, (1 - mix) * trained[1] + mix * scale * bias)
    return right
