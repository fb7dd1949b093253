"""Find the photos of each source, keep one view of each in one file, and fingerprint them for duplicates.

DATA/raw holds cub (images/, images.txt, bounding_boxes.txt), and the others with one folder a class, below train/ and
test/ where the source is published so. A source that is not there is passed over.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from crops import Box, middle_square, outside_square, resize_crop, view_crop

VIEW_SIZE, VIEW_QUALITY = 224, 92
SOURCES = ("birdfy", "cub", "consolidated", "birds25", "birds525_valid", "birds525_test", "caltech101")
# birds25 has 1,500 photos of each of its species, where others have 150; more than this teaches little.
MOST_OF_A_FOLDER = 420
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
    sha256: str = ""  # of the file
    width: int = 0
    height: int = 0


def sha1_digit(text: str) -> int:
    """The last hex digit of sha1: even is training, odd is testing for photos that show no bird."""
    return int(hashlib.sha1(text.encode()).hexdigest()[-1], 16)


def sha1_share(text: str) -> float:
    """A number in 0..1 that depends on the text alone."""
    return int(hashlib.sha1(text.encode()).hexdigest()[:12], 16) / 16**12


def list_cub(root: Path) -> list[Photo]:
    photos = []
    names = dict(line.split(maxsplit=1) for line in (root / "images.txt").read_text().splitlines())
    for line in (root / "bounding_boxes.txt").read_text().splitlines():
        key, x, y, w, h = line.split()
        name = names[key].strip()
        box = (float(x), float(y), float(x) + float(w), float(y) + float(h))
        folder = name.split("/")[0]
        photos.append(Photo("cub", folder, f"images/{name}", box))
        if sha1_share(f"beside/{name}") * BESIDE_EVERY < 1:
            photos.append(Photo("cub", folder, f"images/{name}", box, beside=True))
    return photos


def list_folders(source: str, root: Path) -> list[Photo]:
    """Photos in folders named for their class, at any depth; of large folders those whose paths hash lowest."""
    by_folder: dict[str, list[Photo]] = {}
    for path in sorted(root.rglob("*")):
        folder = path.parent.name
        if path.suffix.lower() in {".jpg", ".jpeg", ".png"} and not (source == "caltech101" and folder in CALTECH_LEFT_OUT):
            by_folder.setdefault(folder, []).append(Photo(source, folder, path.relative_to(root).as_posix(), None))
    return [p for group in by_folder.values() for p in sorted(group, key=lambda p: sha1_share(p.path))[:MOST_OF_A_FOLDER]]


def list_photos(raw: Path) -> list[Photo]:
    photos: list[Photo] = []
    for source in (s for s in SOURCES if (raw / s).is_dir()):
        photos += list_cub(raw / source) if source == "cub" else list_folders(source, raw / source)
    return photos


def difference_hash(photo: Image.Image, box: Box | None = None) -> str:
    """64 bits: whether each cell of a 9 x 8 grey thumbnail is brighter than its right neighbour."""
    grey = np.asarray(photo.convert("L").resize((9, 8), Image.Resampling.BOX, box=box), dtype=np.int16)
    return np.packbits(grey[:, 1:] > grey[:, :-1]).tobytes().hex()


def open_photo(path: Path | io.BytesIO) -> Image.Image:
    with Image.open(path) as opened:
        return opened.convert("RGB")


def stored_crop(photo: Photo, width: int, height: int) -> Box | None:
    if photo.box is None:
        return middle_square(width, height)
    return outside_square(photo.box, width, height) if photo.beside else view_crop(photo.box, width, height)


def encoded_view(image: Image.Image, crop: Box, content: bytes) -> bytes:
    """The view as a JPEG: the file as it is where it is that view already."""
    if image.size == (VIEW_SIZE, VIEW_SIZE) and crop == (0.0, 0.0, VIEW_SIZE, VIEW_SIZE):
        return content
    out = io.BytesIO()
    Image.fromarray(resize_crop(image, crop, VIEW_SIZE)).save(out, "JPEG", quality=VIEW_QUALITY)
    return out.getvalue()


def prepare(raw: Path, out: Path) -> None:
    """Write out/index.json, out/views.bin (one JPEG after another) and out/views.npy (where each begins); nothing to do when they are there."""
    if (out / "index.json").exists():
        return
    out.mkdir(parents=True, exist_ok=True)
    kept: list[Photo] = []
    begins = [0]
    with (out / "views.bin").open("wb") as views:
        for photo in list_photos(raw):
            content = (raw / photo.source / photo.path).read_bytes()
            try:
                image = open_photo(io.BytesIO(content))
            except OSError as error:
                print(f"left out, unreadable: {photo.source}/{photo.path}: {error}")
                continue
            photo.width, photo.height = image.size
            crop = stored_crop(photo, *image.size)
            if crop is None:
                continue
            photo.dhash, photo.sha256 = difference_hash(image), hashlib.sha256(content).hexdigest()
            begins.append(begins[-1] + views.write(encoded_view(image, crop, content)))
            kept.append(photo)
            if len(kept) % 5000 == 0:
                print(f"prepared {len(kept)}", flush=True)
    np.save(out / "views.npy", np.array(begins, dtype=np.int64))
    (out / "index.json").write_text(json.dumps([asdict(p) for p in kept]))


def load_index(out: Path) -> list[Photo]:
    return [Photo(**{**p, "box": tuple(p["box"]) if p["box"] else None}) for p in json.loads((out / "index.json").read_text())]


class Views:
    """The stored views, decoded when asked for: VIEW_SIZE x VIEW_SIZE x 3, uint8."""

    def __init__(self, out: Path) -> None:
        self.begins = np.load(out / "views.npy")
        self.content = np.memmap(out / "views.bin", dtype=np.uint8, mode="r")

    def __len__(self) -> int:
        return len(self.begins) - 1

    def __getitem__(self, row: int) -> np.ndarray:
        content = self.content[self.begins[row] : self.begins[row + 1]].tobytes()
        return np.asarray(open_photo(io.BytesIO(content)))
