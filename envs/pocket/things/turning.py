"""Rotations as Unity has them: Euler angles in degrees about z, x and y in turn; a positive yaw turns +z to +x."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from envs.pocket.things.records import Record, box_dict, box_of, corner_points, vector

_AXIS = {"x": 0, "y": 1, "z": 2}


def rotation_matrix(angles: Mapping[str, float]) -> np.ndarray:
    """(3, 3) matrix of the Euler angles {x, y, z}, not to be written into; a missing one counts as 0."""
    return _turned(float(angles.get("x", 0.0)), float(angles.get("y", 0.0)), float(angles.get("z", 0.0)))


@lru_cache(maxsize=1024)  # most things of a room stand at one of four angles
def _turned(x: float, y: float, z: float) -> np.ndarray:
    matrix = _about("y", y) @ _about("x", x) @ _about("z", z)
    matrix.flags.writeable = False
    return matrix


def _about(axis: str, degrees: float) -> np.ndarray:
    a = _AXIS[axis]
    b, c = (a + 1) % 3, (a + 2) % 3
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    matrix = np.eye(3)
    matrix[b, b] = matrix[c, c] = cos
    matrix[b, c], matrix[c, b] = -sin, sin
    return matrix


def euler_angles(matrix: np.ndarray) -> dict[str, float]:
    """The Euler angles {x, y, z} of a rotation matrix, degrees in [0, 360)."""
    x = math.asin(float(np.clip(-matrix[1, 2], -1.0, 1.0)))
    if abs(matrix[1, 2]) < 1 - 1e-9:
        y, z = math.atan2(matrix[0, 2], matrix[2, 2]), math.atan2(matrix[1, 0], matrix[1, 1])
    else:  # looking straight up or down: yaw and roll are the same turn, so call it yaw
        y, z = math.atan2(-matrix[2, 0], matrix[0, 0]), 0.0
    return vector(round(math.degrees(v), 9) % 360.0 for v in (x, y, z))


def rotated(record: Record, turn: np.ndarray, about: np.ndarray) -> Record:
    """A copy turned rigidly about a point.

    Quarter turns keep the axis-aligned box exact; other turns give the box around the turned oriented box (or around
    the turned axis-aligned one for things that have no other).
    """
    low, high = box_of(record)
    oriented = record["objectOrientedBoundingBox"]
    points = np.asarray(corner_points(low, high))
    bound = points
    quarter = np.allclose(np.abs(turn), np.abs(turn).round(), atol=1e-6)
    if oriented is not None:
        corners = np.asarray(oriented["cornerPoints"], dtype=np.float64)
        bound = points if quarter else corners
        oriented = {"cornerPoints": _swing(corners, turn, about).tolist()}
    bound = _swing(bound, turn, about)
    pivot = np.array([record["position"][k] for k in "xyz"])
    return {
        **record,
        "position": vector(_swing(pivot[None], turn, about)[0]),
        "rotation": euler_angles(turn @ rotation_matrix(record["rotation"])),
        "axisAlignedBoundingBox": box_dict(bound.min(axis=0), bound.max(axis=0)),
        "objectOrientedBoundingBox": oriented,
    }


def _swing(points: np.ndarray, turn: np.ndarray, about: np.ndarray) -> np.ndarray:
    return (points - about) @ turn.T + about
