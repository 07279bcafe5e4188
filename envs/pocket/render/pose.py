"""Where a record's mesh goes: its box in the object's own frame, and that frame in the room."""

from __future__ import annotations

from typing import Any

import numpy as np

from envs.pocket.records import box_of
from envs.pocket.render.mesh import rotation
from envs.pocket.scene import Box
from envs.pocket.turning import rotation_matrix

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


class Pose:
    """An object's frame.

    Attributes:
        size: (3,) box in the object's own frame, metres.
        frame: (3, 3) columns are the object's x, y, z axes in the room.
        origin: (3,) middle of the box's bottom face, in the room.
    """

    def __init__(self, size: np.ndarray, frame: np.ndarray, centre: np.ndarray) -> None:
        self.size, self.frame = np.maximum(size, 1e-4), frame
        self.origin = centre - frame[:, 1] * self.size[1] / 2


def pose_of(record: dict[str, Any], bounds: Box, recorded: bool = False) -> Pose:
    """The frame of an object.

    Args:
        record: Its record; the oriented box and the rotation are used when they agree with the axis-aligned box.
        bounds: The room's box: wall things face its inside.
        recorded: Whether the room is rebuilt from a recording, where some static yaws mean nothing.
    """
    low, high = box_of(record)
    size, centre = high - low, (low + high) / 2
    oriented = record.get("objectOrientedBoundingBox")
    angles = record["rotation"]
    if oriented is not None and min(size) > 0:
        matrix = rotation_matrix(angles)
        corners = np.asarray(oriented["cornerPoints"], dtype=np.float64)
        own = np.ptp((corners - corners.mean(axis=0)) @ matrix, axis=0)
        if (np.abs(matrix) @ own <= size * 1.1 + 0.01).all():
            return Pose(own, matrix, centre)
    yaw = _facing(record, low, high, bounds, recorded)
    frame = rotation("y", yaw)
    return Pose(size if yaw % 180 == 0 else size[[2, 1, 0]], frame, centre)


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
