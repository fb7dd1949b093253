"""The language half of Qwen3-VL as ONNX: the table of words, and the decoder with a cache."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper

from config import Config
from wide import NEVER, Weights, Wide, value


def words_graph(c: Config, weights: Weights) -> onnx.ModelProto:
    """Each word's numbers, with nothing where a picture would have its deeper looks."""
    g = Wide()
    x = g.rows(weights["model.language_model.embed_tokens.weight"], "input_ids")
    looks = len(c.eye.deepstack_visual_indexes)
    nothing = g.op("Mul", g.op("Concat", *[x] * looks, axis=-1), g.number(0))
    g.nodes.append(helper.make_node("Concat", [x, nothing], ["inputs_embeds"], axis=-1))
    width = c.mind.hidden_size * (1 + looks)
    output = value("inputs_embeds", TensorProto.FLOAT, ["batch", "length", width])
    return g.finish("words", [value("input_ids", TensorProto.INT64, ["batch", "length"])], [output])


class MindGraph:
    """The decoder with a cache; positions have three parts, in time and across the picture."""

    def __init__(self, c: Config, weights: Weights) -> None:
        self.c, self.w, self.g = c.mind, weights, Wide()
        self.looks = len(c.eye.deepstack_visual_indexes)
        self.head = "model.language_model.embed_tokens" if c.tie_word_embeddings else "lm_head"

    def at(self, name: str) -> np.ndarray:
        return self.w[f"model.language_model.{name}.weight"]

    def rotation(self) -> tuple[str, str]:
        """Cosine and sine, rows x 1 x length x half. Frequencies take turns: time, row, column, as far as their sections go."""
        g, half = self.g, self.c.head_dim // 2
        axis = np.zeros(half, np.int64)
        for part in (1, 2):
            axis[part : self.c.mrope_section[part] * 3 : 3] = part
        places = g.op("Gather", g.op("Cast", "position_ids", to=TensorProto.FLOAT), g.constant(axis), axis=0)
        frequency = (self.c.rope_theta ** (-np.arange(half, dtype=np.float64) / half)).astype(np.float32)
        angle = g.op("Mul", g.op("Transpose", places, perm=[1, 2, 0]), g.constant(frequency))
        wide = g.op("Unsqueeze", angle, g.integers(1))
        return g.op("Cos", wide), g.op("Sin", wide)

    def mask(self) -> str:
        """rows x 1 x 1 x length x seen: NEVER for later tokens and padding."""
        g = self.g
        length, seen = (
            g.op("Squeeze", g.op("Shape", name, start=1, end=2), g.integers(0)) for name in ("inputs_embeds", "attention_mask")
        )
        zero, one = g.constant(np.int64(0)), g.constant(np.int64(1))
        keys = g.op("Range", zero, seen, one)
        queries = g.op("Add", g.op("Range", zero, length, one), g.op("Sub", seen, length))
        later = g.op("Greater", g.op("Unsqueeze", keys, g.integers(0)), g.op("Unsqueeze", queries, g.integers(1)))
        padding = g.op("Unsqueeze", g.op("Equal", "attention_mask", g.constant(np.int64(0))), g.integers(1, 2, 3))
        return g.op("Where", g.op("Or", later, padding), g.number(NEVER), g.number(0))

    def attention(self, x: str, layer: int, rotation: tuple[str, str], mask: str) -> str:
        g, c, at = self.g, self.c, f"layers.{layer}.self_attn"
        heads, kv, dim = c.num_attention_heads, c.num_key_value_heads, c.head_dim

        def part(name: str, count: int) -> str:
            made = g.op("Reshape", g.product(x, self.at(f"{at}.{name}_proj")), g.integers(0, 0, count, dim))
            normed = made if name == "v" else g.norm(made, self.at(f"{at}.{name}_norm"), c.rms_norm_eps)
            return g.op("Transpose", normed, perm=[0, 2, 1, 3])

        q, k, v = part("q", heads), part("k", kv), part("v", kv)
        q, k = (g.turn(one, *rotation, dim) for one in (q, k))
        k, v = self.remember(k, layer, "key"), self.remember(v, layer, "value")
        grouped = g.op("Reshape", q, g.integers(0, kv, heads // kv, -1, dim))
        k, v = (g.op("Unsqueeze", one, g.integers(2)) for one in (k, v))
        scores = g.op("Mul", g.op("MatMul", grouped, g.op("Transpose", k, perm=[0, 1, 2, 4, 3])), g.number(dim**-0.5))
        chances = g.op("Softmax", g.op("Add", scores, mask), axis=-1)
        seen = g.op("Reshape", g.op("MatMul", chances, v), g.integers(0, heads, -1, dim))
        joined = g.op("Reshape", g.op("Transpose", seen, perm=[0, 2, 1, 3]), g.integers(0, 0, heads * dim))
        return g.product(joined, self.at(f"{at}.o_proj"))

    def remember(self, new: str, layer: int, name: str) -> str:
        present = f"present.{layer}.{name}"
        self.g.nodes.append(helper.make_node("Concat", [f"past_key_values.{layer}.{name}", new], [present], axis=2))
        return present

    def mlp(self, x: str, layer: int) -> str:
        g, at = self.g, f"layers.{layer}.mlp"
        gate, up = (g.product(x, self.at(f"{at}.{name}_proj")) for name in ("gate", "up"))
        return g.product(g.op("Mul", g.op("Mul", gate, g.op("Sigmoid", gate)), up), self.at(f"{at}.down_proj"))

    def build(self) -> onnx.ModelProto:
        g, c, width = self.g, self.c, self.c.hidden_size
        x = g.slice("inputs_embeds", 0, width, -1)
        rotation, mask = self.rotation(), self.mask()
        for layer in range(c.num_hidden_layers):
            before = g.norm(x, self.at(f"layers.{layer}.input_layernorm"), c.rms_norm_eps)
            x = g.op("Add", x, self.attention(before, layer, rotation, mask))
            between = g.norm(x, self.at(f"layers.{layer}.post_attention_layernorm"), c.rms_norm_eps)
            x = g.op("Add", x, self.mlp(between, layer))
            if layer < self.looks:
                x = g.op("Add", x, g.slice("inputs_embeds", (layer + 1) * width, (layer + 2) * width, -1))
        # Only the last words are asked for: a prompt's worth of a large vocabulary would fill the memory.
        first = g.op("Neg", g.op("Reshape", "num_logits_to_keep", g.integers(1)))
        x = g.op("Slice", x, first, g.integers(2**62), g.integers(1))
        logits = g.product(g.norm(x, self.at("norm"), c.rms_norm_eps), self.w[f"{self.head}.weight"])
        g.nodes.append(helper.make_node("Identity", [logits], ["logits"]))
        return g.finish("mind", self.inputs(), [value("logits", TensorProto.FLOAT, ["batch", "kept", c.vocab_size]), *self.cache("present", "seen")])

    def inputs(self) -> list[onnx.ValueInfoProto]:
        return [
            value("inputs_embeds", TensorProto.FLOAT, ["batch", "length", self.c.hidden_size * (1 + self.looks)]),
            value("attention_mask", TensorProto.INT64, ["batch", "seen"]),
            value("position_ids", TensorProto.INT64, [3, "batch", "length"]),
            value("num_logits_to_keep", TensorProto.INT64, []),
            *self.cache("past_key_values", "past"),
        ]

    def cache(self, kind: str, length: str) -> list[onnx.ValueInfoProto]:
        shape = ["batch", self.c.num_key_value_heads, length, self.c.head_dim]
        return [value(f"{kind}.{layer}.{name}", TensorProto.FLOAT, shape) for layer in range(self.c.num_hidden_layers) for name in ("key", "value")]
