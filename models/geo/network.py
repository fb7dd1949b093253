"""The student: a residual network on sines and cosines of place and month, after SINR (Cole et al. 2023).

Its input is [latitude, longitude, month 1..12] in degrees and months; the encoding is part of the network. Longitude
enters only times the cosine of latitude, so that it means nothing at the poles, and everything wraps at the date line.
The month scales and shifts every block: its six harmonics can tell any twelve months apart.
"""

from __future__ import annotations

import math

import torch
from torch import nn

from teacher import MONTHS

PLACE_HARMONICS = 4
MONTH_HARMONICS = 6


class Encoding(nn.Module):
    """[latitude, longitude, month] -> 16 numbers of the place, 12 of the month."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("place", torch.arange(1, PLACE_HARMONICS + 1) * (math.pi / 180), persistent=False)
        self.register_buffer("month", torch.arange(1, MONTH_HARMONICS + 1) * (2 * math.pi / MONTHS), persistent=False)

    def forward(self, query: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        latitude, longitude = query[:, 0:1] * self.place, query[:, 1:2] * self.place
        month = query[:, 2:3] * self.month
        towards_pole = torch.cos(latitude[:, 0:1])
        place = [torch.sin(latitude), torch.cos(latitude)]
        place += [torch.sin(longitude) * towards_pole, torch.cos(longitude) * towards_pole]
        return torch.cat(place, 1), torch.cat([torch.sin(month), torch.cos(month)], 1)


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm1, self.linear1 = nn.LayerNorm(width), nn.Linear(width, width)
        self.norm2, self.linear2 = nn.LayerNorm(width), nn.Linear(width, width)
        self.scale = nn.Linear(2 * MONTH_HARMONICS, width)
        self.shift = nn.Linear(2 * MONTH_HARMONICS, width)
        for layer in (self.scale, self.shift):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        nn.init.zeros_(self.linear2.weight)

    def forward(self, x: torch.Tensor, month: torch.Tensor) -> torch.Tensor:
        inner = self.linear1(nn.functional.gelu(self.norm1(x)))
        x = x + self.linear2(nn.functional.gelu(self.norm2(inner)))
        return x * (1 + self.scale(month)) + self.shift(month)


class GeoPrior(nn.Module):
    def __init__(self, species: int, width: int, blocks: int, features: int) -> None:
        super().__init__()
        self.encoding = Encoding()
        self.enter = nn.Linear(4 * PLACE_HARMONICS, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.features = nn.Linear(width, features)
        self.head = nn.Linear(features, species)

    def place_features(self, query: torch.Tensor) -> torch.Tensor:
        place, month = self.encoding(query)
        x = self.enter(place)
        for block in self.blocks:
            x = block(x, month)
        return self.features(self.norm(x))

    def forward(self, query: torch.Tensor, species: torch.Tensor | None = None) -> torch.Tensor:
        """Logits of the species given, or of all."""
        x = self.place_features(query)
        if species is None:
            return self.head(x)
        return nn.functional.linear(x, self.head.weight[species], self.head.bias[species])
