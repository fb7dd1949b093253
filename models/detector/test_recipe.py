"""Quick tests on made-up inputs: python -m pytest models/detector"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import helper
from PIL import Image

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from augment import Composer, Prepared, cut  # noqa: E402
from boxes import iou, letterbox, nms  # noqa: E402
from calibrate import FALSE_ALARMS, fit_mix  # noqa: E402
from export import export  # noqa: E402
from gate import fit  # noqa: E402
from judge import THRESHOLD  # noqa: E402
from losses import assign, detection_loss  # noqa: E402
from network import INPUT, Deployed, Detector, Mix, cells  # noqa: E402
from photos import Photo, caltech, caltech_half, cub, fingerprint, same_photo, yolobirds  # noqa: E402
from prepare import evaluation_prints, prepare_source  # noqa: E402
from train import Schedule, rate_at, train  # noqa: E402
from trim import mean_with_padding, trimmed, trimmed_side  # noqa: E402

torch.set_num_threads(1)
RED = (230, 10, 10)
MIX = Mix(cell=0.8, gate=0.5, shift=0.3)


def red_square_photo(size: tuple[int, int], box: tuple[int, int, int, int]) -> Image.Image:
    photo = Image.new("RGB", size, (40, 90, 40))
    photo.paste(RED, box)
    return photo


def prepared_folder(folder: Path) -> Path:
    """Two photos with a red "bird", one without, in the form that prepare.py writes."""
    folder.mkdir(parents=True, exist_ok=True)
    blobs = []
    for photo in (red_square_photo((300, 200), (60, 50, 160, 130)), red_square_photo((200, 280), (20, 100, 90, 220)), Image.new("RGB", (250, 250), (40, 90, 40))):
        buffer = io.BytesIO()
        photo.save(buffer, "JPEG", quality=95)
        blobs.append(np.frombuffer(buffer.getvalue(), np.uint8))
    np.savez(
        folder / "cub.npz", jpeg=np.concatenate(blobs), offsets=np.cumsum([0] + [len(blob) for blob in blobs]),
        boxes=np.array([[60, 50, 160, 130], [20, 100, 90, 220]], np.float32), owners=np.array([0, 1]),
        is_bird=np.array([True, True]), splits=np.array(["train"] * 3),
    )  # fmt: skip
    return folder


def test_overlap_and_suppression():
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 5], [20, 20, 30, 30]], float)
    assert iou(boxes, boxes)[0].tolist() == pytest.approx([1.0, 0.5, 0.0])
    assert nms(boxes, np.array([0.5, 0.9, 0.1]), 0.45) == [1, 2]
    assert nms(boxes, np.array([0.5, 0.9, 0.1]), 0.55) == [1, 0, 2]


def test_letterbox_keeps_the_shape_at_the_top_left():
    canvas, scale = letterbox(Image.new("RGB", (200, 100), RED), 64)
    assert scale == pytest.approx(0.32)
    assert (canvas[:32] == RED).all() and (canvas[32:] == 114).all()


def test_a_resaved_photo_is_recognised_and_another_is_not():
    rng = np.random.default_rng(3)
    first, second = (Image.fromarray(rng.integers(0, 255, (12, 16, 3), np.uint8)).resize((640, 480)) for _ in range(2))
    small = first.resize((150, 112))
    assert same_photo(fingerprint(small), np.array([fingerprint(first)]))
    assert not same_photo(fingerprint(second), np.array([fingerprint(first)]))
    assert not same_photo(fingerprint(first), np.zeros((0, 64), bool))


def test_sources_are_read_in_pixels_and_test_photos_are_kept_apart(tmp_path: Path):
    (tmp_path / "cub").mkdir()
    (tmp_path / "cub/images.txt").write_text("1 001.A/a.jpg\n")
    (tmp_path / "cub/bounding_boxes.txt").write_text("1 10.0 20.0 30.0 40.0\n")
    assert cub(tmp_path / "cub")[0].birds.tolist() == [[10, 20, 40, 60]]
    species = tmp_path / "yolobirds/obj/Myna"
    species.mkdir(parents=True)
    Image.new("RGB", (200, 100)).save(species / "a.jpg")
    (species / "a.txt").write_text("5 0.5 0.5 0.5 0.2\n7 0.1 0.1 0.2 0.2\n")
    assert yolobirds(tmp_path / "yolobirds")[0].birds == pytest.approx(np.array([[50, 40, 150, 60], [0, 0, 40, 20]]))
    for category in ("emu", "chair"):
        (tmp_path / "caltech101" / category).mkdir(parents=True)
        for i in range(20):
            Image.new("RGB", (8, 8)).save(tmp_path / "caltech101" / category / f"image_{i:04}.jpg")
    found = caltech(tmp_path / "caltech101")
    assert {photo.path.parent.name for photo in found} == {"chair"}
    for photo in found:
        assert (photo.split == "test") == (caltech_half(f"chair/{photo.path.name}") == "test")
    assert {photo.split for photo in found} >= {"test", "train"}


def test_prepared_photos_leave_out_the_evaluation_set_and_the_test_half(tmp_path: Path):
    rng = np.random.default_rng(8)
    pictures = [Image.fromarray(rng.integers(0, 255, (9, 12, 3), np.uint8)).resize((600, 450)) for _ in range(3)]
    (tmp_path / "evaluation").mkdir()
    pictures[0].save(tmp_path / "evaluation/a.jpg")
    photos = []
    for index, (picture, split) in enumerate(zip(pictures, ("train", "train", "validation"))):
        picture.save(tmp_path / f"{index}.jpg")
        photos.append(Photo(tmp_path / f"{index}.jpg", "cub", split, np.array([[60.0, 30.0, 300.0, 450.0]])))
    (tmp_path / "prepared").mkdir()
    counts = prepare_source(photos, None, evaluation_prints(tmp_path / "evaluation"), tmp_path / "prepared/cub.npz")
    assert counts == {"left out: in the evaluation set": 1, "train": 1, "validation": 1}
    kept = Prepared(tmp_path / "prepared", "train")
    assert len(kept) == 1 and kept.photo(0).size == (384, 288)
    assert kept.birds[0] == pytest.approx(np.array([[60, 30, 300, 450]]) * 0.64)


def test_boxes_follow_the_birds_through_every_augmentation(tmp_path: Path):
    composer = Composer(Prepared(prepared_folder(tmp_path), "train"), 160)
    seen = 0
    for seed in range(60):
        canvas, birds, _ = composer(np.random.default_rng(seed))
        image = canvas.astype(int)
        red = image[..., 0] - image[..., 1] > 60
        for x1, y1, x2, y2 in birds:
            assert 0 <= x1 < x2 <= 160.5 and 0 <= y1 < y2 <= 160.5
            inner = red[int(y1) + 2 : int(y2) - 2, int(x1) + 2 : int(x2) - 2]
            if inner.size and np.ptp(image.reshape(-1, 3), axis=1).max() > 90:  # a picture turned grey has no red to find
                seen += inner.mean() > 0.85
    assert seen > 40


def test_a_bird_cut_in_half_is_kept_and_a_sliver_is_ignored():
    photo, bird, none = red_square_photo((100, 100), (20, 20, 60, 60)), np.array([[20, 20, 60, 60]], np.float32), np.zeros((0, 4), np.float32)
    _, birds, ignore = cut(photo, bird, none, (40, 0, 100, 100))
    assert birds.tolist() == [[0, 20, 20, 60]] and not len(ignore)
    _, birds, ignore = cut(photo, bird, none, (55, 0, 100, 100))
    assert not len(birds) and ignore.tolist() == [[0, 20, 5, 60]]


@pytest.mark.parametrize("box,strides", [((100, 100, 106, 106), {8}), ((60, 60, 120, 120), {8, 16}), ((40, 40, 140, 140), {16}), ((10, 10, 280, 270), {32})])
def test_every_size_of_bird_has_cells_that_answer_for_it(box, strides):
    points, step = cells(INPUT)
    chosen = assign(points, step, torch.tensor([box], dtype=torch.float32)) == 0
    assert set(step[chosen].ravel().int().tolist()) == strides


def test_loss_prefers_the_right_answer():
    points, step = cells(INPUT)
    bird = torch.tensor([[60.0, 60.0, 150.0, 140.0]])
    mine = assign(points, step, bird) == 0
    right = bird.expand(len(points), 4)[None]
    wrong = right + 40.0
    sure = torch.where(mine, 6.0, -8.0)[None]
    blind = torch.full_like(sure, -8.0)
    none = [torch.zeros(0, 4)]
    losses = [detection_loss(*pair, points, step, [bird], none)[0].item() for pair in ((sure, right), (blind, right), (sure, wrong))]
    assert losses[0] < 0.05 < min(losses[1:])
    alarm = detection_loss(-blind, right, points, step, none, none)[0].item()
    excused = detection_loss(-blind, right, points, step, none, [torch.tensor([[0.0, 0.0, 288.0, 288.0]])])[0].item()
    assert alarm > 1.0 and excused == 0.0


def made_up_readings(gate_helps: bool) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    labels = np.arange(4000) % 2 == 0
    cell = labels * 1.5 + rng.normal(0, 1, 4000)
    gate = (labels if gate_helps else ~labels) * 2.0 + rng.normal(0, 1, 4000)
    return np.stack([cell, gate], 1).astype(np.float32), labels


def test_threshold_is_put_where_the_wanted_share_of_bird_free_photos_passes():
    readings, labels = made_up_readings(gate_helps=True)
    mix = fit_mix(readings, labels)
    scores = 1 / (1 + np.exp(-(readings @ [mix.cell, mix.gate] + mix.shift)))
    assert (scores[~labels] >= THRESHOLD).mean() == pytest.approx(FALSE_ALARMS, abs=0.001)
    alone = readings[labels, 0] >= np.quantile(readings[~labels, 0], 1 - FALSE_ALARMS)
    assert (scores[labels] >= THRESHOLD).mean() > alone.mean() + 0.1


def test_a_gate_that_misleads_gets_no_say():
    assert fit_mix(*made_up_readings(gate_helps=False)).gate == 0.0


def test_gate_separates_what_can_be_separated():
    rng = np.random.default_rng(4)
    rows = rng.normal(5, 2, (400, 6)).astype(np.float32)
    labels = rows[:, 2] - rows[:, 4] > 0.5
    weight, bias = fit(rows, labels)
    assert ((rows @ weight + bias > 0) == labels).mean() > 0.97


def test_rate_warms_up_and_cools_down():
    assert rate_at(0.0, 0, 100) < rate_at(0.0, 99, 100) == 1.0
    assert rate_at(1.0, 500, 100) == pytest.approx(0.02)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory):
    torch.manual_seed(0)
    detector = Detector(pretrained=False).eval()
    torch.nn.init.normal_(detector.gate.weight, std=0.05)
    path = tmp_path_factory.mktemp("export") / "detector.onnx"
    export(detector, MIX, path)
    return detector, path, onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def test_exported_file_is_small_and_answers_as_the_network_does(exported):
    detector, path, session = exported
    assert path.stat().st_size < 4_000_000
    image = torch.randn(1, 3, INPUT, INPUT, generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        wanted = Deployed(detector, MIX)(image).numpy()
    got = session.run(["boxes"], {"images": image.numpy()})[0]
    assert got.shape == (1, 1701, 5)
    assert np.abs(got - wanted).max() < 0.3  # pixels: fp16 storage of the weights
    assert np.abs(got[..., 4] - wanted[..., 4]).max() < 0.005


def test_a_sure_picture_lifts_its_best_box_and_no_empty_one(exported):
    detector = exported[0]
    image = torch.randn(1, 3, INPUT, INPUT, generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        own = torch.sigmoid(detector.from_taps(detector.trunk(detector.frozen(image)))[..., 0]).numpy()
        scores = Deployed(detector, Mix(cell=1.0, gate=0.0, shift=50.0))(image)[..., 4].numpy()
    assert scores.max() == pytest.approx(1.0)
    assert scores == pytest.approx((own / own.max()) ** 2, abs=1e-5)


@pytest.mark.parametrize("value", [-127 / 128, 1.0])
def test_black_and_white_pictures_give_boxes_inside_the_picture(exported, value):
    out = exported[2].run(None, {"images": np.full((1, 3, INPUT, INPUT), value, np.float32)})[0]
    assert np.isfinite(out).all()
    assert out[..., :4].min() >= 0 and out[..., :4].max() <= INPUT
    assert out[..., 4].min() >= 0 and out[..., 4].max() <= 1


@pytest.mark.parametrize("placed, side", [(1, 32), (24, 32), (25, 64), (192, 224), (216, 224), (217, 256), (248, 256), (249, 288), (287, 288), (288, 288)])
def test_padding_is_left_off_but_for_a_little(placed: int, side: int):
    assert trimmed_side(placed, 288) == side


def test_a_trimmed_picture_keeps_all_of_the_photo():
    canvas, _ = letterbox(Image.new("RGB", (300, 200), RED), 288)
    seen = trimmed(canvas, 288, 192)
    assert seen.shape == (224, 288, 3)
    assert (seen[:192] == RED).all() and (seen[192:] == 114).all()


@pytest.mark.parametrize("height, width", [(224, 288), (288, 160), (32, 288)])
def test_boxes_lie_round_their_own_cells_at_every_size(exported, height, width):
    image = np.random.default_rng(6).normal(0, 1, (1, 3, height, width)).astype(np.float32)
    boxes = exported[2].run(None, {"images": image})[0][0]
    centres = np.concatenate([[((x + 0.5) * step, (y + 0.5) * step) for y in range(height // step) for x in range(width // step)] for step in (8, 16, 32)])
    assert len(boxes) == len(centres)
    assert (boxes[:, :2] < centres).all() and (centres < boxes[:, 2:4]).all()


def test_what_is_left_off_still_counts_as_padding():
    rng = np.random.default_rng(7)
    grey = np.array([0.5, -1.0, 2.0, 0.0], np.float32)
    padding = np.broadcast_to(grey[:, None, None], (4, 9, 9))
    square = padding[None].copy()
    square[:, :, :6] = rng.normal(0, 1, (1, 4, 6, 9))
    mean = helper.make_node("ReduceMean", ["features"], ["mean"])
    given = helper.make_tensor_value_info("features", onnx.TensorProto.FLOAT, [1, 4, None, None])
    wanted = helper.make_tensor_value_info("mean", onnx.TensorProto.FLOAT, [1, 4])
    one = helper.make_node("Constant", [], ["one"], value=onnx.numpy_helper.from_array(np.float32(1)))
    graph = helper.make_graph([one, *mean_with_padding(mean, padding)], "mean", [given], [wanted])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    for height in (6, 7, 9):
        got = session.run(None, {"features": square[:, :, :height]})[0]
        assert got == pytest.approx(square.mean((2, 3)), abs=1e-6)


def test_no_node_asks_for_a_shape(exported):
    model = onnx.load(str(exported[1]))
    assert not {node.op_type for node in model.graph.node} & {"Shape", "Size", "ConstantOfShape", "Range", "NonZero"}


def test_training_stops_in_time_goes_on_and_keeps_the_frozen_part(tmp_path: Path):
    prepared_folder(tmp_path / "prepared")
    before = Detector().frozen.state_dict()
    schedule = {"batch": 2, "warmup": 2, "save_every": 0.0}
    train(tmp_path, Schedule(minutes=0.03, **schedule))
    first = torch.load(tmp_path / "checkpoint.pt")
    assert first["step"] > 0
    train(tmp_path, Schedule(minutes=first["spent"] / 60 + 0.02, **schedule))
    assert torch.load(tmp_path / "checkpoint.pt")["step"] > first["step"]
    weights = torch.load(tmp_path / "weights.pt")
    assert all(torch.equal(value, weights[f"frozen.{name}"]) for name, value in before.items())
