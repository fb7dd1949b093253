"""Find the bird with a detector in ONNX, as the app does before it asks the classifier."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from crops import Box

SCORE_THRESHOLD, NMS_IOU = 0.4, 0.45
# YOLOX as exported by its authors: BGR, 0..255, letterbox anchored top left, COCO's class 14 is bird.
YOLOX_STRIDES, YOLOX_BIRD, YOLOX_PAD = (8, 16, 32), 14, 114
# The starter pack's detector takes any size; the app shows it this one. RGB, (x - 127) / 128.
OWN_SIDE, OWN_MEAN, OWN_STD = 288, 127.0, 128.0


def decode_yolox(raw: np.ndarray, size: int) -> np.ndarray:
    """N x 5 boxes (x1, y1, x2, y2, score) in input pixels from YOLOX's raw grid output."""
    grids, scales = [], []
    for stride in YOLOX_STRIDES:
        side = size // stride
        ys, xs = np.mgrid[0:side, 0:side]
        grids.append(np.stack([xs.ravel(), ys.ravel()], axis=1))
        scales.append(np.full((side * side, 1), stride))
    grid, scale = np.concatenate(grids), np.concatenate(scales)
    centre, half = (raw[:, :2] + grid) * scale, np.exp(raw[:, 2:4]) * scale / 2
    score = raw[:, 4] * raw[:, 5 + YOLOX_BIRD]
    return np.concatenate([centre - half, centre + half, score[:, None]], axis=1)


def overlap(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    wide = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0])
    high = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1])
    shared = np.maximum(wide, 0) * np.maximum(high, 0)
    area = (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1])
    return shared / ((box[2] - box[0]) * (box[3] - box[1]) + area - shared)


def suppress(boxes: np.ndarray) -> np.ndarray:
    """Boxes over the threshold, best first, without those that overlap a better one."""
    left = boxes[boxes[:, 4] >= SCORE_THRESHOLD]
    left = left[np.argsort(-left[:, 4])]
    kept = []
    while len(left):
        kept.append(left[0])
        left = left[1:][overlap(left[0], left[1:]) <= NMS_IOU]
    return np.array(kept).reshape(-1, 5)


class Detector:
    """A YOLOX grid (85 values a cell), or the starter pack's own, which answers 1 x N x 5 boxes."""

    def __init__(self, path: Path, threads: int) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.input = self.session.get_inputs()[0]
        self.own = self.session.get_outputs()[0].shape[-1] == 5
        self.size = self.input.shape[2] if isinstance(self.input.shape[2], int) else OWN_SIDE

    def largest_bird(self, photo: Image.Image) -> Box | None:
        """The box of the largest bird in the photo's pixels: the one that the app asks about first."""
        scale = self.size / max(photo.size)
        width, height = round(photo.width * scale), round(photo.height * scale)
        canvas = np.full((self.size, self.size, 3), YOLOX_PAD, dtype=np.float32)
        canvas[:height, :width] = np.asarray(photo.resize((width, height), Image.Resampling.BILINEAR))
        canvas = (canvas - OWN_MEAN) / OWN_STD if self.own else canvas[:, :, ::-1]
        raw = self.session.run(None, {self.input.name: np.ascontiguousarray(canvas.transpose(2, 0, 1)[None])})[0][0]
        found = suppress(raw if self.own else decode_yolox(raw, self.size))
        if not len(found):
            return None
        areas = (found[:, 2] - found[:, 0]) * (found[:, 3] - found[:, 1])
        x1, y1, x2, y2 = (found[np.argmax(areas), :4] / scale).tolist()
        x1, y1, x2, y2 = max(0.0, x1), max(0.0, y1), min(photo.width, x2), min(photo.height, y2)
        return (x1, y1, x2, y2) if x2 - x1 > 1 and y2 - y1 > 1 else None
