"""How many more of a kind there are likely to be, and where: what tells how long a search for all of them is worth it.

Of how many things people speak who ask for all of a kind, how many of a type homes have, in or on what they lie, and
how often those who know where a thing is name the kind of place it is in was counted in recorded training games
(``python -m benchmarks.asked_for_all``). What has been looked at and how many were found there tells how many are left.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import comb
from typing import Any

from agent.belief.common_sense import has_inside, shares_of
from agent.belief.state import Belief, Thing
from agent.space.containers import UNSEEN, Containers
from agent.space.survey import Survey
from envs.pocket.scene import Box
from envs.teach.tasks.classes import types_named
from perception.existence.home_counts import HomeCounts, counts_from

ASKED_FOR_ALL = "asked_for_all.json"
WORTH = 1000.0
"""How many steps it is worth to find one more thing: one does not look where it takes more, as far as one can tell."""
_LEAST, _MOST = 0.2, 4.0
"""How much less or more a piece of furniture is looked at than others at most."""
_IN_THE_OPEN = 0.05  # share of any kind of thing that is in the open at least
_SELDOM = 0.01  # things of a type in a home, where none was counted


@dataclass(frozen=True)
class Told:
    """What somebody said who knows where things are.

    Attributes:
        places: Types of places that were named, but for where something is to be put.
        numbers: Types and classes of things, each with how many were spoken of.
    """

    places: frozenset[str]
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Sought:
    """What all of is looked for.

    Attributes:
        types: Its types.
        found: How many were found that were not as wanted; without any, at least one has to be left.
        kept: Containers in which they may stay.
        placed: Whether they are to be brought somewhere.
        where: Types of places in or on which those were that were found.
    """

    types: tuple[str, ...]
    found: int
    kept: frozenset[str] = frozenset()
    placed: bool = False
    where: frozenset[str] = frozenset()


class Prospects:
    """Weighs what is left to look at.

    Args:
        belief: What is known.
        survey: Where one has looked.
        containers: What one has looked into.
        told: What somebody said who knows where things are; None where nobody did.
    """

    def __init__(self, belief: Belief, survey: Survey, containers: Containers, told: Told | None = None) -> None:
        self._belief, self._survey, self._containers = belief, survey, containers
        self._told = told

    @property
    def told(self) -> bool:
        """Whether somebody was heard who knows where things are: a place that was not named tells something then."""
        return self._told is not None

    def left(self, sought: Sought) -> float:
        """How many are expected that have not been found, given how much has been looked at."""
        places = self._weights(sought.types)
        unseen = self._unseen(places, sought) / sum(places.values())
        odds = [
            share * comb(number, sought.found) * unseen ** (number - sought.found) * (1.0 - unseen) ** sought.found
            for number, share in enumerate(self._numbers(sought))
            if number >= sought.found
        ]
        return sum(more * one for more, one in enumerate(odds)) / max(1e-12, sum(odds))

    def _numbers(self, sought: Sought) -> list[float]:
        """How likely there are none, one, two, … at first, out of those numbers of which there may be that many."""
        usual = asked_for_all()["placed" if sought.placed else "changed"]
        return [0.0 if n < self.said(sought.types) else share for n, share in enumerate(usual)]

    def said(self, types: Iterable[str]) -> int:
        """How many there are at least, as somebody said who knows; 0 where nobody did."""
        numbers = self._told.numbers if self._told is not None else ()
        return max((n for word, n in numbers if not set(types_named(word)).isdisjoint(types)), default=0)

    def outside(self, sought: Sought) -> float:
        """How many are expected in the open, where one has not looked."""
        places = self._weights(sought.types)
        return self.left(sought) * places[""] * self._survey.unseen / max(1e-12, self._unseen(places, sought))

    def inside(self, thing: Thing, sought: Sought) -> float:
        """How many are expected in a container."""
        left, kind = self._containers.left(thing), thing.object_type
        if thing.object_id in sought.kept or left < UNSEEN:
            return 0.0
        known = self._belief.known(kind)
        others = self._others(kind, len(known))
        places = self._weights(sought.types)
        weight = places.get(kind, 0.0) * left / (len(known) + others)
        expected = self.left(sought) * weight / max(1e-12, self._unseen(places, sought))
        if self._told is None or kind not in self._told.places - sought.where:
            return expected
        unseen = sum(self._containers.left(one) for one in known)
        return max(expected, asked_for_all()["there_if_named"] * left / max(1.0, unseen + others))

    def likely(self, sought: Sought) -> list[tuple[Box, float]]:
        """Boxes of known furniture, each with how much likelier one is in the open there than elsewhere."""
        pieces = [(t, t.box) for t in self._belief.things.values() if t.box is not None and not t.can("pickupable")]
        places: dict[str, int] = {}
        for thing, box in pieces:
            places[thing.object_type] = places.get(thing.object_type, 0) + self._survey.points_over(box)
        shares = {kind: self._share_on(kind, sought.types) for kind in places}
        even = self._weights(sought.types)[""] / max(1, self._survey.furnished)
        factors = {k: min(_MOST, max(_LEAST, shares[k] / max(1, n) / even)) for k, n in places.items()}
        return [(box, factors[thing.object_type]) for thing, box in pieces]

    def _share_on(self, kind: str, types: tuple[str, ...]) -> float:
        """Share of things of some types that are in the open in or on a kind of furniture, by what was said as well."""
        share = 0.0 if has_inside(kind) else _kept_on(types, self._room).get(kind, 0.0)
        return share if self._told is None else share * self._odds(kind, "open_")

    def _unseen(self, places: Mapping[str, float], sought: Sought) -> float:
        """Weight of all places that have not been looked at."""
        return sum(
            weight * (self._unseen_inside(kind, sought.kept) if kind else self._survey.unseen)
            for kind, weight in places.items()
        )

    def _unseen_inside(self, kind: str, kept: Collection[str]) -> float:
        """Share of all containers of a kind that has not been looked into, those not found yet among them."""
        known = self._belief.known(kind)
        others = self._others(kind, len(known))
        unseen = sum(self._containers.left(one) for one in known if one.object_id not in kept)
        return (unseen + others) / (len(known) + others) if known else min(1.0, others)

    def _others(self, kind: str, known: int) -> float:
        """How many containers of a kind are expected where one has not looked."""
        return self._survey.unseen * max(0.0, _usual(kind, self._room) - known)

    @property
    def _room(self) -> frozenset[str]:
        """What stands in the room: it tells what kind of room it is."""
        return frozenset(thing.object_type for thing in self._belief.things.values() if not thing.can("pickupable"))

    def _weights(self, types: tuple[str, ...]) -> dict[str, float]:
        """How likely some types are in containers of each kind, and in the open (""), by what was said as well."""
        return {kind: share * self._odds(kind) for kind, share in _kept_in(types, self._room).items()}

    def _odds(self, kind: str, where: str = "") -> float:
        """How much likelier things are in or on a kind of place for its being named, or not."""
        there, elsewhere = (asked_for_all()[f"{where}named_{so}"] for so in ("there", "elsewhere"))
        if self._told is None or not kind:
            return 1.0
        return there / elsewhere if kind in self._told.places else (1.0 - there) / (1.0 - elsewhere)


@lru_cache(maxsize=256)
def _kept_in(types: tuple[str, ...], room: frozenset[str]) -> Mapping[str, float]:
    """Share of things of some types in each kind of container, and in the open (""), in such a room."""
    found = {kind: share for kind, share in _kept_on(types, room).items() if has_inside(kind)}
    return {**found, "": max(_IN_THE_OPEN, 1.0 - sum(found.values()))}


@lru_cache(maxsize=256)
def _kept_on(types: tuple[str, ...], room: frozenset[str]) -> Mapping[str, float]:
    """Share of things of some types in or on each kind of place, in such a room."""
    usual = {t: max(_SELDOM, _usual(t, room)) for t in types}
    total = sum(usual.values())
    found: dict[str, float] = {}
    for t, number in usual.items():
        for kind, share in shares_of(t).items():
            found[kind] = found.get(kind, 0.0) + share * number / total
    return found


@lru_cache(maxsize=4096)
def _usual(object_type: str, room: frozenset[str]) -> float:
    """How many things of a type a room has in which such things stand."""
    kinds = _rooms_with(room)
    return sum(p * sum(home_counts().shares[kind].get(object_type, ())) for kind, p in kinds.items())


@lru_cache(maxsize=256)
def _rooms_with(furniture: frozenset[str]) -> Mapping[str, float]:
    """How likely each kind of room is, by what stands in it."""
    return home_counts().kinds(dict.fromkeys(sorted(furniture), 1.0))


@cache
def home_counts() -> HomeCounts:
    """How many things of each type homes have."""
    return counts_from(json.loads((files("assets") / "home_counts.json").read_text(encoding="utf-8")))


@cache
def asked_for_all() -> Mapping[str, Any]:
    """Of how many things people speak who ask for all of a kind, and whether they name the places where these are."""
    return json.loads((files("assets") / ASKED_FOR_ALL).read_text(encoding="utf-8"))
