"""Measure an exported model on held-out crops: species, genus and family, calibration, and what is no bird."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from dataset import BACKGROUND, read_ranks
from held_out import Crops
from lib.stats import bootstrap, expected_calibration_error, proportion, softmax
from network import MEAN, STD

COMMAND = "python models/image/recipe.py"


def input_shape(model: Path) -> list[int]:
    import onnxruntime

    return onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"]).get_inputs()[0].shape


def run_model(model: Path, pixels: np.ndarray, threads: int) -> np.ndarray:
    """Logits for uint8 pictures, resized to the model's input where they differ."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    size = int(session.get_inputs()[0].shape[2])
    name = session.get_inputs()[0].name
    out = []
    for picture in pixels:
        if picture.shape[0] != size:
            picture = np.asarray(Image.fromarray(picture).resize((size, size), Image.Resampling.BILINEAR))
        x = ((picture.astype(np.float32) - MEAN) / STD).transpose(2, 0, 1)[None]
        out.append(session.run(None, {name: np.ascontiguousarray(x)})[0][0])
    return np.stack(out)


def group_matrix(labels: list[str], rank: int) -> tuple[np.ndarray, np.ndarray]:
    """(class -> group number, class x group one-hot) for rank 0 (genus) or 1 (family); background is its own group."""
    ranks = read_ranks()
    names = [BACKGROUND if n == BACKGROUND else ranks[n][rank] for n in labels]
    numbers = {name: i for i, name in enumerate(dict.fromkeys(names))}
    group = np.array([numbers[n] for n in names])
    return group, np.eye(len(numbers))[group]


def accuracy(name: str, probabilities: np.ndarray, target: np.ndarray) -> dict[str, object]:
    return proportion(name, int((probabilities.argmax(axis=1) == target).sum()), len(target), COMMAND)


def calibration_error(name: str, probabilities: np.ndarray, target: np.ndarray) -> dict[str, object]:
    pairs = np.stack([probabilities.max(axis=1), probabilities.argmax(axis=1) == target], axis=1)
    low, high = bootstrap(pairs, lambda p: expected_calibration_error(p[:, 0], p[:, 1]), rounds=400)
    value = expected_calibration_error(pairs[:, 0], pairs[:, 1])
    return {"name": name, "value": round(value, 4), "low": round(low, 4), "high": round(high, 4), "n": len(target), "command": COMMAND}


def measure_birds(where: str, logits: np.ndarray, target: np.ndarray, labels: list[str], temperature: float) -> list[dict[str, object]]:
    """Figures for photos of birds whose species the labels hold. Genus and family by summed probabilities."""
    p = softmax(logits, temperature)
    figures = [accuracy(f"species top-1, {where}", p, target)]
    best = np.argsort(-p, axis=1)[:, :5]
    figures.append(proportion(f"species top-5, {where}", int((best == target[:, None]).any(axis=1).sum()), len(target), COMMAND))
    for rank, word in enumerate(("genus", "family")):
        group, members = group_matrix(labels, rank)
        figures.append(accuracy(f"{word} top-1, {where}", p @ members, group[target]))
    figures.append(calibration_error(f"expected calibration error, {where}", p, target))
    return figures


def measure_test(crops: Crops, logits: np.ndarray, labels: list[str], temperature: float, trained_on: np.ndarray) -> list[dict[str, object]]:
    """All figures of the held-out test. `trained_on` counts the training photos of each class."""
    none = labels.index(BACKGROUND)
    bird = crops.target != none
    p = softmax(logits, temperature)
    figures = measure_birds("held-out photos", logits[bird], crops.target[bird], labels, temperature)
    for source in ("birdfy", "cub", "consolidated", "birds25", "birds525"):
        part = bird & (crops.source == source)
        if part.any():
            figures.append(accuracy(f"species top-1, held-out photos of {source}", p[part], crops.target[part]))
    few = bird & (trained_on[crops.target] < 20)
    if few.any():
        figures.append(accuracy("species top-1, held-out photos of species with under 20 training photos", p[few], crops.target[few]))
        figures.append(accuracy("species top-1, held-out photos of the other species", p[bird & ~few], crops.target[bird & ~few]))
    found = proportion("detector found the bird, held-out photos", int(crops.found[bird].sum()), int(bird.sum()), COMMAND)
    said_none = p.argmax(axis=1) == none
    figures.append(found)
    figures.append(proportion("a bird called not a bird, held-out photos", int(said_none[bird].sum()), int(bird.sum()), COMMAND))
    figures.append(proportion("not a bird recognised, held-out photos without birds", int(said_none[~bird].sum()), int((~bird).sum()), COMMAND))
    sure = p[~bird][:, :none].max(axis=1) >= 0.8
    figures.append(proportion("a species at 0.8 or more, held-out photos without birds", int(sure.sum()), int((~bird).sum()), COMMAND))
    return figures
