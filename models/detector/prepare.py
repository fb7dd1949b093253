"""Prepare: every photo that may be trained on, scaled down once, with its boxes in the scaled pixels.

Writes OUT/prepared/<source>.npz (one per source, so that an interrupted run goes on where it stopped): JPEG bytes end
to end in one array, and boxes in another. Photos that resemble a photo of the evaluation set are left out and counted.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from photos import Photo, fingerprint, readers, same_photo
from teacher import Teacher

SIDE = 384  # a little over the network's input, so that a crop can still be enlarged
QUALITY = 90


def evaluation_prints(folder: Path | None) -> np.ndarray:
    """Fingerprints of the evaluation photos and of their mirror images."""
    prints = []
    for path in sorted(folder.glob("*.jpg")) if folder else []:
        with Image.open(path) as image:
            photo = image.convert("RGB")
        prints += [fingerprint(photo), fingerprint(ImageOps.mirror(photo))]
    return np.array(prints) if prints else np.zeros((0, 64), bool)


def scaled(image: Image.Image, side: int) -> tuple[Image.Image, float]:
    scale = min(1.0, side / max(image.size))
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return image.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0), scale


def prepare_source(photos: list[Photo], teacher: Teacher | None, prints: np.ndarray, target: Path) -> Counter:
    counts: Counter = Counter()
    blobs, offsets, boxes, owners, kinds, splits = [], [0], [], [], [], []
    for photo in photos:
        with Image.open(photo.path) as image:
            small, scale = scaled(image.convert("RGB"), SIDE)
        if same_photo(fingerprint(small), prints):
            counts["left out: in the evaluation set"] += 1
            continue
        if photo.birds is None:
            label = teacher.label(small) if teacher else None
            if label is None:
                counts["left out: teacher not sure"] += 1
                continue
            birds, ignore = label
        else:
            birds, ignore = photo.birds * scale, photo.ignore * scale
        buffer = io.BytesIO()
        small.save(buffer, "JPEG", quality=QUALITY)
        blobs.append(np.frombuffer(buffer.getvalue(), np.uint8))
        offsets.append(offsets[-1] + len(blobs[-1]))
        for rows, kind in ((birds, 1), (ignore, 0)):
            boxes += list(rows)
            owners += [len(blobs) - 1] * len(rows)
            kinds += [kind] * len(rows)
        splits.append(photo.split)
        counts[photo.split] += 1
    partial = target.with_suffix(".part.npz")
    np.savez(
        partial,
        jpeg=np.concatenate(blobs) if blobs else np.zeros(0, np.uint8),
        offsets=np.array(offsets),
        boxes=np.array(boxes, np.float32).reshape(-1, 4),
        owners=np.array(owners, np.int64),
        is_bird=np.array(kinds, bool),
        splits=np.array(splits),
    )
    partial.rename(target)
    return counts


def prepare(data: Path, out: Path, teacher_model: Path | None, evaluation: Path | None) -> None:
    folder = out / "prepared"
    folder.mkdir(parents=True, exist_ok=True)
    missing = {name: reader for name, reader in readers(data).items() if not (folder / f"{name}.npz").exists()}
    if not missing:
        return
    prints = evaluation_prints(evaluation)
    teacher = Teacher(teacher_model) if teacher_model else None
    for name, reader in missing.items():
        # The test half of Caltech-101 is read from its own folder when the model is judged.
        photos = [photo for photo in reader() if photo.split != "test"]
        counts = prepare_source(photos, teacher, prints, folder / f"{name}.npz")
        (folder / f"{name}.json").write_text(json.dumps(counts, indent=1) + "\n")
        print(name, dict(counts), flush=True)
