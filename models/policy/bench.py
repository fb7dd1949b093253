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
from evaluate import blueprint_runs, figures, model_runs
from onnx_table import OnnxTable, open_session
from rewards import total

COLUMNS = (
    ("runs", "{:.0f}"), ("reward", "{:.3f}"), ("grain", "{:.3f}"), ("execution", "{:.2f}"), ("progress", "{:.3f}"), ("discipline", "{:.3f}"),
    ("solved", "{:.3f}"), ("overclaimed", "{:.4f}"), ("calls", "{:.2f}"), ("tokens", "{:.0f}"), ("most_tokens", "{:.0f}"), ("concluded", "{:.3f}"),
)  # fmt: skip


def wilson(share: float, count: int) -> tuple[float, float]:
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - half, middle + half


def paired(runs: list[dict], floor: list[dict]) -> dict[str, float]:
    """How much better than the blueprint on the same episodes, with a 95 % interval of the mean difference."""
    differences = [total(a["scores"]) - total(b["scores"]) for a, b in zip(runs, floor, strict=True)]
    mean = sum(differences) / len(differences)
    spread = math.sqrt(sum((d - mean) ** 2 for d in differences) / max(1, len(differences) - 1) / len(differences))
    return {"gain": mean, "gain_low": mean - 1.96 * spread, "gain_high": mean + 1.96 * spread}


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
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    items, chat = read_items(args.items), Chat(args.tokenizer)
    environment = Environment()
    environment.add(items)
    rows = []
    media = {"all": list(items), **{name: keys for name, keys in by_media(items).items() if keys}}
    for hints in ("full", "off"):
        wanted = [(key, args.dialect, hints) for key in items]
        floor = blueprint_runs(environment, chat, wanted)
        played = {"blueprint": floor}
        for name, _, file in (one.partition("=") for one in args.policy):
            played[name] = model_runs(partial(OnnxTable, open_session(Path(file))), environment, chat, wanted)
        places = {key: place for place, key in enumerate(items)}
        for group, keys in media.items():
            for name, every in played.items():
                runs, base = ([of[places[key]] for key in keys] for of in (every, floor))
                row = {"policy": name, "hints": hints, "media": group, **figures(runs), **paired(runs, base)}
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
