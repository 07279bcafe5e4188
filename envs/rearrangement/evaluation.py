"""Scores what was done in a house: percent complete and success, with dependencies and constraints (PARTNR).

The state of the house is recorded after every skill. Relations are symbolic: on top is on or in the same furniture,
inside is placed within, next to is placed so or on the same furniture, furniture is next to what stands in its room
within two metres, and what is carried is in the room of the agent. With these rules 98.5 % of published runs keep
their success (reference notes of the data, section 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from envs.rearrangement.goals import (
    ArgumentConstraint,
    Goals,
    Proposition,
    TemporalConstraint,
    TerminalConstraint,
    ancestors,
)
from envs.rearrangement.house import House, metres

NEXT_TO_FURNITURE = 2.0
"""Metres between the middles of an object's furniture and furniture that it is next to."""


@dataclass(frozen=True)
class Whereabouts:
    """Where one object is.

    Attributes:
        place: Furniture or floor; "" while it is carried.
        within: Whether it is in that.
        beside: What it was placed next to.
        room: Which room, that of the agent while it is carried.
    """

    place: str
    within: bool = False
    beside: str = ""
    room: str = ""


@dataclass(frozen=True)
class EpisodeScore:
    """How well an episode was done.

    Attributes:
        percent_complete: Share of the propositions that held at some time and that no constraint cancelled, 0 to 1.
        satisfied: Per proposition whether it counts.
        reasons: Per proposition why it does not; "" where it does.
    """

    percent_complete: float
    satisfied: tuple[bool, ...]
    reasons: tuple[str, ...]

    @property
    def success(self) -> bool:
        """Whether everything counts."""
        return all(self.satisfied)


@dataclass
class GoalMonitor:
    """Looks at the goals after every skill.

    Args:
        house: Where.
        goals: What is wanted.
    """

    house: House
    goals: Goals
    _rows: list[tuple[bool, ...]] = field(default_factory=list)
    _first: dict[int, int] = field(default_factory=dict)
    _values: dict[int, frozenset[str]] = field(default_factory=dict)

    def look(self, objects: Mapping[str, Whereabouts]) -> None:
        """Record how things are now, for two moments: what depends on others is seen when those are."""
        for _ in range(2):
            self._record(objects)

    def _record(self, objects: Mapping[str, Whereabouts]) -> None:
        before = frozenset(self._first)
        last = self._rows[-1] if self._rows else (False,) * len(self.goals.propositions)
        row = []
        for index, one in enumerate(self.goals.propositions):
            values = holding(one, objects, self.house) if self._open(index, last, before) else frozenset()
            row.append(bool(values))
            if values and index not in self._first:
                self._first[index], self._values[index] = len(self._rows), values
        self._rows.append(tuple(row))

    def _open(self, index: int, last: Sequence[bool], before: frozenset[int]) -> bool:
        """Whether a proposition is looked at now."""
        for one in self.goals.dependencies:
            if index not in one.props:
                continue
            met = [_met(source, one.kind, last, before) for source in one.on]
            if not (all(met) if one.every else any(met)):
                return False
        return True

    def score(self) -> EpisodeScore:
        """What counts, of everything that was recorded."""
        reasons = ["" if index in self._first else "it never held" for index in range(len(self.goals.propositions))]
        for one in self.goals.constraints:
            for index, reason in self._cancelled(one):
                reasons[index] = reasons[index] or reason
        satisfied = tuple(not reason for reason in reasons)
        return EpisodeScore(sum(satisfied) / len(satisfied), satisfied, tuple(reasons))

    def _cancelled(self, one: TemporalConstraint | TerminalConstraint | ArgumentConstraint) -> list[tuple[int, str]]:
        if isinstance(one, TemporalConstraint):
            return [(index, "something else had to come before it") for index in self._too_early(one)]
        if isinstance(one, TerminalConstraint):
            last = self._rows[-1] if self._rows else ()
            return [(index, "it did not hold in the end") for index in one.props if not (last and last[index])]
        word = "the same place as the others" if one.same else "a place of its own"
        return [(index, f"it had to have {word}") for index in self._disagreeing(one)]

    def _too_early(self, one: TemporalConstraint) -> list[int]:
        never = len(self._rows)
        return [
            index
            for index, before in ancestors(one.edges).items()
            if any(self._first.get(other, never) >= self._first.get(index, never) for other in before)
        ]

    def _disagreeing(self, one: ArgumentConstraint) -> list[int]:
        order = sorted((index for index in one.props if index in self._first), key=self._first.__getitem__)
        bad: list[int] = []
        for at, index in enumerate(order[1:], 1):
            values = self._values[index]
            earlier = [self._values[other] for other in (order[:1] if one.same else order[:at])]
            shared = [bool(values & other) for other in earlier]
            if not shared[0] if one.same else any(shared):
                bad.append(index)
        return bad


def _met(source: int, kind: str, last: Sequence[bool], before: frozenset[int]) -> bool:
    """Whether what a proposition depends on is so: in the last moment, or ever before."""
    if kind == "while_satisfied":
        return last[source]
    if kind == "after_satisfied":
        return source in before
    return (source in before and not last[source]) if kind == "after_unsatisfied" else source not in before


def holding(one: Proposition, objects: Mapping[str, Whereabouts], house: House) -> frozenset[str]:
    """By which second arguments a proposition holds; none where it does not (``{"floor"}`` for the floor)."""
    found = {name: _values(one, name, objects, house) for name in one.objects if name in objects}
    if one.same:
        shared = (other for other in _all_of(found) if sum(other in values for values in found.values()) >= one.number)
        return frozenset(shared)
    return _all_of(found) if sum(map(bool, found.values())) >= one.number else frozenset()


def _all_of(found: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return frozenset(other for values in found.values() for other in values)


def _values(one: Proposition, name: str, objects: Mapping[str, Whereabouts], house: House) -> frozenset[str]:
    """Which second arguments fit one object."""
    here = objects[name]
    if one.predicate == "is_in_room":
        return frozenset({here.room} & set(one.others))
    if not here.place:
        return frozenset()
    if one.predicate == "is_on_floor":
        return frozenset({"floor"}) if here.place.startswith("floor_") else frozenset()
    if one.predicate == "is_next_to":
        return frozenset(other for other in one.others if other != name and _next_to(name, other, objects, house))
    if one.predicate == "is_inside" and not here.within:
        return frozenset()
    return frozenset({here.place} & set(one.others))


def _next_to(name: str, other: str, objects: Mapping[str, Whereabouts], house: House) -> bool:
    here = objects[name]
    if other in objects:
        there = objects[other]
        told = here.beside == other or there.beside == name
        return bool(there.place) and (told or here.place == there.place)
    if other == here.beside or other == here.place:
        return True
    if house.room_of(other) != here.room:
        return False
    on_floor = here.place.startswith("floor_")
    return on_floor or metres(house.position_of(here.place), house.position_of(other)) <= NEXT_TO_FURNITURE
