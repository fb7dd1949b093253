"""Write the trained network as ONNX, labels and golden vectors."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch

from dataset import TRAIN, Dataset
from held_out import Crops
from lib.golden import make_golden, write_golden
from lib.onnx_fp16 import store_as_fp16
from linear import Photos, mix_linear, pick
from network import Classifier, load_pretrained
from photos import Views
from train import Front, features_of, features_of_pictures

INPUT, OUTPUT = "pixels", "logits"
OPSET = 17
# Other execution providers add up in another order; logits span about 20 units.
GOLDEN_TOLERANCE = 0.01


def trained_network(checkpoint: Path, classes: int) -> Classifier:
    """The averaged weights of a checkpoint, in eval mode."""
    network = load_pretrained(classes)
    network.back.load_state_dict(torch.load(checkpoint, weights_only=True)["average"])
    return network.eval()


def settled_network(work: Path, data: Dataset, views: Views, crops: Crops, size: int, threads: int) -> tuple[Classifier, dict[float, float]]:
    """The trained network with its linear layer mixed (see linear.py), `crops` being those for calibration; top-1 there by share.

    work/linear.pt keeps the layer for its checkpoint and size.
    """
    classes, path = len(data.labels), work / "linear.pt"
    network = trained_network(work / "checkpoint.pt", classes)
    made_for = [torch.load(work / "checkpoint.pt", weights_only=True)["step"], size]
    if path.exists() and (kept := torch.load(path, weights_only=True))["made_for"] == made_for:
        network.back.linear.load_state_dict(kept["linear"])
        return network, kept["right"]
    torch.set_num_threads(threads)
    rows = data.rows(TRAIN)
    rows = rows[pick(data.target[rows], classes)]
    front = Front(network, work, threads)
    training = Photos(features_of(network, front, views, rows, size), data.target[rows])
    calibration = Photos(features_of_pictures(network, front, crops.pixels, size), crops.target)
    right = mix_linear(network, training, calibration, classes)
    torch.save({"made_for": made_for, "linear": network.back.linear.state_dict(), "right": right}, path)
    return network, right


def write_onnx(network: Classifier, size: int, path: Path) -> int:
    """Export for one picture of size x size; the number of bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    full = path.with_suffix(".fp32.onnx")
    torch.onnx.export(
        network.to(memory_format=torch.contiguous_format), (torch.zeros(1, 3, size, size),), str(full),
        opset_version=OPSET, dynamo=False, input_names=[INPUT], output_names=[OUTPUT],
    )
    onnx.save(store_as_fp16(onnx.load(str(full))), str(path))
    full.unlink()
    return path.stat().st_size


def write_golden_vectors(model: Path, size: int, path: Path) -> None:
    record = {"kind": "lcg", "seed": 1, "hold": 16, "low": -0.99, "high": 1, "shape": [1, 3, size, size]}
    write_golden(path, make_golden(model, record, GOLDEN_TOLERANCE))


def write_labels(labels: list[str], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(labels) + "\n", encoding="utf-8")
