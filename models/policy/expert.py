"""A teacher that is better than the blueprint: which way pays where, learnt from what every way came to on the observations to learn from.

The best way in hindsight cannot be taught: it knows what a call will bring. So the reward of each way is foretold from what a policy has been told by
then (a boosted regression, each file by models that never saw it), and the teacher takes the way that is foretold the most.

    python models/policy/expert.py --survey SURVEY.jsonl [--survey MORE.jsonl] --out DIR/teacher.json \
        --measure models/policy/results/held-out.jsonl.gz --figures models/policy/results/teacher.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

# Before numpy: single rows are foretold many times, and threads only wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np  # noqa: E402
from sklearn.ensemble import HistGradientBoostingRegressor  # noqa: E402

from bench import THRIFTY, paired, read_items  # noqa: E402
from environment import Environment  # noqa: E402
from recipe import training_items  # noqa: E402
from rewards import total, training_reward  # noqa: E402

Strategy = dict[str, object]
SEARCHES = ("none", "faint", "all")
FOLDS = 5
# A way that is foretold this much more is taken instead of the plain one: less is noise.
LEAST_GAIN = 0.002


def strategy(search: str = "all", gate: str = "never", wider: bool = False, place: str = "given") -> Strategy:
    return {"search": search, "gate": gate, "wider": wider, "place": place}


@dataclass(frozen=True)
class Told:
    """What a policy has been told of the first photo when it decides."""

    found: bool
    glance: list[float]
    look: list[float]


def told(item: dict) -> Told | None:
    """None without a photo."""
    if not item["observation"]["photos"]:
        return None
    answers = item["recordings"]

    def first(tool: str) -> dict:
        said = (a["outcome"].get("payload") for a in answers if a["tool"] == tool and a["args"].get("image") == "photo-1")
        return next((payload for payload in said if payload), {})

    detection, look = first("detect_bird"), first("classify_image")
    focus = item["observation"]["photos"][0]["focus"] is not None
    # Where there is a recording, a bird that was not found in the photo may be named from it.
    given = [float(item["observation"]["place"] is not None), float(len(item["observation"]["sounds"])), float(len(item["observation"]["photos"]))]
    faint = [one["score"] for one in detection.get("faint", [])]
    glance = [detection.get("bestBelow", 0.0) or 0.0, float(bool(faint)), float(len(faint)), *given]

    def best(name: str, place: int = 0) -> float:
        ranked = look.get(name, [])
        return ranked[place]["probability"] if len(ranked) > place else 0.0

    coverage = look.get("coverage")
    seen = [best("candidates"), best("candidates", 1), best("genera"), best("families"), look.get("noBird", 0.0), -1.0 if coverage is None else coverage, *given]
    return Told(focus or detection.get("count", 0) > 0, glance, seen)


def fold_of(key: str) -> int:
    # A file's observations stay together.
    return int(hashlib.sha1(key.split(".")[0].removesuffix("-spoilt").encode()).hexdigest(), 16) % FOLDS


class Foretold:
    """Foretells numbers from what was told; for what it learnt from, by models that did not learn from that file."""

    def __init__(self, keys: list[str], told_of: list[list[float]], values: list[float]) -> None:
        self.known = set(keys)
        x, y, folds = np.array(told_of), np.array(values), np.array([fold_of(key) for key in keys])
        self.models = [self.fit(x[folds != fold], y[folds != fold]) for fold in range(FOLDS)]

    @staticmethod
    def fit(x: np.ndarray, y: np.ndarray) -> HistGradientBoostingRegressor:
        return HistGradientBoostingRegressor(max_iter=60, learning_rate=0.06, max_leaf_nodes=8, min_samples_leaf=25, l2_regularization=5.0).fit(x, y)

    def of(self, key: str, told_of: list[float]) -> float:
        row = np.array([told_of])
        models = [self.models[fold_of(key)]] if key in self.known else self.models
        return float(np.mean([model.predict(row)[0] for model in models]))


# Tokens of a call and its answer, in the middle: rules that are played without words have none of their own.
TOKENS_A_CALL = 43
WORD_COST = 0.0002


def play(environment: Environment, plans: list[tuple[str, Strategy | None]]) -> list[dict]:
    """None is the blueprint."""
    played = environment.ask_all([{"op": "play", "key": key, **({} if plan is None else {"strategy": plan})} for key, plan in plans])
    for one in played:
        one["scores"]["discipline"] -= WORD_COST * TOKENS_A_CALL * one["calls"]
    return played


def rewards_of(environment: Environment, plans: list[tuple[str, Strategy | None]]) -> list[float]:
    """What a run is worth to the teacher: a wrong name costs as much as a right one brings, so that thrift is not bought with errors."""
    return [training_reward(one["scores"]) for one in play(environment, plans)]


@dataclass
class Teacher:
    search: dict[str, Foretold]
    gate: Foretold

    def plan(self, key: str, of: Told | None) -> Strategy:
        if of is None:
            return strategy()
        search = "all" if of.found else max(SEARCHES, key=lambda name: self.search[name].of(key, of.glance))
        gate = "last" if self.gate.of(key, of.look) > LEAST_GAIN else "never"
        return strategy(search, gate)


def learn(environment: Environment, items: dict[str, dict]) -> Teacher:
    seen = {key: of for key, item in items.items() if (of := told(item)) is not None}
    lost = [key for key, of in seen.items() if not of.found]
    found = [key for key, of in seen.items() if of.found]
    search = {}
    for name in SEARCHES:
        values = rewards_of(environment, [(key, strategy(name)) for key in lost])
        search[name] = Foretold(lost, [seen[key].glance for key in lost], values)
        print(f"no bird at first, search {name}: {np.mean(values):.4f} of {len(lost)}", flush=True)
    plain = rewards_of(environment, [(key, strategy()) for key in found])
    judged = np.array(rewards_of(environment, [(key, strategy(gate="last")) for key in found])) - plain
    print(f"bird found, picture judged at the end: {judged.mean():+.4f} of {len(found)}, better in {np.mean(judged > 0):.3f}", flush=True)
    return Teacher(search, Foretold(found, [seen[key].look for key in found], list(judged)))


def compare(environment: Environment, plans: dict[str, Strategy], what: str) -> list[dict]:
    """The teacher and the thrifty rules beside the blueprint."""
    ways: dict[str, list[Strategy | None]] = {"blueprint": [None] * len(plans), "thrifty": [THRIFTY] * len(plans), "teacher": list(plans.values())}
    runs = {name: play(environment, list(zip(plans, way, strict=True))) for name, way in ways.items()}
    rows = []
    for name, played in runs.items():
        means = {of: float(np.mean([float(run["scores"][of]) for run in played])) for of in ("grain", "solved", "overclaimed", "unexplained")}
        reward, calls = (float(np.mean(values)) for values in ([total(run["scores"]) for run in played], [run["calls"] for run in played]))
        row = {"on": what, "way": name, "observations": len(plans), "reward": reward, "calls": calls, **means, **paired(played, runs["blueprint"], list(plans))}
        rows.append({key: value if isinstance(value, str) else round(value, 5) for key, value in row.items()})
        print(json.dumps(rows[-1]), flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--survey", type=Path, required=True, action="append")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--measure", type=Path, help="held-out items, to say what the teacher is worth there")
    parser.add_argument("--figures", type=Path, help="what it came to, as JSON")
    args = parser.parse_args()
    learnt, chosen_by = training_items(args.survey)
    held_out = read_items(args.measure) if args.measure else {}
    environment = Environment()
    environment.add({**learnt, **chosen_by, **held_out})
    teacher = learn(environment, learnt)
    plans = {key: teacher.plan(key, told(item)) for key, item in {**learnt, **chosen_by, **held_out}.items()}
    args.out.write_text(json.dumps({key: plans[key] for key in (*learnt, *chosen_by)}, indent=0) + "\n", "utf-8")
    parts = {"kept for choosing": chosen_by, "held out": held_out}
    rows = [row for what, items in parts.items() if items for row in compare(environment, {key: plans[key] for key in items}, what)]
    environment.close()
    if args.figures:
        args.figures.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
