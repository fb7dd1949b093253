"""Whole episodes played by a model, many at a time, against the app's own environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from chat import Chat, Row
from environment import Environment, Talk

LONGEST_REPLY = 48
# Slots of a table. Rows wait for each other, so a batch needs more slots than its longest conversation has tokens.
SLOTS = 1536

# Key, dialect, hints.
Wanted = tuple[str, str, str]


class Table(Protocol):
    """The rows that are still being played. Every row is written at the same slots; a row that has nothing to say there is padded."""

    slots: int

    def read(self, new: list[list[int]]) -> np.ndarray:
        """Appends tokens to each row, padded in front; the logits after the last token of each."""

    def keep(self, rows: list[int]) -> None:
        """Goes on with these rows alone."""


@dataclass
class Played:
    talk: Talk
    ids: list[int] = field(default_factory=list)
    learn: list[bool] = field(default_factory=list)
    steps: list[dict] = field(default_factory=list)
    outcome: dict = field(default_factory=dict)

    @property
    def row(self) -> Row:
        return Row(self.ids, self.learn)


@dataclass
class Padded:
    """New tokens of all rows, with what a table needs to know about them."""

    ids: np.ndarray
    real: np.ndarray

    @staticmethod
    def of(new: list[list[int]]) -> Padded:
        width = max(map(len, new))
        ids, real = np.zeros((len(new), width), np.int64), np.zeros((len(new), width), bool)
        for number, tokens in enumerate(new):
            if tokens:
                ids[number, width - len(tokens) :] = tokens
                real[number, width - len(tokens) :] = True
        return Padded(ids, real)

    def positions(self, length: np.ndarray) -> np.ndarray:
        return np.maximum(length[:, None] + self.real.cumsum(1) - 1, 0)


# Of rows and what each has begun to say, the tokens that may follow.
Allowed = Callable[[list[int], list[list[int]]], list[list[int]]]


def held_to(logits: np.ndarray, rows: list[int], allowed: list[list[int]]) -> np.ndarray:
    """Logits of these rows without what may not follow."""
    held = logits.copy()
    for number, tokens in zip(rows, allowed, strict=True):
        held[number] = -np.inf
        held[number, tokens] = logits[number, tokens]
    return held


def pick(logits: np.ndarray, temperature: float, rng: np.random.Generator | None) -> list[int]:
    """Greedy at temperature 0; else drawn, by the largest of the logits with Gumbel noise."""
    if temperature == 0 or rng is None:
        return logits.argmax(-1).tolist()
    return (logits / temperature + rng.gumbel(size=logits.shape)).argmax(-1).tolist()


def replies(
    table: Table, new: list[list[int]], chat: Chat, temperature: float, rng: np.random.Generator | None, allowed: Allowed | None = None
) -> list[list[int]]:
    """One reply a row, each up to and with its end; held to what is allowed, where that is told."""
    logits = table.read(new)
    said: list[list[int]] = [[] for _ in new]
    open_rows = set(range(len(new)))
    for place in range(LONGEST_REPLY):
        rows = sorted(open_rows)
        if allowed is not None:
            logits = held_to(logits, rows, allowed(rows, [said[number] for number in rows]))
        tokens = pick(logits, temperature, rng)
        for number in rows:
            said[number].append(tokens[number])
            if tokens[number] == chat.end:
                open_rows.discard(number)
        if not open_rows or place == LONGEST_REPLY - 1:
            break
        logits = table.read([[said[number][-1]] if number in open_rows else [] for number in range(len(new))])
    return said


def play(
    make_table: Callable[[int], Table], chat: Chat, environment: Environment, wanted: list[Wanted], temperature: float = 1.0,
    rng: np.random.Generator | None = None, watch: Callable[[list[Talk], list[str]], None] | None = None, held: bool = False,
) -> list[Played]:  # fmt: skip
    """`watch` is told the open episodes and the replies to them, before they are given. `held`: to the grammar of each situation, as in the app; the
    environment has to know the vocabulary."""
    played = [Played(talk) for talk in environment.open_all(wanted)]
    new = [chat.prompt(one.talk.messages) for one in played]
    # What was said last is read together with what answers it.
    unread: list[list[int]] = [[] for _ in played]
    rows, table = list(range(len(played))), make_table(len(played))
    while rows and table.slots + max(len(new[i]) for i in rows) + LONGEST_REPLY + 1 <= SLOTS:
        talks = [played[i].talk for i in rows]

        def allowed(which: list[int], begun: list[list[int]], talks: list[Talk] = talks) -> list[list[int]]:
            return environment.allowed_all([(talks[row], ids) for row, ids in zip(which, begun, strict=True)])

        said = replies(table, [unread[i] + new[i] for i in rows], chat, temperature, rng, allowed if held else None)
        for i, reply in zip(rows, said, strict=True):
            played[i].ids += new[i] + reply
            played[i].learn += [False] * len(new[i]) + [True] * len(reply)
        turns = [(played[i].talk, chat.text(reply), len(new[i]) + len(reply)) for i, reply in zip(rows, said, strict=True)]
        if watch is not None:
            watch([talk for talk, _, _ in turns], [text for _, text, _ in turns])
        for i, reply, step in zip(rows, said, environment.reply_all(turns), strict=True):
            played[i].steps.append(step)
            unread[i] = reply[-1:]
            # A reply that was cut has no end of its own; the conversation goes on as if it had.
            new[i] = ([] if reply[-1] == chat.end else [chat.end]) + chat.follow_up(step["messages"])
        left = [i for i in rows if not played[i].talk.done]
        if left and len(left) < len(rows):
            table.keep([place for place, i in enumerate(rows) if not played[i].talk.done])
        rows = left
    finish(environment, played)
    return played


def finish(environment: Environment, played: list[Played]) -> None:
    """Runs that did not fit the table are ended with nothing said: the environment counts that against them."""
    for one in played:
        while not one.talk.done:
            one.steps.append(environment.reply(one.talk, "", 0))
    for one, outcome in zip(played, environment.finish_all([p.talk for p in played]), strict=True):
        one.outcome = outcome
