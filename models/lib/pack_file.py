"""What a manifest pins about a file: its length, its sha256, and the sha256 of each chunk where there is more than one."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

# The format of packs (src/packs/pack-file.ts).
CHUNK_BYTES = 512 * 1024


def describe_file(folder: Path, path: str) -> dict[str, Any]:
    whole = hashlib.sha256()
    chunks = []
    size = 0
    with (folder / path).open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            whole.update(chunk)
            chunks.append(hashlib.sha256(chunk).hexdigest())
            size += len(chunk)
    pinned = {"path": path, "bytes": size, "sha256": whole.hexdigest()}
    return pinned | {"chunks": chunks} if len(chunks) > 1 else pinned


def describe_folder(folder: Path) -> list[dict[str, Any]]:
    """Every file of a pack but its manifest."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != "manifest.json")
    return [describe_file(folder, file.relative_to(folder).as_posix()) for file in files]
