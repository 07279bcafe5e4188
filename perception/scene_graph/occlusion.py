"""What depth says about a place: a thing is still there, the place is seen to be empty, or it is hidden from view.

And of what may belong to a thing: where in the frame it must show.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Protocol

import numpy as np
from numba import njit

from perception.detector.detection import PixelBox
from perception.scene_graph.lens import Lens, placed

THERE, GONE, HIDDEN = "there", "gone", "hidden"

HAND_AHEAD, HAND_DOWN = 0.38, 0.155
"""Where the middle of a held thing is, metres ahead of the camera and below it (``envs.pocket``, docs/pocket.md)."""

_HAND_DEPTH = 0.5  # metres; nothing but what is held is drawn so near at the hand's place
_SMALL = 0.6  # metres; above that a box is mostly air, and seeing through it proves nothing
_EDGE = 3  # pixels from the frame's edge in which a thing may be half out of view
_LEAST = 7.0  # pixels a thing must measure across before not finding it means anything
_DETECTED = 300  # pixels; larger pictures show detectors hardly more
_FAR = 2.5  # metres up to which a detector can be expected to find a small thing
_SPOT = 0.03  # metres, the side of a spot
_DEEP = 0.06  # metres that depth may differ from where a spot is that shows
_CELLS = 8192  # spots along an axis, so that one number names a spot
_MOSTLY = 2.0  # so many times as often must a spot lie within the thing's boxes as beside them
_GRID = np.array(list(product((-0.25, 0.0, 0.25), repeat=3)))
_CENTER = len(_GRID) // 2
_JUDGED = (HIDDEN, THERE, GONE)


def hand_level(lens: Lens) -> float:
    """How far down in the frame the middle of a held thing is drawn, as a share of its height."""
    return 0.5 + HAND_DOWN / HAND_AHEAD / lens.tan_y / 2


class HasBox(Protocol):
    """What has a box and a middle in the room."""

    low: np.ndarray
    high: np.ndarray
    center: np.ndarray


def look_at(thing: HasBox, lens: Lens, depth: np.ndarray | None) -> str:
    """``THERE``, ``GONE`` or ``HIDDEN``, judged at points within the thing's box.

    Args:
        thing: Where it was.
        lens: Of the present frame.
        depth: Its depth frame; without one everything is hidden.
    """
    if depth is None:
        return HIDDEN
    camera = lens.origin, lens.axes, lens.tan_x, lens.tan_y
    return _JUDGED[_judged(thing.center, thing.low, thing.high, *camera, depth)]


@njit(cache=True)
def _judged(center, low, high, origin, axes, tan_x, tan_y, depth):
    """See ``look_at`` and ``_JUDGED``."""
    height, width = depth.shape
    size = np.maximum(high - low, 0.02)
    half = 0.5 * (abs(axes[2, 0]) * size[0] + abs(axes[2, 1]) * size[1] + abs(axes[2, 2]) * size[2])
    inside = past = near = 0
    middle = 0.0
    for k in range(len(_GRID)):
        x, y, forward = placed(center + _GRID[k] * size, origin, axes, tan_x, tan_y, width, height)
        if k == _CENTER:
            middle = forward
        if forward > 0.1 and _EDGE < x < width - _EDGE and _EDGE < y < height - _EDGE:
            inside += 1
            away = depth[int(y), int(x)] - forward
            past += away > 0.3 * half + 0.02
            near += abs(away) <= half + 0.03
    if inside < 0.9 * len(_GRID) or not _findable(size.max(), middle, height, tan_y):
        return 0
    # No point within a solid thing is looked past. Hollow ones may be: the caller asks only when nothing was detected.
    if past >= 0.6 * inside and math.sqrt(size[0] ** 2 + size[1] ** 2 + size[2] ** 2) <= _SMALL:
        return 2
    return 1 if near >= 0.5 * inside else 0


@njit(cache=True)
def _findable(size, forward, height, tan_y):
    return forward <= _FAR and size / forward * min(height, _DETECTED) / tan_y / 2 >= _LEAST


def hand_is_full(lens: Lens, depth: np.ndarray | None) -> bool | None:
    """Whether something is drawn where the hand is; None without depth or where the hand is out of the frame."""
    if depth is None:
        return None
    point = lens.from_camera(np.array([0.0, -HAND_DOWN, HAND_AHEAD]))
    x, y, _ = lens.project(point)
    side = max(2, round(0.03 * lens.height))
    column, row = int(x), int(y)
    patch = depth[max(0, row - side) : row + side + 1, max(0, column - side) : column + side + 1]
    return bool(np.percentile(patch, 25) < _HAND_DEPTH) if patch.size else None


class SpotHull:
    """What may belong to a thing: the spots that lay within its boxes in most of the frames that showed them.

    Of drawers above each other seen aslant each one's box shows its neighbours as well; from elsewhere it does not.
    What is left shows in the next frame where the thing must, whatever stands before it and whatever the frame's edge
    cuts off, from all the sides it was ever seen from.
    """

    def __init__(self) -> None:
        # In order of their names, which no two spots share.
        self._points, self._names = np.zeros((0, 3)), np.zeros(0, np.int64)
        self._within, self._beside = np.zeros(0), np.zeros(0)
        self._low, self._high = np.full(3, np.inf), np.full(3, -np.inf)

    def take(self, points: np.ndarray, box: PixelBox, lens: Lens, depth: np.ndarray) -> None:
        """Take in one look at the thing.

        Args:
            points: (n, 3) metres, what its box shows.
            box: The box, pixels.
            lens: Of the frame.
            depth: Its depth frame.
        """
        camera = lens.origin, lens.axes, lens.tan_x, lens.tan_y
        _count(self._points, *camera, depth, box, self._within, self._beside)
        new, names = _named(points)
        self._add(new, names, np.ones(len(new)), np.zeros(len(new)))

    def join(self, other: SpotHull) -> None:
        """Take in all looks at what turned out to be the same thing."""
        self._add(other._points, other._names, other._within, other._beside)

    def shown(self, lens: Lens, depth: np.ndarray | None) -> PixelBox | None:
        """Where in the frame the thing must show, (x0, y0, x1, y1) pixels; None where nothing of it does."""
        if depth is None:
            return None
        camera = lens.origin, lens.axes, lens.tan_x, lens.tan_y
        x0, y0, x1, y1 = _shown(self._points, *camera, depth, self._within, self._beside)
        if x0 > x1:
            return None
        return max(0.0, x0), max(0.0, y0), min(float(lens.width), x1), min(float(lens.height), y1)

    def common(self, other: SpotHull) -> float:
        """How much of the smaller one of two is common, 0 to 1."""
        if (self._low > other._high + _SPOT).any() or (other._low > self._high + _SPOT).any():
            return 0.0
        one, two = self._names[self._mine], other._names[other._mine]
        return _common(one, two) / max(1, min(len(one), len(two)))

    @property
    def _mine(self) -> np.ndarray:
        return self._within > _MOSTLY * self._beside

    def _add(self, points: np.ndarray, names: np.ndarray, within: np.ndarray, beside: np.ndarray) -> None:
        """Take in spots, in order of their names, but for those that are known."""
        count = len(names) - _common(self._names, names)
        if not count:
            return
        known = self._points, self._names, self._within, self._beside
        self._points, self._names, self._within, self._beside, *box = _merged(
            count, known, points, names, within, beside
        )
        self._low, self._high = np.minimum(self._low, box[0]), np.maximum(self._high, box[1])


@njit(cache=True)
def _shows(x, y, forward, depth):
    """Whether a spot shows in the frame, by the depth where it would be."""
    height, width = depth.shape
    if not (forward > 0.05 and 0 <= x < width and 0 <= y < height):
        return False
    return abs(depth[int(y), int(x)] - forward) <= _DEEP


@njit(cache=True)
def _count(points, origin, axes, tan_x, tan_y, depth, box, within, beside):
    """Note of every spot that shows whether it lies within a box or beside it."""
    height, width = depth.shape
    for k in range(len(points)):
        x, y, forward = placed(points[k], origin, axes, tan_x, tan_y, width, height)
        if _shows(x, y, forward, depth):
            if box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1:
                within[k] += 1.0
            else:
                beside[k] += 1.0


@njit(cache=True)
def _shown(points, origin, axes, tan_x, tan_y, depth, within, beside):
    """The box around the thing's own spots that show; its left lies right of its right when there are none."""
    height, width = depth.shape
    x0 = y0 = np.inf
    x1 = y1 = -np.inf
    for k in range(len(points)):
        if within[k] > _MOSTLY * beside[k]:
            x, y, forward = placed(points[k], origin, axes, tan_x, tan_y, width, height)
            if _shows(x, y, forward, depth):
                half = _SPOT / 4 / forward * height / tan_y / 2
                x0, y0, x1, y1 = min(x0, x - half), min(y0, y - half), max(x1, x + half), max(y1, y + half)
    return x0, y0, x1, y1


