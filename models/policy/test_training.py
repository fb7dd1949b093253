"""What the network and the three stages promise."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import export_onnx  # noqa: E402
import packed  # noqa: E402
import corrections  # noqa: E402
import tokenizer  # noqa: E402
from chat import Chat, Row  # noqa: E402
from dpo import until_it_differs  # noqa: E402
from gspo import Settings, compare, loss_of, stage_at  # noqa: E402
from environment import Talk  # noqa: E402
from learning import batch_of, log_probabilities, optimiser, row_sums  # noqa: E402
from network import Config, Qwen3  # noqa: E402
from onnx_table import OnnxTable  # noqa: E402
from quantise import dequantised  # noqa: E402
from recipe import CORRECTED, SHARES, balanced, group_of, mixed  # noqa: E402
from rollout import play  # noqa: E402
from torch_table import TorchTable  # noqa: E402
from webllm import Shards, library_parameters  # noqa: E402

SMALL = Config(vocab_size=96, hidden_size=64, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, head_dim=32, intermediate_size=64)


def model(seed: int = 0) -> Qwen3:
    torch.manual_seed(seed)
    made = Qwen3(SMALL).eval()
    for parameter in made.parameters():
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.3)
    return made


def random_ids(rows: int, length: int) -> torch.Tensor:
    return torch.randint(0, SMALL.vocab_size, (rows, length), generator=torch.Generator().manual_seed(1))


def weights_of(made: Qwen3) -> dict[str, np.ndarray]:
    return {name: value.detach().numpy() for name, value in made.state_dict().items()}


def test_a_later_token_changes_nothing_before_it():
    made, ids = model(), random_ids(1, 12)
    other = ids.clone()
    other[0, -1] = (other[0, -1] + 1) % SMALL.vocab_size
    assert torch.allclose(made(ids)[0, :-1], made(other)[0, :-1], atol=1e-6)


def play_rows(table, rows: list[list[int]]) -> np.ndarray:
    """In two uneven parts, so that padding stands in the middle of the shorter rows."""
    table.read([row[: 2 + 3 * i] for i, row in enumerate(rows)])
    return table.read([row[2 + 3 * i :] for i, row in enumerate(rows)])


def test_rows_of_uneven_length_are_played_as_if_each_were_alone():
    made = model()
    rows = [row.tolist()[: 14 - 2 * i] for i, row in enumerate(random_ids(3, 14))]
    together = play_rows(TorchTable(made, 3), rows)
    alone = np.stack([made(torch.tensor([row]))[0, -1].detach().numpy() for row in rows])
    assert np.allclose(together, alone, atol=1e-4)


def test_rows_that_are_kept_go_on_where_they_were():
    made = model()
    ids = random_ids(3, 8).tolist()
    table = TorchTable(made, 3)
    table.read([row[:6] for row in ids])
    table.keep([2])
    logits = table.read([ids[2][6:]])
    assert np.allclose(logits[0], made(torch.tensor([ids[2]]))[0, -1].detach().numpy(), atol=1e-4)


def test_onnx_computes_what_torch_computes_with_the_quantised_weights(tmp_path):
    made = model()
    export_onnx.write(SMALL, weights_of(made), tmp_path / "policy.onnx")
    made.load_state_dict({name: torch.from_numpy(value) for name, value in dequantised(weights_of(made)).items()})
    session = onnxruntime.InferenceSession(str(tmp_path / "policy.onnx"), providers=["CPUExecutionProvider"])
    rows = [row.tolist()[: 14 - 2 * i] for i, row in enumerate(random_ids(3, 14))]
    logits = play_rows(OnnxTable(session, 3), rows)
    alone = np.stack([made(torch.tensor([row]))[0, -1].detach().numpy() for row in rows])
    assert np.allclose(logits, alone, atol=1e-4)


def test_the_weights_of_a_pack_come_back_as_its_engines_compute_with_them(tmp_path):
    weights = weights_of(model())
    shards = Shards(tmp_path)
    for name, values in library_parameters(weights).items():
        shards.add(name, values)
    shards.close()
    read, wanted = packed.read(tmp_path, SMALL), dequantised(weights)
    assert read.keys() == wanted.keys()
    assert all((read[name] == values).all() for name, values in wanted.items())


def row(ids: list[int], learnt: int) -> Row:
    return Row(ids, [False] * (len(ids) - learnt) + [True] * learnt)


def test_padding_and_unlearnt_tokens_do_not_count():
    made = model()
    short, long = row([1, 2, 3, 4], 2), row([5, 6, 7, 8, 9, 10], 1)
    values, owner = log_probabilities(made, batch_of([short, long], 0))
    assert owner.tolist() == [0, 0, 1]
    alone, _ = log_probabilities(made, batch_of([short], 0))
    # bfloat16 inside.
    assert torch.allclose(values[:2], alone, atol=0.1)


def test_the_better_of_two_runs_becomes_likelier():
    made, settings = model(), Settings(minutes=1, clip=10, beta=0)
    batch = batch_of([row([1, 2, 3, 4, 5], 2), row([1, 2, 3, 6, 7], 2)], 0)
    advantage = torch.tensor(compare([1.0, 0.0]))
    with torch.no_grad():
        old, owner = log_probabilities(made, batch)
    optim = optimiser(made, 1e-3, decay=0)
    for _ in range(8):
        loss, _ = loss_of(made, batch, old, old, advantage, settings)
        loss.backward()
        optim.step()
        optim.zero_grad()
    with torch.no_grad():
        change = row_sums(log_probabilities(made, batch)[0] - old, owner, 2)
    assert change[0] > 0 > change[1]


def test_a_sequence_that_has_moved_too_far_stops_pulling():
    made, settings = model(), Settings(minutes=1, clip=0.01, beta=0)
    batch = batch_of([row([1, 2, 3, 4, 5], 2)], 0)
    with torch.no_grad():
        now, _ = log_probabilities(made, batch)
    loss, figures = loss_of(made, batch, now - 1.0, now, torch.tensor([1.0]), settings)
    loss.backward()
    assert figures["clipped"] == 1
    assert all(p.grad is None or float(p.grad.abs().max()) == 0 for p in made.parameters())


def test_runs_that_went_alike_teach_nothing():
    assert compare([0.3] * 4) == [0, 0, 0, 0]


def test_hints_go_away_towards_the_end():
    assert [stage_at(done)[1] for done in (0, 0.3, 0.5, 0.9, 1.0)] == [None, "full", "plain", "off", "off"]


def test_a_rejected_reply_counts_up_to_where_it_differs():
    assert until_it_differs([1, 2, 9, 4, 5], [1, 2, 3, 4, 5]) == [1, 2, 9]
    assert until_it_differs([7, 8], [1, 2]) == [7]
    assert until_it_differs([1, 2, 3], [1, 2, 3, 4]) == [1, 2, 3]


def item(photos: int, sounds: int) -> dict:
    return {"observation": {"photos": [{}] * photos, "sounds": [{}] * sounds, "place": None}}


def test_every_group_of_observations_has_its_share_and_a_rare_path_more_than_its_number():
    items = {f"photo{n}": item(1, 0) for n in range(50)} | {f"sound{n}": item(0, 1) for n in range(26)} | {"both": item(1, 1)}
    paths = {key: "listen skip" if key == "sound25" else "listen" for key in items}
    drawn = balanced(items, paths, 5000)
    whole = SHARES["photo"] + SHARES["sound"] + SHARES["both"]
    for name in ("photo", "sound", "both"):
        assert abs(sum(group_of(items[key]) == name for key in drawn) - 5000 * SHARES[name] / whole) <= 1
    # One of 26, drawn five times as often as each of the others.
    assert 0.1 < drawn.count("sound25") / sum(key.startswith("sound") for key in drawn) < 0.25


class Echo:
    """An environment in which the right reply is `a` twice, then `b`; the run is over after three turns."""

    def __init__(self) -> None:
        self.turns: dict[str, int] = {}

    def open_all(self, wanted):
        talks = [Talk(str(number), *one, messages=[{"role": "user", "content": "go"}]) for number, one in enumerate(wanted)]
        self.turns = {talk.name: 0 for talk in talks}
        return talks

    def suggest_all(self, talks):
        return ["b" if self.turns[talk.name] == 2 else "a" for talk in talks]

    def reply_all(self, said):
        steps = []
        for talk, text, _ in said:
            self.turns[talk.name] += 1
            talk.done = self.turns[talk.name] == 3
            answer = [] if talk.done else [{"role": "user", "content": "on"}]
            talk.messages = [*talk.messages, {"role": "assistant", "content": text}, *answer]
            steps.append({"messages": answer, "done": talk.done})
        return steps

    def finish_all(self, talks):
        return [{} for _ in talks]


class Always:
    """A table that says one thing, whatever it reads."""

    slots = 0

    def __init__(self, chat: Chat, text: str) -> None:
        self.reply, self.at = chat.reply(text), 0

    def read(self, new):
        logits = np.zeros((len(new), 600))
        logits[:, self.reply[self.at % len(self.reply)]] = 1
        self.at += 1
        return logits

    def keep(self, rows):
        pass


def test_what_a_policy_says_wrong_is_corrected_in_its_own_situation(tmp_path):
    tokenizer.train(["goab on"] * 20, 300).save(str(tmp_path / "tokenizer.json"))
    chat, environment = Chat(tmp_path / "tokenizer.json"), Echo()
    teacher = corrections.Teacher(environment)
    play(lambda rows: Always(chat, "a"), chat, environment, [("key", "hermes", "off")], 0, None, teacher.watch)
    (turns,) = teacher.turns.values()
    assert [(turn.said, turn.right) for turn in turns] == [("a", "a"), ("a", "a"), ("a", "b")]
    (row,) = corrections.rows_of(turns, chat)
    assert [token for token, learnt in zip(row.ids, row.learn, strict=True) if learnt] == chat.reply("b")
    # Its own replies are what it reads before that.
    assert row.ids[: -len(chat.reply("b"))] == chat.conversation([*turns[-1].prompt, {"role": "assistant", "content": ""}], [False] * 3)[0][:-1]


def test_a_reply_is_held_to_what_its_situation_allows(tmp_path):
    tokenizer.train(["goab on"] * 20, 300).save(str(tmp_path / "tokenizer.json"))
    chat, environment = Chat(tmp_path / "tokenizer.json"), Echo()
    (b,) = chat.ids("b")
    environment.allowed_all = lambda said: [[chat.end] if ids else [b] for _, ids in said]
    played = play(lambda rows: Always(chat, "a"), chat, environment, [("key", "hermes", "off")], 0, held=True)
    assert [m["content"] for m in played[0].talk.messages if m["role"] == "assistant"] == ["b", "b", "b"]


def test_weights_go_over_to_another_tokenizer_by_what_its_tokens_are_made_of(tmp_path):
    for name, texts in (("old", ["ab"] * 20), ("new", ["abc"] * 20)):
        tokenizer.train(texts, 300).save(str(tmp_path / f"{name}.json"))
    old, new = Chat(tmp_path / "old.json"), Chat(tmp_path / "new.json")
    (abc,) = new.ids("abc")
    assert old.pieces_of(new.said_by(abc)) == old.ids("ab") + old.ids("c")
    assert old.pieces_of(new.said_by(new.end)) == [old.end]


def test_corrections_are_repeated_while_they_are_few_and_never_take_over():
    rows = [row([1, 2, 3], 1)] * 1000
    few, many = mixed(rows, [row([1, 2, 4], 1)] * 40), mixed(rows, [row([1, 2, 4], 1)] * 300)
    assert len(few) == 1000 + 40 * 6
    assert abs((len(many) - 1000) / len(many) - CORRECTED) < 0.1
    assert mixed(rows, []) == rows
