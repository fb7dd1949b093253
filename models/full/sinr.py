"""SINR: where species live, from sine and cosine of a place through a residual network. Only the birds are kept."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import onnx
import torch

from graph import save

FEATURES, PROBABILITIES = "place", "probabilities"
CHECKPOINT = "model_an_full_input_enc_sin_cos_hard_cap_num_per_class_1000.pt"
NAMES = "taxa_02_08_2023_names.txt"


class Residual(torch.nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.w1, self.w2 = torch.nn.Linear(width, width), torch.nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.relu(self.w2(torch.relu(self.w1(x))))


class RangeNetwork(torch.nn.Module):
    """The published ResidualFCNet, under its names: four numbers in, a probability a species out."""

    def __init__(self, species: int, width: int = 256, depth: int = 4) -> None:
        super().__init__()
        blocks = [torch.nn.Linear(4, width), torch.nn.ReLU(), *(Residual(width) for _ in range(depth))]
        self.feats = torch.nn.Sequential(*blocks)
        self.class_emb = torch.nn.Linear(width, species, bias=False)

    def forward(self, place: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.class_emb(self.feats(place)))


@dataclass
class Ranges:
    network: RangeNetwork
    labels: list[str]


def random_ranges(labels: list[str]) -> Ranges:
    torch.manual_seed(20261118)
    network = RangeNetwork(len(labels), width=32, depth=4)
    # As drawn, every output would be near a half, which is no range.
    torch.nn.init.normal_(network.class_emb.weight, std=1.5)
    return Ranges(network.eval(), labels)


def load(folder: Path, known: set[str]) -> Ranges:
    """CHECKPOINT from the authors' archive and NAMES from their repository."""
    # weights_only: a checkpoint is data, and nothing in it is run.
    checkpoint = torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)
    params, weights = checkpoint["params"], checkpoint["state_dict"]
    if params["input_enc"] != "sin_cos":
        raise ValueError(f"a network for {params['input_enc']}, not for places alone")
    names = dict(line.split("\t") for line in (folder / NAMES).read_text(encoding="utf-8").splitlines() if line)
    return only_birds(weights, [names.get(str(taxon), "") for taxon in params["class_to_taxa"]], known)


def only_birds(weights: dict[str, torch.Tensor], names: list[str], known: set[str]) -> Ranges:
    kept = [index for index, name in enumerate(names) if name.strip() in known]
    width = weights["class_emb.weight"].shape[1]
    depth = len({name.split(".")[1] for name in weights if name.startswith("feats.") and ".w1." in name})
    network = RangeNetwork(len(kept), width, depth)
    network.load_state_dict({**weights, "class_emb.weight": weights["class_emb.weight"][kept]})
    return Ranges(network.eval(), [names[index].strip() for index in kept])


def export(ranges: Ranges, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        raw = Path(folder) / "raw.onnx"
        names = {"input_names": [FEATURES], "output_names": [PROBABILITIES]}
        axes = {FEATURES: {0: "places"}, PROBABILITIES: {0: "places"}}
        place = (torch.zeros(2, 4),)
        torch.onnx.export(ranges.network, place, str(raw), opset_version=17, dynamo=False, dynamic_axes=axes, **names)
        save(onnx.load(str(raw)), path)


def entry() -> dict:
    return {
        "role": "geo",
        "family": "sinr",
        "file": "geo.onnx",
        "input": {"name": FEATURES},
        "output": {"name": PROBABILITIES, "kind": "probabilities"},
        "labels": {"file": "labels/geo.txt", "format": "scientific"},
        "batch": "dynamic",
        "golden": "golden/geo.json",
    }
