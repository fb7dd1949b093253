"""Reads and writes .safetensors files with numpy alone, bfloat16 included; a file is mapped, so that a model need not fit the memory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

KINDS = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "I64": np.int64, "I32": np.int32, "U32": np.uint32, "U8": np.uint8}


class Tensors(Mapping[str, np.ndarray]):
    """All tensors of a file, or of a folder of shards, by name; floating point comes out as float32."""

    def __init__(self, path: Path) -> None:
        self.where: dict[str, tuple[np.memmap, dict]] = {}
        files = [path] if path.is_file() else sorted(path.glob("*.safetensors"))
        if not files:
            raise FileNotFoundError(f"no .safetensors in {path}")
        for file in files:
            content = np.memmap(file, np.uint8, "r")
            size = int(content[:8].view(np.uint64)[0])
            header = json.loads(bytes(content[8 : 8 + size]))
            data = content[8 + size :]
            self.where |= {name: (data, entry) for name, entry in header.items() if name != "__metadata__"}

    def __getitem__(self, name: str) -> np.ndarray:
        data, entry = self.where[name]
        start, end = entry["data_offsets"]
        raw = bytes(data[start:end])
        if entry["dtype"] == "BF16":
            # The upper half of a float32.
            values = (np.frombuffer(raw, np.uint16).astype(np.uint32) << 16).view(np.float32)
        else:
            values = np.frombuffer(raw, KINDS[entry["dtype"]])
            values = values.astype(np.float32) if values.dtype.kind == "f" else values
        return values.reshape(entry["shape"])

    def __iter__(self) -> Iterator[str]:
        return iter(self.where)

    def __len__(self) -> int:
        return len(self.where)


def write(tensors: Mapping[str, np.ndarray], path: Path) -> None:
    kinds = {np.dtype(kind): name for name, kind in KINDS.items()}
    header, at = {}, 0
    for name, values in tensors.items():
        header[name] = {"dtype": kinds[values.dtype], "shape": list(values.shape), "data_offsets": [at, at + values.nbytes]}
        at += values.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(np.uint64(len(text)).tobytes() + text)
        for values in tensors.values():
            file.write(np.ascontiguousarray(values).tobytes())
