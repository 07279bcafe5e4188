"""Where a record's mesh goes: its box in the object's own frame, and that frame in the room."""

from __future__ import annotations

import math
from copy import copy
from typing import Any

import numpy as np

from envs.pocket.render.mesh import rotation
from envs.pocket.scene import Box
from envs.pocket.things.records import box_of
from envs.pocket.things.turning import rotation_matrix

#: Flat things on walls: whichever way they are recorded, they face the room.
ON_WALLS = frozenset(
    [
        "Painting",
        "Mirror",
        "Window",
        "Poster",
        "LightSwitch",
        "Blinds",
        "Curtains",
        "HandTowelHolder",
        "TowelHolder",
        "ToiletPaperHanger",
        "Shelf",
    ]
)
#: Things that stand with their back to a wall; recorded yaws of their assets do not say which side is the front.
BACK_TO_WALL = frozenset({"Fridge", "Toilet", "Sink", "Bathtub", "ShowerHead", "Faucet", "Television"})

#: The same for furniture that can be moved: in a recorded room it stands with its closed side to the nearest wall.
TURNED_TO_WALL = frozenset({"TVStand", "SideTable", "ShelvingUnit"})

_SMALL = 0.3  # metres; which way smaller things are turned makes no difference
_THIN = 0.06  # depth of what hangs aslant on a wall, metres


class ObjectFrame:
    """An object's frame.

    Attributes:
        size: (3,) box in the object's own frame, metres.
        frame: (3, 3) columns are the object's x, y, z axes in the room.
        origin: (3,) middle of the box's bottom face, in the room.
    """

    def __init__(self, size: np.ndarray, frame: np.ndarray, centre: np.ndarray) -> None:
        self.size, self.frame = np.maximum(size, 1e-4), frame
        self.origin = centre - frame[:, 1] * self.size[1] / 2


_KEPT = 1024
_latest: dict[int, tuple[dict[str, Any], Box, bool, ObjectFrame]] = {}
"""The poses of the records asked for lately: what hides things and what is drawn ask for the same ones."""


def pose_of(record: dict[str, Any], bounds: Box, recorded: bool = False) -> ObjectFrame:
    """The frame of an object.

    Records are replaced, never changed, so the pose of the very same one is still the same.

    Args:
        record: Its record; the oriented box and the rotation are used when they agree with the axis-aligned box.
        bounds: The room's box: wall things face its inside.
        recorded: Whether the room is rebuilt from a recording, where some static yaws mean nothing.
    """
    known = _latest.get(id(record))
    if known is None or known[0] is not record or known[2] is not recorded or known[1] != bounds:
        if len(_latest) >= _KEPT:
            _latest.clear()
        known = _latest[id(record)] = record, bounds, recorded, _pose(record, bounds, recorded)
    return copy(known[3])


def _pose(record: dict[str, Any], bounds: Box, recorded: bool) -> ObjectFrame:
    low, high = box_of(record)
    size, centre = high - low, (low + high) / 2
    if "hull" in record:
        x0, z0, x1, z1 = record["hull"]
        size = np.array([x1 - x0, size[1], z1 - z0])
        centre = centre + np.array([x0 + x1, 0.0, z0 + z1]) / 2
    oriented = record.get("objectOrientedBoundingBox")
    angles = record["rotation"]
    if oriented is not None and min(size) > 0:
        matrix = rotation_matrix(angles)
        corners = np.asarray(oriented["cornerPoints"], dtype=np.float64)
        own = np.ptp((corners - corners.mean(axis=0)) @ matrix, axis=0)
        if (np.abs(matrix) @ own <= size * 1.1 + 0.01).all():
            back = (
                _back_to_wall(matrix, low, high, bounds) if recorded and record["objectType"] in TURNED_TO_WALL else 0
            )
            return ObjectFrame(own if back % 180 == 0 else own[[2, 1, 0]], matrix @ rotation("y", back), centre)
    if recorded and stands_aslant(record, size):
        return _aslant(record, size, centre, bounds)
    yaw = record["front"] if "front" in record else _facing(record, low, high, bounds, recorded)
    frame = rotation("y", yaw)
    return ObjectFrame(size if yaw % 180 == 0 else size[[2, 1, 0]], frame, centre)


def stands_aslant(record: dict[str, Any], size: np.ndarray) -> bool:
    """Whether fixed furniture stands at half a right angle to the walls: its yaw says so, and its box is square."""
    angles = record["rotation"]
    upright = record["objectType"] in ON_WALLS or all(min(angles[k] % 360, 360 - angles[k] % 360) < 20 for k in "xz")
    square = abs(size[0] - size[2]) < 0.1 * max(size[0], size[2])
    return upright and abs(angles["y"] % 90 - 45) < 10 and bool(square) and max(size[0], size[2]) > _SMALL


def _aslant(record: dict[str, Any], size: np.ndarray, centre: np.ndarray, bounds: Box) -> ObjectFrame:
    """The frame of such furniture.

    Its two sides add up to the diagonal of its box. What hangs on a wall has no depth, worktops are as deep as what
    lies on them needs (``depth``), the rest is taken to be square.
    """
    both = float(size[0] + size[2]) / math.sqrt(2)
    yaw, kind = round(record["rotation"]["y"] % 360 / 45) * 45.0, record["objectType"]
    if kind in ON_WALLS:  # it faces the middle of the room
        x, _, z = ((np.array(bounds.low) + np.array(bounds.high)) / 2 - centre).tolist()
        yaw = 45.0 if x > 0 and z > 0 else 135.0 if x > 0 else 225.0 if z < 0 else 315.0
    depth = _THIN if kind in ON_WALLS else record.get("depth", both / 2)
    turn = 0.0
    if depth < 0.0:  # noted with a sign: the longer side lies along the front's direction
        depth, turn = -depth, 90.0
    return ObjectFrame(np.array([both - depth, size[1], depth]), rotation("y", yaw + turn), centre)


def _back_to_wall(matrix: np.ndarray, low: np.ndarray, high: np.ndarray, bounds: Box) -> float:
    """By how many degrees, in quarter turns, a frame has to be turned for its back to face the nearest wall."""

    def gap(turn: float) -> float:
        x, _, z = (-(matrix @ rotation("y", turn))[:, 2]).tolist()
        a, ahead = (0, x > 0) if abs(x) > abs(z) else (2, z > 0)
        return round(float(bounds.high[a] - high[a] if ahead else low[a] - bounds.low[a]), 2)

    return min((0.0, 90.0, 180.0, 270.0), key=gap)


def _facing(record: dict[str, Any], low: np.ndarray, high: np.ndarray, bounds: Box, recorded: bool) -> float:
    """Yaw, in quarter turns, of the front of an axis-aligned object."""
    angles, kind = record["rotation"], record["objectType"]
    upright = all(min(angles[k] % 360, 360 - angles[k] % 360) < 20 for k in "xz")
    gaps = {
        90: low[0] - bounds.low[0],
        270: bounds.high[0] - high[0],
        0: low[2] - bounds.low[2],
        180: bounds.high[2] - high[2],
    }
    yaw = round(angles["y"] / 90) * 90 % 360
    if kind in ON_WALLS and (recorded or not upright):
        size = high - low
        across = (90, 270) if size[0] < size[2] else (0, 180)
        return min(across, key=lambda a: gaps[a])
    if (recorded and kind in BACK_TO_WALL) or not upright:
        return min((yaw, 0, 90, 180, 270), key=lambda a: gaps[a])
    return yaw
