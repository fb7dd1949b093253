"""The detector from start to end: python models/detector/recipe.py --data DIR --out DIR

Stages: prepare, train, calibrate (and export), report. Each leaves a file in the out folder and is skipped if the file
is there, so that a stopped run goes on; training itself goes on from its checkpoint. More --minutes give a better model.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Callable

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from boxes import PAD  # noqa: E402
from judge import Exported  # noqa: E402
from network import INPUT, MEAN, STD, Detector  # noqa: E402
from trim import KEEP, STEP  # noqa: E402

GOLDEN_TOLERANCE = 0.02  # boxes are in pixels: wasm and native sums differ in the last digits of values up to 288
TABLE_START, TABLE_END = "<!-- figures: written by recipe.py -->", "<!-- end of figures -->"
LICENCE = {
    "id": "CC-BY-NC-4.0",
    "name": "Creative Commons Attribution-NonCommercial 4.0",
    "url": "https://creativecommons.org/licenses/by-nc/4.0/",
    "nonCommercial": True,
    "note": "Trained on CUB-200-2011, whose photos are for non-commercial research.",
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the data sets (README.md says which)")
    parser.add_argument("--out", type=Path, required=True, help="folder for everything the recipe makes")
    parser.add_argument("--teacher", type=Path, help="YOLOX-nano ONNX file; default DATA/teacher/yolox_nano.onnx")
    parser.add_argument("--evaluation", type=Path, help="folder of photos never trained on; default DATA/evaluation")
    parser.add_argument("--minutes", type=float, default=58.0, help="training time in all, over any number of runs")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pack", type=Path, help="pack folder that receives detector.onnx and golden/detector.json")
    return parser.parse_args()


def load_detector(weights: Path) -> Detector:
    import torch

    detector = Detector(pretrained=False)
    detector.load_state_dict(torch.load(weights, map_location="cpu"))
    return detector.eval()


def kept(path: Path, make: Callable[[], tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Two arrays that take minutes to make, from `path` if an earlier run left them there."""
    if not path.exists():
        first, second = make()
        np.savez(path, first=first, second=second)
    pack = np.load(path)
    return pack["first"], pack["second"]


def calibrated_export(out: Path) -> dict:
    """Fit the gate on training pictures and the mix on kept-back photos, then export."""
    from augment import Prepared
    from calibrate import fit_mix, read
    from export import export
    from gate import add_gate, collect

    detector = load_detector(out / "weights.pt")
    add_gate(detector, *kept(out / "gate.npz", lambda: collect(detector, Prepared(out / "prepared", "train"), out)))
    readings, labels = kept(out / "readings.npz", lambda: read(detector, Prepared(out / "prepared", "validation"), out))
    mix = fit_mix(readings, labels)
    export(detector, mix, out / "detector.onnx")
    passed = readings @ np.array([mix.cell, mix.gate]) + mix.shift >= np.log(0.4 / 0.6)
    calibration = {
        **asdict(mix), "birds": int(labels.sum()), "birdFree": int((~labels).sum()),
        "birdsOverThreshold": int(passed[labels].sum()), "birdFreeOverThreshold": int(passed[~labels].sum()),
    }  # fmt: skip
    (out / "calibration.json").write_text(json.dumps(calibration, indent=1) + "\n")
    return calibration


def report(data: Path, out: Path, teacher_model: Path, evaluation: Path) -> dict:
    from augment import Prepared
    from judge import COMMAND, agreement, false_alarms, recall_by_size, speed_ratio
    from lib.stats import proportion
    from photos import caltech
    from teacher import Teacher

    path = out / "detector.onnx"
    model = Exported(path)
    negatives = [photo for photo in caltech(data / "caltech101") if photo.split == "test"]
    alarms, n = false_alarms(model, negatives)
    figures = []
    if evaluation.is_dir() and teacher_model.exists():
        figures += agreement(model, Teacher(teacher_model), sorted(evaluation.glob("*.jpg"))).figures()
    figures.append(proportion("false alarms at 0.4, Caltech-101 test half", len(alarms), n, COMMAND))
    figures += recall_by_size(model, Prepared(out / "prepared", "validation"))
    if teacher_model.exists():
        figures.append(speed_ratio(path, teacher_model))
    prepared = {file.stem: json.loads(file.read_text()) for file in sorted((out / "prepared").glob("*.json"))}
    training = json.loads((out / "train.jsonl").read_text().splitlines()[-1])
    return {
        "bytes": path.stat().st_size,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "figures": figures,
        "falseAlarms": sorted(str(alarm.relative_to(data)) for alarm in alarms),
        "photos": prepared,
        "calibration": json.loads((out / "calibration.json").read_text()),
        "training": {"steps": training["step"], "minutes": training["minutes"]},
    }


