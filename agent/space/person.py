"""A person in the home: a place that moves, to which things are brought."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from agent.belief.state import Belief, Thing
from agent.space.navigation import Stand
from agent.space.sightlines import REACH, distance
from envs.simulator import GRID
from envs.teach.tasks.classes import types_named


@dataclass(frozen=True)
class Person:
    """Somebody in the home.

    Attributes:
        stand: Where to stand in front of them; where they first spoke to the robot.
        by: Type or class of the furniture that they said they are at since; "" for none.
    """

    stand: Stand
    by: str = ""

    def at(self, place: str) -> Person:
        """The same person, at another place."""
        return Person(self.stand, place)


def furniture_of(person: Person, belief: Belief) -> Thing | None:
    """What they said they are at, the nearest one known; None where nothing was said or none is known."""
    known = [one for one in belief.known(*types_named(person.by)) if one.box is not None] if person.by else []
    here = _position(person.stand, belief)
    return min(known, key=lambda one: distance(one.box, here), default=None)  # pyright: ignore[reportArgumentType]


def stand_before(person: Person, belief: Belief) -> Stand | None:
    """Where to stand in front of them; None where what they are at is not known yet."""
    if not person.by:
        return person.stand
    thing = furniture_of(person, belief)
    if thing is None or thing.box is None:
        return None
    box, y = thing.box, belief.pose.y
    cells = sorted(belief.cells)
    away = [distance(box, (GRID * x, y, GRID * z)) for x, z in cells]
    cell = cells[int(np.argmin(away))]
    return Stand(cell, _towards(cell, thing), person.stand.horizon)


def off(thing: Thing, stand: Stand, belief: Belief) -> float:
    """How far a piece of furniture is from who is stood before, metres; infinite where nobody knows."""
    return math.inf if thing.box is None else distance(thing.box, _position(stand, belief))


def within_reach(thing: Thing, stand: Stand, belief: Belief) -> bool:
    """Whether a piece of furniture is within arm's reach of who is stood before."""
    return off(thing, stand, belief) <= REACH


def _position(stand: Stand, belief: Belief) -> tuple[float, float, float]:
    return GRID * stand.cell[0], belief.pose.y, GRID * stand.cell[1]


def _towards(cell: tuple[int, int], thing: Thing) -> int:
    """The yaw of the four that looks most towards a thing, degrees."""
    assert thing.box is not None  # only what was seen can be gone to
    middle = (np.asarray(thing.box.low) + np.asarray(thing.box.high)) / 2
    angle = np.degrees(np.arctan2(middle[0] - GRID * cell[0], middle[2] - GRID * cell[1]))
    return int(round(angle / 90) % 4 * 90)
