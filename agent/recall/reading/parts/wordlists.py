"""The small words by which sentences are taken apart; the lists are data, ``assets/recall/words.yaml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import yaml

from envs.vocabulary.inflection import singular
from envs.vocabulary.verbs import base


def asset(name: str) -> Any:
    """A file of ``assets/recall``."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((files("assets") / "recall" / name).read_text(encoding="utf-8"), Loader=loader)


@cache
def _lists() -> Mapping[str, Any]:
    return MappingProxyType(asset("words.yaml"))


@cache
def words(name: str) -> frozenset[str]:
    """One of the lists, by its name."""
    return frozenset(str(_lists()[name]).split())


@cache
def courtesies() -> tuple[str, ...]:
    """Phrases that ask nothing, the longest first."""
    return tuple(sorted(_lists()["courtesies"], key=lambda phrase: (-len(phrase), phrase)))


@cache
def relations() -> Mapping[str, str]:
    """A word for somebody of one's own, of whom nobody is called by another of them → the usual word for the same."""
    return {word: said.split()[0] for said in _lists()["relations"] for word in said.split()}


def idioms() -> Mapping[str, Sequence[str]]:
    """What a verb says → phrases that say the same."""
    return MappingProxyType(_lists()["idioms"])


def conjunctions() -> Mapping[str, Sequence[str]]:
    """What joins a clause of time → phrases that say the same."""
    return MappingProxyType(_lists()["conjunctions"])


@cache
def repairs() -> tuple[str, ...]:
    """Phrases by which somebody takes back what was said last, the longest first."""
    return tuple(sorted(_lists()["repairs"], key=lambda phrase: (-len(phrase), phrase)))


@cache
def tags() -> frozenset[str]:
    """Phrases that a statement ends with which wants to be confirmed: "right", "did you not"."""
    return frozenset(_lists()["tags"])


@cache
def _nearly_the_same() -> Mapping[str, frozenset[str]]:
    groups = [frozenset(line.split()) for line in _lists()["alike"]]
    return MappingProxyType({word: group for group in groups for word in group})


def alike(word: str) -> frozenset[str]:
    """A word and those by which others may say nearly the same: "internet" and "wifi"."""
    return _nearly_the_same().get(word, frozenset()) | {word}


@cache
def clause_words() -> Mapping[str, str]:
    """Conjunction → the mark of its clause: "until" → ``BEFORE``."""
    return MappingProxyType({word: mark for mark, some in _lists()["clauses"].items() for word in some.split()})


@cache
def _same() -> Mapping[str, str]:
    return MappingProxyType({word: kept for kept, some in _lists()["same"].items() for word in [*some.split(), kept]})


def same_words() -> frozenset[str]:
    """Every word that counts as another."""
    return frozenset(_same())


@lru_cache(maxsize=4096)
def plain_form(word: str) -> str:
    """What a word is compared as: "chores" → "task", "had" → "did"."""
    return _same().get(word) or _same().get(singular(word)) or singular(word)


def verb(word: str) -> str | None:
    """The plain form of a word that may be a verb of a deed or a task; None for others and for verbs of asking."""
    plain = base(word)
    return None if plain is None or plain in words("frame_verbs") else plain
