"""Writes a pack with a policy that looks at the photo (Qwen3-VL), for transformers.js.

    python models/policy/vision/make.py random --tokenizer public/packs/tiny-policy/tokenizer.json --out e2e/fixtures/seeing-policy
    python models/policy/vision/make.py convert --model DIR --name qwen3-vl-2b --out DIR

`random` makes a model of that architecture with the smallest sizes that still have all of its parts and weights that mean nothing: with
it the way from a photo to a tool call is tested on any machine. `convert` takes a published model (config.json, tokenizer.json,
tokenizer_config.json, *.safetensors). A file of ONNX holds at most 2 GB, which a 2B model keeps; a 4B does not.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from tokenizers import Tokenizer

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

from config import Config, Eye, Mind  # noqa: E402
from graphs import graphs  # noqa: E402
from lib.pack_file import describe_folder  # noqa: E402
from tensors import Tensors  # noqa: E402
from wide import Weights  # noqa: E402

SEED = 7
# So much more than usual counts what a token looks at: with random weights its own word would drown the picture.
ATTENTION = 4
VISION_TOKENS = ("<|vision_start|>", "<|vision_end|>", "<|image_pad|>")
APACHE = {"id": "Apache-2.0", "name": "Apache License 2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0", "nonCommercial": False}
# As Qwen3-VL was trained: 16-pixel patches of two frames, each channel from -1 to 1.
EYE_CONFIG = {
    "image_processor_type": "Qwen2VLImageProcessorFast", "patch_size": 16, "temporal_patch_size": 2, "merge_size": 2,
    "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5], "do_resize": True, "do_rescale": True, "rescale_factor": 1 / 255,
    "do_normalize": True, "do_convert_rgb": True, "resample": 3,
}  # fmt: skip


def tiny(tokenizer: Tokenizer) -> Config:
    """Two looks deeper, three axes of position, heads that share keys: everything that the large one has, small."""
    ids = [tokenizer.token_to_id(token) for token in VISION_TOKENS]
    eye = Eye(3, 64, 128, 4, 64, 64, (0, 1))
    # One token more than the tokenizer has: no film.
    mind = Mind(tokenizer.get_vocab_size() + 1, 64, 128, 2, 4, 2, 16, (4, 2, 2))
    return Config(eye, mind, vision_start_token_id=ids[0], vision_end_token_id=ids[1], image_token_id=ids[2])


def random_weights(c: Config) -> dict[str, np.ndarray]:
    """Named as transformers names them. Large enough that what is seen and read makes a difference."""
    generator = np.random.default_rng(SEED)

    def matrix(*shape: int) -> np.ndarray:
        return (generator.standard_normal(shape) * np.prod(shape[1:]) ** -0.5).astype(np.float32)

    def affine(name: str, outputs: int, *inputs: int) -> dict[str, np.ndarray]:
        return {f"{name}.weight": matrix(outputs, *inputs), f"{name}.bias": matrix(outputs, 1)[:, 0] * np.float32(0.1)}

    def norm(name: str, size: int) -> dict[str, np.ndarray]:
        return {f"{name}.weight": 1 + matrix(size, 1)[:, 0] * np.float32(0.1), f"{name}.bias": matrix(size, 1)[:, 0] * np.float32(0.1)}

    eye, mind = c.eye, c.mind
    hidden, merged = eye.hidden_size, eye.hidden_size * eye.spatial_merge_size**2
    at = "model.visual"
    made = affine(f"{at}.patch_embed.proj", hidden, eye.in_channels, eye.temporal_patch_size, eye.patch_size, eye.patch_size)
    made[f"{at}.pos_embed.weight"] = matrix(eye.num_position_embeddings, hidden)
    for layer in range(eye.depth):
        block = f"{at}.blocks.{layer}"
        made |= norm(f"{block}.norm1", hidden) | norm(f"{block}.norm2", hidden)
        made |= affine(f"{block}.attn.qkv", 3 * hidden, hidden) | affine(f"{block}.attn.proj", hidden, hidden)
        made |= affine(f"{block}.mlp.linear_fc1", eye.intermediate_size, hidden) | affine(f"{block}.mlp.linear_fc2", hidden, eye.intermediate_size)
    mergers = [("merger", hidden), *((f"deepstack_merger_list.{look}", merged) for look in range(len(eye.deepstack_visual_indexes)))]
    for name, size in mergers:
        made |= norm(f"{at}.{name}.norm", size) | affine(f"{at}.{name}.linear_fc1", merged, merged)
        made |= affine(f"{at}.{name}.linear_fc2", eye.out_hidden_size, merged)

    at = "model.language_model"
    # Numbers around one, as the features of a picture are: neither drowns the other.
    made[f"{at}.embed_tokens.weight"] = generator.standard_normal((mind.vocab_size, mind.hidden_size)).astype(np.float32)
    for layer in range(mind.num_hidden_layers):
        here = f"{at}.layers.{layer}"
        for name, outputs in (("q", mind.num_attention_heads), ("k", mind.num_key_value_heads), ("v", mind.num_key_value_heads)):
            made[f"{here}.self_attn.{name}_proj.weight"] = matrix(outputs * mind.head_dim, mind.hidden_size)
        made[f"{here}.self_attn.o_proj.weight"] = ATTENTION * matrix(mind.hidden_size, mind.num_attention_heads * mind.head_dim)
        for name, shape in (("gate", (mind.intermediate_size, mind.hidden_size)), ("up", (mind.intermediate_size, mind.hidden_size))):
            made[f"{here}.mlp.{name}_proj.weight"] = matrix(*shape)
        made[f"{here}.mlp.down_proj.weight"] = matrix(mind.hidden_size, mind.intermediate_size)
        for name in ("input_layernorm", "post_attention_layernorm"):
            made[f"{here}.{name}.weight"] = norm("n", mind.hidden_size)["n.weight"]
        for name in ("q_norm", "k_norm"):
            made[f"{here}.self_attn.{name}.weight"] = norm("n", mind.head_dim)["n.weight"]
    made[f"{at}.norm.weight"] = norm("n", mind.hidden_size)["n.weight"]
    return made


def write_json(content: object, path: Path) -> None:
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")


def write_pack(c: Config, weights: Weights, tokenizer: Path, out: Path, *, name: str, about: dict) -> int:
    shutil.rmtree(out, ignore_errors=True)
    (out / "onnx").mkdir(parents=True)
    words = Tokenizer.from_file(str(tokenizer))
    words.add_special_tokens(list(VISION_TOKENS))
    words.save(str(out / "tokenizer.json"))
    end, pad = words.token_to_id("<|im_end|>"), words.token_to_id("<|endoftext|>")
    write_json(c.whole(), out / "config.json")
    write_json({"eos_token_id": [end, pad], "pad_token_id": pad, "do_sample": False}, out / "generation_config.json")
    settings = {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "<|im_end|>", "pad_token": "<|endoftext|>", "bos_token": None}
    write_json({**settings, "unk_token": None, "add_bos_token": False, "clean_up_tokenization_spaces": False}, out / "tokenizer_config.json")
    side = about["picture"]
    write_json({**EYE_CONFIG, "size": {"shortest_edge": 32 * 32, "longest_edge": side**2}}, out / "preprocessor_config.json")
    for file, graph in graphs(c, weights).items():
        onnx.save(graph, str(out / "onnx" / f"{file}_q4.onnx"))
    onnx_files = [f"onnx/{file}_q4.onnx" for file in ("embed_tokens", "vision_encoder")]
    beside = ["config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "preprocessor_config.json"]
    (out / "golden.json").write_text('{"prompts": []}\n', "utf-8")
    files = describe_folder(out)
    model = {
        "role": "policy", "family": "qwen3-vl", "dialect": "hermes", "style": about["style"], "contextTokens": about["context"],
        "onnx": {"file": "onnx/decoder_model_merged_q4.onnx", "dtype": "q4", "files": [*onnx_files, *beside]},
        "sight": {"side": side}, "golden": "golden.json", "licence": about["licence"],
        "card": {"title": about["title"], "source": about["source"], "summary": about["summary"], "figures": []},
    }  # fmt: skip
    manifest = {"format": 1, "name": name, "version": about["version"], "title": about["title"], "summary": about["summary"], "licence": about["licence"]}
    write_json({**manifest, "files": files, "models": [model]}, out / "manifest.json")
    return sum(file["bytes"] for file in files)


def make_random(tokenizer: Path, out: Path) -> int:
    words = Tokenizer.from_file(str(tokenizer))
    words.add_special_tokens(list(VISION_TOKENS))
    config = tiny(words)
    about = {
        "title": "Seeing policy, random weights", "version": "1", "source": "models/policy/vision/make.py", "licence": APACHE, "style": "compact",
        "summary": "Qwen3-VL's architecture with random weights: it knows nothing. For tests of the way from a photo to a call.",
        "context": 4096, "picture": 128,
    }  # fmt: skip
    return write_pack(config, random_weights(config), tokenizer, out, name="seeing-policy", about=about)


def convert(model: Path, name: str, out: Path) -> int:
    config = Config.read(json.loads((model / "config.json").read_text("utf-8")))
    about = {
        "title": name, "version": "1", "source": str(model.name), "licence": APACHE, "style": "full", "summary": f"{name} in four bits.",
        "context": 8192, "picture": 448,
    }  # fmt: skip
    return write_pack(config, Tensors(model), model / "tokenizer.json", out, name=name, about=about)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    small = kinds.add_parser("random")
    small.add_argument("--tokenizer", type=Path, required=True)
    large = kinds.add_parser("convert")
    large.add_argument("--model", type=Path, required=True)
    large.add_argument("--name", required=True)
    for one in (small, large):
        one.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    size = make_random(args.tokenizer, args.out) if args.kind == "random" else convert(args.model, args.name, args.out)
    print(f"{args.out}: {size} bytes")
