"""The household vocabulary: what every AI2-THOR object type can do, how big it is and where it is usually found.

The numbers are medians and shares measured on the initial states of 2,275 recorded TEACh games; they live in
``assets/vocabulary.yaml``, whose header explains each field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from envs.errors import BadInput
from envs.vocabulary.entries import Entry, entries
from envs.vocabulary.spelling import suggestion

CAPABILITIES = (
    "pickupable",
    "moveable",
    "receptacle",
    "openable",
    "toggleable",
    "breakable",
    "sliceable",
    "cookable",
    "dirtyable",
    "canFillWithLiquid",
    "canChangeTempToHot",
    "canChangeTempToCold",
)


@dataclass(frozen=True)
class RoomShare:
    """How common a type is in one room.

    Attributes:
        share: Fraction of the observed plans of that room that have the type.
        count: Median number in a plan that has it.
        most: Largest number seen in one scene.
    """

    share: float
    count: float
    most: int


@dataclass(frozen=True)
class ObjectType:
    """One type of the vocabulary; see the module text for the source of the numbers.

    Attributes:
        name: As in ``objectType``.
        can: Capabilities, in the spelling of AI2-THOR 3.x metadata.
        size: Median axis-aligned box (x, y, z), metres.
        footprint: Median long and short horizontal side, metres, whichever way the object is turned.
        mass: Kilograms; 0 for what cannot be moved.
        materials: The most frequent ``salientMaterials``; empty for static things.
        support: Heights of the planes on which contents rest, as fractions of the box height; empty for what
            holds nothing.
        initial: Share of instances that start ``toggled``, ``filled``, ``dirty`` or ``open``.
        rooms: Where the type occurs; empty for what only slicing creates.
        parents: Share of instances found in or on such a receptacle at the start.
        holds: Per room, the share of all small things that are found in or on receptacles of this type.
    """

    name: str
    can: frozenset[str]
    size: tuple[float, float, float]
    footprint: tuple[float, float]
    mass: float
    materials: tuple[str, ...]
    support: tuple[float, ...]
    initial: Mapping[str, float]
    rooms: Mapping[str, RoomShare]
    parents: Mapping[str, float]
    holds: Mapping[str, float]


@cache
def object_types() -> Mapping[str, ObjectType]:
    """All types by name, in alphabetical order."""
    return MappingProxyType({name: _parse(name, entry) for name, entry in entries("types").items()})


def object_type(name: str) -> ObjectType:
    """One type by its exact name.

    Raises:
        BadInput: No such type; the message names the closest one.
    """
    found = object_types().get(name)
    if found is None:
        hint = suggestion(name, object_types())
        raise BadInput(
            f"unknown object type {name!r}{hint} (the {len(object_types())} types are in assets/vocabulary.yaml)"
        )
    return found


def is_taken(types: Iterable[str]) -> bool:
    """Whether any of some types is a thing that is taken and put, rather than a place; classes not known are none."""
    return _has(types, "pickupable")


def holds_others(types: Iterable[str]) -> bool:
    """Whether others are put in or on any of some types; classes not known are none of these."""
    return _has(types, "receptacle")


def _has(types: Iterable[str], capability: str) -> bool:
    known = object_types()
    return any(capability in known[kind].can for kind in types if kind in known)


def _parse(name: str, entry: Entry) -> ObjectType:
    x, y, z = (float(v) for v in entry["size"])
    long, short = (float(v) for v in entry["footprint"])
    rooms = {room: RoomShare(float(s), float(c), int(m)) for room, (s, c, m) in entry.get("rooms", {}).items()}
    return ObjectType(
        name=name,
        can=frozenset(entry["can"]),
        size=(x, y, z),
        footprint=(long, short),
        mass=float(entry["mass"]),
        materials=tuple(entry.get("materials", ())),
        support=tuple(float(v) for v in entry.get("support", ())),
        initial=_frozen(entry.get("initial", {})),
        rooms=MappingProxyType(rooms),
        parents=_frozen(entry.get("parents", {})),
        holds=_frozen(entry.get("holds", {})),
    )


def _frozen(shares: Mapping[str, Any]) -> Mapping[str, float]:
    return MappingProxyType({key: float(value) for key, value in shares.items()})
