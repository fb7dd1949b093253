"""Trains the policy: episodes from the survey, then SFT, DPO and GSPO, each from where the one before ended.

    python models/policy/recipe.py --survey SURVEY.jsonl [--survey MORE.jsonl] --out DIR [--stage sft|dpo|gspo] [--minutes 20]

Every stage leaves DIR/<stage>.pt and its curve DIR/<stage>.json, and starts from the stage before it. With torchrun the first stage uses
several processes. A larger model is another `--config` (and a GPU); nothing else changes. `--start PACK` begins the first stage with the weights
and the tokenizer of a policy that is there.
"""

from __future__ import annotations

import argparse
import copy
import os
import pickle
import random
import shutil
from pathlib import Path

import torch

import dpo
import gspo
import packed
import sft
import tokenizer
from chat import Chat, Row, said
from environment import Environment
from episodes import Episode, harvest, preferences
from items import make_items, read_survey, seeded
from learning import load
from network import Config, Qwen3
from trajectories import read_episodes

EPISODES, PREFERENCES, HELD = 6000, 900, 80
# Items a photo: for training; and of those, the share of photos that only choose between checkpoints.
EACH, VALIDATION_SHARE = 3, 0.1


def is_validation(key: str) -> bool:
    return seeded("validation", key.split(".")[0]).random() < VALIDATION_SHARE


def training_items(surveys: list[Path]) -> dict[str, dict]:
    return make_items([line for survey in surveys for line in read_survey(survey)], "train", EACH)


def gather(surveys: list[Path], out: Path, given: Path | None) -> list[Episode]:
    """Episodes and the tokenizer made from them, once; or those of a file, for a tokenizer that is there."""
    if given is not None:
        return read_episodes(given)
    kept = out / "episodes.pkl"
    if not kept.exists():
        items = {key: item for key, item in training_items(surveys).items() if not is_validation(key)}
        environment = Environment()
        environment.add(items)
        episodes = harvest(environment, sorted(items, key=lambda key: seeded("order", key).random()), EPISODES, seed=1)
        environment.close()
        if not (out / "tokenizer.json").exists():
            tokenizer.train("".join(said(m) for m in e.messages) for e in episodes).save(str(out / "tokenizer.json"))
        kept.write_bytes(pickle.dumps(episodes))
    return pickle.loads(kept.read_bytes())


def rows_of(episodes: list[Episode], chat: Chat) -> list[Row]:
    return [Row(*chat.conversation(e.messages, e.learn)) for e in episodes]


def from_pack(pack: Path) -> Qwen3:
    model = Qwen3(Config.read(pack / "config.json"))
    weights = packed.read(pack / "webllm", model.c)
    model.load_state_dict({name: torch.from_numpy(values.copy()) for name, values in weights.items()})
    return model


def first_model(config: Path | None, pack: Path | None) -> Qwen3:
    if pack is not None:
        return from_pack(pack)
    return Qwen3(Config.read(config) if config else Config())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--survey", type=Path, required=True, action="append", help="of photos, of recordings")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--stage", choices=["sft", "dpo", "gspo"], default="sft")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--deadline", type=float, default=60, help="minutes that may pass")
    parser.add_argument("--rate", type=float, help="learning rate, where the stage's own is not wanted: less for going on")
    parser.add_argument("--preferences", type=int, default=PREFERENCES, help="episodes that the second stage makes a pair of each from")
    parser.add_argument("--episodes", type=Path, help="JSONL as trajectories.py writes it, instead of gathering")
    parser.add_argument("--config", type=Path, help="another shape than the small one")
    parser.add_argument("--start", type=Path, help="a policy's pack, whose weights and tokenizer the first stage goes on with")
    parser.add_argument("--resume", action="store_true", help="go on with this stage instead of starting it from the one before")
    args = parser.parse_args()
    torch.manual_seed(0)
    if "RANK" in os.environ:
        torch.distributed.init_process_group("gloo")
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    args.out.mkdir(parents=True, exist_ok=True)

    # Weights belong to a tokenizer.
    if args.start is not None and not (args.out / "tokenizer.json").exists():
        shutil.copy(args.start / "tokenizer.json", args.out)
    episodes = gather(args.survey, args.out, args.episodes)
    chat = Chat(args.out / "tokenizer.json")
    before = {"sft": None, "dpo": "sft", "gspo": "dpo"}[args.stage]
    start = args.out / f"{args.stage if args.resume else before}.pt"
    model = load(start) if args.resume or before else first_model(args.config, args.start)
    print(f"{args.stage}: {model.size():,} weights, {len(episodes)} episodes", flush=True)
    changed = {"minutes": args.minutes, "deadline": args.deadline} | ({} if args.rate is None else {"rate": args.rate})
    if args.stage == "sft":
        rows = rows_of(episodes, chat)
        sft.train(model, rows[:-HELD], rows[-HELD:], chat.pad, sft.Settings(**changed), args.out)
    elif args.stage == "dpo":
        pairs = preferences(random.Random(5).sample(episodes, args.preferences), seed=2)
        dpo.train(model, pairs, chat, dpo.Settings(**changed), args.out)
    else:
        items = training_items(args.survey)
        environment = Environment()
        environment.add(items)
        keys = [key for key in items if not is_validation(key)]
        reference = copy.deepcopy(load(args.out / "dpo.pt"))
        gspo.train(model, reference, chat, environment, keys, gspo.Settings(**changed), args.out)
        environment.close()


if __name__ == "__main__":
    main()
