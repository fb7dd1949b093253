"""What the three stages share: rows of tokens, log-probabilities of what is learnt, the optimiser, checkpoints and curves."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import distributed
from torch.nn import functional as F

from chat import Row
from network import Config, Qwen3


@dataclass(frozen=True)
class Batch:
    ids: torch.Tensor  # rows x length, padded at the end: a causal model never looks there
    learn: torch.Tensor  # rows x length, bool


def batch_of(rows: list[Row], pad: int) -> Batch:
    length = max(len(row.ids) for row in rows)
    ids = torch.full((len(rows), length), pad)
    learn = torch.zeros((len(rows), length), dtype=torch.bool)
    for number, row in enumerate(rows):
        ids[number, : len(row.ids)] = torch.tensor(row.ids)
        learn[number, : len(row.learn)] = torch.tensor(row.learn)
    return Batch(ids, learn)


def batches(rows: list[Row], tokens: int, pad: int, generator: torch.Generator) -> Iterator[Batch]:
    """Rows of like length together, so that little is padded; the order of the batches is random."""
    jitter = torch.rand(len(rows), generator=generator)
    order = sorted(range(len(rows)), key=lambda i: len(rows[i].ids) + 24 * float(jitter[i]))
    groups: list[list[Row]] = [[]]
    for i in order:
        if groups[-1] and (len(groups[-1]) + 1) * len(rows[i].ids) > tokens:
            groups.append([])
        groups[-1].append(rows[i])
    for i in torch.randperm(len(groups), generator=generator).tolist():
        yield batch_of(groups[i], pad)


def has_bfloat16(device: torch.device) -> bool:
    """Half of the time of single precision where the processor has instructions for it, five times as long where it has none."""
    return device.type != "cpu" or torch.cpu._is_avx512_bf16_supported()


def log_probabilities(model: Qwen3, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """Of every learnt token, and the row each belongs to. The output layer runs on those alone."""
    wanted = batch.learn[:, 1:]
    # Weights and sums stay single.
    with torch.autocast(batch.ids.device.type, torch.bfloat16, enabled=has_bfloat16(batch.ids.device)):
        hidden = model.hidden(batch.ids[:, :-1])[wanted]
        logits = F.linear(hidden, model.head)
    targets = batch.ids[:, 1:][wanted]
    rows = torch.arange(len(batch.ids))[:, None].expand_as(wanted)[wanted]
    return -F.cross_entropy(logits.float(), targets, reduction="none"), rows


def row_sums(values: torch.Tensor, rows: torch.Tensor, count: int) -> torch.Tensor:
    return torch.zeros(count).index_add(0, rows, values)


def optimiser(model: Qwen3, rate: float, decay: float = 0.05) -> torch.optim.AdamW:
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=False)


def share_gradients(model: Qwen3, done: float) -> float:
    """Where several processes train one model: the mean of their gradients, and of how far each thinks it is, so that all stop together."""
    if not distributed.is_initialized():
        return done
    gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in model.parameters()]
    flat = torch.cat([g.flatten() for g in gradients] + [torch.tensor([done])])
    distributed.all_reduce(flat)
    flat /= distributed.get_world_size()
    at = 0
    for parameter, gradient in zip(model.parameters(), gradients, strict=True):
        parameter.grad = flat[at : at + gradient.numel()].view_as(gradient)
        at += gradient.numel()
    return float(flat[-1])


def rank_and_count() -> tuple[int, int]:
    return (distributed.get_rank(), distributed.get_world_size()) if distributed.is_initialized() else (0, 1)


def step(model: Qwen3, optim: torch.optim.AdamW, rate: float) -> float:
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    for group in optim.param_groups:
        group["lr"] = rate
    optim.step()
    optim.zero_grad(set_to_none=True)
    return float(norm)


class Clock:
    """How far a stage is: by the processor time it was granted, because on a shared machine the time that passes says little about the
    work that was done; and by the clock on the wall, which nobody can argue with."""

    def __init__(self, minutes: float, deadline: float) -> None:
        self.minutes, self.deadline = minutes, deadline
        self.start, self.wall = time.process_time(), time.monotonic()

    def done(self) -> float:
        spent, passed = time.process_time() - self.start, time.monotonic() - self.wall
        return max(spent / (60 * self.minutes), passed / (60 * self.deadline))


def rate_at(done: float, highest: float) -> float:
    """Five per cent of the way to warm up, then a cosine down to a twentieth."""
    return highest * min(1.0, done / 0.05) * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))


def save(model: Qwen3, path: Path) -> None:
    part = path.with_suffix(".part")
    torch.save({"config": model.c.__dict__, "weights": model.state_dict()}, part)
    part.rename(path)


def load(path: Path) -> Qwen3:
    kept = torch.load(path, weights_only=True)
    model = Qwen3(Config(**kept["config"]))
    model.load_state_dict(kept["weights"])
    return model


@dataclass
class Curve:
    """Figures of a stage as it runs, kept after every point so that a cut run leaves what it has."""

    path: Path
    points: list[dict] = field(default_factory=list)
    start: float = field(default_factory=time.monotonic)

    @staticmethod
    def of(path: Path, goes_on: bool) -> Curve:
        """Anew, or from where an earlier one ended."""
        points = json.loads(path.read_text("utf-8")) if goes_on and path.exists() else []
        return Curve(path, points, time.monotonic() - (points[-1]["seconds"] if points else 0))

    def add(self, **figures: float) -> None:
        self.points.append({"seconds": round(time.monotonic() - self.start, 1), **{k: round(v, 5) for k, v in figures.items()}})
        self.path.write_text(json.dumps(self.points, indent=1) + "\n", "utf-8")
        print(self.path.stem, self.points[-1], flush=True)
