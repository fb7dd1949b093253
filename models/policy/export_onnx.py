"""Writes the policy as ONNX with a cache, laid out as transformers.js expects.

Weights are stored in four bits and unpacked by plain operators on constants, which onnxruntime folds away when it loads the file: small
on disk, single precision in use, and no operator that an execution provider may lack.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from network import Config
from quantise import GROUP, ZERO, fuse, pairs, quantise

OPSET = 18
# Added where a token may not look.
NEVER = -1e9


class Graph:
    """Collects nodes and constants; every method gives back the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def constant(self, values: np.ndarray, name: str | None = None) -> str:
        name = name or f"c{len(self.constants)}"
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def integers(self, *values: int) -> str:
        name = "i" + "_".join(map(str, values)).replace("-", "m")
        return name if name in self.constants else self.constant(np.array(values, np.int64), name)

    def number(self, value: float) -> str:
        return self.constant(np.float32(value))

    def op(self, kind: str, *inputs: str, outputs: int = 1, **attributes) -> str:
        names = [f"{kind.lower()}{len(self.nodes)}" + (f"_{i}" if outputs > 1 else "") for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=f"n{len(self.nodes)}", **attributes))
        return names[0] if outputs == 1 else names  # type: ignore[return-value]

    def matrix(self, weight: np.ndarray) -> str:
        """outputs x inputs in single precision, from four bits."""
        numbers, scale = quantise(weight)
        packed = self.constant(pairs(numbers))
        low = self.op("BitwiseAnd", packed, self.constant(np.array(15, np.uint8)))
        high = self.op("BitShift", packed, self.constant(np.array(4, np.uint8)), direction="RIGHT")
        both = self.op("Concat", *(self.op("Unsqueeze", half, self.integers(-1)) for half in (low, high)), axis=-1)
        grouped = self.op("Reshape", both, self.integers(weight.shape[0], -1, GROUP))
        centred = self.op("Sub", self.op("Cast", grouped, to=TensorProto.FLOAT), self.number(ZERO))
        scaled = self.op("Mul", centred, self.constant(scale[..., None]))
        return self.op("Reshape", scaled, self.integers(*weight.shape))

    def linear(self, x: str, weight: str) -> str:
        return self.op("MatMul", x, self.op("Transpose", weight, perm=[1, 0]))

    def norm(self, x: str, weight: np.ndarray, epsilon: float) -> str:
        mean = self.op("ReduceMean", self.op("Mul", x, x), self.integers(-1), keepdims=1)
        root = self.op("Sqrt", self.op("Add", mean, self.number(epsilon)))
        return self.op("Mul", self.op("Div", x, root), self.constant(weight.astype(np.float32)))

    def slice(self, x: str, start: int, end: int, axis: int) -> str:
        return self.op("Slice", x, self.integers(start), self.integers(end), self.integers(axis))


