"""How well the exported student repeats the teacher, on places that no training step saw."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime

from land import random_land
from lib.stats import bootstrap
from teacher import MONTHS, Teacher

TOP = 100
# Places are drawn with a seed of their own; training draws from seeds [seed, step].
PLACES, SEED = 1000, 20261116
BANDS = (-90, -60, -30, 0, 30, 60, 90)


class Student:
    def __init__(self, file: Path, threads: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def months(self, queries: np.ndarray) -> np.ndarray:
        return self._session.run(None, {self._session.get_inputs()[0].name: queries.astype(np.float32)})[0]


def overlap(a: np.ndarray, b: np.ndarray, count: int) -> np.ndarray:
    """Share of the `count` likeliest species that two answers have in common, row by row."""
    marks = np.zeros(a.shape, np.int8)
    for answer in (a, b):
        likeliest = np.argpartition(-answer, count - 1, axis=1)[:, :count]
        np.put_along_axis(marks, likeliest, np.take_along_axis(marks, likeliest, 1) + 1, 1)
    return (marks == 2).sum(1) / count


def compare(teacher: Teacher, student: Student, grid: np.ndarray, places: int = PLACES) -> dict[str, np.ndarray]:
    """One row a place, means over its twelve months."""
    where = random_land(np.random.default_rng(SEED), grid, places)
    rows: dict[str, list[np.ndarray]] = {"error": [], "likely_error": [], "overlap": [], "likeliest": []}
    for start in range(0, places, 50):
        chunk = where[start : start + 50]
        queries = np.column_stack([np.repeat(chunk, MONTHS, 0), np.tile(np.arange(1, MONTHS + 1), len(chunk))])
        truth, answer = teacher.months(queries), student.months(queries)
        difference = np.abs(truth - answer)
        likely = truth >= 0.05
        with np.errstate(invalid="ignore"):
            rows["likely_error"].append((difference * likely).sum(1) / likely.sum(1))
        rows["error"].append(difference.mean(1))
        rows["overlap"].append(overlap(truth, answer, min(TOP, truth.shape[1])))
        rows["likeliest"].append(truth.max(1))
    by_place = {name: np.concatenate(parts).reshape(places, MONTHS) for name, parts in rows.items()}
    summary = {name: np.nanmean(values, 1) for name, values in by_place.items() if name != "likely_error"}
    with np.errstate(invalid="ignore"):
        counted = np.isfinite(by_place["likely_error"])
        summary["likely_error"] = np.where(
            counted.any(1), np.nansum(by_place["likely_error"], 1) / np.maximum(counted.sum(1), 1), np.nan
        )
    summary["latitude"] = where[:, 0]
    return summary


def figure(name: str, values: np.ndarray, command: str) -> dict[str, object]:
    low, high = bootstrap(values)
    numbers = {"value": float(values.mean()), "low": low, "high": high}
    return {"name": name, **{key: float(f"{n:.3g}") for key, n in numbers.items()}, "n": len(values), "command": command}


def figures(result: dict[str, np.ndarray], command: str) -> list[dict[str, object]]:
    likely = result["likely_error"][np.isfinite(result["likely_error"])]
    return [
        figure("mean absolute error against the teacher on land", result["error"], command),
        figure("mean absolute error where the teacher says 0.05 or more", likely, command),
        figure(f"shared share of the {TOP} likeliest species on land", result["overlap"], command),
    ]


def by_latitude(result: dict[str, np.ndarray]) -> list[dict[str, float]]:
    bands = []
    for south, north in zip(BANDS, BANDS[1:]):
        here = (result["latitude"] >= south) & (result["latitude"] < north)
        if here.any():
            bands.append({
                "south": south, "north": north, "places": int(here.sum()),
                "overlap": round(float(result["overlap"][here].mean()), 3),
                "likeliest": float(f"{np.median(result['likeliest'][here]):.2g}"),
            })
    return bands
