"""Makes what the training reads, once: decoded sounds, the teacher's answers to them, and augmented windows with theirs.

sounds.i16 + sounds.json   every recording at 48 kHz, as 16-bit numbers, end to end
plain-NNN.npz              the recordings cut into windows: the trunk's map, the teacher's scores and features
mixed-NNN.npz              augmented windows of the training split: the same, and which recordings went into each
Every file is written whole or not at all; a stopped run goes on with the next one.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Iterator

import numpy as np

from audio import SAMPLES, cut, read_sound
from augment import Mixer
from recordings import NOISE, Recording, draw
from teacher import Teacher

LONGEST = 36.0
BATCH = 16
SHARD = 512
# Of the noises this share is enough, and of one recording so many windows.
NOISE_SHARE = 0.4
WINDOWS_A_RECORDING = 8


def save_whole(file: Path, **arrays: np.ndarray) -> None:
    part = file.with_suffix(".part.npz")
    np.savez(part, **arrays)
    os.replace(part, file)


def decode_sounds(recordings: list[Recording], raw: Path, work: Path) -> None:
    if (work / "sounds.json").exists():
        return
    index = []
    with (work / "sounds.i16").open("wb") as out:
        for recording in recordings:
            samples = read_sound(raw / recording.file, LONGEST)
            # Some recordings are very quiet: use the whole range of the numbers.
            peak = float(np.abs(samples).max(initial=0))
            if peak < 1e-4:
                continue
            out.write(np.round(samples * (32000 / peak)).astype("<i2").tobytes())
            index.append({**asdict(recording), "samples": len(samples)})
    part = work / "sounds.json.part"
    part.write_text(json.dumps(index), encoding="utf-8")
    os.replace(part, work / "sounds.json")


class Sounds:
    """The decoded recordings, read from disk as they are needed."""

    def __init__(self, work: Path) -> None:
        index = json.loads((work / "sounds.json").read_text(encoding="utf-8"))
        self.ends = np.cumsum([entry.pop("samples") for entry in index])
        self.recordings = [Recording(**entry) for entry in index]
        self.samples = np.memmap(work / "sounds.i16", "<i2", "r")

    def __len__(self) -> int:
        return len(self.recordings)

    def __getitem__(self, i: int) -> np.ndarray:
        start = 0 if i == 0 else self.ends[i - 1]
        return self.samples[start : self.ends[i]].astype(np.float32) / 32768


def window_starts(samples: int) -> list[int]:
    """Windows side by side; a last one that is less than half full is left out, unless it is the only one."""
    starts = [s for s in range(0, samples, SAMPLES) if s == 0 or samples - s >= SAMPLES // 2]
    return starts[:WINDOWS_A_RECORDING]


def plain_places(sounds: Sounds) -> np.ndarray:
    """Recording and start of every plain window."""
    places = []
    for i, recording in enumerate(sounds.recordings):
        if recording.label == NOISE and draw(recording.id, "noise") >= NOISE_SHARE:
            continue
        length = int(sounds.ends[i] - (sounds.ends[i - 1] if i else 0))
        starts = window_starts(length)
        places += [(i, start) for start in (starts[:1] if recording.source == "esc50" else starts)]
    return np.array(places)


def ask(teacher: Teacher, windows: list[np.ndarray]) -> dict[str, np.ndarray]:
    parts = [teacher(np.stack(windows[i : i + BATCH])) for i in range(0, len(windows), BATCH)]
    names = ("logits", "map", "features")
    return {name: np.concatenate(side).astype(np.float16) for name, side in zip(names, zip(*parts))}


def write_plain(sounds: Sounds, teacher: Teacher, work: Path, only: tuple[int, int] = (0, 1)) -> None:
    places = plain_places(sounds)
    for shard in range(only[0], -(-len(places) // SHARD), only[1]):
        file = work / f"plain-{shard:03d}.npz"
        if not file.exists():
            part = places[shard * SHARD : (shard + 1) * SHARD]
            save_whole(file, place=part, **ask(teacher, [cut(sounds[i], start) for i, start in part]))
            print(f"{file.name} written", flush=True)


def shards(work: Path, kind: str) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    for file in sorted(work.glob(f"{kind}-???.npz")):
        with np.load(file) as shard:
            yield file.name, {name: shard[name] for name in shard.files}


def write_mixed(sounds: Sounds, teacher: Teacher, work: Path, count: int, seed: int, only: tuple[int, int] = (0, 1)) -> None:
    """Shards of augmented windows until there are `count`. `only` = (k, n) makes every n-th one, for n processes at once."""
    plain = [(shard["place"], shard["logits"]) for _, shard in shards(work, "plain")]
    mixer = Mixer(sounds, *(np.concatenate(side) for side in zip(*plain)), teacher.labels)
    for shard in range(only[0], -(-count // SHARD), only[1]):
        file = work / f"mixed-{shard:03d}.npz"
        if file.exists():
            continue
        rng = np.random.default_rng([seed, shard])
        made = [mixer.window(rng) for _ in range(SHARD)]
        present = np.full((SHARD, 4), -1, np.int32)
        for row, (_, used) in enumerate(made):
            present[row, : len(used)] = used
        save_whole(file, present=present, **ask(teacher, [window for window, _ in made]))
        print(f"{file.name} written", flush=True)
