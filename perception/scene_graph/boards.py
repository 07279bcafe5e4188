"""Boards: the plane a door, a drawer's front or a picture lies in, and how large it really is when it is seen aslant.

Cases, such as fridges, show one or two of these.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import njit

from perception.scene_graph.lens import Lens, placed

_FLAT = 0.02  # metres a point may be off a plane to lie on it
_LEANING = 0.1  # upward part of an upright board's normal
_ASKEW = 0.3  # cosine of the angle between two faces of a case, which is a right one
_MOST = 0.3  # share of the inner points that must lie on the plane
_ROUNDS = 6
_ASTRAY = 3.0  # pixels that the found rectangle may show beside the box

_BEYOND = 0.06  # metres that a board may go on above and below what depth shows of it

_STEPS = np.concatenate([np.zeros((1, 4)), 1e-3 * np.eye(4)])  # none, and a millimetre of each side of a rectangle
_UP = np.array([0.0, 1.0, 0.0])
_FLOOR_PLAN = np.array([1.0, 0.0, 1.0])

Plane = tuple[np.ndarray, float]
"""Normal of unit length, and how far along it the plane lies from the room's origin."""


def plane_of(points: np.ndarray, inner: np.ndarray) -> Plane | None:
    """The upright plane on which most of the inner points lie, None when there is no such plane.

    Furniture is made of boards: beside a cabinet's door its box shows other things that touch it, such as the worktop
    above it, of which one sees more than of the door from close by. Planes are proposed
    by 24 triples of inner points, always the same ones (RANSAC, Fischler and Bolles 1981).
    """
    middle = points[inner]
    if len(middle) < 12:
        return None
    picks = _triples(len(middle))
    a, b, c = (middle[picks[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    good = np.abs(normals[:, 1]) <= _LEANING * lengths
    good &= lengths > 1e-4
    if not good.any():
        return None
    normals = normals[good] / lengths[good, None]
    offsets = (a[good] * normals).sum(axis=1)
    on = np.abs(middle @ normals.T - offsets) <= _FLAT
    best = int(on.sum(axis=0).argmax())
    return None if on[:, best].mean() < _MOST else (normals[best], float(offsets[best]))


@lru_cache(maxsize=1024)
def _triples(count: int) -> np.ndarray:
    return np.random.default_rng(0).integers(count, size=(24, 3))


def faces_of(points: np.ndarray, inner: np.ndarray, eye: np.ndarray) -> np.ndarray | None:
    """Which points lie on the upright faces of a case of which one sees a side or a corner; None when none is seen.

    What stands before it, lies on it or goes on beside it shows in its box as well, but is no such face: nothing of a
    case lies on the eye's side of one of its faces.

    Args:
        points: (n, 3) metres.
        inner: (n,) bool: which of them are likely its own.
        eye: Where the camera is, metres.
    """
    first = plane_of(points, inner)
    if first is None:
        return None
    on, behind = on_plane(points, first), ~_before(points, first, eye)
    second = plane_of(points, inner & ~on & behind)
    if second is None or abs(float(first[0] @ second[0])) > _ASKEW:
        return on
    return (on | on_plane(points, second)) & behind & ~_before(points, second, eye)


def _before(points: np.ndarray, plane: Plane, eye: np.ndarray) -> np.ndarray:
    """Which points lie clearly on the eye's side of a plane."""
    normal, offset = plane
    side = 1.0 if float(eye @ normal) > offset else -1.0
    return side * (points @ normal - offset) > 2 * _FLAT


def on_plane(points: np.ndarray, plane: Plane) -> np.ndarray:
    """Which points lie on a plane."""
    normal, offset = plane
    return np.abs(points @ normal - offset) <= 2 * _FLAT


def upright(
    lens: Lens, box: tuple[float, float, float, float], plane: Plane, low: np.ndarray, high: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """The upright rectangle in a plane that shows as a box in the frame.

    Seen from the side its edges run aslant, and the box shows what is above and below as well. Its four sides are four
    equations for the rectangle's; they are solved by Newton's method, beginning with what is seen.

    Args:
        lens: Of the frame.
        box: Around the board. What the frame's edge cuts off is not known, and stays as it seems.
        plane: The board's.
        low: Lower corner of what is seen of it.
        high: Upper corner.

    Returns:
        Its lower and upper corner, metres; None where the plane is not upright or there is no such rectangle.
    """
    normal, offset = plane
    whole = np.array([box[0] > 1, box[1] > 1, box[2] < lens.width - 1, box[3] < lens.height - 1])
    if abs(normal[1]) > _LEANING or not whole[[1, 3]].any():
        return None
    along = np.array([-normal[2], 0.0, normal[0]]) / float(np.hypot(normal[0], normal[2]))
    foot = normal * offset
    ends = np.array([low, [low[0], low[1], high[2]], [high[0], low[1], low[2]], high]) @ along

    def shown(sides: np.ndarray) -> np.ndarray | None:
        """(n, 4) boxes in the frame of (n, 4) sides: left, right, bottom, top; None when one is behind the camera."""
        boxes = _boxes_of(sides, foot, along, lens.origin, lens.axes, lens.tan_x, lens.tan_y, lens.width, lens.height)
        return boxes if len(boxes) else None

    sides = np.array([ends.min(), ends.max(), low[1], high[1]])
    for _ in range(_ROUNDS):
        boxes = shown(sides + _STEPS)
        if boxes is None:
            return None
        here = boxes[0]
        slopes = (boxes[1:] - here).T / 1e-3
        change = np.linalg.lstsq(slopes[whole], (np.array(box) - here)[whole], rcond=1e-6)[0]
        sides = sides + np.clip(change, -0.3, 0.3)
    last = shown(sides[None])
    most = np.array([ends.min() - _BEYOND, ends.max() + _BEYOND, low[1] - _BEYOND, high[1] + _BEYOND])
    left, right, bottom, top = np.clip(sides, most[[0, 0, 2, 2]], most[[1, 1, 3, 3]])
    if last is None or np.abs(last[0] - box)[whole].max() > _ASTRAY or min(top - bottom, right - left) < _FLAT:
        return None
    corners = foot * _FLOOR_PLAN + np.outer([left, right], along) + np.outer([bottom, top], _UP)
    thick = np.abs(normal) * _FLAT / 2
    return corners.min(axis=0) - thick, corners.max(axis=0) + thick


@njit(cache=True)
def _boxes_of(sides, foot, along, origin, axes, tan_x, tan_y, width, height):
    """(n, 4) boxes in the frame of rectangles in a plane, see ``upright``; none when one is behind the camera."""
    boxes = np.empty((len(sides), 4))
    corner = np.empty(3)
    for n in range(len(sides)):
        boxes[n, :2], boxes[n, 2:] = np.inf, -np.inf
        for k in range(4):
            across, upwards = sides[n, k // 2], sides[n, 2 + k % 2]
            for a in range(3):
                corner[a] = foot[a] + across * along[a]
            corner[1] += upwards - foot[1]
            x, y, forward = placed(corner, origin, axes, tan_x, tan_y, width, height)
            if forward < 0.05:
                return boxes[:0]
            boxes[n, 0], boxes[n, 1] = min(boxes[n, 0], x), min(boxes[n, 1], y)
            boxes[n, 2], boxes[n, 3] = max(boxes[n, 2], x), max(boxes[n, 3], y)
    return boxes
