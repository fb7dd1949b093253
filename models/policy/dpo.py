"""Second stage: of two ways to go on, prefer the disciplined one (no filler, no repetition, no haste, no waste)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn import functional as F

from chat import Chat, Row
from episodes import Preference
from learning import Clock, Curve, batch_of, log_probabilities, optimiser, rate_at, row_sums, save, step
from network import Qwen3


@dataclass(frozen=True)
class Settings:
    # Of processor time, and of time that passes: the stage ends with whichever is over first.
    minutes: float
    deadline: float = 60
    beta: float = 0.1
    rate: float = 1e-4
    pairs: int = 12
    # Keeps what is chosen likely: without it both replies may become unlikely together.
    likelihood: float = 0.2
    seed: int = 2


def rows_of(pair: Preference, chat: Chat) -> tuple[Row, Row]:
    prompt = chat.prompt(pair.prompt) if len(pair.prompt) <= 2 else chat.conversation([*pair.prompt, {"role": "assistant", "content": ""}], [False] * 99)[0][:-1]
    chosen, rejected = chat.reply(pair.chosen), chat.reply(pair.rejected)
    return row(prompt, chosen), row(prompt, until_it_differs(rejected, chosen))


def row(prompt: list[int], reply: list[int]) -> Row:
    return Row(prompt + reply, [False] * len(prompt) + [True] * len(reply))


def until_it_differs(rejected: list[int], chosen: list[int]) -> list[int]:
    """What is wrong about a rejected reply is the word by which it leaves the chosen one. What follows may be right after it: where all rejected
    calls name the one recording there is, making its name unlikely makes that of another likely."""
    same = next((place for place, (a, b) in enumerate(zip(rejected, chosen, strict=False)) if a != b), min(len(rejected), len(chosen)))
    return rejected[: same + 1]


def train(model: Qwen3, pairs: list[Preference], chat: Chat, settings: Settings, out: Path) -> Curve:
    generator = torch.Generator().manual_seed(settings.seed)
    curve, optim = Curve(out / "dpo.json"), optimiser(model, settings.rate, decay=0)
    rows = sorted((rows_of(pair, chat) for pair in pairs), key=lambda both: len(both[0].ids))
    groups = [rows[i : i + settings.pairs] for i in range(0, len(rows), settings.pairs)]
    made = [batch_of([one[0] for one in group] + [one[1] for one in group], chat.pad) for group in groups]
    reference = []
    with torch.no_grad():
        for batch in made:
            reference.append(row_sums(*log_probabilities(model, batch), len(batch.ids)))
    clock, steps, since = Clock(settings.minutes, settings.deadline), 0, []
    while True:
        for number in torch.randperm(len(made), generator=generator).tolist():
            done = clock.done()
            if done >= 1:
                save(model, out / "dpo.pt")
                return curve
            batch = made[number]
            values, owner = log_probabilities(model, batch)
            gain = row_sums(values, owner, len(batch.ids)) - reference[number]
            half = len(gain) // 2
            margin = settings.beta * (gain[:half] - gain[half:])
            likelihood = values[owner < half].mean()
            loss = -F.logsigmoid(margin).mean() - settings.likelihood * likelihood
            loss.backward()
            step(model, optim, rate_at(done, settings.rate))
            steps += 1
            since.append((float(loss.detach()), float((margin > 0).float().mean()), float(margin.detach().mean())))
            if steps % 10 == 0:
                mean = [sum(column) / len(since) for column in zip(*since, strict=True)]
                curve.add(step=steps, loss=mean[0], preferred=mean[1], margin=mean[2])
                since = []
                save(model, out / "dpo.pt")
