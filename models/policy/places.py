"""Places and days for a species: where the starter pack's geo model expects it, and where it does not."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnxruntime

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

# src/domain/support.ts: from this share of the likeliest species on a bird is expected; below the other it is out of range.
EXPECTED, OUT_OF_RANGE = 0.02, 0.002
PLACES = 3000


class Range:
    """The geo model's answers for many places on land and one month each."""

    def __init__(self, pack: Path, seed: int = 11) -> None:
        self.names = [line.split("\t")[0].strip() for line in (pack / "labels/geo.txt").read_text("utf-8").splitlines()]
        self.column = {name: i for i, name in enumerate(self.names)}
        rng = np.random.default_rng(seed)
        # Evenly over the sphere between the polar circles; the model knows where the sea is: few birds of any kind.
        latitude = np.degrees(np.arcsin(rng.uniform(-0.85, 0.93, PLACES)))
        longitude = rng.uniform(-180, 180, PLACES)
        month = rng.integers(1, 13, PLACES)
        self.queries = np.column_stack([latitude, longitude, month]).astype(np.float32)
        session = onnxruntime.InferenceSession(str(pack / "geo.onnx"), providers=["CPUExecutionProvider"])
        answers = np.concatenate([session.run(None, {session.get_inputs()[0].name: rows})[0] for rows in np.array_split(self.queries, 30)])
        self.share = answers / answers.max(1, keepdims=True)
        self.lively = (self.share > EXPECTED).sum(1) > 40

    def draw(self, name: str | None, rng: np.random.Generator) -> list[dict]:
        """One place where the species is expected and one where it is not; any place where the model does not know it."""
        column = self.column.get(name) if name else None
        if column is None:
            return [self.at(int(rng.choice(np.flatnonzero(self.lively))), False, rng)]
        share = self.share[:, column]
        here = np.flatnonzero(self.lively & (share > EXPECTED))
        elsewhere = np.flatnonzero(self.lively & (share < OUT_OF_RANGE))
        drawn = []
        if len(here):
            weights = np.sqrt(share[here])
            drawn.append(self.at(int(rng.choice(here, p=weights / weights.sum())), True, rng))
        if len(elsewhere):
            drawn.append(self.at(int(rng.choice(elsewhere)), False, rng))
        return drawn

    def at(self, row: int, lives: bool, rng: np.random.Generator) -> dict:
        latitude, longitude, month = self.queries[row]
        day = f"2026-{int(month):02d}-{int(rng.integers(1, 29)):02d}"
        return {"latitude": round(float(latitude), 3), "longitude": round(float(longitude), 3), "day": day, "lives": lives}
