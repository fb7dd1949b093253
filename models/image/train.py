"""Fine-tune the back of the network against the clock; stop and resume at will.

The learning rate follows the share of the time that has passed, so it reaches zero when the time is up, on any machine.
"""

from __future__ import annotations

import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

from dataset import BACKGROUND, TRAIN, UNLABELLED, Dataset, read_ranks
from linear import pick, ridge, start_linear
from network import FEATURES, MEAN, STD, Classifier, load_pretrained
from photos import Views
from teacher import Answers

SEED = 20261116
BATCH = 48
SIZES = (128, 160, 192)
START_SIZE = 128
PEAK_RATE, LINEAR_RATE, WEIGHT_DECAY = 3e-4, 6e-4, 0.02
WARM_UP = 0.02
AVERAGING = 0.995
# Target mass moved from the species to its genus, its family and all classes: a near miss costs less than a far one.
SMOOTH_GENUS, SMOOTH_FAMILY, SMOOTH_ALL = 0.04, 0.03, 0.03
# A class is drawn in proportion to this power of its photos, counted up to so many: nearly as often for 8 photos as for 80.
PHOTOS_COUNTED, PHOTOS_POWER = 60, 0.25
BACKGROUND_SHARE = 0.05
# Photos of birds outside the labels (folders that mix species): they teach features only.
UNLABELLED_SHARE = 0.04
# Part of the target that comes from the teacher, times the part of its probability that lies on our labels; and the weight of its features.
TEACHER_SHARE, FEATURE_WEIGHT = 0.35, 1.5
# A crop holds at least this share of the view's area; one in seven is blurred as a bird far away is.
LEAST_AREA, BLURRED, BLUR = 0.35, 0.15, (0.3, 0.7)
SAVE_SECONDS = 180


def soft_targets(labels: list[str]) -> torch.Tensor:
    """One row a class: where the probability should go, by taxonomy."""
    ranks = read_ranks()
    genus = [ranks[n][0] if n != BACKGROUND else n for n in labels]
    family = [ranks[n][1] if n != BACKGROUND else n for n in labels]
    count = len(labels)
    rows = np.eye(count) * (1 - SMOOTH_GENUS - SMOOTH_FAMILY - SMOOTH_ALL)
    for share, group in ((SMOOTH_GENUS, genus), (SMOOTH_FAMILY, family), (SMOOTH_ALL, [""] * count)):
        same = np.array([[a == b for b in group] for a in group], dtype=float)
        rows += share * same / same.sum(axis=1, keepdims=True)
    return torch.tensor(rows, dtype=torch.float32)


def sampling_weights(target: np.ndarray, classes: int) -> np.ndarray:
    """How likely each photo is to be drawn. The last class is background; -1 is a bird outside the labels."""
    number = np.where(target < 0, classes, target)
    counts = np.bincount(number, minlength=classes + 1)
    share = np.minimum(counts, PHOTOS_COUNTED).astype(float) ** PHOTOS_POWER
    species = share[: classes - 1].sum()
    share[classes - 1] = species * BACKGROUND_SHARE / (1 - BACKGROUND_SHARE)
    share[classes] = species * UNLABELLED_SHARE
    weights = share[number] / counts[number]
    return weights / weights.sum()


