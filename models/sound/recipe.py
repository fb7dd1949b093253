"""Trains, calibrates, exports and measures the starter pack's sound classifier.

    python models/sound/recipe.py --data DIR --teacher packs/field-sound --out public/packs/starter

DIR/raw holds the recordings (see README.md); DIR/sound keeps what the stages make, so a stopped run goes on where it was.
OUT gets sound.onnx, labels/sound.txt and golden/sound.json. models/sound gets results.json, manifest.fragment.json and the
table of figures in README.md.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import torch  # noqa: E402

from describe import manifest_entry, write_card  # noqa: E402
from evaluate import (  # noqa: E402
    BAR,
    adjusted,
    calibration_error,
    choose_species,
    class_figures,
    figures_of,
    fit_calibration,
    fit_others,
)
from export import write_golden_vectors, write_labels, write_onnx  # noqa: E402
from measure import Student, field_recordings, held_out, shared_ids  # noqa: E402
from network import Head  # noqa: E402
from prepare import Sounds, decode_sounds, write_mixed, write_plain  # noqa: E402
from recordings import CALIBRATION, OTHERS, TEST, Names, find_recordings  # noqa: E402
from targets import choose_classes  # noqa: E402
from teacher import Teacher  # noqa: E402
from train import Data, Training, teach_last_layer  # noqa: E402
from trunk import last_layer, load  # noqa: E402

HERE = Path(__file__).parent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train, export and measure the sound classifier.")
    parser.add_argument("--data", type=Path, required=True, help="folder with raw/; work files go to sound/ in it")
    parser.add_argument("--teacher", type=Path, required=True, help="the field sound pack, as npm run pack:birdnet makes it")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pack, such as public/packs/starter")
    parser.add_argument("--windows", type=int, default=7168, help="augmented windows to make")
    parser.add_argument("--steps", type=int, default=3600, help="steps of training in all, earlier runs included")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--field", type=Path, help="folder with labels.json and sounds that had no part in training, to measure on")
    parser.add_argument("--mix", help="K/N: only make every N-th shard of windows, from the K-th on; for several processes")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    work = args.data / "sound"
    work.mkdir(parents=True, exist_ok=True)
    teacher = Teacher(args.teacher, args.threads)
    decode_sounds(find_recordings(args.data / "raw", teacher.labels), args.data / "raw", work)
    sounds = Sounds(work)
    if args.field and (shared := shared_ids(args.field, sounds.recordings)):
        raise ValueError(f"{args.field} is to be measured on, but {shared} are among the recordings to learn from")
    only = tuple(int(n) for n in args.mix.split("/")) if args.mix else (0, 1)
    write_plain(sounds, teacher, work, only)
    write_mixed(sounds, teacher, work, args.windows, args.seed, only)
    if args.mix:
        return
    names = Names(teacher.labels)
    birds = [names.scientific(label) is not None for label in teacher.labels]
    classes = choose_classes(sounds.recordings, teacher.labels, birds)
    data = Data(work, sounds.recordings, classes)
    data.refresh()
    head = Head(len(classes.labels))
    teach_last_layer(head, data.basis, classes, *last_layer(load(args.teacher / "sound.onnx")))
    training = Training(head, work / "checkpoint.pt", args.seed)
    trained = training.run(data, args.steps, lambda line: print(line, flush=True))

    calibration = held_out(work, sounds.recordings, trained, CALIBRATION)
    kept = choose_species(calibration, classes.labels)
    labels = [classes.labels[i] for i in kept]
    all_kept = list(range(len(labels)))
    calibration = calibration.columns(kept)
    scale = fit_calibration(calibration, labels, all_kept)
    adjustments = fit_others(calibration, labels, scale)
    model = args.out / "sound.onnx"
    size = write_onnx(args.teacher / "sound.onnx", trained, kept, adjustments, model)
    write_labels(labels, args.out / "labels" / "sound.txt")
    write_golden_vectors(model, args.out / "golden" / "sound.json")

    fitted = {
        "on": "recordings held out for calibration, birds of its species, other birds and other sounds",
        "n": len(calibration.truth),
        "date": datetime.date.today().isoformat(),
        "ece": round(calibration_error(calibration, labels, all_kept, scale), 4),
    }
    test = adjusted(held_out(work, sounds.recordings, trained, TEST).columns(kept), adjustments)
    figures = figures_of(test, labels, all_kept, scale, "held-out recordings")
    figures += class_figures(test, labels, scale, "held-out sounds")
    if args.field:
        field = field_recordings(args.field, Student(model, args.threads), names)
        figures += figures_of(field, labels, all_kept, scale, "field recordings")
    species = [label for label in labels if label not in OTHERS]
    calibration_entry = {"temperature": scale[0], "bias": scale[1], "fitted": fitted}
    results = {
        "candidates": len(classes.labels) - len(OTHERS), "species kept": species,
        "species left out": [s for s in classes.labels if s not in labels],
        "recordings": {s: dict(Counter(r.source for r in sounds.recordings if r.split == s)) for s in ("train", CALIBRATION, TEST)},
        "windows trained on": len(data.maps), "steps": training.step,
        "bytes": size, "bar": BAR, "calibration": calibration_entry, "figures": figures,
    }  # fmt: skip
    (HERE / "results.json").write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    entry = manifest_entry(calibration_entry, figures, len(species))
    (HERE / "manifest.fragment.json").write_text(json.dumps(entry, indent=2) + "\n", encoding="utf-8")
    facts = f"{len(species)} species of {results['candidates']} tried; {size:,} bytes; {training.step:,} steps on {len(data.maps):,} windows; seed {args.seed}."
    write_card(HERE / "README.md", figures, species, facts)
    for figure in figures:
        print(f"{figure['name']}: {figure['value']} ({figure['low']} to {figure['high']}, n = {figure['n']})")


if __name__ == "__main__":
    main()
