"""One number for a run, from the scores of the four systems (src/agent/scores.ts)."""

from __future__ import annotations

# The grain-graded reward leads; the others are scaled so that a mistake on the way costs less than a wrong verdict.
WEIGHTS = {"grain": 1.0, "execution": 0.02, "progress": 0.2, "discipline": 1.0}
# Only in training: a wrong name is worse for the observer than two right ones are good.
OVERCLAIM = -1.0


def total(scores: dict) -> float:
    return sum(weight * scores[name] for name, weight in WEIGHTS.items())


def training_reward(scores: dict) -> float:
    return total(scores) + (OVERCLAIM if scores["overclaimed"] else 0.0)