def augment(view: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """A random part (sides 3:4 to 4:3), resized, flipped half of the time."""
    side = view.shape[0]
    area = side * side * rng.uniform(LEAST_AREA, 1.0)
    ratio = math.exp(rng.uniform(-0.29, 0.29))
    w, h = min(side, math.sqrt(area * ratio)), min(side, math.sqrt(area / ratio))
    left, top = rng.uniform(0, side - w), rng.uniform(0, side - h)
    box, photo = (left, top, left + w, top + h), Image.fromarray(view)
    if rng.random() < BLURRED:
        less = round(size * rng.uniform(*BLUR))
        photo, box = photo.resize((less, less), Image.Resampling.BILINEAR, box=box), (0.0, 0.0, less, less)
    out = np.asarray(photo.resize((size, size), Image.Resampling.BILINEAR, box=box))
    return out[:, ::-1] if rng.random() < 0.5 else out


def jitter_colour(batch: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Brightness, contrast and saturation by up to a quarter, one draw a picture; values stay in 0..255."""
    b, c, s = (1 + 0.5 * (torch.rand(3, len(batch), 1, 1, 1, generator=generator) - 0.5)).unbind(0)
    grey = batch.mean(dim=1, keepdim=True)
    middle = grey.mean(dim=(2, 3), keepdim=True)
    return (((batch - grey) * s + grey - middle) * c + middle * b).clamp_(0, 255)


class Front:
    """The frozen blocks run by onnxruntime, about three times as fast as torch on a CPU."""

    def __init__(self, network: Classifier, folder: Path, threads: int) -> None:
        import onnxruntime

        path = folder / "front.onnx"
        torch.onnx.export(
            network.front, (torch.zeros(1, 3, 160, 160),), str(path), opset_version=17, dynamo=False,
            input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n", 2: "h", 3: "w"}, "y": {0: "n", 2: "h", 3: "w"}},
        )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        y = self.session.run(None, {"x": ((x - MEAN) / STD).contiguous().numpy()})[0]
        return torch.from_numpy(y).contiguous(memory_format=torch.channels_last)


def picture_batch(pictures: list[np.ndarray]) -> torch.Tensor:
    return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float()


def middle(view: np.ndarray, size: int) -> np.ndarray:
    """The middle of a stored view, about as wide as the app's crop, resized."""
    edge = view.shape[0] // 16
    box = (edge, edge, view.shape[0] - edge, view.shape[0] - edge)
    return np.asarray(Image.fromarray(view).resize((size, size), Image.Resampling.BILINEAR, box=box))


def features_of(network: Classifier, front: Front, views: Views, rows: np.ndarray, size: int) -> np.ndarray:
    return in_batches(network, front, [lambda i=i: middle(views[i], size) for i in rows.tolist()])


def features_of_pictures(network: Classifier, front: Front, pictures: np.ndarray, size: int) -> np.ndarray:
    """As the exported network sees them: whole, resized."""
    return in_batches(network, front, [lambda p=p: np.asarray(Image.fromarray(p).resize((size, size), Image.Resampling.BILINEAR)) for p in pictures])


@torch.no_grad()
def in_batches(network: Classifier, front: Front, pictures: list[Callable[[], np.ndarray]]) -> np.ndarray:
    parts = [pictures[start : start + 64] for start in range(0, len(pictures), 64)]
    return np.concatenate([network.back.features(front(picture_batch([make() for make in part]))).numpy() for part in parts])


@dataclass
class Lessons:
    """What the teacher says, in our labels: `column` is the teacher's class for each of ours, -1 where it has none."""

    answers: Answers
    column: np.ndarray

    @classmethod
    def read(cls, answers: Answers, labels: list[str], teacher_labels: list[str]) -> Lessons:
        # The teacher's background is not ours: what it says there is not passed on.
        number = {name: i for i, name in enumerate(teacher_labels) if name != BACKGROUND}
        return cls(answers, np.array([number.get(name, -1) for name in labels]))

    def soften(self, soft: torch.Tensor, rows: np.ndarray, known: np.ndarray) -> torch.Tensor:
        """Targets with the teacher's share in them. A photo without a label is all the teacher's, as far as its answer lies on our labels."""
        shared = self.column >= 0
        said = np.zeros(soft.shape, dtype=np.float32)
        said[:, shared] = self.answers.probabilities[rows][:, self.column[shared]]
        said[self.answers.done[rows] == 0] = 0
        own = shared[soft.argmax(dim=1).numpy()]
        share = np.where(known, TEACHER_SHARE * own, 1.0)[:, None]
        given = torch.from_numpy(said * share)
        return soft * torch.from_numpy(np.where(known[:, None], 1 - share * said.sum(axis=1, keepdims=True), 0.0).astype(np.float32)) + given

    def features(self, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """(the teacher's features, 1 where they are there yet)"""
        return torch.from_numpy(self.answers.features[rows].astype(np.float32)), torch.from_numpy(self.answers.done[rows].astype(np.float32))


def start_projection(features: np.ndarray, wanted: np.ndarray) -> nn.Linear:
    """The least squares map from the student's features to the teacher's: a gradient that points somewhere from the first step."""
    weights, bias = ridge(features, wanted)
    layer = nn.Linear(features.shape[1], wanted.shape[1])
    with torch.no_grad():
        layer.weight.copy_(torch.tensor(weights))
        layer.bias.copy_(torch.tensor(bias))
    return layer


def make_optimiser(network: Classifier, projection: nn.Linear) -> torch.optim.Optimizer:
    linear = [*network.back.linear.parameters(), *projection.parameters()]
    body = [p for n, p in network.back.named_parameters() if not n.startswith("linear.") and p.requires_grad]
    groups = [{"params": body, "peak": PEAK_RATE}, {"params": linear, "peak": LINEAR_RATE}]
    return torch.optim.AdamW(groups, lr=PEAK_RATE, weight_decay=WEIGHT_DECAY, fused=True)


def rate_factor(progress: float) -> float:
    if progress < WARM_UP:
        return progress / WARM_UP
    return 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - WARM_UP) / (1 - WARM_UP))))


