"""The words of generated lives and questions: what people ask for, and in how many ways they ask about it.

Two files hold the wordings of questions, ``dev.yaml`` and ``held_out.yaml``. Whoever mends the reader reads the first
only.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from envs.errors import BadInput

SPLITS = ("dev", "held-out")


@cache
def chores() -> Mapping[str, Any]:
    """What is asked for in generated lives: ``assets/questions/chores.yaml``."""
    return _read("chores")


@cache
def wordings(split: str) -> Mapping[str, Any]:
    """Ways of asking, by what is asked; see ``SPLITS``.

    Raises:
        BadInput: There is no such split.
    """
    if split not in SPLITS:
        raise BadInput(f"{split!r} is no split of the wordings; they are {' and '.join(SPLITS)}")
    return _read(split.replace("-", "_"))


def worded(split: str, what: str, rng: random.Random, **slots: str) -> str:
    """One way of asking something, with its slots filled; now and then polite, misspelt, or without capitals."""
    told = wordings(split)
    text = rng.choice(told[what]).format(**slots)
    if rng.random() < 0.15:
        text = f"{rng.choice(told['polite'])} {text[:1].lower()}{text[1:]}"
    if rng.random() < 0.12:
        text = _misspelt(text, rng)
    if rng.random() < 0.2:
        text = text.lower().rstrip("?.")
    return text


def _misspelt(text: str, rng: random.Random) -> str:
    """Two neighbouring letters of a longer word changed places, or one left out."""
    words = text.split(" ")
    long = [n for n, word in enumerate(words) if len(word) >= 6 and word.isalpha()]
    if not long:
        return text
    where = rng.choice(long)
    word, at = words[where], rng.randrange(1, len(words[where]) - 2)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    words[where] = swapped if rng.random() < 0.5 else word[:at] + word[at + 1 :]
    return " ".join(words)


def _read(name: str) -> Mapping[str, Any]:
    return yaml.safe_load((files("assets") / "questions" / f"{name}.yaml").read_text(encoding="utf-8"))
