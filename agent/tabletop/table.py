"""The tabletop world: what lies before the robot, and its arms, on the embedded engine.

Objects are grasped and put down with the engine's own actions, so a thing that is not there, cannot be lifted, or does
not fit is refused by it. The robot stands before the table and reaches everything, as NICOL does; YCB things are boxes
of their true size.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from agent.tabletop.procedures import Procedures, TabletopAction
from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.pocket.scene import AgentPose, Box, Scene
from envs.pocket.things.records import box_dict

_HEIGHT = 0.9  # of the table top, metres
_DEPTH, _WIDTH = 0.8, 1.8
_NEAR = 0.45  # from the robot to the table's edge, metres
_SLOTS = [(x, z) for z in (0.62, 0.88) for x in (-0.45, -0.15, 0.15, 0.45)]
_JITTER = 0.03
MOST_OBJECTS = len(_SLOTS)

# Where actions bring things: the engine's type, position on the table or beside it (x, z), and size, metres.
_PLACES: Mapping[str, tuple[str, float, float, tuple[float, float, float]]] = {
    "box 1": ("Box", -0.72, 0.75, (0.32, 0.2, 0.32)),
    "box 2": ("Box", 0.72, 0.75, (0.32, 0.2, 0.32)),
    "bowl": ("Bowl", 0.0, 1.12, (0.3, 0.09, 0.2)),
    "tower": ("Plate", 0.0, 1.12, (0.07, 0.01, 0.07)),
    "user": ("SideTable", 0.0, 1.45, (1.2, 0.9, 0.3)),
}
_REACH = 2.0  # metres, of the robot's arms


@dataclass(frozen=True)
class TableOutcome:
    """What came of an action.

    Attributes:
        success: Whether it worked.
        reason: Why not; "" when it did.
    """

    success: bool
    reason: str = ""


class Table(Protocol):
    """What a robot at a table sees and can do."""

    def see(self) -> tuple[str, ...]:
        """Names of the objects on the table, in the order in which they are detected."""
        ...

    def execute(self, action: TabletopAction, thing: str) -> TableOutcome:
        """Carry out an action on an object."""
        ...


class Tabletop:
    """A table in the embedded engine.

    Args:
        procedures: Knows the things by name.
        things: Names of the objects on the table, in the order in which they are detected; each once.
        places: Where actions bring things: ``box 1``, ``box 2``, ``bowl``, ``tower``, ``user``.
        seed: Decides where on the table the things lie.

    Raises:
        BadInput: Too many things, the same name twice, or a place that is not known.
    """

    def __init__(self, procedures: Procedures, things: Sequence[str], places: Sequence[str], seed: int = 0) -> None:
        _check(things, places)
        self._detected = list(things)
        self._ids = {name: f"{_type(name)}|{index}" for index, name in enumerate(things)}
        self._place_ids = {place: f"{_PLACES[place][0]}|{place}" for place in places if place in _PLACES}
        self._got: dict[str, list[str]] = {place: [] for place in places}
        self._control = PocketController(
            _scene(procedures, self._ids, self._place_ids, seed), visibilityDistance=_REACH
        )

    def see(self) -> tuple[str, ...]:
        """Names of the objects on the table, in the order in which they are detected."""
        on_table = {i["objectId"] for i in self._objects() if _TABLE in (i["parentReceptacles"] or ())}
        aside = {thing for got in self._got.values() for thing in got}
        return tuple(
            name
            for name in self._detected
            if self._ids[name] in on_table and (name not in aside or self._pointed(name))
        )

    def holds(self, place: str) -> tuple[str, ...]:
        """What really is in a place now, in the order in which it got there; for judges, not for the robot."""
        target = self._place_ids.get(place)
        if target is None:
            return tuple(self._got.get(place, ()))
        inside = {i["objectId"] for i in self._objects() if target in (i["parentReceptacles"] or ())}
        return tuple(name for name in self._got[place] if self._ids[name] in inside)

    def execute(self, action: TabletopAction, thing: str) -> TableOutcome:
        """Carry out an action on an object: grasp it and put it down there, or point at it."""
        if thing not in self.see():
            return TableOutcome(False, f"there is no {thing} on the table")
        if action.place not in self._got:
            return TableOutcome(False, f"there is no {action.place} here")
        refused = "" if action.stays else self._bring(thing, action.place)
        if refused:
            return TableOutcome(False, refused)
        self._got[action.place].append(thing)
        return TableOutcome(True)

    def take_away(self, thing: str) -> None:
        """Somebody else takes an object off the table, out of the robot's world.

        Raises:
            BadInput: It is not on the table.
        """
        if thing not in self.see():
            raise BadInput(f"there is no {thing!r} on the table; there are {', '.join(self.see()) or 'none'}")
        self._control.step("RemoveFromScene", objectId=self._ids[thing])
        self._detected.remove(thing)

    def _bring(self, thing: str, place: str) -> str:
        """Grasp and put down; the engine's words when it refuses, else ""."""
        taken = self._control.step("PickupObject", objectId=self._ids[thing], forceAction=True)
        if not taken:
            return taken.error
        put = self._control.step("PutObject", objectId=self._place_ids[place], forceAction=True)
        if put:
            return ""
        self._control.step("PutObject", objectId=_TABLE, forceAction=True)
        return put.error

    def _objects(self) -> list[dict[str, Any]]:
        return self._control.last_event.metadata["objects"]

    def _pointed(self, name: str) -> bool:
        return all(name not in got or place not in self._place_ids for place, got in self._got.items())


