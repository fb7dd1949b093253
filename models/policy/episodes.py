"""Episodes to learn from: the blueprint's own, and ones in which something goes wrong first and is put right.

Mistakes are said but never learnt: only the replies that the blueprint would give in that situation are. In preferences the mistake is
what is rejected.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass

from environment import DIALECTS, HINTS, Environment, Message, Talk
from rewards import total

DIALECT_SHARES = (0.7, 0.15, 0.15)
HINT_SHARES = (0.5, 0.25, 0.25)
MOST_TURNS = 14
AT_ONCE = 256
OTHER_LOOKS = (
    ("crop", {"region": "largest", "margin": 0.3}),
    ("zoom_in", {"region": "largest"}),
    ("enhance", {"operation": "contrast", "region": "largest"}),
    ("enhance", {"operation": "brightness", "region": "largest"}),
    ("enhance", {"operation": "sharpen", "region": "largest"}),
    ("enhance", {"operation": "denoise", "region": "largest"}),
    ("classify_image", {}),
    ("classify_image", {"region": "bird-2"}),
)
OTHER_EARS = (
    ("audio_quality", {}),
    ("classify_sound", {}),
    ("classify_sound", {"stretches": "worth"}),
)
FILLER = (
    "Certainly! Let me look at the photo first.", "Great question! I will now call a tool.", "I'd be happy to help you with this bird.",
    "Let me think about this step by step before I act.", "Of course. First and foremost, the evidence has to be considered.",
)  # fmt: skip


def call(dialect: str, name: str, arguments: dict) -> str:
    """A call as the dialect writes it (src/agent/dialects)."""
    body = json.dumps(arguments, separators=(",", ":"))
    if dialect == "react":
        return f"Action: {name} {body}"
    whole = f'{{"name":"{name}","arguments":{body}}}'
    return f"<tool_call>\n{whole}\n</tool_call>" if dialect == "hermes" else whole


def answer(dialect: str, grain: str) -> str:
    return {"hermes": f"<answer>{grain}</answer>", "mcp-json": f'{{"answer":"{grain}"}}', "react": f"Final Answer: {grain}"}[dialect]


def files_of(messages: list[Message]) -> tuple[list[str], list[str]]:
    """Photos and recordings of the observation, as the policy is told it."""
    told = messages[1]["content"]
    return re.findall(r"^(photo-\d+)", told, re.M), re.findall(r"^(sound-\d+)", told, re.M)


def passed_over(messages: list[Message]) -> list[str]:
    """Files of the observation that no reply names."""
    said = "".join(message["content"] for message in messages if message["role"] == "assistant")
    return [file for files in files_of(messages) for file in files if f'"{file}"' not in said]


def look(dialect: str, image: str, rng: random.Random) -> str:
    name, arguments = rng.choice(OTHER_LOOKS)
    return call(dialect, name, {"image": image, **arguments})


def listen(dialect: str, sound: str, rng: random.Random) -> str:
    name, arguments = rng.choice(OTHER_EARS)
    return call(dialect, name, {"sound": sound, **arguments})


def wrong_about_photos(dialect: str, image: str) -> list[str]:
    return [
        call(dialect, "classify_image", {"image": image, "region": "largest"}),
        call(dialect, "quality_gate", {"image": "photo-9"}),
        call(dialect, "crop", {"image": image}),
        call(dialect, "zoom_in", {"image": image, "region": "largest", "factor": 9}),
        call(dialect, "identify_bird", {"image": image}),
        call(dialect, "detect_bird", {"image": 1}),
        call(dialect, "enhance", {"image": image, "region": "largest", "operation": "colour"}),
    ]


def wrong_about_sounds(dialect: str, sound: str) -> list[str]:
    return [
        call(dialect, "classify_sound", {"sound": sound, "stretches": "worth"}),
        call(dialect, "audio_quality", {"sound": "sound-9"}),
        call(dialect, "identify_song", {"sound": sound}),
        call(dialect, "audio_quality", {"sound": 1}),
    ]


def slip(talk: Talk, right: str, rng: random.Random) -> str:
    """Something wrong to say here."""
    dialect = talk.dialect
    last = next((m["content"] for m in reversed(talk.messages) if m["role"] == "assistant"), None)
    photos, sounds = files_of(talk.messages)
    wrong = [
        *(wrong_about_photos(dialect, rng.choice(photos)) if photos else [call(dialect, "detect_bird", {"image": "photo-1"})]),
        *(wrong_about_sounds(dialect, rng.choice(sounds)) if sounds else []),
        call(dialect, "geo_prior", {"taxa": "top"}),
        right[: max(6, len(right) // 2)],
        rng.choice(FILLER),
        right.replace('"', "'"),
    ]
    return rng.choice(wrong + ([last] if last else []))


def other_look(talk: Talk, rng: random.Random) -> str:
    """Another way to look or listen than the blueprint's: not wrong, but another path through the ledger."""
    photos, sounds = files_of(talk.messages)
    if sounds and (not photos or rng.random() < 0.5):
        return listen(talk.dialect, rng.choice(sounds), rng)
    views = re.findall(r"view (photo-[\w.-]+)", "\n".join(m["content"] for m in talk.messages))
    if views and rng.random() < 0.7:
        return call(talk.dialect, "classify_image", {"image": views[-1]})
    return look(talk.dialect, rng.choice(photos), rng)


@dataclass
class Episode:
    messages: list[Message]
    learn: list[bool]
    dialect: str
    hints: str
    key: str
    scores: dict
    calls: int


@dataclass
class Preference:
    prompt: list[Message]
    chosen: str
    rejected: str
    why: str


