"""BioCLIP-2: the image tower as ONNX, and one embedding a species, made by the text tower."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Callable, Iterable

import numpy as np
import onnx
import torch
from transformers import CLIPConfig, CLIPModel

from graph import save
from taxa import Bird

MEAN, STD = (0.48145466, 0.4578275, 0.40821073), (0.26862954, 0.26130258, 0.27577711)
SIDE, CONTEXT = 224, 77
PIXELS, EMBEDDING = "pixel_values", "embedding"
# A few of the phrases that CLIP models are asked with; the mean over them is steadier than any one.
PHRASES = ("a photo of {}.", "a close-up photo of {}.", "a cropped photo of {}.", "a bad photo of {}.", "{}")

Tokenise = Callable[[list[str]], torch.Tensor]


def random_network() -> CLIPModel:
    torch.manual_seed(20261117)
    # The end-of-text token must be the highest: the published weights are read at it.
    text = {"vocab_size": 128, "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2,
            "intermediate_size": 32, "max_position_embeddings": CONTEXT, "eos_token_id": 127, "hidden_act": "gelu"}
    vision = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64,
              "image_size": SIDE, "patch_size": 32, "hidden_act": "gelu"}
    return CLIPModel(CLIPConfig(text_config=text, vision_config=vision, projection_dim=24)).eval()


def random_tokenise(texts: list[str]) -> torch.Tensor:
    """Bytes as tokens: enough to tell one text from another."""
    ids = torch.zeros(len(texts), CONTEXT, dtype=torch.long)
    for row, text in enumerate(texts):
        letters = [min(126, byte) for byte in text.encode()][: CONTEXT - 2]
        ids[row, : len(letters) + 2] = torch.tensor([1, *letters, 127])
    return ids


def load(folder: Path) -> tuple[CLIPModel, Tokenise]:
    """The published weights: open_clip_config.json, open_clip_model.safetensors and tokenizer.json of imageomics/bioclip-2."""
    from safetensors.torch import load_file
    from tokenizers import Tokenizer

    config = json.loads((folder / "open_clip_config.json").read_text())["model_cfg"]
    network = from_open_clip(load_file(folder / "open_clip_model.safetensors"), config)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(CONTEXT)

    def tokenise(texts: list[str]) -> torch.Tensor:
        ids = torch.zeros(len(texts), CONTEXT, dtype=torch.long)
        for row, encoded in enumerate(tokenizer.encode_batch(texts)):
            ids[row, : len(encoded.ids)] = torch.tensor(encoded.ids)
        return ids

    return network, tokenise


def from_open_clip(weights: dict[str, torch.Tensor], config: dict) -> CLIPModel:
    """The same network under the names of transformers: open_clip's own package needs torchvision, this does not."""
    vision, text = config["vision_cfg"], config["text_cfg"]
    activation = "quick_gelu" if config.get("quick_gelu") else "gelu"
    head = vision.get("head_width", 64)
    network = CLIPModel(CLIPConfig(
        projection_dim=config["embed_dim"],
        vision_config={"hidden_size": vision["width"], "num_hidden_layers": vision["layers"],
                       "num_attention_heads": vision["width"] // head, "intermediate_size": 4 * vision["width"],
                       "image_size": vision["image_size"], "patch_size": vision["patch_size"], "hidden_act": activation},
        text_config={"hidden_size": text["width"], "num_hidden_layers": text["layers"],
                     "num_attention_heads": text["heads"], "intermediate_size": 4 * text["width"],
                     "vocab_size": text["vocab_size"], "max_position_embeddings": text["context_length"],
                     "eos_token_id": text["vocab_size"] - 1, "hidden_act": activation},
    ))
    missing, unexpected = network.load_state_dict(renamed(weights), strict=False)
    missing = [name for name in missing if not name.endswith("position_ids")]
    if missing or unexpected:
        raise ValueError(f"not the weights of this network: missing {missing[:3]}, unexpected {unexpected[:3]}")
    return network.eval()


