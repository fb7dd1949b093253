"""YOLOX-nano (COCO, Apache-2.0) as the teacher of boxes for photos that come with a name but no box.

It is also the yardstick: the recipe reports how far our boxes agree with its own.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from boxes import area, iou, letterbox, nms

SIZE = 416
STRIDES = (8, 16, 32)
BIRD = 14
ANIMALS = slice(14, 24)  # COCO's bird ... giraffe

SURE = 0.6  # a photo is used only if its best bird is at least this sure
LIKELY = 0.4  # further boxes that count as birds
POSSIBLE = 0.12  # boxes between this and LIKELY are neither bird nor background
LOOKALIKE = 0.35  # in a photo known to show a bird, a large animal of any kind at this score is that bird
LOOKALIKE_SHARE = 0.1
OVERLAP = 0.5


class Teacher:
    def __init__(self, model: Path, threads: int = 1):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.input = self.session.get_inputs()[0].name
        cells, strides = [], []
        for stride in STRIDES:
            n = SIZE // stride
            y, x = np.divmod(np.arange(n * n), n)
            cells.append(np.stack([x, y], 1))
            strides.append(np.full((n * n, 1), stride))
        self.cells, self.strides = np.concatenate(cells), np.concatenate(strides)

    def raw(self, photo: Image.Image) -> tuple[np.ndarray, np.ndarray]:
        """Boxes in the photo's pixels (clipped to it), and the score of every COCO class."""
        canvas, scale = letterbox(photo, SIZE)
        feed = canvas[:, :, ::-1].transpose(2, 0, 1)[None].astype(np.float32)
        out = self.session.run(None, {self.input: feed})[0][0]
        centre = (out[:, :2] + self.cells) * self.strides
        half = np.exp(out[:, 2:4]) * self.strides / 2
        boxes = np.concatenate([centre - half, centre + half], 1) / scale
        boxes[:, 0::2] = boxes[:, 0::2].clip(0, photo.width)
        boxes[:, 1::2] = boxes[:, 1::2].clip(0, photo.height)
        return boxes, out[:, 4:5] * out[:, 5:]

    def birds(self, photo: Image.Image, threshold: float) -> tuple[np.ndarray, np.ndarray]:
        boxes, scores = self.raw(photo)
        return _suppressed(boxes, scores[:, BIRD], threshold)

    def label(self, photo: Image.Image) -> tuple[np.ndarray, np.ndarray] | None:
        """(birds, boxes to ignore) of a photo known to show a bird, or None if the teacher is not sure enough."""
        boxes, scores = self.raw(photo)
        found, sure = _suppressed(boxes, scores[:, BIRD], POSSIBLE)
        if len(sure) and sure[0] >= SURE:
            return found[sure >= LIKELY], found[sure < LIKELY]
        animals, animal_scores = _suppressed(boxes, scores[:, ANIMALS].max(1), LOOKALIKE)
        large = area(animals) >= LOOKALIKE_SHARE * photo.width * photo.height
        if not large.any():
            return None
        bird = animals[large][:1]
        others = found[iou(found, bird)[:, 0] < OVERLAP] if len(found) else found
        return bird, others


def _suppressed(boxes: np.ndarray, scores: np.ndarray, threshold: float) -> tuple[np.ndarray, np.ndarray]:
    over = scores >= threshold
    boxes, scores = boxes[over], scores[over]
    kept = nms(boxes, scores, OVERLAP)
    return boxes[kept], scores[kept]
