"""Conversations as tokens: ChatML, with what was learnt from marked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

PAD, START, END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"

Message = dict[str, str]


@dataclass(frozen=True)
class Row:
    """A conversation as tokens, and which of them are learnt."""

    ids: list[int]
    learn: list[bool]


class Chat:
    def __init__(self, path: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(path))
        self.pad, self.end = (self.tokenizer.token_to_id(token) for token in (PAD, END))
        self.newline = self.ids("\n")

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def text(self, ids: list[int]) -> str:
        """A reply without its end."""
        return self.tokenizer.decode([one for one in ids if one not in (self.pad, self.end)], skip_special_tokens=False)

    def texts(self) -> list[str]:
        """What each token says alone; nothing for one that stands for control or for a part of a character."""
        control = {self.tokenizer.token_to_id(token) for token in (PAD, START, END)}
        return ["" if one in control else self.tokenizer.decode([one]) for one in range(self.tokenizer.get_vocab_size())]

    def said_by(self, token: int) -> str:
        """As the vocabulary writes it: byte by byte, so that half of a character has a name too."""
        return self.tokenizer.id_to_token(token)

    def pieces_of(self, written: str) -> list[int]:
        """A token of another vocabulary in the tokens of this one."""
        known = self.tokenizer.token_to_id(written)
        return [known] if known is not None else [token.id for token in self.tokenizer.model.tokenize(written)]

    def prompt(self, messages: list[Message]) -> list[int]:
        """What a model continues."""
        return self.ids("".join(said(m) for m in messages) + f"{START}assistant\n")

    def follow_up(self, messages: list[Message]) -> list[int]:
        """What comes after a reply and its <|im_end|>, up to the next reply."""
        return self.ids("\n" + "".join(said(m) for m in messages) + f"{START}assistant\n")

    def reply(self, text: str) -> list[int]:
        return [*self.ids(text), self.end]

    def conversation(self, messages: list[Message], learn: list[bool]) -> tuple[list[int], list[bool]]:
        """All tokens, and for each whether it is to be learnt; `learn` is for the replies in their order."""
        ids: list[int] = []
        marks: list[bool] = []
        waiting: list[Message] = []
        wanted = iter(learn)
        for message in messages:
            if message["role"] != "assistant":
                waiting.append(message)
                continue
            before = self.follow_up(waiting) if ids else self.prompt(waiting)
            reply = self.reply(message["content"])
            ids += before + reply
            marks += [False] * len(before) + [next(wanted)] * len(reply)
            waiting = []
        return ids, marks


def said(message: Message) -> str:
    return f"{START}{message['role']}\n{message['content']}{END}\n"
