"""A policy over a list of items: what the verdicts are worth, and what they cost."""

from __future__ import annotations

from collections.abc import Callable

from chat import Chat
from environment import Environment
from episodes import AT_ONCE, MOST_TURNS
from rewards import total
from rollout import Table, Wanted, play

COLUMNS = ("grain", "execution", "discipline", "cost", "unexplained", "solved", "overclaimed")


def rules_runs(environment: Environment, chat: Chat, wanted: list[Wanted], strategies: list[dict] | None = None) -> list[dict]:
    """The blueprint, or other rules, in the same words as a model, so that their tokens can be counted."""
    ways = strategies or [None] * len(wanted)
    parts = range(0, len(wanted), AT_ONCE)
    return [run for at in parts for run in play_rules(environment, chat, wanted[at : at + AT_ONCE], ways[at : at + AT_ONCE])]


def play_rules(environment: Environment, chat: Chat, wanted: list[Wanted], ways: list[dict | None]) -> list[dict]:
    talks = environment.open_all(wanted)
    tokens = [0] * len(talks)
    for _ in range(MOST_TURNS):
        left = [i for i, talk in enumerate(talks) if not talk.done]
        said = []
        for i, text in zip(left, environment.suggest_all([talks[i] for i in left], [ways[i] for i in left]), strict=True):
            now = len(chat.conversation([*talks[i].messages, {"role": "assistant", "content": text}], [False] * 99)[0])
            said.append((talks[i], text, now - tokens[i]))
            tokens[i] = now
        environment.reply_all(said)
    return [{**outcome, "tokens": count} for outcome, count in zip(environment.finish_all(talks), tokens, strict=True)]


def model_runs(make_table: Callable[[int], Table], environment: Environment, chat: Chat, wanted: list[Wanted], rows: int = 48) -> list[dict]:
    """As the app plays: the likeliest reply that the grammar of its situation allows."""
    environment.speak(chat)
    outcomes = []
    for start in range(0, len(wanted), rows):
        for one in play(make_table, chat, environment, wanted[start : start + rows], temperature=0, held=True):
            outcomes.append({**one.outcome, "tokens": len(one.ids)})
    return outcomes


def figures(runs: list[dict]) -> dict[str, float]:
    count = len(runs)
    means = {name: sum(float(run["scores"][name]) for run in runs) / count for name in COLUMNS}
    return {
        "runs": count,
        "reward": sum(total(run["scores"]) for run in runs) / count,
        **means,
        "calls": sum(run["calls"] for run in runs) / count,
        "tokens": sum(run["tokens"] for run in runs) / count,
        "most_tokens": max(run["tokens"] for run in runs),
        "concluded": sum(run["ending"] == "concluded" for run in runs) / count,
    }
