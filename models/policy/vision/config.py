"""The parts and sizes of a Qwen3-VL, as its config.json names them."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Eye:
    depth: int
    hidden_size: int
    intermediate_size: int
    num_heads: int
    out_hidden_size: int
    num_position_embeddings: int
    deepstack_visual_indexes: tuple[int, ...]
    patch_size: int = 16
    spatial_merge_size: int = 2
    temporal_patch_size: int = 2
    in_channels: int = 3
    hidden_act: str = "gelu_pytorch_tanh"


@dataclass(frozen=True)
class Mind:
    vocab_size: int
    hidden_size: int
    intermediate_size: int
    num_hidden_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
    mrope_section: tuple[int, int, int]
    rope_theta: float = 5_000_000.0
    rms_norm_eps: float = 1e-6


@dataclass(frozen=True)
class Config:
    eye: Eye
    mind: Mind
    image_token_id: int
    vision_start_token_id: int
    vision_end_token_id: int
    tie_word_embeddings: bool = True

    @staticmethod
    def read(whole: dict) -> Config:
        """From a published config.json."""
        text, vision = whole["text_config"], whole["vision_config"]
        # Newer files keep theta and the sections together, older ones apart.
        rope = text.get("rope_parameters") or text.get("rope_scaling") or {}
        theta = rope.get("rope_theta", text.get("rope_theta", Mind.rope_theta))
        eye = {name: vision[name] for name in Eye.__dataclass_fields__ if name in vision}
        mind = {name: text[name] for name in Mind.__dataclass_fields__ if name in text}
        return Config(
            eye=Eye(**{**eye, "deepstack_visual_indexes": tuple(vision["deepstack_visual_indexes"])}),
            mind=Mind(**{**mind, "mrope_section": tuple(rope["mrope_section"]), "rope_theta": theta}),
            tie_word_embeddings=whole.get("tie_word_embeddings", text.get("tie_word_embeddings", False)),
            **{name: whole[name] for name in ("image_token_id", "vision_start_token_id", "vision_end_token_id")},
        )

    def whole(self) -> dict:
        """As transformers and transformers.js read it."""
        mind = asdict(self.mind)
        rope = {"rope_type": "default", "mrope_interleaved": True, "mrope_section": list(mind.pop("mrope_section")), "rope_theta": self.mind.rope_theta}
        return {
            "architectures": ["Qwen3VLForConditionalGeneration"],
            "model_type": "qwen3_vl",
            "tie_word_embeddings": self.tie_word_embeddings,
            "image_token_id": self.image_token_id,
            # Films are not looked at; the number must only be no other token's.
            "video_token_id": self.mind.vocab_size - 1,
            "vision_start_token_id": self.vision_start_token_id,
            "vision_end_token_id": self.vision_end_token_id,
            "vision_config": {"model_type": "qwen3_vl", **asdict(self.eye), "deepstack_visual_indexes": list(self.eye.deepstack_visual_indexes)},
            "text_config": {
                "model_type": "qwen3_vl_text", "attention_bias": False, "hidden_act": "silu", "max_position_embeddings": 262144,
                **mind, "rope_parameters": rope, "rope_scaling": rope,
            },
        }  # fmt: skip
