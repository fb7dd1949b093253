"""Which recordings there are, what sings on them, under which licence, and in which split they are.

A recording without permission for derivatives (ND) is never trained on; it may be measured on. A split holds whole
recordings, so that no bird is both learnt from and measured on.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "taxonomy"))
from resolve import TABLES, Taxonomy  # noqa: E402

TRAIN, CALIBRATION, TEST = "train", "calibration", "test"
# Shares of the splits among recordings that may be trained on, by the hash of the recording's id.
CALIBRATION_SHARE, TEST_SHARE = 0.2, 0.2

# Classes that are no birds. The names stand in the label file; the pack's manifest says what they mean.
VOICE, ANIMAL, NOISE, SILENCE = "Human voice", "Other animal", "Noise", "Silence"
OTHERS = (VOICE, ANIMAL, NOISE, SILENCE)

# ESC-50's classes that are not noise. Its bird classes (rooster, hen, crow, chirping_birds) name no species of ours:
# they are left out, as nobody knows what they would be false alarms for.
ESC_BIRDS = frozenset({"rooster", "hen", "crow", "chirping_birds"})
ESC_ANIMALS = frozenset({"dog", "pig", "cow", "frog", "cat", "insects", "sheep", "crickets"})
ESC_VOICES = frozenset({"crying_baby", "sneezing", "coughing", "laughing", "breathing", "snoring"})


@dataclass(frozen=True)
class Recording:
    id: str
    """Of the recording, not of the clip: clips of one recording stay in one split."""
    file: str
    """Relative to the data folder."""
    label: str
    """Scientific name, or one of OTHERS."""
    source: str
    licence: str
    split: str


def draw(id: str, salt: str) -> float:
    """A number from 0 to 1 that hangs on the id alone."""
    return int(hashlib.sha1(f"{salt}:{id}".encode()).hexdigest()[:8], 16) / 2**32


def may_train(licence: str) -> bool:
    return not re.search(r"-nd\b|/nd/|noderiv|personal", licence.lower())


def choose_split(id: str, licence: str) -> str:
    place = draw(id, "split")
    if not may_train(licence):
        return CALIBRATION if place < 0.5 else TEST
    if place < CALIBRATION_SHARE:
        return CALIBRATION
    return TEST if place < CALIBRATION_SHARE + TEST_SHARE else TRAIN


class Names:
    """The sources' names of birds -> the teacher's labels, by way of the taxonomy; the current name where it has none."""

    def __init__(self, teacher_labels: list[str]) -> None:
        self.taxonomy = Taxonomy.load()
        current = dict(self.taxonomy.species)
        # Where two labels are one species today, the one that bears its name stands for it.
        by_code = {code: label for label in teacher_labels if (code := self.taxonomy.find(label))}
        known = set(teacher_labels)
        self.labels = {code: name if name in known else by_code.get(code, name) for code, name in current.items()}
        english = json.loads((TABLES / "names" / "en.json").read_text(encoding="utf-8"))["species"]
        self.english = {name.lower(): code for (code, _), name in zip(self.taxonomy.species, english)}

    def scientific(self, name: str) -> str | None:
        return self.labels.get(self.taxonomy.find(name))

    def common(self, name: str) -> str | None:
        """English names. A name of New Zealand is never cut in two: its birds share English names with others elsewhere."""
        code = self.taxonomy.find(RENAMED[name]) if name in RENAMED else self.english.get(name.lower())
        return self.labels.get(code)


# English names that the taxonomy has otherwise or not at all. Subspecies count as their species.
RENAMED = {
    "Common Whitethroat": "Curruca communis",
    "Woodlark": "Lullula arborea",
    "Yellow Warbler": "Setophaga petechia",
    "Bellbird / Korimako": "Anthornis melanura",
    "Grey Warbler / Riroriro": "Gerygone igata",
    "Kea": "Nestor notabilis",
    "Morepork / Ruru": "Ninox novaeseelandiae",
    "New Zealand Fantail / Pīwakawaka": "Rhipidura fuliginosa",
    "New Zealand Pigeon / Kererū": "Hemiphaga novaeseelandiae",
    "North Island Tomtit / Miromiro": "Petroica macrocephala",
    "Paradise Shelduck / Pūtangitangi": "Tadorna variegata",
    "Silvereye / Tauhou": "Zosterops lateralis",
    "South Island Fantail / Pīwakawaka": "Rhipidura fuliginosa",
    "South Island Tomtit / Miromiro": "Petroica macrocephala",
    "Tomtit / Miromiro": "Petroica macrocephala",
    "Tūī": "Prosthemadera novaeseelandiae",
}


def quiz_clips(root: Path, names: Names) -> list[Recording]:
    """chrysogonum/bird-sound-game: short clips cut from xeno-canto and the New Zealand Department of Conservation."""
    found = []
    for clip in json.loads((root / "quiz/data/clips.json").read_text(encoding="utf-8")):
        label = names.common(clip["common_name"])
        # Several clips of one recording differ by a number at the end of the id.
        id = re.sub(r"_\d+$", "", clip["source_id"]) if clip["source"] == "doc" else clip["source_id"]
        licence = clip["license"].replace("✓", "").strip()
        if label:
            found.append(Recording(id, f"quiz/{clip['file_path']}", label, "quiz", licence, choose_split(id, licence)))
    return found


def british_songs(root: Path, names: Names) -> list[Recording]:
    """dreddyyerram/birdclassification: whole xeno-canto recordings from Britain."""
    found = []
    with (root / "british/birdsong_metadata.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            id, file = f"XC{row['file_id']}", f"british/songs/xc{row['file_id']}.flac"
            label, licence = names.scientific(f"{row['genus']} {row['species']}"), row["license"]
            if label and (root / file).exists():
                found.append(Recording(id, file, label, "british", licence, choose_split(id, licence)))
    return found


def german_calls(root: Path, names: Names) -> list[Recording]:
    """Matthias-Kroker/vogelstimmen: excerpts of xeno-canto recordings of 20 species, none of them ND."""
    found = []
    for file in sorted((root / "german/assets/rufe").glob("*.mp3")):
        genus, epithet, id = file.stem.split("_")
        label, licence = names.scientific(f"{genus} {epithet}"), "CC BY-NC-SA or freer, as the collection says"
        if label:
            found.append(Recording(id, str(file.relative_to(root)), label, "german", licence, choose_split(id, licence)))
    return found


def other_sounds(root: Path, names: Names) -> list[Recording]:
    """karolpiczak/ESC-50: everyday sounds."""
    found = []
    with (root / "esc50/meta/esc50.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            kind = row["category"]
            if kind in ESC_BIRDS:
                continue
            label = ANIMAL if kind in ESC_ANIMALS else VOICE if kind in ESC_VOICES else NOISE
            id, licence = f"ESC{row['src_file']}", "CC BY-NC 3.0"
            found.append(Recording(id, f"esc50/audio/{row['filename']}", label, "esc50", licence, choose_split(id, licence)))
    return found


SOURCES = (quiz_clips, british_songs, german_calls, other_sounds)


def find_recordings(root: Path, teacher_labels: list[str]) -> list[Recording]:
    """Every recording of every source in one order that does not depend on the file system."""
    names = Names(teacher_labels)
    found = [recording for source in SOURCES for recording in source(root, names)]
    return sorted(found, key=lambda r: (r.source, r.file))
