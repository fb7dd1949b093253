"""What the published preprocessing makes of a picture, a window and a place made by rule: src/packs/families/references.json.

    PYTHONPATH=models python models/full/references.py

The app's tests make the same input and compare. Pictures go through the processors of transformers with Pillow.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil
from transformers.models.grounding_dino.image_processing_pil_grounding_dino import GroundingDinoImageProcessorPil

import perch

TARGET = Path(__file__).resolve().parents[2] / "src" / "packs" / "families" / "references.json"
SIZES = [(640, 427), (300, 500), (1600, 700), (97, 231)]
PLACES = [(51.5, -0.1), (-33.9, 151.2), (0, 179.9), (-89, -180)]


def picture(width: int, height: int) -> np.ndarray:
    """Waves, an edge and a fine grain: what resampling can get wrong. Whole numbers, so that no rounding differs.

    Neither black nor white: a bicubic filter overshoots there, Pillow cuts that off along rows first and the app along
    columns first, and edges from black to white came out up to eight levels apart.
    """
    y, x = np.mgrid[0:height, 0:width]
    red = 32 + (x * 7 + y * 3) % 192
    green = np.where((x // 9 + y // 5) % 2 == 0, 60, 190)
    blue = 32 + (x * x + 2 * y * y) // 64 % 192
    return np.stack([red, green, blue], -1).astype(np.uint8)


def spread(values: np.ndarray, count: int = 200) -> dict:
    flat = values.ravel()
    indices = np.linspace(0, flat.size - 1, count).astype(int)
    return {"indices": indices.tolist(), "values": [round(float(flat[index]), 5) for index in indices]}


def pictures(processor, **options) -> list[dict]:
    out = []
    for width, height in SIZES:
        pixels = processor(Image.fromarray(picture(width, height)), return_tensors="np", **options)["pixel_values"][0]
        out.append({"width": width, "height": height, "shape": list(pixels.shape), **spread(pixels)})
    return out


def window(count: int) -> np.ndarray:
    index = np.arange(count)
    return ((index * index % 1009) / 1009 - 0.3).astype(np.float32)


def places() -> list[dict]:
    """The authors' encoding: degrees to -1..1, then sine and cosine of pi times it."""
    out = []
    for latitude, longitude in PLACES:
        scaled = np.array([longitude / 180, latitude / 90])
        features = [*np.sin(np.pi * scaled), *np.cos(np.pi * scaled)]
        out.append({"latitude": latitude, "longitude": longitude, "features": [round(float(one), 7) for one in features]})
    return out


def main() -> None:
    clip = CLIPImageProcessorPil(size={"shortest_edge": 224}, crop_size={"height": 224, "width": 224}, resample=3)
    references = {
        "groundingDino": pictures(GroundingDinoImageProcessorPil()),
        "bioclip": pictures(clip),
        "perch": {"samples": 160_000, "peak": perch.PEAK, **spread(perch.to_peak(window(160_000)))},
        "sinr": places(),
    }
    TARGET.write_text(json.dumps(references) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
