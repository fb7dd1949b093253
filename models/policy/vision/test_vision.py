"""The three graphs of a seeing policy against transformers' own Qwen3-VL, and the tests' model against its recipe."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch  # noqa: F401 - the recipe computes with it: a Python without it skips this file

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FIXTURE = ROOT / "e2e/fixtures/seeing-policy"
sys.path[:0] = [str(HERE), str(HERE.parent)]

import make  # noqa: E402
from config import Config  # noqa: E402
from graphs import graphs  # noqa: E402
from quantise import dequantise, quantise  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

GRID = (1, 6, 4)
FEATURES = GRID[1] * GRID[2] // 4


@pytest.fixture(scope="module")
def config() -> Config:
    return make.tiny(Tokenizer.from_file(str(FIXTURE / "tokenizer.json")))


@pytest.fixture(scope="module")
def weights(config):
    return make.random_weights(config)


class Model:
    """The three files, put together as transformers.js does."""

    def __init__(self, config: Config, files: dict[str, bytes | str]) -> None:
        self.c = config
        self.sessions = {name: onnxruntime.InferenceSession(file) for name, file in files.items()}

    def run(self, name: str, **feeds: np.ndarray) -> list[np.ndarray]:
        return self.sessions[name].run(None, feeds)

    def logits(self, ids: np.ndarray, pixels: np.ndarray | None, positions: np.ndarray, past: list[np.ndarray] | None = None, keep: int = 0):
        (embeds,) = self.run("embed_tokens", input_ids=ids)
        if pixels is not None:
            (features,) = self.run("vision_encoder", pixel_values=pixels, image_grid_thw=np.array([GRID]))
            embeds[0, ids[0] == self.c.image_token_id] = features
        mind = self.c.mind
        empty = np.zeros((1, mind.num_key_value_heads, 0, mind.head_dim), np.float32)
        names = [one.name for one in self.sessions["decoder_model_merged"].get_inputs() if one.name.startswith("past")]
        cache = dict(zip(names, past or [empty] * len(names), strict=True))
        seen = ids.shape[1] + next(iter(cache.values())).shape[2]
        mask = np.ones((1, seen), np.int64)
        count = np.array(keep or ids.shape[1])
        logits, *present = self.run(
            "decoder_model_merged", inputs_embeds=embeds, attention_mask=mask, position_ids=positions, num_logits_to_keep=count, **cache
        )
        return logits, present


@pytest.fixture(scope="module")
def model(config, weights) -> Model:
    return Model(config, {name: graph.SerializeToString() for name, graph in graphs(config, weights).items()})


def prompt(c: Config) -> tuple[np.ndarray, np.ndarray]:
    """Words, a picture, words: tokens, and their places in time, row and column."""
    ids = [5, 6, c.vision_start_token_id, *[c.image_token_id] * FEATURES, c.vision_end_token_id, 7, 8, 9]
    rows, columns = GRID[1] // 2, GRID[2] // 2
    picture = [(3, 3 + row, 3 + column) for row in range(rows) for column in range(columns)]
    after = 3 + max(rows, columns)
    places = [(i, i, i) for i in range(3)] + picture + [(after + i,) * 3 for i in range(4)]
    return np.array([ids]), np.array(places).T[:, None]


def pixels(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1, 1, (GRID[1] * GRID[2], 1536)).astype(np.float32)


def test_what_is_seen_changes_what_is_said(model, config):
    ids, positions = prompt(config)
    first, second = (model.logits(ids, pixels(seed), positions, keep=1)[0] for seed in (1, 2))
    assert first.shape == (1, 1, config.mind.vocab_size)
    assert np.abs(first - second).max() > 0.1


def test_a_cached_step_says_what_the_whole_says(model, config):
    ids, positions = prompt(config)
    whole, _ = model.logits(ids, pixels(1), positions)
    _, past = model.logits(ids[:, :-1], pixels(1), positions[:, :, :-1])
    step, _ = model.logits(ids[:, -1:], None, positions[:, :, -1:], past)
    np.testing.assert_allclose(step[0, -1], whole[0, -1], atol=1e-4)


def test_the_recipe_makes_the_model_of_the_tests(tmp_path):
    make.make_random(FIXTURE / "tokenizer.json", tmp_path / "made")
    made = {path.relative_to(tmp_path / "made") for path in (tmp_path / "made").rglob("*") if path.is_file()}
    assert made == {path.relative_to(FIXTURE) for path in FIXTURE.rglob("*") if path.is_file()}
    for path in made:
        assert (tmp_path / "made" / path).read_bytes() == (FIXTURE / path).read_bytes(), path


def test_a_published_config_is_read_back(config):
    assert Config.read(config.whole()) == config


def in_use(weights):
    """The weights that the four-bit files compute with."""
    matrices = {name for name, w in weights.items() if w.ndim > 1 and "pos_embed" not in name}
    flat = {name: w.reshape(w.shape[0], -1) for name, w in weights.items() if name in matrices}
    return {name: dequantise(*quantise(flat[name])).reshape(w.shape) if name in matrices else w for name, w in weights.items()}


def published(config: Config, weights):
    """transformers' own model with these weights."""
    transformers = pytest.importorskip("transformers")
    theirs = transformers.Qwen3VLForConditionalGeneration(transformers.Qwen3VLConfig(**config.whole())).eval()
    missing, unexpected = theirs.load_state_dict({name: torch.from_numpy(w) for name, w in weights.items()}, strict=False)
    assert (missing, unexpected) == (["lm_head.weight"], []) or (missing, unexpected) == ([], [])
    theirs.tie_weights()
    return theirs


def assert_the_same(ours: Model, theirs) -> None:
    ids, positions = prompt(ours.c)
    kinds = torch.from_numpy((ids == ours.c.image_token_id).astype(np.int64))
    with torch.no_grad():
        said = theirs(
            input_ids=torch.from_numpy(ids), pixel_values=torch.from_numpy(pixels(1)), image_grid_thw=torch.tensor([GRID]), mm_token_type_ids=kinds
        ).logits.numpy()
    logits, _ = ours.logits(ids, pixels(1), positions)
    assert np.abs(said).max() > 1
    np.testing.assert_allclose(logits, said, atol=2e-3)


def test_transformers_says_the_same(model, config, weights):
    assert_the_same(model, published(config, in_use(weights)))


def test_a_published_checkpoint_becomes_a_pack_that_says_the_same(config, weights, tmp_path):
    # As large ones are published: bfloat16, in several files, the table of words only once.
    checkpoint, out = tmp_path / "published", tmp_path / "pack"
    published(config, weights).to(torch.bfloat16).save_pretrained(checkpoint, max_shard_size="400KB")
    assert len(list(checkpoint.glob("*.safetensors"))) > 1
    shutil.copy(FIXTURE / "tokenizer.json", checkpoint)
    make.convert(checkpoint, "seeing-test", out)
    (described,) = json.loads((out / "manifest.json").read_text("utf-8"))["models"]
    listed = [described["onnx"]["file"], *described["onnx"]["files"]]
    assert all((out / file).is_file() for file in listed)
    files = {Path(file).name.removesuffix("_q4.onnx"): str(out / file) for file in listed if file.endswith(".onnx")}
    halves = {name: torch.from_numpy(w).to(torch.bfloat16).float().numpy() for name, w in weights.items()}
    ours = Model(Config.read(json.loads((out / "config.json").read_text("utf-8"))), files)
    assert_the_same(ours, published(config, in_use(halves)))
