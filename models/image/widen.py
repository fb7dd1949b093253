"""Labels of the teacher's own: species of which there is no photo, learnt from what the teacher says to photos of others.

The body stays as it is. A ridge regression reads the teacher's log-probabilities off the pooled features; its rows become
outputs beside the trained ones. The trained layer and the regression are only known up to something that is the same for all
classes, so they are compared by their means over the species that both know. How loud the new rows may be is
found on species that both know, by withholding their photos (`trial`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from PIL import Image

from dataset import BACKGROUND, TRAIN, UNLABELLED, Dataset, SpeciesFinder
from held_out import Crops
from lib.stats import fit_temperature
from linear import pick, ridge
from network import MEAN, STD
from photos import Views
from teacher import Answers, with_features
from train import middle

UNLABELLED_PHOTOS = 2500
# The least that 16-bit floats keep of a probability.
LEAST = 6e-8
# Regressed rows are flatter than trained ones. Of 1 to 3 this did best on withheld species.
SCALE = 1.5
OFFSETS = tuple(np.arange(-2.0, 12.5, 0.5).tolist())
# What the species with photos may lose for the others in the trial, where those are kin of theirs; among all classes it is a third of that.
MOST_LOST = 0.02
HIDDEN, STRANGE = 0.2, 1 / 6


@dataclass
class Head:
    """A linear layer over named classes; BACKGROUND is the last."""

    weights: np.ndarray
    bias: np.ndarray
    labels: list[str]

    def __call__(self, features: np.ndarray) -> np.ndarray:
        return features @ self.weights.T + self.bias

    def of(self, labels: list[str]) -> Head:
        rows = [self.labels.index(name) for name in labels]
        return Head(self.weights[rows], self.bias[rows], labels)

    def cooled(self, temperature: float) -> Head:
        return Head(self.weights / temperature, self.bias / temperature, self.labels)


@dataclass
class Lines:
    """Features of photos, their species (none for birds without a label), and the teacher's probabilities by its species."""

    features: np.ndarray
    species: np.ndarray
    said: np.ndarray
    known: list[str]

    def without(self, species: set[str]) -> Lines:
        """As if the species had no photo here and the teacher still knew them."""
        kept = ~np.isin(self.species, sorted(species))
        return Lines(self.features[kept], self.species[kept], self.said[kept], self.known)

    def untold(self, species: set[str]) -> Lines:
        """As if the teacher did not know the species."""
        kept = np.array([name not in species for name in self.known])
        return Lines(self.features, self.species, self.said[:, kept], [name for name in self.known if name not in species])


class Features:
    """What an exported classifier pools of a picture."""

    def __init__(self, model: Path) -> None:
        import onnxruntime

        opened, self.name = with_features(onnx.load(str(model)))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(opened.SerializeToString(), options, providers=["CPUExecutionProvider"])
        self.input = self.session.get_inputs()[0].name
        self.side = int(self.session.get_inputs()[0].shape[2])

    def __call__(self, picture: np.ndarray) -> np.ndarray:
        x = ((picture.astype(np.float32) - MEAN) / STD).transpose(2, 0, 1)[None]
        return self.session.run([self.name], {self.input: np.ascontiguousarray(x)})[0][0]

    def of_views(self, views: Views, rows: np.ndarray) -> np.ndarray:
        return np.stack([self(middle(views[i], self.side)) for i in rows.tolist()])

    def of_crops(self, crops: Crops) -> np.ndarray:
        size = (self.side, self.side)
        return np.stack([self(np.asarray(Image.fromarray(p).resize(size, Image.Resampling.BILINEAR))) for p in crops.pixels])


