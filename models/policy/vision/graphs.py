"""Qwen3-VL as the three ONNX files that transformers.js asks for: the eye, the table of words, and the decoder.

Written node by node from weights that are named as transformers names them. Matrices stay in four bits while they are used
(MatMulNBits), so that a large model takes no more memory than disk. transformers.js hands on one tensor of image features and knows
nothing of DeepStack; so the features of the deeper looks travel beside the image's own, in columns of the same tensor, and the decoder
takes them apart again.
"""

from __future__ import annotations

import onnx

from config import Config
from eye import EyeGraph
from mind import MindGraph, words_graph
from wide import Weights


def graphs(c: Config, weights: Weights) -> dict[str, onnx.ModelProto]:
    """By the names under which transformers.js looks for them."""
    return {
        "vision_encoder": EyeGraph(c.eye, weights).build(),
        "embed_tokens": words_graph(c, weights),
        "decoder_model_merged": MindGraph(c, weights).build(),
    }
