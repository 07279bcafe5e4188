"""The examples: sentences, each naming what it asks. Data: ``assets/recall/examples``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from agent.recall.reading.parts.wordlists import asset, clause_words, same_words, words
from envs.vocabulary.nouns import APPEARANCE, full_lexicon

_OF_QUERY = "ask measure most counted detail quantifier of against claim state about"
_OF_SELECTION = "subject speaker outcomes ordinal next_to relation actions"
FIELDS = frozenset([*_OF_QUERY.split(), *_OF_SELECTION.split()])
"""What an example may say of its query."""


@dataclass(frozen=True)
class AskedExample:
    """One sentence and what it asks.

    Attributes:
        words: The sentence.
        query: What it asks, by the names of ``FIELDS``.
        leans: Whether it makes no sense without the question before it.
        refused: Why no memory can answer it: ``future``, ``looks``, ``beyond``; empty where one may.
        asks: Equal for examples that ask the same; made of the others where it is empty.
    """

    words: tuple[str, ...]
    query: Mapping[str, Any]
    leans: bool
    refused: str = ""
    asks: str = ""

    def __post_init__(self) -> None:
        if not self.asks:
            object.__setattr__(self, "asks", asks_same(self.query, self.leans, self.refused))


def asks_same(query: Mapping[str, Any], leans: bool, refused: str) -> str:
    """Equal for examples that ask the same."""
    return json.dumps([dict(query), leans, refused], sort_keys=True)


def example_files(folder: str = "examples") -> tuple[str, ...]:
    """Names of the files, within ``assets/recall``; in the folder ``examples`` or ``phrasings``."""
    within = Path(str(files("assets"))) / "recall" / folder
    return tuple(f"{folder}/{path.name}" for path in sorted(within.glob("*.yaml")))


@cache
def examples() -> tuple[AskedExample, ...]:
    """All of them, file by file.

    Raises:
        ValueError: An entry has a field that is none.
    """
    return tuple(_examples("examples"))


@cache
def phrasings() -> tuple[AskedExample, ...]:
    """Other people's sentences, which ask what examples do: compared by meaning alone, so that any word may occur.

    Raises:
        ValueError: An entry has a field that is none.
    """
    return tuple(_examples("phrasings"))


def _examples(folder: str) -> Iterator[AskedExample]:
    for entry in (entry for name in example_files(folder) for entry in asset(name)):
        query = entry.get("query", {})
        if not set(query) <= FIELDS:
            raise ValueError(f"{sorted(set(query) - FIELDS)} of {query} are none of {sorted(FIELDS)}")
        leans, refused = bool(entry.get("leans")), entry.get("refuse", "")
        asks = asks_same(query, leans, refused)
        for line in entry["say"].splitlines():
            yield AskedExample(tuple(line.split()), query, leans, refused, asks)


@cache
def frame_words() -> frozenset[str]:
    """Every word of the sentences that is no name of a thing or of a task, and all small words."""
    lexicon, names = full_lexicon(), words("example_names")
    said = {word for example in examples() for word in example.words} - names
    said -= words("rooms") - {"room"}
    own = {word for word in said if not lexicon.find([word])} - APPEARANCE
    small = (
        "besides",
        "leaning",
        "knowing",
        "fillers",
        "adverbs",
        "frame_verbs",
        "determiners",
        "generic",
        "places",
        "asks",
        "openers",
        "subjects",
    )
    return frozenset(own.union(clause_words(), same_words(), *(words(name) for name in small)))
