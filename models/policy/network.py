"""Qwen3 in plain torch, named as transformers names it, so that its weights move both ways.

Small on purpose; a large model is the same code with another config.json (see large/). `forward` takes rows of padded sequences,
or one step of each with a cache.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Config:
    vocab_size: int = 2048
    hidden_size: int = 256
    num_hidden_layers: int = 4
    num_attention_heads: int = 4
    num_key_value_heads: int = 2
    head_dim: int = 64
    intermediate_size: int = 576
    rms_norm_eps: float = 1e-6
    rope_theta: float = 10_000.0
    tie_word_embeddings: bool = True
    max_position_embeddings: int = 1024

    @staticmethod
    def read(path: Path) -> Config:
        known = json.loads(path.read_text("utf-8"))
        return Config(**{name: known[name] for name in Config.__dataclass_fields__ if name in known})

    def write(self, path: Path, *, end: int, pad: int) -> None:
        """As transformers and transformers.js read it."""
        whole = {
            "architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "torch_dtype": "float32", "hidden_act": "silu",
            "attention_bias": False, "attention_dropout": 0.0, "use_cache": True, "bos_token_id": None, "eos_token_id": end,
            "pad_token_id": pad, **asdict(self),
        }  # fmt: skip
        path.write_text(json.dumps(whole, indent=2) + "\n", "utf-8")


class Cache:
    """Keys and values of what was read so far, in buffers that are written once: copying them at every step would cost more than the step."""

    def __init__(self, c: Config, rows: int, length: int) -> None:
        shape = (rows, c.num_key_value_heads, length, c.head_dim)
        self.keys = [torch.empty(shape) for _ in range(c.num_hidden_layers)]
        self.values = [torch.empty(shape) for _ in range(c.num_hidden_layers)]
        self.length = 0

    def extend(self, layer: int, keys: torch.Tensor, values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        end = self.length + keys.shape[2]
        self.keys[layer][:, :, self.length : end] = keys
        self.values[layer][:, :, self.length : end] = values
        return self.keys[layer][:, :, :end], self.values[layer][:, :, :end]


class Norm(nn.Module):
    def __init__(self, size: int, epsilon: float) -> None:
        super().__init__()
        self.weight, self.epsilon = nn.Parameter(torch.ones(size)), epsilon

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.rms_norm(x, (x.shape[-1],), self.weight.to(x.dtype), self.epsilon)


def rotate(x: torch.Tensor, positions: torch.Tensor, theta: float) -> torch.Tensor:
    """x: rows x heads x length x dim; positions: rows x length."""
    half = x.shape[-1] // 2
    frequency = theta ** (-torch.arange(half, device=x.device, dtype=torch.float32) / half)
    angle = positions[:, None, :, None].float() * frequency
    first, second = x[..., :half], x[..., half:]
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], -1)


class Attention(nn.Module):
    def __init__(self, c: Config, layer: int) -> None:
        super().__init__()
        self.c, self.layer = c, layer
        self.q_proj = nn.Linear(c.hidden_size, c.num_attention_heads * c.head_dim, bias=False)
        self.k_proj = nn.Linear(c.hidden_size, c.num_key_value_heads * c.head_dim, bias=False)
        self.v_proj = nn.Linear(c.hidden_size, c.num_key_value_heads * c.head_dim, bias=False)
        self.o_proj = nn.Linear(c.num_attention_heads * c.head_dim, c.hidden_size, bias=False)
        self.q_norm = Norm(c.head_dim, c.rms_norm_eps)
        self.k_norm = Norm(c.head_dim, c.rms_norm_eps)

    def forward(self, x: torch.Tensor, positions: torch.Tensor, cache: Cache | None, mask: torch.Tensor | None) -> torch.Tensor:
        c = self.c
        rows, length, _ = x.shape

        def heads(y: torch.Tensor) -> torch.Tensor:
            return y.view(rows, length, -1, c.head_dim)

        q = rotate(self.q_norm(heads(self.q_proj(x))).transpose(1, 2), positions, c.rope_theta)
        k = rotate(self.k_norm(heads(self.k_proj(x))).transpose(1, 2), positions, c.rope_theta)
        v = heads(self.v_proj(x)).transpose(1, 2)
        if cache is not None:
            k, v = cache.extend(self.layer, k, v)
        if mask is None:
            seen = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        else:
            # Queries that share keys stand behind each other: otherwise the whole cache would be copied for each of them, at every token.
            shared = c.num_attention_heads // c.num_key_value_heads
            together = q.reshape(rows, c.num_key_value_heads, shared * length, c.head_dim)
            seen = F.scaled_dot_product_attention(together, k, v, attn_mask=mask.repeat(1, 1, shared, 1)).view_as(q)
        return self.o_proj(seen.transpose(1, 2).reshape(rows, length, -1))


class Mlp(nn.Module):
    def __init__(self, c: Config) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(c.hidden_size, c.intermediate_size, bias=False)
        self.up_proj = nn.Linear(c.hidden_size, c.intermediate_size, bias=False)
        self.down_proj = nn.Linear(c.intermediate_size, c.hidden_size, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, c: Config, number: int) -> None:
        super().__init__()
        self.input_layernorm = Norm(c.hidden_size, c.rms_norm_eps)
        self.self_attn = Attention(c, number)
        self.post_attention_layernorm = Norm(c.hidden_size, c.rms_norm_eps)
        self.mlp = Mlp(c)

    def forward(self, x: torch.Tensor, positions: torch.Tensor, cache: Cache | None, mask: torch.Tensor | None) -> torch.Tensor:
        x = x + self.self_attn(self.input_layernorm(x), positions, cache, mask)
        return x + self.mlp(self.post_attention_layernorm(x))


class Trunk(nn.Module):
    def __init__(self, c: Config) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(c.vocab_size, c.hidden_size)
        self.layers = nn.ModuleList([Layer(c, number) for number in range(c.num_hidden_layers)])
        self.norm = Norm(c.hidden_size, c.rms_norm_eps)


class Qwen3(nn.Module):
    def __init__(self, c: Config) -> None:
        super().__init__()
        self.c = c
        self.model = Trunk(c)
        if not c.tie_word_embeddings:
            self.lm_head = nn.Linear(c.hidden_size, c.vocab_size, bias=False)
        self.apply(self._start)

    def _start(self, module: nn.Module) -> None:
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)
        if isinstance(module, (Attention, Mlp)):
            # What writes into the residual stream starts smaller the deeper the network is.
            last = module.o_proj if isinstance(module, Attention) else module.down_proj
            nn.init.normal_(last.weight, std=0.02 / math.sqrt(2 * self.c.num_hidden_layers))

    @property
    def head(self) -> torch.Tensor:
        return self.model.embed_tokens.weight if self.c.tie_word_embeddings else self.lm_head.weight

    def hidden(
        self, ids: torch.Tensor, positions: torch.Tensor | None = None, cache: Cache | None = None, mask: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Without a mask: causal over the whole row. With one (rows x 1 x length x seen): where it is true."""
        if positions is None:
            positions = torch.arange(ids.shape[1], device=ids.device).expand(ids.shape)
        x = self.model.embed_tokens(ids)
        for layer in self.model.layers:
            x = layer(x, positions, cache, mask)
        if cache is not None:
            cache.length += ids.shape[1]
        return self.model.norm(x)

    def forward(self, ids: torch.Tensor, *args, **kwargs) -> torch.Tensor:
        return F.linear(self.hidden(ids, *args, **kwargs), self.head)

    def size(self) -> int:
        return sum(p.numel() for p in self.parameters())
