"""Whole episodes played by a model, many at a time, against the app's own environment."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch.nn import functional as F

from chat import Chat
from environment import Environment, Talk
from learning import Row
from network import Cache, Qwen3

LONGEST_REPLY = 48
# Slots of the cache. Rows wait for each other, so a batch needs more slots than its longest conversation has tokens.
SLOTS = 1536

# Key, dialect, hints.
Wanted = tuple[str, str, str]


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


class Table:
    """The rows that are still being played, and one cache for all: every row is written at the same slots, padding is masked."""

    def __init__(self, model: Qwen3, rows: int) -> None:
        self.model = model
        self.cache = Cache(model.c, rows, SLOTS)
        self.valid = torch.zeros((rows, SLOTS), dtype=torch.bool)
        self.length = torch.zeros(rows, dtype=torch.long)

    def read(self, new: list[list[int]]) -> torch.Tensor:
        """Appends tokens to each row, padded in front; the logits after the last token of each."""
        width = max(map(len, new))
        ids = torch.zeros((len(new), width), dtype=torch.long)
        real = torch.zeros((len(new), width), dtype=torch.bool)
        for number, tokens in enumerate(new):
            if tokens:
                ids[number, width - len(tokens) :] = torch.tensor(tokens)
                real[number, width - len(tokens) :] = True
        start, end = self.cache.length, self.cache.length + width
        self.valid[:, start:end] = real
        positions = (self.length[:, None] + real.cumsum(1) - 1).clamp_min(0)
        self.length += real.sum(1)
        causal = torch.ones((width, end), dtype=torch.bool).tril(start)
        mask = causal & self.valid[:, None, :end]
        # A padded token sees itself, or softmax would divide by nothing; nobody ever sees it.
        mask[:, torch.arange(width), torch.arange(start, end)] = True
        hidden = self.model.hidden(ids, positions, self.cache, mask[:, None])
        return F.linear(hidden[:, -1], self.model.head)

    def keep(self, rows: list[int]) -> None:
        chosen = torch.tensor(rows)
        self.cache.keys = [k[chosen] for k in self.cache.keys]
        self.cache.values = [v[chosen] for v in self.cache.values]
        self.valid, self.length = self.valid[chosen], self.length[chosen]

    def full(self, width: int) -> bool:
        return self.cache.length + width > SLOTS


def pick(logits: torch.Tensor, temperature: float, generator: torch.Generator | None) -> list[int]:
    if temperature == 0:
        return logits.argmax(-1).tolist()
    return torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator)[:, 0].tolist()


@torch.no_grad()
def replies(table: Table, new: list[list[int]], chat: Chat, temperature: float, generator: torch.Generator | None) -> list[list[int]]:
    """One reply a row, each up to and with its end."""
    logits = table.read(new)
    said: list[list[int]] = [[] for _ in new]
    open_rows = set(range(len(new)))
    for place in range(LONGEST_REPLY):
        tokens = pick(logits, temperature, generator)
        for number in sorted(open_rows):
            said[number].append(tokens[number])
            if tokens[number] == chat.end:
                open_rows.discard(number)
        if not open_rows or place == LONGEST_REPLY - 1:
            break
        logits = table.read([[said[number][-1]] if number in open_rows else [] for number in range(len(new))])
    # What was said last has not been read yet.
    table.read([reply[-1:] for reply in said])
    return said


@torch.no_grad()
def play(
    model: Qwen3, chat: Chat, environment: Environment, wanted: list[Wanted], temperature: float = 1.0,
    generator: torch.Generator | None = None,
) -> list[Played]:  # fmt: skip
    played = [Played(talk) for talk in environment.open_all(wanted)]
    new = [chat.prompt(one.talk.messages) for one in played]
    rows, table = list(range(len(played))), Table(model, len(played))
    while rows and not table.full(max(len(new[i]) for i in rows) + LONGEST_REPLY + 1):
        said = replies(table, [new[i] for i in rows], chat, temperature, generator)
        for i, reply in zip(rows, said, strict=True):
            played[i].ids += new[i] + reply
            played[i].learn += [False] * len(new[i]) + [True] * len(reply)
        turns = [(played[i].talk, chat.text(reply), len(new[i]) + len(reply)) for i, reply in zip(rows, said, strict=True)]
        for i, reply, step in zip(rows, said, environment.reply_all(turns), strict=True):
            played[i].steps.append(step)
            # A reply that was cut has no end of its own; the conversation goes on as if it had.
            new[i] = ([] if reply[-1] == chat.end else [chat.end]) + chat.follow_up(step["messages"])
        left = [i for i in rows if not played[i].talk.done]
        if len(left) < len(rows) and left:
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
