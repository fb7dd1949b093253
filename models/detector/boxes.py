"""Boxes as [x1, y1, x2, y2] in pixels, and the letterbox that the app uses."""

from __future__ import annotations

import numpy as np
from PIL import Image

PAD = 114


def area(boxes: np.ndarray) -> np.ndarray:
    return np.clip(boxes[..., 2] - boxes[..., 0], 0, None) * np.clip(boxes[..., 3] - boxes[..., 1], 0, None)


def iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Overlap of every box of `a` with every box of `b`: len(a) x len(b)."""
    a, b = np.asarray(a, float).reshape(-1, 4), np.asarray(b, float).reshape(-1, 4)
    top_left = np.maximum(a[:, None, :2], b[None, :, :2])
    bottom_right = np.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = np.prod(np.clip(bottom_right - top_left, 0, None), axis=2)
    return inter / np.maximum(area(a)[:, None] + area(b)[None] - inter, 1e-9)


def nms(boxes: np.ndarray, scores: np.ndarray, overlap: float) -> list[int]:
    """Positions of the boxes that survive, best first."""
    order = list(np.argsort(-scores, kind="stable"))
    kept: list[int] = []
    while order:
        best = order.pop(0)
        kept.append(int(best))
        if order:
            ious = iou(boxes[best], boxes[order])[0]
            order = [index for index, value in zip(order, ious) if value <= overlap]
    return kept


def letterbox(photo: Image.Image, size: int) -> tuple[np.ndarray, float]:
    """The photo scaled to fit a `size` square at its top left, and the scale. RGB, uint8, height x width x 3."""
    scale = min(size / photo.width, size / photo.height)
    width, height = max(1, round(photo.width * scale)), max(1, round(photo.height * scale))
    canvas = np.full((size, size, 3), PAD, np.uint8)
    canvas[:height, :width] = np.asarray(photo.convert("RGB").resize((width, height), Image.Resampling.BILINEAR))
    return canvas, scale
