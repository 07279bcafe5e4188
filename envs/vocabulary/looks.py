"""Words for how things look: their colours and materials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from envs.vocabulary.data import english


@cache
def looks() -> Mapping[str, str]:
    """Word → the one that is kept in its place: "gray" → "grey", "wooden" → "wood"."""
    found: dict[str, str] = {}
    for kind in ("colours", "materials"):
        for word, others in english("looks.yaml")[kind].items():
            found |= dict.fromkeys((word, *others), word)
    return MappingProxyType(found)


@cache
def colours() -> frozenset[str]:
    """The colours that are kept."""
    return frozenset(english("looks.yaml")["colours"])


@cache
def also_things() -> frozenset[str]:
    """Words for looks that are also words for things: "glass"."""
    return frozenset(english("looks.yaml")["also_things"])


def looks_in(words: Iterable[str]) -> tuple[str, ...]:
    """The looks among some words, as they are kept, each once."""
    return tuple(dict.fromkeys(looks()[word] for word in map(str.lower, words) if word in looks()))


def adjective(look: str) -> str:
    """How a look is said before a noun: "wooden" of "wood"."""
    return {"wood": "wooden", "gold": "golden"}.get(look, look)
