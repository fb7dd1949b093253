"""Which photos there are, what is in them, and which of them may be trained on.

Folders under the data folder (where each comes from: README.md):
  cub/          images.txt, bounding_boxes.txt, images/
  yolobirds/    obj/<species>/<id>.jpg with <id>.txt in YOLO form
  birds525_valid/, birds525_test/, consolidated/   <name>/<n>.jpg, no boxes: the teacher gives them
  caltech101/   <category>/<n>.jpg, no birds outside BIRD_CATEGORIES
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

import numpy as np
from PIL import Image

BIRD_CATEGORIES = frozenset({"emu", "flamingo", "flamingo_head", "ibis", "pigeon", "rooster"})
CONSOLIDATED_SHARE = 0.2  # of the 29,503 photos: they resemble one another, and the teacher's time is the cost
VALIDATION_SHARE = 0.04
NEGATIVE_VALIDATION_SHARE = 0.25  # a false-alarm rate near 1 % needs about a thousand photos to be read off
HASH_SIDE = 8
SAME_PHOTO_BITS = 6  # of 64: resaved and rescaled copies differ by less, other photos of the kit by more


@dataclass
class Photo:
    path: Path
    source: str
    split: str  # train | validation | test
    birds: np.ndarray | None  # n x 4 in pixels, or None where the teacher has to look
    ignore: np.ndarray = field(default_factory=lambda: np.zeros((0, 4)))


def bucket(relative: str) -> float:
    """A stable number in 0..1 for a path, so that a split never depends on order or on a seed."""
    return int(hashlib.sha1(relative.encode()).hexdigest()[:8], 16) / 2**32


def caltech_half(relative: str) -> str:
    """Caltech-101 is cut in two by the last hex digit of sha1(category/file): odd is test, even may be trained on."""
    return "test" if int(hashlib.sha1(relative.encode()).hexdigest()[-1], 16) % 2 else "train"


def _split(source: str, relative: str, share: float = VALIDATION_SHARE) -> str:
    return "validation" if bucket(f"{source}/{relative}") < share else "train"


def cub(root: Path) -> list[Photo]:
    names = dict(line.split() for line in (root / "images.txt").read_text().splitlines())
    photos = []
    for line in (root / "bounding_boxes.txt").read_text().splitlines():
        key, *numbers = line.split()
        x, y, w, h = map(float, numbers)
        photos.append(Photo(root / "images" / names[key], "cub", _split("cub", names[key]), np.array([[x, y, x + w, y + h]])))
    return photos


def yolobirds(root: Path) -> list[Photo]:
    photos = []
    for path in sorted((root / "obj").rglob("*.jpg")):
        with Image.open(path) as image:
            width, height = image.size
        rows = [line.split() for line in path.with_suffix(".txt").read_text().splitlines() if line.strip()]
        if not rows:
            continue
        values = np.array(rows, float)[:, 1:5] * [width, height, width, height]
        birds = np.concatenate([values[:, :2] - values[:, 2:] / 2, values[:, :2] + values[:, 2:] / 2], 1)
        relative = str(path.relative_to(root))
        photos.append(Photo(path, "yolobirds", _split("yolobirds", relative), birds))
    return photos


def unboxed(root: Path, source: str, share: float = 1.0) -> list[Photo]:
    photos = []
    for path in sorted(root.rglob("*.jpg")):
        relative = str(path.relative_to(root))
        if bucket(f"pick/{source}/{relative}") < share:
            photos.append(Photo(path, source, _split(source, relative), None))
    return photos


def caltech(root: Path) -> list[Photo]:
    photos = []
    for path in sorted(root.rglob("*.jpg")):
        if path.parent.name in BIRD_CATEGORIES:
            continue
        relative = str(path.relative_to(root))
        split = caltech_half(relative)
        if split == "train":
            split = _split("caltech101", relative, NEGATIVE_VALIDATION_SHARE)
        photos.append(Photo(path, "caltech101", split, np.zeros((0, 4))))
    return photos


def readers(data: Path) -> dict[str, Callable[[], list[Photo]]]:
    """How to list the photos of each source, by its name."""
    return {
        "cub": lambda: cub(data / "cub"),
        "yolobirds": lambda: yolobirds(data / "yolobirds"),
        "birds525_valid": lambda: unboxed(data / "birds525_valid", "birds525_valid"),
        "birds525_test": lambda: unboxed(data / "birds525_test", "birds525_test"),
        "consolidated": lambda: unboxed(data / "consolidated", "consolidated", CONSOLIDATED_SHARE),
        "caltech101": lambda: caltech(data / "caltech101"),
    }


def fingerprint(photo: Image.Image) -> np.ndarray:
    """Difference hash: 64 bits that survive rescaling and recompression."""
    small = photo.convert("L").resize((HASH_SIDE + 1, HASH_SIDE), Image.Resampling.BOX)
    grey = np.asarray(small, np.int16)
    return (grey[:, 1:] > grey[:, :-1]).ravel()


def same_photo(print_of: np.ndarray, others: np.ndarray) -> bool:
    """Whether `others` (n x 64) holds the photo, or its mirror image (`others` should list both)."""
    return bool(len(others)) and int((others != print_of).sum(1).min()) <= SAME_PHOTO_BITS