_TABLE = "DiningTable|table"


def _check(things: Sequence[str], places: Sequence[str]) -> None:
    twice = [name for name in things if things.count(name) > 1]
    if twice:
        raise BadInput(f"{twice[0]!r} lies on the table twice; give the second another name, such as '{twice[0]} 2'")
    if len(things) > MOST_OBJECTS:
        raise BadInput(f"{len(things)} objects do not fit on the table; at most {MOST_OBJECTS} do")
    known = (*_PLACES, "pointed at")
    unknown = [place for place in places if place not in known]
    if unknown:
        raise BadInput(f"the table has no place {unknown[0]!r}; it can have {', '.join(known)}")


def _type(name: str) -> str:
    """A type for a YCB thing; the engine treats types it does not know as boxes."""
    return "Ycb" + "".join(word.capitalize() for word in name.split() if word.isalnum())


def _scene(procedures: Procedures, ids: Mapping[str, str], places: Mapping[str, str], seed: int) -> Scene:
    dice = random.Random(seed)
    middle = _NEAR + _DEPTH / 2
    objects = [
        _record("Floor", "Floor|floor", (0.0, -0.02, 0.0), (6.0, 0.02, 6.0)),
        _record("DiningTable", _TABLE, (0.0, 0.0, middle), (_WIDTH, _HEIGHT, _DEPTH), receptacle=True),
    ]
    for place, object_id in places.items():
        kind, x, z, size = _PLACES[place]
        bottom = 0.0 if kind == "SideTable" else _HEIGHT
        objects.append(_record(kind, object_id, (x, bottom, z), size, receptacle=True, openable=kind == "Box"))
    for name, (x, z) in zip(ids, dice.sample(_SLOTS, len(ids)), strict=True):
        x, z = x + dice.uniform(-_JITTER, _JITTER), z + dice.uniform(-_JITTER, _JITTER)
        size = procedures.thing(name).size
        objects.append(_record(_type(name), ids[name], (x, _HEIGHT, z), size, pickupable=True, on=_TABLE))
    agent = AgentPose(0.0, 0.9, 0.0, 0.0, 30.0)
    free = frozenset((x, z) for x in (-1, 0, 1) for z in (-1, 0))
    room = Box((-3.0, 0.0, -3.0), (3.0, 2.5, 3.0))
    return Scene("tabletop_minds", "tabletop", tuple(objects), agent, free, room, source="a table with YCB things")


def _record(
    kind: str,
    object_id: str,
    foot: tuple[float, float, float],
    size: tuple[float, float, float],
    on: str | None = None,
    **capabilities: bool,
) -> dict[str, Any]:
    """An object dict; ``foot`` is the middle of its underside, metres."""
    extent = np.array(size)
    low = np.array(foot) - extent * (0.5, 0.0, 0.5)
    return {
        "name": object_id,
        "objectType": kind,
        "objectId": object_id,
        "position": dict(zip("xyz", foot, strict=True)),
        "rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
        "axisAlignedBoundingBox": box_dict(low, low + extent),
        "mass": 0.2,
        "isOpen": kind == "Box",
        "parentReceptacles": [on] if on else None,
    } | capabilities
