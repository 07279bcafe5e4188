"""What words of a written life mean in the memory's terms: which thing, in which state, with what in it, and where."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from envs.vocabulary.inflection import singular
from envs.vocabulary.nouns import APPEARANCE, full_lexicon
from envs.vocabulary.numbers import number, up_to
from envs.vocabulary.object_types import object_types

ROOMS = ("living room", "dining room", "kitchen", "bathroom", "bedroom", "hall")
"""Rooms of a home. A scene of the memory has no field for the room, so that only tells things apart."""
_STATES = {
    "dirty": "dirty", "cooked": "cooked", "boiled": "cooked", "toasted": "cooked", "fried": "cooked", "hot": "hot",
    "broken": "broken", "sliced": "sliced", "open": "open", "filled": "filled", "cold": "cold",
}  # fmt: skip
_LIQUIDS = frozenset({"water", "coffee", "tea", "wine", "milk"})
_INSIDE = re.compile(r"\b(?:with|of) (?!pepper)")
_APART = re.compile(r" (?:on|in|at|under|behind|inside|of|to) (?:top of )?(?:the )?")
_IGNORED = frozenset({"a", "an", "the", "some", "empty", "clean", "left", "right", "front", "back", "top", "bottom"})


@dataclass(frozen=True)
class NamedThing:
    """A thing as a written life names it.

    Attributes:
        type: Class: an AI2-THOR one where the dictionary knows the word.
        mark: What tells it from others of its class: colour, number, room; empty when nothing does.
        states: States that its words say it is in.
        count: How many of it.
        contents: What its words say is in or on it.
        filled_with: The liquid in it, empty when none is named.
    """

    type: str
    mark: str = ""
    states: tuple[str, ...] = ()
    count: int = 1
    contents: tuple[NamedThing, ...] = ()
    filled_with: str = ""


def named(words: str) -> NamedThing:
    """The thing that words name: "blue mug with coffee", "potato 1", "two toasted slices"."""
    head, _, inside = _parted(words.lower().replace("'s", ""))
    liquid = next((word for word in inside.split() if word in _LIQUIDS), "")
    foods = [part for part in re.split(r",| and ", inside) if part.strip() and not set(part.split()) & _LIQUIDS]
    room = next((room for room in ROOMS if room in head), "")
    head = _APART.split(head)[0]  # "toast on a plate" is toast
    tokens = [word for word in (head.replace(room, " ") if room else head).split() if word not in _IGNORED]
    numbers = [up_to(20).get(word, 0) for word in tokens]
    index = int(tokens.pop()) if tokens and tokens[-1].isdigit() and len(tokens) > 1 else None
    states = tuple(sorted({_STATES[word] for word in tokens if word in _STATES} | ({"filled"} if liquid else set())))
    rest = [word for word in tokens if word not in _STATES and number(word) is None]
    name, adjectives = _class_of(rest or tokens)
    marks = [*adjectives, "" if index is None else str(index), room if _stands(name) else ""]
    count = next((one for one in numbers if one), 1) if index is None else 1
    return NamedThing(name, " ".join(filter(None, marks)), states, count, tuple(named(part) for part in foods), liquid)


def places(words: str) -> tuple[NamedThing, ...]:
    """Where something is, the nearest first: "plate on kitchen counter" is the plate, then the counter.

    What follows a comma is said of the place ("living room, to Ben") and left out.
    """
    told = re.sub(r"^(?:top|inside|in|on|under|behind)(?: of)?(?: the)? ", "", words.lower().partition(",")[0].strip())
    parts = [part for part in _APART.split(told) if part.strip()]
    found = [named(part) for part in parts if part.strip() not in ROOMS]
    return tuple(found) or (NamedThing("Floor", told),)


def is_room(words: str) -> bool:
    """Whether a place is said no more exactly than by its room."""
    return words.lower().partition(",")[0].strip() in (*ROOMS, "")


def _parted(words: str) -> tuple[str, str, str]:
    found = _INSIDE.search(words)
    if found is None:
        return words, "", ""
    return words[: found.start()].strip(), found[0], words[found.end() :].strip()


def _class_of(words: Sequence[str]) -> tuple[str, list[str]]:
    """The class that the end of some words names, and the words before it; made of the words when nobody knows it."""
    words = list(words) or ["thing"]
    for first in range(len(words)):
        found = full_lexicon().find(words[first:])
        if found is None or (found.first, found.last) != (0, len(words) - first):
            continue
        before = words[:first]
        if before and before[-1] not in APPEARANCE and full_lexicon().find(before[-1:]) is not None:
            break  # a sofa table is no table that is a sofa
        return _first(found.types), before
    words[-1] = singular(words[-1])
    plain = [word for word in words if word not in APPEARANCE]
    kept = (plain or words)[-2:]
    return "".join(re.sub(r"\W", "", word).capitalize() for word in kept) or "Thing", [
        w for w in words if w not in kept
    ]


def _first(types: Sequence[str]) -> str:
    return "SinkBasin" if "SinkBasin" in types else types[0]


def _stands(name: str) -> bool:
    """Whether a thing belongs to its room: what nobody carries elsewhere."""
    known = object_types().get(name)
    return known is None or "pickupable" not in known.can
