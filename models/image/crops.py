"""Crops as the app makes them: a margin round the bird's box, squared by extending into the photo where it can."""

from __future__ import annotations

import numpy as np
from PIL import Image

Box = tuple[float, float, float, float]

# Share of the box's longer side added on each side; the manifest's `cropMargin`.
CROP_MARGIN = 0.1
# Wider than the app's crop, so that training can move and scale the crop inside the stored view.
VIEW_MARGIN = 0.25


def square_crop(box: Box, width: float, height: float, margin: float = CROP_MARGIN) -> Box:
    """The app's crop for `box` (x1, y1, x2, y2 in pixels) in a photo of `width` x `height`: a square that stays inside it."""
    x1, y1, x2, y2 = box
    side = min(max(x2 - x1, y2 - y1) * (1 + 2 * margin), width, height)
    left = min(max((x1 + x2) / 2 - side / 2, 0.0), width - side)
    top = min(max((y1 + y2) / 2 - side / 2, 0.0), height - side)
    return left, top, left + side, top + side


def view_crop(box: Box, width: float, height: float) -> Box:
    """The roomy crop that is stored for training: cut to the photo side by side, so a bird as long as the photo is squeezed, not cut."""
    x1, y1, x2, y2 = box
    side = max(x2 - x1, y2 - y1) * (1 + 2 * VIEW_MARGIN)
    w, h = min(side, width), min(side, height)
    left = min(max((x1 + x2) / 2 - w / 2, 0.0), width - w)
    top = min(max((y1 + y2) / 2 - h / 2, 0.0), height - h)
    return left, top, left + w, top + h


def middle_square(width: float, height: float) -> Box:
    side = min(width, height)
    left, top = (width - side) / 2, (height - side) / 2
    return left, top, left + side, top + side


def resize_crop(photo: Image.Image, crop: Box, size: int) -> np.ndarray:
    """`crop` of `photo` stretched to size x size, uint8 RGB. Pillow's BILINEAR widens its kernel when shrinking."""
    return np.asarray(photo.resize((size, size), Image.Resampling.BILINEAR, box=crop))


def outside_square(box: Box, width: float, height: float) -> Box | None:
    """The largest square strip of the photo that does not touch the bird's box, or None below a quarter of the photo."""
    x1, y1, x2, y2 = box
    strips = [(0.0, 0.0, x1, height), (x2, 0.0, width, height), (0.0, 0.0, width, y1), (0.0, y2, width, height)]
    best = max(strips, key=lambda s: min(s[2] - s[0], s[3] - s[1]))
    side = min(best[2] - best[0], best[3] - best[1])
    if side < 0.25 * min(width, height):
        return None
    cx, cy = (best[0] + best[2]) / 2, (best[1] + best[3]) / 2
    return cx - side / 2, cy - side / 2, cx + side / 2, cy + side / 2
