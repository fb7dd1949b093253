"""A second head for the field classifier: species read off its pooled features, joined with its own answer.

    python models/field-vision/head.py --data DIR --labels FILE --out models/field-vision/head.npz [--keep-out DIR] [--leave-out FILE...]

--data    as for models/image/recipe.py, with what its teacher, which is this very network, said to the photos
--labels  the labels of the published classifier

The head is a linear discriminant: one mean a species, one covariance for all. The backbone never saw these photos, so a species
whose photos are taken away is as strange to head and backbone as any bird is that nobody labelled.

The join has three kinds of species: those that both know, those that only the published layer knows, and those that only the head
knows. A softmax over all of them adds, for each species, what each side says of it by a factor of its kind, and what the picture
says of its kind: how high the head's best scores are, and how much the published layer gives to each kind. These few numbers are
fitted by likelihood on held-out photos, with a third of the shared species and a quarter of the others taken from the head.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "image")]

from dataset import BACKGROUND, CALIBRATION, TRAIN, Dataset, SpeciesFinder, build_dataset, listed, read_class_map  # noqa: E402
from photos import load_index  # noqa: E402
from teacher import Answers, scientific_names  # noqa: E402

SHRINKAGE = 0.3
BOTH, PUBLISHED, HEAD = 0, 1, 2
LEAST = 1e-7
# Of the species that both know, and of the head's others, the parts that a fold takes from the head.
WITHHELD_SHARED, WITHHELD_OTHERS = 1 / 3, 1 / 4
# The same for the head that the judgement is fitted with: it needs many kinds of birds that nobody knows.
WITHHELD_OTHERS_OF_TWIN = 1 / 2
FOLDS, PHOTOS_A_FOLD = 3, 2000
# What the gate reads of a picture, brought to a size near one.
GATE_SCALE = np.array([30.0, 30.0, 3.0, 3.0], dtype=np.float32)


@dataclass
class Discriminant:
    """Weights and bias of a linear layer over the species `labels`."""

    weights: np.ndarray
    bias: np.ndarray
    labels: list[str]

    def __call__(self, features: np.ndarray) -> np.ndarray:
        return features @ self.weights.T + self.bias

    def in_eight_bits(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows of whole numbers from -127 to 127, and the scale of each."""
        scale = np.maximum(np.abs(self.weights).max(axis=1), 1e-12) / 127
        return np.rint(self.weights / scale[:, None]).astype(np.int8), scale.astype(np.float32)

    def rounded(self) -> Discriminant:
        rows, scale = self.in_eight_bits()
        return Discriminant(rows * scale[:, None], self.bias, self.labels)


def discriminant(features: np.ndarray, species: np.ndarray, shrinkage: float = SHRINKAGE) -> Discriminant:
    """Scores are log-likelihoods against a bird at the middle of all species. `shrinkage` adds that many mean variances to the diagonal."""
    labels, target = np.unique(species, return_inverse=True)
    counts = np.bincount(target)
    order = np.argsort(target, kind="stable")
    means = np.add.reduceat(features[order], np.concatenate([[0], np.cumsum(counts)[:-1]]), axis=0) / counts[:, None]
    spread = features - means[target]
    covariance = (spread.T @ spread).astype(np.float64) / len(features)
    covariance += shrinkage * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    middle = means.mean(axis=0)
    weights = np.linalg.solve(covariance, (means - middle).T.astype(np.float64)).T
    bias = -0.5 * (weights * (means + middle)).sum(axis=1)
    return Discriminant(weights.astype(np.float32), bias.astype(np.float32), labels.tolist())


@dataclass
class Union:
    """Every label of the join: what each side knows it as. The last is what the published layer calls no bird."""

    labels: list[str]
    kind: np.ndarray
    columns: list[list[int]]  # outputs of the published layer: a species may have several
    row: np.ndarray  # of the head, -1 where it does not know it


def unite(published: list[str], head: list[str]) -> Union:
    """Hybrids and what the taxonomy does not know drop out; subspecies count as their species."""
    find = SpeciesFinder()
    columns: dict[str, list[int]] = {}
    for column, name in enumerate(published):
        if found := name if name == BACKGROUND else find(name):
            columns.setdefault(found, []).append(column)
    labels = [*sorted((set(columns) | set(head)) - {BACKGROUND}), BACKGROUND]
    row_of = {name: row for row, name in enumerate(head)}
    row = np.array([row_of.get(name, -1) for name in labels])
    kind = np.array([HEAD if name not in columns else BOTH if r >= 0 else PUBLISHED for name, r in zip(labels, row)])
    return Union(labels, kind, [columns.get(name, []) for name in labels], row)


