"""The model's entry in the pack's manifest."""

from __future__ import annotations

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
)


def manifest_entry(size: int, calibration: dict[str, object], figures: list[dict[str, object]], species: int) -> dict[str, object]:
    return {
        "role": "image",
        "family": "classifier",
        "file": "image.onnx",
        "input": {
            "name": INPUT, "width": size, "height": size, "layout": "nchw", "channels": "rgb",
            "mean": [MEAN] * 3, "std": [STD] * 3, "fit": "stretch", "pad": 114,
        },
        "output": {"name": OUTPUT, "kind": "logits"},
        "labels": {"file": "labels/image.txt", "format": "scientific", "none": [BACKGROUND]},
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
            "summary": "EfficientNet-lite0 fine-tuned on crops of birds; one extra class for what is no bird. Its photos lean towards North America and zoos, and many species had under ten.",
            "figures": [f for f in figures if f["name"] in SHOWN],
        },
        "golden": "golden/image.json",
    }
