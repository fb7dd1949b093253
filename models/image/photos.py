"""Find the photos of each source, shrink them once into one array, and fingerprint them for duplicates.

DATA/raw holds cub (images/, images.txt, bounding_boxes.txt), consolidated, birds525_valid, birds525_test and caltech101,
each with one folder a class.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from crops import Box, middle_square, outside_square, resize_crop, view_crop

VIEW_SIZE = 192
SOURCES = ("cub", "consolidated", "birds525_valid", "birds525_test", "caltech101")
# Folders of Caltech-101 that show birds, and one of unsorted web photos that may.
CALTECH_LEFT_OUT = {"emu", "flamingo", "flamingo_head", "ibis", "pigeon", "rooster", "BACKGROUND_Google"}
# One CUB photo in this many also gives a crop of what is beside the bird: foliage, water, sky.
BESIDE_EVERY = 6


@dataclass
class Photo:
    source: str
    folder: str
    path: str  # relative to DATA/raw/<source>, with /
    box: Box | None  # the bird's box in the photo's pixels
    beside: bool = False  # a crop of the surroundings of the box, not of the bird
    dhash: str = ""
    width: int = 0
    height: int = 0


def sha1_digit(text: str) -> int:
    """The last hex digit of sha1: even is training, odd is testing for photos that show no bird."""
    return int(hashlib.sha1(text.encode()).hexdigest()[-1], 16)


def sha1_share(text: str) -> float:
    """A number in 0..1 that depends on the text alone."""
    return int(hashlib.sha1(text.encode()).hexdigest()[:12], 16) / 16**12


def list_photos(raw: Path) -> list[Photo]:
    photos: list[Photo] = []
    for source in SOURCES:
        root = raw / source
        if source == "cub":
            names = dict(line.split(maxsplit=1) for line in (root / "images.txt").read_text().splitlines())
            for line in (root / "bounding_boxes.txt").read_text().splitlines():
                key, x, y, w, h = line.split()
                name = names[key].strip()
                box = (float(x), float(y), float(x) + float(w), float(y) + float(h))
                folder = name.split("/")[0]
                photos.append(Photo(source, folder, f"images/{name}", box))
                if sha1_share(f"beside/{name}") * BESIDE_EVERY < 1:
                    photos.append(Photo(source, folder, f"images/{name}", box, beside=True))
            continue
        for path in sorted(root.glob("*/*")):
            if path.suffix.lower() not in {".jpg", ".jpeg", ".png"}:
                continue
            if source == "caltech101" and path.parent.name in CALTECH_LEFT_OUT:
                continue
            photos.append(Photo(source, path.parent.name, f"{path.parent.name}/{path.name}", None))
    return photos


def difference_hash(photo: Image.Image, box: Box | None = None) -> str:
    """64 bits: whether each cell of a 9 x 8 grey thumbnail is brighter than its right neighbour."""
    grey = np.asarray(photo.convert("L").resize((9, 8), Image.Resampling.BOX, box=box), dtype=np.int16)
    return np.packbits(grey[:, 1:] > grey[:, :-1]).tobytes().hex()


def open_photo(path: Path) -> Image.Image:
    with Image.open(path) as opened:
        return opened.convert("RGB")


def stored_crop(photo: Photo, width: int, height: int) -> Box | None:
    if photo.box is None:
        return middle_square(width, height)
    return outside_square(photo.box, width, height) if photo.beside else view_crop(photo.box, width, height)


def prepare(raw: Path, out: Path) -> None:
    """Write out/index.json and out/views.u8 (N x VIEW_SIZE x VIEW_SIZE x 3); nothing to do when both are whole."""
    index_path, views_path = out / "index.json", out / "views.u8"
    if index_path.exists():
        return
    out.mkdir(parents=True, exist_ok=True)
    kept: list[Photo] = []
    with views_path.open("wb") as views:
        for photo in list_photos(raw):
            try:
                image = open_photo(raw / photo.source / photo.path)
            except OSError as error:
                print(f"left out, unreadable: {photo.source}/{photo.path}: {error}")
                continue
            photo.width, photo.height = image.size
            crop = stored_crop(photo, *image.size)
            if crop is None:
                continue
            photo.dhash = difference_hash(image)
            views.write(resize_crop(image, crop, VIEW_SIZE).tobytes())
            kept.append(photo)
            if len(kept) % 5000 == 0:
                print(f"prepared {len(kept)}", flush=True)
    index_path.write_text(json.dumps([asdict(p) for p in kept]))


def load_index(out: Path) -> list[Photo]:
    return [Photo(**{**p, "box": tuple(p["box"]) if p["box"] else None}) for p in json.loads((out / "index.json").read_text())]


def load_views(out: Path, count: int) -> np.ndarray:
    return np.memmap(out / "views.u8", dtype=np.uint8, mode="r", shape=(count, VIEW_SIZE, VIEW_SIZE, 3))
