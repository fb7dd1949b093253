"""The student's head: the trunk's map of a window -> one logit a class. The only part that is trained."""

from __future__ import annotations

import torch
from torch import nn

CHANNELS = 108
NARROW, WIDE = 144, 224
# So many numbers stand for the teacher's 1,024 features: see train.py.
FEATURES = 256


class Head(nn.Module):
    def __init__(self, classes: int, channels: int = CHANNELS) -> None:
        super().__init__()
        self.look = nn.Sequential(nn.Conv2d(channels, NARROW, 3, 2, 1, bias=False), nn.BatchNorm2d(NARROW), nn.ReLU())
        # As high as the map is by now (three rows): where a sound lies in the spectrum is part of what it is.
        self.listen = nn.Sequential(nn.Conv2d(NARROW, WIDE, (3, 1), bias=False), nn.BatchNorm2d(WIDE), nn.ReLU())
        self.drop = nn.Dropout(0.2)
        self.features = nn.Linear(WIDE, FEATURES)
        # What the teacher's last layer makes of its features, reduced to FEATURES numbers; it stays as it is.
        self.register_buffer("known", torch.zeros(classes, FEATURES))
        self.register_buffer("known_bias", torch.zeros(classes))
        self.own = nn.Linear(WIDE, classes)
        nn.init.zeros_(self.own.weight)

    def forward(self, trunk: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Batch x channels x 6 x 16 -> logits and features. A class's logit is what the teacher would say, and a correction."""
        x = self.listen(self.look(trunk)).mean(dim=(2, 3))
        features = self.features(x)
        return features @ self.known.T + self.known_bias + self.own(self.drop(x)), features

    def last_layer(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Both ways from the last convolution to the logits as one: weights (classes x WIDE) and bias."""
        weight = self.own.weight + self.known @ self.features.weight
        return weight, self.own.bias + self.known @ self.features.bias + self.known_bias
