"""Which things people speak of: what they name is handled more often than what they do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from envs.vocabulary.entries import entries, with_field
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_requests
from perception.detector.phrases import phrases

_LONGEST = 4
"""A name has no more words than that."""


def spoken_of(text: str) -> frozenset[str]:
    """Types that are named in what somebody said, of one or many; with a thing its pieces and its basin."""
    said = _words(text)
    parts = (" ".join(said[k : k + n]) for n in range(1, _LONGEST + 1) for k in range(len(said) + 1 - n))
    return frozenset(kind for part in parts for kind in _named().get(part, ()))


def _words(text: str) -> list[str]:
    return [singular(word) for word in re.findall(r"[a-z]+", text.lower())]


@cache
def _named() -> dict[str, frozenset[str]]:
    """Types by what they are called, as ``_words`` writes it."""
    pieces = with_field("types", "pieces")
    basins = {whole: basin for basin, whole in with_field("types", "basin_of").items()}
    found: dict[str, set[str]] = {}
    for word, kind in _names():
        found.setdefault(" ".join(_words(word)), set()).update({kind, pieces.get(kind, kind), basins.get(kind, kind)})
    return {word: frozenset(kinds) for word, kinds in found.items()}


def _names() -> Iterator[tuple[str, str]]:
    for kind, one in phrases().items():
        for word in (*one.words, *one.unseen):
            yield word, kind
    for word, kind in in_requests().items():
        if kind in entries("types"):
            yield word, kind
