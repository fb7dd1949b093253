"""One number for a run, from the scores of the four systems (training/scores.ts)."""

from __future__ import annotations

# The grain-graded reward leads; the others are scaled so that a mistake on the way costs less than a wrong verdict. Progress pays for a call
# whatever it brings, so it teaches single turns only. To end without a name and without a word on the picture leaves the observer without help.
WEIGHTS = {"grain": 1.0, "execution": 0.02, "discipline": 1.0, "cost": -1.0, "unexplained": -0.05}
# Only in training: a wrong name is worse for the observer than two right ones are good.
OVERCLAIM = -1.0
# Only in training too: two photos of an observation that was made up are always of one bird, so not looking at the second one paid.
PASSED_OVER = -0.5


def total(scores: dict) -> float:
    return sum(weight * scores[name] for name, weight in WEIGHTS.items())


def training_reward(scores: dict, passed_over: int = 0) -> float:
    """`passed_over`: files that were not looked at."""
    return total(scores) + (OVERCLAIM if scores["overclaimed"] else 0.0) + PASSED_OVER * passed_over
