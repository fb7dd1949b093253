"""Which photo is of which class, and which split it belongs to. Both depend only on the files' bytes, their looks and class_map.tsv."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from photos import Photo, difference_hash, open_photo, sha1_digit, sha1_share

HERE = Path(__file__).parent
TAXONOMY = HERE.parents[1] / "public" / "taxonomy" / "taxonomy.json"
SYNONYMS = TAXONOMY.with_name("synonyms.json")
BACKGROUND = "background"
TRAIN, CALIBRATION, TEST, LEFT_OUT = "train", "calibration", "test", "left-out"
# A bird, but its folder mixes species: it has no class and can only teach what birds look like.
UNLABELLED = "unlabelled"
TEST_SHARE, CALIBRATION_SHARE = 0.16, 0.08
# A species with fewer photos than this gives exactly two to the test, and one to calibration in one species of three.
FEW_PHOTOS = 30
# Bits of 64 by which difference hashes of the same picture, saved or scaled anew, may differ.
SAME_PICTURE_BITS = 6


@dataclass
class Dataset:
    labels: list[str]  # scientific names in order, BACKGROUND last
    target: np.ndarray  # class of each photo, -1 where it is left out
    split: np.ndarray  # TRAIN, CALIBRATION, TEST or LEFT_OUT for each photo
    kept_out: int  # photos left out because they show one that must never be trained on

    def rows(self, split: str) -> np.ndarray:
        return np.flatnonzero(self.split == split)


def read_class_map(path: Path = HERE / "class_map.tsv") -> dict[tuple[str, str], str]:
    """(source, folder) -> scientific name; folders whose name is empty are dropped."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {(r["source"], r["folder"]): r["scientific_name"] for r in rows if r["scientific_name"]}


def read_ranks(path: Path = TAXONOMY) -> dict[str, tuple[str, str]]:
    """Scientific name -> (genus, family), from the app's own taxonomy."""
    ranks = {}
    for _order, families in json.loads(path.read_text(encoding="utf-8"))["orders"]:
        for family, genera in families:
            for genus, species in genera:
                for entry in species:
                    ranks[f"{genus} {entry.split()[1]}"] = (genus, family)
    return ranks


class SpeciesFinder:
    """The taxonomy's name for any scientific name that a species or subspecies has had; the app's taxonomy.ts does the same."""

    def __init__(self, taxonomy: Path = TAXONOMY, synonyms: Path = SYNONYMS) -> None:
        self.names: dict[str, str] = {}
        of_code: dict[str, str] = {}
        for _order, families in json.loads(taxonomy.read_text(encoding="utf-8"))["orders"]:
            for _family, genera in families:
                for genus, species in genera:
                    for entry in species:
                        code, epithet = entry.split()[:2]
                        of_code[code] = self.names[f"{genus} {epithet}"] = f"{genus} {epithet}"
        for genus, epithets in json.loads(synonyms.read_text(encoding="utf-8"))["names"].items():
            for epithet, code in epithets.items():
                self.names.setdefault(f"{genus} {epithet}", of_code.get(code, ""))

    def __call__(self, name: str) -> str | None:
        """None for hybrids and for what the taxonomy does not know."""
        words = name.split()
        if len(words) == 3 and name not in self.names:
            raised = None if words[1] == words[2] else self.names.get(f"{words[0]} {words[2]}")
            return raised or self(f"{words[0]} {words[1]}")
        return self.names.get(name) or None


def class_of(photo: Photo, class_map: dict[tuple[str, str], str]) -> str | None:
    if photo.source == "caltech101" or photo.beside:
        return BACKGROUND
    source = "birds525" if photo.source.startswith("birds525") else photo.source
    return class_map.get((source, " ".join(photo.folder.split())))


