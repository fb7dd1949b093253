"""Chooses the recordings, places and days that the tools are asked about, as jobs.py does for photos.

Only recordings that recordings.py keeps out of training; voices, animals and noise among them, and some spoilt on purpose. A bird that is among
the photos is asked about at one of their places, and every recording at the place of some other photo, so that an observation can hold both, of
one bird or of two.

    python models/policy/sound_jobs.py --raw DIR --photos DATA/jobs.json --out DIR    (DIR: SOUNDS in README.md)
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import wave
from collections import defaultdict
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "image")]

from photos import sha1_share  # noqa: E402
from recordings import OTHERS, TRAIN, Recording, find_recordings  # noqa: E402

from jobs import id_of, measured_before, split_of  # noqa: E402
from places import Range  # noqa: E402

# Of all recordings, those without a bird.
OTHERS_SHARE = 0.15
# Spoilt copies, beside the recordings themselves.
SPOILT_SHARE = 0.4
# Bytes: whole songs of many minutes would be most of the work and of the same use.
LONGEST = 1_500_000


def choose(raw: Path, count: int, left_out: set[str]) -> list[Recording]:
    """One recording of each species in turn, so that none drowns the others; then what is no bird."""
    found = [r for r in find_recordings(raw, []) if r.split != TRAIN and id_of(r.file) not in left_out and (raw / r.file).stat().st_size <= LONGEST]
    by_label: dict[str, list[Recording]] = defaultdict(list)
    for recording in sorted(found, key=lambda r: sha1_share(f"turn/{r.file}")):
        by_label[recording.label].append(recording)
    others = [r for label in OTHERS for r in by_label.pop(label, [])]
    others = sorted(others, key=lambda r: sha1_share(r.file))[: round(count * OTHERS_SHARE)]
    birds: list[Recording] = []
    for turn in range(max(map(len, by_label.values()))):
        birds += [of[turn] for _, of in sorted(by_label.items()) if turn < len(of)]
    return birds[: count - len(others)] + others


def spoil(samples: np.ndarray, rate: int, rng: np.random.Generator) -> np.ndarray:
    """One of the ways in which field recordings are poor. Samples between -1 and 1."""
    noise = rng.normal(size=len(samples))
    match rng.integers(6):
        case 0:
            return samples * 10 ** rng.uniform(-4.5, -2)
        case 5:
            return np.zeros_like(samples)
        case 1:
            return np.clip(samples * rng.uniform(8, 60), -1, 1)
        case 2:
            return np.clip(0.2 * samples + rng.uniform(0.1, 0.5) * noise, -1, 1)
        case 3:
            return samples[: int(rng.uniform(0.08, 0.3) * rate)]
        case _:
            rumble = np.cumsum(noise)
            return np.clip(0.1 * samples + 0.8 * rumble / np.abs(rumble).max(), -1, 1)


def spoilt_copy(path: Path, out: Path, rng: np.random.Generator) -> None:
    with wave.open(str(path)) as sound:
        if sound.getsampwidth() != 2:
            raise ValueError(f"{path} does not have 16 bits a sample")
        rate = sound.getframerate()
        samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2").reshape(-1, sound.getnchannels())[:, 0] / 32768
    with wave.open(str(out), "wb") as copy:
        copy.setparams((1, 2, rate, 0, "NONE", ""))
        copy.writeframes((spoil(samples, rate, rng) * 32767).astype("<i2").tobytes())


def places_of(name: str | None, split: str, photos: list[dict], ranges: Range, rng: np.random.Generator) -> list[dict]:
    """Those of the bird's photos, or ones of its own; and where some other photo of the split was taken, last."""
    own = next((job["places"] for job in photos if name is not None and job["truth"] == name), None) or ranges.draw(name, rng)
    others = [job for job in photos if job["split"] == split and job["truth"] != name and job["places"]]
    return [*own, {**others[rng.integers(len(others))]["places"][0], "lives": False}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raw", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True, help="what jobs.py wrote")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sounds", type=int, default=800)
    parser.add_argument("--leave-out", type=Path, help="held-out items whose files are not to be measured on again")
    args = parser.parse_args()
    rng = np.random.default_rng(8)
    ranges = Range(ROOT / "public/packs/starter")
    photos = json.loads(args.photos.read_text("utf-8"))
    (args.out / "spoilt").mkdir(parents=True, exist_ok=True)
    jobs = []
    for recording in choose(args.raw, args.sounds, measured_before(args.leave_out)):
        name = None if recording.label in OTHERS else recording.label
        path = args.raw / recording.file
        split = split_of(name if name is not None else path.name)
        digest = id_of(recording.file)
        places = places_of(name, split, photos, ranges, rng)
        job = {"id": digest, "file": os.path.relpath(path, args.out), "truth": name, "split": split, "places": places}
        jobs.append(job)
        if path.suffix == ".wav" and sha1_share(f"spoilt/{digest}") < SPOILT_SHARE:
            jobs.append({**job, "id": f"{digest}-spoilt", "file": f"spoilt/{digest}.wav"})
            spoilt_copy(path, args.out / "spoilt" / f"{digest}.wav", np.random.default_rng(int(digest, 16)))
    # A survey that is cut short should hold some of everything.
    jobs.sort(key=lambda job: sha1_share(f"order/{job['id']}"))
    (args.out / "jobs.json").write_text(json.dumps(jobs, indent=1), "utf-8")
    print(f"{len(jobs)} recordings, {sum('-spoilt' in job['id'] for job in jobs)} of them spoilt, {sum(job['split'] == 'held_out' for job in jobs)} held out")


if __name__ == "__main__":
    main()
