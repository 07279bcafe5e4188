"""Room that furniture leaves free: what rests somewhere, what a basin holds and where one can stand.

Boxes of furniture overlap what is beside and in them: a corner cupboard's box reaches through the sink, a coffee
machine's over the shaker behind it, an L-shaped worktop's over half of the kitchen. Where something else demonstrably
is, or somebody can stand, there is no part of them. ``Look`` carries these spaces to whatever draws a shape or asks
what hides what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from envs.pocket.scene import Rect, Space
from envs.pocket.things.traits import ENCLOSED, VESSELS
from envs.pocket.things.turning import rotation_matrix
from envs.pocket.world.fronts import ahead
from envs.pocket.world.supports import planes_at
from envs.pocket.world.worktops import aslant
from envs.vocabulary.uses import basins, being

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from envs.pocket.things.records import Record
    from envs.pocket.world.room import Room

LOW = being("table") | {"Shelf", "Stool", "Ottoman", "Footstool"}
"""Furniture that ends at its surface, whatever its box says."""
GLASS = ("DiningTable", "CoffeeTable", "SideTable", "TVStand", "Desk")
"""May have a glass top."""
BODIES = frozenset({"Cabinet", "Drawer", "Fridge", "Dresser", "Microwave", "Safe", "LaundryHamper"})
"""Solid while shut: what is sunk into one of these is open to the top."""
_EYE_LEVEL = 0.5  # over the agent's origin: on a board higher than that nobody sees flat things, metres
_HAND = 0.06  # room around what lies on a seat or bed, metres
_SEAM = 0.002  # metres by which neighbouring shafts overlap, so that nothing stays between them
_DEEP = 0.015  # metres by which boxes overlap before it counts
_BASINS = frozenset(basins())
_ZONES = _BASINS | {"Shelf"}
_OVERHANG, _BEFORE = 0.01, 0.3  # from where to where (m) before a drawer the counter above it has ended
_HOLED = frozenset({"CounterTop", *basins().values()})  # what has holes for its basins anyway


def free_spaces(
    world: Room, worktops: Mapping[int, Sequence[Rect]], front: Mapping[int, float]
) -> dict[int, tuple[Space, ...]]:
    """For each piece of furniture the boxes, relative to its pivot and turned with it, in which nothing of it is.

    Args:
        world: A room in which everything is at rest.
        worktops: By index of each counter of a recorded room the parts of its box without worktop.
        front: By index of each drawer and cupboard of a recorded room the yaw of its front, degrees.
    """
    which = np.array([i for i, r in enumerate(world.records) if _lies_open(world, i, r)], dtype=np.int64)
    zones = np.array(list(world.of_type(*_ZONES)), dtype=np.int64)
    out = {}
    for k, record in enumerate(world.records):
        kind = record["objectType"]
        if kind == "Floor" or kind in _BASINS:
            continue
        if record["pickupable"]:
            found = [] if world.scene.walls else [_column(world, k, i) for i in _buried(world, k, which)]
            if found:
                out[k] = tuple(own_space(record, low, high) for low, high in found)
            continue
        found = [_column(world, k, i) for i in _overlapping(world, k, which) if _disputed(world, k, i)]
        if kind not in _ZONES and kind not in _HOLED:
            found += [_zone(world, k, i) for i in _overlapping(world, k, zones) if _sunk_in(world, k, i)]
        if k in worktops:
            found += [_shaft(world, k, rect) for rect in worktops[k]]
            found += [_shaft(world, k, rect) for rect in _before_fronts(world, k, front)]
        if found:
            out[k] = tuple(own_space(record, low, high) for low, high in found)
    return out


def see_through(world: Room) -> list[int]:
    """Furniture of a recorded room through which one sees: tables over shelves, such shelves, high boards, bins.

    Recorded players took things off shelves and out of bins from where a solid top or wall of that size would have
    hidden them.
    """
    inner = np.array(list(world.of_type("Shelf", *GLASS)), dtype=np.int64)
    out = dict.fromkeys(world.of_type("GarbageCan", "Box", "Pot"))
    out |= dict.fromkeys(i for i in world.of_type("Shelf") if world.planes(i)[0] > world.scene.agent.y + _EYE_LEVEL)
    for k in world.of_type(*GLASS):
        below = [i for i in inner.tolist() if i != k and _below_top(world, k, i)]
        if below:
            out |= dict.fromkeys([k, *(i for i in below if world.records[i]["objectType"] == "Shelf")])
    return list(out)


def _below_top(world: Room, k: int, i: int) -> bool:
    """Whether i is a surface inside furniture k, below its top."""
    sides = [0, 2]
    within = (world.low[i] >= world.low[k] - 0.03).all() and (world.high[i, sides] <= world.high[k, sides] + 0.03).all()
    return bool(within and world.planes(i)[0] < world.planes(k)[0] - 0.1)


def own_spaces(record: Record, frame: np.ndarray, origin: np.ndarray) -> tuple[Space, ...]:
    """The noted spaces and openings in an object's own frame.

    Args:
        record: The object.
        frame: (3, 3) its axes as columns.
        origin: (3,) middle of its bottom face, metres.
    """
    noted = (*record.get("spaces", ()), *record.get("openings", ()))
    if not noted:
        return ()
    matrix = rotation_matrix(record["rotation"])
    pivot = np.array([record["position"][a] for a in "xyz"])
    out = []
    for space in noted:
        corners = np.array([(x, y, z) for x in space[::3] for y in space[1::3] for z in space[2::3]])
        own = (corners @ matrix.T + pivot - origin) @ frame
        low, high = np.round(own.min(axis=0), 3).tolist(), np.round(own.max(axis=0), 3).tolist()
        out.append((low[0], low[1], low[2], high[0], high[1], high[2]))
    return tuple(out)


def own_space(record: Record, low: np.ndarray, high: np.ndarray) -> Space:
    """A box of the room relative to a pivot and turned back with its object."""
    matrix = rotation_matrix(record["rotation"])
    pivot = np.array([record["position"][a] for a in "xyz"])
    corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    own = (corners - pivot) @ matrix
    a, b = own.min(axis=0).tolist(), own.max(axis=0).tolist()
    return a[0], a[1], a[2], b[0], b[1], b[2]


def _lies_open(world: Room, i: int, record: Record) -> bool:
    """Whether a thing lies somewhere in the room where it can be seen."""
    there = record["pickupable"] and not record["isPickedUp"] and not record["isSliced"]
    return there and world.shut_in(i) is None and bool((world.high[i] > world.low[i]).all())


def _overlapping(world: Room, k: int, which: np.ndarray) -> list[int]:
    """Those objects whose boxes overlap furniture k's by more than a little."""
    depth = np.minimum(world.high[k], world.high[which]) - np.maximum(world.low[k], world.low[which])
    least = np.minimum(_DEEP, (world.high[which] - world.low[which]) / 2)
    return which[(depth > least).all(axis=1)].tolist() if len(which) else []


