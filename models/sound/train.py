"""Distillation: the head learns the teacher's scores, and on the way its last features."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np
import torch
from torch import nn

from network import FEATURES, Head
from prepare import shards
from recordings import SILENCE, TRAIN, Recording
from targets import Classes, make_targets

BATCH = 64
RATE = 2e-3
AVERAGING = 0.99
SAVE_EVERY = 100
# What is there weighs more than what is not: a window has one or two of the classes.
PRESENT = 10


@dataclass(frozen=True)
class Basis:
    """The teacher's features in fewer numbers: the directions in which they vary most, each brought to variance one."""

    mean: np.ndarray
    directions: np.ndarray
    """Features x FEATURES, divided by the spread."""
    spread: np.ndarray

    def project(self, features: np.ndarray) -> np.ndarray:
        return (features.astype(np.float32) - self.mean) @ self.directions


def make_basis(features: np.ndarray) -> Basis:
    features = features.astype(np.float32)
    mean = features.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov((features - mean).T))
    chosen = np.argsort(-values)[:FEATURES]
    spread = np.sqrt(np.maximum(values[chosen], 1e-8))
    return Basis(mean, (vectors[:, chosen] / spread).astype(np.float32), spread.astype(np.float32))


def teach_last_layer(head: Head, basis: Basis, classes: Classes, weights: np.ndarray, bias: np.ndarray) -> None:
    """Gives the head the teacher's last layer for its species; other classes start as unlikely."""
    species = len(classes.columns)
    head.known_bias.fill_(-3)
    chosen = weights[classes.columns]
    head.known[:species] = torch.from_numpy(chosen @ (basis.directions * basis.spread**2))
    head.known_bias[:species] = torch.from_numpy(chosen @ basis.mean + bias[classes.columns])


class Data:
    """Windows of the training split: the plain ones, and the augmented ones as they are written."""

    def __init__(self, work: Path, recordings: list[Recording], classes: Classes) -> None:
        self.work, self.recordings, self.classes = work, recordings, classes
        self.read: set[str] = set()
        self.maps: list[np.ndarray] = []
        self.targets: list[np.ndarray] = []
        self.features: list[np.ndarray] = []
        plain = [(shard, self.trained(shard)) for _, shard in shards(work, "plain")]
        self.basis = make_basis(np.concatenate([shard["features"][rows] for shard, rows in plain]))
        for shard, rows in plain:
            own = [{recordings[i].label} for i in shard["place"][rows, 0]]
            self.add({name: values[rows] for name, values in shard.items()}, own)

    def trained(self, shard: dict[str, np.ndarray]) -> np.ndarray:
        return np.array([self.recordings[i].split == TRAIN for i in shard["place"][:, 0]], bool)

    def add(self, shard: dict[str, np.ndarray], present: list[set[str]]) -> None:
        self.maps.extend(shard["map"])
        self.targets.extend(make_targets(self.classes, shard["logits"].astype(np.float32), present))
        self.features.extend(self.basis.project(shard["features"]))

    def refresh(self) -> None:
        names = {-2: SILENCE}
        for file, shard in shards(self.work, "mixed"):
            if file not in self.read:
                present = [{names.get(i) or self.recordings[i].label for i in row if i != -1} for row in shard["present"].tolist()]
                self.add(shard, present)
                self.read.add(file)

    def batches(self, rng: np.random.Generator):
        order = rng.permutation(len(self.maps))
        for rows in np.array_split(order, max(1, len(order) // BATCH)):
            parts = ([side[r] for r in rows] for side in (self.maps, self.targets, self.features))
            yield tuple(torch.from_numpy(np.stack(part).astype(np.float32)) for part in parts)


def blank(maps: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Turn the window round in time, and hide a stretch of it, so that no single moment decides."""
    for row in maps:
        row.copy_(row.roll(int(rng.integers(row.shape[2])), dims=2))
        if rng.random() < 0.4:
            first = int(rng.integers(0, row.shape[2] - 3))
            row[:, :, first : first + int(rng.integers(1, 4))] = row.mean(dim=2, keepdim=True)
    return maps


def loss_of(head: Head, maps: torch.Tensor, targets: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
    logits, own = head(maps)
    scores = nn.functional.binary_cross_entropy_with_logits(logits, targets, reduction="none") * (1 + PRESENT * targets)
    return scores.sum(1).mean() / 5 + nn.functional.smooth_l1_loss(own, features)


class Training:
    def __init__(self, head: Head, file: Path, seed: int) -> None:
        self.head, self.file = head, file
        averaging = torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGING)
        self.average = torch.optim.swa_utils.AveragedModel(head, multi_avg_fn=averaging, use_buffers=True)
        self.optimiser = torch.optim.AdamW(head.parameters(), RATE, weight_decay=0.05)
        self.step = 0
        if file.exists():
            kept = torch.load(file, weights_only=True)
            head.load_state_dict(kept["head"])
            self.average.load_state_dict(kept["average"])
            self.optimiser.load_state_dict(kept["optimiser"])
            self.step = kept["step"]
        self.rng = np.random.default_rng([seed, self.step])

    def save(self) -> None:
        part = self.file.with_suffix(".part")
        state = {"head": self.head, "average": self.average, "optimiser": self.optimiser}
        torch.save({**{k: v.state_dict() for k, v in state.items()}, "step": self.step}, part)
        part.replace(self.file)

    def run(self, data: Data, steps: int, log: Callable[[str], None]) -> Head:
        """Train until `steps` in all are done; the averaged head."""
        self.head.train()
        sums: list[float] = []
        while self.step < steps:
            data.refresh()
            for batch in data.batches(self.rng):
                for group in self.optimiser.param_groups:
                    falling = (1 + np.cos(np.pi * self.step / steps)) / 2
                    group["lr"] = float(RATE * min(1, (self.step + 1) / 100) * (0.01 + 0.99 * falling))
                loss = loss_of(self.head, blank(batch[0], self.rng), *batch[1:])
                self.optimiser.zero_grad()
                loss.backward()
                self.optimiser.step()
                self.average.update_parameters(self.head)
                self.step += 1
                sums.append(loss.item())
                if self.step % SAVE_EVERY == 0:
                    self.save()
                    log(f"step {self.step}, {len(data.maps)} windows, loss {np.mean(sums):.4f}")
                    sums = []
                if self.step >= steps:
                    break
        self.save()
        return self.average.module.eval()