@dataclass
class Join:
    """`published` and `head`: the factors of a side's word, by kind. `gate`: what a picture adds to a kind, 4 numbers and a constant each."""

    published: np.ndarray
    head: np.ndarray
    gate: np.ndarray  # 3 kinds x 5


@dataclass
class Sides:
    """What both sides say to some photos, by label of the union."""

    published: np.ndarray  # logarithms of probabilities; LEAST where it does not know the species
    head: np.ndarray  # scores; 0 where it does not know it
    gate: np.ndarray  # N x 5, the last is 1


def sides(probabilities: np.ndarray, scores: np.ndarray, union: Union) -> Sides:
    whole = np.zeros((len(probabilities), len(union.labels)), dtype=np.float32)
    for label, columns in enumerate(union.columns):
        for column in columns:
            whole[:, label] += probabilities[:, column]
    head = np.where(union.row >= 0, scores[:, union.row], 0).astype(np.float32)

    def best(kind: int) -> np.ndarray:
        return head[:, union.kind == kind].max(axis=1)

    def given(kind: int) -> np.ndarray:
        return np.log(np.maximum(whole[:, union.kind == kind].sum(axis=1), LEAST))

    gate = np.stack([best(BOTH), best(HEAD), given(PUBLISHED), given(BOTH)], axis=1) / GATE_SCALE
    return Sides(np.log(np.maximum(whole, LEAST)), head, np.concatenate([gate, np.ones((len(gate), 1), np.float32)], axis=1))


def joined(said: Sides, union: Union, join: Join) -> np.ndarray:
    """Probabilities over the union."""
    logits = join.published[union.kind] * said.published + join.head[union.kind] * said.head + (said.gate @ join.gate.T)[:, union.kind]
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def fit_join(folds: list[tuple[Sides, Union, np.ndarray]], wanted: np.ndarray) -> Join:
    """By the likelihood of the photos' labels; each kind of species weighs what it is `wanted` to."""
    import torch

    factors = torch.tensor([0.5, 1.1, 0.02, 0.05], requires_grad=True)
    gate = torch.zeros(2, 5, requires_grad=True)
    optimiser = torch.optim.LBFGS([factors, gate], max_iter=60, line_search_fn="strong_wolfe")
    prepared = []
    for said, union, target in folds:
        kind = union.kind[target]
        share = np.array([1 / max((kind == k).sum(), 1) for k in range(3)])
        weights = torch.tensor((wanted * share)[kind], dtype=torch.float32)
        tensors = [torch.tensor(a) for a in (said.published, said.head, said.gate.astype(np.float32), union.kind, target)]
        prepared.append((*tensors, weights / weights.sum()))

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        zero = factors[0] * 0
        ours = torch.stack([factors[0], factors[1], zero])
        theirs = torch.stack([factors[2], zero, factors[3]])
        gates = torch.cat([torch.zeros(1, 5), gate])
        total = 1e-3 * (gate[:, :4] ** 2).sum()
        for published, head, facts, kind, target, weights in prepared:
            logits = ours[kind] * published + theirs[kind] * head + (facts @ gates.T)[:, kind]
            right = torch.log_softmax(logits, 1)[torch.arange(len(target)), target]
            total = total - (weights * right).sum() / len(prepared)
        total.backward()
        return total

    optimiser.step(loss)
    a, b = factors.detach().numpy(), gate.detach().numpy()
    one = np.float32
    return Join(np.array([a[0], a[1], 0], one), np.array([a[2], 0, a[3]], one), np.concatenate([np.zeros((1, 5), one), b]))


def withheld(species: list[str], published: set[str], seed: int, others_part: float = WITHHELD_OTHERS) -> set[str]:
    """Species that a head is not to know: of those that the published layer knows and of the others, each in its part."""
    rng = np.random.default_rng(seed)
    shared = sorted(set(species) & published)
    others = sorted(set(species) - published)
    kept = (rng.permutation(shared)[: round(WITHHELD_SHARED * len(shared))], rng.permutation(others)[: round(others_part * len(others))])
    return set(np.concatenate(kept).tolist())


@dataclass
class Birds:
    features: np.ndarray
    probabilities: np.ndarray
    species: np.ndarray

    def part(self, chosen: np.ndarray) -> Birds:
        return Birds(self.features[chosen], self.probabilities[chosen], self.species[chosen])


def birds_of(answers: Answers, data: Dataset, split: str, most: int | None = None, seed: int = 3) -> Birds:
    """Photos of a split with a species, as far as the network has seen them."""
    rows = data.rows(split)
    rows = rows[(data.target[rows] < len(data.labels) - 1) & (answers.done[rows] == 1)]
    rows = np.sort(np.random.default_rng(seed).permutation(rows)[:most])
    kept = [np.asarray(array[rows], dtype=np.float32) for array in (answers.features, answers.probabilities)]
    return Birds(*kept, np.array(data.labels)[data.target[rows]])


