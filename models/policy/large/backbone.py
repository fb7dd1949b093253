"""The text half of a Qwen3-VL as a plain Qwen3: what web-llm can run.

Drops the eyes (`visual.*`), renames `model.language_model.*` to `model.*`, and writes the text half of the config with the rope theta that
the compiled library must have: 5,000,000 for Qwen3-VL-4B and Qwen3-4B-Instruct-2507, 1,000,000 for Qwen3-4B. A library compiled for
another theta loads these weights and talks nonsense, so the theta is checked, not assumed.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

RENAMES = (("model.language_model.", "model."), ("language_model.model.", "model."), ("language_model.lm_head.", "lm_head."))
EYES = ("model.visual.", "visual.")


def text_name(name: str) -> str | None:
    """The name in a plain Qwen3; null for a part of the eyes."""
    if name.startswith(EYES):
        return None
    for old, new in RENAMES:
        if name.startswith(old):
            return new + name.removeprefix(old)
    return name


class TextHalf(Mapping[str, np.ndarray]):
    def __init__(self, whole: Mapping[str, np.ndarray], tied: bool) -> None:
        self.whole = whole
        self.names = {new: old for old in whole if (new := text_name(old)) is not None}
        if tied:
            # Some exports repeat the embedding as the output layer.
            self.names.pop("lm_head.weight", None)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.whole[self.names[name]]

    def __iter__(self):
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def text_config(config: dict, theta: float | None = None) -> dict:
    """A Qwen3 config from a Qwen3-VL one; a Qwen3 config stays as it is. Fails where the theta is not the expected one."""
    text = dict(config.get("text_config", config))
    found = text.get("rope_theta") or text.get("rope_parameters", {}).get("rope_theta")
    if found is None:
        raise ValueError("the config does not say its rope theta")
    if theta is not None and found != theta:
        raise ValueError(f"the model has rope theta {found:g}, the library was compiled for {theta:g}")
    # Sections of positions for pictures; without pictures they are one.
    for part in ("rope_scaling", "rope_parameters", "mrope_section"):
        text.pop(part, None)
    tied = text.get("tie_word_embeddings", config.get("tie_word_embeddings", False))
    return {**text, "architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "rope_theta": found, "tie_word_embeddings": tied}
