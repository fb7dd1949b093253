"""How much surer is a classifier of birds that it never saw than of birds whose label is taken away afterwards?

    python models/image/strangers.py --data DIR --older image.onnx [--leave-out LIST ...]

For an older export, its labels beside it, whose species are only some of those that there are photos of now: the others are strangers
to it, body and all. Prints how many of them reach a probability, and how many photos of known species do when a sixth of the
labels is hidden, at parts of the temperature: the part that makes the two alike is `--sharper` of `npm run calibrate`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from dataset import BACKGROUND, CALIBRATION, LEFT_OUT, TEST, build_dataset, listed, read_class_map  # noqa: E402
from lib.stats import softmax  # noqa: E402
from photos import Views, load_index  # noqa: E402
from widen import Features, Head, cooled, head_of, labels_beside  # noqa: E402

REACHED = (0.5, 0.8, 0.9, 0.95, 0.98)
PARTS = (1.0, 0.9, 0.8, 0.7)
PHOTOS_EACH, KNOWN_PHOTOS, HIDDEN, ROUNDS = 30, 700, 1 / 6, 6


def surest(head: Head, features: np.ndarray, part: float = 1.0) -> np.ndarray:
    """The highest probability that each photo reaches."""
    return softmax(head(features), part).max(axis=1)


def hidden_surest(head: Head, features: np.ndarray, species: np.ndarray, part: float) -> np.ndarray:
    """The same for photos whose label is hidden, a sixth of the labels at a time."""
    rng = np.random.default_rng(0)
    names, found = sorted(set(species.tolist())), []
    for _ in range(ROUNDS):
        hidden = set(rng.choice(names, round(HIDDEN * len(names)), replace=False).tolist())
        left = head.of([name for name in head.labels if name not in hidden])
        found.append(surest(left, features[np.isin(species, sorted(hidden))], part))
    return np.concatenate(found)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare birds that a classifier never saw with birds whose label is hidden.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--older", type=Path, required=True)
    parser.add_argument("--leave-out", type=Path, nargs="*", default=[])
    args = parser.parse_args()
    photos = load_index(args.data / "image")
    data = build_dataset(photos, read_class_map(), leave_out=frozenset(listed(args.leave_out)))
    views, features = Views(args.data / "image"), Features(args.older)
    head = head_of(args.older, labels_beside(args.older))
    rng = np.random.default_rng(6)
    later = [c for c, name in enumerate(data.labels) if name not in head.labels]
    strangers = np.concatenate([rng.permutation(np.flatnonzero((data.target == c) & (data.split != LEFT_OUT)))[:PHOTOS_EACH] for c in later])
    held = np.flatnonzero(np.isin(data.split, (CALIBRATION, TEST)) & ~np.isin(data.target, [*later, data.labels.index(BACKGROUND)]))
    known = rng.permutation(held)[:KNOWN_PHOTOS]
    seen, species = features.of_views(views, known), np.array(data.labels)[data.target[known]]
    head = cooled(head, seen, species)
    rows = [(f"strangers, {len(strangers)} photos of {len(later)} species", surest(head, features.of_views(views, strangers)))]
    rows += [(f"hidden labels, {part} of the temperature", hidden_surest(head, seen, species, part)) for part in PARTS]
    print("share that reaches:", *REACHED)
    for name, found in rows:
        print(f"{name}:", *(round(float((found >= least).mean()), 3) for least in REACHED))


if __name__ == "__main__":
    main()
