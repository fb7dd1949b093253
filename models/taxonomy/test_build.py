"""Quick tests on a handful of made-up species: python -m unittest discover -s models/taxonomy"""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from build import taxonomy_table  # noqa: E402
from names import translations  # noqa: E402
from resolve import Taxonomy, normalise, stem  # noqa: E402
from sources import PastTaxon, Species, read_labels  # noqa: E402
from synonyms import Derivation, as_table, english_key, plain  # noqa: E402

SPECIES = [
    Species("comloo", "Gavia immer", "Gavia", "Gaviidae", "Gaviiformes"),
    Species("royter1", "Thalasseus maximus", "Thalasseus", "Laridae", "Charadriiformes"),
    Species("santer1", "Thalasseus sandvicensis", "Thalasseus", "Laridae", "Charadriiformes"),
    Species("blutit", "Cyanistes caeruleus", "Cyanistes", "Paridae", "Passeriformes"),
    Species("gretit1", "Parus major", "Parus", "Paridae", "Passeriformes"),
]


def past(code: str, name: str, english: str, category: str = "species", report_as: str = "") -> PastTaxon:
    return PastTaxon(code, name, english, "", "", category, report_as)


HISTORY = [
    [past(one.code, one.name, english) for one, english in zip(SPECIES, ["Common Loon", "Royal Tern", "Sandwich Tern", "Eurasian Blue Tit", "Great Tit"])]
    + [past("cabter1", "Thalasseus sandvicensis acuflavidus", "Sandwich Tern (Cabot's)", "issf", "santer1")],
    [past("royter1", "Sterna maxima", "Royal Tern"), past("cabter1", "Thalasseus acuflavidus", "Cabot's Tern"),
     past("blutit9", "Parus caeruleus", "Eurasian Blue Tit"), past("gretit1", "Parus major/minor", "a slash", "slash")],
]  # fmt: skip


class Resolve(unittest.TestCase):
    def setUp(self) -> None:
        table = taxonomy_table(SPECIES, "test")
        names = as_table({"Sterna maximus": "royter1", "Larus x parus": "Laridae", "Thalasseus acuflavidus": "santer1"})
        self.taxonomy = Taxonomy(table, {"names": names})

    def test_keeps_taxonomic_order(self) -> None:
        self.assertEqual(self.taxonomy.species, [(one.code, one.name) for one in SPECIES])

    def test_finds_names_of_every_kind(self) -> None:
        expected = {
            " parus  MAJOR ": "gretit1", "Parus_major": "gretit1", "Sterna maxima": "royter1", "Paridae": "Paridae",
            "Parus": "Parus", "Parus major newtoni": "gretit1", "Thalasseus sandvicensis acuflavidus": "santer1",
            "Larus × parus": "Laridae", "Larus \\xd7 parus": "Laridae",
        }  # fmt: skip
        self.assertEqual({name: self.taxonomy.find(name) for name in expected}, expected)

    def test_knows_no_strangers(self) -> None:
        for name in ("", "Ursus arctos", "Parus nowhere", "Parus major x caeruleus"):
            self.assertIsNone(self.taxonomy.find(name))

    def test_stems_agree_across_genders(self) -> None:
        for one, other in (("maxima", "maximus"), ("alba", "album"), ("niger", "nigra"), ("bairdi", "bairdii")):
            self.assertEqual(stem(one), stem(other))
        self.assertNotEqual(stem("minor"), stem("major"))
        self.assertEqual(normalise("A  ×  b"), "a x b")


class Derive(unittest.TestCase):
    def setUp(self) -> None:
        self.derivation = Derivation(SPECIES, HISTORY)

    def test_follows_codes_lumps_and_english_names(self) -> None:
        found = self.derivation.from_history()
        self.assertEqual(found["Sterna maxima"], "royter1")
        self.assertEqual(found["Thalasseus acuflavidus"], "santer1")
        self.assertEqual(found["Parus caeruleus"], "blutit")
        self.assertNotIn("Parus major/minor", found)
        self.assertNotIn("Parus major", found)

    def test_moves_whole_genera(self) -> None:
        found = self.derivation.from_old_genera({"Parus": ["Cyanistes"], "Actochelidon": ["Thalasseus"]})
        self.assertEqual(found["Parus caeruleus"], "blutit")
        self.assertEqual(found["Actochelidon"], "Thalasseus")
        self.assertNotIn("Parus", found)

    def test_same_epithet_counts_only_within_the_family(self) -> None:
        self.assertEqual(self.derivation.of_epithet("Parus caerulea"), "blutit")
        self.assertIsNone(self.derivation.of_epithet("Gavia caerulea"))

    def test_what_is_a_name(self) -> None:
        self.assertTrue(plain("Parus major"))
        for name in ("Parus sp.", "Parus major/minor", "Parus major x ater", "Parus major [minor Group]", "Parus"):
            self.assertFalse(plain(name))
        self.assertEqual(english_key("Grey-headed Gull"), english_key("Gray-headed gull"))


class Names(unittest.TestCase):
    def test_leaves_out_what_repeats_the_english_or_scientific_name(self) -> None:
        taxonomy = Taxonomy(taxonomy_table(SPECIES, "test"), {"names": as_table({"Parus caeruleus": "blutit"})})
        english = {"blutit": "Eurasian Blue Tit", "gretit1": "Great Tit", "comloo": "Common Loon"}
        rows = {"Parus caeruleus": "Blaumeise", "Parus major": "great tit", "Gavia immer": "Gavia immer", "Dog": "Hund"}
        self.assertEqual(translations(rows, {}, english, taxonomy), {"blutit": "Blaumeise"})

    def test_reads_every_form_of_label(self) -> None:
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "labels.txt"
            file.write_text("Parus major (Great Tit)\nParus major_Great Tit\n7\tParus major\tGreat Tit\nbackground\n")
            self.assertEqual(read_labels(file), [("Parus major", "Great Tit")] * 3 + [("background", "")])


if __name__ == "__main__":
    unittest.main()
