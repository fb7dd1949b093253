"""Writes the figures that src/media/sound is tested against: what scipy gives for a signal that both sides make by rule.

    python models/dsp/reference.py > src/media/sound/reference.json      (numpy 2, scipy 1.17)
"""

import json

import numpy as np
from scipy import signal

RATE = 22_050


def chirp(seconds: float, rate: int) -> np.ndarray:
    """Two tones and a sweep, as testing/sounds.ts makes them."""
    t = np.arange(int(seconds * rate)) / rate
    sweep = np.sin(2 * np.pi * (1000 * t + 2000 * t * t))
    return (0.3 * np.sin(2 * np.pi * 440 * t) + 0.2 * np.sin(2 * np.pi * 3000 * t) + 0.4 * sweep).astype(np.float32)


def spectrogram(samples: np.ndarray, size: int, hop: int, frames: int) -> np.ndarray:
    padded = np.concatenate([np.zeros(size // 2), samples.astype(np.float64), np.zeros(size)])
    window = signal.get_window("hann", size)
    return np.stack([np.abs(np.fft.rfft(padded[f * hop : f * hop + size] * window)) for f in range(frames)], axis=1)


def some(values: np.ndarray, count: int) -> dict:
    flat = values.reshape(-1)
    indices = [int(i) for i in np.linspace(0, len(flat) - 1, count)]
    return {"length": len(flat), "indices": indices, "values": [float(flat[i]) for i in indices]}


def main() -> None:
    rates = [(44_100, 48_000), (8_000, 48_000), (96_000, 22_050), (48_000, 22_050), (22_050, 24_000)]
    print(
        json.dumps(
            {
                "spectrogram": some(spectrogram(chirp(3, RATE), 512, 258, 256), 400),
                "resampled": [
                    {
                        "from": a,
                        "to": b,
                        **some(signal.resample_poly(chirp(0.5, a).astype(np.float64), b, a), 200),
                    }
                    for a, b in rates
                ],
            }
        )
    )


if __name__ == "__main__":
    main()