class Builder:
    def __init__(self, c: Config, weights: dict[str, np.ndarray]) -> None:
        self.c, self.g = c, Graph()
        self.w = fuse(weights)

    def rotation(self) -> tuple[str, str]:
        """Cosine and sine of every position, rows x 1 x length x half."""
        half = self.c.head_dim // 2
        frequency = (self.c.rope_theta ** (-np.arange(half, dtype=np.float32) / half)).astype(np.float32)
        places = self.g.op("Unsqueeze", self.g.op("Cast", "position_ids", to=TensorProto.FLOAT), self.g.integers(1, 3))
        angle = self.g.op("Mul", places, self.g.constant(frequency))
        return self.g.op("Cos", angle), self.g.op("Sin", angle)

    def rotate(self, x: str, rotation: tuple[str, str]) -> str:
        g, half = self.g, self.c.head_dim // 2
        cos, sin = rotation
        first, second = g.slice(x, 0, half, -1), g.slice(x, half, 2 * half, -1)
        left = g.op("Sub", g.op("Mul", first, cos), g.op("Mul", second, sin))
        right = g.op("Add", g.op("Mul", second, cos), g.op("Mul", first, sin))
        return g.op("Concat", left, right, axis=-1)

    def mask(self) -> str:
        """rows x 1 x length x seen: 0 where a token may look, NEVER where it may not (later tokens, padding)."""
        g = self.g
        length = g.op("Shape", "input_ids", start=1, end=2)
        seen = g.op("Shape", "attention_mask", start=1, end=2)
        scalar = [g.op("Squeeze", one, g.integers(0)) for one in (length, seen)]
        zero, one = g.constant(np.int64(0)), g.constant(np.int64(1))
        keys = g.op("Range", zero, scalar[1], one)
        queries = g.op("Add", g.op("Range", zero, scalar[0], one), g.op("Sub", scalar[1], scalar[0]))
        later = g.op("Greater", g.op("Unsqueeze", keys, g.integers(0)), g.op("Unsqueeze", queries, g.integers(1)))
        padding = g.op("Unsqueeze", g.op("Equal", "attention_mask", g.constant(np.int64(0))), g.integers(1, 2))
        return g.op("Where", g.op("Or", later, padding), g.number(NEVER), g.number(0))

    def attention(self, x: str, layer: int, rotation: tuple[str, str], mask: str) -> str:
        g, c, at = self.g, self.c, f"model.layers.{layer}.self_attn."
        heads, kv, dim = c.num_attention_heads, c.num_key_value_heads, c.head_dim
        everything = g.linear(x, g.matrix(self.w[f"{at}c_attn.weight"]))
        split = g.op("Reshape", everything, g.integers(0, 0, heads + 2 * kv, dim))
        q, k, v = (g.slice(split, start, end, 2) for start, end in ((0, heads), (heads, heads + kv), (heads + kv, heads + 2 * kv)))
        q = g.norm(q, self.w[f"{at}q_norm.weight"], c.rms_norm_eps)
        k = g.norm(k, self.w[f"{at}k_norm.weight"], c.rms_norm_eps)
        q, k, v = (g.op("Transpose", part, perm=[0, 2, 1, 3]) for part in (q, k, v))
        q, k = self.rotate(q, rotation), self.rotate(k, rotation)
        k, v = (self.remember(part, layer, name) for part, name in ((k, "key"), (v, "value")))
        # Each pair of keys and values serves as many heads: rows x kv x group x length x dim.
        grouped = g.op("Reshape", q, g.integers(0, kv, heads // kv, -1, dim))
        k, v = (g.op("Unsqueeze", part, g.integers(2)) for part in (k, v))
        scores = g.op("MatMul", grouped, g.op("Transpose", k, perm=[0, 1, 2, 4, 3]))
        scaled = g.op("Mul", scores, g.number(dim**-0.5))
        chances = g.op("Softmax", g.op("Add", scaled, g.op("Unsqueeze", mask, g.integers(1))), axis=-1)
        seen = g.op("Reshape", g.op("MatMul", chances, v), g.integers(0, heads, -1, dim))
        joined = g.op("Reshape", g.op("Transpose", seen, perm=[0, 2, 1, 3]), g.integers(0, 0, heads * dim))
        return g.linear(joined, g.matrix(self.w[f"{at}o_proj.weight"]))

    def remember(self, new: str, layer: int, name: str) -> str:
        present = f"present.{layer}.{name}"
        self.g.nodes.append(helper.make_node("Concat", [f"past_key_values.{layer}.{name}", new], [present], axis=2))
        return present

    def mlp(self, x: str, layer: int) -> str:
        g, at = self.g, f"model.layers.{layer}.mlp."
        both = g.linear(x, g.matrix(self.w[f"{at}gate_up_proj.weight"]))
        inner = self.c.intermediate_size
        gate, up = g.slice(both, 0, inner, -1), g.slice(both, inner, 2 * inner, -1)
        active = g.op("Mul", gate, g.op("Sigmoid", gate))
        return g.linear(g.op("Mul", active, up), g.matrix(self.w[f"{at}down_proj.weight"]))

    def build(self) -> onnx.ModelProto:
        g, c = self.g, self.c
        table = g.matrix(self.w["model.embed_tokens.weight"])
        x = g.op("Gather", table, "input_ids", axis=0)
        rotation, mask = self.rotation(), self.mask()
        for layer in range(c.num_hidden_layers):
            at = f"model.layers.{layer}."
            before = g.norm(x, self.w[f"{at}input_layernorm.weight"], c.rms_norm_eps)
            x = g.op("Add", x, self.attention(before, layer, rotation, mask))
            between = g.norm(x, self.w[f"{at}post_attention_layernorm.weight"], c.rms_norm_eps)
            x = g.op("Add", x, self.mlp(between, layer))
        x = g.norm(x, self.w["model.norm.weight"], c.rms_norm_eps)
        head = table if c.tie_word_embeddings else g.matrix(self.w["lm_head.weight"])
        logits = g.linear(x, head)
        g.nodes.append(helper.make_node("Identity", [logits], ["logits"]))
        return self.model()

    def model(self) -> onnx.ModelProto:
        c = self.c

        def past(kind: str, length: str) -> list[onnx.ValueInfoProto]:
            shape = ["batch", c.num_key_value_heads, length, c.head_dim]
            return [
                helper.make_tensor_value_info(f"{kind}.{layer}.{name}", TensorProto.FLOAT, shape)
                for layer in range(c.num_hidden_layers)
                for name in ("key", "value")
            ]

        def ids(name: str, length: str) -> onnx.ValueInfoProto:
            return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", length])

        graph = helper.make_graph(
            self.g.nodes,
            "policy",
            [ids("input_ids", "length"), ids("attention_mask", "seen"), ids("position_ids", "length"), *past("past_key_values", "past")],
            [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length", c.vocab_size]), *past("present", "seen")],
            list(self.g.constants.values()),
        )
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9, producer_name="goldcrest")
        onnx.checker.check_model(made)
        return made


def write(c: Config, weights: dict[str, np.ndarray], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(Builder(c, weights).build(), str(path))