def _buried(world: Room, k: int, which: np.ndarray) -> list[int]:
    """Those things most of which is inside the box of a larger portable thing k in which they are not known to lie."""
    out = []
    for i in _overlapping(world, k, which):
        if i == k or k in world.parents(i) or i in world.parents(k):
            continue
        size = np.maximum(world.high[i] - world.low[i], 1e-4)
        depth = np.minimum(world.high[k], world.high[i]) - np.maximum(world.low[k], world.low[i])
        larger = (world.high[k] - world.low[k]).prod() > size.prod()
        if larger and (depth / size).prod() > 0.5:
            out.append(i)
    return out


def _disputed(world: Room, k: int, i: int) -> bool:
    """Whether thing i is where the body of furniture k would be."""
    record = world.records[k]
    kind, inside = record["objectType"], k in world.parents(i)
    if inside and (kind in ENCLOSED or kind in VESSELS or kind == "GarbageCan"):
        return False
    top = planes_at(record, float(world.low[k, 1]), float(world.high[k, 1]))[0]
    return kind not in LOW or float(world.low[i, 1]) < top - _DEEP


def _column(world: Room, k: int, i: int) -> tuple[np.ndarray, np.ndarray]:
    """The box of a thing, open to the top where k is solid or carries it."""
    low, high = world.low[i].copy(), world.high[i].copy()
    record = world.records[k]
    if record["objectType"] in BODIES or record["pickupable"] or k in world.parents(i):
        high[1] = max(high[1], world.high[k, 1] + 0.01)
    if k in world.parents(i) and record["objectType"] not in LOW:  # between arms and back a hand gets at it
        low[[0, 2]] -= _HAND
        high[[0, 2]] += _HAND
    return low, high


def _sunk_in(world: Room, k: int, i: int) -> bool:
    """Whether k leaves room for a basin or shelf: a cupboard for the basin in it, any furniture for the shelf in it."""
    if world.records[i]["objectType"] in _BASINS:
        return world.records[k]["objectType"] in BODIES
    middle = (world.low[i] + world.high[i]) / 2
    return bool((world.low[k] <= middle).all() and (middle <= world.high[k]).all())


def _zone(world: Room, k: int, i: int) -> tuple[np.ndarray, np.ndarray]:
    """The hollow of a basin, open to the top, or the room above a shelf's board."""
    low, high = world.low[i] + _DEEP, world.high[i] - _DEEP
    if "hull" in world.records[i]:
        x0, z0, x1, z1 = world.records[i]["hull"]
        middle = (world.low[i] + world.high[i])[[0, 2]] / 2
        low[[0, 2]], high[[0, 2]] = middle + np.array([x0, z0]), middle + np.array([x1, z1])
    if world.records[i]["objectType"] in _BASINS:
        high[1] = max(high[1], world.high[k, 1] + 0.01)
    return low, high


def _shaft(world: Room, k: int, rect: Rect) -> tuple[np.ndarray, np.ndarray]:
    """All that is above and below a part of the floor, as far as furniture k reaches."""
    x0, z0, x1, z1 = rect
    low = np.array([x0 - _SEAM, world.low[k, 1] - 3.0, z0 - _SEAM])
    return low, np.array([x1 + _SEAM, world.high[k, 1] + 0.1, z1 + _SEAM])


def _before_fronts(world: Room, k: int, front: Mapping[int, float]) -> list[Rect]:
    """The parts of a counter's box before the drawers and cupboards below it, where nothing lies on them."""
    out = []
    if aslant(world, k):
        return out
    for i, side in front.items():
        if not world.low[k, 1] - 0.35 < world.high[i, 1] <= world.low[k, 1] + 0.1:
            continue
        low, high = ahead(world, i, side, _OVERHANG, _BEFORE, 0.0)
        low, high = np.maximum(low, world.low[k]), np.minimum(high, world.high[k])
        if (high - low)[[0, 2]].min() > 0.005 and not _carries(world, k, low, high):
            out.append((float(low[0]), float(low[2]), float(high[0]), float(high[2])))
    return out


def _carries(world: Room, k: int, low: np.ndarray, high: np.ndarray) -> bool:
    """Whether something lies on a part of counter k."""
    sides = [0, 2]
    return any(
        (world.low[i, sides] < high[sides]).all() and (world.high[i, sides] > low[sides]).all()
        for i in world.contents(k)
        if world.low[i, 1] >= world.low[k, 1] - 0.05
    )
