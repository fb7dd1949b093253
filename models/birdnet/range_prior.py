"""Measures what a prior for place and time adds to BirdNET: python models/birdnet/range_prior.py --field DIR ...

Recordings of known species get a place and month drawn from where the species lives, once by each prior's own map, as
no third map is at hand: a prior is favoured where it drew the places itself, so both columns have to be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "taxonomy")]

from lib.stats import wilson  # noqa: E402
from resolve import Taxonomy  # noqa: E402
from verify import Converted, sigmoid, windows_of  # noqa: E402

# BirdNET's own threshold for "can occur here".
OCCURS = 0.03
# A prior never says never: what it finds impossible keeps this share.
FLOOR = 0.005
DRAWS = 5


class Range:
    """BirdNET's range model: places and weeks -> the labels of the sound model."""

    def __init__(self, file: Path, labels: list[str]) -> None:
        self.session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        weeks = rows[:, 2:] * 4 - 2
        return self.session.run(None, {"place_week": np.concatenate([rows[:, :2], weeks], 1).astype(np.float32)})[0]


class Geo:
    """The starter pack's prior: places and months -> its species, put into the order of the sound model's labels."""

    def __init__(self, pack: Path, labels: list[str], taxonomy: Taxonomy) -> None:
        self.session = onnxruntime.InferenceSession(str(pack / "geo.onnx"), providers=["CPUExecutionProvider"])
        names = (pack / "labels" / "geo.txt").read_text(encoding="utf-8").splitlines()
        column = {taxonomy.find(name): i for i, name in enumerate(names)}
        self.columns = np.array([column.get(taxonomy.find(label), -1) for label in labels])

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        known = self.session.run(None, {"place_month": rows.astype(np.float32)})[0]
        return np.where(self.columns < 0, 0, known[:, self.columns])


def world() -> np.ndarray:
    """A grid of places, 4 degrees apart, in every month."""
    grid = np.meshgrid(np.arange(-58, 80, 4.0), np.arange(-178, 180, 4.0), np.arange(1, 13), indexing="ij")
    return np.stack([axis.ravel() for axis in grid], axis=1)


def draw_places(prior: object, rows: np.ndarray, columns: list[int], seed: int) -> np.ndarray:
    """For each column DRAWS places, as likely as the prior finds the species there (and as there is room: by area)."""
    rng = np.random.default_rng(seed)
    parts = [prior(rows[i : i + 2048])[:, columns] for i in range(0, len(rows), 2048)]
    odds = np.concatenate(parts) * np.cos(np.radians(rows[:, :1]))
    return np.stack([rows[rng.choice(len(rows), DRAWS, p=column / column.sum())] for column in odds.T])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pack", type=Path, required=True, help="the field sound pack")
    parser.add_argument("--range", type=Path, required=True, help="the converted range model (recipe.py --range)")
    parser.add_argument("--geo", type=Path, required=True, help="the starter pack")
    parser.add_argument("--field", type=Path, required=True, help="folder with labels.json and sounds")
    args = parser.parse_args()

    taxonomy = Taxonomy.load()
    labels = (args.pack / "labels" / "sound.txt").read_text(encoding="utf-8").splitlines()
    codes = [taxonomy.find(label) for label in labels]
    model = Converted(args.pack / "sound.onnx")
    scores, truth = [], []
    for entry in json.loads((args.field / "labels.json").read_text(encoding="utf-8")):
        code = taxonomy.find(entry["scientific_name"])
        if entry.get("sound") and code in codes:
            windows = windows_of(args.field / entry["sound"], None)
            scores.append(np.max([sigmoid(model(w)) for w in windows], axis=0))
            truth.append(code)
    scores = np.stack(scores)
    right = np.array([codes[i] for i in scores.argmax(1)]) == np.array(truth)
    print(f"no place: {report(right)}")
    priors = {"range": Range(args.range, labels), "geo": Geo(args.geo, labels, taxonomy)}
    rows = world()
    for drawer, map_ in priors.items():
        places = draw_places(map_, rows, [codes.index(code) for code in truth], 1)
        for name, prior in priors.items():
            likely = np.stack([prior(place) for place in places])
            rules = {
                "filter": scores[:, None] * np.where(likely >= OCCURS, 1, FLOOR),
                "product": scores[:, None] * (likely / likely.max(axis=2, keepdims=True) + FLOOR),
                "root": scores[:, None] * np.sqrt(likely / likely.max(axis=2, keepdims=True) + FLOOR**2),
            }
            for rule, combined in rules.items():
                found = np.array(codes, dtype=object)[combined.argmax(2)] == np.array(truth, dtype=object)[:, None]
                print(f"places by {drawer}, prior {name}, {rule}: {report(found.ravel(), DRAWS)}")


def report(right: np.ndarray, draws: int = 1) -> str:
    """Share with its interval; several draws of one recording are not independent, so the interval is for recordings."""
    n = len(right) // draws
    low, high = wilson(round(right.mean() * n), n)
    return f"{right.mean():.3f} ({low:.3f} to {high:.3f}, {n} recordings)"


if __name__ == "__main__":
    main()
