"""What is to hold of a home when a command was carried out, and what must not be done on the way, in short words.

``2 Apple in Fridge``: at least two apples are there. ``=1 Mug filled:coffee``: exactly one. ``all Plate clean``, ``none
Egg broken``, ``all-1 Apple in Fridge``: all but exactly one. A name stands for a single thing: ``Mug_2 in SinkBasin``.
``Mug held near Person``: held out to whoever asked. ``Slice Bread``: a deed, successfully done to such a thing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from envs.errors import BadInput
from envs.simulator import ObjectDict
from envs.vocabulary.object_types import object_types
from eval.commands.homes import PERSON, HomeThings

NEAR, WITHIN_REACH = 0.7, 1.6
"""Metres between the middles of two things next to each other; of a thing and a person who can take it."""
DEEDS: Mapping[str, str] = MappingProxyType(
    {
        "Pickup": "Pickup", "Place": "Place", "Open": "Open", "Close": "Close", "ToggleOn": "ToggleOn",
        "ToggleOff": "ToggleOff", "Slice": "Slice", "Pour": "Pour",
    }
)  # fmt: skip
"""What can be forbidden on the way."""
_STATES: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "clean": ("isDirty", False), "dirty": ("isDirty", True), "filled": ("isFilledWithLiquid", True),
        "empty": ("isFilledWithLiquid", False), "cooked": ("isCooked", True), "raw": ("isCooked", False),
        "sliced": ("isSliced", True), "whole": ("isSliced", False), "open": ("isOpen", True),
        "closed": ("isOpen", False), "on": ("isToggled", True), "off": ("isToggled", False),
        "broken": ("isBroken", True), "intact": ("isBroken", False), "held": ("isPickedUp", True),
    }
)  # fmt: skip
_PLACED = ("in", "on", "near")
_AMOUNT = re.compile(r"=?\d+|all(?:-\d+)?|none")
_WHO = re.compile(r"[A-Z]\w*(?:\|[A-Z]\w*)*|any")


@dataclass(frozen=True)
class Described:
    """Some things, by what they are and how they are.

    Attributes:
        who: Types and names; "any" for everything.
        states: Property and its value.
        liquid: What they are filled with; "" for anything or nothing.
        how: "in" (also *on*), "near", or "" where no place is named.
        where: The things they are in, on or near.
    """

    who: tuple[str, ...]
    states: tuple[tuple[str, bool], ...] = ()
    liquid: str = ""
    how: str = ""
    where: Described | None = None


@dataclass(frozen=True)
class EndCondition:
    """That so many things of a kind are as described.

    Attributes:
        text: As it was written.
        amount: "2", "=2", "all", "all-1" or "none"; "1" for a name alone.
        things: How they are to be.
    """

    text: str
    amount: str
    things: Described


@dataclass(frozen=True)
class ForbiddenDeed:
    """What must not be done: a deed and to which types or names."""

    deed: str
    who: tuple[str, ...]


def read_condition(text: str) -> EndCondition:
    """Read what is to hold.

    Raises:
        BadInput: It is not written like one.
    """
    words = text.split()
    amount = words.pop(0) if words and _AMOUNT.fullmatch(words[0]) else "1"
    described, rest = _described(words, text)
    if rest:
        raise BadInput(f"{text!r}: {' '.join(rest)!r} is no part of a condition; write it as '2 Apple clean in Fridge'")
    return EndCondition(text, amount, described)


def read_forbidden(text: str) -> ForbiddenDeed:
    """Read what must not be done.

    Raises:
        BadInput: It is not written like that.
    """
    deed, _, who = text.partition(" ")
    if deed not in DEEDS or not _WHO.fullmatch(who):
        raise BadInput(
            f"{text!r}: write a deed ({', '.join(DEEDS)}) and a type, a name or 'any', such as 'Slice Bread'"
        )
    return ForbiddenDeed(DEEDS[deed], tuple(who.split("|")))


def _described(words: list[str], text: str) -> tuple[Described, list[str]]:
    if not words or not _WHO.fullmatch(words[0]):
        raise BadInput(f"{text!r}: name a type or a thing, such as Apple, Mug_2 or Mug|Cup")
    who, rest = tuple(words[0].split("|")), words[1:]
    _check_kinds(who, text)
    states: list[tuple[str, bool]] = []
    liquid = ""
    while rest and (rest[0] in _STATES or rest[0].startswith("filled:")):
        word = rest[0]
        if word == "on" and len(rest) > 1:  # a place follows
            break
        rest = rest[1:]
        liquid = word.partition(":")[2] or liquid
        states.append(_STATES[word.partition(":")[0]])
    if not rest or rest[0] not in _PLACED:
        return Described(who, tuple(states), liquid), rest
    where, left = _described(rest[1:], text)
    return Described(who, tuple(states), liquid, "near" if rest[0] == "near" else "in", where), left


def _check_kinds(who: Iterable[str], text: str) -> None:
    for one in who:
        kind = re.sub(r"_\d+$", "", one)
        if kind not in ("any", PERSON) and kind not in object_types():
            raise BadInput(f"{text!r}: there is no type {kind!r}; see the list of the home")


# -- checking --------------------------------------------------------------------------------------------------------


def holds(condition: EndCondition, things: HomeThings, named: Mapping[str, str]) -> bool:
    """Whether it holds.

    Args:
        condition: What.
        things: The home as it is.
        named: Name → object id.
    """
    kind = [key for key in things if is_one(key, condition.things.who, things, named)]
    fit = sum(_fits(key, condition.things, things, named) for key in kind)
    amount = condition.amount
    if amount == "none":
        return fit == 0
    if amount.startswith("all"):
        return bool(kind) and fit == len(kind) - int(amount.partition("-")[2] or 0)
    return fit == int(amount[1:]) if amount.startswith("=") else fit >= int(amount)


def is_one(key: str, who: Iterable[str], things: HomeThings, named: Mapping[str, str]) -> bool:
    """Whether a thing, also a slice of it that did not exist when names were given, is among types and names."""
    kind = things[key]["objectType"] if key in things else key.partition("|")[0]
    return any((one == "any" and kind != PERSON) or one == kind or key == named.get(one) for one in who)


def _fits(key: str, wanted: Described, things: HomeThings, named: Mapping[str, str]) -> bool:
    thing = things[key]
    if any(bool(thing.get(name)) != value for name, value in wanted.states):
        return False
    if wanted.liquid and thing.get("fillLiquid") != wanted.liquid:
        return False
    if wanted.where is None:
        return True
    around = _near(key, things) if wanted.how == "near" else _around(key, things)
    fit = [one for one in around if is_one(one, wanted.where.who, things, named)]
    return any(_fits(one, wanted.where, things, named) for one in fit)


def _around(key: str, things: HomeThings) -> list[str]:
    """What a thing is in or on, and what that is in or on."""
    found: list[str] = []
    ahead = [str(one) for one in things[key].get("parentReceptacles") or ()]
    while ahead:
        one = ahead.pop()
        if one in things and one not in found:
            found.append(one)
            ahead += [str(more) for more in things[one].get("parentReceptacles") or ()]
    return found


def _near(key: str, things: HomeThings) -> list[str]:
    here = _middle(things[key])
    found = [
        other for other in things if other not in (key, PERSON) and math.dist(here, _middle(things[other])) <= NEAR
    ]
    x, _, z = here
    person = _middle(things[PERSON]) if PERSON in things else (math.inf,) * 3
    return [*found, PERSON] if math.dist((x, z), (person[0], person[2])) <= WITHIN_REACH else found


def _middle(thing: ObjectDict) -> tuple[float, float, float]:
    at: Mapping[str, Any] = thing["position"]
    return float(at["x"]), float(at["y"]), float(at["z"])
