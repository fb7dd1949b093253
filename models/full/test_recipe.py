"""Quick tests of the conversions on random weights: python -m pytest models/full"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import torch

pytest.importorskip("transformers", reason="needs transformers (models/full/requirements.txt)")

import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import bioclip
import grounding_dino
import perch
import sinr
from taxa import birds, known_names

torch.set_num_threads(1)


def run(path: Path, **feeds: np.ndarray) -> np.ndarray:
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(None, feeds)[0]


def test_the_detector_says_what_the_published_code_says_about_a_padded_picture(tmp_path: Path) -> None:
    side = 96
    pixels = torch.randn(1, 3, side, side, generator=torch.Generator().manual_seed(1))
    mask = torch.zeros(1, side, side, dtype=torch.long)
    mask[:, :64, :] = 1
    network = grounding_dino.random_network()
    with torch.no_grad():
        expected = network(pixel_values=pixels, pixel_mask=mask, input_ids=torch.tensor([grounding_dino.TOKENS]))
    grounding_dino.export(network, side, tmp_path / "detector.onnx")
    rows = run(tmp_path / "detector.onnx", pixel_values=pixels.numpy(), size=np.float32([64, side]))
    count = len(grounding_dino.TOKENS)
    assert rows.shape == (1, 12, 4 + count)
    np.testing.assert_allclose(rows[..., :4], expected.pred_boxes.numpy(), atol=5e-3)
    np.testing.assert_allclose(rows[..., 4:], expected.logits[..., :count].numpy(), atol=5e-2)
    names = {tensor.name for tensor in onnx.load(str(tmp_path / "detector.onnx")).graph.initializer}
    assert not any("text_backbone" in name and "word" in name for name in names), "the text tower stays behind"


def test_bioclip_under_other_names_is_the_same_network(tmp_path: Path) -> None:
    network = bioclip.random_network()
    as_published = open_clip_names(network)
    config = {"embed_dim": 24,
              "vision_cfg": {"image_size": 224, "layers": 2, "width": 32, "patch_size": 32, "head_width": 16},
              "text_cfg": {"context_length": 77, "vocab_size": 128, "width": 16, "heads": 2, "layers": 1}}
    # open_clip's feed-forward parts are four times as wide; the tiny ones here are not.
    for tower in ("vision_config", "text_config"):
        inner = getattr(network.config, tower)
        assert inner.intermediate_size in (2 * inner.hidden_size, 4 * inner.hidden_size)
    back = bioclip.renamed(as_published)
    own = {name: value for name, value in network.state_dict().items() if not name.endswith("position_ids")}
    assert back.keys() == own.keys()
    for name, value in own.items():
        assert torch.equal(back[name], value), name
    with pytest.raises((ValueError, RuntimeError)):
        bioclip.from_open_clip({**as_published, "visual.extra": torch.zeros(1)}, config)


def open_clip_names(network) -> dict[str, torch.Tensor]:
    """The opposite of `renamed`, written from open_clip's naming."""
    weights = network.state_dict()
    out = {"logit_scale": weights["logit_scale"],
           "visual.proj": weights["visual_projection.weight"].T, "text_projection": weights["text_projection.weight"].T}
    for ours, theirs in bioclip.WHOLE.items():
        if theirs in weights:
            out[ours] = weights[theirs]
        for kind in ("weight", "bias"):
            if f"{theirs}.{kind}" in weights:
                out[f"{ours}.{kind}"] = weights[f"{theirs}.{kind}"]
    for tower, prefix in (("vision_model", "visual.transformer"), ("text_model", "transformer")):
        layers = {name.split(".")[3] for name in weights if name.startswith(f"{tower}.encoder.layers.")}
        for layer in layers:
            ours, theirs = f"{prefix}.resblocks.{layer}", f"{tower}.encoder.layers.{layer}"
            for kind in ("weight", "bias"):
                out[f"{ours}.attn.in_proj_{kind}"] = torch.cat([weights[f"{theirs}.self_attn.{part}_proj.{kind}"] for part in "qkv"])
                for a, b in bioclip.IN_LAYER.items():
                    out[f"{ours}.{a}.{kind}"] = weights[f"{theirs}.{b}.{kind}"]
    return out


