"""Trains the policy: episodes from the survey, then SFT, DPO and GSPO, each from where the one before ended.

    python models/policy/recipe.py --survey SURVEY.jsonl [--survey MORE.jsonl] --out DIR [--stage sft|dpo|gspo] [--minutes 20]

Every stage leaves DIR/<stage>.pt and its curve DIR/<stage>.json, and starts from the stage before it. With torchrun the first stage uses
several processes. A larger model is another `--config` (and a GPU); nothing else changes. `--start PACK` begins the first stage with the weights
of a policy that is there; tokens that its tokenizer lacks begin as the mean of their pieces.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import pickle
import random
import re
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import chain
from pathlib import Path

# Before torch: threads that wait by spinning took fifty times as long to play where the cores are shared.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch  # noqa: E402

import corrections  # noqa: E402
import dpo  # noqa: E402
import gspo  # noqa: E402
import packed  # noqa: E402
import sft  # noqa: E402
import tokenizer  # noqa: E402
from chat import Chat, Row, said  # noqa: E402
from environment import Environment  # noqa: E402
from episodes import AT_ONCE, Episode, Plan, harvest, outcome_pairs, preferences, run_plans  # noqa: E402
from items import bird_names, make_items, read_survey, seeded  # noqa: E402
from learning import Curve, load, rank_and_count  # noqa: E402
from network import Config, Qwen3  # noqa: E402
from trajectories import read_episodes  # noqa: E402

EPISODES, PREFERENCES, HELD = 6000, 900, 80
# Rounds of correction in the first stage, runs in each, and what share of the rows corrections may be: each is drawn more often while they are few.
ROUNDS, RUNS, CORRECTED, MOST_COPIES = 3, 640, 0.3, 6
# Items a file: for training; and of those, the share of files that only choose between checkpoints.
EACH, VALIDATION_SHARE = 4, 0.15
# Of what is learnt from. Where there are several files, there are more ways to go wrong; one recording takes the fewest decisions.
SHARES = {"photo": 0.25, "photos": 0.16, "sound": 0.16, "sounds": 0.13, "both": 0.3}


def is_validation(file: str) -> bool:
    # A spoilt copy goes with its recording.
    return seeded("validation", file.removesuffix("-spoilt")).random() < VALIDATION_SHARE


def training_items(surveys: list[Path]) -> tuple[dict[str, dict], dict[str, dict]]:
    """Items to learn from, and items to choose by: those about a file that is kept for it, alone or with another one. None of the files that are
    kept is in an item to learn from."""
    learnt, chosen_by = {}, {}
    for key, item in make_items([line for survey in surveys for line in read_survey(survey)], "train", EACH).items():
        files = [*item["observation"]["photos"], *item["observation"]["sounds"]]
        marks = {is_validation(Path(file["name"]).stem) for file in files}
        if marks == {False}:
            learnt[key] = item
        elif is_validation(key.split(".")[0]):
            chosen_by[key] = item
    return learnt, chosen_by


def group_of(item: dict) -> str:
    photos, sounds = len(item["observation"]["photos"]), len(item["observation"]["sounds"])
    return "both" if photos and sounds else f"{'photo' if photos else 'sound'}{'s' if photos + sounds > 1 else ''}"


def paths_of(environment: Environment, keys: list[str], kept: Path) -> dict[str, str]:
    """Which calls the teacher makes about each item, in their order, with how it mends a picture; worked out once a training."""
    if kept.exists():
        return json.loads(kept.read_text("utf-8"))
    plans = [Plan((key, "hermes", "off"), 0, 0, random.Random(0)) for key in keys]
    runs = [run for start in range(0, len(plans), AT_ONCE) for run in run_plans(environment, plans[start : start + AT_ONCE])]
    said = ["".join(m["content"] for m in run.messages if m["role"] == "assistant") for run in runs]
    paths = {key: " ".join(re.findall(r'(?<="name":")\w+|(?<="operation":")\w+|(?<=<answer>)\w+', one)) for key, one in zip(keys, said, strict=True)}
    kept.write_text(json.dumps(paths), "utf-8")
    return paths


def balanced(items: dict[str, dict], paths: dict[str, str], count: int) -> list[str]:
    """So many keys, each group by its share however many items it has. In a group an item is drawn the more often the fewer others take its path
    (by the root of their number) and are as certain of their place: a rule that is seldom needed is still a rule."""
    groups: dict[str, list[str]] = defaultdict(list)
    for key in sorted(items, key=lambda key: seeded("order", key).random()):
        groups[group_of(items[key])].append(key)
    whole, rng, drawn = sum(SHARES[name] for name in groups), random.Random(4), []
    for name, keys in groups.items():
        kinds = [(paths[key], items[key]["observation"]["place"] is None) for key in keys]
        alike = Counter(kinds)
        drawn += rng.choices(keys, [alike[kind] ** -0.5 for kind in kinds], k=round(count * SHARES[name] / whole))
    rng.shuffle(drawn)
    return drawn


def opened(items: dict[str, dict], teacher: dict[str, dict]) -> Environment:
    environment = Environment()
    environment.add(items)
    environment.teacher = teacher
    return environment


def gather(surveys: list[Path], out: Path, given: Path | None, teacher: dict[str, dict], count: int) -> list[Episode]:
    """Episodes and the tokenizer made from them, once; or those of a file, for a tokenizer that is there."""
    if given is not None:
        return read_episodes(given)
    kept = out / "episodes.pkl"
    if not kept.exists():
        items, _ = training_items(surveys)
        environment = opened(items, teacher)
        episodes = harvest(environment, balanced(items, paths_of(environment, list(items), out / "paths.json"), count), count, seed=1)
        environment.close()
        if not (out / "tokenizer.json").exists():
            # Birds' names too: observers write them.
            texts = chain(("".join(said(m) for m in e.messages) for e in episodes), bird_names())
            tokenizer.train(texts).save(str(out / "tokenizer.json"))
        kept.write_bytes(pickle.dumps(episodes))
    return pickle.loads(kept.read_bytes())


def rows_of(episodes: list[Episode], chat: Chat) -> list[Row]:
    return [Row(*chat.conversation(e.messages, e.learn)) for e in episodes]


def mixed(rows: list[Row], corrected: list[Row]) -> list[Row]:
    """Corrections among what was taught before, so that they are not learnt at its cost."""
    wanted = CORRECTED / (1 - CORRECTED) * len(rows)
    copies = min(MOST_COPIES, round(wanted / len(corrected))) if corrected else 0
    return rows + corrected * max(1, copies)


def imitate(
    model: Qwen3, chat: Chat, rows: list[Row], surveys: list[Path], teacher: dict[str, dict], settings: sft.Settings, rounds: int, runs: int, curve: Curve, out: Path
) -> None:
    """The first stage in parts of equal length, each at half the rate of the one before; what the policy did wrong is added in between."""
    taught, held = rows[:-HELD], rows[-HELD:]
    rank, processes = rank_and_count()
    part = replace(settings, minutes=settings.minutes / (rounds + 1), deadline=settings.deadline / (rounds + 1))
    sft.train(model, taught, held, chat.pad, part, out, curve)
    if not rounds:
        return
    items, _ = training_items(surveys)
    environment = opened(items, teacher)
    keys, corrected = balanced(items, paths_of(environment, list(items), out / "paths.json"), EPISODES), []
    for number in range(1, rounds + 1):
        # Where several processes train, each corrects what it played itself.
        found, right = corrections.gather(model.eval(), chat, environment, keys, runs // processes, seed=100 + number + 1000 * rank)
        corrected += found
        print(f"round {number}: {right:.4f} of the turns right, {len(corrected)} corrections", flush=True)
        sft.train(model, mixed(taught, corrected), held, chat.pad, replace(part, rate=settings.rate / 2**number, seed=1 + number), out, curve)
    environment.close()


def from_pack(pack: Path, chat: Chat) -> Qwen3:
    """The weights of a pack, for another tokenizer of as many tokens."""
    model, theirs = Qwen3(Config.read(pack / "config.json")), Chat(pack / "tokenizer.json")
    weights = {name: torch.from_numpy(values.copy()) for name, values in packed.read(pack / "webllm", model.c).items()}
    table = weights["model.embed_tokens.weight"]
    weights["model.embed_tokens.weight"] = torch.stack([table[theirs.pieces_of(chat.said_by(token))].mean(0) for token in range(len(table))])
    model.load_state_dict(weights)
    return model


def first_model(config: Path | None, pack: Path | None, chat: Chat) -> Qwen3:
    if pack is not None:
        return from_pack(pack, chat)
    return Qwen3(Config.read(config) if config else Config())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--survey", type=Path, required=True, action="append", help="of photos, of recordings")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--stage", choices=["sft", "dpo", "gspo"], default="sft")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--deadline", type=float, default=60, help="minutes that may pass")
    parser.add_argument("--rate", type=float, help="learning rate, where the stage's own is not wanted: less for going on")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of correction, in the first stage")
    parser.add_argument("--runs", type=int, default=RUNS, help="that the policy plays in each round")
    parser.add_argument("--teacher", type=Path, help="ways better than the blueprint's, as expert.py writes them")
    parser.add_argument("--count", type=int, default=EPISODES, help="episodes to gather")
    parser.add_argument("--preferences", type=int, default=PREFERENCES, help="episodes that the second stage makes a pair of each from")
    parser.add_argument("--pairs", type=int, default=500, help="observations that the teacher and the blueprint play for the second stage")
    parser.add_argument("--episodes", type=Path, help="JSONL as trajectories.py writes it, instead of gathering")
    parser.add_argument("--config", type=Path, help="another shape than the small one")
    parser.add_argument("--start", type=Path, help="a policy's pack, whose weights the first stage goes on with")
    parser.add_argument("--resume", action="store_true", help="go on with this stage instead of starting it from the one before")
    args = parser.parse_args()
    torch.manual_seed(0)
    if "RANK" in os.environ:
        torch.distributed.init_process_group("gloo")
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    args.out.mkdir(parents=True, exist_ok=True)

    teacher = json.loads(args.teacher.read_text("utf-8")) if args.teacher else {}
    episodes = gather(args.survey, args.out, args.episodes, teacher, args.count)
    chat = Chat(args.out / "tokenizer.json")
    before = {"sft": None, "dpo": "sft", "gspo": "dpo"}[args.stage]
    start = args.out / f"{args.stage if args.resume else before}.pt"
    model = load(start) if args.resume or before else first_model(args.config, args.start, chat)
    print(f"{args.stage}: {model.size():,} weights, {len(episodes)} episodes", flush=True)
    changed = {"minutes": args.minutes, "deadline": args.deadline} | ({} if args.rate is None else {"rate": args.rate})
    if args.stage == "sft":
        imitate(model, chat, rows_of(episodes, chat), args.survey, teacher, sft.Settings(**changed), args.rounds, args.runs, Curve.of(args.out / "sft.json", args.resume), args.out)
    elif args.stage == "dpo":
        pairs = preferences(random.Random(5).sample(episodes, min(len(episodes), args.preferences)), seed=2)
        if teacher:
            items, _ = training_items(args.survey)
            environment = opened(items, teacher)
            pairs += outcome_pairs(environment, list(items), seed=6, count=args.pairs)
            environment.close()
        dpo.train(model, pairs, chat, dpo.Settings(**changed), args.out)
    else:
        items, _ = training_items(args.survey)
        environment = opened(items, teacher)
        reference = copy.deepcopy(load(args.out / "dpo.pt"))
        gspo.train(model, reference, chat, environment, balanced(items, paths_of(environment, list(items), args.out / "paths.json"), EPISODES), gspo.Settings(**changed), args.out)
        environment.close()


if __name__ == "__main__":
    main()
