"""Merges a LoRA adapter into the weights it was trained on: W + (alpha / r) * B A, one matrix at a time.

BirdAgent and qwen-tool are published as adapters; web-llm knows only whole models.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

PREFIX = "base_model.model."


class Merged(Mapping[str, np.ndarray]):
    """The base's tensors, with the adapter's changes put in as they are read."""

    def __init__(self, base: Mapping[str, np.ndarray], adapter: Mapping[str, np.ndarray], config: dict) -> None:
        self.base, self.adapter = base, adapter
        rank = config["r"]
        self.scale = config["lora_alpha"] / (math.sqrt(rank) if config.get("use_rslora") else rank)
        if config.get("use_dora") or config.get("bias", "none") != "none" or config.get("modules_to_save"):
            raise ValueError("only plain LoRA can be merged: no DoRA, biases or saved modules")
        self.changes = {}
        for name in adapter:
            if ".lora_A." in name:
                target = name.removeprefix(PREFIX).replace(".lora_A", "").replace(".default", "")
                self.changes[target] = (name, name.replace(".lora_A", ".lora_B"))
        missing = sorted(set(self.changes) - set(base))
        if missing:
            raise ValueError(f"the adapter changes {len(missing)} tensors that the base does not have, first {missing[0]}")

    def __getitem__(self, name: str) -> np.ndarray:
        weight = self.base[name]
        if name not in self.changes:
            return weight
        a, b = (self.adapter[part].astype(np.float32) for part in self.changes[name])
        return weight + np.float32(self.scale) * (b @ a)

    def __iter__(self):
        return iter(self.base)

    def __len__(self) -> int:
        return len(self.base)


def merge(base: Mapping[str, np.ndarray], adapter: Mapping[str, np.ndarray], folder: Path) -> Merged:
    return Merged(base, adapter, json.loads((folder / "adapter_config.json").read_text("utf-8")))
