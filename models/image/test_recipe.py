"""Quick tests on made-up inputs. Run: python -m unittest discover -s models/image -p 'test_*.py'."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
from PIL import Image

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import torch  # noqa: E402

from crops import middle_square, outside_square, square_crop, view_crop  # noqa: E402
from common_birds import common_table, count_common  # noqa: E402
from dataset import BACKGROUND, CALIBRATION, LEFT_OUT, TEST, TRAIN, UNLABELLED, SpeciesFinder, build_dataset, listed, read_class_map, read_ranks, split_species, write_splits  # noqa: E402
from describe import figure_table, write_card_table  # noqa: E402
from detect import decode_yolox, suppress  # noqa: E402
from evaluate import group_matrix, measure_birds, run_model  # noqa: E402
from export import settled_network, write_golden_vectors, write_onnx  # noqa: E402
from held_out import Crops as HeldOut, chosen_rows, relabelled  # noqa: E402
from lib.golden import build_input  # noqa: E402
from linear import discriminant, ridge  # noqa: E402
from network import from_backbone, load_pretrained, slow_to_train  # noqa: E402
from photos import Photo, Views, difference_hash, list_folders, load_index, prepare  # noqa: E402
from teacher import Answers, scientific_names, with_features  # noqa: E402
from train import Lessons, augment, exported_weights, rate_factor, sampling_weights, size_at, soft_targets, train  # noqa: E402
from twin import write_set  # noqa: E402
from widen import Head, Lines, best_offset, body_stamp, head_of, join, regressed, said_of_species, training_lines, widen, with_head, withhold, without  # noqa: E402

LABELS = ["Corvus brachyrhynchos", "Corvus corax", "Cyanocitta cristata", "Turdus migratorius", BACKGROUND]


class Crops(unittest.TestCase):
    def test_square_with_margin_stays_inside(self) -> None:
        self.assertEqual(square_crop((40, 40, 60, 50), 100, 100), (38, 33, 62, 57))
        self.assertEqual(square_crop((0, 0, 20, 10), 100, 100), (0, 0, 24, 24))
        self.assertEqual(square_crop((0, 10, 100, 30), 100, 50), (25, 0, 75, 50))

    def test_view_is_roomier_and_never_outside(self) -> None:
        self.assertEqual(view_crop((40, 40, 60, 60), 100, 100), (35, 35, 65, 65))
        self.assertEqual(view_crop((0, 10, 100, 30), 100, 50), (0, 0, 100, 50))

    def test_beside_never_touches_the_bird(self) -> None:
        self.assertEqual(outside_square((60, 0, 100, 100), 100, 100), (0, 20, 60, 80))
        self.assertIsNone(outside_square((5, 5, 95, 95), 100, 100))
        self.assertEqual(middle_square(100, 40), (30, 0, 70, 40))


class Classes(unittest.TestCase):
    def test_every_class_is_a_species_of_the_taxonomy(self) -> None:
        species, ranks = set(read_class_map().values()), read_ranks()
        self.assertEqual([s for s in species if s not in ranks], [])
        self.assertGreaterEqual(len(species), 640)

    def test_old_names_and_subspecies_are_their_species(self) -> None:
        find = SpeciesFinder()
        names = ["Branta canadensis", "Picoides pubescens", "Setophaga coronata auduboni", "Larus glaucescens \\xd7 occidentalis", "Aves incognita"]
        self.assertEqual([find(n) for n in names], ["Branta canadensis", "Dryobates pubescens", "Setophaga coronata", None, None])

    def test_generic_and_domestic_folders_are_dropped(self) -> None:
        folders = read_class_map()
        for folder in ("CROW", "ALBATROSS", "CANARY", "FRILL BACK PIGEON"):
            self.assertNotIn(("birds525", folder), folders)
        self.assertEqual(folders[("consolidated", "KILLDEAR")], "Charadrius vociferus")


def photo(source: str, folder: str, name: str, dhash: int, sha256: str = "") -> Photo:
    return Photo(source, folder, f"{folder}/{name}", None, dhash=f"{dhash:016x}", sha256=sha256, width=224, height=224)


class Splits(unittest.TestCase):
    def hashes(self, count: int) -> np.ndarray:
        return np.random.default_rng(5).integers(0, 2**63, count, dtype=np.uint64)

    def test_copies_of_a_picture_share_a_split(self) -> None:
        hashes = self.hashes(200)
        hashes[100:] = hashes[:100] ^ np.uint64(0b101)
        split = split_species("x", [f"photo {i}" for i in range(200)], hashes)
        self.assertEqual(split[:100], split[100:])
        self.assertGreater(split.count(TEST), 20)

    def test_few_photos_still_give_two_to_the_test(self) -> None:
        self.assertEqual(split_species("x", [f"photo {i}" for i in range(10)], self.hashes(10)).count(TEST), 2)

    def test_disagreeing_and_kept_out_pictures_are_left_out(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            picture = Image.fromarray(np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8))
            picture.save(Path(folder) / "never.png")
            h = [int(x) for x in self.hashes(6)]
            photos = [photo("consolidated", "KILLDEAR", "0.jpg", h[0]), photo("consolidated", "OSPREY", "0.jpg", h[0])]
            photos += [photo("consolidated", "OSPREY", "1.jpg", int(difference_hash(picture), 16)), photo("consolidated", "CROW", "1.jpg", h[1])]
            photos += [photo("caltech101", "chair", "1.jpg", h[2]), photo("consolidated", "OSPREY", "2.jpg", h[3])]
            data = build_dataset(photos, read_class_map(), Path(folder))
            self.assertEqual(data.split[:3].tolist(), [LEFT_OUT] * 3)
            self.assertEqual(data.kept_out, 1)
            self.assertEqual(data.labels, ["Charadrius vociferus", "Pandion haliaetus", BACKGROUND])
            self.assertEqual(data.target[4:].tolist(), [2, 1])


    def test_the_same_file_counts_once_and_a_listed_one_not_at_all(self) -> None:
        h = [int(x) for x in self.hashes(5)]
        photos = [photo("birdfy", "OSPREY", "0.jpg", h[0], "aa"), photo("consolidated", "OSPREY", "9.jpg", h[0], "aa")]
        photos += [photo("birdfy", "OSPREY", "1.jpg", h[1], "bb"), photo("consolidated", "KILLDEAR", "1.jpg", h[2], "cc")]
        photos += [photo("birdfy", "TOUCAN", "1.jpg", h[3], "dd"), photo("caltech101", "chair", "1.jpg", h[4], "ee")]
        with tempfile.TemporaryDirectory() as folder:
            names = Path(folder) / "list.txt"
            names.write_text("# why\nbb  birdfy/OSPREY/1.jpg\n")
            data = build_dataset(photos, read_class_map(), leave_out=frozenset(listed([names])))
            write_splits(Path(folder) / "splits.jsonl", photos, data)
            lines = [json.loads(line) for line in (Path(folder) / "splits.jsonl").read_text().splitlines()]
        self.assertEqual(data.split[1:3].tolist(), [LEFT_OUT] * 2)
        self.assertEqual(data.split[4], UNLABELLED)
        self.assertNotEqual(data.split[0], LEFT_OUT)
        self.assertEqual(data.kept_out, 1)
        self.assertEqual([line["species"] for line in lines], ["Pandion haliaetus", None, None, "Charadrius vociferus", None])

    def test_a_large_folder_gives_only_some_of_its_photos(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in [f"train/Hoopoe/{i}.jpg" for i in range(500)] + ["test/Osprey/1.jpg"]:
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
            photos = list_folders("birds25", Path(folder))
        self.assertEqual(sum(p.folder == "Hoopoe" for p in photos), 420)
        self.assertEqual(photos[-1].path if photos[-1].folder == "Osprey" else photos[0].path, "test/Osprey/1.jpg")

    def test_a_smaller_test_is_always_the_same_one(self) -> None:
        photos = [photo("caltech101", "chair", f"{i}.jpg", i) for i in range(50)]
        few = chosen_rows(photos, np.arange(50), 10)
        self.assertEqual(len(few), 10)
        self.assertTrue(set(few.tolist()) < set(chosen_rows(photos, np.arange(50), 20).tolist()))
        np.testing.assert_array_equal(chosen_rows(photos, np.arange(50), 0), np.arange(50))


class Detecting(unittest.TestCase):
    def test_grid_decodes_to_pixels_and_doubles_go(self) -> None:
        raw = np.zeros((64 * 64 // 64 + 16 + 4, 85), np.float32)
        for cell, objectness in ((9, 0.9), (10, 0.6)):  # stride 8: column 1 and 2 of row 1
            raw[cell, 2:4], raw[cell, 4], raw[cell, 5 + 14] = np.log(4), objectness, 1
        raw[10, 0] = -1.0
        boxes = suppress(decode_yolox(raw, 64))
        np.testing.assert_allclose(boxes, [[-8, -8, 24, 24, 0.9]], atol=1e-4)


class Training(unittest.TestCase):
    def test_folding_leaves_the_backbone_unchanged(self) -> None:
        from efficientnet_lite_pytorch import EfficientNet

        torch.manual_seed(0)
        backbone = EfficientNet.from_name("efficientnet-lite0").eval()
        network = from_backbone(backbone, 5).eval()
        x = torch.randn(1, 3, 97, 97)
        with torch.no_grad():
            expected = backbone.extract_features(x).mean(dim=(2, 3))
            np.testing.assert_allclose(network.back.features(network.front(x)), expected, atol=1e-4)

    def test_targets_prefer_relatives_and_sum_to_one(self) -> None:
        rows = soft_targets(LABELS).numpy()
        np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-6)
        same_genus, same_family, far = rows[0, 1], rows[0, 2], rows[0, 3]
        self.assertTrue(rows[0, 0] > same_genus > same_family > far > 0)

    def test_rate_ends_at_zero_and_pictures_grow(self) -> None:
        self.assertAlmostEqual(rate_factor(1.0), 0)
        self.assertAlmostEqual(rate_factor(0.02), 1)
        self.assertEqual([size_at(p, (128, 160)) for p in (0.0, 0.49, 0.5, 1.0)], [128, 128, 160, 160])

    def test_rare_classes_are_drawn_more_often_than_their_share(self) -> None:
        target = np.array([0] * 60 + [1] * 6 + [2] * 10)
        weights = sampling_weights(target, 3)
        self.assertGreater(weights[60], 2 * weights[0])
        self.assertAlmostEqual(weights[target == 2].sum(), 0.05)
        with_strangers = sampling_weights(np.append(target, [-1] * 500), 3)
        self.assertAlmostEqual(with_strangers.sum(), 1)
        self.assertLess(with_strangers[-500:].sum(), 0.05)

    def test_augmented_picture_has_the_size_asked_for(self) -> None:
        view = np.zeros((192, 192, 3), np.uint8)
        self.assertEqual(augment(view, 128, np.random.default_rng(0)).shape, (128, 128, 3))


    def test_the_discriminant_tells_apart_what_differs(self) -> None:
        rng = np.random.default_rng(3)
        target = np.repeat(np.arange(3), 20)
        features = rng.normal(size=(60, 8)) + 4 * np.eye(8)[target]
        weights, bias = discriminant(features, target, 3, 0.3)
        self.assertGreater(((features @ weights.T + bias).argmax(axis=1) == target).mean(), 0.95)


class Teaching(unittest.TestCase):
    def test_names_without_their_english(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "labels.txt"
            path.write_text("Aramus guarauna (Limpkin)\nbackground\n")
            self.assertEqual(scientific_names(path), ["Aramus guarauna", BACKGROUND])

    def test_what_goes_into_the_last_matrix_becomes_an_output(self) -> None:
        node = onnx.helper.make_node("Gemm", ["pooled", "w"], ["y"])
        graph = onnx.helper.make_graph([node], "g", [], [onnx.helper.make_tensor_value_info("y", 1, None)])
        model, name = with_features(onnx.helper.make_model(graph))
        self.assertEqual((name, [o.name for o in model.graph.output]), ("pooled", ["y", "pooled"]))

    def test_the_teacher_softens_what_it_knows_and_nothing_else(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            answers = Answers(Path(folder), 4, 3)
            answers.done[:3], answers.probabilities[:3] = 1, [0.6, 0.3, 0.1]
            # Of our labels the teacher knows the first and the second; the third is ours alone.
            lessons = Lessons(answers, np.array([0, 1, -1]))
            known = np.array([True, True, False, True])
            soft = lessons.soften(torch.eye(3)[[0, 2, 0, 0]], np.arange(4), known).numpy()
        share = 0.35
        np.testing.assert_allclose(soft[0], [1 - share * 0.9 + share * 0.6, share * 0.3, 0], atol=1e-3)
        np.testing.assert_array_equal(soft[1], [0, 0, 1])
        np.testing.assert_allclose(soft[2], [0.6, 0.3, 0], atol=1e-3)
        np.testing.assert_array_equal(soft[3], [1, 0, 0])


class Widening(unittest.TestCase):
    """Four species at the corners of a square. The teacher knows all but the first; there are photos of all but the last."""

    NAMES = ("Corvus brachyrhynchos", "Corvus corax", "Cyanocitta cristata", "Turdus migratorius")

    def setUp(self) -> None:
        rng = np.random.default_rng(2)
        corners = np.array([[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]], dtype=np.float32)
        target = np.repeat(np.arange(4), 60)
        self.features = (corners[target] + 0.25 * rng.normal(size=(240, 3))).astype(np.float32)
        self.species = np.array(self.NAMES)[target]
        closeness = 4 * self.features @ corners.T
        said = np.exp(closeness[:, 1:])
        self.lines = Lines(self.features, self.species, said / said.sum(axis=1, keepdims=True), list(self.NAMES[1:]))
        self.trained = Head(4 * corners[:3], np.zeros(3, np.float32), list(self.NAMES[:3])).of(list(self.NAMES[:3]))
        self.trained = Head(np.append(self.trained.weights, [[0, 0, 1]], axis=0), np.append(self.trained.bias, -9), [*self.NAMES[:3], BACKGROUND])

    def test_a_species_without_photos_is_named_from_what_the_teacher_said_of_others(self) -> None:
        told = regressed(self.lines.without({self.NAMES[3]}))
        both = join(self.trained, told, 3.0)
        self.assertEqual(both.labels, [*sorted(self.NAMES), BACKGROUND])
        right = np.array(both.labels)[both(self.features).argmax(axis=1)] == self.species
        self.assertGreater(right[self.species == self.NAMES[3]].mean(), 0.9)
        self.assertGreater(right[self.species != self.NAMES[3]].mean(), 0.9)

    def test_the_offset_decides_between_them_and_nothing_else_moves(self) -> None:
        told = regressed(self.lines)
        quiet, loud = (join(self.trained, told, offset)(self.features) for offset in (-100.0, 0.0))
        moved = quiet - loud
        self.assertEqual(sorted(set(np.round(moved.mean(axis=0)).tolist())), [-100.0, 0.0])
        labels = join(self.trained, told, 0.0).labels
        self.assertNotIn(labels.index(self.NAMES[3]), quiet.argmax(axis=1))

    def test_the_loudest_offset_within_the_allowed_loss(self) -> None:
        rows = [{"offset": float(o), "with photos": 0.9 - 0.015 * o, "from the teacher alone": 0.1 * o} for o in range(4)]
        self.assertEqual(best_offset(0.9, rows), 1.0)

    def test_what_is_withheld_is_withheld_from_both(self) -> None:
        hidden, strange = {self.NAMES[1]}, {self.NAMES[2]}
        shown, told = without(self.trained, self.lines, hidden, strange)
        self.assertEqual(shown.labels, [self.NAMES[0], BACKGROUND])
        self.assertEqual(told.labels, [self.NAMES[1], self.NAMES[3]])
        labels = [f"Genus {i}" for i in range(60)]
        hidden, strange = withhold([*labels, BACKGROUND], labels[:30])
        self.assertEqual((len(hidden), len(strange), len(hidden & strange)), (12, 10, 0))
        self.assertTrue(hidden <= set(labels[:30]))

    def test_two_classes_of_the_teacher_can_be_one_species(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            answers = Answers(Path(folder), 1, 4)
            answers.probabilities[0] = [0.5, 0.25, 0.125, 0.125]
            said, known = said_of_species(answers, np.array([0]), ["Junco hyemalis oreganus", "Junco hyemalis", BACKGROUND, "Aves incognita"])
        self.assertEqual(known, ["Junco hyemalis"])
        np.testing.assert_allclose(said, [[0.75]])

    def test_the_set_of_the_twin_holds_out_and_says_what_was_withheld(self) -> None:
        h = [int(x) for x in np.random.default_rng(5).integers(0, 2**63, 90, dtype=np.uint64)]
        photos = [photo("birdfy", ("OSPREY", "KILLDEAR")[i % 2], f"{i}.jpg", h[i], f"{i:016x}") for i in range(88)]
        data = build_dataset(photos + [photo("caltech101", "chair", "0.jpg", h[88], "c")], {("birdfy", "OSPREY"): "Pandion haliaetus", ("birdfy", "KILLDEAR"): "Charadrius vociferus"})
        kinds = {"known": {"Pandion haliaetus"}, "taught": set(), "strange": {"Charadrius vociferus"}, "none": {BACKGROUND}}
        with tempfile.TemporaryDirectory() as folder:
            write_set(Path(folder) / "raw", Path(folder) / "set", [*photos, photo("caltech101", "chair", "0.jpg", h[88], "c")], data, kinds)
            records = json.loads((Path(folder) / "set" / "labels.json").read_text())
            self.assertEqual((Path(folder) / "set" / "withheld.txt").read_text(), "Charadrius vociferus\n")
        held = {photos[i].sha256 for i in [*data.rows(TEST), *data.rows(CALIBRATION)] if i < 88}
        self.assertEqual({r["id"].removeprefix("birdfy-") for r in records if r["scientific_name"]}, held)

    def test_ridge_finds_a_linear_map(self) -> None:
        wanted = self.features @ np.array([[1.0, 2, 0], [0, -1, 3]]).T + [5, -5]
        weights, bias = ridge(self.features, wanted, 1e-6)
        np.testing.assert_allclose(self.features @ weights.T + bias, wanted, atol=1e-3)

    def test_crops_keep_their_species_under_other_numbers(self) -> None:
        crops = HeldOut(np.zeros((2, 1, 1, 3)), np.array([1, 0]), np.ones(2, bool), np.array(["a", "a"]))
        self.assertEqual(relabelled(crops, ["b", "d"], ["a", "b", "c", "d"]).target.tolist(), [3, 1])

    def test_a_common_bird_without_photos_says_why(self) -> None:
        crops = HeldOut(np.zeros((1, 1, 1, 3)), np.array([0]), np.ones(1, bool), np.array(["a"]))
        table = common_table(count_common(crops, np.array([[1.0, 0, 0]]), ["Parus major", "Fringilla coelebs", BACKGROUND]))
        self.assertIn("| Europe | _Parus major_ | 1 of 1 |", table)
        self.assertIn("_Fringilla coelebs_ | known from the teacher alone", table)
        self.assertIn("_Pica pica_ | not among the labels", table)


class Evaluation(unittest.TestCase):
    def test_genus_is_right_where_the_species_is_not(self) -> None:
        logits = np.array([[3.0, 2.9, 3.2, 0.0, 0.0]])
        figures = {f["name"]: f["value"] for f in measure_birds("x", logits, np.array([0]), LABELS, 1.0)}
        self.assertEqual(figures["species top-1, x"], 0)
        self.assertEqual(figures["genus top-1, x"], 1)
        self.assertEqual(figures["family top-1, x"], 1)
        group, _ = group_matrix(LABELS, 1)
        self.assertEqual(len(set(group.tolist())), 3)


    def test_card_table_is_replaced_between_its_markers(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            card = Path(folder) / "README.md"
            card.write_text("before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n")
            figure = {"name": "top-1", "value": 0.5, "low": 0.4, "high": 0.6, "n": 10}
            write_card_table(card, "figures", figure_table([figure]))
            write_card_table(card, "figures", figure_table([figure]))
            text = card.read_text()
            self.assertEqual(text.count("| top-1 | 0.500 | 0.400 to 0.600 | 10 |"), 1)
            self.assertNotIn("old", text)
            card.write_text("no markers")
            with self.assertRaises(ValueError):
                write_card_table(card, "figures", figure_table([figure]))


class EndToEnd(unittest.TestCase):
    """Two species in two colours and grey chairs: prepared, trained for seconds, resumed, exported, run."""

    def make_raw(self, raw: Path) -> None:
        rng = np.random.default_rng(7)
        colours = {"consolidated/KILLDEAR": (200, 40, 40), "birds525_valid/OSPREY": (40, 60, 200), "caltech101/chair": (120, 120, 120)}
        for folder, colour in colours.items():
            (raw / folder).mkdir(parents=True)
            for i in range(16):
                noise = rng.integers(-60, 60, (12, 12, 3))
                pixels = np.clip(np.array(colour) + noise, 0, 255).astype(np.uint8)
                Image.fromarray(pixels).resize((224, 224), Image.Resampling.BICUBIC).save(raw / folder / f"{i}.jpg")
        (raw / "cub").mkdir()
        (raw / "cub/images.txt").write_text("")
        (raw / "cub/bounding_boxes.txt").write_text("")

    def test_the_stages(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            raw, work = Path(folder) / "raw", Path(folder) / "image"
            self.make_raw(raw)
            prepare(raw, work)
            photos = load_index(work)
            self.assertEqual(len(photos), 48)
            data = build_dataset(photos, read_class_map())
            views = Views(work)
            answers = Answers(work, len(photos), 3)
            answers.done[:], answers.probabilities[:], answers.features[:] = 1, 1 / 3, 1
            lessons = Lessons.read(answers, data.labels, ["Pandion haliaetus", "Gavia immer", BACKGROUND])
            train(data, views, work, 0.2, 1, sizes=(64,), lessons=lessons)
            steps = torch.load(work / "checkpoint.pt", weights_only=True)["step"]
            train(data, views, work, 0.05, 1, sizes=(64,), lessons=lessons)
            state = torch.load(work / "checkpoint.pt", weights_only=True)
            self.assertGreaterEqual(state["step"], steps)
            self.assertEqual(state["progress"], 1.0)
            self.check_export(work, data, views)

    def check_export(self, work: Path, data: object, views: Views) -> None:
        rows = data.rows(TRAIN)
        crops = HeldOut(np.stack([views[i] for i in rows]), data.target[rows], np.ones(len(rows), bool), np.array(["any"] * len(rows)))
        network, right = settled_network(work, data, views, crops, 96, 1)
        self.assertGreater(max(right.values()), 0.8)
        again, _ = settled_network(work, data, views, crops, 96, 1)
        np.testing.assert_array_equal(again.back.linear.weight.detach(), network.back.linear.weight.detach())
        model = work / "image.onnx"
        self.assertLess(write_onnx(network, 96, model), 12_000_000)
        self.check_widening(work, data, views, crops, model)
        earlier = exported_weights(model)
        self.assertEqual(earlier.keys(), network.back.state_dict().keys())
        np.testing.assert_allclose(earlier["linear.bias"], network.back.linear.bias.detach(), atol=0.01)
        rows = np.concatenate([data.rows(TEST), data.rows(TRAIN)])
        # Background is one draw in twenty, which the few steps of a slow machine may not reach; the species are.
        rows = rows[data.target[rows] < len(data.labels) - 1]
        logits = run_model(model, np.stack([views[i] for i in rows]), 1)
        self.assertGreater((logits.argmax(axis=1) == data.target[rows]).mean(), 0.8)
        write_golden_vectors(model, 96, work / "golden.json")
        golden = json.loads((work / "golden.json").read_text())
        with torch.no_grad():
            flat = network(torch.from_numpy(build_input(golden["input"]))).numpy().ravel()
        np.testing.assert_allclose(flat[golden["expect"]["indices"]], golden["expect"]["values"], atol=0.05)
        for value in (0, 255):
            self.assertTrue(np.isfinite(run_model(model, np.full((1, 96, 96, 3), value, np.uint8), 1)).all())

    def check_widening(self, work: Path, data: object, views: Views, crops: HeldOut, model: Path) -> None:
        (work / "labels").mkdir()
        (work / "labels" / "image.txt").write_text("\n".join(data.labels) + "\n")
        self.assertEqual(head_of(model, data.labels).weights.shape, (3, 1280))
        answers = Answers(work, len(views), 3)
        teacher_labels = ["Pandion haliaetus", "Gavia immer", BACKGROUND]
        lines = training_lines(model, work, data, views, answers, teacher_labels)
        trained = head_of(model, data.labels)
        both = join(trained, regressed(lines), 0.0)
        onnx.save(with_head(onnx.load(str(model)), both), str(work / "wide.onnx"))
        self.assertEqual(body_stamp(model), body_stamp(work / "wide.onnx"))
        logits = run_model(work / "wide.onnx", crops.pixels, 1)
        self.assertEqual((logits.shape[1], both.labels), (4, ["Charadrius vociferus", "Gavia immer", "Pandion haliaetus", BACKGROUND]))
        np.testing.assert_allclose(logits[:, [0, 2, 3]], run_model(model, crops.pixels, 1), atol=0.05)
        labels, _ = widen(model, work / "same.onnx", work, data, views, None, [], crops)
        self.assertEqual(labels, data.labels)
        np.testing.assert_allclose(head_of(work / "same.onnx", labels).weights, trained.weights)

    def test_what_stays_as_imagenet_left_it(self) -> None:
        network = load_pretrained(3)
        self.assertFalse(any(p.requires_grad for p in network.front.parameters()))
        frozen = [m for m in network.back.modules() if isinstance(m, torch.nn.Conv2d) and not m.weight.requires_grad]
        self.assertTrue(frozen and all(slow_to_train(m) for m in frozen))


if __name__ == "__main__":
    unittest.main()