WHOLE = {
    "logit_scale": "logit_scale",
    "visual.class_embedding": "vision_model.embeddings.class_embedding",
    "visual.conv1.weight": "vision_model.embeddings.patch_embedding.weight",
    "visual.positional_embedding": "vision_model.embeddings.position_embedding.weight",
    "visual.ln_pre": "vision_model.pre_layrnorm",
    "visual.ln_post": "vision_model.post_layernorm",
    "token_embedding.weight": "text_model.embeddings.token_embedding.weight",
    "positional_embedding": "text_model.embeddings.position_embedding.weight",
    "ln_final": "text_model.final_layer_norm",
}
IN_LAYER = {"ln_1": "layer_norm1", "ln_2": "layer_norm2", "mlp.c_fc": "mlp.fc1", "mlp.c_proj": "mlp.fc2",
            "attn.out_proj": "self_attn.out_proj"}


def renamed(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    out: dict[str, torch.Tensor] = {}
    for name, value in weights.items():
        if name in ("visual.proj", "text_projection"):
            target = "visual_projection" if name.startswith("visual") else "text_projection"
            out[f"{target}.weight"] = value.T.contiguous()
            continue
        stem, _, kind = name.rpartition(".")
        if name in WHOLE:
            out[WHOLE[name]] = value
        elif stem in WHOLE:
            out[f"{WHOLE[stem]}.{kind}"] = value
        elif "resblocks." in name:
            tower = "vision_model" if name.startswith("visual.") else "text_model"
            layer, _, rest = name.split("resblocks.", 1)[1].partition(".")
            prefix = f"{tower}.encoder.layers.{layer}"
            if rest.startswith("attn.in_proj_"):
                for part, one in zip("qkv", value.chunk(3)):
                    out[f"{prefix}.self_attn.{part}_proj.{rest.removeprefix('attn.in_proj_')}"] = one.contiguous()
            else:
                inner, _, kind = rest.rpartition(".")
                out[f"{prefix}.{IN_LAYER[inner]}.{kind}"] = value
        elif name != "attn_mask":
            out[name] = value
    return out


class ImageTower(torch.nn.Module):
    def __init__(self, network: CLIPModel) -> None:
        super().__init__()
        self.tower, self.projection = network.vision_model, network.visual_projection

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return self.projection(self.tower(pixel_values=pixels).pooler_output)


def export(network: CLIPModel, path: Path) -> None:
    network.config.vision_config._attn_implementation = "eager"
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        raw = Path(folder) / "raw.onnx"
        side = network.config.vision_config.image_size
        names = {"input_names": [PIXELS], "output_names": [EMBEDDING]}
        tower = ImageTower(network).eval()
        torch.onnx.export(tower, (torch.zeros(1, 3, side, side),), str(raw), opset_version=17, dynamo=False, **names)
        save(onnx.load(str(raw)), path)


@torch.no_grad()
def species_table(network: CLIPModel, tokenise: Tokenise, birds: Iterable[Bird], at_once: int = 16) -> np.ndarray:
    """One row a bird, of length 1, in half precision."""
    rows = []
    birds = list(birds)
    for start in range(0, len(birds), at_once):
        part = birds[start : start + at_once]
        texts = [phrase.format(bird.lineage) for bird in part for phrase in PHRASES]
        hidden = network.text_model(input_ids=tokenise(texts)).pooler_output
        features = torch.nn.functional.normalize(network.text_projection(hidden), dim=-1)
        mean = features.view(len(part), len(PHRASES), -1).mean(1)
        rows.append(torch.nn.functional.normalize(mean, dim=-1).numpy())
    return np.concatenate(rows).astype("<f2")


def entry(network: CLIPModel) -> dict:
    return {
        "role": "image",
        "family": "bioclip",
        "file": "image.onnx",
        "input": {
            "name": PIXELS, "width": SIDE, "height": SIDE, "layout": "nchw", "channels": "rgb",
            "mean": [round(255 * value, 4) for value in MEAN], "std": [round(255 * value, 4) for value in STD],
            "fit": "cover", "pad": 0, "filter": "cubic",
        },
        "output": {"name": EMBEDDING, "kind": "logits", "length": network.config.projection_dim},
        "logitScale": round(float(network.logit_scale.exp()), 4),
        "table": "species.bin",
        "labels": {"file": "labels/image.txt", "format": "scientific"},
        "cropMargin": 0.1,
        "golden": "golden/image.json",
    }
