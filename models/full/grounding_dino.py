"""Grounding-DINO (tiny) as a detector of birds: the words are folded in, so that its text tower stays behind."""

from __future__ import annotations

import tempfile
from pathlib import Path

import onnx
import torch
from transformers import BertConfig, GroundingDinoConfig, GroundingDinoForObjectDetection, SwinConfig
from transformers.models.grounding_dino import modeling_grounding_dino as published

from graph import save

# [CLS] bird . [SEP] in the published vocabulary (bert-base-uncased).
PROMPT = "bird."
TOKENS = [101, 4743, 1012, 102]
SHORTEST, LONGEST = 800, 1333
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
PIXELS, SIZE, ROWS = "pixel_values", "size", "rows"


def random_network() -> GroundingDinoForObjectDetection:
    """Every part of the published network, each as small as it goes. The vocabulary must hold the prompt."""
    torch.manual_seed(20261116)
    swin = SwinConfig(
        image_size=96, embed_dim=8, depths=[1, 1, 1, 1], num_heads=[1, 1, 2, 2], window_size=4,
        out_features=["stage2", "stage3", "stage4"], out_indices=[2, 3, 4],
    )
    bert = BertConfig(
        vocab_size=max(TOKENS) + 1, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        max_position_embeddings=32,
    )
    config = GroundingDinoConfig(
        backbone_config=swin, text_config=bert, d_model=32, encoder_layers=1, decoder_layers=2, encoder_ffn_dim=32,
        decoder_ffn_dim=32, encoder_attention_heads=2, decoder_attention_heads=2, num_queries=12, max_text_len=8,
    )
    return GroundingDinoForObjectDetection(config).eval()


def load(folder: Path) -> GroundingDinoForObjectDetection:
    """The published weights: config.json and model.safetensors of IDEA-Research/grounding-dino-tiny."""
    return GroundingDinoForObjectDetection.from_pretrained(folder, local_files_only=True).eval()


class Said(torch.nn.Module):
    """In place of the text tower: what it says about the prompt."""

    def __init__(self, features: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("features", features)

    def forward(self, *_args, **_kwargs) -> tuple[torch.Tensor]:
        return (self.features,)


class BirdDetector(torch.nn.Module):
    """Picture and its size on a square canvas in; rows of box (centre, size, 0-1) and one logit a token out."""

    def __init__(self, network: GroundingDinoForObjectDetection, side: int) -> None:
        super().__init__()
        ids = torch.tensor([TOKENS])
        mask, positions = published.generate_masks_with_special_tokens_and_transfer_map(ids)
        with torch.no_grad():
            said = network.model.text_backbone(ids, mask[:, None], torch.zeros_like(ids), positions, return_dict=False)[0]
        self.constants = (mask, positions)
        # Scores for 256 tokens, of which all but the prompt's are minus infinity, would be most of the memory.
        for module in network.modules():
            if hasattr(module, "max_text_len"):
                module.max_text_len = len(TOKENS)
        self.network = network
        self.network.model.text_backbone = Said(said)
        self.register_buffer("ids", ids)
        self.register_buffer("axis", torch.arange(side, dtype=torch.float32))

    def forward(self, pixels: torch.Tensor, size: torch.Tensor) -> torch.Tensor:
        rows, columns = (self.axis < size[0]).long(), (self.axis < size[1]).long()
        mask = (rows[:, None] * columns[None, :])[None]
        logits, boxes = self.network(
            pixel_values=pixels, pixel_mask=mask, input_ids=self.ids, attention_mask=torch.ones_like(self.ids),
            return_dict=False,
        )[:2]
        return torch.cat([boxes, logits[..., : self.ids.shape[1]]], -1)


def export(network: GroundingDinoForObjectDetection, side: int, path: Path) -> None:
    detector = BirdDetector(network, side).eval()
    original = published.generate_masks_with_special_tokens_and_transfer_map
    # The masks of a fixed prompt are constants, and torch.isin has no counterpart in ONNX.
    published.generate_masks_with_special_tokens_and_transfer_map = lambda _ids: detector.constants
    try:
        with tempfile.TemporaryDirectory() as folder, torch.no_grad():
            raw = Path(folder) / "raw.onnx"
            example = (torch.zeros(1, 3, side, side), torch.tensor([side * 0.75, float(side)]))
            names = {"input_names": [PIXELS, SIZE], "output_names": [ROWS]}
            torch.onnx.export(detector, example, str(raw), opset_version=17, dynamo=False, **names)
            save(onnx.load(str(raw)), path)
    finally:
        published.generate_masks_with_special_tokens_and_transfer_map = original


def entry(shortest: int, longest: int, threshold: float) -> dict:
    """The manifest's part about the model: x is 0-255 there, so mean and deviation are too."""
    return {
        "role": "detector",
        "family": "grounding-dino",
        "file": "detector.onnx",
        "input": {
            "name": PIXELS, "size": SIZE, "shortest": shortest, "longest": longest,
            "width": longest, "height": longest, "layout": "nchw", "channels": "rgb",
            "mean": [round(255 * value, 4) for value in MEAN], "std": [round(255 * value, 4) for value in STD],
            # The published processor pads after normalising, with zeros.
            "fit": "letterbox", "pad": "mean",
        },
        "output": {"kind": "token-boxes", "name": ROWS, "tokens": len(TOKENS)},
        "scoreThreshold": threshold,
        "nmsIou": 0.7,
        "golden": "golden/detector.json",
    }
