"""The examples: sentences, each naming what it asks. Data: ``assets/recall/examples``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from agent.recall.reading.wordlists import asset, clause_words, same_words, words
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
    """

    words: tuple[str, ...]
    query: Mapping[str, Any]
    leans: bool
    refused: str = ""


def example_files() -> tuple[str, ...]:
    """Names of the files, within ``assets/recall``."""
    folder = Path(str(files("assets"))) / "recall" / "examples"
    return tuple(f"examples/{path.name}" for path in sorted(folder.glob("*.yaml")))


@cache
def examples() -> tuple[AskedExample, ...]:
    """All of them, file by file.

    Raises:
        ValueError: An entry has a field that is none.
    """
    return tuple(_examples())


def _examples() -> Iterator[AskedExample]:
    for entry in (entry for name in example_files() for entry in asset(name)):
        query = entry.get("query", {})
        if not set(query) <= FIELDS:
            raise ValueError(f"{sorted(set(query) - FIELDS)} of {query} are none of {sorted(FIELDS)}")
        for line in entry["say"].splitlines():
            yield AskedExample(tuple(line.split()), query, bool(entry.get("leans")), entry.get("refuse", ""))


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
