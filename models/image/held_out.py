"""Crops of held-out photos, made as the app makes them: detect the largest bird, add the margin, square."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from crops import middle_square, outside_square, resize_crop, square_crop
from dataset import BACKGROUND, Dataset
from detect import Detector
from photos import Photo, open_photo, sha1_share

CROP_SIZE = 224


@dataclass
class Crops:
    pixels: np.ndarray  # N x CROP_SIZE x CROP_SIZE x 3
    target: np.ndarray
    found: np.ndarray  # whether the detector found a bird; a photo without one is taken whole
    source: np.ndarray

    def part(self, chosen: np.ndarray) -> Crops:
        return Crops(self.pixels[chosen], self.target[chosen], self.found[chosen], self.source[chosen])


def crop_photo(path: Path, photo: Photo, detector: Detector | None) -> tuple[np.ndarray, bool]:
    image = open_photo(path)
    if photo.beside and photo.box:
        crop = outside_square(photo.box, *image.size)
        assert crop is not None, "prepare kept only photos with room beside the bird"
        return resize_crop(image, crop, CROP_SIZE), False
    box = detector.largest_bird(image) if detector and photo.source != "caltech101" else None
    wanted = box or photo.box
    crop = square_crop(wanted, *image.size) if wanted else middle_square(*image.size)
    return resize_crop(image, crop, CROP_SIZE), box is not None


def chosen_rows(photos: list[Photo], rows: np.ndarray, limit: int) -> np.ndarray:
    """At most `limit` rows (0: all), picked by the sha1 of the path, in their old order."""
    order = sorted(rows.tolist(), key=lambda i: sha1_share(f"chosen/{photos[i].source}/{photos[i].path}"))
    return np.array(sorted(order[:limit] if limit else order))


def write_crops(raw: Path, out: Path, photos: list[Photo], data: Dataset, detector: Detector | None, rows_of: dict[str, np.ndarray]) -> None:
    """Write out/crops-<name>.npz for each name and its rows, unless it is there."""
    for name, rows in rows_of.items():
        path = out / f"crops-{name}.npz"
        if path.exists():
            continue
        made = [crop_photo(raw / photos[i].source / photos[i].path, photos[i], detector) for i in rows]
        source = ["birds525" if photos[i].source.startswith("birds525") else photos[i].source for i in rows]
        part = path.with_suffix(".part.npz")
        np.savez(
            part, pixels=np.stack([m[0] for m in made]), found=np.array([m[1] for m in made]),
            target=data.target[rows], source=np.array(source),
        )
        part.replace(path)


def read_crops(out: Path, name: str) -> Crops:
    with np.load(out / f"crops-{name}.npz") as file:
        return Crops(file["pixels"], file["target"], file["found"], file["source"])


def relabelled(crops: Crops, before: list[str], after: list[str]) -> Crops:
    """The same crops with their classes numbered by another list of labels."""
    return Crops(crops.pixels, np.array([after.index(name) for name in before])[crops.target], crops.found, crops.source)


def field_crops(folder: Path, labels: list[str], detector: Detector | None) -> Crops:
    """Photos that had no part in training, from folder/labels.json (records with `photo` and `scientific_name`)."""
    number = {name: i for i, name in enumerate(labels) if name != BACKGROUND}
    pixels, target, found = [], [], []
    for record in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if record["scientific_name"] not in number or not record.get("photo"):
            continue
        picture, seen = crop_photo(folder / record["photo"], Photo("field", "", record["photo"], None), detector)
        pixels.append(picture)
        target.append(number[record["scientific_name"]])
        found.append(seen)
    return Crops(np.stack(pixels), np.array(target), np.array(found), np.array(["field"] * len(target)))
