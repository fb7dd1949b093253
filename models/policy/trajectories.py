"""Episodes and preferences in the common formats, one JSON object a line: messages and tools; prompt, chosen and rejected.

The same as the app's own (src/agent/trajectory.ts): what one writes the other reads.

    python models/policy/trajectories.py --episodes RUN/episodes.pkl --out DIR [--count 6000]
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
from collections.abc import Iterable
from pathlib import Path

from environment import DIALECTS, HINTS, Environment
from episodes import Episode, Preference, preferences

ROLES = ("system", "user", "assistant")


def trajectory(episode: Episode, tools: list[dict]) -> dict:
    """Which replies were mistakes, and are not to be learnt, is said beside: others may train on all."""
    known = ("dialect", "hints", "key", "scores", "calls", "learn")
    return {"messages": episode.messages, "tools": tools, "meta": {name: getattr(episode, name) for name in known}}


def said(text: str) -> list[dict]:
    return [{"role": "assistant", "content": text}]


def preference(pair: Preference) -> dict:
    return {"prompt": pair.prompt, "chosen": said(pair.chosen), "rejected": said(pair.rejected), "why": pair.why}


def write(rows: Iterable[dict], path: Path) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows), "utf-8")


def lines(path: Path) -> Iterable[tuple[int, dict]]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path.name}, line {number}: not JSON") from error


def checked(messages: object, where: str) -> list[dict]:
    right = isinstance(messages, list) and messages and all(isinstance(m, dict) and m.get("role") in ROLES and isinstance(m.get("content"), str) for m in messages)
    if not right:
        raise ValueError(f"{where}: messages have a role ({', '.join(ROLES)}) and a content")
    return [{"role": m["role"], "content": m["content"]} for m in messages]


def read_episodes(path: Path) -> list[Episode]:
    """Of any origin: without a word about mistakes every reply is learnt."""
    made = []
    for number, row in lines(path):
        messages = checked(row.get("messages"), f"{path.name}, line {number}")
        meta = row.get("meta") or {}
        replies = sum(m["role"] == "assistant" for m in messages)
        learn = meta.get("learn", [True] * replies)
        if len(learn) != replies:
            raise ValueError(f"{path.name}, line {number}: {len(learn)} marks for {replies} replies")
        dialect, hints = meta.get("dialect", DIALECTS[0]), meta.get("hints", HINTS[0])
        made.append(Episode(messages, learn, dialect, hints, meta.get("key", str(number)), meta.get("scores", {}), meta.get("calls", replies)))
    return made


def read_preferences(path: Path) -> list[Preference]:
    made = []
    for number, row in lines(path):
        where = f"{path.name}, line {number}"
        prompt, chosen, rejected = (checked(row.get(name), where) for name in ("prompt", "chosen", "rejected"))
        made.append(Preference(prompt, chosen[0]["content"], rejected[0]["content"], row.get("why", "")))
    return made


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=Path, required=True, help="what recipe.py gathered")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=6000)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    episodes: list[Episode] = pickle.loads(args.episodes.read_bytes())
    chosen = random.Random(4).sample(episodes, min(args.count, len(episodes)))
    environment = Environment()
    tools = environment.ask(op="tools")["tools"]
    environment.close()
    write((trajectory(one, tools) for one in chosen), args.out / "episodes.jsonl")
    write((preference(one) for one in preferences(chosen, seed=2)), args.out / "preferences.jsonl")
    print(f"{len(chosen)} episodes, {sum(1 for _ in lines(args.out / 'preferences.jsonl'))} preferences in {args.out}")
