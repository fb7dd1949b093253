"""Choosing the species that are kept, calibration, and the figures of the card.

A recording is pooled as the app pools it: the greatest calibrated score of its windows, label by label. The calibration split
chooses and calibrates; the test split is only measured on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lib.stats import expected_calibration_error, proportion
from recordings import OTHERS, Recording

COMMAND = "python models/sound/recipe.py --data DIR --teacher packs/field-sound --out public/packs/starter"
# What the verdict rules ask of a species by sound (src/domain/thresholds.ts), and what they ask when no place is known.
BAR, RAISED_BAR = 0.85, 0.9625
# A species stays if, over the calibration recordings, it is right whenever it reaches the bar, or nearly so.
LEAST_PRECISION = 0.9
ROUGH_PRECISION = 0.7


@dataclass(frozen=True)
class Pooled:
    """One row a recording."""

    logits: np.ndarray
    truth: list[str]

    def columns(self, kept: list[int]) -> "Pooled":
        return Pooled(self.logits[:, kept], self.truth)


def pool(logits: np.ndarray, owners: np.ndarray, recordings: list[Recording]) -> Pooled:
    """The greatest logit of each recording's windows."""
    ids = np.unique(owners)
    return Pooled(np.stack([logits[owners == i].max(axis=0) for i in ids]), [recordings[i].label for i in ids])


