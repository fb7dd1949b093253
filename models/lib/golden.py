"""Golden vectors: a made-up input that any language can rebuild, and what the model answers to it.

The app runs them on every execution provider before it trusts one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

LCG_MULTIPLIER = 1664525
LCG_INCREMENT = 1013904223
LCG_MODULUS = 2**32


def lcg_input(seed: int, hold: int, low: float, high: float, shape: list[int]) -> np.ndarray:
    """The input that a `{"kind": "lcg", ...}` record describes: float32, in the model's own input units.

    One step of the linear congruential generator serves `hold` flat positions, so that a picture has runs, not only noise.
    """
    size = int(np.prod(shape))
    state = seed
    steps = np.empty(-(-size // hold), dtype=np.float64)
    for i in range(steps.size):
        state = (LCG_MULTIPLIER * state + LCG_INCREMENT) % LCG_MODULUS
        steps[i] = low + (high - low) * state / LCG_MODULUS
    return np.repeat(steps, hold)[:size].astype(np.float32).reshape(shape)


def build_input(record: dict[str, Any]) -> np.ndarray:
    if record["kind"] == "lcg":
        return lcg_input(record["seed"], record["hold"], record["low"], record["high"], record["shape"])
    if record["kind"] == "rows":
        return np.asarray(record["rows"], dtype=np.float32)
    raise ValueError(f"unknown golden input kind: {record['kind']}")


def choose_indices(output: np.ndarray, count: int) -> list[int]:
    """Flat positions to compare: the largest magnitudes (a constant output must not pass) and an even spread."""
    flat = np.abs(output.ravel())
    count = min(count, flat.size)
    largest = np.argsort(-flat, kind="stable")[: count // 2]
    spread = np.linspace(0, flat.size - 1, count).astype(int)
    chosen: list[int] = []
    for index in [*largest.tolist(), *spread.tolist(), *range(flat.size)]:
        if index not in chosen:
            chosen.append(int(index))
        if len(chosen) == count:
            break
    return sorted(chosen)


def make_golden(
    model: Path, record: dict[str, Any], tolerance: float, count: int = 64, output_name: str | None = None
) -> dict[str, Any]:
    """Run `model` natively on the input that `record` describes and return the golden record."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    feed = {session.get_inputs()[0].name: build_input(record)}
    name = output_name or session.get_outputs()[0].name
    output = np.asarray(session.run([name], feed)[0], dtype=np.float32)
    if not np.all(np.isfinite(output)) or float(output.std()) == 0.0:
        raise ValueError(f"{model}: output is not finite, or constant")
    indices = choose_indices(output, count)
    values = [float(f"{v:.7g}") for v in output.ravel()[indices]]
    return {"input": record, "expect": {"indices": indices, "values": values}, "tolerance": tolerance}


def write_golden(path: Path, golden: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(golden) + "\n", encoding="utf-8")
