"""The model's entry in the pack's manifest, and the table of figures in its card."""

from __future__ import annotations

import re
from pathlib import Path

from crops import CROP_MARGIN
from dataset import BACKGROUND
from export import INPUT, OUTPUT
from network import MEAN, STD

# Figures that a person choosing a pack wants to see; results.json has all of them.
SHOWN = (
    "species top-1, held-out photos",
    "genus top-1, held-out photos",
    "family top-1, held-out photos",
    "expected calibration error, held-out photos",
    "not a bird recognised, held-out photos without birds",
    "species top-1, field photos",
    "expected calibration error, field photos",
    "species top-1, field photos of species without training photos",
)


def manifest_entry(size: int, calibration: dict[str, object], figures: list[dict[str, object]], species: int, with_photos: int) -> dict[str, object]:
    return {
        "role": "image",
        "family": "classifier",
        "file": "image.onnx",
        "input": {
            "name": INPUT, "width": size, "height": size, "layout": "nchw", "channels": "rgb",
            "mean": [MEAN] * 3, "std": [STD] * 3, "fit": "stretch", "pad": 114,
        },
        "output": {"name": OUTPUT, "kind": "logits"},
        "labels": {"file": "labels/image.txt", "format": "scientific", "none": [BACKGROUND], "fromExamples": with_photos},
        "cropMargin": CROP_MARGIN,
        "calibration": calibration,
        "licence": {
            "id": "LicenseRef-Goldcrest-NonCommercial",
            "name": "Non-commercial use only",
            "url": "https://www.vision.caltech.edu/datasets/cub_200_2011/",
            "nonCommercial": True,
            "note": "Trained in part on CUB-200-2011, whose photos may be used for non-commercial research and education only.",
        },
        "card": {
            "title": f"Starter image classifier: {species} species",
            "source": "models/image",
            "summary": f"EfficientNet-lite0: {with_photos} species learnt from photos, the others from what a classifier trained on iNaturalist says; one extra class for what is no bird. Its photos lean towards North America and zoos.",
            "figures": [f for f in figures if f["name"] in SHOWN],
        },
        "golden": "golden/image.json",
    }


def figure_table(figures: list[dict[str, object]]) -> str:
    rows = [f"| {f['name']} | {f['value']:.3f} | {f['low']:.3f} to {f['high']:.3f} | {f['n']} |" for f in figures]
    return "\n".join(["| figure | value | 95 % interval | photos |", "|---|---|---|---|", *rows])


def write_card_table(card: Path, name: str, table: str) -> None:
    """Replace the table between the card's two markers; a card without them is an error, not a silent no-op."""
    text, times = re.subn(
        rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)",
        lambda m: f"{m[1]}{table}\n{m[2]}",
        card.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    if times != 1:
        raise ValueError(f"{card}: expected one pair of markers for {name}, found {times}")
    card.write_text(text, encoding="utf-8")
