"""Turns the survey of the photos into items: observations with everything their tools had to say (docs/policies.md).

A photo gives several: at a place where the bird lives, without a place, at a place where it does not live, with a bird that
the observer chose, with a second photo of the species, with a note. What the tools said is never changed.
"""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections import defaultdict
from pathlib import Path

# How often each kind of observation is drawn. Most birds are where they live; a place where they do not is a slip or a vagrant.
KINDS = {"here": 0.55, "no_place": 0.18, "elsewhere": 0.07, "focus": 0.08, "two_photos": 0.12}
NOTE_SHARE = 0.12
NOTES = (
    "small, tail bobbing, by a stream", "what is this?", "singing from a hedge", "I think it is a juvenile", "in my garden",
    "flew off before I could get closer", "big as a crow", "my friend says it is an owl", "seen twice this week", "feeding on the lawn",
    "yellow breast, very active", "taken through a window", "is it a rare one?", "with a flock of tits", "near the harbour",
)  # fmt: skip


def read_survey(path: Path) -> list[dict]:
    """Lines of photos that could be opened."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [line for line in lines if "answers" in line]


def seeded(*parts: object) -> random.Random:
    return random.Random(hashlib.sha256("/".join(map(str, parts)).encode()).digest())


def recordings_at(photo: dict, place: dict | None) -> list[dict]:
    """What the tools said, as they would have at this place: the place changes how much the labels cover, and answers for itself."""
    recorded = copy.deepcopy(photo["answers"])
    for one in recorded:
        if one["tool"] == "classify_image" and one["outcome"]["status"] == "ok":
            one["outcome"]["payload"]["coverage"] = place["coverage"] if place else None
    if place is None:
        return recorded
    month = int(place["day"][5:7])
    taxa = [one["taxon"] for one in place["species"]] + place["unknown"]
    if taxa:
        payload = {"applied": True, "month": month, "species": place["species"], "unknown": place["unknown"]}
        recorded.append({"tool": "geo_prior", "args": {"taxa": taxa[:20]}, "outcome": {"status": "ok", "payload": payload}})
    return recorded


def observation(photos: list[dict], place: dict | None, note: str | None) -> dict:
    where = place and {"latitude": place["latitude"], "longitude": place["longitude"], "precisionKm": None, "source": "given"}
    shown = [
        {"ref": f"photo-{i + 1}", "name": f"{photo['id']}.jpg", "focus": photo.get("focus"), **photo["photo"]}
        for i, photo in enumerate(photos)
    ]
    noted = {} if note is None else {"note": note}
    return {"id": photos[0]["id"], "photos": shown, "sounds": [], "place": where, "day": place["day"] if place else None, **noted}


def renamed(recordings: list[dict], number: int) -> list[dict]:
    return json.loads(json.dumps(recordings).replace('"photo-1', f'"photo-{number}'))


def chosen_bird(photo: dict) -> dict | None:
    """The box that an observer could have chosen: a detected one that was classified."""
    boxes = [a["args"]["region"] for a in photo["answers"] if a["tool"] == "quality_gate" and "region" in a["args"]]
    found = any(a["tool"] == "detect_bird" and a["outcome"].get("payload", {}).get("count") for a in photo["answers"])
    return boxes[0] if found and boxes else None


def make_item(kind: str, photo: dict, others: list[dict], rng: random.Random) -> dict | None:
    """Null where this photo does not allow this kind."""
    here = next((p for p in photo["places"] if p["lives"]), None)
    elsewhere = next((p for p in photo["places"] if not p["lives"]), None)
    place = {"no_place": None, "elsewhere": elsewhere}.get(kind, here or elsewhere)
    if kind == "elsewhere" and place is None:
        return None
    photos, recordings = [photo], recordings_at(photo, place)
    if kind == "focus":
        focus = chosen_bird(photo)
        if focus is None:
            return None
        photos = [{**photo, "focus": focus}]
    if kind == "two_photos":
        if not others:
            return None
        second = rng.choice(others)
        photos.append(second)
        # The second photo was surveyed at its own place; only what was seen in it carries over.
        seen = [r for r in recordings_at(second, None) if r["tool"] != "geo_prior"]
        for one in seen:
            if one["tool"] == "classify_image" and one["outcome"]["status"] == "ok":
                one["outcome"]["payload"]["coverage"] = place["coverage"] if place else None
        recordings += renamed(seen, 2)
    note = rng.choice(NOTES) if rng.random() < NOTE_SHARE else None
    return {"observation": observation(photos, place, note), "truth": photo["truth"], "recordings": recordings}


def make_items(survey: list[dict], split: str, each: int) -> dict[str, dict]:
    """`each` items a photo of this split, of kinds drawn by their shares; no kind twice for one photo."""
    photos = [photo for photo in survey if photo["split"] == split]
    of_species = defaultdict(list)
    for photo in photos:
        of_species[photo["truth"]].append(photo)
    items = {}
    for photo in photos:
        rng = seeded("items", photo["id"])
        others = [one for one in of_species[photo["truth"]] if one["id"] != photo["id"]] if photo["truth"] else []
        kinds = sorted(KINDS, key=lambda kind: rng.random() ** (1 / KINDS[kind]), reverse=True)
        made = 0
        for kind in kinds:
            item = make_item(kind, photo, others, rng) if made < each else None
            if item is not None:
                items[f"{photo['id']}.{kind}"] = item
                made += 1
    return items
