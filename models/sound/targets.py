"""What the student has to answer: the teacher's scores, with the recordings' labels as a guard."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from augment import sigmoid
from recordings import ANIMAL, NOISE, OTHERS, SILENCE, TRAIN, VOICE, Recording
from teacher import NOISE_LABELS, VOICE_LABELS

# A species needs recordings to learn from, and others to be measured on.
LEAST_TRAINED, LEAST_HELD_OUT = 2, 2
# What the teacher hears beside the labelled bird counts in full only when it is sure: its doubts are halved.
SURE = 0.7
DOUBTED = 0.5


@dataclass(frozen=True)
class Classes:
    labels: list[str]
    """Species, then OTHERS."""
    columns: np.ndarray
    """Of the species among the teacher's labels."""
    voice: np.ndarray
    noise: np.ndarray
    animal: np.ndarray
    """The teacher's labels that make up the other classes."""


def choose_classes(recordings: list[Recording], teacher_labels: list[str], is_bird: list[bool]) -> Classes:
    """Every species with enough recordings; which of them are kept is decided after the training."""
    ids: dict[str, dict[bool, set[str]]] = {}
    for r in recordings:
        ids.setdefault(r.label, {True: set(), False: set()})[r.split == TRAIN].add(r.id)
    position = {label: i for i, label in enumerate(teacher_labels)}
    species = sorted(
        label for label, split in ids.items()
        if label in position and len(split[True]) >= LEAST_TRAINED and len(split[False]) >= LEAST_HELD_OUT
    )  # fmt: skip
    things = (*VOICE_LABELS, *NOISE_LABELS)
    animals = [i for i, bird in enumerate(is_bird) if not bird and teacher_labels[i] not in things]
    return Classes(
        [*species, *OTHERS],
        np.array([position[label] for label in species]),
        np.array([position[label] for label in VOICE_LABELS]),
        np.array([position[label] for label in NOISE_LABELS]),
        np.array(animals),
    )


def make_targets(classes: Classes, logits: np.ndarray, present: list[set[str]]) -> np.ndarray:
    """Windows x classes, 0 to 1. `present` names the labels of the recordings in each window."""
    out = np.zeros((len(logits), len(classes.labels)), np.float32)
    birds = sigmoid(logits[:, classes.columns])
    known = np.array([[label in names for label in classes.labels[: len(classes.columns)]] for names in present], bool)
    out[:, : len(classes.columns)] = np.where(known | (birds >= SURE), birds, birds * DOUBTED)
    groups = {VOICE: classes.voice, NOISE: classes.noise, ANIMAL: classes.animal}
    for label, columns in groups.items():
        column = classes.labels.index(label)
        out[:, column] = sigmoid(logits[:, columns]).max(axis=1)
        # The label of the recording counts even where the teacher hears nothing: a sneeze is a human sound.
        alone = np.array([names == {label} for names in present])
        out[alone, column] = np.maximum(out[alone, column], 0.9)
        mixed = np.array([label in names and len(names) > 1 for names in present])
        out[mixed, column] = np.maximum(out[mixed, column], 0.4)
    quiet = np.array([names == {SILENCE} for names in present])
    out[quiet] = 0
    out[quiet, classes.labels.index(SILENCE)] = 1
    return out
