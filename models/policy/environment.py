"""The app's own loop, checks, hints, verdict rules and scores, in a process of their own (scripts/policy-environment.ts)."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from chat import Chat

ROOT = Path(__file__).resolve().parents[2]
DIALECTS = ("hermes", "mcp-json", "react")
HINTS = ("full", "plain", "off")

Message = dict[str, str]


class Environment:
    """One question, one answer, in order."""

    def __init__(self, root: Path = ROOT) -> None:
        command = ["node", str(root / "scripts/launch.mjs"), "policy-environment"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)
        self.numbers = count()
        # Ways that a teacher takes instead of the blueprint's, by the key of the observation.
        self.teacher: dict[str, dict] = {}
        # Whether an observer who is asked answers; that takes longer than all the rest.
        self.questions = False

    def ask_all(self, requests: list[dict]) -> list[dict]:
        """Many questions at once: the answers are read while the last ones are still being worked on."""
        assert self.process.stdin and self.process.stdout
        answers = []
        for start in range(0, len(requests), 64):
            part = requests[start : start + 64]
            self.process.stdin.write("".join(json.dumps(request) + "\n" for request in part))
            self.process.stdin.flush()
            answers += [json.loads(self.process.stdout.readline()) for _ in part]
        for answer, request in zip(answers, requests, strict=True):
            if not answer["ok"]:
                raise RuntimeError(f"{answer['message']} ({json.dumps(request)[:300]})")
        return answers

    def ask(self, **request: object) -> dict:
        return self.ask_all([request])[0]

    def add(self, items: dict[str, dict]) -> None:
        self.ask_all([{"op": "add", "key": key, "item": item} for key, item in items.items()])

    def open(self, key: str, dialect: str, hints: str) -> Talk:
        return self.open_all([(key, dialect, hints)])[0]

    def open_all(self, wanted: list[tuple[str, str, str]]) -> list[Talk]:
        talks = [Talk(str(next(self.numbers)), key, dialect, hints) for key, dialect, hints in wanted]
        requests = [
            {"op": "open", "episode": t.name, "key": t.key, "dialect": t.dialect, "hints": t.hints, "tokens": 600, "questions": self.questions}
            for t in talks
        ]
        for talk, answer in zip(talks, self.ask_all(requests), strict=True):
            talk.messages = answer["messages"]
        return talks

    def suggest_all(self, talks: list[Talk], strategies: list[dict | None] | None = None) -> list[str]:
        """What the teacher would say, or the blueprint where there is none; or who follows these strategies (None: the blueprint)."""
        ways = [self.teacher.get(talk.key) for talk in talks] if strategies is None else strategies
        requests = [{"op": "suggest", "episode": talk.name, **({} if way is None else {"strategy": way})} for talk, way in zip(talks, ways, strict=True)]
        return [answer["text"] for answer in self.ask_all(requests)]

    def suggest(self, talk: Talk) -> str:
        return self.suggest_all([talk])[0]

    def reply_all(self, said: list[tuple[Talk, str, int]]) -> list[dict]:
        steps = self.ask_all([{"op": "reply", "episode": t.name, "text": text, "tokens": n} for t, text, n in said])
        for (talk, text, _), step in zip(said, steps, strict=True):
            talk.messages = [*talk.messages, {"role": "assistant", "content": text}, *step["messages"]]
            talk.done = step["done"]
        return steps

    def reply(self, talk: Talk, text: str, tokens: int = 0) -> dict:
        return self.reply_all([(talk, text, tokens)])[0]

    def speak(self, chat: Chat) -> None:
        """What the tokens say that `allowed_all` is about."""
        self.ask(op="vocabulary", texts=chat.texts(), end=chat.end)

    def allowed_all(self, said: list[tuple[Talk, list[int]]]) -> list[list[int]]:
        """Tokens that may follow what was begun to be said: in the app replies are held to a grammar of what there is to name."""
        return [answer["tokens"] for answer in self.ask_all([{"op": "allowed", "episode": talk.name, "said": ids} for talk, ids in said])]

    def finish_all(self, talks: list[Talk]) -> list[dict]:
        outcomes = self.ask_all([{"op": "outcome", "episode": talk.name} for talk in talks])
        self.ask_all([{"op": "close", "episode": talk.name} for talk in talks])
        return outcomes

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


@dataclass
class Talk:
    """One episode, as a policy sees it."""

    name: str
    key: str
    dialect: str
    hints: str
    messages: list[Message] = field(default_factory=list)
    done: bool = False
