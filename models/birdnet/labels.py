"""BirdNET's labels as the app reads them: scientific names, and which of them are no birds."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "taxonomy"))
from resolve import Taxonomy  # noqa: E402

HUMAN_VOICE = ("Human non-vocal", "Human vocal", "Human whistle")
NOISE = ("Engine", "Environmental", "Fireworks", "Gun", "Noise", "Power tools", "Siren")
NOT_BIRDS = Path(__file__).resolve().parents[1] / "taxonomy" / "not_birds.txt"


def read_labels(file: Path) -> list[str]:
    """Lines are `Scientific name_English name`; things have the same word twice."""
    return [line.split("_", 1)[0] for line in file.read_text(encoding="utf-8").splitlines()]


def sort_labels(labels: list[str], taxonomy: Taxonomy | None = None) -> dict[str, list[str]]:
    """The labels that are no birds, by class of the manifest. A label that is neither a known bird nor a known other is an error."""
    taxonomy = taxonomy or Taxonomy.load()
    others = {line.strip() for line in NOT_BIRDS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
    classes: dict[str, list[str]] = {"human_voice": [], "other_animal": [], "noise": [], "silence": []}
    for label in labels:
        if label in HUMAN_VOICE:
            classes["human_voice"].append(label)
        elif label in NOISE:
            classes["noise"].append(label)
        elif taxonomy.find(label) is None:
            if label not in others and label.split(" ")[0] not in others:
                raise ValueError(f"{label}: neither a bird of the taxonomy nor listed in {NOT_BIRDS.name}")
            classes["other_animal"].append(label)
    return classes
