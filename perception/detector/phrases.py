"""Which words people use for which object type: what a detector is asked for, trained on, and tested with.

The words are the ``prompts`` of ``assets/vocabulary.yaml``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from envs.vocabulary.entries import entries


@dataclass(frozen=True)
class Phrases:
    """What one type is called.

    Attributes:
        words: The first is its plain name; all are trained on.
        unseen: Never trained on: they measure how open the vocabulary is.
    """

    words: tuple[str, ...]
    unseen: tuple[str, ...]


@cache
def phrases() -> dict[str, Phrases]:
    """The words of every type that a detector looks for, by AI2-THOR type name, in alphabetical order."""
    given = {name: entry for name, entry in entries("types").items() if "prompts" in entry}
    return {name: Phrases(tuple(entry["prompts"]), tuple(entry["unseen"])) for name, entry in given.items()}


def household_classes() -> tuple[str, ...]:
    """Every type that a detector looks for; all of the vocabulary but the floor, whose box is the whole frame."""
    return tuple(phrases())


def phrase_of(name: str) -> str:
    """What to ask a text encoder for: ``CoffeeMachine`` becomes "coffee machine"; free words stay as they are."""
    known = phrases().get(name)
    if known is not None:
        return known.words[0]
    if " " in name or not re.fullmatch(r"(?:[A-Z][a-z0-9]*)+", name):
        return name.strip()
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def type_of(words: str) -> str | None:
    """The type that is called so, None when no type is.

    Args:
        words: A type name or one of its words, in any case, with or without an article.
    """
    plain = re.sub(r"^(?:an?|the|some)\s+", "", words.strip().lower())
    return _types().get(plain)


@cache
def _types() -> dict[str, str]:
    """Type by word; where two types share a word, that with the word further in front has it."""
    found: dict[str, tuple[int, str]] = {}
    for name, entry in phrases().items():
        for rank, word in enumerate((name.lower(), *entry.words, *entry.unseen)):
            if word not in found or rank < found[word][0]:
                found[word] = rank, name
    return {word: name for word, (_, name) in found.items()}
