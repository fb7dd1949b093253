"""Training to a deadline: a cosine schedule over minutes, an averaged copy of the weights, a checkpoint to go on from."""

from __future__ import annotations

import copy
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from augment import Composer, Prepared
from losses import detection_loss
from network import MEAN, STD, Detector, FastFrozen, cell_count, cells


@dataclass
class Schedule:
    minutes: float = 60.0
    batch: int = 8
    seed: int = 7
    threads: int = 1
    head_rate: float = 1e-3
    trunk_rate: float = 2e-4
    decay: float = 0.02
    warmup: int = 200  # steps
    small_share: float = 0.6  # the first part of the time: smaller pictures, so that more are seen
    small_size: int = 192
    plain_share: float = 0.2  # the last part of the time: no mosaics, so that the end resembles the app's photos
    average: float = 0.999
    save_every: float = 120.0  # seconds


def rate_at(progress: float, step: int, warmup: int) -> float:
    """Share of the full learning rate: linear warm-up by steps, then a cosine over the time down to 2 %."""
    cosine = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return cosine * min(1.0, (step + 1) / warmup)


class Average:
    """Exponential average of all weights and statistics; short at the start so that it follows."""

    def __init__(self, model: torch.nn.Module, decay: float):
        self.model, self.decay = copy.deepcopy(model).eval(), decay
        for parameter in self.model.parameters():
            parameter.requires_grad = False

    @torch.no_grad()
    def update(self, model: torch.nn.Module, step: int) -> None:
        decay = min(self.decay, (1 + step) / (10 + step))
        for mine, theirs in zip(self.model.state_dict().values(), model.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - decay)
            else:
                mine.copy_(theirs)


def parameter_groups(model: Detector, schedule: Schedule) -> list[dict]:
    groups: dict[tuple[bool, bool], list[torch.nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            groups.setdefault((name.startswith("trunk."), parameter.ndim > 1), []).append(parameter)
    return [
        {
            "params": parameters,
            "full": schedule.trunk_rate if in_trunk else schedule.head_rate,
            "weight_decay": schedule.decay if is_matrix else 0.0,
        }
        for (in_trunk, is_matrix), parameters in groups.items()
    ]


def make_batch(composer: Composer, schedule: Schedule, step: int, mosaics: bool):
    rng = np.random.default_rng([schedule.seed, step])
    canvases, birds, ignore = zip(*(composer(rng, mosaics) for _ in range(schedule.batch)))
    images = (torch.from_numpy(np.stack(canvases)).permute(0, 3, 1, 2).float() - MEAN) / STD
    return images, [torch.from_numpy(rows) for rows in birds], [torch.from_numpy(rows) for rows in ignore]


def train(out: Path, schedule: Schedule) -> Path:
    """Train until the minutes are used up, over any number of runs; the averaged weights are in OUT/weights.pt."""
    torch.manual_seed(schedule.seed)
    torch.set_num_threads(schedule.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Detector().to(device, memory_format=torch.channels_last).train()
    average = Average(model, schedule.average)
    optimizer = torch.optim.AdamW(parameter_groups(model, schedule), lr=1.0)
    frozen = FastFrozen(model, out, schedule.threads) if device.type == "cpu" else model.frozen
    checkpoint, weights, log = out / "checkpoint.pt", out / "weights.pt", out / "train.jsonl"
    step, spent = 0, 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=device)
        model.load_state_dict(saved["model"])
        average.model.load_state_dict(saved["average"])
        optimizer.load_state_dict(saved["optimizer"])
        step, spent = saved["step"], saved["spent"]
    photos = Prepared(out / "prepared", "train")
    budget = schedule.minutes * 60
    last_save, last_log, recent = spent, spent, []
    while spent < budget:
        started = time.monotonic()
        progress = spent / budget
        size = schedule.small_size if progress < schedule.small_share else model.size
        if len(model.points) != cell_count(size):
            model.points, model.strides = (part.to(device) for part in cells(size))
        mosaics = progress < 1 - schedule.plain_share
        images, birds, ignore = make_batch(Composer(photos, size), schedule, step, mosaics)
        birds, ignore = ([rows.to(device) for rows in group] for group in (birds, ignore))
        with torch.no_grad():
            features = frozen(images.to(device))
        raw = model.from_features(features)
        loss, parts = detection_loss(raw[..., 0], model.boxes(raw), model.points, model.strides, birds, ignore)
        for group in optimizer.param_groups:
            group["lr"] = group["full"] * rate_at(progress, step, schedule.warmup)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        average.update(model, step)
        step += 1
        recent.append(parts)
        spent += time.monotonic() - started
        if spent - last_log > 30:
            means = {key: round(float(np.mean([part[key] for part in recent])), 4) for key in parts}
            rate = round(len(recent) * schedule.batch / (spent - last_log), 2)
            with log.open("a") as handle:
                handle.write(json.dumps({"step": step, "minutes": round(spent / 60, 2), "photos_per_second": rate, **means}) + "\n")
            last_log, recent = spent, []
        if spent - last_save > schedule.save_every or spent >= budget:
            state = {"model": model.state_dict(), "average": average.model.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save({**state, "step": step, "spent": spent}, checkpoint.with_suffix(".part"))
            checkpoint.with_suffix(".part").rename(checkpoint)
            last_save = spent
    torch.save(average.model.state_dict(), weights)
    return weights