def said_of_species(answers: Answers, rows: np.ndarray, teacher_labels: list[str]) -> tuple[np.ndarray, list[str]]:
    """The teacher's probabilities by species, and the species: subspecies count as theirs; background and hybrids drop out."""
    find = SpeciesFinder()
    names = [None if name == BACKGROUND else find(name) for name in teacher_labels]
    known = sorted({name for name in names if name})
    number = {name: i for i, name in enumerate(known)}
    said = np.zeros((len(rows), len(known)), dtype=np.float32)
    for column, name in enumerate(names):
        if name:
            said[:, number[name]] += answers.probabilities[rows, column]
    return said, known


def body_stamp(model: Path) -> str:
    """The same for two classifiers that differ in their last layer only."""
    graph = onnx.load(str(model)).graph
    last = {tensor.name for tensor in last_layer(graph)}
    return hashlib.sha256(b"".join(t.SerializeToString() for t in graph.initializer if t.name not in last)).hexdigest()


def training_lines(model: Path, work: Path, data: Dataset, views: Views, answers: Answers, teacher_labels: list[str]) -> Lines:
    """A few photos of each class, and birds without a label, as far as the teacher has seen them; kept in work/widen.npz for this body."""
    path = work / "widen.npz"
    stamp = body_stamp(model)
    if path.exists() and str((kept := np.load(path))["stamp"]) == stamp:
        rows, features = kept["rows"], kept["features"]
    else:
        order = np.random.default_rng(3).permutation(data.rows(TRAIN))
        birds = order[pick(data.target[order], len(data.labels))]
        others = np.random.default_rng(3).permutation(data.rows(UNLABELLED))[:UNLABELLED_PHOTOS]
        rows = np.concatenate([birds, others])
        rows = rows[answers.done[rows] == 1]
        features = Features(model).of_views(views, rows)
        np.savez(path, stamp=stamp, rows=rows, features=features)
    said, known = said_of_species(answers, rows, teacher_labels)
    return Lines(features, np.array([data.labels[t] if t >= 0 else "" for t in data.target[rows]]), said, known)


def labels_beside(model: Path) -> list[str]:
    return (model.parent / "labels" / "image.txt").read_text(encoding="utf-8").splitlines()


def head_of(model: Path, labels: list[str]) -> Head:
    """What the linear layer of an exported classifier has for these of its labels."""
    graph = onnx.load(str(model)).graph
    weights, bias = (numpy_helper.to_array(t).astype(np.float32) for t in last_layer(graph))
    return Head(weights, bias, labels_beside(model)).of(labels)


def last_layer(graph: onnx.GraphProto) -> tuple[onnx.TensorProto, onnx.TensorProto]:
    last = [node for node in graph.node if node.op_type == "Gemm"][-1]
    stored = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Cast"}
    tensors = {t.name: t for t in graph.initializer}
    weights, bias = (tensors[stored.get(name, name)] for name in last.input[1:3])
    return weights, bias


def with_head(model: onnx.ModelProto, head: Head) -> onnx.ModelProto:
    """The exported classifier with another linear layer, of any number of classes, its weights stored as they were."""
    for tensor, values in zip(last_layer(model.graph), (head.weights, head.bias), strict=True):
        name, kind = tensor.name, numpy_helper.to_array(tensor).dtype
        tensor.CopyFrom(numpy_helper.from_array(values.astype(kind), name))
    model.graph.output[0].type.tensor_type.shape.dim[1].dim_value = len(head.labels)
    del model.graph.value_info[:]
    onnx.checker.check_model(model)
    return model


def regressed(lines: Lines) -> Head:
    """The teacher's log-probabilities, read off the features."""
    weights, bias = ridge(lines.features, np.log(np.maximum(lines.said, LEAST)))
    return Head(weights, bias, lines.known)


