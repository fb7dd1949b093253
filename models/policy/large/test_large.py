"""Large policies on tiny random weights: what comes out computes what went in."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from adapter import Merged  # noqa: E402
from backbone import TextHalf, text_config, text_name  # noqa: E402
from convert import convert, fused_names  # noqa: E402
from quantise import GROUP, ZERO, dequantise, quantise  # noqa: E402
from tensors import Tensors, write  # noqa: E402

HIDDEN, INNER, VOCABULARY = 64, 96, 32
CONFIG = {
    "model_type": "qwen3_vl",
    "text_config": {
        "hidden_size": HIDDEN, "num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 32,
        "intermediate_size": INNER, "vocab_size": VOCABULARY, "rms_norm_eps": 1e-6, "rope_theta": 5_000_000,
        "tie_word_embeddings": True, "rope_scaling": {"mrope_section": [4, 6, 6]},
    },
}  # fmt: skip


def random_model(rng: np.random.Generator) -> dict[str, np.ndarray]:
    layer = "model.language_model.layers.0."
    shapes = {
        "model.language_model.embed_tokens.weight": (VOCABULARY, HIDDEN), "model.language_model.norm.weight": (HIDDEN,),
        f"{layer}self_attn.q_proj.weight": (64, HIDDEN), f"{layer}self_attn.k_proj.weight": (32, HIDDEN),
        f"{layer}self_attn.v_proj.weight": (32, HIDDEN), f"{layer}self_attn.o_proj.weight": (HIDDEN, 64),
        f"{layer}self_attn.q_norm.weight": (32,), f"{layer}self_attn.k_norm.weight": (32,),
        f"{layer}mlp.gate_proj.weight": (INNER, HIDDEN), f"{layer}mlp.up_proj.weight": (INNER, HIDDEN),
        f"{layer}mlp.down_proj.weight": (HIDDEN, INNER), f"{layer}input_layernorm.weight": (HIDDEN,),
        f"{layer}post_attention_layernorm.weight": (HIDDEN,), "model.visual.patch_embed.proj.weight": (8, 8),
    }  # fmt: skip
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def published(tmp_path: Path) -> tuple[Path, dict[str, np.ndarray]]:
    weights = random_model(np.random.default_rng(0))
    write(weights, tmp_path / "model.safetensors")
    (tmp_path / "config.json").write_text(json.dumps(CONFIG), "utf-8")
    (tmp_path / "tokenizer.json").write_text("{}", "utf-8")
    return tmp_path, weights


def read_library(out: Path) -> dict[str, np.ndarray]:
    found = {}
    for shard in json.loads((out / "tensor-cache.json").read_text("utf-8"))["records"]:
        content = (out / shard["dataPath"]).read_bytes()
        for one in shard["records"]:
            part = content[one["byteOffset"] : one["byteOffset"] + one["nbytes"]]
            found[one["name"]] = np.frombuffer(part, one["dtype"]).reshape(one["shape"])
    return found


def unpacked(words: np.ndarray, scale: np.ndarray) -> np.ndarray:
    numbers = np.stack([(words >> np.uint32(4 * i)) & np.uint32(15) for i in range(8)], -1).reshape(words.shape[0], -1)
    return (numbers.astype(np.float32) - ZERO) * np.repeat(scale.astype(np.float32), GROUP, axis=1)


def test_every_tensor_of_the_text_half_is_in_the_library_and_none_of_the_eyes(published, tmp_path):
    folder, weights = published
    convert(folder, tmp_path / "out", None, 5_000_000)
    library = read_library(tmp_path / "out")
    expected = {
        "model.embed_tokens.q_weight", "model.embed_tokens.q_scale", "model.norm.weight",
        *(f"model.layers.0.{m}.{part}" for m in ("self_attn.c_attn", "self_attn.o_proj", "mlp.gate_up_proj", "mlp.down_proj") for part in ("q_weight", "q_scale")),
        *(f"model.layers.0.{n}.weight" for n in ("self_attn.q_norm", "self_attn.k_norm", "input_layernorm", "post_attention_layernorm")),
    }  # fmt: skip
    assert set(library) == expected
    assert json.loads((tmp_path / "out/config.json").read_text("utf-8"))["model_type"] == "qwen3"


def test_the_library_holds_the_published_numbers_within_half_a_step(published, tmp_path):
    folder, weights = published
    convert(folder, tmp_path / "out", None, None)
    library = read_library(tmp_path / "out")
    at = "model.language_model.layers.0.self_attn."
    whole = np.concatenate([weights[f"{at}{part}_proj.weight"] for part in "qkv"])
    stored = "model.layers.0.self_attn.c_attn."
    scale = library[f"{stored}q_scale"]
    error = np.abs(unpacked(library[f"{stored}q_weight"], scale) - whole).reshape(len(whole), -1, GROUP)
    assert (error <= 0.51 * scale.astype(np.float32)[..., None]).all()


def test_another_rope_theta_than_the_library_s_is_refused(published, tmp_path):
    with pytest.raises(ValueError, match="rope theta 5e"):
        convert(published[0], tmp_path / "out", None, 1_000_000)


def test_an_adapter_changes_what_it_was_trained_on_and_nothing_else():
    rng = np.random.default_rng(1)
    base = random_model(rng)
    target = "model.language_model.layers.0.self_attn.q_proj.weight"
    name = f"base_model.model.{target}".replace(".weight", ".lora_{}.weight")
    a, b = rng.normal(size=(4, HIDDEN)).astype(np.float32), rng.normal(size=(64, 4)).astype(np.float32)
    merged = Merged(base, {name.format("A"): a, name.format("B"): b}, {"r": 4, "lora_alpha": 8})
    x = rng.normal(size=HIDDEN).astype(np.float32)
    assert np.allclose(merged[target] @ x, base[target] @ x + 2 * (b @ (a @ x)), atol=1e-4)
    assert all(merged[other] is base[other] for other in base if other != target)


def test_an_adapter_for_another_model_is_refused():
    with pytest.raises(ValueError, match="does not have"):
        Merged({}, {"base_model.model.a.lora_A.weight": np.zeros((1, 1))}, {"r": 1, "lora_alpha": 1})


@pytest.mark.parametrize(
    ("published_as", "plain"),
    [
        ("model.language_model.layers.3.mlp.up_proj.weight", "model.layers.3.mlp.up_proj.weight"),
        ("language_model.model.norm.weight", "model.norm.weight"),
        ("model.layers.0.input_layernorm.weight", "model.layers.0.input_layernorm.weight"),
        ("lm_head.weight", "lm_head.weight"),
        ("model.visual.blocks.0.attn.qkv.weight", None),
        ("visual.merger.mlp.0.weight", None),
    ],
)
def test_names_of_a_vision_language_model(published_as, plain):
    assert text_name(published_as) == plain


def test_a_tied_output_layer_is_not_stored_twice():
    assert "lm_head.weight" not in TextHalf({"lm_head.weight": np.zeros(1)}, tied=True)
    assert "lm_head.weight" in TextHalf({"lm_head.weight": np.zeros(1)}, tied=False)


def test_a_config_without_theta_is_refused():
    with pytest.raises(ValueError, match="rope theta"):
        text_config({"hidden_size": 1})


def test_queries_keys_and_values_become_one_matrix_in_their_order():
    assert fused_names("m.q_proj.weight") == ("m.c_attn.weight", ["m.q_proj.weight", "m.k_proj.weight", "m.v_proj.weight"])
    assert fused_names("m.k_proj.weight") is None


def test_bfloat16_is_read_as_it_was_written(tmp_path):
    values = np.array([1.0, -2.5, 3.140625], np.float32)
    raw = (values.view(np.uint32) >> 16).astype(np.uint16).tobytes()
    header = json.dumps({"w": {"dtype": "BF16", "shape": [3], "data_offsets": [0, 6]}}).encode()
    (tmp_path / "m.safetensors").write_bytes(np.uint64(len(header)).tobytes() + header + raw)
    assert Tensors(tmp_path)["w"].tolist() == values.tolist()


def test_quantising_twice_changes_nothing():
    once = dequantise(*quantise(np.random.default_rng(2).normal(size=(4, 64)).astype(np.float32)))
    assert np.allclose(dequantise(*quantise(once)), once, atol=1e-6)
