"""Policies over held-out episodes: blueprint, and every stage whose ONNX file is there, with hints and without. Needs no torch.

    python models/policy/bench.py --items ITEMS.jsonl.gz --tokenizer FILE --policy NAME=FILE ... --out RESULTS.json
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
from functools import partial
from pathlib import Path

from chat import Chat
from environment import Environment
from evaluate import rules_runs, figures, model_runs
from onnx_table import OnnxTable, open_session
from rewards import total

# What rules alone would save: without a look at the picture's quality, a search beyond the best faint box, and the place where none is known.
THRIFTY = {"search": "faint", "gate": "never", "wider": False, "place": "given"}
COLUMNS = (
    ("runs", "{:.0f}"), ("reward", "{:.3f}"), ("grain", "{:.3f}"), ("execution", "{:.2f}"), ("discipline", "{:.3f}"), ("cost", "{:.3f}"), ("unexplained", "{:.3f}"),
    ("solved", "{:.3f}"), ("overclaimed", "{:.4f}"), ("calls", "{:.2f}"), ("tokens", "{:.0f}"), ("most_tokens", "{:.0f}"), ("concluded", "{:.3f}"),
)  # fmt: skip


def wilson(share: float, count: int) -> tuple[float, float]:
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - half, middle + half


def paired(runs: list[dict], floor: list[dict], keys: list[str]) -> dict[str, float]:
    """How much better than the blueprint on the same episodes, with a 95 % interval of the mean difference; and the same of the calls. The
    observations of one file go together: they are no more independent than it is."""
    reward = [total(a["scores"]) - total(b["scores"]) for a, b in zip(runs, floor, strict=True)]
    calls = [a["calls"] - b["calls"] for a, b in zip(runs, floor, strict=True)]
    named = [float(a["scores"]["solved"]) - float(b["scores"]["solved"]) for a, b in zip(runs, floor, strict=True)]
    rows = {"gain": reward, "calls_more": calls, "solved_more": named}
    return {name: value for of, differences in rows.items() for name, value in interval(of, differences, keys).items()}


def interval(name: str, differences: list[float], keys: list[str]) -> dict[str, float]:
    mean = sum(differences) / len(differences)
    files: dict[str, float] = {}
    for key, difference in zip(keys, differences, strict=True):
        file = key.split(".")[0].removesuffix("-spoilt")
        files[file] = files.get(file, 0.0) + difference - mean
    spread = math.sqrt(sum(value * value for value in files.values())) / len(differences)
    return {name: mean, f"{name}_low": mean - 1.96 * spread, f"{name}_high": mean + 1.96 * spread}


def read_items(path: Path) -> dict[str, dict]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {row["key"]: row["item"] for row in rows}


def by_media(items: dict[str, dict]) -> dict[str, list[str]]:
    """Keys of the observations with a photo alone, with a sound alone, with both."""
    groups: dict[str, list[str]] = {"photos": [], "sounds": [], "both": []}
    for key, item in items.items():
        photos, sounds = item["observation"]["photos"], item["observation"]["sounds"]
        groups["both" if photos and sounds else "photos" if photos else "sounds"].append(key)
    return groups


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--policy", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--dialect", default="hermes")
    parser.add_argument("--hints", nargs="+", default=["full", "off"])
    parser.add_argument("--questions", action="store_true", help="ask a simulated observer at the end of each run; takes several times as long")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    items, chat = read_items(args.items), Chat(args.tokenizer)
    environment = Environment()
    environment.add(items)
    environment.questions = args.questions
    rows = []
    media = {"all": list(items), **{name: keys for name, keys in by_media(items).items() if keys}}
    for hints in args.hints:
        wanted = [(key, args.dialect, hints) for key in items]
        floor = rules_runs(environment, chat, wanted)
        played = {"blueprint": floor, "thrifty": rules_runs(environment, chat, wanted, [THRIFTY] * len(wanted))}
        for name, _, file in (one.partition("=") for one in args.policy):
            played[name] = model_runs(partial(OnnxTable, open_session(Path(file))), environment, chat, wanted)
        places = {key: place for place, key in enumerate(items)}
        for group, keys in media.items():
            for name, every in played.items():
                runs, base = ([of[places[key]] for key in keys] for of in (every, floor))
                row = {"policy": name, "hints": hints, "media": group, **figures(runs), **paired(runs, base, keys)}
                row["overclaimed_low"], row["overclaimed_high"] = wilson(row["overclaimed"], len(runs))
                rows.append(row)
                print(line(row), flush=True)
    environment.close()
    if args.out:
        args.out.write_text(json.dumps({"dialect": args.dialect, "rows": rows}, indent=1) + "\n", "utf-8")


def line(row: dict) -> str:
    told = "  ".join(f"{name} {form.format(row[name])}" for name, form in COLUMNS)
    return f"{row['policy']:<10} hints {row['hints']:<4} {row['media']:<6}  {told}  gain {row['gain']:+.3f} ({row['gain_low']:+.3f} to {row['gain_high']:+.3f})"


if __name__ == "__main__":
    main()
