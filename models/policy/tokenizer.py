"""A BPE made for this one job: the fixed parts of a call are one token each, digits stand alone so that numbers can be compared."""

from __future__ import annotations

from collections.abc import Iterable

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from chat import END, PAD, START

# Longest first. Each may become one token; a word of a note or a code falls apart into smaller ones.
PIECES = (
    r'<tool_call>\n\{"name":"', r'"?\}\}\n</tool_call>', r"<tool_response>\n", r"\n</tool_response>", r"<answer>", r"</answer>",
    r'\{"answer":"', r'\{"name":"', r'\{"result":"', r'\{"error":"', r'","arguments":\{', r'"\}\}', r'"\}',
    r'"image":"photo-', r'\{"image":"photo-', r'"sound":"sound-', r'\{"sound":"sound-', r'","stretches":"', r'","region":"', r'","operation":"', r'","margin":', r'","factor":', r'"taxa":"', r'\{"taxa":"',
    r'"tool":"', r'\{"tool":"', r'","reason":"', r"Action: ", r"Observation: ", r"Final Answer: ", r"Thought: ", r"photo-", r"sound-", r" nobird ", r" cover ",
    r" genus ", r" family ", r" best ", r"month ",
    r"\d", r" ?\.", r" ?[A-Za-z_]+", r"\n", r"[^A-Za-z_\d\n]+",
)  # fmt: skip


def empty() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex("|".join(PIECES)), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def train(texts: Iterable[str], vocabulary: int = 2048) -> Tokenizer:
    tokenizer = empty()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[PAD, START, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer
