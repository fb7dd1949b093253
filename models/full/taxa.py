"""The app's own table of birds: what a label has to be for the app to take it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / "public" / "taxonomy"


@dataclass(frozen=True)
class Bird:
    code: str
    scientific: str
    order: str
    family: str
    common: str

    @property
    def lineage(self) -> str:
        """As in the texts that BioCLIP was trained on: seven ranks, then the common name."""
        return f"Animalia Chordata Aves {self.order} {self.family} {self.scientific} with common name {self.common}"


def birds() -> list[Bird]:
    table = json.loads((TABLES / "taxonomy.json").read_text(encoding="utf-8"))
    names = json.loads((TABLES / "names" / "en.json").read_text(encoding="utf-8"))
    english = iter(names["species"])
    found = []
    for order, families in table["orders"]:
        for family, genera in families:
            for genus, species in genera:
                for entry in species:
                    code, epithet = entry.split(" ", 1)
                    scientific = f"{genus} {epithet}"
                    found.append(Bird(code, scientific, order, family, next(english) or scientific))
    return found


def known_names() -> set[str]:
    """Accepted names and the old ones that the app resolves."""
    synonyms = json.loads((TABLES / "synonyms.json").read_text(encoding="utf-8"))["names"]
    old = {f"{genus} {epithet}" for genus, epithets in synonyms.items() for epithet in epithets}
    return old | {bird.scientific for bird in birds()}
