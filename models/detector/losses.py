"""Which cell answers for which bird, and what it costs to be wrong."""

from __future__ import annotations

import torch
from torch.nn import functional as F

from network import STRIDES

# Square root of a bird's area in input pixels that each stride answers for; they overlap, so that no size falls between.
SIZES = {8: (0.0, 72.0), 16: (48.0, 160.0), 32: (104.0, 1e9)}
CENTRE = 1.5  # a cell answers if it lies within this many strides of the box's centre, and inside the box
FOCUS = 2.0  # exponent of the quality focal loss
BOX_WEIGHT = 2.0


def assign(points: torch.Tensor, strides: torch.Tensor, birds: torch.Tensor) -> torch.Tensor:
    """For every cell the position of the bird it answers for, or -1. The smallest bird wins a cell that several claim."""
    if not len(birds):
        return torch.full((len(points),), -1, dtype=torch.long, device=points.device)
    centre = (birds[:, :2] + birds[:, 2:]) / 2
    side = (birds[:, 2:] - birds[:, :2]).clamp(min=1e-3)
    root = side.prod(1).sqrt()
    low, high = _size_range(strides)
    right_size = (root[None] >= low) & (root[None] < high)
    inside = ((points[:, None] > birds[None, :, :2]) & (points[:, None] < birds[None, :, 2:])).all(2)
    offset = (points[:, None] - centre[None]).abs()
    near = (offset < CENTRE * strides[:, None]).all(2)
    # A bird smaller than a cell may hold no cell's centre: the nearest cell of the finest stride answers for it.
    tiny = (strides == STRIDES[0]) & (offset.amax(2) <= STRIDES[0] / 2) & (root[None] < STRIDES[0] * 2)
    claim = (right_size & inside & near) | tiny
    cost = torch.where(claim, side.prod(1)[None].expand_as(claim), torch.inf)
    best, which = cost.min(1)
    return torch.where(best.isfinite(), which, torch.full_like(which, -1))


def _size_range(strides: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    low, high = torch.zeros_like(strides), torch.zeros_like(strides)
    for stride, (least, most) in SIZES.items():
        low[strides == stride], high[strides == stride] = least, most
    return low, high


def paired_iou(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """IoU and generalised IoU of a[i] with b[i]."""
    inter = (torch.minimum(a[:, 2:], b[:, 2:]) - torch.maximum(a[:, :2], b[:, :2])).clamp(min=0).prod(1)
    hull = (torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])).clamp(min=0).prod(1)
    union = (a[:, 2:] - a[:, :2]).prod(1) + (b[:, 2:] - b[:, :2]).prod(1) - inter
    iou = inter / union.clamp(min=1e-6)
    return iou, iou - (hull - union) / hull.clamp(min=1e-6)


def detection_loss(
    logits: torch.Tensor, boxes: torch.Tensor, points: torch.Tensor, strides: torch.Tensor,
    birds: list[torch.Tensor], ignore: list[torch.Tensor],
) -> tuple[torch.Tensor, dict[str, float]]:  # fmt: skip
    """Quality focal loss on the score (its target is the box's overlap with the bird) plus generalised IoU on the box."""
    targets = torch.zeros_like(logits)
    weights = torch.ones_like(logits)
    predicted, wanted = [], []
    for index, (found, unsure) in enumerate(zip(birds, ignore)):
        which = assign(points, strides, found)
        positive = which >= 0
        if len(unsure):
            covered = ((points[:, None] > unsure[None, :, :2]) & (points[:, None] < unsure[None, :, 2:])).all(2).any(1)
            weights[index] = (~covered | positive).float()
        if positive.any():
            mine, truth = boxes[index][positive], found[which[positive]]
            predicted.append(mine)
            wanted.append(truth)
            targets[index, positive] = paired_iou(mine.detach(), truth)[0].clamp(0, 1)
    count = max(1, sum(len(rows) for rows in wanted))
    gap = (torch.sigmoid(logits) - targets).abs().pow(FOCUS)
    score_loss = (F.binary_cross_entropy_with_logits(logits, targets, reduction="none") * gap * weights).sum() / count
    if not wanted:
        return score_loss, {"score": score_loss.item(), "box": 0.0, "iou": 0.0}
    iou, generalised = paired_iou(torch.cat(predicted), torch.cat(wanted))
    box_loss = (1 - generalised).mean()
    parts = {"score": score_loss.item(), "box": box_loss.item(), "iou": iou.mean().item()}
    return score_loss + BOX_WEIGHT * box_loss, parts
