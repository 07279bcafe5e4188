"""Reads what people say when they ask for household tasks: things, cues, numbers, and what is to go where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import yaml

from envs.teach.tasks.classes import class_members, types_named
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_recorded_lines
from envs.vocabulary.numbers import FREQUENCIES, up_to
from envs.vocabulary.spelling import near
from envs.vocabulary.uses import pieces
from envs.vocabulary.verbs import deed_forms

PREPOSITIONS = frozenset({"in", "on", "into", "onto", "to", "inside", "over", "under", "at", "with", "atop"})
_NUMBERS = {"a": 1, "an": 1, **up_to(12), **up_to(2, FREQUENCIES)}
GOALS = frozenset({"in", "on", "into", "onto", "to", "inside", "atop"})


@lru_cache(maxsize=1)
def phrase_book() -> Mapping[str, Any]:
    """``assets/recognition.yaml``."""
    text = (resources.files("assets") / "recognition.yaml").read_text(encoding="utf-8")
    return MappingProxyType(yaml.safe_load(text))


@lru_cache(maxsize=1)
def _phrases() -> Mapping[tuple[str, ...], str]:
    """Words → the class they name."""
    return {tuple(map(singular, phrase.split())): name for phrase, name in in_recorded_lines().items()}


@lru_cache(maxsize=1)
def _cues() -> Mapping[str, str]:
    return {word: cue for cue, words in phrase_book()["cues"].items() for word in words}


@lru_cache(maxsize=1)
def _telling() -> frozenset[str]:
    """Words that tell something: of names, cues and numbers. Typos are corrected to these only."""
    words = {word for phrase in _phrases() for word in phrase} | set(_cues()) | set(_NUMBERS)
    return frozenset(word for word in words if len(word) > 3)


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    words = {word for phrase in _phrases() for word in phrase} | set(_cues()) | set(_NUMBERS)
    return frozenset(words | set(deed_forms()) | PREPOSITIONS | set(phrase_book()["ordinary"].split()))


@lru_cache(maxsize=20_000)
def spell(word: str) -> str:
    """The word in the singular, typos corrected where only one known word is near."""
    if not word.isalpha() or word in _known() or len(word) < 4:
        return word
    bare = singular(word)
    if bare in _known():
        return bare
    alike = [other for other in _telling() if other[0] in word[:2] and abs(len(other) - len(word)) < 3]
    close = sorted({other for other in alike if near(word, other) or near(bare, other)})
    return close[0] if len(close) == 1 else bare


@dataclass(frozen=True)
class ReadUtterance:
    """One utterance, read.

    Attributes:
        words: Its words, in the singular, typos corrected.
        things: (position, class named), in order; the longest name counts. Slices count as what they are of.
        cues: (position, cue), in order; words that are part of a thing's name give none, but what is in it does: the
            coffee in "a cup of coffee".
        numbers: (position, number).
        aside: Positions of things that are not asked for: they tell where something is, or are said not to be meant.
    """

    words: tuple[str, ...]
    things: tuple[tuple[int, str], ...]
    cues: tuple[tuple[int, str], ...]
    numbers: tuple[tuple[int, int], ...]
    aside: frozenset[int] = frozenset()

    def has(self, cue: str) -> bool:
        """Whether a word of that meaning is in it."""
        return any(name == cue for _, name in self.cues)

    @property
    def whole(self) -> frozenset[str]:
        """Classes named with "all" or "every" before them: "all the plates"."""
        alls = [i for i, word in enumerate(self.words) if word in ("all", "every")]
        return frozenset(name for at, name in self.things if any(i < at <= i + 4 for i in alls))

    @property
    def classes(self) -> frozenset[str]:
        """Classes named."""
        return frozenset(name for _, name in self.things)

    @property
    def meant(self) -> frozenset[str]:
        """Classes named as what is spoken of: neither only as where something is, nor with a "not"."""
        return frozenset(name for at, name in self.things if at not in self.aside)

    @property
    def either(self) -> frozenset[str]:
        """Furniture that "or" leaves a choice among, by the class for all of it: "a table or a chair" is Furniture."""
        pairs = pairwise(self.things)
        return frozenset(filter(None, (_whole(one, other) for (i, one), (j, other) in pairs if self._or_between(i, j))))

    def _or_between(self, first: int, last: int) -> bool:
        between = [word for word in self.words[first:last] if word not in _DETERMINERS]
        return between[-1:] == ["or"]


@lru_cache(maxsize=512)
def _whole(one: str, other: str) -> str:
    """The narrowest class of furniture that has all the types of two others; "" where there is none."""
    both = {*types_named(one), *types_named(other)}
    classes = class_members()
    furniture = {name: set(types) for name, types in classes.items() if set(types) <= set(classes["Furniture"])}
    return min(((len(types), name) for name, types in furniture.items() if both <= types), default=(0, ""))[1]


@lru_cache(maxsize=20_000)
def read_line(text: str) -> ReadUtterance:
    """Read one utterance."""
    words = tuple(spell(word) for word in re.findall(r"[a-z]+|\d+", text.lower().replace("'", "")))
    things: list[tuple[int, str]] = []
    inside: set[int] = set()
    for first, last, name in _named(words):
        things.append((first, _wholes().get(name, name)))
        if last - first > 1 and name not in _wholes():
            inside |= {i for i in range(first, last) if i == first or words[i - 1] != "of"}
    table = _cues()
    without = inside | _adjectives(words) | _refused(words)
    cues = [(i, table[word]) for i, word in enumerate(words) if word in table and i not in without]
    return ReadUtterance(words, tuple(things), tuple(cues), tuple(_numbers(words)), _aside(words, things))


def _aside(words: Sequence[str], things: Sequence[tuple[int, str]]) -> frozenset[int]:
    """Things that tell where something is ("behind the lettuce and the bread"), or that are not meant ("no toast")."""
    landmarks, negations = _small_words("landmarks"), _small_words("negations")
    found: set[int] = set()
    for number, (at, _) in enumerate(things):
        before = range(max(0, at - _NEAR), at)
        led = any(words[i] in landmarks or words[i - 1 : i + 1] in _SIDES for i in before)
        joined = (
            number > 0 and things[number - 1][0] in found and {"and", "or"} & set(words[things[number - 1][0] : at])
        )
        if led or joined or any(words[i] in negations for i in before):
            found.add(at)
    return frozenset(found)


_SIDES = frozenset((side, "of") for side in ("left", "right", "front", "back", "side", "top", "middle"))
_NEAR = 3
"""So many words before a thing may lie between it and the word that leads to it: "next to the big plate"."""


@lru_cache(maxsize=3)
def _small_words(kind: str) -> frozenset[str]:
    return frozenset(phrase_book()[kind])


@lru_cache(maxsize=1)
def _wholes() -> Mapping[str, str]:
    """Type of slices → type of what they are cut from."""
    return {piece: whole for whole, piece in pieces().items()}


def _refused(words: Sequence[str]) -> set[int]:
    """Where a dish is named that is not wanted: "don't make a toast"."""
    negations, dishes = _small_words("negations"), _small_words("dishes")
    return {i for i, word in enumerate(words) if word in dishes and negations & set(words[max(0, i - _NEAR) : i])}


def _adjectives(words: Sequence[str]) -> set[int]:
    """Where "clean" says how something is, not what to do: "on a clean plate", "it is clean"."""
    return {i for i, word in enumerate(words) if word == "clean" and i > 0 and words[i - 1] in _BEFORE_ADJECTIVES}


_BEFORE_ADJECTIVES = frozenset(
    {"a", "the", "one", "single", "same", "any", "my", "in", "on", "into", "onto", "is", "are", "already", "look"}
)


def _named(words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    phrases, longest = _phrases(), _longest()
    first = 0
    while first < len(words):
        for last in range(min(len(words), first + longest), first, -1):
            name = phrases.get(tuple(map(singular, words[first:last])))
            if name is not None:
                yield first, last, name
                first = last - 1
                break
        first += 1


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(map(len, _phrases()))


def _numbers(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    for i, word in enumerate(words):
        if word.isdecimal() and len(word) <= 2:
            yield i, int(word)
        elif word in _NUMBERS:
            yield i, _NUMBERS[word]


@dataclass(frozen=True)
class MoveRequest:
    """A request to bring things somewhere: "put all forks in the sink".

    Attributes:
        things: Classes named as what is to be moved, maybe none ("put it …").
        places: Classes named as where to, in order.
        words: The words from the verb to the end of the utterance.
    """

    things: tuple[str, ...]
    places: tuple[str, ...]
    words: tuple[str, ...]


def moves_in(line: ReadUtterance) -> MoveRequest | None:
    """The request to bring something somewhere that an utterance makes, if it does."""
    start = next((i for i, cue in line.cues if cue == "put"), None)
    first = start
    if start is None:
        start = next((i for i, word in enumerate(line.words) if word in ("need", "go", "belong")), None)
        first = 0
    if start is None or first is None:
        return None
    to = next((i for i in range(start + 1, len(line.words)) if _leads(line, i)), len(line.words))
    things = tuple(name for i, name in line.things if first <= i < to)
    places = tuple(name for i, name in line.things if i > to and i not in line.aside)
    places = _with_choices(places, line.either)
    return MoveRequest(things, places, line.words[first:]) if things or first == start else None


def _with_choices(places: tuple[str, ...], either: frozenset[str]) -> tuple[str, ...]:
    """Places, those among which there is a choice by the class for all of them."""
    choices = {name: set(types_named(name)) for name in sorted(either)}
    wider = [next((all_ for all_, of in choices.items() if {*types_named(one)} <= of), one) for one in places]
    return tuple(dict.fromkeys(wider))


def _leads(line: ReadUtterance, i: int) -> bool:
    """Whether a word leads to a place; "to" also begins infinitives."""
    if line.words[i] != "to":
        return line.words[i] in GOALS
    return i + 1 < len(line.words) and (line.words[i + 1] in _DETERMINERS or any(at == i + 1 for at, _ in line.things))


_DETERMINERS = frozenset({"the", "a", "an", "any", "one", "single", "same", "that", "my", "another"})
