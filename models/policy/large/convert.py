"""Brings a large policy into the layout of a q4f16_1 library for web-llm (MLC's published ones for Qwen3-4B, or our own compiler's).

    python models/policy/large/convert.py --model DIR --out DIR [--adapter DIR] [--theta 5000000]

DIR holds config.json, tokenizer.json and *.safetensors as published. Reads one tensor at a time: 4B needs about 3 GB of memory.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from adapter import merge  # noqa: E402
from backbone import TextHalf, text_config  # noqa: E402
from quantise import is_quantised, quantise, words  # noqa: E402
from tensors import Tensors  # noqa: E402

SHARD = 32 * 2**20


def fused_names(name: str) -> tuple[str, list[str]] | None:
    """What a tensor becomes and what it is made of; null for one that another takes in."""
    stem, _, last = name.removesuffix(".weight").rpartition(".")
    if last == "q_proj":
        return f"{stem}.c_attn.weight", [f"{stem}.{part}_proj.weight" for part in "qkv"]
    if last == "gate_proj":
        return f"{stem}.gate_up_proj.weight", [name, f"{stem}.up_proj.weight"]
    return None if last in ("k_proj", "v_proj", "up_proj") else (name, [name])


def parameters(weights: Mapping[str, np.ndarray]) -> Iterator[tuple[str, np.ndarray]]:
    """As the library names them: four-bit matrices with half-precision scales, norms in half precision."""
    for name in weights:
        fused = fused_names(name)
        if fused is None:
            continue
        made, parts = fused
        values = np.concatenate([weights[part] for part in parts])
        if is_quantised(made):
            numbers, scale = quantise(values)
            stem = made.removesuffix("weight")
            yield f"{stem}q_weight", words(numbers)
            yield f"{stem}q_scale", scale.astype(np.float16)
        else:
            yield made, values.astype(np.float16)


class Shards:
    """Files of at most SHARD bytes each; a larger tensor gets one to itself."""

    def __init__(self, out: Path) -> None:
        self.out, self.records, self.content, self.listed = out, [], bytearray(), []
        self.tensors = self.bytes = 0

    def add(self, name: str, values: np.ndarray) -> None:
        if self.content and len(self.content) + values.nbytes > SHARD:
            self.flush()
        self.listed.append({
            "name": name, "shape": list(values.shape), "dtype": str(values.dtype), "format": "raw",
            "nbytes": values.nbytes, "byteOffset": len(self.content),
        })  # fmt: skip
        self.content += values.tobytes()
        self.tensors, self.bytes = self.tensors + 1, self.bytes + values.nbytes

    def flush(self) -> None:
        if not self.content:
            return
        name = f"params_shard_{len(self.records)}.bin"
        (self.out / name).write_bytes(self.content)
        self.records.append({
            "dataPath": name, "format": "raw-shard", "nbytes": len(self.content), "records": self.listed,
            "md5sum": hashlib.md5(self.content).hexdigest(),
        })  # fmt: skip
        self.content, self.listed = bytearray(), []

    def close(self) -> None:
        self.flush()
        metadata = {"ParamSize": self.tensors, "ParamBytes": float(self.bytes), "BitsPerParam": 4.5}
        (self.out / "tensor-cache.json").write_text(json.dumps({"metadata": metadata, "records": self.records}), "utf-8")


def convert(model: Path, out: Path, adapter: Path | None, theta: float | None) -> None:
    config = text_config(json.loads((model / "config.json").read_text("utf-8")), theta)
    weights: Mapping[str, np.ndarray] = Tensors(model)
    if adapter is not None:
        weights = merge(weights, Tensors(adapter), adapter)
    out.mkdir(parents=True, exist_ok=True)
    shards = Shards(out)
    for name, values in parameters(TextHalf(weights, config["tie_word_embeddings"])):
        shards.add(name, values)
    shards.close()
    (out / "config.json").write_text(json.dumps(config, indent=2) + "\n", "utf-8")
    for file in ("tokenizer.json", "tokenizer_config.json", "vocab.json", "merges.txt"):
        if (model / file).exists():
            shutil.copy(model / file, out)
    print(f"{shards.tensors} tensors, {shards.bytes / 1e6:.1f} MB in {len(shards.records)} shards")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--adapter", type=Path)
    parser.add_argument("--theta", type=float, help="what the library was compiled for; the conversion fails where the model has another")
    arguments = parser.parse_args()
    convert(arguments.model, arguments.out, arguments.adapter, arguments.theta)
