"""First stage: say what the blueprint would say. Loss on the replies alone, and of those only on the right ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch

from chat import Row
from learning import Batch, Clock, Curve, batch_of, batches, log_probabilities, optimiser, rank_and_count, rate_at, save, share_gradients, step
from network import Qwen3


@dataclass(frozen=True)
class Settings:
    # Of processor time, and of time that passes: the stage ends with whichever is over first.
    minutes: float
    deadline: float = 60
    rate: float = 2e-3
    # Small batches: on a processor more steps teach more than wider ones.
    tokens: int = 1536
    seed: int = 1


@torch.no_grad()
def judge(model: Qwen3, held: list[Row], pad: int) -> tuple[float, float]:
    """Loss on each learnt token of rows that were not trained on, and the share of them that is the likeliest."""
    total = right = count = 0.0
    for start in range(0, len(held), 32):
        batch: Batch = batch_of(held[start : start + 32], pad)
        wanted = batch.learn[:, 1:]
        logits = model(batch.ids[:, :-1])[wanted]
        targets = batch.ids[:, 1:][wanted]
        total += float(torch.nn.functional.cross_entropy(logits, targets, reduction="sum"))
        right += float((logits.argmax(-1) == targets).sum())
        count += len(targets)
    return total / count, right / count


def train(model: Qwen3, rows: list[Row], held: list[Row], pad: int, settings: Settings, out: Path, curve: Curve | None = None) -> Curve:
    """`curve`: of the parts before this one."""
    generator = torch.Generator().manual_seed(settings.seed)
    optim = optimiser(model, settings.rate)
    curve = curve or Curve(out / "sft.json")
    rank, processes = rank_and_count()
    clock, since, done = Clock(settings.minutes, settings.deadline), [], 0.0
    steps, seen = (int(curve.points[-1][name]) for name in ("step", "tokens")) if curve.points else (0, 0)
    while True:
        for number, batch in enumerate(batches(rows, settings.tokens // processes, pad, generator)):
            if number % processes != rank:
                continue
            values, _ = log_probabilities(model, batch)
            loss = -values.mean()
            loss.backward()
            done = share_gradients(model, clock.done())
            step(model, optim, rate_at(done, settings.rate))
            steps, seen = steps + 1, seen + processes * batch.ids.numel()
            since.append(float(loss.detach()))
            if rank == 0 and (steps % 50 == 0 or done >= 1):
                held_loss, right = judge(model, held, pad)
                curve.add(step=steps, tokens=seen, loss=sum(since) / len(since), held_loss=held_loss, held_right=right)
                since = []
                save(model, out / "sft.pt")
            if done >= 1:
                return curve
