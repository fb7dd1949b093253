"""Fine-tune the back of the network against the clock; stop and resume at will.

The learning rate follows the share of the time that has passed, so it reaches zero when the time is up, on any machine.
"""

from __future__ import annotations

import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

from dataset import BACKGROUND, TRAIN, Dataset, read_ranks
from linear import pick, start_linear
from network import MEAN, STD, Classifier, load_pretrained

SEED = 20261116
BATCH = 32
# Small pictures first, when steps matter more than detail; after this share of the time, the side that the caller names.
EARLY_SIZE, LATE_FROM = 128, 0.6
PEAK_RATE, LINEAR_RATE, WEIGHT_DECAY = 3e-4, 6e-4, 0.02
# An earlier export has been through a whole schedule; going on from it at full rate would first undo part of that.
CONTINUED_RATE = 0.5
WARM_UP = 0.02
AVERAGING = 0.995
# Target mass moved from the species to its genus, its family and all classes: a near miss costs less than a far one.
SMOOTH_GENUS, SMOOTH_FAMILY, SMOOTH_ALL = 0.04, 0.03, 0.03
# A class is drawn in proportion to this power of its photos, counted up to so many: nearly as often for 8 photos as for 80.
PHOTOS_COUNTED, PHOTOS_POWER = 60, 0.25
BACKGROUND_SHARE = 0.05
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
    counts = np.bincount(target, minlength=classes)
    share = np.minimum(counts, PHOTOS_COUNTED).astype(float) ** PHOTOS_POWER
    share[-1] = share[:-1].sum() * BACKGROUND_SHARE / (1 - BACKGROUND_SHARE)
    weights = share[target] / counts[target]
    return weights / weights.sum()


def augment(view: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """A random part (30 % to all of the area, sides 3:4 to 4:3), resized, flipped half of the time."""
    side = view.shape[0]
    area = side * side * rng.uniform(0.3, 1.0)
    ratio = math.exp(rng.uniform(-0.29, 0.29))
    w, h = min(side, math.sqrt(area * ratio)), min(side, math.sqrt(area / ratio))
    left, top = rng.uniform(0, side - w), rng.uniform(0, side - h)
    small = Image.fromarray(view).resize((size, size), Image.Resampling.BILINEAR, box=(left, top, left + w, top + h))
    out = np.asarray(small)
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


@torch.no_grad()
def features_of(network: Classifier, front: Front, views: np.ndarray, rows: np.ndarray, size: int) -> np.ndarray:
    out = []
    for start in range(0, len(rows), 64):
        pictures = [middle(views[i], size) for i in rows[start : start + 64]]
        out.append(network.back.features(front(picture_batch(pictures))).numpy())
    return np.concatenate(out)


def make_optimiser(network: Classifier) -> torch.optim.Optimizer:
    linear = list(network.back.linear.parameters())
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


def size_at(progress: float, late_size: int) -> int:
    return EARLY_SIZE if progress < LATE_FROM else late_size


def save(path: Path, content: dict[str, object]) -> None:
    part = path.with_suffix(".part")
    torch.save(content, part)
    part.replace(path)


def train(
    data: Dataset, views: np.ndarray, work: Path, minutes: float, threads: int, late_size: int = 160, earlier: Path | None = None
) -> None:
    """Train until `minutes` from now, from the checkpoint if there is one, else from the export `earlier`; writes work/checkpoint.pt."""
    torch.set_num_threads(threads)
    torch.manual_seed(SEED)
    classes = len(data.labels)
    network = load_pretrained(classes)
    front = Front(network, work, threads)
    rows = data.rows(TRAIN)
    weights = sampling_weights(data.target[rows], classes)
    path = work / "checkpoint.pt"
    optimiser = make_optimiser(network)
    begin, step = 0.0, 0
    if path.exists():
        state = torch.load(path, weights_only=True)
        network.back.load_state_dict(state["back"])
        optimiser.load_state_dict(state["optimiser"])
        average, begin, step = state["average"], state["progress"], state["step"]
    elif earlier:
        network.back.load_state_dict(exported_weights(earlier))
        average = {k: v.clone() for k, v in network.back.state_dict().items()}
    else:
        picked = pick(data.target[rows], classes)
        features = features_of(network, front, views, rows[picked], 128)
        start_linear(network, features, data.target[rows[picked]], classes)
        average = {k: v.clone() for k, v in network.back.state_dict().items()}
    targets = soft_targets(data.labels)
    rng = np.random.default_rng(SEED + step)
    generator = torch.Generator().manual_seed(SEED + step)
    network.back.train()

    def next_batch(size: int) -> tuple[torch.Tensor, torch.Tensor]:
        chosen = rows[rng.choice(len(rows), BATCH, p=weights)]
        pictures = picture_batch([augment(views[i], size, rng) for i in chosen])
        return jitter_colour(pictures, generator), targets[data.target[chosen]]

    started = saved = logged = time.monotonic()
    loss_sum, right, seen = 0.0, 0, 0
    with ThreadPoolExecutor(1) as pool, (work / "train.jsonl").open("a") as log:
        coming = pool.submit(next_batch, size_at(begin, late_size))
        while True:
            passed = (time.monotonic() - started) / 60 / minutes
            progress = begin + (1 - begin) * passed
            if passed >= 1:
                break
            pictures, soft = coming.result()
            coming = pool.submit(next_batch, size_at(progress, late_size))
            for group in optimiser.param_groups:
                group["lr"] = group["peak"] * rate_factor(progress) * (CONTINUED_RATE if earlier else 1.0)
            logits = network.back(front(pictures))
            loss = F.cross_entropy(logits, soft)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.back.parameters(), 5.0)
            optimiser.step()
            step += 1
            decay = min(AVERAGING, (step + 1) / (step + 10))
            with torch.no_grad():
                for name, value in network.back.named_parameters():
                    if value.requires_grad:
                        average[name].lerp_(value, 1 - decay)
            loss_sum, seen = loss_sum + float(loss.detach()) * BATCH, seen + BATCH
            right += int((logits.argmax(1) == soft.argmax(1)).sum())
            now = time.monotonic()
            if now - logged > 30:
                entry = {"step": step, "progress": round(progress, 4), "size": pictures.shape[-1], "loss": round(loss_sum / seen, 3)}
                entry |= {"right": round(right / seen, 3), "per_second": round(seen / (now - logged), 1)}
                log.write(json.dumps(entry) + "\n")
                log.flush()
                logged, loss_sum, right, seen = now, 0.0, 0, 0
            if now - saved > SAVE_SECONDS:
                save(path, {"back": network.back.state_dict(), "average": average, "optimiser": optimiser.state_dict(), "progress": progress, "step": step})
                saved = now
    save(path, {"back": network.back.state_dict(), "average": average, "optimiser": optimiser.state_dict(), "progress": 1.0, "step": step})
