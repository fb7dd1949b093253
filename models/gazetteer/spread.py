"""The middle of a region and how far it reaches, from the towns in it."""

from __future__ import annotations

import math
from typing import NamedTuple

EARTH_KM = 6371


class Point(NamedTuple):
    latitude: float
    longitude: float
    weight: float


def _vector(point: Point) -> tuple[float, float, float]:
    lat, lon = math.radians(point.latitude), math.radians(point.longitude)
    return (math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat))


def kilometres(a: Point, b: Point) -> float:
    dot = sum(x * y for x, y in zip(_vector(a), _vector(b), strict=True))
    return EARTH_KM * math.acos(max(-1.0, min(1.0, dot)))


def middle(points: list[Point]) -> tuple[Point, float]:
    """The town nearest to the mean of all, so that the middle of islands is on one of them; and the radius with 90 % of
    the people."""
    mean = [0.0, 0.0, 0.0]
    for point in points:
        for axis, value in enumerate(_vector(point)):
            mean[axis] += value * point.weight
    latitude = math.degrees(math.atan2(mean[2], math.hypot(mean[0], mean[1])))
    longitude = math.degrees(math.atan2(mean[1], mean[0]))
    centre = Point(latitude, longitude, 1)
    nearest = min(points, key=lambda point: kilometres(point, centre))
    far = sorted((kilometres(point, nearest), point.weight) for point in points)
    wanted = 0.9 * sum(weight for _, weight in far)
    radius = 0.0
    for distance, weight in far:
        radius, wanted = distance, wanted - weight
        if wanted <= 0:
            break
    return nearest, max(radius, 5.0)
