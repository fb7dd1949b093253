"""Turns the survey of photos and recordings into items: observations with everything their tools had to say (docs/policies.md).

A photo gives several: at a place where the bird lives, without a place, at a place where it does not live, with a bird that
the observer chose, with a second photo of the species, with a note. So does a recording, alone, with a second one of the species, with a
photo of it that was surveyed at the same place or without one, or with a photo of something else. What the tools said is never changed.
"""

from __future__ import annotations

import copy
import hashlib
import json
import random
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# How often each kind of observation is drawn. Most birds are where they live; a place where they do not is a slip or a vagrant.
KINDS = {"here": 0.55, "no_place": 0.18, "elsewhere": 0.07, "focus": 0.08, "two_photos": 0.12}
SOUND_KINDS = {
    "here": 0.28, "no_place": 0.14, "elsewhere": 0.08, "two_sounds": 0.12,
    "seen_and_heard": 0.16, "seen_no_place": 0.08, "seen_other": 0.09, "seen_other_no_place": 0.05,
}  # fmt: skip
# Of the second recordings, those that cannot be judged, whatever they are of: what the first one told still counts.
FAILING_SHARE = 0.3
NOTE_SHARE = 0.12
NOTES = (
    "small, tail bobbing, by a stream", "what is this?", "singing from a hedge", "I think it is a juvenile", "in my garden",
    "flew off before I could get closer", "big as a crow", "my friend says it is an owl", "seen twice this week", "feeding on the lawn",
    "yellow breast, very active", "taken through a window", "is it a rare one?", "with a flock of tits", "near the harbour",
)  # fmt: skip


# Observers name birds, rightly or wrongly.
GUESSES = ("{}?", "I think it is a {}", "not a {}, too small", "could be {}", "{} was here yesterday", "heard a {} too")


@cache
def bird_names() -> list[str]:
    """English, of the taxonomy."""
    names = json.loads((ROOT / "public/taxonomy/names/en.json").read_text("utf-8"))["species"]
    return [name for name in names if name]


