"""Which photos of a folder show, whole or in part, a photo that is kept for testing?

    python models/image/same_photo.py --photos DIR [DIR ...] --kept DIR --teacher ONNX [--out FILE]

A difference hash does not see a cropped copy. So: the nearest neighbours of each kept photo by a classifier's features, then
local features (SIFT) with an affine fit (RANSAC); LEAST_INLIERS matches that agree prove the same picture. Needs opencv-python-headless.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from crops import middle_square, resize_crop  # noqa: E402
from photos import open_photo  # noqa: E402
from teacher import SIDE, Teacher  # noqa: E402

LEAST_INLIERS = 10
# Only neighbours at least this alike (cosine of features) are compared: copies of one photo, cropped or mirrored, were at 0.6 to 0.98.
NEIGHBOURS, LEAST_ALIKE = 8, 0.55
# Lowe's ratio for a match, how far a match may lie from the affine fit, and the longer sides in pixels. The kept photo is
# looked at larger, because a copy may be a small part of it.
RATIO, REACH, PHOTO_SIDE, KEPT_SIDE = 0.75, 5.0, 300, 900
KINDS = frozenset({".jpg", ".jpeg", ".png"})
KeyPoints = tuple[np.ndarray, "np.ndarray | None"]


def features_of(teacher: Teacher, photo: Image.Image) -> np.ndarray:
    views = [(0.0, 0.0, float(photo.width), float(photo.height)), middle_square(*photo.size)]
    found = np.stack([teacher(resize_crop(photo, view, SIDE))[1] for view in views[: 1 if photo.width == photo.height else 2]])
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def key_points(photo: Image.Image, side: int, most: int) -> KeyPoints:
    import cv2

    grey = photo.convert("L")
    scale = side / max(grey.size)
    size = (round(grey.width * scale), round(grey.height * scale))
    points, described = cv2.SIFT_create(most).detectAndCompute(np.asarray(grey.resize(size, Image.Resampling.LANCZOS)), None)
    return np.array([p.pt for p in points], dtype=np.float32), described


def inliers(photo: KeyPoints, kept: KeyPoints) -> int:
    """How many matches of local features agree on one affine map from the photo to the kept one."""
    import cv2

    if photo[1] is None or kept[1] is None or len(kept[1]) < 2:
        return 0
    pairs = [m for m in cv2.BFMatcher().knnMatch(photo[1], kept[1], k=2) if len(m) == 2 and m[0].distance < RATIO * m[1].distance]
    if len(pairs) < LEAST_INLIERS:
        return 0
    ours = photo[0][[m[0].queryIdx for m in pairs]]
    theirs = kept[0][[m[0].trainIdx for m in pairs]]
    fit, agreed = cv2.estimateAffine2D(ours, theirs, method=cv2.RANSAC, ransacReprojThreshold=REACH)
    # Many features on one repeated spot also agree; a copy spreads over at least as many places.
    return 0 if fit is None else len({tuple(p) for p in np.round(theirs[agreed.ravel() > 0]).tolist()})


def agreement(photo: Image.Image, kept: KeyPoints) -> int:
    """The better of the photo as it is and mirrored."""
    return max(inliers(key_points(side, PHOTO_SIDE, 600), kept) for side in (photo, ImageOps.mirror(photo)))


def pictures_in(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix.lower() in KINDS)


def main() -> None:
    parser = argparse.ArgumentParser(description="Find photos that show a photo kept for testing.")
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    teacher = Teacher(args.teacher, 1)
    kept = pictures_in(args.kept)
    kept_features = [features_of(teacher, open_photo(p)) for p in kept]
    paths, features, owner = [p for folder in args.photos for p in pictures_in(folder)], [], []
    for i, path in enumerate(paths):
        found = features_of(teacher, open_photo(path))
        features.append(found)
        owner += [i] * len(found)
    everything, owners = np.concatenate(features), np.array(owner)
    lines = []
    for path, wanted in zip(kept, kept_features, strict=True):
        likeness = (everything @ wanted.T).max(axis=1)
        order = owners[np.argsort(-likeness)][: int((likeness >= LEAST_ALIKE).sum())]
        near = list(dict.fromkeys(order.tolist()))[:NEIGHBOURS]
        if not near:
            continue
        theirs = key_points(open_photo(path), KEPT_SIDE, 3000)
        for i in near:
            agreed = agreement(open_photo(paths[i]), theirs)
            if agreed >= LEAST_INLIERS:
                lines.append(f"{hashlib.sha256(paths[i].read_bytes()).hexdigest()}  {paths[i]}  {path.name} {agreed}")
                print(lines[-1], flush=True)
    if args.out:
        args.out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