def manifest_entry(figures: list[dict]) -> dict:
    return {
        "role": "detector",
        "family": "boxes",
        "file": "detector.onnx",
        "input": {
            "name": "images", "width": INPUT, "height": INPUT, "layout": "nchw", "channels": "rgb",
            "mean": [MEAN] * 3, "std": [STD] * 3, "fit": "letterbox", "pad": PAD, "trim": {"step": STEP, "keep": KEEP},
        },
        "output": {"name": "boxes", "kind": "boxes"},
        "scoreThreshold": 0.4,
        "nmsIou": 0.45,
        "licence": LICENCE,
        "card": {
            "title": "Goldcrest bird detector",
            "source": "models/detector",
            "summary": "Finds birds in a photo: one class, EfficientNet-lite0 trunk with anchor-free heads at strides 8, 16 and 32.",
            "figures": figures,
        },
        "golden": "golden/detector.json",
    }  # fmt: skip


def write_table(card: Path, figures: list[dict]) -> None:
    """Put the figures into the model card, between its two marks."""
    rows = [f"| {f['name']} | {f['value']:.3f} | {f['low']:.3f} to {f['high']:.3f} | {f['n']} |" for f in figures]
    table = "\n".join(["| figure | value | 95 % interval | n |", "|---|---|---|---|", *rows])
    before, rest = card.read_text().split(TABLE_START)
    card.write_text(f"{before}{TABLE_START}\n{table}\n{TABLE_END}{rest.split(TABLE_END)[1]}")


def golden(model: Path) -> dict:
    """The best cells in full, and positions spread over all strides: the largest values alone are clipped corners."""
    from lib.golden import build_input, make_golden

    low, high = (0 - MEAN) / STD, (255 - MEAN) / STD
    source = {"kind": "lcg", "seed": 1, "hold": 16, "low": low, "high": high, "shape": [1, 3, INPUT, INPUT]}
    record = make_golden(model, source, GOLDEN_TOLERANCE)
    output = Exported(model).session.run(None, {"images": build_input(source)})[0]
    best = np.argsort(-output[0, :, 4], kind="stable")[:6]
    chosen = {int(cell) * 5 + part for cell in best for part in range(5)}
    chosen |= {int(index) for index in np.linspace(0, output.size - 1, 34)}
    indices = sorted(chosen)
    values = [float(f"{value:.7g}") for value in output.ravel()[indices]]
    return {**record, "expect": {"indices": indices, "values": values}}


def main() -> None:
    from lib.golden import write_golden
    from prepare import prepare
    from train import Schedule, train

    options = arguments()
    data, out = options.data, options.out
    teacher_model = options.teacher or data / "teacher" / "yolox_nano.onnx"
    evaluation = options.evaluation or data / "evaluation"
    out.mkdir(parents=True, exist_ok=True)
    if not evaluation.is_dir():
        print(f"no evaluation photos at {evaluation}: nothing is left out of training, and the card has no figures on them")
    prepare(data, out, teacher_model, evaluation)
    if not (out / "weights.pt").exists():
        train(out, Schedule(minutes=options.minutes, threads=options.threads))
    if not (out / "calibration.json").exists():
        print(calibrated_export(out))
    results = report(data, out, teacher_model, evaluation)
    (HERE / "results.json").write_text(json.dumps(results, indent=2) + "\n")
    (HERE / "manifest.fragment.json").write_text(json.dumps(manifest_entry(results["figures"]), indent=2) + "\n")
    write_table(HERE / "README.md", results["figures"])
    record = golden(out / "detector.onnx")
    write_golden(out / "golden" / "detector.json", record)
    if options.pack:
        options.pack.mkdir(parents=True, exist_ok=True)
        (options.pack / "detector.onnx").write_bytes((out / "detector.onnx").read_bytes())
        write_golden(options.pack / "golden" / "detector.json", record)
    print(json.dumps(results["figures"], indent=1))


if __name__ == "__main__":
    main()
