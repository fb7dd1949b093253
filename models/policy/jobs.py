"""Chooses the photos, places and days that the tools are asked about (scripts/policy-survey.ts).

Only photos that the image recipe keeps out of its training, so that the classifier is as sure as it is in the field; some of them
spoilt on purpose, and some without a bird. A species belongs to one split: what is measured was never trained on. Species of which there are
recordings come first, so that observations can hold both; what was measured on before can be left out.

    python models/policy/jobs.py --raw DIR --sounds DIR --out DIR    (as models/image/README.md and models/sound/README.md describe `raw`)
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "image")]

from dataset import FEW_PHOTOS, TEST_SHARE, read_class_map  # noqa: E402
from photos import CALTECH_LEFT_OUT, sha1_digit, sha1_share  # noqa: E402
from recordings import find_recordings  # noqa: E402

from places import Range  # noqa: E402

HELD_OUT_SHARE = 0.3
SPOILT_SHARE = 0.3
NO_BIRD_SHARE = 0.08
# Of a species that is heard as well.
PHOTOS_OF_HEARD = 3


@dataclass(frozen=True)
class Source:
    name: str
    folder: str  # in the class map


SOURCES = (Source("cub", "cub"), Source("consolidated", "consolidated"), Source("birds525_valid", "birds525"), Source("birds525_test", "birds525"))


def bird_photos(raw: Path) -> dict[str, list[Path]]:
    """Scientific name -> the photos that the image recipe tests on, apart from near copies."""
    names = read_class_map()
    keyed: dict[str, list[tuple[float, Path]]] = defaultdict(list)
    for source in SOURCES:
        root = raw / source.name / ("images" if source.name == "cub" else "")
        for path in sorted(root.glob("*/*.jpg")):
            name = names.get((source.folder, " ".join(path.parent.name.split())))
            if name:
                key = f"{source.name}/{path.relative_to(raw / source.name).as_posix()}"
                keyed[name].append((sha1_share(key), path))
    chosen = {}
    for name, photos in keyed.items():
        photos.sort()
        many = len(photos) >= FEW_PHOTOS
        chosen[name] = [path for share, path in photos if share < TEST_SHARE] if many else [path for _, path in photos[:2]]
    return chosen


def other_photos(raw: Path) -> list[Path]:
    """Photos without a bird, of the half that the image recipe tests on."""
    paths = sorted((raw / "caltech101").glob("*/*.jpg"))
    kept = [p for p in paths if p.parent.name not in CALTECH_LEFT_OUT and sha1_digit(f"{p.parent.name}/{p.name}") % 2]
    return sorted(kept, key=lambda p: sha1_share(str(p.relative_to(raw))))


def spoil(photo: Image.Image, rng: np.random.Generator) -> Image.Image:
    """One of the ways in which field photos are poor."""
    width, height = photo.size
    match rng.integers(6):
        case 0:
            return photo.filter(ImageFilter.GaussianBlur(rng.uniform(1, 0.02 * max(photo.size))))
        case 1:
            return ImageEnhance.Brightness(photo).enhance(rng.uniform(0.1, 0.35))
        case 2:
            return ImageEnhance.Brightness(photo).enhance(rng.uniform(1.8, 2.8))
        case 3:
            return ImageEnhance.Contrast(photo).enhance(rng.uniform(0.15, 0.4))
        case 4:
            size = max(24, int(width * rng.uniform(0.12, 0.4))), max(24, int(height * rng.uniform(0.12, 0.4)))
            return photo.resize(size).resize(photo.size)
        case _:
            scale = rng.uniform(0.12, 0.4)
            canvas = photo.filter(ImageFilter.GaussianBlur(0.06 * max(photo.size))).resize((2 * width, 2 * height))
            small = photo.resize((max(16, int(width * scale)), max(16, int(height * scale))))
            corner = rng.integers(0, 2 * width - small.width), rng.integers(0, 2 * height - small.height)
            canvas.paste(small, (int(corner[0]), int(corner[1])))
            return canvas


def split_of(name: str) -> str:
    return "held_out" if sha1_share(f"policy/{name}") < HELD_OUT_SHARE else "train"


def id_of(path: str) -> str:
    """Of a file, by where it lies in its collection."""
    return hashlib.sha1(path.encode()).hexdigest()[:12]


def measured_before(items: Path | None) -> set[str]:
    """Ids of the files of held-out observations that a policy was measured on."""
    if items is None:
        return set()
    with gzip.open(items, "rt", encoding="utf-8") as file:
        observations = [json.loads(line)["item"]["observation"] for line in file]
    return {Path(one["name"]).stem.removesuffix("-spoilt") for seen in observations for one in (*seen["photos"], *seen["sounds"])}


def choose(raw: Path, count: int, heard: set[str], left_out: set[str], rng: np.random.Generator) -> list[tuple[Path, str | None]]:
    """Photos and what they show: species in turn, so that the rare ones of the data are not drowned."""

    def kept(paths: list[Path]) -> list[Path]:
        return [path for path in paths if id_of(path.relative_to(raw).as_posix()) not in left_out]

    birds = {name: kept(paths) for name, paths in bird_photos(raw).items()}
    others = kept(other_photos(raw))[: round(count * NO_BIRD_SHARE)]
    names = sorted(birds, key=lambda name: sha1_share(f"turn/{name}"))
    rows: list[tuple[Path, str | None]] = [(path, name) for name in names if name in heard for path in birds[name][:PHOTOS_OF_HEARD]]
    for turn in range(max(map(len, birds.values()))):
        rows += [(birds[name][turn], name) for name in names if name not in heard and turn < len(birds[name])]
    rows = rows[: count - len(others)] + [(path, None) for path in others]
    return [rows[i] for i in rng.permutation(len(rows))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raw", type=Path, required=True)
    parser.add_argument("--sounds", type=Path, required=True, help="recordings")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=int, default=900)
    parser.add_argument("--leave-out", type=Path, help="held-out items whose files are not to be measured on again")
    args = parser.parse_args()
    rng = np.random.default_rng(7)
    ranges = Range(ROOT / "public/packs/starter")
    (args.out / "photos").mkdir(parents=True, exist_ok=True)
    jobs = []
    heard = {recording.label for recording in find_recordings(args.sounds, [])}
    for path, name in choose(args.raw, args.photos, heard, measured_before(args.leave_out), rng):
        digest = id_of(path.relative_to(args.raw).as_posix())
        with Image.open(path) as opened:
            photo = opened.convert("RGB")
        spoilt = rng.random() < SPOILT_SHARE
        if spoilt:
            photo = spoil(photo, rng)
        photo.save(args.out / "photos" / f"{digest}.jpg", quality=92)
        split = split_of(name if name is not None else path.name)
        jobs.append({"id": digest, "file": f"photos/{digest}.jpg", "truth": name, "split": split, "spoilt": spoilt, "places": ranges.draw(name, rng)})
    (args.out / "jobs.json").write_text(json.dumps(jobs, indent=1), "utf-8")
    print(f"{len(jobs)} photos, {sum(job['split'] == 'held_out' for job in jobs)} held out")


if __name__ == "__main__":
    main()
