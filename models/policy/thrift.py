"""Preferences that a run's worth decides: the blueprint's run of an observation against the same run without its second looks and notes.

A second look seldom changes a verdict and always costs tokens; where it does change one for the better, it is what is chosen.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from chat import Chat
from environment import Environment, Message
from episodes import AT_ONCE, MOST_TURNS, Preference, draw_wanted
from rewards import training_reward
from rollout import Wanted

VIEWS = ("crop", "zoom_in", "enhance")


def is_optional(reply: str) -> bool:
    """Whether a run can do without it: making a view, looking at one, noting that a tool was left out."""
    named = re.search(r'(?:"name":"|Action: )(\w+)', reply)
    if named is None:
        return False
    return named[1] in (*VIEWS, "skip") or (named[1] == "classify_image" and re.search(r'"image":"photo-\d+\.', reply) is not None)


@dataclass
class Told:
    """A run whose replies were given: the conversation before each of them, and what came of it."""

    prompts: list[list[Message]]
    replies: list[str]
    worth: float = 0.0


def tell(environment: Environment, chat: Chat, wanted: list[Wanted], replies: list[list[str]] | None = None) -> list[Told]:
    """Runs with these replies; with the blueprint's own where none are given."""
    talks, tokens = environment.open_all(wanted), [0] * len(wanted)
    told = [Told([], []) for _ in wanted]
    for turn in range(MOST_TURNS):
        left = [i for i, talk in enumerate(talks) if not talk.done]
        texts = environment.suggest_all([talks[i] for i in left]) if replies is None else [replies[i][turn] for i in left]
        said = []
        for i, text in zip(left, texts, strict=True):
            told[i].prompts.append(talks[i].messages)
            told[i].replies.append(text)
            now = len(chat.conversation([*talks[i].messages, {"role": "assistant", "content": text}], [False] * 99)[0])
            said.append((talks[i], text, now - tokens[i]))
            tokens[i] = now
        environment.reply_all(said)
    for one, outcome in zip(told, environment.finish_all(talks), strict=True):
        one.worth = training_reward(outcome["scores"])
    return told


def weigh(whole: Told, short: Told) -> list[Preference]:
    """What is better where the two part; and where the shorter one is, that it does not go back for what it left out."""
    fork = next((i for i, reply in enumerate(whole.replies) if is_optional(reply)), None)
    if fork is None or whole.worth == short.worth:
        return []
    left_out, prompt = whole.replies[fork], short.prompts[fork]
    if whole.worth > short.worth:
        return [Preference(prompt, left_out, short.replies[fork], "worth")]
    return [Preference(before, reply, left_out, "thrift") for before, reply in zip(short.prompts[fork:], short.replies[fork:], strict=True)]


def weighed(environment: Environment, chat: Chat, keys: list[str], count: int, seed: int) -> list[Preference]:
    """From so many runs; those without anything to leave out give none."""
    rng, pairs = random.Random(seed), []
    wanted = [(keys[number % len(keys)], *draw_wanted(rng)) for number in range(count)]
    for start in range(0, count, AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        whole = tell(environment, chat, part)
        short = tell(environment, chat, part, [[reply for reply in one.replies if not is_optional(reply)] for one in whole])
        pairs += [pair for both in zip(whole, short, strict=True) for pair in weigh(*both)]
    return pairs
