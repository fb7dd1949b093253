"""A few numbers a place in which distance means difference of all the teacher's answers.

The logits of 9,600 species are a linear function of a few dozen hidden numbers. The principal components of the
answers on a sample of places give the student's head a start, and its trunk a small target to learn first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from teacher import Teacher, sigmoid


@dataclass(frozen=True)
class Basis:
    """logits ~ components @ head + bias, and components = [teacher's features, 1] @ route.

    `weight` is how much an error in each component counts: the largest ones tell continents and numbers of observers
    apart, and shift all the species of a place together; the order of species within a place is in the small ones.
    """

    head: np.ndarray
    bias: np.ndarray
    route: np.ndarray
    weight: np.ndarray

    def components(self, features: np.ndarray) -> np.ndarray:
        return features @ self.route[:-1] + self.route[-1]


def find_basis(teacher: Teacher, weekly: np.ndarray, size: int) -> Basis:
    """From the answers to `weekly` queries. A species counts by how likely it is where it is likely at all."""
    features = teacher.features(weekly)
    logits = teacher.logits(features)
    probability = sigmoid(logits.copy())
    relative = np.sqrt(probability / probability.max(1, keepdims=True))
    weight = np.sqrt(np.maximum(relative.mean(0), 1e-3))
    bias = logits.mean(0)
    centred = (logits - bias) * weight
    # Eigenvectors of the smaller square matrix: as many rows as queries, far fewer than species squared.
    values, vectors = np.linalg.eigh(centred @ centred.T)
    order = np.argsort(-values)[: min(size, features.shape[1])]
    directions = (vectors[:, order].T @ centred) / np.sqrt(values[order])[:, None]
    components = centred @ directions.T
    scale = np.sqrt(components.var(0).sum() / len(order))
    counts = 1 / np.sqrt(1 + (components / scale).var(0))
    with_one = np.column_stack([features, np.ones(len(features), np.float32)])
    route = np.linalg.lstsq(with_one, components / scale, rcond=None)[0]
    head = directions * scale / weight
    return Basis(*(part.astype(np.float32) for part in (head, bias, route, counts)))
