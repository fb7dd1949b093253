"""Judge an exported detector: what the card says of it, and how fast it is."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from augment import Composer, Prepared
from boxes import iou, letterbox, nms
from lib.stats import bootstrap, proportion
from network import INPUT, MEAN, STD
from photos import Photo
from teacher import Teacher
from trim import trimmed

THRESHOLD = 0.4  # the app's scoreThreshold
OVERLAP = 0.45  # the app's nmsIou
COMMAND = "python models/detector/recipe.py --data DIR --out DIR"


class Exported:
    def __init__(self, model: Path, threads: int = 1):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

    def cells(self, photo: Image.Image) -> np.ndarray:
        """N x 5, boxes in the photo's pixels."""
        canvas, scale = letterbox(photo, INPUT)
        canvas = trimmed(canvas, round(photo.width * scale), round(photo.height * scale))
        feed = (canvas.transpose(2, 0, 1)[None].astype(np.float32) - MEAN) / STD
        out = self.session.run(None, {"images": feed})[0][0]
        out[:, 0:4:2] = (out[:, 0:4:2] / scale).clip(0, photo.width)
        out[:, 1:4:2] = (out[:, 1:4:2] / scale).clip(0, photo.height)
        return out

    def birds(self, photo: Image.Image, threshold: float = THRESHOLD) -> tuple[np.ndarray, np.ndarray]:
        out = self.cells(photo)
        out = out[out[:, 4] >= threshold]
        kept = nms(out[:, :4], out[:, 4], OVERLAP)
        return out[kept, :4], out[kept, 4]


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.convert("RGB")


@dataclass
class Agreement:
    found: int
    n: int
    ours: np.ndarray  # IoU of our best box with the teacher's best box, photos where both see a bird
    nearest: np.ndarray  # IoU of the teacher's best box with whichever of our boxes is nearest
    counts: list[tuple[int, int]]  # how many birds we and the teacher see in each photo

    def figures(self) -> list[dict]:
        figures = [proportion("evaluation photos with a bird at 0.4", self.found, self.n, COMMAND)]
        for name, values in (("mean IoU with YOLOX-nano, best box", self.ours), ("mean IoU with YOLOX-nano, nearest box", self.nearest)):
            figures.append(mean_figure(name, values))
        same = sum(ours == theirs for ours, theirs in self.counts)
        more = sum(ours > theirs for ours, theirs in self.counts)
        figures.append(proportion("evaluation photos with as many birds as YOLOX-nano finds", same, self.n, COMMAND))
        figures.append(proportion("evaluation photos with more birds than YOLOX-nano finds", more, self.n, COMMAND))
        return figures


def mean_figure(name: str, values: np.ndarray) -> dict:
    low, high = bootstrap(values) if len(values) else (0.0, 1.0)
    value = float(values.mean()) if len(values) else 0.0
    return {"name": name, "value": round(value, 4), "low": round(low, 4), "high": round(high, 4), "n": len(values), "command": COMMAND}


def agreement(model: Exported, teacher: Teacher, photos: list[Path]) -> Agreement:
    found, ours, nearest, counts = 0, [], [], []
    for path in photos:
        photo = opened(path)
        boxes, _ = model.birds(photo)
        theirs, _ = teacher.birds(photo, THRESHOLD)
        found += len(boxes) > 0
        counts.append((len(boxes), len(theirs)))
        if len(boxes) and len(theirs):
            overlaps = iou(boxes, theirs[0])[:, 0]
            ours.append(overlaps[0])
            nearest.append(overlaps.max())
    return Agreement(found, len(photos), np.array(ours), np.array(nearest), counts)


def false_alarms(model: Exported, photos: list[Photo]) -> tuple[list[Path], int]:
    """Photos without a bird in which the model sees one."""
    return [photo.path for photo in photos if len(model.birds(opened(photo.path))[0])], len(photos)


SIZES = {"small": (0.0, 0.04), "medium": (0.04, 0.2), "large": (0.2, 1.01)}  # share of the picture's area
MOSAICS = 300
MOSAIC_SEED = 23
LONELY = 0.8  # share of bird-free tiles in mosaics that should hold one bird


class Found:
    """Counts the boxed birds found (IoU at least 0.5, score at least 0.4), by their share of the picture."""

    def __init__(self) -> None:
        self.hits = {name: [0, 0] for name in SIZES}
        self.overlaps: list[float] = []

    def add(self, model: Exported, photo: Image.Image, birds: np.ndarray) -> None:
        boxes, _ = model.birds(photo)
        best = iou(birds, boxes).max(1) if len(boxes) else np.zeros(len(birds))
        self.overlaps += [float(value) for value in best if value >= 0.5]
        for bird, value in zip(birds, best):
            share = float((bird[2] - bird[0]) * (bird[3] - bird[1]) / (photo.width * photo.height))
            name = next(key for key, (low, high) in SIZES.items() if low <= share < high)
            self.hits[name][0] += bool(value >= 0.5)
            self.hits[name][1] += 1

    def figures(self, where: str) -> list[dict]:
        shares = [proportion(f"{where}: {name} birds found", good, n, COMMAND) for name, (good, n) in self.hits.items() if n]
        return [*shares, mean_figure(f"{where}: mean IoU of found birds", np.array(self.overlaps))]


def recall_by_size(model: Exported, photos: Prepared) -> list[dict]:
    """On kept-back photos, and on mosaics of them, which have the small and several birds that the photos lack."""
    single, several, alone = Found(), Found(), Found()
    for index in photos.positive:
        single.add(model, photos.photo(int(index)), photos.birds[index])
    for seed in range(MOSAICS):
        canvas, birds, _ = Composer(photos, INPUT).mosaic(np.random.default_rng([MOSAIC_SEED, seed]))
        several.add(model, Image.fromarray(canvas), birds)
        canvas, birds, _ = Composer(photos, INPUT, LONELY).mosaic(np.random.default_rng([MOSAIC_SEED, seed, 1]))
        if len(birds) == 1:
            alone.add(model, Image.fromarray(canvas), birds)
    return [
        *single.figures("kept-back photos"),
        *several.figures("mosaics of kept-back photos"),
        *alone.figures("mosaics with one bird"),
    ]


def speed_ratio(model: Path, yardstick: Path, rounds: int = 60) -> dict:
    """Median ratio of the run times of `model` and `yardstick`, each on its whole square, natively with one thread, runs taken in turns."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    rng = np.random.default_rng(1)
    runs = []
    for path in (model, yardstick):
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        spec = session.get_inputs()[0]
        shape = [side if isinstance(side, int) else INPUT for side in spec.shape]  # ours takes less than its square too
        feed = {spec.name: rng.uniform(-1, 1, shape).astype(np.float32)}
        session.run(None, feed)
        runs.append((session, feed))
    times: list[list[float]] = [[], []]
    for _ in range(rounds):
        for mine, (session, feed) in zip(times, runs):
            started = time.perf_counter()
            session.run(None, feed)
            mine.append(time.perf_counter() - started)
    ratios = np.array(times[0]) / np.array(times[1])
    low, high = bootstrap(ratios, np.median)
    return {
        "name": "run time over YOLOX-nano at 416, native, 1 thread", "value": round(float(np.median(ratios)), 3),
        "low": round(low, 3), "high": round(high, 3), "n": rounds, "command": COMMAND,
    }  # fmt: skip
