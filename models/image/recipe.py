"""Train, export, calibrate and measure the starter pack's image classifier.

    python models/image/recipe.py --data DIR --out DIR

DIR/raw holds the photos (see README.md); DIR/image keeps what the stages make, so a stopped run goes on where it was.
OUT gets image.onnx, labels/image.txt and golden/image.json. models/image gets results.json, manifest.fragment.json and the
table of figures in README.md.
"""

from __future__ import annotations

import argparse
import datetime
import json
import shutil
import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from common_birds import common_rows, common_table, count_common  # noqa: E402
from dataset import CALIBRATION, TEST, TRAIN, UNLABELLED, Dataset, build_dataset, listed, read_class_map, write_splits  # noqa: E402
from describe import figure_table, manifest_entry, write_card_table  # noqa: E402
from detect import Detector  # noqa: E402
from evaluate import input_shape, measure_birds, measure_test, run_model  # noqa: E402
from export import settled_network, trained_network, write_golden_vectors, write_labels, write_onnx  # noqa: E402
from held_out import Crops, chosen_rows, field_crops, read_crops, relabelled, write_crops  # noqa: E402
from lib.stats import expected_calibration_error, fit_temperature, softmax  # noqa: E402
from photos import Photo, Views, load_index, prepare  # noqa: E402
from teacher import Answers, Teacher, scientific_names  # noqa: E402
from train import SIZES, Lessons, train  # noqa: E402
from widen import widen  # noqa: E402

HERE = Path(__file__).parent
# Networks trained on small pictures do best on somewhat larger ones (Touvron et al. 2019); the calibration split decides.
SIZES_TRIED = (160, 192, 224)
COMMON_CROPS = "common"
PHOTOS_FOR_SIZE = 800


def choose_size(network: object, crops: Crops, work: Path, threads: int) -> tuple[int, dict[int, float]]:
    chosen = np.random.default_rng(1).permutation(len(crops.target))[:PHOTOS_FOR_SIZE]
    part = crops.part(np.sort(chosen))
    scores = {}
    for size in SIZES_TRIED:
        path = work / f"try-{size}.onnx"
        write_onnx(network, size, path)
        scores[size] = round(float((run_model(path, part.pixels, threads).argmax(axis=1) == part.target).mean()), 4)
        path.unlink()
    return max(scores, key=lambda s: scores[s]), scores


def counts(photos: list[Photo], data: Dataset) -> dict[str, dict[str, int]]:
    return {s: dict(sorted(Counter(photos[i].source for i in data.rows(s)).items())) for s in (TRAIN, CALIBRATION, TEST, UNLABELLED)}


def ask_teacher(args: argparse.Namespace, work: Path, photos: list[Photo], data: Dataset, views: Views) -> Answers:
    """Asks about every bird that teaches something, in the order of chance, so that a stopped run has asked about all classes alike."""
    names = scientific_names(args.teacher_labels)
    answers = Answers(work, len(photos), len(names))
    rows = np.concatenate([data.rows(TRAIN), data.rows(UNLABELLED)])
    birds = np.array([data.target[i] != len(data.labels) - 1 for i in rows])
    answers.fill(Teacher(args.teacher, args.threads), views, np.random.default_rng(1).permutation(rows[birds]))
    return answers


