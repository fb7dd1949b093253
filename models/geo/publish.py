"""Exports a trained student into the pack, with labels, golden vector, measured figures and its part of the manifest."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np

from evaluate import PLACES, Student, by_latitude, compare, figures
from export import INPUT, OUTPUT, write
from lib.golden import make_golden, write_golden
from train import Training

HERE = Path(__file__).resolve().parent
COMMAND = "python models/geo/recipe.py --teacher FILE --labels FILE --out DIR"
GOLDEN_ROWS = [[51.5, -0.1, 5], [42.4, -76.5, 1], [-1.3, 36.8, 8], [-16.5, 180.0, 12], [90.0, 0.0, 6], [-90.0, 135.0, 2]]
# Probabilities; providers differ in the last bits of exp, erf and sin.
TOLERANCE = 0.002
LICENCE = {
    "id": "MIT",
    "name": "MIT License",
    "url": "https://opensource.org/license/mit",
    "nonCommercial": False,
    "note": "Distilled from the BirdNET geomodel, which is under the MIT License; its notice is in models/geo/README.md.",
}
SUMMARY = (
    "Probability of {species} bird species for a place and month; a small residual network that repeats the BirdNET "
    "geomodel. Low where few people watch birds: compare species at one place, not places."
)


FILES = ("geo.onnx", "labels/geo.txt", "golden/geo.json")
TABLE_START, TABLE_END = "<!-- figures: written by recipe.py -->\n", "<!-- end of figures -->"


def write_model(training: Training, grid: np.ndarray, out: Path, places: int = PLACES) -> dict[str, object]:
    names = training.teacher.names
    size = write(training.model.eval(), out / "geo.onnx")
    (out / "labels").mkdir(parents=True, exist_ok=True)
    (out / "labels" / "geo.txt").write_text("\n".join(names) + "\n", "utf-8")
    golden = make_golden(out / "geo.onnx", {"kind": "rows", "rows": GOLDEN_ROWS}, TOLERANCE)
    write_golden(out / "golden" / "geo.json", golden)
    result = compare(training.teacher, Student(out / "geo.onnx"), grid, places)
    measured = figures(result, COMMAND)
    results = {
        "species": len(names), "bytes": size, "steps": training.step, "minutes": round(training.seconds / 60, 1),
        "seed": training.settings.seed, "figures": measured, "by_latitude": by_latitude(result),
        "likeliest_median": float(f"{np.median(result['likeliest']):.2g}"),
    }  # fmt: skip
    write_json(out / "results.json", results)
    write_json(out / "manifest.fragment.json", manifest_entry(len(names), measured))
    return results


def put_into_pack(out: Path, pack: Path) -> None:
    for file in FILES:
        (pack / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(out / file, pack / file)
    for file in ("results.json", "manifest.fragment.json"):
        shutil.copyfile(out / file, HERE / file)
    card = (HERE / "README.md").read_text("utf-8")
    before, _, rest = card.partition(TABLE_START)
    results = json.loads((out / "results.json").read_text("utf-8"))
    table = figure_table(results) + "\n" + TABLE_END
    (HERE / "README.md").write_text(before + TABLE_START + table + rest.partition(TABLE_END)[2], "utf-8")


def figure_table(results: dict) -> str:
    """The figures as Markdown."""
    lines = ["| figure | value | 95 % interval | places |", "| --- | --- | --- | --- |"]
    for one in results["figures"]:
        lines.append(f"| {one['name']} | {one['value']} | {one['low']} to {one['high']} | {one['n']} |")
    lines += ["", "| latitude | places | shared share of the likeliest | median of the likeliest species |"]
    lines += ["| --- | --- | --- | --- |"]
    for band in results["by_latitude"]:
        lines.append(f"| {band['south']} to {band['north']} | {band['places']} | {band['overlap']} | {band['likeliest']} |")
    lines += [
        "",
        f"{results['species']:,} species, {results['bytes']:,} bytes; {results['steps']:,} steps in "
        f"{results['minutes']:g} minutes on one slow thread; seed {results['seed']}.",
    ]
    return "\n".join(lines) + "\n"


def write_json(file: Path, value: object) -> None:
    file.write_text(json.dumps(value, indent=2) + "\n", "utf-8")


def manifest_entry(species: int, measured: list[dict[str, object]]) -> dict[str, object]:
    """This model's entry under `models` in the pack's manifest."""
    return {
        "role": "geo",
        "family": "place-time",
        "file": "geo.onnx",
        "input": {"name": INPUT, "time": "month12"},
        "output": {"name": OUTPUT, "kind": "probabilities"},
        "labels": {"file": "labels/geo.txt", "format": "scientific", "none": []},
        "batch": "dynamic",
        "licence": LICENCE,
        "card": {
            "title": "Geo prior",
            "source": "models/geo",
            "summary": SUMMARY.format(species=f"{species:,}"),
            "figures": measured,
        },
        "golden": "golden/geo.json",
    }