def join(trained: Head, told: Head, offset: float, scale: float = SCALE) -> Head:
    """The trained classes, and the teacher's that they miss: `scale` times as loud against the mean of the shared ones, plus `offset`."""
    shared = [name for name in trained.labels if name in set(told.labels)]
    ours, theirs = trained.of(shared), told.of(shared)
    new = told.of([name for name in told.labels if name not in set(shared)])
    weights = scale * (new.weights - theirs.weights.mean(axis=0)) + ours.weights.mean(axis=0)
    bias = scale * (new.bias - theirs.bias.mean()) + ours.bias.mean() + offset
    both = Head(np.concatenate([trained.weights, weights]), np.concatenate([trained.bias, bias]), [*trained.labels, *new.labels])
    return both.of([*sorted(name for name in both.labels if name != BACKGROUND), BACKGROUND])


def withhold(labels: list[str], known: list[str]) -> tuple[set[str], set[str]]:
    """(species that only the teacher is to know, species that nobody is to know), drawn from the trained labels."""
    order = np.random.default_rng(7).permutation(sorted(name for name in labels if name != BACKGROUND)).tolist()
    strange = set(order[: round(STRANGE * len(order))])
    rest = [name for name in order if name not in strange and name in set(known)]
    return set(rest[: round(HIDDEN * len(order))]), strange


def without(trained: Head, lines: Lines, hidden: set[str], strange: set[str]) -> tuple[Head, Head]:
    """(the trained layer, the regression) as if some species had no photos, and others were not known to anybody."""
    shown = trained.of([name for name in trained.labels if name not in hidden | strange])
    return shown, regressed(lines.without(hidden | strange).untold(strange))


def cooled(head: Head, features: np.ndarray, species: np.ndarray) -> Head:
    """With the temperature in the weights that suits the photos of its own classes."""
    own = np.isin(species, head.labels)
    target = np.array([head.labels.index(name) for name in species[own]])
    return head.cooled(fit_temperature(head(features[own]), target))


def trial(trained: Head, lines: Lines, features: np.ndarray, species: np.ndarray) -> tuple[float, list[dict[str, float]]]:
    """On held-out photos the share right of species with photos by themselves; and by offset theirs and that of species known from the teacher alone."""
    hidden, strange = withhold(trained.labels, lines.known)
    shown, told = without(trained, lines, hidden, strange)
    shown = cooled(shown, features, species)
    birds = [name for name in shown.labels if name != BACKGROUND]
    rows = []
    for offset in OFFSETS:
        both = join(shown, told, offset)
        right = np.array(both.labels)[both(features).argmax(axis=1)] == species
        with_photos, told_alone = right[np.isin(species, birds)], right[np.isin(species, sorted(hidden))]
        rows.append({"offset": offset, "with photos": round(float(with_photos.mean()), 4), "from the teacher alone": round(float(told_alone.mean()), 4)})
    alone = np.array(shown.labels)[shown(features).argmax(axis=1)] == species
    return round(float(alone[np.isin(species, birds)].mean()), 4), rows


def best_offset(alone: float, rows: list[dict[str, float]]) -> float:
    """The loudest that costs the species with photos no more than MOST_LOST."""
    return max((row["offset"] for row in rows if row["with photos"] >= alone - MOST_LOST), default=OFFSETS[0])


def widen(
    trained: Path, out: Path, work: Path, data: Dataset, views: Views, answers: Answers | None, teacher_labels: list[str], crops: Crops
) -> tuple[list[str], dict[str, object]]:
    """Writes the classifier with the teacher's labels beside its own; the labels, and how the offset was found. Without a teacher it keeps those of the photos."""
    head = head_of(trained, data.labels)
    if answers is None:
        onnx.save(with_head(onnx.load(str(trained)), head), str(out))
        return head.labels, {}
    lines = training_lines(trained, work, data, views, answers, teacher_labels)
    features, species = Features(trained).of_crops(crops), np.array(data.labels)[crops.target]
    alone, rows = trial(head, lines, features, species)
    offset = best_offset(alone, rows)
    both = join(cooled(head, features, species), regressed(lines), offset)
    onnx.save(with_head(onnx.load(str(trained)), both), str(out))
    return both.labels, {"with photos, by themselves": alone, "tried": rows, "offset": offset}
