"""Compares the graph that refers to its weights with another conversion of the same network, on photos."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

import numpy as np
import onnx
import onnxruntime
from PIL import Image, ImageOps

from crops import Box, resize_crop, square_crop
from detect import Detector

KINDS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
SIDE = 224


def with_weights(graph: Path, weights: Path) -> bytes:
    """The same model with its weights inside, as native onnxruntime takes it wherever the two files lie."""
    model = onnx.load(str(graph), load_external_data=False)
    content = weights.read_bytes()
    for tensor in model.graph.initializer:
        if tensor.data_location != onnx.TensorProto.EXTERNAL:
            continue
        where = {entry.key: entry.value for entry in tensor.external_data}
        start = int(where["offset"])
        tensor.raw_data = content[start : start + int(where["length"])]
        tensor.data_location = onnx.TensorProto.DEFAULT
        del tensor.external_data[:]
    onnx.checker.check_model(model)
    return model.SerializeToString()


def views_of(photo: Image.Image, detector: Detector | None) -> Iterator[Box]:
    """The whole photo, and the crop of the largest bird as the app cuts it."""
    yield (0.0, 0.0, float(photo.width), float(photo.height))
    box = detector.largest_bird(photo) if detector else None
    if box:
        yield square_crop(box, photo.width, photo.height)


def compare(graph: Path, weights: Path, reference: Path, photos: Path, detector: Path | None) -> dict[str, float]:
    ours = onnxruntime.InferenceSession(with_weights(graph, weights), providers=["CPUExecutionProvider"])
    theirs = onnxruntime.InferenceSession(str(reference), providers=["CPUExecutionProvider"])
    finder = Detector(detector, 2) if detector else None
    count = crops = views = same = 0
    largest = 0.0
    for file in sorted(f for f in photos.rglob("*") if f.suffix.lower() in KINDS):
        photo = ImageOps.exif_transpose(Image.open(file)).convert("RGB")
        count += 1
        for number, view in enumerate(views_of(photo, finder)):
            pixels = (resize_crop(photo, view, SIDE).astype(np.float32)[None] - 128) / 128
            a = ours.run(None, {ours.get_inputs()[0].name: pixels.transpose(0, 3, 1, 2).copy()})[0][0]
            b = theirs.run(None, {theirs.get_inputs()[0].name: pixels})[0][0]
            views += 1
            crops += number
            same += int(a.argmax() == b.argmax())
            largest = max(largest, float(np.abs(a - b).max()))
    return {"photos": count, "crops": crops, "views": views, "same top-1": same, "largest difference": float(f"{largest:.2g}")}