@njit(cache=True)
def _named(points):
    """One point in each spot in which points lie, the first of them, and the names of the spots, in order."""
    names = np.empty(len(points), np.int64)
    for k in range(len(points)):
        name = 0
        for axis in range(3):
            name = name * _CELLS + np.int64(math.floor(points[k, axis] / _SPOT)) + _CELLS // 2
        names[k] = name
    order = np.argsort(names, kind="mergesort")
    first = np.empty(len(names), np.bool_)
    for k in range(len(order)):
        first[k] = k == 0 or names[order[k]] != names[order[k - 1]]
    chosen = order[first]
    return points[chosen], names[chosen]


@njit(cache=True)
def _common(one, two):
    """How many names are in both, each in order."""
    i = j = count = 0
    while i < len(one) and j < len(two):
        if one[i] == two[j]:
            count += 1
            i += 1
            j += 1
        elif one[i] < two[j]:
            i += 1
        else:
            j += 1
    return count


@njit(cache=True)
def _merged(count, known, points, names, within, beside):
    """Known spots and others, but for those that are known: all in order of their names, and the box of the others."""
    whole = len(known[1]) + count
    out = np.empty((whole, 3)), np.empty(whole, np.int64), np.empty(whole), np.empty(whole)
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    i = j = 0
    for k in range(whole):
        while j < len(names) and i < len(known[1]) and names[j] == known[1][i]:
            j += 1
        if j == len(names) or (i < len(known[1]) and known[1][i] < names[j]):
            out[0][k], out[1][k], out[2][k], out[3][k] = known[0][i], known[1][i], known[2][i], known[3][i]
            i += 1
            continue
        out[0][k], out[1][k], out[2][k], out[3][k] = points[j], names[j], within[j], beside[j]
        low, high = np.minimum(low, points[j]), np.maximum(high, points[j])
        j += 1
    return out[0], out[1], out[2], out[3], low, high
