"""What can be promised without torch: tokens, items, plots, and the ONNX table."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import plots  # noqa: E402
import tokenizer  # noqa: E402
from chat import Chat, said  # noqa: E402
from items import make_items, read_survey  # noqa: E402
from quantise import dequantise, pairs, quantise, words  # noqa: E402
from rewards import OVERCLAIM, WEIGHTS, total, training_reward  # noqa: E402
import trajectories  # noqa: E402
from environment import Talk  # noqa: E402
from episodes import Episode, Preference, call, other_look, passed_over, preferences, slip  # noqa: E402
from rollout import LONGEST_REPLY, Padded, pick, replies  # noqa: E402

CALL = '<tool_call>\n{"name":"detect_bird","arguments":{"image":"photo-1"}}\n</tool_call>'
TALK = [
    {"role": "system", "content": "goldcrest hermes"},
    {"role": "user", "content": "photo-1\nplace 52 13 month 5"},
    {"role": "assistant", "content": CALL},
    {"role": "user", "content": "<tool_response>\nbirds 1 best .93\n</tool_response>"},
    {"role": "assistant", "content": "<answer>species</answer>"},
]


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> Chat:
    path = tmp_path_factory.mktemp("bpe") / "tokenizer.json"
    tokenizer.train(["".join(said(m) for m in TALK)] * 50, 512).save(str(path))
    return Chat(path)


def test_only_replies_and_their_ends_are_learnt(chat):
    ids, learn = chat.conversation(TALK, [True, True])
    learnt = chat.tokenizer.decode([i for i, yes in zip(ids, learn, strict=True) if yes], skip_special_tokens=False)
    assert learnt == f"{CALL}<|im_end|><answer>species</answer><|im_end|>"


def test_a_mistake_is_read_but_not_learnt(chat):
    ids, learn = chat.conversation(TALK, [False, True])
    learnt = chat.tokenizer.decode([i for i, yes in zip(ids, learn, strict=True) if yes], skip_special_tokens=False)
    assert learnt == "<answer>species</answer><|im_end|>"


def test_turn_by_turn_gives_the_tokens_of_the_whole(chat):
    """An engine that keeps its cache reads what one reads that starts anew."""
    ids, _ = chat.conversation(TALK, [True, True])
    whole = chat.ids("".join(said(m) for m in TALK))
    assert whole[: len(ids)] == ids
    assert chat.prompt(TALK[:2]) + chat.reply(CALL) + chat.follow_up(TALK[3:4]) + chat.reply(TALK[4]["content"]) == ids


def test_the_fixed_parts_of_a_call_are_one_token_and_digits_stand_alone(chat):
    assert len(chat.ids(CALL)) <= 8
    assert [chat.text([i]) for i in chat.ids(".93")] == [".", "9", "3"]


@pytest.mark.parametrize("text", ["tiny, tail bobbing", "Größe 3 €", "<answer>", "a\n\n\tb", "{}"])
def test_any_text_survives_the_tokenizer(chat, text):
    assert chat.text(chat.ids(text)) == text


def surveyed(number: int, truth: str | None, split: str) -> dict:
    box = {"x": 1.5, "y": 2, "width": 100, "height": 80}
    look = {"candidates": [{"taxon": "goldcr1", "probability": 0.9}], "genera": [], "families": [], "noBird": 0, "labelCount": 9, "coverage": None}
    answers = [
        {"tool": "detect_bird", "args": {"image": "photo-1"}, "outcome": {"status": "ok", "payload": {"count": 1, "birds": [{"box": box, "score": 0.9}], "largest": 0, "bestBelow": 0}}},
        {"tool": "quality_gate", "args": {"image": "photo-1", "region": box}, "outcome": {"status": "ok", "payload": {"grade": "pass"}}},
        {"tool": "classify_image", "args": {"image": "photo-1", "region": box}, "outcome": {"status": "ok", "payload": look}},
    ]  # fmt: skip
    places = [
        {"latitude": 52, "longitude": 13, "day": "2026-05-01", "lives": lives, "coverage": 0.5 + 0.1 * lives, "species": [], "unknown": ["goldcr1"]}
        for lives in (True, False)
    ]
    return {"id": f"p{number}", "split": split, "truth": truth, "photo": {"width": 640, "height": 480}, "answers": answers, "places": places}


SURVEY = [surveyed(n, "goldcr1" if n % 3 else None, "held_out" if n % 4 == 0 else "train") for n in range(24)]


def heard(number: int, truth: str | None, split: str) -> dict:
    name = {"taxon": "goldcr1", "probability": 0.9}
    bird = {**name, "times": [], "candidates": [name], "genera": [], "families": []}
    named = {"birds": [bird], "candidates": [name], "others": [], "coverage": None}
    answers = [
        {"tool": "audio_quality", "args": {"sound": "sound-1"}, "outcome": {"status": "ok", "payload": {"grade": "pass", "stretches": []}}},
        {"tool": "classify_sound", "args": {"sound": "sound-1"}, "outcome": {"status": "ok", "payload": named}},
    ]
    return {**surveyed(number, truth, split), "id": f"s{number}", "sound": {"seconds": 3, "sampleRate": 48000, "channels": 1}, "answers": answers}


def sounds() -> list[dict]:
    made = [heard(n, "goldcr1" if n % 3 else None, "train") for n in range(12)]
    return [{name: value for name, value in one.items() if name != "photo"} for one in made]


def test_the_second_of_two_recordings_may_be_one_that_cannot_be_judged():
    lone = [{**one, "truth": f"bird{n}"} for n, one in enumerate(sounds())]
    assert not any(key.endswith(".two_sounds") for key in make_items(lone, "train", 8))
    failing = json.loads(json.dumps(lone[0]).replace('"pass"', '"fail"'))
    pairs = [item for key, item in make_items([*lone[1:], failing], "train", 8).items() if key.endswith(".two_sounds")]
    assert 0 < len(pairs) < len(lone) - 1
    assert all([sound["name"] for sound in pair["observation"]["sounds"]][1] == f"{failing['id']}.wav" for pair in pairs)


def test_a_file_that_the_survey_was_cut_short_at_is_left_out(tmp_path):
    cut = json.loads(json.dumps(SURVEY[1]))
    cut["answers"][2]["outcome"] = {"status": "failed", "code": "cancelled", "message": "Cancelled.", "hint": ""}
    file = tmp_path / "survey.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in (SURVEY[0], cut, {"id": "broken", "problem": "no photo"})), "utf-8")
    assert read_survey(file) == [SURVEY[0]]


def test_a_recording_gives_observations_of_its_own_and_ones_with_a_photo_from_the_same_place():
    items = {key: item for key, item in make_items([*SURVEY, *sounds()], "train", 8).items() if key.startswith("s")}
    kinds = {key.split(".")[1] for key in items}
    assert kinds == {"here", "no_place", "elsewhere", "two_sounds", "seen_and_heard", "seen_no_place", "seen_other", "seen_other_no_place"}
    for key, item in items.items():
        kind = key.split(".")[1]
        refs = [one["ref"] for one in (*item["observation"]["photos"], *item["observation"]["sounds"])]
        assert refs == (["photo-1", "sound-1"] if kind.startswith("seen") else ["sound-1", "sound-2"] if kind == "two_sounds" else ["sound-1"])
        asked = {r["args"].get("image", r["args"].get("sound")) for r in item["recordings"] if r["tool"] != "geo_prior"}
        assert asked == set(refs)
        assert any(r["tool"] == "geo_prior" for r in item["recordings"]) == (not kind.endswith("no_place"))


def test_a_photo_of_something_else_says_what_the_bird_is_and_one_without_a_bird_does_not():
    survey = [*SURVEY, *({**one, "truth": one["truth"] and "firecr1"} for one in sounds())]
    items = {key: item for key, item in make_items(survey, "train", 8).items() if key.startswith("s")}
    truth = {one["id"]: one["truth"] for one in survey}
    mixed = [item for key, item in items.items() if key.split(".")[1].startswith("seen_other")]
    assert {bool(truth[Path(item["observation"]["photos"][0]["name"]).stem]) for item in mixed} == {True, False}
    for item in mixed:
        (photo,), (sound,) = ([Path(one["name"]).stem for one in item["observation"][media]] for media in ("photos", "sounds"))
        assert item["truth"] == (truth[photo] or truth[sound])
    assert not [key for key in items if key.split(".")[1] in ("seen_and_heard", "seen_no_place")]


@pytest.mark.parametrize("there", [["photo-1"], ["sound-1"], ["sound-1", "sound-2"], ["photo-1", "sound-1"]])
def test_mistakes_are_about_what_is_there(there):
    told = "\n".join([*(f"{ref} 640x480" for ref in there), "place unknown", "note photo-7 and sound-7"])
    talk = Talk("1", "a", "react", "full", [{"role": "system", "content": "goldcrest react"}, {"role": "user", "content": told}])
    rng = random.Random(1)
    said = " ".join(slip(talk, "Final Answer: species", rng) for _ in range(400))
    looks = " ".join(other_look(talk, rng) for _ in range(200))
    assert set(re.findall(r"(?:photo|sound)-\d", looks)) == set(there)
    assert set(there) | {f"{ref[:-1]}9" for ref in there} <= set(re.findall(r"(?:photo|sound)-\d", said))
    assert "sound-1" in there or "sound-" not in said


def test_what_is_wasteful_is_so_with_every_file_that_is_there():
    prompt = [TALK[0], {"role": "user", "content": "photo-1\nsound-1 3s\nsound-2 4s\nplace unknown"}]
    episode = Episode([*prompt, {"role": "assistant", "content": "<answer>species</answer>"}], [True], "hermes", "off", "a", {}, 0)
    wasted = [pair.rejected for pair in preferences([episode] * 300, 3) if pair.why == "wasteful"]
    assert {ref for text in wasted for ref in re.findall(r"(?:photo|sound)-\d", text)} == {"photo-1", "sound-1", "sound-2"}


def test_items_keep_to_their_split_and_to_what_the_tools_said():
    items = make_items(SURVEY, "train", 3)
    held = make_items(SURVEY, "held_out", 3)
    assert items and held
    assert not {key.split(".")[0] for key in items} & {key.split(".")[0] for key in held}
    for item in [*items.values(), *held.values()]:
        looks = [r for r in item["recordings"] if r["tool"] == "classify_image"]
        assert all(look["outcome"]["payload"]["candidates"][0]["probability"] == 0.9 for look in looks)


def test_a_place_brings_its_coverage_and_its_prior_and_no_place_brings_none():
    items = make_items(SURVEY, "train", 5)
    for key, item in items.items():
        asked = any(r["tool"] == "geo_prior" for r in item["recordings"])
        coverage = {r["outcome"]["payload"]["coverage"] for r in item["recordings"] if r["tool"] == "classify_image"}
        kind = key.split(".")[1]
        assert asked == (item["observation"]["place"] is not None)
        if kind == "no_place":
            assert coverage == {None} and not asked
        elif kind == "elsewhere":
            assert coverage == {0.5}
        else:
            assert coverage == {0.6}


def test_a_second_photo_has_a_name_of_its_own():
    items = [item for key, item in make_items(SURVEY, "train", 5).items() if key.endswith("two_photos")]
    assert items
    for item in items:
        assert [p["ref"] for p in item["observation"]["photos"]] == ["photo-1", "photo-2"]
        assert {r["args"]["image"] for r in item["recordings"] if "image" in r["args"]} == {"photo-1", "photo-2"}


def test_items_are_the_same_every_time():
    assert json.dumps(make_items(SURVEY, "train", 3)) == json.dumps(make_items(SURVEY, "train", 3))


def test_words_and_pairs_hold_the_same_numbers():
    numbers, scale = quantise(np.random.default_rng(0).normal(size=(6, 64)).astype(np.float32))
    unpacked = np.stack([(words(numbers) >> np.uint32(4 * i)) & np.uint32(15) for i in range(8)], -1).reshape(6, 64)
    halves = np.stack([pairs(numbers) & 15, pairs(numbers) >> 4], -1).reshape(6, 64)
    assert (unpacked == numbers).all() and (halves == numbers).all()
    assert dequantise(numbers, scale).shape == (6, 64)


def test_a_wrong_name_costs_more_in_training_than_a_coarse_one_brings():
    scores = {"grain": -0.5, "execution": 0, "discipline": 0, "cost": 0.05, "unexplained": False, "overclaimed": True}
    assert training_reward(scores) == pytest.approx(total(scores) + OVERCLAIM)
    assert total({name: 1 for name in WEIGHTS}) == pytest.approx(sum(WEIGHTS.values()))


def test_rows_of_different_length_keep_their_own_positions():
    padded = Padded.of([[5, 6, 7], [8], []])
    assert padded.positions(np.array([0, 4, 2]))[0].tolist() == [0, 1, 2]
    assert padded.positions(np.array([0, 4, 2]))[1, -1] == 4


class Parrot:
    """Says token 7 three times, then the end; in the second row never the end."""

    def __init__(self, end: int) -> None:
        self.end, self.turn, self.slots = end, 0, 0

    def read(self, new):
        self.turn += 1
        logits = np.zeros((len(new), 300))
        logits[:, 7] = 1
        if self.turn > 3:
            logits[0, self.end] = 2
        return logits

    def keep(self, rows):
        raise AssertionError("not asked for")


def test_a_reply_ends_at_its_end_or_at_its_longest(chat):
    first, second = replies(Parrot(chat.end), [[1], [1]], chat, 0, None)
    assert first == [7, 7, 7, chat.end]
    assert second == [7] * LONGEST_REPLY


def test_drawing_follows_the_chances():
    logits = np.log(np.tile([0.7, 0.2, 0.1], (20_000, 1)))
    drawn = np.bincount(pick(logits, 1.0, np.random.default_rng(0)), minlength=3) / 20_000
    assert np.allclose(drawn, [0.7, 0.2, 0.1], atol=0.015)


def test_curves_are_drawn_with_all_their_series():
    points = [{"step": i, "loss": 1 / i, "held_loss": 2 / i, "held_right": 1 - 1 / i} for i in range(1, 5)]
    svg = plots.draw("sft", points)
    assert svg.count("<polyline") == 3 and "held right" in svg


def test_episodes_and_preferences_come_back_from_their_files(tmp_path):
    episode = Episode(TALK, [False, True], "hermes", "off", "a.here", {"grain": 1}, 1)
    trajectories.write([trajectories.trajectory(episode, [])], tmp_path / "e.jsonl")
    assert trajectories.read_episodes(tmp_path / "e.jsonl") == [episode]
    pair = Preference(TALK[:2], CALL, "Certainly!", "filler")
    trajectories.write([trajectories.preference(pair)], tmp_path / "p.jsonl")
    assert trajectories.read_preferences(tmp_path / "p.jsonl") == [pair]


def test_episodes_of_another_origin_are_learnt_whole(tmp_path):
    (tmp_path / "e.jsonl").write_text(json.dumps({"messages": TALK}) + "\n\n", "utf-8")
    assert trajectories.read_episodes(tmp_path / "e.jsonl")[0].learn == [True, True]


@pytest.mark.parametrize(
    "line", ["{", '{"messages":[]}', '{"messages":[{"role":"tool","content":"x"}]}', '{"messages":[{"role":"user","content":"x"}],"meta":{"learn":[true]}}']
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, line):
    (tmp_path / "e.jsonl").write_text("\n" + line + "\n", "utf-8")
    with pytest.raises(ValueError, match=r"e\.jsonl, line 2"):
        trajectories.read_episodes(tmp_path / "e.jsonl")


def test_a_file_that_no_reply_names_was_not_looked_at():
    observation = {"role": "user", "content": "photo-1\nphoto-2\nsound-1 4s\nplace unknown month 5"}
    look, listen = call("react", "detect_bird", {"image": "photo-2"}), call("react", "audio_quality", {"sound": "sound-1"})
    messages = [TALK[0], observation, *({"role": "assistant", "content": one} for one in (look, listen))]
    assert passed_over(messages) == ["photo-1"]
