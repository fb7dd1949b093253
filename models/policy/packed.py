"""Reads the four-bit weights of a pack back (what webllm.py wrote), so that a training can start from a policy that is there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from network import Config
from quantise import NIBBLES, dequantise


def stored(folder: Path) -> dict[str, np.ndarray]:
    """Every tensor as the shards hold it."""
    found = {}
    for shard in json.loads((folder / "tensor-cache.json").read_text("utf-8"))["records"]:
        content = (folder / shard["dataPath"]).read_bytes()
        for one in shard["records"]:
            raw = content[one["byteOffset"] : one["byteOffset"] + one["nbytes"]]
            found[one["name"]] = np.frombuffer(raw, one["dtype"]).reshape(one["shape"])
    return found


def numbers_of(packed: np.ndarray) -> np.ndarray:
    """The numbers of 32-bit words, as quantise.words packs them."""
    places = 4 * np.arange(NIBBLES, dtype=np.uint32)
    return ((packed[..., None] >> places) & np.uint32(15)).astype(np.uint8).reshape(len(packed), -1)


def apart(name: str, weight: np.ndarray, c: Config) -> dict[str, np.ndarray]:
    """A fused matrix as those that it was made of (quantise.fuse)."""
    stem, _, last = name.removesuffix(".weight").rpartition(".")
    if last == "c_attn":
        sizes = [c.num_attention_heads * c.head_dim, c.num_key_value_heads * c.head_dim]
        parts = np.split(weight, [sizes[0], sizes[0] + sizes[1]])
        return {f"{stem}.{part}_proj.weight": values for part, values in zip("qkv", parts, strict=True)}
    if last == "gate_up_proj":
        return {f"{stem}.{part}_proj.weight": values for part, values in zip(("gate", "up"), np.split(weight, 2), strict=True)}
    return {name: weight}


def read(folder: Path, c: Config) -> dict[str, np.ndarray]:
    """Weights by the names of network.py, dequantised."""
    kept, weights = stored(folder), {}
    for name, values in kept.items():
        if name.endswith("q_scale"):
            continue
        if name.endswith("q_weight"):
            stem = name.removesuffix("q_weight")
            name, values = f"{stem}weight", dequantise(numbers_of(values), kept[f"{stem}q_scale"])
        weights |= apart(name, values, c)
    return weights
