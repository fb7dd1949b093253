"""Preferences that a run's worth decides: the blueprint's run of an observation against the same run without second looks at photos of which
nothing is wrong.

Such a look seldom changes a verdict and always costs tokens; where it does change one for the better, it is what is chosen. The second look at a
marginal photo stays: without it more names were wrong (6 of 239 such runs of the training data, where it was 1 of 561 of the others).
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


def tool_of(reply: str) -> str | None:
    named = re.search(r'(?:"name":"|Action: )(\w+)', reply)
    return named and named[1]


def photo_of(reply: str) -> str | None:
    """The photo that a call is about, itself or a view of it."""
    named = re.search(r'"image":"(photo-\d+)', reply)
    return named and named[1]


def is_optional(reply: str) -> bool:
    """Making a view, or looking at one."""
    tool = tool_of(reply)
    return tool in VIEWS or (tool == "classify_image" and re.search(r'"image":"photo-\d+\.', reply) is not None)


def spared(replies: list[str], answers: list[str]) -> list[str]:
    """The replies of a run without those it can do without; `answers`: what each was told."""
    fine = {photo_of(reply) for reply, told in zip(replies, answers, strict=False) if tool_of(reply) == "quality_gate" and "quality pass" in told}
    return [reply for reply in replies if not (is_optional(reply) and photo_of(reply) in fine)]


@dataclass
class Told:
    """A run whose replies were given: the conversation before each of them, and what came of it."""

    prompts: list[list[Message]]
    replies: list[str]
    worth: float = 0.0

    @property
    def answers(self) -> list[str]:
        """To each reply but the last."""
        return [prompt[-1]["content"] for prompt in self.prompts[1:]]


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
    if whole.worth == short.worth:
        return []
    fork = next(i for i, (one, other) in enumerate(zip(whole.replies, short.replies, strict=False)) if one != other)
    left_out, prompt = whole.replies[fork], short.prompts[fork]
    if whole.worth > short.worth:
        return [Preference(prompt, left_out, short.replies[fork], "worth")]
    later = zip(short.prompts[fork:], short.replies[fork:], strict=True)
    return [Preference(before, reply, left_out, "thrift") for before, reply in later if not is_optional(reply)]


def weighed(environment: Environment, chat: Chat, keys: list[str], count: int, seed: int) -> list[Preference]:
    """From so many runs; those without anything to leave out give none."""
    rng, pairs = random.Random(seed), []
    wanted = [(keys[number % len(keys)], *draw_wanted(rng)) for number in range(count)]
    for start in range(0, count, AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        whole = tell(environment, chat, part)
        short = tell(environment, chat, part, [spared(one.replies, one.answers) for one in whole])
        pairs += [pair for both in zip(whole, short, strict=True) for pair in weigh(*both)]
    return pairs
