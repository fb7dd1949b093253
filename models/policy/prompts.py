"""Held-out observations, small enough to keep beside the recipe; and prompts from anywhere in their runs, for comparing engines.

    python models/policy/prompts.py [--survey SURVEY.jsonl] --out models/policy/results [--photos 300] [--sounds 200] [--both 100] [--prompts 50]

Several surveys can be given; with none the held-out observations stay as they are. With `--prompts 0` the prompts stay as they are: the golden
replies of the pack are to these.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path

from bench import by_media, read_items
from environment import DIALECTS, HINTS, Environment
from episodes import slip
from items import make_items, read_survey, seeded

# Observations of a file at most: those with a photo and a recording are rare.
EACH = 6
# What no reader of a payload could tell apart.
DIGITS = 4
# A classifier's tail beyond this decides nothing, and fills the file.
MOST_CANDIDATES = 5


def rounded(value: object) -> object:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list) else value


def trimmed(item: dict) -> dict:
    for one in item["recordings"]:
        payload = one["outcome"].get("payload", {})
        for named in (payload, *payload.get("birds", [])):
            for name in ("candidates", "genera", "families"):
                if name in named:
                    named[name] = named[name][:MOST_CANDIDATES]
        if "windows" in payload:
            payload["windows"] = []  # Which window heard what is for the screen.
    return rounded(item)  # type: ignore[return-value]


def write_items(surveys: list[Path], counts: dict[str, int], path: Path) -> dict[str, dict]:
    """`counts`: of observations with photos alone, with sounds alone, with both."""
    made = make_items([line for survey in surveys for line in read_survey(survey)], "held_out", EACH)
    groups = by_media(made)
    keys = [key for group, count in counts.items() for key in sorted(groups[group], key=lambda key: seeded("held out", key).random())[:count]]
    items = {key: trimmed(made[key]) for key in keys}
    lines = "".join(json.dumps({"key": key, "item": item}, separators=(",", ":")) + "\n" for key, item in items.items())
    # No time stamp: the same items give the same bytes.
    path.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
    return items


def write_prompts(environment: Environment, keys: list[str], count: int, path: Path) -> None:
    """Most in the dialect of the app, from the first turn to the last, some after a mistake."""
    rng = random.Random(9)
    prompts = []
    while len(prompts) < count:
        dialect = rng.choices(DIALECTS, (0.8, 0.1, 0.1))[0]
        talk = environment.open(rng.choice(keys), dialect, rng.choice(HINTS))
        for turn in range(rng.randrange(7)):
            said = environment.suggest(talk)
            if turn and rng.random() < 0.15:
                said = slip(talk, said, rng)
            before = talk.messages
            environment.reply(talk, said)
            if talk.done:
                talk.messages = before
                break
        prompts.append(talk.messages)
    path.write_text(json.dumps(prompts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--survey", type=Path, default=[], action="append")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=int, default=300, help="observations with photos alone")
    parser.add_argument("--sounds", type=int, default=200, help="with recordings alone")
    parser.add_argument("--both", type=int, default=100, help="with a photo and a recording")
    parser.add_argument("--prompts", type=int, default=50)
    args = parser.parse_args()
    held_out = args.out / "held-out.jsonl.gz"
    items = write_items(args.survey, {name: getattr(args, name) for name in ("photos", "sounds", "both")}, held_out) if args.survey else read_items(held_out)
    if args.prompts:
        environment = Environment()
        environment.add(items)
        write_prompts(environment, list(items), args.prompts, args.out / "prompts.json")
        environment.close()
    print(f"{len(items)} items, {held_out.stat().st_size} bytes")
