"""Which of what was spoken of a deed may be done to: of an egg put in the fridge it is the fridge that is closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from agent.recall.algebra.selection import ThingFilter
from envs.vocabulary.object_types import object_types

_NEEDED: Mapping[str, str] = MappingProxyType(
    {
        "Open": "openable",
        "Close": "openable",
        "open": "openable",
        "ToggleOn": "toggleable",
        "ToggleOff": "toggleable",
        "on": "toggleable",
        "Slice": "sliceable",
        "sliced": "sliceable",
        "cooked": "cookable",
        "filled": "canFillWithLiquid",
    }
)
"""What a thing must be able to for a deed or a state."""


def suited(thing: ThingFilter, place: ThingFilter, deeds: Iterable[str]) -> ThingFilter:
    """The thing that "it" is where something is done to it; its place where that alone can be so.

    Args:
        thing: What was spoken of.
        place: The place that was named with it.
        deeds: Actions, or states with their signs.
    """
    needed = _needed(deeds)
    fits = place.types and not _able(thing, needed) and _able(place, needed)
    return ThingFilter(place.types, thing.states) if needed and fits else thing


def suits(types: Sequence[str], deeds: Iterable[str]) -> bool:
    """Whether some deeds or states need a thing to be of a kind, and things of these classes are of it."""
    needed = _needed(deeds)
    return bool(needed) and _able(ThingFilter(tuple(types)), needed)


def _needed(deeds: Iterable[str]) -> set[str]:
    return {_NEEDED[one.lstrip("+-")] for one in deeds if one.lstrip("+-") in _NEEDED}


def _able(things: ThingFilter, needed: Iterable[str]) -> bool:
    known = [object_types()[kind] for kind in things.types if kind in object_types()]
    return any(set(needed) <= one.can for one in known)
