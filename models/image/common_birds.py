"""The birds that people meet most, and how the classifier does on their held-out photos.

The lists are ours: ten birds each that stand near the top of every count in gardens and towns of Europe and of North America.
"""

from __future__ import annotations

import numpy as np

from dataset import TEST, Dataset
from held_out import Crops

COMMON = {
    "Europe": (
        "Passer domesticus", "Cyanistes caeruleus", "Parus major", "Sturnus vulgaris", "Columba palumbus",
        "Turdus merula", "Erithacus rubecula", "Fringilla coelebs", "Pica pica", "Carduelis carduelis",
    ),
    "North America": (
        "Turdus migratorius", "Cardinalis cardinalis", "Zenaida macroura", "Junco hyemalis", "Cyanocitta cristata",
        "Dryobates pubescens", "Poecile atricapillus", "Haemorhous mexicanus", "Corvus brachyrhynchos", "Branta canadensis",
    ),
}


def common_rows(data: Dataset) -> np.ndarray:
    """All test photos of these birds."""
    wanted = {name for names in COMMON.values() for name in names}
    classes = [i for i, label in enumerate(data.labels) if label in wanted]
    rows = data.rows(TEST)
    return rows[np.isin(data.target[rows], classes)]


def count_common(crops: Crops, logits: np.ndarray, labels: list[str]) -> list[dict[str, object]]:
    """For each bird: whether the labels have it, its photos, and how many were named right."""
    right = logits.argmax(axis=1) == crops.target
    rows = []
    for where, names in COMMON.items():
        for name in names:
            mine = crops.target == labels.index(name) if name in labels else np.zeros(len(right), bool)
            known = name in labels
            rows.append({"where": where, "bird": name, "known": known, "photos": int(mine.sum()), "right": int(right[mine].sum())})
    return rows


def common_table(rows: list[dict[str, object]]) -> str:
    said = []
    for row in rows:
        without = "known from the teacher alone, no photos to measure on" if row["known"] else "not among the labels"
        result = f"{row['right']} of {row['photos']}" if row["photos"] else without
        said.append(f"| {row['where']} | _{row['bird']}_ | {result} |")
    return "\n".join(["| where | bird | named right |", "|---|---|---|", *said])
