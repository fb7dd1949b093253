"""Chooses the photos, places and days that the tools are asked about (scripts/policy-survey.ts).

Only photos that the image recipe keeps out of its training, so that the classifier is as sure as it is in the field; half of them
made hard on purpose (far away, cut by the edge, dark, in a flock), and some without a bird. A species belongs to one split: what is measured was
never trained on. Species of which there are recordings come first, so that observations can hold both; what was measured on before can be left out.

    python models/policy/jobs.py --raw DIR --splits splits.jsonl --sounds DIR --out DIR

`raw` as models/image/README.md describes it, the folder of sounds as README.md here; `splits.jsonl` is what the image recipe writes beside its index.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "image")]

from dataset import CALIBRATION, TEST  # noqa: E402
from photos import CALTECH_LEFT_OUT, sha1_digit, sha1_share  # noqa: E402
from recordings import find_recordings  # noqa: E402

from places import Range  # noqa: E402

HELD_OUT_SHARE = 0.4
SPOILT_SHARE = 0.5
NO_BIRD_SHARE = 0.08
# Of a species that is heard as well.
PHOTOS_OF_HEARD = 3


def bird_photos(raw: Path, splits: Path) -> dict[str, list[Path]]:
    """Scientific name -> the photos that the image network has never seen, whole ones (CUB) before those that were cut out by somebody."""
    keyed: dict[str, list[tuple[bool, float, Path]]] = defaultdict(list)
    for line in splits.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["split"] in (TEST, CALIBRATION) and row["species"]:
            folder, _, path = row["path"].partition("/")
            file = raw / folder / path
            keyed[row["species"]].append((folder != "cub", sha1_share(f"policy/{row['path']}"), file))
    return {name: [path for *_, path in sorted(photos)] for name, photos in keyed.items()}


def other_photos(raw: Path) -> list[Path]:
    """Photos without a bird, of the half that the image recipe tests on."""
    paths = sorted((raw / "caltech101").glob("*/*.jpg"))
    kept = [p for p in paths if p.parent.name not in CALTECH_LEFT_OUT and sha1_digit(f"{p.parent.name}/{p.name}") % 2]
    return sorted(kept, key=lambda p: sha1_share(str(p.relative_to(raw))))


def far_away(photo: Image.Image, onto: Image.Image, rng: np.random.Generator) -> Image.Image:
    """Small, somewhere in a scene without a bird."""
    canvas = scene_of(photo, onto, rng)
    scale = rng.uniform(0.1, 0.35) * min(canvas.size) / max(photo.size)
    paste(canvas, photo, scale, rng)
    return canvas


def flock(photo: Image.Image, onto: Image.Image, rng: np.random.Generator) -> Image.Image:
    canvas = scene_of(photo, onto, rng)
    for _ in range(int(rng.integers(3, 7))):
        bird = ImageOps.mirror(photo) if rng.random() < 0.5 else photo
        paste(canvas, bird, rng.uniform(0.2, 0.4) * min(canvas.size) / max(photo.size), rng)
    return canvas


def scene_of(photo: Image.Image, onto: Image.Image, rng: np.random.Generator) -> Image.Image:
    """A scene without a bird, or the photo itself out of focus."""
    scene = onto if rng.random() < 0.7 else photo.filter(ImageFilter.GaussianBlur(0.06 * max(photo.size)))
    return ImageOps.fit(scene, (int(rng.integers(640, 1281)), int(rng.integers(480, 961))))


def paste(canvas: Image.Image, photo: Image.Image, scale: float, rng: np.random.Generator) -> None:
    """With soft edges: a detector finds hard ones."""
    small = photo.resize((max(24, int(photo.width * scale)), max(24, int(photo.height * scale))))
    edge = max(2, min(small.size) // 10)
    mask = ImageOps.expand(Image.new("L", (small.width - 2 * edge, small.height - 2 * edge), 255), edge, 0).filter(ImageFilter.GaussianBlur(edge / 2))
    corner = int(rng.integers(0, max(1, canvas.width - small.width))), int(rng.integers(0, max(1, canvas.height - small.height)))
    canvas.paste(small, corner, mask)


def cut(photo: Image.Image, rng: np.random.Generator) -> Image.Image:
    """By an edge of the picture."""
    share, width, height = rng.uniform(0.4, 0.7), *photo.size
    left = int(width * (1 - share)) if rng.random() < 0.5 else 0
    return photo.crop((left, 0, left + int(width * share), height))


def spoil(photo: Image.Image, onto: Image.Image, rng: np.random.Generator) -> Image.Image:
    """One of the ways in which field photos are hard. `onto`: a scene without a bird."""
    width, height = photo.size
    match rng.integers(9):
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
        case 5:
            return cut(photo, rng)
        case 6:
            return flock(photo, onto, rng)
        case _:
            return far_away(photo, onto, rng)


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


def choose(raw: Path, splits: Path, count: int, heard: set[str], left_out: set[str], rng: np.random.Generator) -> list[tuple[Path, str | None]]:
    """Photos and what they show: species in turn, so that the rare ones of the data are not drowned."""

    def kept(paths: list[Path]) -> list[Path]:
        return [path for path in paths if id_of(path.relative_to(raw).as_posix()) not in left_out]

    birds = {name: kept(paths) for name, paths in bird_photos(raw, splits).items()}
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
    parser.add_argument("--splits", type=Path, required=True, help="which photos the image network has seen, as its recipe writes it")
    parser.add_argument("--sounds", type=Path, required=True, help="recordings")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=int, default=900)
    parser.add_argument("--leave-out", type=Path, help="held-out items whose files are not to be measured on again")
    args = parser.parse_args()
    rng = np.random.default_rng(7)
    ranges = Range(ROOT / "public/packs/starter")
    (args.out / "photos").mkdir(parents=True, exist_ok=True)
    jobs = []
    # Not those that are asked about themselves.
    scenes = other_photos(args.raw)[args.photos :]
    heard = {recording.label for recording in find_recordings(args.sounds, [])}
    for path, name in choose(args.raw, args.splits, args.photos, heard, measured_before(args.leave_out), rng):
        digest = id_of(path.relative_to(args.raw).as_posix())
        with Image.open(path) as opened:
            photo = opened.convert("RGB")
        spoilt = rng.random() < SPOILT_SHARE
        if spoilt:
            with Image.open(scenes[rng.integers(len(scenes))]) as opened:
                photo = spoil(photo, opened.convert("RGB"), rng)
        photo.save(args.out / "photos" / f"{digest}.jpg", quality=92)
        split = split_of(name if name is not None else path.name)
        jobs.append({"id": digest, "file": f"photos/{digest}.jpg", "truth": name, "split": split, "spoilt": spoilt, "places": ranges.draw(name, rng)})
    (args.out / "jobs.json").write_text(json.dumps(jobs, indent=1), "utf-8")
    print(f"{len(jobs)} photos, {sum(job['split'] == 'held_out' for job in jobs)} held out")


if __name__ == "__main__":
    main()