def trained_model(args: argparse.Namespace, work: Path, data: Dataset, views: Views, calibration: Crops) -> tuple[Path, dict[str, object]]:
    """The classifier of the photos' own classes with its labels beside it, and what was chosen for it: as trained, or the earlier export where nothing was."""
    model = work / "trained" / "image.onnx"
    checkpoint, chosen = work / "checkpoint.pt", {}
    if checkpoint.exists():
        trained = trained_network(checkpoint, len(data.labels))
        size, tried = (args.size, {}) if args.size else choose_size(trained, calibration, work, args.threads)
        network, mixes = settled_network(work, data, views, calibration, size, args.threads)
        write_onnx(network, size, model)
        write_labels(data.labels, model.parent / "labels" / "image.txt")
        chosen = {"top-1 on part of the calibration split by input side": tried, "top-1 on the calibration split by the discriminant's share": mixes}
    else:
        for part in ("image.onnx", "labels/image.txt"):
            (model.parent / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(args.earlier.parent / part, model.parent / part)
    return model, chosen


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train, export and measure the image classifier.")
    parser.add_argument("--data", type=Path, required=True, help="folder with raw/; work files go to image/ in it")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pack, such as public/packs/starter")
    parser.add_argument("--minutes", type=float, default=90, help="training time from now on; 0 leaves the checkpoint as it is")
    parser.add_argument("--earlier", type=Path, help="an earlier image.onnx, of any classes: begin with the body of its network; with --minutes 0 and no checkpoint it is not trained further")
    parser.add_argument("--teacher", type=Path, help="a classifier in ONNX whose features and answers are taught (see teacher.py)")
    parser.add_argument("--teacher-labels", type=Path, help="its labels, one a line")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="picture sides in training, each for an equal share of the time")
    parser.add_argument("--bf16", action="store_true", help="train with 16-bit floats: twice as fast on processors that have them, slower on others")
    parser.add_argument("--detector", type=Path, help="ONNX detector for the held-out crops; without it whole photos are measured")
    parser.add_argument("--keep-out", type=Path, help="folder of photos; nothing that looks like one of them is trained on")
    parser.add_argument("--leave-out", type=Path, nargs="*", default=[], help="lists of files, by sha256, that are used for nothing (see same_photo.py)")
    parser.add_argument("--field", type=Path, help="folder with labels.json and photos that had no part in training, to measure on")
    parser.add_argument("--held-out-photos", type=int, default=0, help="calibrate and measure on at most this many photos each; 0 is all")
    parser.add_argument("--size", type=int, help="input side; without it the calibration split chooses")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    raw, work = args.data / "raw", args.data / "image"
    prepare(raw, work)
    photos = load_index(work)
    data = build_dataset(photos, read_class_map(), args.keep_out, frozenset(listed(args.leave_out)))
    write_splits(work / "splits.jsonl", photos, data)
    views = Views(work)
    answers = ask_teacher(args, work, photos, data, views) if args.teacher else None
    teacher_labels = scientific_names(args.teacher_labels) if args.teacher else []
    if args.minutes > 0:
        lessons = Lessons.read(answers, data.labels, teacher_labels) if answers else None
        train(data, views, work, args.minutes, args.threads, tuple(args.sizes), args.earlier, lessons, args.bf16)
    detector = Detector(args.detector, args.threads) if args.detector else None
    chosen = {split: chosen_rows(photos, data.rows(split), args.held_out_photos) for split in (CALIBRATION, TEST)}
    write_crops(raw, work, photos, data, detector, chosen | {COMMON_CROPS: common_rows(data)})

    calibration = read_crops(work, CALIBRATION)
    trained, choices = trained_model(args, work, data, views, calibration)
    model = args.out / "image.onnx"
    labels, widening = widen(trained, model, work, data, views, answers, teacher_labels, calibration)
    size = int(input_shape(model)[2])
    write_labels(labels, args.out / "labels" / "image.txt")
    write_golden_vectors(model, size, args.out / "golden" / "image.json")

    calibration = relabelled(calibration, data.labels, labels)
    logits = run_model(model, calibration.pixels, args.threads)
    temperature = round(fit_temperature(logits, calibration.target), 3)
    p = softmax(logits, temperature)
    fitted = {
        "on": "crops of photos held out for calibration, birds and others",
        "n": len(calibration.target),
        "date": datetime.date.today().isoformat(),
        "ece": round(expected_calibration_error(p.max(axis=1), p.argmax(axis=1) == calibration.target), 4),
    }
    test = relabelled(read_crops(work, TEST), data.labels, labels)
    in_training = Counter(data.target[data.rows(TRAIN)].tolist())
    trained_on = np.array([in_training[data.labels.index(name)] if name in data.labels else 0 for name in labels])
    figures = measure_test(test, run_model(model, test.pixels, args.threads), labels, temperature, trained_on)
    if args.field:
        field = field_crops(args.field, labels, detector)
        told = trained_on[field.target] == 0
        for where, part in (("field photos", ~told), ("field photos of species without training photos", told)):
            if part.any():
                crops = field.part(np.flatnonzero(part))
                figures += measure_birds(where, run_model(model, crops.pixels, args.threads), crops.target, labels, temperature)
    common = relabelled(read_crops(work, COMMON_CROPS), data.labels, labels)
    birds = count_common(common, run_model(model, common.pixels, args.threads), labels)
    results = {
        "species": len(labels) - 1, "species with photos": int((trained_on > 0).sum()) - 1, "photos": counts(photos, data),
        "left out, too like a photo kept out": data.kept_out, "input side": size, **choices, "widening": widening, "bytes": model.stat().st_size,
        "calibration": {"temperature": temperature, "fitted": fitted}, "figures": figures, "common birds": birds,
    }
    entry = manifest_entry(size, {"temperature": temperature, "fitted": fitted}, figures, len(labels) - 1, results["species with photos"])
    (HERE / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    (HERE / "manifest.fragment.json").write_text(json.dumps(entry, indent=2) + "\n", encoding="utf-8")
    write_card_table(HERE / "README.md", "figures", figure_table(figures))
    write_card_table(HERE / "README.md", "common birds", common_table(birds))
    for figure in figures:
        print(f"{figure['name']}: {figure['value']} ({figure['low']} to {figure['high']}, n = {figure['n']})")


if __name__ == "__main__":
    main()