def fold(training: Birds, held: Birds, published: list[str], seed: int) -> tuple[Sides, Union, np.ndarray, Birds]:
    """Held-out photos of what a head without some species, or the published layer, knows; and those of birds that nobody knows."""
    find = SpeciesFinder()
    known = {found for name in published if name != BACKGROUND and (found := find(name))}
    without = withheld(sorted(set(training.species)), known, seed)
    shown = ~np.isin(training.species, sorted(without))
    head = discriminant(training.features[shown], training.species[shown]).rounded()
    union = unite(published, head.labels)
    number = {name: label for label, name in enumerate(union.labels)}
    inside = np.isin(held.species, union.labels)
    photos = held.part(inside)
    said = sides(photos.probabilities, head(photos.features), union)
    return said, union, np.array([number[name] for name in photos.species]), held.part(~inside)


def accuracy(said: Sides, union: Union, target: np.ndarray, join: Join) -> dict[str, dict[str, float]]:
    """First choices right by kind: joined, and by each side over the labels that it has."""
    kind = union.kind[target]
    choices = {
        "joined": joined(said, union, join),
        "published layer alone": np.where(union.kind != HEAD, said.published, -np.inf),
        "head alone": np.where(union.row >= 0, said.head, -np.inf),
    }
    names = ("both", "published layer", "head")
    right = {name: scores.argmax(axis=1) == target for name, scores in choices.items()}
    return {name: {of: round(float(hit[kind == k].mean()), 4) for k, of in enumerate(names)} for name, hit in right.items()}


def train(training: Birds, held: Birds, published: list[str]) -> tuple[Discriminant, Join, list[dict[str, dict[str, float]]]]:
    """The head on all species, the join, and what the join does on photos that it was not fitted on."""
    head = discriminant(training.features, training.species).rounded()
    whole = unite(published, head.labels)
    wanted = np.bincount(whole.kind, minlength=3) / len(whole.kind)
    order = np.random.default_rng(1).permutation(len(held.species))
    fitting, testing = (held.part(part[: PHOTOS_A_FOLD]) for part in np.array_split(order, 2))
    join = fit_join([fold(training, fitting, published, seed)[:3] for seed in range(FOLDS)], wanted)
    return head, join, [accuracy(*fold(training, testing, published, seed)[:3], join) for seed in range(FOLDS, 2 * FOLDS)]


def save(path: Path, head: Discriminant, join: Join) -> None:
    rows, scale = head.in_eight_bits()
    np.savez_compressed(
        path, rows=rows, scale=scale, bias=head.bias, labels=np.array(head.labels), published=join.published, head=join.head, gate=join.gate,
    )


def load(path: Path) -> tuple[Discriminant, Join]:
    with np.load(path) as file:
        head = Discriminant(file["rows"] * file["scale"][:, None], file["bias"], file["labels"].tolist())
        return head, Join(file["published"], file["head"], file["gate"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the second head of the field classifier.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--keep-out", type=Path)
    parser.add_argument("--leave-out", type=Path, nargs="*", default=[])
    parser.add_argument("--withhold", type=int, help="seed: a head without some species, to fit the judgement on birds that it never saw")
    parser.add_argument("--join", type=Path, help="take the join of this head instead of fitting one")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    work = args.data / "image"
    photos = load_index(work)
    data = build_dataset(photos, read_class_map(), args.keep_out, frozenset(listed(args.leave_out)))
    published = scientific_names(args.labels)
    answers = Answers(work, len(photos), len(published))
    training, held = birds_of(answers, data, TRAIN), birds_of(answers, data, CALIBRATION, 2 * PHOTOS_A_FOLD)
    if args.withhold is not None:
        find = SpeciesFinder()
        known = {found for name in published if (found := find(name))}
        without = withheld(sorted(set(training.species)), known, args.withhold, WITHHELD_OTHERS_OF_TWIN)
        training = training.part(~np.isin(training.species, sorted(without)))
    if args.join:
        head, join, measured = discriminant(training.features, training.species), load(args.join)[1], []
    else:
        head, join, measured = train(training, held, published)
    save(args.out, head, join)
    alone = head.rounded()(held.features).argmax(axis=1)
    own = np.isin(held.species, head.labels)
    right = np.array(head.labels)[alone] == held.species
    print(f"{len(head.labels)} species from {len(training.species)} photos; by itself right on {right[own].mean():.4f} of {own.sum()} held-out photos")
    print(json.dumps(measured, indent=1))


if __name__ == "__main__":
    main()
