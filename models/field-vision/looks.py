"""Looks at held-out photos for the judgement, by a head that does not know some of their birds.

    python models/field-vision/head.py --data DIR --labels FILE --withhold 11 --join models/field-vision/head.npz --out TWIN/head.npz
    python models/field-vision/looks.py --data DIR --kit KIT --head TWIN/head.npz --out RUN --set SET
    npm run calibrate -- --set SET --pack packs/kit --twin packs/kit --count birdfy --unlabelled real --risk 0.0125 --kept --out RUN

--kit  a folder with detector/yolox_nano.onnx, image/inat_birds_965.onnx and its labels
--set  gets labels.json; --out gets what `npm run bench` leaves of a run, without a place

A look is what the app takes: YOLOX on the whole photo, and a crop of the largest bird with its margin. Where there is no clear box it
takes the best faint one, then the whole photo. It does not search in parts, and it does not measure the quality of a picture, so
every picture passes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "image")]

from crops import Box, resize_crop, square_crop  # noqa: E402
from dataset import BACKGROUND, CALIBRATION, TAXONOMY, TEST, Dataset, SpeciesFinder, build_dataset, listed, read_class_map  # noqa: E402
from detect import NMS_IOU, SCORE_THRESHOLD, YOLOX_PAD, Detector, decode_yolox, overlap  # noqa: E402
from head import Discriminant, Join, Union, joined, load, sides, unite  # noqa: E402
from photos import VIEW_SIZE, Photo, load_index, open_photo  # noqa: E402
from teacher import Teacher, scientific_names  # noqa: E402

# Photos of birds that both know, that only the published layer knows, that only the head knows, that nobody knows, and of none.
PHOTOS = {"both": 300, "published": 330, "head": 300, "unlabelled": 420, "none": 40}
# Birdfy's labels are checked best and bars are counted on it; the rest is CUB and Birds_25, whose photos are larger.
OF_BIRDFY = 0.8
NOT_AS_LABELLED = Path(__file__).with_name("not-as-labelled.tsv")
# As the app has them: src/vision/models.ts, src/domain/search.ts.
FAINTEST, MOST_FAINT, MARGIN = 0.05, 5, 0.1
CREDIBLE_FIRST, CREDIBLE_NO_BIRD = 0.3, 0.2
PHOTO = "photo1"


def spread(rows: np.ndarray, target: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
    """`count` rows with as many species as can be."""
    rows = random.permutation(rows)
    seen: dict[int, int] = {}
    turn = []
    for row in rows.tolist():
        seen[target[row]] = seen.get(target[row], 0) + 1
        turn.append(seen[target[row]])
    return rows[np.argsort(turn, kind="stable")][:count]


def choose(photos: list[Photo], data: Dataset, published: set[str], head: set[str]) -> np.ndarray:
    """Held-out photos of each kind."""
    random = np.random.default_rng(12)
    held = np.flatnonzero(np.isin(data.split, (CALIBRATION, TEST)) & ~np.array([photo.beside for photo in photos]))
    wrong = listed([NOT_AS_LABELLED])
    held = np.array([row for row in held if photos[row].sha256 not in wrong])
    species = np.array(data.labels)[data.target[held]]
    source = np.array([photos[row].source for row in held])
    known, shown = np.isin(species, sorted(published)), np.isin(species, sorted(head))
    birds = species != BACKGROUND
    kinds = {"both": known & shown, "published": known & ~shown, "head": ~known & shown, "unlabelled": ~known & ~shown}
    chosen = [random.permutation(held[~birds & (source == "caltech101")])[: PHOTOS["none"]]]
    for kind, of in kinds.items():
        first = spread(held[of & birds & (source == "birdfy")], data.target, round(OF_BIRDFY * PHOTOS[kind]), random)
        others = held[of & birds & np.isin(source, ("cub", "birds25"))]
        chosen += [first, spread(others, data.target, PHOTOS[kind] - len(first), random)]
    return random.permutation(np.concatenate(chosen))


def boxes(photo: Image.Image, detector: Detector) -> list[tuple[Box, float]]:
    """Every box above the faintest, best first."""
    scale = detector.size / max(photo.size)
    width, height = round(photo.width * scale), round(photo.height * scale)
    canvas = np.full((detector.size, detector.size, 3), YOLOX_PAD, dtype=np.float32)
    canvas[:height, :width] = np.asarray(photo.resize((width, height), Image.Resampling.BILINEAR))
    picture = np.ascontiguousarray(canvas[:, :, ::-1].transpose(2, 0, 1)[None])
    raw = decode_yolox(detector.session.run(None, {detector.input.name: picture})[0][0], detector.size)
    left, found = raw[raw[:, 4] >= FAINTEST], []
    left = left[np.argsort(-left[:, 4])]
    while len(left):
        x1, y1, x2, y2 = (left[0, :4] / scale).tolist()
        box = (max(0.0, x1), max(0.0, y1), min(photo.width, x2), min(photo.height, y2))
        if box[2] - box[0] > 1 and box[3] - box[1] > 1:
            found.append((box, float(left[0, 4])))
        left = left[1:][overlap(left[0], left[1:]) <= NMS_IOU]
    return found


def as_box(box: Box) -> dict[str, float]:
    return {"x": box[0], "y": box[1], "width": box[2] - box[0], "height": box[3] - box[1]}


class Looker:
    def __init__(self, kit: Path, head: Discriminant, join: Join, union: Union, temperature: float) -> None:
        self.detector = Detector(kit / "detector/yolox_nano.onnx", 1)
        self.network = Teacher(kit / "image/inat_birds_965.onnx", 1)
        self.head, self.join, self.union, self.temperature = head, join, union, temperature

    def answer(self, photo: Image.Image, crop: Box) -> np.ndarray:
        probabilities, features = self.network(resize_crop(photo, crop, VIEW_SIZE))
        said = sides(probabilities[None].astype(np.float32), self.head(features[None].astype(np.float32)), self.union)
        return joined(said, self.union, self.join)[0]

    def first_of(self, answer: np.ndarray) -> float:
        calm = answer ** (1 / self.temperature)
        return float((calm / calm.sum())[:-1].max())

    def record(self, key: str, photo: Image.Image) -> dict[str, object]:
        """A line of runs.jsonl; its id is that of the photo of an item. The candidates are left to whoever reads it: they follow from the scores."""
        events: list[dict[str, object]] = [{"type": "started"}]
        scores: list[dict[str, object]] = []

        def tool(name: str, args: dict[str, object], payload: dict[str, object]) -> None:
            entry = {"kind": "tool", "id": len(events), "tool": name, "args": args, "outcome": {"status": "ok", "payload": payload}, "model": None, "ms": 0}
            events.append({"type": "evidence", "entry": entry})

        def look(args: dict[str, object], crop: Box) -> np.ndarray:
            answer = self.answer(photo, crop)
            tool("classify_image", args, {"candidates": [], "genera": [], "families": [], "noBird": 0, "labelCount": 0, "coverage": None})
            scores.append({"entry": len(events) - 1, "tool": "classify_image", "values": [float(f"{p:.5g}") for p in answer]})
            return answer

        found = boxes(photo, self.detector)
        birds, faint = [b for b in found if b[1] >= SCORE_THRESHOLD], [b for b in found if b[1] < SCORE_THRESHOLD][:MOST_FAINT]
        sizes = [(x2 - x1) * (y2 - y1) for (x1, y1, x2, y2), _score in birds]
        largest = int(np.argmax(sizes)) if birds else None
        listed_as = {name: [{"box": as_box(box), "score": score} for box, score in of] for name, of in (("birds", birds), ("faint", faint))}
        tool("detect_bird", {"image": PHOTO}, {"count": len(birds), "largest": largest, "bestBelow": faint[0][1] if faint else 0, **listed_as})
        whole = (0.0, 0.0, float(photo.width), float(photo.height))
        if largest is not None:
            self.at_bird(birds[largest][0], photo, tool, look)
        elif faint:
            region = {"image": PHOTO, "region": as_box(faint[0][0])}
            answer = look(region, square_crop(faint[0][0], *photo.size, MARGIN))
            if answer[-1] >= CREDIBLE_NO_BIRD or self.first_of(answer) < CREDIBLE_FIRST:
                look({"image": PHOTO}, whole)
        else:
            look({"image": PHOTO}, whole)
        events.append({"type": "verdict", "verdict": {}, "ending": "concluded", "ms": 0})
        return {"id": f"{key}/image", "failed": None, "spot": None, "day": None, "ms": 0, "events": events, "scores": scores, "named": None, "picture": None}

    def at_bird(self, box: Box, photo: Image.Image, tool, look) -> None:
        region = as_box(box)
        pixels = min(region["width"], region["height"])
        measured = {"sharpness": 1, "exposure": 0.5, "contrast": 0.2, "shadowsClipped": 0, "highlightsClipped": 0}
        tool("quality_gate", {"image": PHOTO, "region": region}, {"grade": "pass", "reasons": [], "birdPixels": pixels, **measured})
        look({"image": PHOTO, "region": region}, square_crop(box, *photo.size, MARGIN))


def species_codes() -> dict[str, str]:
    """Scientific name -> the app's id of the species."""
    codes = {}
    for _order, families in json.loads(TAXONOMY.read_text(encoding="utf-8"))["orders"]:
        for _family, genera in families:
            for genus, species in genera:
                for entry in species:
                    code, epithet = entry.split()[:2]
                    codes[f"{genus} {epithet}"] = code
    return codes


