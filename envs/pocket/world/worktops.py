"""Which parts of an L- or U-shaped worktop's box are worktop.

A box tells how far such a worktop reaches, not where it bends. It stands on cupboards, drawers, sinks and stoves,
things lie on it, and what is left of the box, where one can walk, is room.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from envs.pocket.scene import Rect

if TYPE_CHECKING:
    from envs.pocket.world.room import Room

COUNTER_DEPTH = 0.9
"""Straight counters are 0.6-0.75 m deep; a deeper box belongs to an L- or U-shaped one, metres."""
_CARRIES = frozenset({"Cabinet", "Drawer", "Sink", "SinkBasin", "StoveBurner"})
_HAS_DRAWERS = ("Dresser", "SideTable", "Desk", "TVStand", "DiningTable", "CoffeeTable", "Bed")
_GRAIN = 0.05  # metres
_OVERHANG = 0.03  # how far a worktop reaches beyond the front of what it stands on, metres
_MARGIN = 0.06  # and beyond what lies on it
_LEAST = 0.6  # depth of a worktop on which little lies, metres
_GAP = 4  # in grains: narrower gaps between solid parts, and to the edge of the box, are worktop as well
_KNOWN = 0.2  # a smaller share of the box in which something is says nothing about the rest
_BODY = 0.2  # radius of the agent, metres


def empty_parts(world: Room, k: int) -> list[Rect]:
    """The rectangles of counter k's box in which there is no worktop; none for a straight one.

    Args:
        world: A room rebuilt from a recording, with everything at rest.
        k: Index of the counter.
    """
    low, high = world.low[k], world.high[k]
    if (high - low)[[0, 2]].min() <= COUNTER_DEPTH or aslant(world, k):
        return []
    xs = np.arange(low[0] + _GRAIN / 2, high[0], _GRAIN)
    zs = np.arange(low[2] + _GRAIN / 2, high[2], _GRAIN)
    solid = _evidence(world, k, xs, zs)
    solid = _closed(solid) if solid.mean() >= _KNOWN else np.ones_like(solid)
    return _rectangles(_joined(~solid, _walked(world, xs, zs)), xs, zs, low, high)


def aslant(world: Room, k: int) -> bool:
    """Whether counter k stands at half a right angle to the walls."""
    size = world.high[k] - world.low[k]
    square = abs(size[0] - size[2]) < 0.1 * max(size[0], size[2])
    return bool(square) and abs(world.records[k]["rotation"]["y"] % 90 - 45) < 10


def depth_of(world: Room, k: int) -> float:
    """How deep a counter that stands aslant is, metres; negative when it is longer in the direction of its yaw."""
    sides = [0, 2]
    yaw = math.radians(round(world.records[k]["rotation"]["y"] / 45) * 45)
    ahead = np.array([math.sin(yaw), math.cos(yaw)])
    middle = ((world.low[k] + world.high[k]) / 2)[sides]
    half = float((world.high[k] - world.low[k])[sides].sum()) / math.sqrt(2) / 2
    reach = {}
    for sign, axis in ((1.0, ahead), (-1.0, np.array([ahead[1], -ahead[0]]))):
        far = [
            abs(float(((world.low[i] + world.high[i]) / 2)[sides] @ axis - middle @ axis))
            + float((world.high[i] - world.low[i])[sides].min()) / 2
            for i in world.contents(k)
        ]
        reach[sign] = 2 * max([_LEAST / 2, *far])
    sign = min(reach, key=lambda s: reach[s])
    return sign * min(reach[sign], half)


def _evidence(world: Room, k: int, xs: np.ndarray, zs: np.ndarray) -> np.ndarray:
    """(len(xs), len(zs)) where something carries the counter or lies on it."""
    solid = np.zeros((len(xs), len(zs)), dtype=bool)
    chests = list(world.of_type(*_HAS_DRAWERS))
    bottom = world.low[k, 1]
    for i, other in enumerate(world.records):
        mine = k in world.parents(i)
        below = other["objectType"] in _CARRIES and bottom - 0.35 < world.high[i, 1] and world.low[i, 1] < bottom + 0.1
        if mine or (below and not _part_of(world, i, chests)):
            near = _MARGIN if mine else _OVERHANG
            lo, hi = world.low[i] - near, world.high[i] + near
            solid |= np.outer((xs > lo[0]) & (xs < hi[0]), (zs > lo[2]) & (zs < hi[2]))
    return solid


def _part_of(world: Room, i: int, chests: list[int]) -> bool:
    """Whether a drawer belongs to a chest or table rather than to the kitchen."""
    middle = (world.low[i] + world.high[i]) / 2
    return any((world.low[c] <= middle).all() and (middle <= world.high[c]).all() for c in chests)


def _walked(world: Room, xs: np.ndarray, zs: np.ndarray) -> np.ndarray:
    """Where the agent's body may be."""
    out = np.zeros((len(xs), len(zs)), dtype=bool)
    for a, b in world.free:
        x, z = a * 0.25, b * 0.25
        if xs[0] - _BODY < x < xs[-1] + _BODY and zs[0] - _BODY < z < zs[-1] + _BODY:
            out |= np.add.outer((xs - x) ** 2, (zs - z) ** 2) < _BODY**2
    return out


def _joined(empty: np.ndarray, walked: np.ndarray) -> np.ndarray:
    """Those of the empty parts that are joined to where one can walk: an island's bare corner is worktop."""
    found = empty & walked
    while True:
        more = found.copy()
        more[1:] |= found[:-1]
        more[:-1] |= found[1:]
        more[:, 1:] |= found[:, :-1]
        more[:, :-1] |= found[:, 1:]
        more &= empty
        if (more == found).all():
            return found
        found = more


def _closed(solid: np.ndarray) -> np.ndarray:
    """With gaps filled that are narrower than twice ``_GAP`` grains; outside the box counts as solid."""
    wide = np.pad(solid, _GAP, constant_values=True)
    for axis in (0, 1):
        wide = ~_spread(~_spread(wide, axis), axis)
    return wide[_GAP:-_GAP, _GAP:-_GAP] | solid


def _spread(mask: np.ndarray, axis: int) -> np.ndarray:
    """The mask grown by ``_GAP`` grains both ways along an axis."""
    out = mask.copy()
    for step in range(1, _GAP + 1):
        ahead, behind = [slice(None)] * 2, [slice(None)] * 2
        ahead[axis], behind[axis] = slice(step, None), slice(None, -step)
        out[tuple(ahead)] |= mask[tuple(behind)]
        out[tuple(behind)] |= mask[tuple(ahead)]
    return out


def _rectangles(empty: np.ndarray, xs: np.ndarray, zs: np.ndarray, low: np.ndarray, high: np.ndarray) -> list[Rect]:
    """The empty cells as few rectangles: runs along z, joined with equal runs beside them."""
    half, out = _GRAIN / 2, []
    open_runs: dict[tuple[int, int], int] = {}
    for k in range(len(xs) + 1):
        runs = set(_runs(empty[k])) if k < len(xs) else set()
        for run in [r for r in open_runs if r not in runs]:
            start = open_runs.pop(run)
            out.append(
                (
                    float(low[0] if start == 0 else xs[start] - half),
                    float(low[2] if run[0] == 0 else zs[run[0]] - half),
                    float(high[0] if k == len(xs) else xs[k - 1] + half),
                    float(high[2] if run[1] == len(zs) - 1 else zs[run[1]] + half),
                )
            )
        for run in runs:
            open_runs.setdefault(run, k)
    return sorted(out)


def _runs(mask: np.ndarray) -> list[tuple[int, int]]:
    """First and last index of each run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]])))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)]