def read_survey(path: Path) -> list[dict]:
    """Lines of files that could be opened, without those that the survey was cut short at: nobody had asked their tools to stop."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [line for line in lines if "answers" in line and not any(one["outcome"].get("code") == "cancelled" for one in line["answers"])]


def seeded(*parts: object) -> random.Random:
    return random.Random(hashlib.sha256("/".join(map(str, parts)).encode()).digest())


def recordings_at(file: dict, place: dict | None) -> list[dict]:
    """What the tools said, as they would have at this place: it changes how much the labels cover and who could be mistaken, and answers for itself."""
    recorded = copy.deepcopy(file["answers"])
    set_place(recorded, place)
    if place is None:
        return recorded
    month = int(place["day"][5:7])
    taxa = [one["taxon"] for one in place["species"]] + place["unknown"]
    if taxa:
        payload = {"applied": True, "month": month, "species": place["species"], "unknown": place["unknown"]}
        recorded.append({"tool": "geo_prior", "args": {"taxa": taxa[:20]}, "outcome": {"status": "ok", "payload": payload}})
    return recorded


def set_place(recorded: list[dict], place: dict | None) -> None:
    for one in recorded:
        if one["tool"] not in ("classify_image", "classify_sound") or one["outcome"]["status"] != "ok":
            continue
        one["outcome"]["payload"]["coverage"] = place["coverage"] if place else None
        if one["tool"] == "classify_image":
            one["outcome"]["payload"]["unlabelled"] = place.get("unlabelled", []) if place else []


def observation(photos: list[dict], sounds: list[dict], place: dict | None, note: str | None) -> dict:
    where = place and {"latitude": place["latitude"], "longitude": place["longitude"], "precisionKm": None, "source": "given"}
    shown = [
        {"ref": f"photo-{i + 1}", "name": f"{photo['id']}.jpg", "focus": photo.get("focus"), **photo["photo"]}
        for i, photo in enumerate(photos)
    ]
    played = [{"ref": f"sound-{i + 1}", "name": f"{sound['id']}.wav", **sound["sound"]} for i, sound in enumerate(sounds)]
    noted = {} if note is None else {"note": note}
    first = [*photos, *sounds][0]
    return {"id": first["id"], "photos": shown, "sounds": played, "place": where, "day": place["day"] if place else None, **noted}


def renamed(recordings: list[dict], number: int) -> list[dict]:
    return json.loads(re.sub(r'"(photo|sound)-1', rf'"\1-{number}', json.dumps(recordings)))


def of_second(second: dict, place: dict | None) -> list[dict]:
    """A second file was surveyed at its own places; only what was seen or heard in it carries over."""
    said = [r for r in recordings_at(second, None) if r["tool"] != "geo_prior"]
    # How much the labels cover is the place's; who could be mistaken belongs to the candidates, and is not known here.
    set_place(said, place and {**place, "unlabelled": []})
    return renamed(said, 2)


def place_for(kind: str, file: dict) -> dict | None:
    here = next((p for p in file["places"] if p["lives"]), None)
    elsewhere = next((p for p in file["places"] if not p["lives"]), None)
    return {"no_place": None, "elsewhere": elsewhere}.get(kind, here or elsewhere)


def noted(rng: random.Random) -> str | None:
    if rng.random() >= NOTE_SHARE:
        return None
    return rng.choice(NOTES) if rng.random() < 0.5 else rng.choice(GUESSES).format(rng.choice(bird_names()))


def same_place(place: dict, file: dict) -> dict | None:
    return next((p for p in file["places"] if all(p[name] == place[name] for name in ("latitude", "longitude", "day"))), None)


def chosen_bird(photo: dict) -> dict | None:
    """The box that an observer could have chosen: a detected one that was classified."""
    boxes = [a["args"]["region"] for a in photo["answers"] if a["tool"] == "quality_gate" and "region" in a["args"]]
    found = any(a["tool"] == "detect_bird" and a["outcome"].get("payload", {}).get("count") for a in photo["answers"])
    return boxes[0] if found and boxes else None


def photo_item(kind: str, photo: dict, others: list[dict], rng: random.Random) -> dict | None:
    """Null where this photo does not allow this kind."""
    place = place_for(kind, photo)
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
        recordings += of_second(second, place)
    return {"observation": observation(photos, [], place, noted(rng)), "truth": photo["truth"], "recordings": recordings}


def cannot_be_judged(sound: dict) -> bool:
    return any(a["tool"] == "audio_quality" and a["outcome"].get("payload", {}).get("grade") == "fail" for a in sound["answers"])


def sound_item(kind: str, sound: dict, others: list[dict], failing: list[dict], photos: list[dict], rng: random.Random) -> dict | None:
    """Null where this recording does not allow this kind. `others`: of the same bird; `failing`, `photos`: of the split. A photo that shows something
    else decides what the truth is, as it is what the observer pointed at."""
    if kind.startswith("seen"):
        pairs = together(kind, sound, photos)
        if not pairs:
            return None
        photo, place, at = rng.choice(pairs)
        recordings = recordings_at(photo, at) + recordings_at(sound, place)
        truth = photo["truth"] or sound["truth"]
        return {"observation": observation([photo], [sound], place, noted(rng)), "truth": truth, "recordings": recordings}
    place = place_for(kind, sound)
    if kind == "elsewhere" and place is None:
        return None
    sounds, recordings = [sound], recordings_at(sound, place)
    if kind == "two_sounds":
        seconds = failing if rng.random() < FAILING_SHARE else others
        if not seconds:
            return None
        second = rng.choice(seconds)
        sounds.append(second)
        recordings += of_second(second, place)
    return {"observation": observation([], sounds, place, noted(rng)), "truth": sound["truth"], "recordings": recordings}


def together(kind: str, sound: dict, photos: list[dict]) -> list[tuple[dict, dict | None, dict | None]]:
    """Photos that could be of one observation with this recording, with their place as each of them was surveyed there."""
    same = [photo for photo in photos if sound["truth"] is not None and photo["truth"] == sound["truth"]]
    if kind == "seen_no_place":
        return [(photo, None, None) for photo in same]
    if kind == "seen_and_heard":
        place = place_for(kind, sound)
        return [(photo, place, at) for photo in same if place and (at := same_place(place, photo))]
    others = [photo for photo in photos if photo["truth"] is None or photo["truth"] != sound["truth"]]
    if kind == "seen_other_no_place":
        return [(photo, None, None) for photo in others]
    return [(photo, place, at) for photo in others for place in sound["places"] if (at := same_place(place, photo))]


def make_items(survey: list[dict], split: str, each: int) -> dict[str, dict]:
    """`each` items a file of this split, of kinds drawn by their shares; no kind twice for one file."""
    files = [file for file in survey if file["split"] == split]
    photos = [file for file in files if "photo" in file]
    failing = [file for file in files if "sound" in file and cannot_be_judged(file)]
    of_bird: dict[tuple[str, bool], list[dict]] = defaultdict(list)
    for file in files:
        if file["truth"]:
            of_bird[(file["truth"], "photo" in file)].append(file)
    items = {}
    for file in files:
        rng = seeded("items", file["id"])
        shares = KINDS if "photo" in file else SOUND_KINDS
        others = [one for one in of_bird[(file["truth"], "photo" in file)] if one["id"] != file["id"]]
        made = 0
        for kind in sorted(shares, key=lambda kind: rng.random() ** (1 / shares[kind]), reverse=True):
            if made == each:
                break
            if "photo" in file:
                item = photo_item(kind, file, others, rng)
            else:
                item = sound_item(kind, file, others, [one for one in failing if one["id"] != file["id"]], photos, rng)
            if item is not None:
                items[f"{file['id']}.{kind}"] = item
                made += 1
    return items
