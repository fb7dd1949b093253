"""A table of rows played by the torch model, with one cache for all."""

from __future__ import annotations

import numpy as np
import torch
from torch.nn import functional as F

from network import Cache, Qwen3
from rollout import SLOTS, Padded


class TorchTable:
    def __init__(self, model: Qwen3, rows: int) -> None:
        self.model = model
        self.cache = Cache(model.c, rows, SLOTS)
        self.valid = torch.zeros((rows, SLOTS), dtype=torch.bool)
        self.length = np.zeros(rows, np.int64)

    @property
    def slots(self) -> int:
        return self.cache.length

    @torch.no_grad()
    def read(self, new: list[list[int]]) -> np.ndarray:
        padded = Padded.of(new)
        width = padded.ids.shape[1]
        start, end = self.slots, self.slots + width
        self.valid[:, start:end] = torch.from_numpy(padded.real)
        positions = torch.from_numpy(padded.positions(self.length))
        self.length += padded.real.sum(1)
        causal = torch.ones((width, end), dtype=torch.bool).tril(start)
        mask = causal & self.valid[:, None, :end]
        # A padded token sees itself, or softmax would divide by nothing; nobody ever sees it.
        mask[:, torch.arange(width), torch.arange(start, end)] = True
        hidden = self.model.hidden(torch.from_numpy(padded.ids), positions, self.cache, mask[:, None])
        return F.linear(hidden[:, -1], self.model.head).numpy()

    def keep(self, rows: list[int]) -> None:
        self.cache.keys = [keys[rows] for keys in self.cache.keys]
        self.cache.values = [values[rows] for values in self.cache.values]
        self.valid, self.length = self.valid[rows], self.length[rows]