@dataclass
class Plan:
    """One run of the blueprint, off its path as often as `mistakes` and `detours` say."""

    wanted: tuple[str, str, str]
    mistakes: float
    detours: float
    rng: random.Random

    def say(self, talk: Talk, turn: int, right: str) -> tuple[str, bool]:
        """What to say, and whether it is to be learnt. Near the end of the budget there is no room for mistakes."""
        chance = self.rng.random()
        if turn < 7 and chance < self.mistakes:
            return slip(talk, right, self.rng), False
        if (2 if files_of(talk.messages)[0] else 0) < turn < 8 and chance < self.mistakes + self.detours:
            return other_look(talk, self.rng), False
        return right, True


def run_plans(environment: Environment, plans: list[Plan]) -> list[Episode]:
    """All at once, turn by turn: asking for each alone would wait for most of the time."""
    talks = environment.open_all([plan.wanted for plan in plans])
    learn: list[list[bool]] = [[] for _ in talks]
    for turn in range(MOST_TURNS):
        left = [i for i, talk in enumerate(talks) if not talk.done]
        said = []
        for i, right in zip(left, environment.suggest_all([talks[i] for i in left]), strict=True):
            text, good = plans[i].say(talks[i], turn, right)
            learn[i].append(good)
            said.append((talks[i], text, 0))
        environment.reply_all(said)
    made = []
    for plan, talk, marks, outcome in zip(plans, talks, learn, environment.finish_all(talks), strict=True):
        messages = talk.messages if talk.messages[-1]["role"] == "assistant" else talk.messages[:-1]
        made.append(Episode(messages, marks, talk.dialect, talk.hints, plan.wanted[0], outcome["scores"], outcome["calls"]))
    return made


def draw_wanted(rng: random.Random) -> tuple[str, str]:
    """A dialect and how much is hinted, by their shares."""
    return rng.choices(DIALECTS, DIALECT_SHARES)[0], rng.choices(HINTS, HINT_SHARES)[0]


def harvest(environment: Environment, keys: list[str], count: int, seed: int) -> list[Episode]:
    """A third as the blueprint does it, a third with mistakes, a third with detours and mistakes."""
    rng = random.Random(seed)
    plans = []
    for number in range(count):
        mistakes, detours = ((0, 0), (0.3, 0), (0.15, 0.25))[number % 3]
        plans.append(Plan((keys[number % len(keys)], *draw_wanted(rng)), mistakes, detours, random.Random(f"{seed}/{number}")))
    return [one for start in range(0, count, AT_ONCE) for one in run_plans(environment, plans[start : start + AT_ONCE])]


def preferences(episodes: list[Episode], seed: int) -> list[Preference]:
    """What the blueprint said against what is chatty, hasty, repetitive or wasteful there."""
    rng = random.Random(seed)
    pairs = []
    for episode in episodes:
        replies = [i for i, m in enumerate(episode.messages) if m["role"] == "assistant"]
        good = [(place, turn) for turn, place in enumerate(replies) if episode.learn[turn]]
        if not good:
            continue
        place, turn = rng.choice(good)
        prompt, chosen = episode.messages[:place], episode.messages[place]["content"]
        ends = turn == len(replies) - 1
        said = [episode.messages[i]["content"] for i in replies[:turn]]
        options = [("filler", f"{rng.choice(FILLER)}\n{chosen}"), ("filler", rng.choice(FILLER))]
        if said:
            options.append(("repetition", rng.choice(said)))
        photos, sounds = files_of(prompt)
        again = [look(episode.dialect, image, rng) for image in photos] + [listen(episode.dialect, sound, rng) for sound in sounds]
        if not ends:
            options.append(("hasty", answer(episode.dialect, rng.choice(("species", "genus", "abstain")))))
        else:
            options.append(("wasteful", rng.choice(again)))
            first = [call(episode.dialect, "detect_bird", {"image": image}) for image in photos]
            options.append(("wasteful", rng.choice(first or again)))
        why, rejected = rng.choice(options)
        if rejected != chosen:
            pairs.append(Preference(prompt, chosen, rejected, why))
    return pairs


def outcome_pairs(environment: Environment, keys: list[str], seed: int, count: int) -> list[Preference]:
    """Where the teacher's run and the blueprint's part, what each said there, if the teacher's was worth more in the end."""
    rng = random.Random(seed)
    wanted = [(rng.choice(keys), *draw_wanted(rng)) for _ in range(count)]
    pairs = []
    for start in range(0, count, AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        taught, plain = (play_out(environment, part, followed) for followed in (True, False))
        for (talk, outcome), (other, plain_outcome) in zip(taught, plain, strict=True):
            if total(outcome["scores"]) > total(plain_outcome["scores"]):
                pairs += parting(talk.messages, other.messages)
    return pairs


def play_out(environment: Environment, wanted: list[tuple[str, str, str]], taught: bool) -> list[tuple[Talk, dict]]:
    talks = environment.open_all(wanted)
    for _ in range(MOST_TURNS):
        left = [talk for talk in talks if not talk.done]
        if not left:
            break
        texts = environment.suggest_all(left, None if taught else [None] * len(left))
        environment.reply_all([(talk, text, 0) for talk, text in zip(left, texts, strict=True)])
    return list(zip(talks, environment.finish_all(talks), strict=True))


def parting(better: list[Message], worse: list[Message]) -> list[Preference]:
    for place, (one, other) in enumerate(zip(better, worse, strict=False)):
        if one != other:
            return [Preference(better[:place], one["content"], other["content"], "outcome")] if one["role"] == "assistant" else []
    return []
