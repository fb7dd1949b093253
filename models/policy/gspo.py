"""Third stage: play, compare runs of the same observation, and do more of what went better (GSPO: group-normalised rewards, importance
and clipping by whole sequences).

The curriculum follows Environment Tuning: first single turns from anywhere in a run, then whole runs with full hints, then with plain ones, last
without any.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from chat import Chat, Row
from environment import DIALECTS, Environment
from episodes import DIALECT_SHARES, passed_over, slip
from learning import Batch, Clock, Curve, batch_of, log_probabilities, optimiser, row_sums, save, step
from network import Qwen3
from rewards import training_reward
from rollout import Played, Wanted, play, replies
from torch_table import TorchTable

# Share of the time, and the hints; `None` stands for single turns.
STAGES: tuple[tuple[float, str | None], ...] = ((0.1, None), (0.35, "full"), (0.2, "plain"), (0.35, "off"))


@dataclass(frozen=True)
class Settings:
    # Of processor time, and of time that passes: the stage ends with whichever is over first.
    minutes: float
    deadline: float = 60
    groups: int = 8
    size: int = 8
    rate: float = 3e-5
    # Of the ratio of whole sequences, which their length brings close to 1. Wider than for a large model: a few updates have to do.
    clip: float = 0.05
    # How hard the policy is held to the one it started from.
    beta: float = 0.05
    minibatches: int = 2
    seed: int = 3


@dataclass
class Experience:
    row: Row
    advantage: float


def compare(rewards: list[float]) -> list[float]:
    """How much better than the others of its group; a small floor keeps noise from being blown up."""
    values = torch.tensor(rewards)
    return ((values - values.mean()) / (values.std(correction=0) + 0.05)).tolist()


def stage_at(done: float) -> tuple[int, str | None]:
    passed = 0.0
    for number, (share, hints) in enumerate(STAGES):
        passed += share
        if done < passed:
            return number, hints
    return len(STAGES) - 1, STAGES[-1][1]


def turns(model: Qwen3, chat: Chat, environment: Environment, wanted: list[Wanted], settings: Settings, rng: random.Random, draw: np.random.Generator) -> tuple[list[Experience], list[float]]:
    """Several replies to the same situation, each tried in an episode of its own that was led there by the blueprint."""
    experiences, all_rewards = [], []
    for one in wanted:
        ahead = rng.randrange(5)
        mistake = rng.random() < 0.5
        talks = environment.open_all([one] * settings.size)
        for turn in range(ahead):
            said = environment.suggest(talks[0])
            if mistake and turn == ahead - 1:
                said = slip(talks[0], said, rng)
            environment.reply_all([(talk, said, 0) for talk in talks])
            if talks[0].done:
                break
        if talks[0].done:
            environment.finish_all(talks)
            continue
        ids, _ = chat.conversation([*talks[0].messages, {"role": "assistant", "content": ""}], [False] * 99)
        prompt = ids[:-1]
        drawn = replies(TorchTable(model, settings.size), [prompt] * settings.size, chat, 1.0, draw)
        right = environment.suggest(talks[0])
        texts = [chat.text(reply) for reply in drawn]
        steps = environment.reply_all([(talk, text, len(reply)) for talk, text, reply in zip(talks, texts, drawn, strict=True)])
        # A right end is worth as much as a step forward; a wrong step costs what the execution matrix says.
        rewards = [
            step["execution"] + 5 * step["progress"] + (1.0 if text == right else 0.0) - (1.0 if step["done"] and text != right else 0.0)
            for step, text in zip(steps, texts, strict=True)
        ]
        environment.ask_all([{"op": "close", "episode": talk.name} for talk in talks])
        all_rewards += rewards
        for reply, advantage in zip(drawn, compare(rewards), strict=True):
            experiences.append(Experience(Row(prompt + reply, [False] * len(prompt) + [True] * len(reply)), advantage))
    return experiences, all_rewards


def episodes(model: Qwen3, chat: Chat, environment: Environment, wanted: list[Wanted], size: int, draw: np.random.Generator) -> tuple[list[Experience], list[Played]]:
    played = play(lambda rows: TorchTable(model, rows), chat, environment, [one for one in wanted for _ in range(size)], 1.0, draw)
    experiences = []
    for start in range(0, len(played), size):
        group = played[start : start + size]
        advantages = compare([worth(one) for one in group])
        experiences += [Experience(one.row, advantage) for one, advantage in zip(group, advantages, strict=True)]
    return experiences, played


def worth(one: Played) -> float:
    return training_reward(one.outcome["scores"], len(passed_over(one.talk.messages)))


def loss_of(model: Qwen3, batch: Batch, old: torch.Tensor, reference: torch.Tensor, advantage: torch.Tensor, settings: Settings) -> tuple[torch.Tensor, dict]:
    """old and reference: log-probabilities of the learnt tokens, before the update and of the policy it is held to."""
    values, owner = log_probabilities(model, batch)
    count = len(batch.ids)
    tokens = row_sums(torch.ones_like(values), owner, count)
    ratio = (row_sums(values - old, owner, count) / tokens).exp()
    bounded = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    gain = torch.minimum(ratio * advantage, bounded * advantage)
    away = reference - values
    divergence = (away.exp() - away - 1).mean()
    clipped = float(((ratio - bounded).abs() > 0).float().mean())
    return -gain.mean() + settings.beta * divergence, {"divergence": float(divergence.detach()), "clipped": clipped}


def update(model: Qwen3, reference: Qwen3, optim: torch.optim.AdamW, experiences: list[Experience], chat: Chat, settings: Settings) -> dict:
    telling = [one for one in experiences if abs(one.advantage) > 1e-6]
    if not telling:
        return {"divergence": 0.0, "clipped": 0.0}
    telling.sort(key=lambda one: len(one.row.ids))
    parts = [telling[i :: settings.minibatches] for i in range(settings.minibatches)]
    made = []
    with torch.no_grad():
        for part in filter(None, parts):
            batch = batch_of([one.row for one in part], chat.pad)
            advantage = torch.tensor([one.advantage for one in part])
            made.append((batch, log_probabilities(model, batch)[0], log_probabilities(reference, batch)[0], advantage))
    figures: dict = {}
    for batch, old, held, advantage in made:
        loss, figures = loss_of(model, batch, old, held, advantage, settings)
        # Rows that all went alike teach nothing; the others are weighed as if the batch were whole.
        (loss * len(telling) / len(experiences)).backward()
        step(model, optim, settings.rate)
    return figures


def train(model: Qwen3, reference: Qwen3, chat: Chat, environment: Environment, keys: list[str], settings: Settings, out: Path) -> Curve:
    draw, rng = np.random.default_rng(settings.seed), random.Random(settings.seed)
    curve, optim = Curve(out / "gspo.json"), optimiser(model, settings.rate, decay=0)
    clock, number = Clock(settings.minutes, settings.deadline), 0
    while (done := clock.done()) < 1:
        stage, hints = stage_at(done)
        wanted = [(rng.choice(keys), rng.choices(DIALECTS, DIALECT_SHARES)[0], hints or "full") for _ in range(settings.groups)]
        if hints is None:
            experiences, rewards = turns(model, chat, environment, wanted, settings, rng, draw)
            figures = {"reward": sum(rewards) / max(1, len(rewards))}
        else:
            experiences, played = episodes(model, chat, environment, wanted, settings.size, draw)
            figures = summary(played)
        figures |= update(model, reference, optim, experiences, chat, settings)
        number += 1
        curve.add(step=number, stage=stage, **figures)
        if number % 5 == 0:
            save(model, out / f"gspo-{number:04d}.pt")
    save(model, out / "gspo.pt")
    return curve


def summary(played: list[Played]) -> dict[str, float]:
    scores = [one.outcome["scores"] for one in played]

    def mean(values: list[float]) -> float:
        return sum(values) / len(values)

    return {
        "reward": mean([worth(one) for one in played]),
        **{name: mean([float(one[name]) for one in scores]) for name in ("grain", "execution", "progress", "discipline", "solved", "overclaimed")},
        "calls": mean([one.outcome["calls"] for one in played]),
        "tokens": mean([len(one.ids) for one in played]),
    }  # fmt: skip
