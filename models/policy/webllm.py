"""Writes trained weights, tokenizer and settings as web-llm fetches them (the folder that model_list's `model` points to).

    python models/policy/webllm.py --model DIR --out DIR    (DIR: config.json, tokenizer.json, model.safetensors)
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "large")]

from convert import Shards  # noqa: E402
from quantise import fuse, is_quantised, quantise, words  # noqa: E402
from tensors import Tensors  # noqa: E402

CONTEXT, CHUNK = 1024, 512


def library_parameters(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Rows are quantised each on their own, so fusing first changes no number."""
    made = {}
    for name, weight in fuse(weights).items():
        if is_quantised(name):
            numbers, scale = quantise(weight)
            stem = name.removesuffix("weight")
            made[f"{stem}q_weight"], made[f"{stem}q_scale"] = words(numbers), scale
        else:
            made[name] = weight.astype(np.float32)
    return made


def chat_config(config: dict, ids: dict[str, int]) -> dict:
    return {
        "version": "0.1.0",
        "model_type": "qwen3",
        "quantization": "q4f32_1",
        "model_config": {"vocab_size": config["vocab_size"], "hidden_size": config["hidden_size"]},
        "vocab_size": config["vocab_size"],
        "context_window_size": CONTEXT,
        "sliding_window_size": -1,
        "attention_sink_size": -1,
        "prefill_chunk_size": CHUNK,
        "tensor_parallel_shards": 1,
        "temperature": 1.0,
        "presence_penalty": 0.0,
        "frequency_penalty": 0.0,
        "repetition_penalty": 1.0,
        "top_p": 1.0,
        "tokenizer_files": ["tokenizer.json"],
        "tokenizer_info": {"token_postproc_method": "byte_level", "prepend_space_in_encode": False, "strip_space_in_decode": False},
        "conv_template": {
            "name": "chatml",
            # web-llm stops at <|im_end|> without reading it. It stands in front of the next turn instead of behind the last one: the text is
            # that of ChatML, and a kept cache is right (docs/policies.md).
            "system_template": "<|im_start|>system\n{system_message}",
            "system_message": "",
            "system_prefix_token_ids": None,
            "add_role_after_system_message": True,
            "roles": {role: f"<|im_end|>\n<|im_start|>{role}" for role in ("user", "assistant")},
            "role_templates": {"user": "{user_message}", "assistant": "{assistant_message}", "tool": "{tool_message}"},
            "messages": [],
            "seps": [""],
            "role_content_sep": "\n",
            "role_empty_sep": "\n",
            "stop_str": [],
            "stop_token_ids": [ids["<|im_end|>"], ids["<|endoftext|>"]],
            "function_string": "",
            "use_function_calling": False,
        },
        "pad_token_id": ids["<|endoftext|>"],
        "bos_token_id": ids["<|endoftext|>"],
        "eos_token_id": [ids["<|im_end|>"], ids["<|endoftext|>"]],
    }


def write(model: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    shards = Shards(out)
    for name, values in library_parameters(Tensors(model)).items():
        shards.add(name, values)
    shards.close()
    tokenizer = json.loads((model / "tokenizer.json").read_text("utf-8"))
    ids = {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
    config = json.loads((model / "config.json").read_text("utf-8"))
    (out / "mlc-chat-config.json").write_text(json.dumps(chat_config(config, ids), indent=2) + "\n", "utf-8")
    shutil.copy(model / "tokenizer.json", out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    write(arguments.model, arguments.out)
