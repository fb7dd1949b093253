"""Statistics for model cards: intervals, calibration error, temperature."""

from __future__ import annotations

from typing import Callable

import numpy as np

Z95 = 1.959963984540054


def wilson(successes: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson score interval of a proportion. With no trials nothing is known: (0, 1)."""
    if n == 0:
        return 0.0, 1.0
    p = successes / n
    centre = p + z * z / (2 * n)
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, float((centre - half) / scale)), min(1.0, float((centre + half) / scale))


def proportion(name: str, successes: int, n: int, command: str) -> dict[str, object]:
    """A figure of a model card (manifest `card.figures`) for a share of `n` items, with its 95 % Wilson interval."""
    low, high = wilson(successes, n)
    value = successes / n if n else 0.0
    return {"name": name, "value": round(value, 4), "low": round(low, 4), "high": round(high, 4), "n": n, "command": command}


def bootstrap(
    values: np.ndarray, statistic: Callable[[np.ndarray], float] = np.mean, rounds: int = 1000, seed: int = 1
) -> tuple[float, float]:
    """95 % percentile bootstrap interval of `statistic` over the first axis of `values`."""
    values = np.asarray(values)
    rng = np.random.default_rng(seed)
    draws = [float(statistic(values[rng.integers(0, len(values), len(values))])) for _ in range(rounds)]
    return float(np.percentile(draws, 2.5)), float(np.percentile(draws, 97.5))


def softmax(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    scaled = np.asarray(logits, dtype=np.float64) / temperature
    scaled -= scaled.max(axis=-1, keepdims=True)
    e = np.exp(scaled)
    return e / e.sum(axis=-1, keepdims=True)


def expected_calibration_error(confidence: np.ndarray, correct: np.ndarray, bins: int = 15) -> float:
    """Mean gap between confidence and accuracy over equal-width bins, weighted by how many fall into each."""
    confidence = np.asarray(confidence, dtype=np.float64)
    correct = np.asarray(correct, dtype=np.float64)
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    gap = sum(abs(confidence[which == b].sum() - correct[which == b].sum()) for b in np.unique(which))
    return float(gap / len(confidence))


def negative_log_likelihood(logits: np.ndarray, labels: np.ndarray, temperature: float) -> float:
    p = softmax(logits, temperature)[np.arange(len(labels)), labels]
    return float(-np.log(np.maximum(p, 1e-12)).mean())


def fit_temperature(logits: np.ndarray, labels: np.ndarray, low: float = 0.05, high: float = 20.0) -> float:
    """The temperature of least negative log-likelihood, by golden-section search on its logarithm."""
    ratio = (np.sqrt(5) - 1) / 2
    a, b = np.log(low), np.log(high)
    while b - a > 1e-4:
        c, d = b - ratio * (b - a), a + ratio * (b - a)
        if negative_log_likelihood(logits, labels, np.exp(c)) < negative_log_likelihood(logits, labels, np.exp(d)):
            b = d
        else:
            a = c
    return float(np.exp((a + b) / 2))