def bits_apart(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Hamming distances between two lists of 64-bit hashes, len(a) x len(b)."""
    return np.bitwise_count(a[:, None] ^ b[None, :])


def groups_of_same_picture(hashes: np.ndarray) -> np.ndarray:
    """A group number for each hash; hashes within SAME_PICTURE_BITS of each other share one (single linkage)."""
    group = np.arange(len(hashes))
    for i, j in np.argwhere(np.triu(bits_apart(hashes, hashes) <= SAME_PICTURE_BITS, 1)):
        group[group == group[j]] = group[i]
    return group


def split_of_share(share: float) -> str:
    if share < TEST_SHARE:
        return TEST
    return CALIBRATION if share < TEST_SHARE + CALIBRATION_SHARE else TRAIN


def split_species(name: str, keys: list[str], hashes: np.ndarray) -> list[str]:
    """The split of each photo of one species. Copies of one picture go to the same split, so the test holds no copy of a training photo."""
    group = groups_of_same_picture(hashes)
    share = {g: min(sha1_share(keys[i]) for i in np.flatnonzero(group == g)) for g in set(group.tolist())}
    if len(keys) >= FEW_PHOTOS:
        split = {g: split_of_share(s) for g, s in share.items()}
    else:
        order = sorted(share, key=lambda g: share[g])
        calibration = order[2:3] if sha1_share(name) < 1 / 3 else []
        split = {g: TEST if g in order[:2] else CALIBRATION if g in calibration else TRAIN for g in order}
    return [split[g] for g in group.tolist()]


def split_background(photo: Photo) -> str:
    if photo.beside:
        return split_of_share(sha1_share(f"{photo.source}/{photo.path}"))
    if sha1_digit(photo.path) % 2:
        return TEST
    return CALIBRATION if sha1_share(photo.path) < 0.1 else TRAIN


def hashes_to_keep_out(folder: Path) -> np.ndarray:
    """Hashes of the photos in `folder` as they are, and of their middle square, as most data sets cut them."""
    found: list[str] = []
    for path in sorted(folder.glob("*")):
        if path.suffix.lower() not in {".jpg", ".jpeg", ".png"}:
            continue
        photo: Image.Image = open_photo(path)
        side = min(photo.size)
        left, top = (photo.width - side) / 2, (photo.height - side) / 2
        found += [difference_hash(photo), difference_hash(photo, (left, top, left + side, top + side))]
    return np.array([int(h, 16) for h in found], dtype=np.uint64)


def listed(files: list[Path]) -> set[str]:
    """The sha256 that begins each line of these lists; lines that begin with # are comments."""
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def leave_out_copies(photos: list[Photo], target: np.ndarray) -> None:
    """Of files with the same bytes the first stays, where they agree on the species; else none."""
    rows_of: dict[tuple[str, bool], list[int]] = {}
    for i in np.flatnonzero(target >= 0):
        rows_of.setdefault((photos[i].sha256 or photos[i].path, photos[i].beside), []).append(i)
    for rows in rows_of.values():
        agree = len({target[i] for i in rows}) == 1
        target[rows[1:] if agree else rows] = -1


def build_dataset(
    photos: list[Photo], class_map: dict[tuple[str, str], str], keep_out: Path | None = None, leave_out: frozenset[str] = frozenset()
) -> Dataset:
    names = [class_of(p, class_map) for p in photos]
    labels = sorted({n for n in names if n and n != BACKGROUND}) + [BACKGROUND]
    number = {name: i for i, name in enumerate(labels)}
    hashes = np.array([int(p.dhash, 16) for p in photos], dtype=np.uint64)
    keys = [p.sha256 or f"{p.source}/{p.path}" for p in photos]
    target = np.array([number[n] if n else -1 for n in names])
    leave_out_copies(photos, target)
    split = np.full(len(photos), LEFT_OUT, dtype="<U12")
    for c, name in enumerate(labels):
        rows = np.flatnonzero(target == c)
        if name == BACKGROUND:
            split[rows] = [split_background(photos[i]) for i in rows]
        else:
            split[rows] = split_species(name, [keys[i] for i in rows], hashes[rows])
    forbidden = np.array([p.sha256 in leave_out for p in photos])
    if keep_out is not None:
        forbidden |= (bits_apart(hashes, hashes_to_keep_out(keep_out)) <= SAME_PICTURE_BITS).any(axis=1)
    split[forbidden] = LEFT_OUT
    target[split == LEFT_OUT] = -1
    leave_out_disagreeing(hashes, target, split)
    named = {p.sha256 for p, n in zip(photos, names, strict=True) if n}
    mixed = np.array([n is None and p.sha256 not in named for p, n in zip(photos, names, strict=True)])
    split[mixed & ~forbidden] = UNLABELLED
    return Dataset(labels, target, split, int(forbidden.sum()))


def write_splits(path: Path, photos: list[Photo], data: Dataset) -> None:
    """One line a photo of a bird, for whoever fits something on photos that the network was not trained on."""
    with path.open("w", encoding="utf-8") as file:
        for photo, target, split in zip(photos, data.target, data.split, strict=True):
            if photo.beside or photo.source == "caltech101":
                continue
            species = data.labels[target] if target >= 0 else None
            line = {"path": f"{photo.source}/{photo.path}", "source": photo.source, "species": species, "split": str(split), "sha256": photo.sha256}
            file.write(json.dumps(line) + "\n")


def leave_out_disagreeing(hashes: np.ndarray, target: np.ndarray, split: np.ndarray) -> None:
    """Drop pictures that occur under two species: at least one of the names is wrong."""
    order = np.argsort(hashes, kind="stable")
    order = order[target[order] >= 0]
    for run in np.split(order, np.flatnonzero(np.diff(hashes[order])) + 1):
        species = set(target[run].tolist()) - {int(target.max())}
        if len(species) > 1:
            split[run], target[run] = LEFT_OUT, -1