def main() -> None:
    parser = argparse.ArgumentParser(description="Look at held-out photos with a head that does not know some of their birds.")
    for name in ("--data", "--kit", "--head", "--out", "--set"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--keep-out", type=Path)
    parser.add_argument("--leave-out", type=Path, nargs="*", default=[])
    parser.add_argument("--temperature", type=float, default=1.05)
    args = parser.parse_args()
    photos = load_index(args.data / "image")
    data = build_dataset(photos, read_class_map(), args.keep_out, frozenset(listed(args.leave_out)))
    names = scientific_names(args.kit / "image/inat_birds_965_labels.txt")
    head, join = load(args.head)
    union = unite(names, head.labels)
    find = SpeciesFinder()
    rows = choose(photos, data, {found for name in names if (found := find(name))}, set(head.labels))
    keys = [f"{photos[row].source}-{photos[row].sha256[:16]}" for row in rows]
    truths = [data.labels[data.target[row]] for row in rows]
    labels = [
        {"id": key, "scientific_name": None if truth == BACKGROUND else truth, "photo": f"{key}{Path(photos[row].path).suffix}"}
        for key, truth, row in zip(keys, truths, rows)
    ]
    for folder in (args.set, args.out):
        folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(labels, indent=1)
    (args.set / "labels.json").write_text(text, encoding="utf-8")
    codes = species_codes()
    outputs = ["no_bird" if name == BACKGROUND else codes[name] for name in union.labels]
    (args.out / "labels.json").write_text(json.dumps({"image": outputs, "sound": []}), encoding="utf-8")
    settings = {
        "format": 1, "set": {"name": args.set.name, "sha256": hashlib.sha256(text.encode()).hexdigest()}, "pack": {"name": "kit", "version": "1", "sha256": ""},
        "app": "", "policy": "blueprint", "hints": "full", "place": "none", "modalities": ["image"], "degrade": None, "seed": 1, "sample": None,
    }
    (args.out / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    looker = Looker(args.kit, head, join, union, args.temperature)
    with (args.out / "runs.jsonl").open("w", encoding="utf-8") as file:
        for key, row in zip(keys, rows):
            photo = open_photo(args.data / "raw" / photos[row].source / photos[row].path)
            file.write(json.dumps(looker.record(key, photo)) + "\n")
    print(f"{len(keys)} photos, {len(union.labels) - 1} species known")


if __name__ == "__main__":
    main()
