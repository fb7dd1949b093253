"""Four-bit weights: groups of 32 along the inputs share a scale, (q - 7) * scale with q in 0..14.

The same numbers go into the WebGPU library, the ONNX file and, dequantised, into torch, so that all three can be compared token for token.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

GROUP, NIBBLES, ZERO = 32, 8, 7


def quantise(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """outputs x inputs -> (numbers 0..14 as uint8, scales outputs x inputs/32 as float32)."""
    groups = weight.astype(np.float32).reshape(weight.shape[0], -1, GROUP)
    scale = np.abs(groups).max(-1, keepdims=True) / ZERO
    # A group of zeros needs no scale; one keeps the division defined.
    safe = np.where(scale > 0, scale, 1)
    numbers = np.clip(np.round(groups / safe) + ZERO, 0, 2 * ZERO).astype(np.uint8)
    return numbers.reshape(weight.shape), safe[..., 0].astype(np.float32)


def dequantise(numbers: np.ndarray, scale: np.ndarray) -> np.ndarray:
    return (numbers.astype(np.float32) - ZERO) * np.repeat(scale, GROUP, axis=1)


def words(numbers: np.ndarray) -> np.ndarray:
    """Eight numbers a 32-bit word, the first in the lowest bits: what the WebGPU library reads."""
    packed = np.zeros((numbers.shape[0], numbers.shape[1] // NIBBLES), np.uint32)
    for place in range(NIBBLES):
        packed |= numbers[:, place::NIBBLES].astype(np.uint32) << np.uint32(4 * place)
    return packed


def pairs(numbers: np.ndarray) -> np.ndarray:
    """Two numbers a byte, the first in the lower half: what the ONNX file holds."""
    return numbers[:, 0::2] | (numbers[:, 1::2] << 4)


def is_quantised(name: str) -> bool:
    """Matrices are; norms are not."""
    return name.endswith(("_proj.weight", "c_attn.weight", "embed_tokens.weight", "lm_head.weight"))


def fuse(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """One matrix where a single product will do: queries, keys and values; gate and up."""
    fused = {}
    for name, weight in weights.items():
        stem, _, last = name.removesuffix(".weight").rpartition(".")
        if last == "q_proj":
            fused[f"{stem}.c_attn.weight"] = np.concatenate([weights[f"{stem}.{part}_proj.weight"] for part in "qkv"])
        elif last == "gate_proj":
            fused[f"{stem}.gate_up_proj.weight"] = np.concatenate([weight, weights[f"{stem}.up_proj.weight"]])
        elif last not in ("k_proj", "v_proj", "up_proj"):
            fused[name] = weight
    return fused


def dequantised(weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The weights that the quantised model computes with."""
    return {name: dequantise(*quantise(w)) if is_quantised(name) else w.astype(np.float32) for name, w in weights.items()}
