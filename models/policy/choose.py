"""Which stage is shipped: every checkpoint of a training on the observations that were kept for choosing (recipe.training_items), beside
the blueprint. The held-out observations of the bench have no say in it. Each checkpoint is left as DIR/NAME.onnx, in four bits as it would be shipped.

    python models/policy/choose.py --survey SURVEY.jsonl [--survey MORE.jsonl] --run DIR [--checkpoint NAME ...] --out models/policy/results/choice.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import export_onnx
from bench import by_media, line, paired
from chat import Chat
from environment import Environment
from evaluate import rules_runs, figures, model_runs
from learning import load
from onnx_table import OnnxTable, open_session
from items import seeded
from recipe import training_items
from rollout import Table

KEPT = ("runs", "reward", "gain", "gain_low", "gain_high", "solved", "overclaimed", "calls", "tokens", "most_tokens", "concluded")


def shipped(run: Path, name: str) -> Callable[[int], Table]:
    model = load(run / f"{name}.pt")
    export_onnx.write(model.c, {key: value.numpy() for key, value in model.state_dict().items()}, run / f"{name}.onnx")
    return partial(OnnxTable, open_session(run / f"{name}.onnx"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--survey", type=Path, required=True, action="append")
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--checkpoint", nargs="+", default=["sft", "dpo", "gspo"])
    parser.add_argument("--count", type=int, help="so many of the observations, where there is no time for all")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    _, items = training_items(args.survey)
    items = dict(sorted(items.items(), key=lambda one: seeded("choose", one[0]).random())[: args.count])
    chat, environment = Chat(args.run / "tokenizer.json"), Environment()
    environment.add(items)
    # In the app's dialect, with and without hints: a policy must do without, and nobody takes them away in the app.
    wanted = [(key, "hermes", hints) for hints in ("full", "off") for key in items]
    floor = rules_runs(environment, chat, wanted)
    groups = {"all": list(items), **{name: keys for name, keys in by_media(items).items() if keys}}
    rows = json.loads(args.out.read_text("utf-8")) if args.out.exists() else []
    for name in ("blueprint", *args.checkpoint):
        played = floor if name == "blueprint" else model_runs(shipped(args.run, name), environment, chat, wanted)
        rows = [row for row in rows if row["policy"] != name]
        for group, keys in groups.items():
            chosen = [i for i, (key, _, _) in enumerate(wanted) if key in set(keys)]
            runs, base = [played[i] for i in chosen], [floor[i] for i in chosen]
            row = {"policy": name, "hints": "both", "media": group, **figures(runs), **paired(runs, base, [wanted[i][0] for i in chosen])}
            print(line(row), flush=True)
            rows.append({"policy": name, "media": group} | {key: round(row[key], 5) for key in KEPT})
        args.out.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    environment.close()


if __name__ == "__main__":
    main()
