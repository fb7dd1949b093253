"""Figures of scikit-learn and scipy for the evaluation's metrics, to test ours against.

    pip install scikit-learn==1.7.2
    python models/bench/reference_figures.py > evaluation/reference-figures.json

The predictions are drawn here (numpy, seed 1) and written beside the figures, so the test needs no Python.
"""

import json

import numpy as np
import scipy
import sklearn
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve
from sklearn.metrics import precision_recall_curve

COUNT = 200
BINS = 10


def selective_risks(right: np.ndarray, confidence: np.ndarray) -> np.ndarray:
    """Risk when the k surest are answered, for k = 1..n: one minus the precision at each threshold, surest first."""
    precision, _, thresholds = precision_recall_curve(right, confidence)
    assert len(thresholds) == len(right), "all confidences differ, so each threshold adds one prediction"
    return 1 - precision[:-1][::-1]


def calibration_error(right: np.ndarray, confidence: np.ndarray) -> float:
    came, said = calibration_curve(right, confidence, n_bins=BINS, strategy="uniform")
    counts = np.histogram(confidence, bins=np.linspace(0, 1, BINS + 1))[0]
    return float(np.sum(np.abs(came - said) * counts[counts > 0]) / len(right))


def bounds(hits: int, n: int) -> dict[str, float]:
    two_sided = binomtest(hits, n).proportion_ci(0.95, method="exact")
    upper = binomtest(hits, n, alternative="less").proportion_ci(0.95, method="exact").high
    return {"hits": hits, "n": n, "low": float(two_sided.low), "high": float(two_sided.high), "upper": float(upper)}


def main() -> None:
    random = np.random.default_rng(1)
    confidence = np.round(random.beta(4, 2, COUNT), 6)
    assert len(set(confidence.tolist())) == COUNT
    right = random.random(COUNT) < confidence**1.5
    figures = {
        "made": f"models/bench/reference_figures.py with scikit-learn {sklearn.__version__}, scipy {scipy.__version__}",
        "predictions": [{"confidence": float(c), "right": bool(r)} for c, r in zip(confidence, right)],
        "area": float(selective_risks(right, confidence).mean()),
        "calibrationError": calibration_error(right, confidence),
        "bounds": [bounds(hits, n) for hits, n in ((0, 1), (0, 120), (1, 120), (2, 80), (7, 240), (119, 120), (5, 5))],
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
