"""Trains the student on fresh random places, for a given time, and resumes from a checkpoint.

First the trunk learns the components of the teacher's answers (see basis.py), then the whole network the answers.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from basis import Basis, find_basis
from land import random_land, random_places
from network import GeoPrior
from teacher import MONTHS, WEEKS_A_MONTH, Teacher, with_month, with_week

CHECKPOINT_SECONDS = 120
# fp32's smallest normal number: half of all species have less than 1e-9 at a place, and no logit may be infinite.
SMALLEST = 1.2e-38
LEVEL_WEIGHT = 0.25


@dataclass(frozen=True)
class Settings:
    minutes: float
    width: int = 256
    blocks: int = 3
    features: int = 64
    batch: int = 512
    basis_queries: int = 2048
    # Share of the time spent on the components alone; a step there costs a third of a step on the answers.
    components_share: float = 0.85
    # Share of the species that a step on the answers looks at. Places matter more: all species share the features.
    species_share: float = 0.25
    land_share: float = 0.75
    learning_rate: float = 2e-3
    seed: int = 1


def random_queries(rng: np.random.Generator, grid: np.ndarray, count: int, land_share: float) -> np.ndarray:
    """Places on land and anywhere, months 1..12."""
    on_land = round(count * land_share)
    places = np.concatenate([random_land(rng, grid, on_land), random_places(rng, count - on_land)])
    return np.column_stack([places, rng.integers(1, MONTHS + 1, count)]).astype(np.float32)


def in_a_week(rng: np.random.Generator, queries: np.ndarray) -> np.ndarray:
    """One week of the month at random."""
    return with_week(queries, rng.integers(0, WEEKS_A_MONTH, len(queries)))


def answer_loss(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Squared difference of logits, heavier for the species that are likely there compared with the likeliest one.

    The teacher's probabilities measure observers as well as birds: 0.8 for the hundredth species of London, 0.001 in
    the Amazon. Cross-entropy would learn the first place and ignore the second; the order of species matters in both.
    So the part of the error that all species of a place share counts only LEVEL_WEIGHT.
    """
    target = target.clamp_min(SMALLEST)
    weight = (target / target.amax(1, keepdim=True)).sqrt()
    weight = weight / weight.sum(1, keepdim=True)
    error = logits - torch.logit(target)
    level = (weight * error).sum(1, keepdim=True)
    return (weight * (error - level).square()).sum(1).mean() + LEVEL_WEIGHT * level.square().mean()


def learning_rate(done: float, highest: float) -> float:
    """Two per cent of the time to warm up, then a cosine down to nothing."""
    warm = min(1.0, done / 0.02)
    return highest * warm * 0.5 * (1 + math.cos(math.pi * min(1.0, done)))


class Training:
    def __init__(self, teacher: Teacher, grid: np.ndarray, settings: Settings, checkpoint: Path) -> None:
        torch.manual_seed(settings.seed)
        self.teacher, self.grid, self.settings, self.checkpoint = teacher, grid, settings, checkpoint
        self.model = GeoPrior(len(teacher.names), settings.width, settings.blocks, settings.features)
        self.optimiser = torch.optim.Adam(self.model.parameters(), betas=(0.9, 0.99))
        self.step, self.seconds = 0, 0.0
        if checkpoint.exists():
            self._resume()
        else:
            self._start()

    def _start(self) -> None:
        rng = np.random.default_rng([self.settings.seed])
        queries = random_queries(rng, self.grid, self.settings.basis_queries, self.settings.land_share)
        self.basis = find_basis(self.teacher, in_a_week(rng, queries), self.settings.features)
        size = len(self.basis.head)
        with torch.no_grad():
            self.model.head.weight.zero_()
            self.model.head.weight[:, :size] = torch.from_numpy(self.basis.head.T)
            self.model.head.bias.copy_(torch.from_numpy(self.basis.bias))

    def _resume(self) -> None:
        saved = torch.load(self.checkpoint, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.basis = Basis(*(tensor.numpy() for tensor in saved["basis"]))
        self.step, self.seconds = saved["step"], saved["seconds"]

    def save(self) -> None:
        parts = (self.basis.head, self.basis.bias, self.basis.route, self.basis.weight)
        basis = [torch.from_numpy(part) for part in parts]
        state = {"model": self.model.state_dict(), "optimiser": self.optimiser.state_dict(), "basis": basis}
        partial = self.checkpoint.with_suffix(".partial")
        torch.save({**state, "step": self.step, "seconds": self.seconds}, partial)
        partial.replace(self.checkpoint)

    def loss(self, done: float) -> torch.Tensor:
        settings = self.settings
        rng = np.random.default_rng([settings.seed, self.step])
        queries = random_queries(rng, self.grid, settings.batch, settings.land_share)
        if done < settings.components_share:
            weekly = in_a_week(rng, queries)
            target = torch.from_numpy(self.basis.components(self.teacher.features(weekly)))
            found = self.model.place_features(torch.from_numpy(with_month(weekly)))[:, : target.shape[1]]
            return ((found - target).square() * torch.from_numpy(self.basis.weight)).mean()
        count = max(1, round(len(self.teacher.names) * settings.species_share))
        species = rng.permutation(len(self.teacher.names))[:count]
        target = torch.from_numpy(self.teacher.months(queries, species))
        return answer_loss(self.model(torch.from_numpy(queries), torch.from_numpy(species)), target)

    def run(self, report=print) -> GeoPrior:
        total = self.settings.minutes * 60
        clock, saved_at, recent = time.monotonic(), self.seconds, []
        while self.seconds < total:
            done = self.seconds / total
            for group in self.optimiser.param_groups:
                group["lr"] = learning_rate(done, self.settings.learning_rate)
            loss = self.loss(done)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimiser.step()
            self.step += 1
            recent = [*recent[-99:], loss.item()]
            now = time.monotonic()
            self.seconds, clock = self.seconds + now - clock, now
            if self.seconds - saved_at > CHECKPOINT_SECONDS or self.seconds >= total:
                saved_at = self.seconds
                self.save()
                report(f"step {self.step}, {self.seconds / 60:.1f} of {self.settings.minutes:g} min, "
                       f"loss {sum(recent) / len(recent):.5f}")
        return self.model
