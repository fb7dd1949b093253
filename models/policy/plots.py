"""Curves of the three stages as SVG, drawn from the JSON that the stages leave.

    python models/policy/plots.py models/policy/results
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 220, 56, 28, 34
COLOURS = ("#2f6f4e", "#b8860b", "#7a4b9d", "#b0413e")
STAGES = {
    "sft": (("loss", "held_loss"), ("held_right",)),
    "dpo": (("loss",), ("preferred",), ("margin",)),
    "gspo": (("reward",), ("grain", "solved", "overclaimed"), ("calls",), ("tokens",)),
}


def panel(points: list[dict], names: tuple[str, ...], top: int) -> str:
    shown = {name: [(p["step"], p[name]) for p in points if name in p] for name in names}
    values = [y for series in shown.values() for _, y in series]
    if not values:
        return ""
    low, high = min(values), max(values)
    high = high if high > low else low + 1
    last = max(p["step"] for p in points)
    wide, tall = WIDTH - LEFT - 12, HEIGHT - TOP - BOTTOM

    def place(step: float, y: float) -> str:
        return f"{LEFT + wide * step / last:.1f},{top + TOP + tall * (1 - (y - low) / (high - low)):.1f}"

    parts = [f'<rect x="{LEFT}" y="{top + TOP}" width="{wide}" height="{tall}" fill="none" stroke="#bbb"/>']
    for y, text in ((top + TOP + 5, high), (top + TOP + tall, low)):
        parts.append(f'<text x="{LEFT - 6}" y="{y}" text-anchor="end">{text:.3g}</text>')
    parts.append(f'<text x="{LEFT}" y="{top + HEIGHT - 16}">0</text><text x="{WIDTH - 12}" y="{top + HEIGHT - 16}" text-anchor="end">step {last:g}</text>')
    for number, (name, series) in enumerate(shown.items()):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(place(*point) for point in series)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="{LEFT + 150 * number}" y="{top + TOP - 8}" fill="{colour}">{name.replace("_", " ")}</text>')
    return "".join(parts)


def draw(stage: str, points: list[dict]) -> str:
    panels = [panel(points, names, HEIGHT * number) for number, names in enumerate(STAGES[stage])]
    tall = HEIGHT * len(panels)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" font-family="sans-serif" font-size="12" role="img"><title>{stage}</title>'
    return f'{head}<rect width="{WIDTH}" height="{tall}" fill="white"/>{"".join(panels)}</svg>\n'


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for stage in STAGES:
        source = folder / f"{stage}.json"
        if source.exists():
            (folder / f"{stage}.svg").write_text(draw(stage, json.loads(source.read_text("utf-8"))), "utf-8")
