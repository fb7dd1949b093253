"""Perch-2 from its published ONNX: the scores are kept, embeddings and spectrogram are left out, weights are halved."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnx.utils
import torch

from graph import save
from lib.onnx_fp16 import store_as_fp16

RATE, SECONDS, PEAK = 32_000, 5, 0.25
SAMPLES, LABEL = "inputs", "label"
# Without ONNX's DFT operator, which the browser's runtime need not have: the same sums as a matrix product.
MODEL, LABELS, HEADER = "perch_v2_no_dft.onnx", "labels.csv", "inat2024_fsd50k"

# The classes from FSD50K that are people; what remains without a scientific name is an animal or noise.
PEOPLE = [
    "Breathing", "Burping_and_eructation", "Chatter", "Cheering", "Child_speech_and_kid_speaking", "Chuckle_and_chortle",
    "Conversation", "Cough", "Crowd", "Crying_and_sobbing", "Female_singing", "Female_speech_and_woman_speaking", "Gasp",
    "Giggle", "Human_group_actions", "Human_voice", "Laughter", "Male_singing", "Male_speech_and_man_speaking",
    "Respiratory_sounds", "Screaming", "Shout", "Sigh", "Singing", "Sneeze", "Speech", "Whispering", "Yell",
]
# "Bird", "Crow" and the like name no species: they count as an animal that is not named, never as a bird of ours.
ANIMALS = [
    "Animal", "Bark", "Bird", "Bird_vocalization_and_bird_call_and_bird_song", "Cat", "Chicken_and_rooster",
    "Chirp_and_tweet", "Cricket", "Crow", "Dog", "Domestic_animals_and_pets", "Fowl", "Frog", "Growling",
    "Gull_and_seagull", "Insect", "Livestock_and_farm_animals_and_working_animals", "Meow", "Purr", "Wild_animals",
]
BINOMIAL = re.compile(r"^[A-Z][a-z-]+ [a-z-]+( [a-z-]+)?$")


class RandomPerch(torch.nn.Module):
    """A log-mel front end and a few convolutions with the published input and outputs' names. No EfficientNet-B3."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        frame, hop, mels = 640, 320, 32
        time = torch.arange(frame) / RATE
        centres = 60 * (16_000 / 60) ** (torch.arange(mels) / mels)
        window = torch.hann_window(frame)
        waves = [torch.cos, torch.sin]
        kernels = torch.stack([wave(2 * torch.pi * centre * time) * window for wave in waves for centre in centres])
        self.bank = torch.nn.Conv1d(1, 2 * mels, frame, stride=hop, bias=False)
        self.bank.weight.data = kernels[:, None]
        self.body = torch.nn.Sequential(
            torch.nn.Conv2d(1, 8, 3, stride=2), torch.nn.SiLU(), torch.nn.Conv2d(8, 16, 3, stride=2), torch.nn.SiLU(),
        )
        self.embed = torch.nn.Linear(16, 24)
        self.head = torch.nn.Linear(24, labels)

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        real, imaginary = self.bank(samples[:, None]).chunk(2, 1)
        power = real * real + imaginary * imaginary
        picture = 0.1 * torch.log(torch.clamp(power, min=1e-5))
        return self.head(self.embed(self.body(picture[:, None]).mean((2, 3))))


def random_network(labels: int) -> RandomPerch:
    torch.manual_seed(20261119)
    network = RandomPerch(labels)
    torch.nn.init.normal_(network.head.weight, std=2.0)
    return network.eval()


def export_random(network: RandomPerch, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        raw = Path(folder) / "raw.onnx"
        names = {"input_names": [SAMPLES], "output_names": [LABEL]}
        axes = {SAMPLES: {0: "batch"}, LABEL: {0: "batch"}}
        example = (torch.zeros(1, RATE * SECONDS),)
        torch.onnx.export(network, example, str(raw), opset_version=17, dynamo=False, dynamic_axes=axes, **names)
        save(onnx.load(str(raw)), path)


def convert(folder: Path, path: Path) -> None:
    """Cuts the published graph down to its scores. The front end keeps full precision: half of it changed BirdNET's answers."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        cut = Path(scratch) / "cut.onnx"
        onnx.utils.extract_model(str(folder / MODEL), str(cut), [SAMPLES], [LABEL])
        model = onnx.load(str(cut))
        onnx.save(store_as_fp16(model, keep=front_end_weights(model)), str(path))


def front_end_weights(model: onnx.ModelProto) -> frozenset[str]:
    """What the samples meet before the first two-dimensional convolution."""
    weights = {tensor.name for tensor in model.graph.initializer}
    kept: set[str] = set()
    for node in model.graph.node:
        if node.op_type == "Conv" and _is_flat(model, node):
            break
        kept |= weights & set(node.input)
    return frozenset(kept)


def _is_flat(model: onnx.ModelProto, node: onnx.NodeProto) -> bool:
    shapes = {tensor.name: tensor.dims for tensor in model.graph.initializer}
    return len(shapes.get(node.input[1], [])) == 4


def read_labels(folder: Path) -> list[str]:
    lines = [line.strip() for line in (folder / LABELS).read_text(encoding="utf-8").splitlines()]
    return [line for line in lines[1:] if line] if lines[0] == HEADER else [line for line in lines if line]


def classes_of(labels: list[str]) -> dict[str, list[str]]:
    """Labels without a scientific name, by what they are. Other animals with one are told by the app's taxonomy."""
    events = [label for label in labels if not BINOMIAL.match(label)]
    return {
        "human_voice": [label for label in events if label in PEOPLE],
        "other_animal": [label for label in events if label in ANIMALS],
        "noise": [label for label in events if label not in PEOPLE and label not in ANIMALS],
    }


def entry(labels: list[str], hop: float = SECONDS) -> dict:
    return {
        "role": "sound",
        "family": "perch",
        "file": "sound.onnx",
        "input": {"name": SAMPLES, "sampleRate": RATE, "windowSeconds": SECONDS, "hopSeconds": hop, "peak": PEAK,
                  "batch": "dynamic"},
        "output": {"name": LABEL, "kind": "probabilities"},
        "labels": {"file": "labels/sound.txt", "format": "scientific", "skipUnknown": True, "classes": classes_of(labels)},
        "golden": "golden/sound.json",
    }


def to_peak(samples: np.ndarray, peak: float = PEAK) -> np.ndarray:
    """What the authors' own library does to a window before the network hears it."""
    centred = samples - samples.mean()
    highest = np.abs(centred).max()
    return (centred / highest if highest > 0 else centred) * peak