def exported_weights(model: Path) -> dict[str, torch.Tensor]:
    """The weights of the trained part in an earlier export, by their names in `Back`."""
    import onnx
    from onnx import numpy_helper

    named = {t.name.removesuffix("__fp16"): numpy_helper.to_array(t) for t in onnx.load(str(model)).graph.initializer}
    return {n.removeprefix("back."): torch.tensor(w.astype(np.float32)) for n, w in named.items() if n.startswith("back.")}


def size_at(progress: float, sizes: tuple[int, ...]) -> int:
    """The picture side now: each of `sizes` for an equal share of the time, small ones first, when steps matter more than detail."""
    return sizes[min(len(sizes) - 1, int(progress * len(sizes)))]


def save(path: Path, content: dict[str, object]) -> None:
    part = path.with_suffix(".part")
    torch.save(content, part)
    part.replace(path)


def begin_network(data: Dataset, views: Views, work: Path, threads: int, lessons: Lessons | None, earlier: Path | None) -> tuple[Classifier, Front, nn.Linear]:
    """The network before its first step: ImageNet's or an earlier body, and linear layers solved for, not drawn at random."""
    classes = len(data.labels)
    network = load_pretrained(classes)
    front = Front(network, work, threads)
    if earlier:
        body = {n: w for n, w in exported_weights(earlier).items() if not n.startswith("linear.")}
        network.back.load_state_dict(body, strict=False)
    rows = data.rows(TRAIN)
    picked = rows[pick(data.target[rows], classes)]
    features = features_of(network, front, views, picked, START_SIZE)
    start_linear(network, features, data.target[picked], classes)
    projection = nn.Linear(FEATURES, FEATURES)
    if lessons is not None and (ready := lessons.answers.done[picked] == 1).sum() > FEATURES:
        projection = start_projection(features[ready], lessons.answers.features[picked[ready]].astype(np.float32))
    return network, front, projection


