"""The words by which people name the furniture and the rooms of a house."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import yaml

from envs.vocabulary.data import text as english_text
from envs.vocabulary.inflection import singular

_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")


@cache
def _called() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """``assets/english/house.yaml``: type → further words for it."""
    return MappingProxyType(yaml.safe_load(english_text("house.yaml")))


def tokens(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(_spaced(text))


def _spaced(text: str) -> str:
    return text.lower().replace("/", " ").replace("_", " ")


@dataclass(frozen=True)
class NamedPlace:
    """A type of furniture or a room in a list of words.

    Attributes:
        word: The type, or for a room its type or name.
        start: Index of its first word.
        end: Index behind its last.
        room: Whether it is a room.
    """

    word: str
    start: int
    end: int
    room: bool


class HouseWords:
    """What furniture and rooms of one house are called.

    Args:
        kinds: Types of its furniture.
        rooms: Name → type of its rooms.
    """

    def __init__(self, kinds: Iterable[str], rooms: Mapping[str, str]) -> None:
        self._rooms = rooms
        self._names: dict[tuple[str, ...], tuple[str, bool]] = {}
        for kind in sorted(set(kinds)):
            for name in (kind, *_called()["furniture"].get(kind, ())):
                self._add(name, kind, False)
        for name, kind in rooms.items():
            self._add(name, name, True)
            for called in (kind, f"{kind} room", *_called()["rooms"].get(kind, ())):
                self._add(called, kind, True)
        self._longest = max(map(len, self._names), default=1)

    def _add(self, name: str, word: str, room: bool) -> None:
        key = tuple(_plain(token) for token in tokens(name))
        for one in {key, (*key[:-2], "".join(key[-2:])), ("".join(key),)}:
            self._names.setdefault(one, (word, room))

    def places(self, words: Sequence[str]) -> list[NamedPlace]:
        """Every piece of furniture and every room that words name, from left to right, the longest names first."""
        plain, found, at = [_plain(word) for word in words], [], 0
        while at < len(plain):
            size = next(
                (
                    n
                    for n in range(min(self._longest, len(plain) - at), 0, -1)
                    if tuple(plain[at : at + n]) in self._names
                ),
                0,
            )
            if size:
                word, room = self._names[tuple(plain[at : at + size])]
                found.append(NamedPlace(word, at, at + size, room))
            at += size or 1
        return found

    def plain(self, text: str) -> str:
        """A text with every place called by its type: "desk" is "table"."""
        words = tokens(text)
        for one in reversed(self.places(words)):
            words[one.start : one.end] = tokens(one.word)
        return " ".join(words)

    def first_end(self, text: str) -> int:
        """Where the first place that a text names ends in it, in characters; 0 where it names none."""
        found = list(_WORD.finditer(_spaced(text)))
        places = self.places([one[0] for one in found])
        return found[places[0].end - 1].end() if places else 0


@cache
def _plain(word: str) -> str:
    return singular(word) if len(word) > 3 else word