def test_the_image_tower_exports_and_the_table_has_rows_of_length_one(tmp_path: Path) -> None:
    network = bioclip.random_network()
    bioclip.export(network, tmp_path / "image.onnx")
    pixels = torch.randn(1, 3, 224, 224, generator=torch.Generator().manual_seed(2))
    with torch.no_grad():
        expected = bioclip.ImageTower(network)(pixels).numpy()
    np.testing.assert_allclose(run(tmp_path / "image.onnx", pixel_values=pixels.numpy()), expected, atol=5e-3)
    species = birds()[:5]
    table = bioclip.species_table(network, bioclip.random_tokenise, species)
    assert table.shape == (5, 24) and table.dtype == np.dtype("<f2")
    np.testing.assert_allclose(np.linalg.norm(table.astype(np.float32), axis=1), 1, atol=2e-3)
    assert len({row.tobytes() for row in table}) == 5, "every species has an embedding of its own"


def test_a_lineage_reads_as_in_training() -> None:
    robin = next(bird for bird in birds() if bird.scientific == "Erithacus rubecula")
    assert robin.lineage == (
        "Animalia Chordata Aves Passeriformes Muscicapidae Erithacus rubecula with common name European Robin"
    )


def test_sinr_keeps_the_birds_and_their_answers(tmp_path: Path) -> None:
    torch.manual_seed(5)
    network = sinr.RangeNetwork(4, width=16, depth=2).eval()
    names = ["Parus major", "Quercus robur", "Regulus regulus", ""]
    ranges = sinr.only_birds(network.state_dict(), names, known_names())
    assert ranges.labels == ["Parus major", "Regulus regulus"]
    place = torch.randn(3, 4)
    sinr.export(ranges, tmp_path / "geo.onnx")
    with torch.no_grad():
        expected = network(place).numpy()[:, [0, 2]]
    np.testing.assert_allclose(run(tmp_path / "geo.onnx", place=place.numpy()), expected, atol=2e-3)


def test_perch_is_cut_to_its_scores_and_its_front_end_keeps_full_precision(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    front = rng.normal(size=(8, 1, 32)).astype(np.float32)
    body = rng.normal(size=(4, 1, 9, 9)).astype(np.float32)
    head = rng.normal(size=(4, 100)).astype(np.float32)
    nodes = [
        helper.make_node("Unsqueeze", ["inputs", "one"], ["wave"]),
        helper.make_node("Conv", ["wave", "front"], ["spectrum"], strides=[32]),
        helper.make_node("Unsqueeze", ["spectrum", "one"], ["spectrogram"]),
        helper.make_node("Conv", ["spectrogram", "body"], ["spatial"], pads=[4, 4, 4, 4]),
        helper.make_node("ReduceMean", ["spatial"], ["embedding"], axes=[2, 3], keepdims=0),
        helper.make_node("MatMul", ["embedding", "head"], ["label"]),
    ]
    value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)  # noqa: E731
    constants = {"one": np.array([1], np.int64), "front": front, "body": body, "head": head}
    graph = helper.make_graph(
        nodes, "perch", [value("inputs", ["batch", 640])],
        [value("embedding", ["batch", 4]), value("spectrogram", ["batch", 1, 8, 20]), value("label", ["batch", 100])],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(tmp_path / perch.MODEL))
    perch.convert(tmp_path, tmp_path / "out" / "sound.onnx")
    made = onnx.load(str(tmp_path / "out" / "sound.onnx"))
    assert [output.name for output in made.graph.output] == ["label"]
    kinds = {tensor.name: tensor.data_type for tensor in made.graph.initializer}
    assert kinds["front"] == TensorProto.FLOAT
    assert kinds["body__fp16"] == kinds["head__fp16"] == TensorProto.FLOAT16
    samples = rng.normal(size=(2, 640)).astype(np.float32)
    before = onnxruntime.InferenceSession(str(tmp_path / perch.MODEL)).run(["label"], {"inputs": samples})[0]
    np.testing.assert_allclose(run(tmp_path / "out" / "sound.onnx", inputs=samples), before, rtol=0.02, atol=0.02)


def test_perchs_labels_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / perch.LABELS).write_text("inat2024_fsd50k\nParus major\nRana temporaria\nSpeech\nBird\nRain\n")
    labels = perch.read_labels(tmp_path)
    assert labels == ["Parus major", "Rana temporaria", "Speech", "Bird", "Rain"]
    assert perch.classes_of(labels) == {"human_voice": ["Speech"], "other_animal": ["Bird"], "noise": ["Rain"]}
