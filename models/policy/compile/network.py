"""Qwen3 as a TVM module with 4-bit weights, as web-llm expects a model.

Weights are grouped in 32 along the inputs, (q - 7) * scale with q in 0..14, eight to a word: the layout of MLC's q4f32_1 and
q4f16_1. Scales and norms are stored as one type (`stored`) and computed with as another (`compute`), so that one set of files
serves a library in single and one in half precision.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tvm import relax, te, tirx
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import Tensor, op
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache, RopeMode, TIRPagedKVCache
from tvm.target import Target

GROUP, NIBBLES, ZERO = 32, 8, 7


@dataclass(frozen=True)
class Shape:
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    inner: int
    vocabulary: int
    epsilon: float
    theta: float
    tied: bool
    context: int
    chunk: int

    @staticmethod
    def read(config: Path, context: int, chunk: int) -> Shape:
        """From a config.json as transformers writes it for Qwen3."""
        c = json.loads(config.read_text("utf-8"))
        theta = c.get("rope_theta") or c["rope_parameters"]["rope_theta"]
        return Shape(
            c["hidden_size"], c["num_hidden_layers"], c["num_attention_heads"], c["num_key_value_heads"], c["head_dim"],
            c["intermediate_size"], c["vocab_size"], c["rms_norm_eps"], theta, c["tie_word_embeddings"], context, chunk,
        )  # fmt: skip


@dataclass(frozen=True)
class Precision:
    name: str
    compute: str
    stored: str


def unpack(words, scales, row, column, compute: str):
    """The weight at (row, column)."""
    shift = tirx.Cast("uint32", (column % NIBBLES) * (32 // NIBBLES))
    nibble = tirx.bitwise_and(tirx.shift_right(words[row, column // NIBBLES], shift), tirx.const(15, "uint32"))
    return (nibble.astype(compute) - tirx.const(ZERO, compute)) * scales[row, column // GROUP].astype(compute)


class Matrix(nn.Module):
    """A quantised matrix, of which rows can be taken (an embedding) or that can be multiplied with (a linear layer)."""

    def __init__(self, inputs: int, outputs: int, precision: Precision) -> None:
        self.inputs, self.outputs, self.compute = inputs, outputs, precision.compute
        self.q_weight = nn.Parameter((outputs, inputs // NIBBLES), "uint32")
        self.q_scale = nn.Parameter((outputs, inputs // GROUP), precision.stored)

    def rows(self, ids: Tensor) -> Tensor:
        def take(words, scales, which):
            shape = (which.shape[0], self.inputs)
            return te.compute(shape, lambda i, j: unpack(words, scales, which[i], j, self.compute), name="take_rows")

        return op.tensor_expr_op(take, "take_rows", [self.q_weight, self.q_scale, ids])

    def forward(self, x: Tensor, out: str | None = None) -> Tensor:
        """Unpacks inside the product: writing the matrix out first would cost more than multiplying with it."""
        result = out or self.compute

        def product(a, words, scales):
            k = te.reduce_axis((0, self.inputs), name="k")
            shape = (a.shape[0], a.shape[1], self.outputs)

            def cell(b, i, j):
                return te.sum((a[b, i, k] * unpack(words, scales, j, k, self.compute)).astype(result), axis=k)

            return te.compute(shape, cell, name="unpack_matmul")

        return op.tensor_expr_op(product, "unpack_matmul", [x, self.q_weight, self.q_scale])


class Norm(nn.Module):
    def __init__(self, size: int, epsilon: float, precision: Precision) -> None:
        self.epsilon, self.compute = epsilon, precision.compute
        self.weight = nn.Parameter((size,), precision.stored)

    def forward(self, x: Tensor) -> Tensor:
        return op.rms_norm(x, self.weight.astype(self.compute), axes=-1, epsilon=self.epsilon)


class Attention(nn.Module):
    def __init__(self, s: Shape, precision: Precision) -> None:
        self.s = s
        self.c_attn = Matrix(s.hidden, (s.heads + 2 * s.kv_heads) * s.head_dim, precision)
        self.q_norm = Norm(s.head_dim, s.epsilon, precision)
        self.k_norm = Norm(s.head_dim, s.epsilon, precision)
        self.o_proj = Matrix(s.heads * s.head_dim, s.hidden, precision)

    def forward(self, x: Tensor, cache: PagedKVCache, layer: int) -> Tensor:
        s = self.s
        batch, length, _ = x.shape
        heads = op.reshape(self.c_attn(x), (batch, length, s.heads + 2 * s.kv_heads, s.head_dim))
        q, k, v = op.split(heads, [s.heads, s.heads + s.kv_heads], axis=2)
        heads = op.concat([self.q_norm(q), self.k_norm(k), v], dim=2)
        seen = cache.attention_with_fused_qkv(layer, heads, s.heads, sm_scale=s.head_dim**-0.5)
        return self.o_proj(op.reshape(seen, (batch, length, s.heads * s.head_dim)))


class Mlp(nn.Module):
    def __init__(self, s: Shape, precision: Precision) -> None:
        self.gate_up_proj = Matrix(s.hidden, 2 * s.inner, precision)
        self.down_proj = Matrix(s.inner, s.hidden, precision)

    def forward(self, x: Tensor) -> Tensor:
        gate, up = op.split(self.gate_up_proj(x), 2, axis=-1)
        return self.down_proj(op.silu(gate) * up)


class Layer(nn.Module):
    def __init__(self, s: Shape, precision: Precision) -> None:
        self.input_layernorm = Norm(s.hidden, s.epsilon, precision)
        self.self_attn = Attention(s, precision)
        self.post_attention_layernorm = Norm(s.hidden, s.epsilon, precision)
        self.mlp = Mlp(s, precision)

    def forward(self, x: Tensor, cache: PagedKVCache, layer: int) -> Tensor:
        x = x + self.self_attn(self.input_layernorm(x), cache, layer)
        return x + self.mlp(self.post_attention_layernorm(x))


class Trunk(nn.Module):
    def __init__(self, s: Shape, precision: Precision) -> None:
        self.embed_tokens = Matrix(s.hidden, s.vocabulary, precision)
        self.layers = nn.ModuleList([Layer(s, precision) for _ in range(s.layers)])
        self.norm = Norm(s.hidden, s.epsilon, precision)

    def forward(self, x: Tensor, cache: PagedKVCache) -> Tensor:
        for number, layer in enumerate(self.layers):
            x = layer(x, cache, number)
        return self.norm(x)


class Qwen3(nn.Module):
    """The functions that web-llm looks up: embed, prefill, decode and create_tir_paged_kv_cache."""

    def __init__(self, s: Shape, precision: Precision, target: Target) -> None:
        self.s, self.precision, self.target = s, precision, target
        self.model = Trunk(s, precision)
        if not s.tied:
            self.lm_head = Matrix(s.hidden, s.vocabulary, precision)

    def logits(self, x: Tensor) -> Tensor:
        head = self.model.embed_tokens if self.s.tied else self.lm_head
        return head(x, out="float32")

    def embed(self, input_ids: Tensor) -> Tensor:
        return self.model.embed_tokens.rows(input_ids)

    def prefill(self, input_embed: Tensor, paged_kv_cache: PagedKVCache):
        def last(x):
            return te.compute((x.shape[0], 1, x.shape[2]), lambda i, _, k: x[i, x.shape[1] - 1, k], name="last")

        x = self.model(input_embed, paged_kv_cache)
        return self.logits(op.tensor_expr_op(last, "last", [x])), paged_kv_cache

    def decode(self, input_embed: Tensor, paged_kv_cache: PagedKVCache):
        return self.logits(self.model(input_embed, paged_kv_cache)), paged_kv_cache

    def create_tir_paged_kv_cache(self, max_batch_size, max_total_seq_len, prefill_chunk_size, page_size, support_sliding_window):
        s = self.s
        return TIRPagedKVCache(
            attn_kind="mha", max_batch_size=max_batch_size, max_total_seq_len=max_total_seq_len,
            prefill_chunk_size=prefill_chunk_size, page_size=page_size, support_sliding_window=support_sliding_window,
            layer_partition=relax.ShapeExpr([0, s.layers]), num_hidden_layers=s.layers, num_attention_heads=s.heads,
            num_key_value_heads=s.kv_heads, qk_head_dim=s.head_dim, v_head_dim=s.head_dim, mla_original_qk_head_dim=0,
            mla_original_v_head_dim=0, rope_mode=RopeMode.NORMAL, rope_scale=1, rope_theta=int(s.theta), rope_scaling={},
            rope_ext_factors=relax.prim_value(0), rotary_dim=s.head_dim, enable_disaggregation=False,
            dtype=self.precision.compute, target=self.target,
        )  # fmt: skip

    def spec(self) -> nn.spec.ModuleSpec:
        packed = {"param_mode": "packed", "effect_mode": "none"}
        cache = nn.spec.Object(object_type=PagedKVCache)
        sizes = ("max_batch_size", "max_total_seq_len", "prefill_chunk_size", "page_size", "support_sliding_window")

        def embedded(length):
            return nn.spec.Tensor([1, length, self.s.hidden], self.precision.compute)

        return nn.spec.ModuleSpec.from_raw(
            {
                "embed": {"input_ids": nn.spec.Tensor(["seq_len"], "int32"), "$": packed},
                "prefill": {"input_embed": embedded("seq_len"), "paged_kv_cache": cache, "$": packed},
                "decode": {"input_embed": embedded(1), "paged_kv_cache": cache, "$": packed},
                "create_tir_paged_kv_cache": {**dict.fromkeys(sizes, int), "$": {"param_mode": "none", "effect_mode": "none"}},
            },
            self,
        )
