"""The words of whose things are: their stems, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from envs.vocabulary.data import english
from envs.vocabulary.inflection import singular
from envs.vocabulary.looks import looks, looks_in

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


@cache
def _alike() -> Mapping[str, str]:
    return {word: group[0] for group in english("whose.yaml")["alike"] for word in group}


@cache
def _idle() -> frozenset[str]:
    return frozenset(english("whose.yaml")["idle"].split())


def split(text: str) -> list[str]:
    """The words of a text in lower case, possessives kept: "my grandmother's gift"."""
    return _WORD.findall(text.lower().replace("’", "'"))


def kept(word: str) -> str:
    """The word that is kept in place of one: "grandma's" → "grandmother"."""
    bare = word.lower().removesuffix("'s").removesuffix("'")
    return _alike().get(bare) or _alike().get(singular(bare)) or looks().get(bare) or singular(bare)


def content(words: Iterable[str]) -> frozenset[str]:
    """The words that say which thing is meant, as they are kept."""
    return frozenset(kept(word) for word in words if word.lower() not in _idle())


def subtype_of(text: str, usual: str) -> str:
    """Of which sort of knowledge about things a text is.

    Args:
        text: What was told.
        usual: The sort where the words say nothing of it.
    """
    said = {kept(word) for word in split(text)}
    sorts = english("whose.yaml")["subtypes"]
    return next((sort for sort, words in sorts.items() if said & set(words)), usual)


@cache
def occasion_leads() -> tuple[str, ...]:
    """How people begin to ask for what they are used to for an occasion, the longest first."""
    leads = [" ".join(lead.split()) for lead in english("whose.yaml")["occasions"].split(",")]
    return tuple(sorted(leads, key=len, reverse=True))


@cache
def telling_words() -> frozenset[str]:
    """Words that are only used of what things are to somebody."""
    return frozenset(word for group in english("whose.yaml")["alike"] for word in group)


def described(words: Iterable[str]) -> str:
    """The looks among some words, for a description."""
    return " ".join(looks_in(words))
