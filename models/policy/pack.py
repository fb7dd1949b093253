"""Assembles public/packs/tiny-policy: web-llm's files, the ONNX file in transformers.js' layout, golden replies, and the manifest.

    python models/policy/pack.py --checkpoint gspo.pt --tokenizer FILE --libraries DIR --prompts PROMPTS.json --out public/packs/tiny-policy

Golden replies are torch's, with the dequantised weights: what every engine must say, token for token.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from datetime import date
from pathlib import Path

import torch

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import export_onnx  # noqa: E402
import webllm  # noqa: E402
from chat import Chat  # noqa: E402
from learning import load  # noqa: E402
from lib.pack_file import describe_folder  # noqa: E402
from network import Qwen3  # noqa: E402
from quantise import dequantised  # noqa: E402
from rollout import replies  # noqa: E402
from tensors import write as write_tensors  # noqa: E402
from torch_table import TorchTable  # noqa: E402

LIMIT = 12_000_000
LIBRARIES = ("q4f32.wasm", "q4f16.wasm")
LICENCE = {
    "id": "CC-BY-NC-4.0",
    "name": "Creative Commons Attribution-NonCommercial 4.0",
    "url": "https://creativecommons.org/licenses/by-nc/4.0/",
    "nonCommercial": True,
    "note": "Trained on what the starter pack's models said about photos of CUB-200-2011, recordings of xeno-canto and others, some of which are for "
    "non-commercial research only. The libraries hold parts of Apache TVM (Apache-2.0).",
}


def chat_template() -> str:
    """ChatML, for transformers.js."""
    return (
        "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
    )


def tokenizer_config() -> dict:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": "<|im_end|>",
        "pad_token": "<|endoftext|>",
        "bos_token": None,
        "unk_token": None,
        "add_bos_token": False,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 1024,
        "chat_template": chat_template(),
    }


def write_json(value: object, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", "utf-8")


def quantised_model(model: Qwen3) -> Qwen3:
    """The model that all engines compute."""
    numbers = dequantised({name: value.numpy() for name, value in model.state_dict().items()})
    model.load_state_dict({name: torch.from_numpy(value) for name, value in numbers.items()})
    return model.eval()


def golden(model: Qwen3, chat: Chat, prompts: list[list[dict]]) -> list[dict]:
    made = []
    for messages in prompts:
        ids, _ = chat.conversation([*messages, {"role": "assistant", "content": ""}], [False] * 99)
        reply = replies(TorchTable(model, 1), [ids[:-1]], chat, 0, None)[0]
        made.append({"messages": messages, "prompt": ids[:-1], "reply": chat.text(reply), "ids": reply})
    return made


def figures(results: Path | None, stages: str) -> list[dict]:
    if results is None or not results.exists():
        return []
    rows = {(row["policy"], row["hints"]): row for row in json.loads(results.read_text("utf-8"))["rows"] if row["media"] == "all"}
    chosen = []
    last = stages.split(",")[-1].strip().lower()
    for policy in ("blueprint", last):
        row = rows[(policy, "full")]
        for name, label in (("reward", "mean reward"), ("solved", "solved"), ("overclaimed", "overclaimed"), ("calls", "calls a run")):
            figure = {"name": f"{label}, {policy}, with hints", "value": round(row[name], 4), "n": row["runs"], "command": "npm run bench:policy"}
            chosen.append(figure)
    return chosen


def described(out: Path, results: Path | None, stages: str, media: list[str]) -> dict:
    """The policy as src/policies/manifest.ts reads it."""
    summary = f"Qwen3 architecture, trained on recorded tool outputs ({stages})."
    return {
        "role": "policy",
        "family": "qwen3",
        "dialect": "hermes",
        "style": "compact",
        "contextTokens": webllm.CONTEXT,
        "media": media,
        "webllm": {
            "config": "webllm/mlc-chat-config.json",
            "library": {name[2:5]: f"webllm/{name}" for name in LIBRARIES if (out / "webllm" / name).exists()},
            "files": ["webllm/tensor-cache.json", "webllm/params_shard_0.bin", "webllm/tokenizer.json"],
        },
        "onnx": {
            "file": "onnx/model_q4.onnx",
            "dtype": "q4",
            "files": ["config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json"],
        },
        "golden": "golden/policy.json",
        "licence": LICENCE,
        "card": {
            "title": "Goldcrest tiny policy",
            "source": "models/policy",
            "summary": summary,
            "figures": figures(results, stages),
        },
    }


def assemble(model: Qwen3, tokenizer: Path, libraries: Path, prompts: list[list[dict]], results: Path | None, stages: str, media: list[str], out: Path) -> int:
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    chat = Chat(tokenizer)
    weights = {name: value.numpy() for name, value in model.state_dict().items()}
    model.c.write(out / "config.json", end=chat.end, pad=chat.pad)
    shutil.copy(tokenizer, out / "tokenizer.json")
    write_json(tokenizer_config(), out / "tokenizer_config.json")
    write_json({"eos_token_id": [chat.end, chat.pad], "pad_token_id": chat.pad, "do_sample": False}, out / "generation_config.json")
    export_onnx.write(model.c, weights, out / "onnx/model_q4.onnx")
    write_tensors(weights, out / "model.safetensors")
    webllm.write(out, out / "webllm")
    (out / "model.safetensors").unlink()
    for library in LIBRARIES:
        if (libraries / library).exists():
            shutil.copy(libraries / library, out / "webllm" / library)
    (out / "golden").mkdir()
    replies_of = golden(quantised_model(model), chat, prompts)
    (out / "golden/policy.json").write_text(json.dumps({"prompts": replies_of}, ensure_ascii=False) + "\n", "utf-8")
    files = describe_folder(out)
    size = sum(file["bytes"] for file in files)
    if size > LIMIT:
        raise SystemExit(f"the pack is {size} bytes, over its {LIMIT}")
    manifest = {
        "format": 1,
        "name": "tiny-policy",
        "version": date.today().strftime("%Y.%m.%d"),
        "title": "Tiny policy",
        "summary": f"A language model of {model.size() / 1e6:.1f} million weights that decides the agent's next step, for WebGPU through web-llm "
        "and for wasm through transformers.js. Made by the recipe in models/policy.",
        "licence": LICENCE,
        "files": files,
        "models": [described(out, results, stages, media)],
    }
    write_json(manifest, out / "manifest.json")
    return size


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--libraries", type=Path, required=True)
    parser.add_argument("--prompts", type=Path, required=True, help="conversations to reply to, as JSON")
    parser.add_argument("--results", type=Path, help="what bench.py wrote, for the card")
    parser.add_argument("--stages", default="SFT, DPO, GSPO", help="what the checkpoint went through, for the card")
    parser.add_argument("--media", nargs="+", choices=["photo", "sound"], default=["photo", "sound"], help="what it was trained to decide about")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    size = assemble(load(args.checkpoint).eval(), args.tokenizer, args.libraries, json.loads(args.prompts.read_text("utf-8")), args.results, args.stages, args.media, args.out)
    print(f"{args.out}: {size} bytes")
