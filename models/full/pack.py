"""Puts the four models together as a pack: manifest, label tables, golden vectors."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime

from lib.golden import build_input, choose_indices
from lib.pack_file import describe_file

UNMEASURED = {"temperature": 1, "fitted": {"on": "nothing: not calibrated", "n": 0, "date": "2026-11-16", "ece": None}}
# Until somebody calibrates it on recordings, a softmax over 14,795 labels has to be this sure.
CAREFUL = {"species": 0.95, "genus": 0.97, "family": 0.98}

LICENCES = {
    "detector": ("Apache-2.0", "Apache License 2.0", "https://www.apache.org/licenses/LICENSE-2.0",
                 "Grounding-DINO (tiny) by IDEA-Research."),
    "image": ("MIT", "MIT License", "https://opensource.org/license/mit", "BioCLIP 2 by the Imageomics Institute."),
    "sound": ("Apache-2.0", "Apache License 2.0", "https://www.apache.org/licenses/LICENSE-2.0", "Perch 2 by Google."),
    "geo": ("MIT", "MIT License", "https://opensource.org/license/mit",
            "SINR by Elijah Cole and others; trained on observations from iNaturalist."),
}
TITLES = {"detector": "Grounding-DINO (tiny)", "image": "BioCLIP 2", "sound": "Perch 2", "geo": "SINR"}
SOURCES = {
    "detector": "https://huggingface.co/IDEA-Research/grounding-dino-tiny",
    "image": "https://huggingface.co/imageomics/bioclip-2",
    "sound": "https://www.kaggle.com/models/google/bird-vocalization-classifier",
    "geo": "https://github.com/elijahcole/sinr",
}
RANDOM = "Random weights in the same architecture, made to test the app. It knows nothing about birds."
CONVERTED = "Converted from the published weights by models/full. The project has not run or measured it with those weights."


def licence(role: str, random: bool) -> dict:
    if random:
        note = "Random weights, made by models/full of Goldcrest."
        return {"id": "Apache-2.0", "name": "Apache License 2.0",
                "url": "https://www.apache.org/licenses/LICENSE-2.0", "nonCommercial": False, "note": note}
    identity, name, url, note = LICENCES[role]
    return {"id": identity, "name": name, "url": url, "nonCommercial": False, "note": note}


def completed(entry: dict, random: bool) -> dict:
    """A model's part of the manifest with licence, card and, where the rules need one, a calibration."""
    role = entry["role"]
    out = dict(entry)
    if role in ("image", "sound"):
        out["calibration"] = {**UNMEASURED, "bars": CAREFUL}
    title = f"{TITLES[role]}, random weights" if random else TITLES[role]
    source = "models/full" if random else SOURCES[role]
    out["licence"] = licence(role, random)
    out["card"] = {"title": title, "source": source, "summary": RANDOM if random else CONVERTED}
    return out


def write_golden(folder: Path, entry: dict, record: dict, also: list[dict], tolerance: float) -> None:
    """An input by rule, and what the network makes of it natively."""
    session = onnxruntime.InferenceSession(str(folder / entry["file"]), providers=["CPUExecutionProvider"])
    feeds = {entry["input"]["name"]: build_input(record)}
    feeds |= {one["name"]: np.asarray(one["values"], np.float32) for one in also}
    output = np.asarray(session.run([entry["output"]["name"]], feeds)[0], np.float32)
    if not np.all(np.isfinite(output)) or float(output.std()) == 0:
        raise ValueError(f"{entry['file']}: output is not finite, or constant")
    indices = choose_indices(output, 64)
    values = [float(f"{value:.7g}") for value in output.ravel()[indices]]
    golden = {"input": record, "also": also, "expect": {"indices": indices, "values": values}, "tolerance": tolerance}
    target = folder / entry["golden"]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(golden) + "\n", encoding="utf-8")


def write_labels(folder: Path, entry: dict, labels: list[str]) -> None:
    target = folder / entry["labels"]["file"]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(labels) + "\n", encoding="utf-8")


def write_manifest(folder: Path, entries: list[dict], version: str, random: bool) -> dict:
    models = [completed(entry, random) for entry in entries]
    paths = {path for model in models for path in (model["file"], model["golden"])}
    paths |= {model["labels"]["file"] for model in models if "labels" in model}
    paths |= {model["table"] for model in models if "table" in model}
    own = {"id": "Apache-2.0", "name": "Apache License 2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0",
           "nonCommercial": False, "note": "Each model has a licence of its own, given with it."}
    manifest = {
        "format": 1,
        "name": "full-random" if random else "full",
        "version": version,
        "title": "Full pack, random weights" if random else "Full pack",
        "summary": RANDOM if random else f"Grounding-DINO, BioCLIP 2, Perch 2 and SINR. {CONVERTED}",
        "licence": own,
        "files": [describe_file(folder, path) for path in sorted(paths)],
        "models": models,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return manifest
