"""Changing which objects there are and where: what spawning, posing and removing have in common."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from envs.object_id import object_id, unused_id
from envs.pocket.engine import Engine
from envs.pocket.scene import Cell
from envs.pocket.things.records import Record
from envs.pocket.world.resting import resting_place
from envs.pocket.world.state import GRID, World

BODY_RADIUS = 0.2
"""Radius of the agent's capsule, metres."""
STEP_OVER, HEAD_ROOM = 0.1, 1.5
"""What ends below or begins above (metres over the floor) does not stop the agent (``docs/pocket.md``)."""


def rebuild(engine: Engine, objects: Sequence[Record], origin: Mapping[str, str] | None = None) -> None:
    """Go on with another set of objects; the agent, the clock and the settings stay.

    Args:
        engine: The running room.
        objects: Records of everything that shall exist, in order. Parents that are not among them are forgotten.
        origin: Which object each new id was called before, where that differs; keeps cooling timers.
    """
    old, names = engine.world, origin or {}
    world = World(replace(old.scene, objects=tuple(objects)))
    world.agent, world.standing, world.free, world.time = old.agent, old.standing, old.free, old.time
    world.hand_turn, world.hand_moved, world.wide = old.hand_turn, old.hand_moved, old.wide
    for name, i in world.index.items():
        was = old.index.get(names.get(name, name))
        if was in old.left_heat:
            world.left_heat[i] = old.left_heat[was]
    engine.world = world


def renew_ids(objects: Sequence[Record], spawned: Iterable[int]) -> tuple[list[Record], dict[str, str]]:
    """Give newly spawned objects the id of their position, in every list that names them.

    Recorded games show it: after a random spawn the id of every portable thing, copy or not, is its position (4,400 of
    4,400 in 60 games). Pieces of sliced things keep the id that says what they were cut from.

    Returns:
        The records with their new ids, and for each new id the old one.
    """
    which = {i for i in spawned if objects[i]["objectId"].count("|") == 3}
    taken = {o["objectId"] for i, o in enumerate(objects) if i not in which}
    renamed: dict[str, str] = {}
    for i in sorted(which):
        kind, at, old = objects[i]["objectType"], objects[i]["position"], objects[i]["objectId"]
        name = object_id(kind, at["x"], at["y"], at["z"])
        keeps = old.partition("_copy_")[0] == name and old not in taken  # copies on one spot stay who they are
        fresh = old if keeps else unused_id(name, taken)
        taken.add(fresh)
        renamed[old] = fresh
    return [_renamed(record, renamed) for record in objects], {new: old for old, new in renamed.items()}


def _renamed(record: Record, names: Mapping[str, str]) -> Record:
    """A copy under its new id and with its parents' new ids (lists of contents are derived from those)."""
    parents = record["parentReceptacles"]
    return {
        **record,
        "objectId": names.get(record["objectId"], record["objectId"]),
        "parentReceptacles": parents and [names.get(p, p) for p in parents],
    }


def settle_down(world: World, which: Iterable[int]) -> None:
    """Find out on what each of these things rests, the lowest first, and make it their parent."""
    for i in sorted(which, key=lambda k: (float(world.low[k, 1]), k)):
        world.put_in(i, resting_place(world, i))


# -- where the agent can stand -----------------------------------------------------------------------------------


def furniture_moved(world: World, before: Iterable[tuple[np.ndarray, np.ndarray]], after: Iterable[int]) -> None:
    """Update the free cells after furniture was moved, added or taken away.

    Args:
        world: The room, with everything in its new place.
        before: Boxes (low, high) that were vacated.
        after: Indices of furniture in new places.
    """
    here = world.agent.cell
    for low, high in before:
        world.free.update(cell for cell in _cells_near(low, high) if _is_clear(world, cell))
    for i in after:
        if _obstructs(world, i):
            covered = (c for c in _cells_near(world.low[i], world.high[i]) if c != here)
            world.free.difference_update(list(covered))


def _cells_near(low: np.ndarray, high: np.ndarray) -> list[Cell]:
    """Cells on which the agent's body would touch a box seen from above."""
    spans = [
        range(math.floor((low[a] - BODY_RADIUS) / GRID), math.ceil((high[a] + BODY_RADIUS) / GRID) + 1) for a in (0, 2)
    ]
    return [(x, z) for x in spans[0] for z in spans[1] if _gap(x * GRID, z * GRID, low, high) < BODY_RADIUS]


def _gap(x: float, z: float, low: np.ndarray, high: np.ndarray) -> float:
    return math.hypot(max(low[0] - x, 0.0, x - high[0]), max(low[2] - z, 0.0, z - high[2]))


def _obstructs(world: World, i: int) -> bool:
    record, floor = world.records[i], world.agent.y - 0.9
    flat = record["objectType"] == "Floor" or world.high[i, 1] < floor + STEP_OVER
    return not (flat or record["pickupable"] or world.low[i, 1] > floor + HEAD_ROOM)


def _is_clear(world: World, cell: Cell) -> bool:
    """Whether a cell lies inside the room and away from all furniture."""
    x, z = cell[0] * GRID, cell[1] * GRID
    bounds = world.bounds
    inside = all(
        lo + BODY_RADIUS <= v <= hi - BODY_RADIUS
        for v, lo, hi in ((x, bounds.low[0], bounds.high[0]), (z, bounds.low[2], bounds.high[2]))
    )
    touches = (i for i in range(len(world)) if _gap(x, z, world.low[i], world.high[i]) < BODY_RADIUS)
    return inside and not any(_obstructs(world, i) for i in touches)
