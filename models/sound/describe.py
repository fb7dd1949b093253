"""The model's entry in the pack's manifest, and the table of figures in its card."""

from __future__ import annotations

import re
from pathlib import Path

from audio import RATE, SECONDS
from evaluate import BAR
from export import OUTPUT
from recordings import ANIMAL, NOISE, SILENCE, VOICE
from trunk import INPUT

# Side by side, as in the calibration: overlapping windows would give a wrong species more chances than it was fitted with.
HOP_SECONDS = SECONDS


def shown(name: str) -> bool:
    """Figures that a person choosing a pack wants to see; results.json has all of them."""
    return not name.endswith("recognised, held-out sounds") or name.startswith(VOICE.lower())


def manifest_entry(calibration: dict[str, object], figures: list[dict[str, object]], species: int) -> dict[str, object]:
    return {
        "role": "sound",
        "family": "classifier",
        "file": "sound.onnx",
        "input": {
            "name": INPUT, "sampleRate": RATE, "windowSeconds": SECONDS, "hopSeconds": HOP_SECONDS,
            "frontEnd": {"kind": "waveform"}, "batch": "dynamic",
        },
        "output": {"name": OUTPUT, "kind": "logits"},
        "labels": {
            "file": "labels/sound.txt", "format": "scientific", "none": [], "skipUnknown": False,
            "classes": {"human_voice": [VOICE], "other_animal": [ANIMAL], "noise": [NOISE], "silence": [SILENCE]},
        },
        "calibration": calibration,
        "licence": {
            "id": "CC-BY-NC-SA-4.0",
            "name": "Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International",
            "url": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
            "nonCommercial": True,
            "note": "Distilled from BirdNET V2.4 (CC BY-NC-SA 4.0) on recordings mostly under the same licence: not for commercial use, and what is made from it has to be shared alike.",
        },
        "card": {
            "title": f"Starter sound classifier: {species} species",
            "source": "models/sound",
            "summary": f"A small network that repeats BirdNET V2.4 for {species} common birds of North America and Europe. It leaves out every species that it got wrong on recordings held out to choose them; the field sound pack knows 6,400.",
            "figures": [f for f in figures if shown(str(f["name"]))],
        },
        "golden": "golden/sound.json",
    }  # fmt: skip


def figure_table(figures: list[dict[str, object]]) -> str:
    rows = [f"| {f['name']} | {f['value']:.3f} | {f['low']:.3f} to {f['high']:.3f} | {f['n']} |" for f in figures]
    return "\n".join(["| figure | value | 95 % interval | recordings |", "| --- | --- | --- | --- |", *rows])


def write_card(card: Path, figures: list[dict[str, object]], kept: list[str], facts: str) -> None:
    """Replace what stands between the card's markers; a card without them is an error, not a silent no-op."""
    text = card.read_text(encoding="utf-8")
    for marker, body in (("figures", figure_table(figures)), ("species", f"{facts}\n\n{', '.join(kept)}.")):
        text, times = re.subn(
            rf"(<!-- {marker} -->\n).*?(<!-- end of {marker} -->)", lambda m: f"{m[1]}\n{body}\n\n{m[2]}", text, flags=re.DOTALL
        )
        if times != 1:
            raise ValueError(f"{card}: expected one pair of {marker} markers, found {times}")
    card.write_text(text, encoding="utf-8")


__all__ = ["BAR", "manifest_entry", "write_card"]