def train(
    data: Dataset, views: Views, work: Path, minutes: float, threads: int,
    sizes: tuple[int, ...] = SIZES, earlier: Path | None = None, lessons: Lessons | None = None, bf16: bool = False,
) -> None:
    """Train until `minutes` from now, from the checkpoint if there is one, else from the body of the export `earlier`; writes work/checkpoint.pt."""
    started = time.monotonic()
    torch.set_num_threads(threads)
    torch.manual_seed(SEED)
    classes = len(data.labels)
    path = work / "checkpoint.pt"
    begin, step = 0.0, 0
    if path.exists():
        state = torch.load(path, weights_only=True)
        network, projection = load_pretrained(classes), nn.Linear(FEATURES, FEATURES)
        front = Front(network, work, threads)
        network.back.load_state_dict(state["back"])
        projection.load_state_dict(state["projection"])
        optimiser = make_optimiser(network, projection)
        optimiser.load_state_dict(state["optimiser"])
        average, begin, step = state["average"], state["progress"], state["step"]
    else:
        network, front, projection = begin_network(data, views, work, threads, lessons, earlier)
        optimiser = make_optimiser(network, projection)
        average = {k: v.clone() for k, v in network.back.state_dict().items()}
    trained = {n: p for n, p in network.back.named_parameters() if p.requires_grad}
    # Without a teacher a photo outside the labels has nothing to teach.
    rows = np.concatenate([data.rows(TRAIN), data.rows(UNLABELLED)]) if lessons is not None else data.rows(TRAIN)
    weights = np.cumsum(sampling_weights(data.target[rows], classes))
    targets = soft_targets(data.labels)
    rng = np.random.default_rng(SEED + step)
    generator = torch.Generator().manual_seed(SEED + step)
    network.back.train()

    def next_batch(size: int) -> tuple[torch.Tensor, torch.Tensor, np.ndarray]:
        chosen = rows[np.minimum(np.searchsorted(weights, rng.random(BATCH)), len(rows) - 1)]
        pictures = picture_batch([augment(views[i], size, rng) for i in chosen])
        known = data.target[chosen] >= 0
        soft = targets[data.target[chosen]] * torch.from_numpy(known[:, None])
        return jitter_colour(pictures, generator), soft if lessons is None else lessons.soften(soft, chosen, known), chosen

    def loss_of(pictures: torch.Tensor, soft: torch.Tensor, chosen: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            features = network.back.features(front(pictures)).float()
        logits = network.back.linear(network.back.dropout(features))
        loss = F.cross_entropy(logits, soft)
        if lessons is not None:
            wanted, there = lessons.features(chosen)
            apart = 1 - F.cosine_similarity(projection(features), wanted, dim=1)
            loss = loss + FEATURE_WEIGHT * (apart * there).mean()
        return loss, logits

    saved = logged = time.monotonic()
    first = (logged - started) / 60 / minutes
    loss_sum, right, seen = 0.0, 0, 0
    with ThreadPoolExecutor(1) as pool, (work / "train.jsonl").open("a") as log:
        coming = pool.submit(next_batch, size_at(begin, sizes))
        while True:
            passed = (time.monotonic() - started) / 60 / minutes
            progress = begin + (1 - begin) * max(0.0, passed - first) / max(1e-9, 1 - first)
            if passed >= 1:
                break
            pictures, soft, chosen = coming.result()
            coming = pool.submit(next_batch, size_at(progress, sizes))
            for group in optimiser.param_groups:
                group["lr"] = group["peak"] * rate_factor(progress)
            loss, logits = loss_of(pictures, soft, chosen)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.back.parameters(), 5.0)
            optimiser.step()
            step += 1
            decay = min(AVERAGING, (step + 1) / (step + 10))
            with torch.no_grad():
                for name, value in trained.items():
                    average[name].lerp_(value, 1 - decay)
            loss_sum, seen = loss_sum + float(loss.detach()) * BATCH, seen + BATCH
            right += int((logits.argmax(1).numpy() == data.target[chosen]).sum())
            now = time.monotonic()
            if now - logged > 30:
                entry = {"step": step, "progress": round(progress, 4), "size": pictures.shape[-1], "loss": round(loss_sum / seen, 3)}
                entry |= {"right": round(right / seen, 3), "per_second": round(seen / (now - logged), 1)}
                log.write(json.dumps(entry) + "\n")
                log.flush()
                logged, loss_sum, right, seen = now, 0.0, 0, 0
            if now - saved > SAVE_SECONDS:
                save(path, state_of(network, projection, average, optimiser, progress, step))
                saved = now
    save(path, state_of(network, projection, average, optimiser, 1.0, step))


def state_of(
    network: Classifier, projection: nn.Linear, average: dict[str, torch.Tensor], optimiser: torch.optim.Optimizer, progress: float, step: int
) -> dict[str, object]:
    state = {"back": network.back.state_dict(), "projection": projection.state_dict(), "average": average, "optimiser": optimiser.state_dict()}
    return state | {"progress": progress, "step": step}