def fit_scale(logits: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """Temperature and bias of logit / temperature + bias that explain best what was right: logistic regression, by Newton."""
    slope, bias = 1.0, 0.0
    for _ in range(100):
        p = 1 / (1 + np.exp(-(slope * logits + bias)))
        weight = p * (1 - p) + 1e-9
        gradient = np.array([((right - p) * logits).sum() - 1e-3 * slope, (right - p).sum()])
        hessian = np.array(
            [[(weight * logits * logits).sum() + 1e-3, (weight * logits).sum()], [(weight * logits).sum(), weight.sum() + 1e-6]]
        )
        step = np.clip(np.linalg.solve(hessian, gradient), -1, 1)
        slope, bias = max(slope + step[0], 1e-2), bias + step[1]
        if np.abs(step).max() < 1e-6:
            break
    return float(1 / slope), float(bias)


def calibrated(logits: np.ndarray, temperature: float, bias: float) -> np.ndarray:
    return 1 / (1 + np.exp(-(logits / temperature + bias)))


def answers(pooled: Pooled, labels: list[str], kept: list[int], scale: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of every recording: probability of its best species among `kept`, which one, and whether it is right."""
    species = [i for i in kept if labels[i] not in OTHERS]
    p = calibrated(pooled.logits[:, species], *scale)
    best = p.argmax(axis=1)
    named = np.array([labels[species[b]] for b in best])
    return p.max(axis=1), named, named == np.array(pooled.truth)


def fit_calibration(pooled: Pooled, labels: list[str], kept: list[int]) -> tuple[float, float]:
    """On the first places of the recordings, those of no bird and of other birds included."""
    species = [i for i in kept if labels[i] not in OTHERS]
    best = pooled.logits[:, species].max(axis=1)
    named = np.array([labels[species[b]] for b in pooled.logits[:, species].argmax(axis=1)])
    temperature, bias = fit_scale(best, (named == np.array(pooled.truth)).astype(float))
    return round(temperature, 4), round(bias, 4)


def fit_others(pooled: Pooled, labels: list[str], scale: tuple[float, float]) -> dict[int, tuple[float, float]]:
    """What the other classes' logits have to be multiplied with, and shifted by, so that the species' scale is right for them too.

    A manifest has one temperature and bias; a class that no calibration recording has (silence) only loses the bias.
    """
    temperature, bias = scale
    found = {}
    for label in OTHERS:
        own = np.array([t == label for t in pooled.truth], float)
        column = labels.index(label)
        their = fit_scale(pooled.logits[:, column], own) if own.any() else (temperature, 0.0)
        found[column] = (temperature / their[0], (their[1] - bias) * temperature)
    return found


def adjusted(pooled: Pooled, adjustments: dict[int, tuple[float, float]]) -> Pooled:
    logits = pooled.logits.copy()
    for column, (gain, shift) in adjustments.items():
        logits[:, column] = logits[:, column] * gain + shift
    return Pooled(logits, pooled.truth)


def weed(pooled: Pooled, labels: list[str], kept: list[int], scale: tuple[float, float], bar: float, least: float) -> list[int]:
    """Without the species that are right in too small a share of the recordings for which they are declared at `bar`."""
    p, named, right = answers(pooled, labels, kept, scale)
    keep = []
    for i in kept:
        own = (p >= bar) & (named == labels[i])
        if labels[i] in OTHERS or (own & right).sum() >= least * own.sum():
            keep.append(i)
    return keep


def choose_species(pooled: Pooled, labels: list[str], rounds: int = 6) -> list[int]:
    """First without those that are often wrong by the uncalibrated score, as they would spoil the calibration; then, calibrated,
    by the bar; last without those that never were right at it."""
    kept = weed(pooled, labels, list(range(len(labels))), (1.0, 0.0), 0.5, ROUGH_PRECISION)
    for _ in range(rounds):
        fewer = weed(pooled, labels, kept, fit_calibration(pooled, labels, kept), BAR, LEAST_PRECISION)
        if fewer == kept:
            break
        kept = fewer
    p, named, right = answers(pooled, labels, kept, fit_calibration(pooled, labels, kept))
    proved = set(named[(p >= BAR) & right])
    return [i for i in kept if labels[i] in OTHERS or labels[i] in proved]


def figures_of(pooled: Pooled, labels: list[str], kept: list[int], scale: tuple[float, float], where: str) -> list[dict[str, object]]:
    names = {labels[i] for i in kept}
    inside = np.array([t in names and t not in OTHERS for t in pooled.truth])
    quiet = np.array([t in OTHERS for t in pooled.truth])
    p, _, right = answers(pooled, labels, kept, scale)
    over, far_over = p >= BAR, p >= RAISED_BAR
    outside = ~inside & ~quiet
    out = [
        proportion(f"species right when declared at {BAR}, {where}", int((over & right).sum()), int(over.sum()), COMMAND),
        proportion(f"species right when declared at {RAISED_BAR}, {where}", int((far_over & right).sum()), int(far_over.sum()), COMMAND),
        proportion(f"species top-1, {where} of its species", int(right[inside].sum()), int(inside.sum()), COMMAND),
        proportion(f"right species declared at {BAR}, {where} of its species", int((right & over)[inside].sum()), int(inside.sum()), COMMAND),
        proportion(f"wrong species declared at {BAR}, {where} of its species", int((~right & over)[inside].sum()), int(inside.sum()), COMMAND),
    ]  # fmt: skip
    if outside.any():
        out.append(proportion(f"wrong species declared at {BAR}, {where} of other birds", int(over[outside].sum()), int(outside.sum()), COMMAND))
    if quiet.any():
        out.append(proportion(f"species declared at {BAR}, {where} without birds", int(over[quiet].sum()), int(quiet.sum()), COMMAND))
    # A share of nothing is no figure.
    return [figure for figure in out if figure["n"]]


def calibration_error(pooled: Pooled, labels: list[str], kept: list[int], scale: tuple[float, float]) -> float:
    p, _, right = answers(pooled, labels, kept, scale)
    return expected_calibration_error(p, right)


def class_figures(pooled: Pooled, labels: list[str], scale: tuple[float, float], where: str) -> list[dict[str, object]]:
    """How often voices, animals and noise are recognised as such: their class is above one half, and above every species."""
    out = []
    species = [i for i, label in enumerate(labels) if label not in OTHERS]
    for label in OTHERS:
        rows = np.array([t == label for t in pooled.truth])
        if rows.any():
            p = calibrated(pooled.logits[rows], *scale)
            own = p[:, labels.index(label)]
            hit = (own >= 0.5) & (own >= p[:, species].max(axis=1))
            out.append(proportion(f"{label.lower()} recognised, {where}", int(hit.sum()), int(rows.sum()), COMMAND))
    return out
