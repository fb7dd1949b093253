"""Where land is: a grid made from world-atlas (Natural Earth, public domain) in TopoJSON, and random points on it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

CELLS_A_DEGREE = 4


def read_rings(file: Path) -> list[np.ndarray]:
    """Every ring of the `land` object as an N x 2 array of [longitude, latitude]."""
    topology = json.loads(file.read_text("utf-8"))
    scale, translate = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + translate for arc in topology["arcs"]]

    def ring(indices: list[int]) -> np.ndarray:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in indices]
        return np.concatenate([parts[0]] + [part[1:] for part in parts[1:]])

    geometries = topology["objects"]["land"].get("geometries", [topology["objects"]["land"]])
    polygons = []
    for geometry in geometries:
        polygons += geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    return [ring(indices) for polygon in polygons for indices in polygon]


def land_grid(rings: list[np.ndarray]) -> np.ndarray:
    """Rows from south to north, columns from 180 W to 180 E: whether the middle of each cell is inside (even-odd rule).

    Rings run on across the date line, and Antarctica's runs once around the pole, so the parity at 180 W of each row is
    the number of edges that cross the date line further north (the north pole itself is sea).
    """
    rows, columns = 180 * CELLS_A_DEGREE, 360 * CELLS_A_DEGREE
    grid = np.zeros((rows, columns), bool)
    middles = (np.arange(columns) + 0.5) / CELLS_A_DEGREE - 180
    start = np.concatenate([ring[:-1] for ring in rings])
    end = np.concatenate([ring[1:] for ring in rings])
    step = end[:, 0] - start[:, 0]
    wraps = np.abs(step) > 180
    step = step - 360 * np.round(step / 360)
    to_line = (180 * np.sign(start[:, 0]) - start[:, 0])[wraps] / np.where(step[wraps] == 0, 1, step[wraps])
    date_line = start[wraps, 1] + to_line * (end[wraps, 1] - start[wraps, 1])
    for row in range(rows):
        latitude = (row + 0.5) / CELLS_A_DEGREE - 90
        crosses = (start[:, 1] > latitude) != (end[:, 1] > latitude)
        along = (latitude - start[crosses, 1]) / (end[crosses, 1] - start[crosses, 1])
        longitudes = np.sort((start[crosses, 0] + along * step[crosses] + 180) % 360 - 180)
        outside = np.count_nonzero(date_line > latitude)
        grid[row] = (np.searchsorted(longitudes, middles) + outside) % 2 == 1
    return grid


def random_places(rng: np.random.Generator, count: int) -> np.ndarray:
    """Evenly over the sphere: N x [latitude, longitude]."""
    latitude = np.degrees(np.arcsin(rng.uniform(-1, 1, count)))
    return np.stack([latitude, rng.uniform(-180, 180, count)], axis=1)


def random_land(rng: np.random.Generator, grid: np.ndarray, count: int) -> np.ndarray:
    """Evenly over the land, by area: N x [latitude, longitude]."""
    found = np.empty((0, 2))
    while len(found) < count:
        places = random_places(rng, 4 * count + 16)
        found = np.concatenate([found, places[on_land(grid, places)]])
    return found[:count]


def on_land(grid: np.ndarray, places: np.ndarray) -> np.ndarray:
    row = np.clip((places[:, 0] + 90) * CELLS_A_DEGREE, 0, grid.shape[0] - 1).astype(int)
    column = np.clip((places[:, 1] + 180) * CELLS_A_DEGREE, 0, grid.shape[1] - 1).astype(int)
    return grid[row, column]
