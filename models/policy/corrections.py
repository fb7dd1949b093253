"""The last part of the first stage: the policy plays, and wherever it comes to, the blueprint says what it would have said there (DAgger).

Episodes of the blueprint hold the mistakes that somebody thought of. A policy makes others, and each leads to situations in which it was taught
nothing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

from chat import Chat, Row
from environment import Environment, Message, Talk
from episodes import draw_wanted
from network import Qwen3
from rollout import play
from torch_table import TorchTable

AT_ONCE = 64
# Half of the runs as the app plays them; the others go wrong more often.
TEMPERATURES = (0.0, 1.0)


@dataclass
class Turn:
    prompt: list[Message]
    said: str
    right: str


@dataclass
class Teacher:
    """Notes at every turn what was said and what would have been right."""

    environment: Environment
    turns: dict[str, list[Turn]] = field(default_factory=dict)

    def watch(self, talks: list[Talk], said: list[str]) -> None:
        for talk, text, right in zip(talks, said, self.environment.suggest_all(talks), strict=True):
            self.turns.setdefault(talk.name, []).append(Turn(talk.messages, text, right))


def rows_of(turns: list[Turn], chat: Chat) -> list[Row]:
    """One row for each turn that went wrong, with the right reply; none for a run in which nothing did: it is taught already."""
    wrong = [turn for turn in turns if turn.said != turn.right]
    return [Row(*chat.conversation([*turn.prompt, {"role": "assistant", "content": turn.right}], marks_before(turn.prompt))) for turn in wrong]


def marks_before(prompt: list[Message]) -> list[bool]:
    """Of all replies only the last is learnt."""
    return [False for message in prompt if message["role"] == "assistant"] + [True]


def gather(model: Qwen3, chat: Chat, environment: Environment, keys: list[str], runs: int, seed: int) -> tuple[list[Row], float]:
    """What is to be learnt from so many runs, and the share of turns that were right."""
    rng, draw, teacher = random.Random(seed), np.random.default_rng(seed), Teacher(environment)
    for start in range(0, runs, AT_ONCE):
        wanted = [(rng.choice(keys), *draw_wanted(rng)) for _ in range(min(AT_ONCE, runs - start))]
        temperature = TEMPERATURES[start // AT_ONCE % len(TEMPERATURES)]
        play(lambda rows: TorchTable(model, rows), chat, environment, wanted, temperature, draw, teacher.watch)
    turns = [turn for run in teacher.turns.values() for turn in run]
    rows = [row for run in teacher.turns.values() for row in rows_of(run, chat)]
    return rows, sum(turn.said == turn.right for turn in turns) / max(1, len(turns))
