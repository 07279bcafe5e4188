"""On which side the drawers and cupboards of a recorded room open: recorded yaws of fixed furniture do not say.

The front is a side on which nothing solid stands, near the edge of the worktop above, where one can walk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from envs.pocket.scene import Rect
    from envs.pocket.world.room import Room

OPEN_TO_FRONT = ("Drawer", "Cabinet")
_SOLID = frozenset({"Cabinet", "Drawer", "Fridge", "Dresser", "Bed", "Bathtub", "Toilet", "ShelvingUnit"})
_SIDES = {0: (2, 1), 90: (0, 1), 180: (2, -1), 270: (0, -1)}  # yaw of a front, its axis and direction
_ROOM = (0.02, 0.30)  # from where to where (m) ahead of a front there has to be room
_STEPS = (0.0, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4)


def fronts(world: Room, worktops: Mapping[int, Sequence[Rect]]) -> dict[int, float]:
    """Yaw of the front of every drawer and cupboard, degrees.

    Args:
        world: A room rebuilt from a recording.
        worktops: By index of each counter the parts of its box without worktop.
    """
    solid = np.array(list(world.of_type(*_SOLID)), dtype=np.int64)
    cells = np.array(sorted(world.free), dtype=np.float64).reshape(-1, 2) * 0.25
    out = {}
    for i in world.of_type(*OPEN_TO_FRONT):
        if abs(world.records[i]["rotation"]["y"] % 90 - 45) < 10:
            continue
        yaw = round(world.records[i]["rotation"]["y"] / 90) * 90 % 360
        keys = {
            side: (
                _blocked(world, i, side, solid[solid != i]),
                _under(world, i, side, worktops),
                not _walked(world, i, side, cells),
                side != yaw,
            )
            for side in _SIDES
        }
        out[i] = float(min(keys, key=lambda side: (keys[side], side)))
    return out


def ahead(world: Room, i: int, side: float, near: float, far: float, narrow: float) -> tuple[np.ndarray, np.ndarray]:
    """The box before one side of an object, from ``near`` to ``far`` metres, narrower by a share of its width."""
    axis, sign = _SIDES[round(side)]
    low, high = world.low[i].copy(), world.high[i].copy()
    for a in {0, 1, 2} - {axis}:
        trim = narrow / 2 * (high[a] - low[a])
        low[a], high[a] = low[a] + trim, high[a] - trim
    face = world.high[i, axis] if sign > 0 else world.low[i, axis]
    low[axis], high[axis] = sorted((face + sign * near, face + sign * far))
    return low, high


def _blocked(world: Room, i: int, side: int, solid: np.ndarray) -> bool:
    """Whether furniture or the end of the room is right before a side."""
    low, high = ahead(world, i, side, *_ROOM, 0.3)
    inner, outer = np.array(world.bounds.low) - 0.1, np.array(world.bounds.high) + 0.1
    if (low[[0, 2]] < inner[[0, 2]]).any() or (high[[0, 2]] > outer[[0, 2]]).any():
        return True
    depth = np.minimum(high, world.high[solid]) - np.maximum(low, world.low[solid])
    return bool((depth > 0.02).all(axis=1).any())


def _under(world: Room, i: int, side: int, worktops: Mapping[int, Sequence[Rect]]) -> float:
    """How far before a side the worktop above ends, metres."""
    axis, sign = _SIDES[side]
    point = (world.low[i] + world.high[i]) / 2
    face = world.high[i, axis] if sign > 0 else world.low[i, axis]
    for step in _STEPS:
        point[axis] = face + sign * (step + 0.005)
        if not any(_covers(world, k, empty, point) for k, empty in worktops.items()):
            return step
    return 1.0


def _covers(world: Room, k: int, empty: Sequence[Rect], point: np.ndarray) -> bool:
    x, _, z = point.tolist()
    low, high = world.low[k], world.high[k]
    if not (low[0] <= x <= high[0] and low[2] <= z <= high[2] and low[1] > point[1] - 0.05):
        return False
    return not any(x0 <= x <= x1 and z0 <= z <= z1 for x0, z0, x1, z1 in empty)


def _walked(world: Room, i: int, side: int, cells: np.ndarray) -> bool:
    """Whether some free cell lies within a metre before a side."""
    low, high = ahead(world, i, side, 0.1, 1.0, -0.5)
    return bool(((cells >= low[[0, 2]]) & (cells <= high[[0, 2]])).all(axis=1).any())
