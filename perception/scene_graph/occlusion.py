"""What depth says about a place: a thing is still there, the place is seen to be empty, or it is hidden from view.

And of what may belong to a thing: where in the frame it must show.
"""

from __future__ import annotations

from itertools import product
from typing import Protocol

import numpy as np

from perception.detector.detection import PixelBox
from perception.scene_graph.lens import Lens

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
    size = np.maximum(thing.high - thing.low, 0.02)
    x, y, forward = lens.project(thing.center + _GRID * size)
    inside = (x > _EDGE) & (x < lens.width - _EDGE) & (y > _EDGE) & (y < lens.height - _EDGE) & (forward > 0.1)
    if inside.mean() < 0.9 or not _findable(float(size.max()), float(forward[_CENTER]), lens):
        return HIDDEN
    seen = depth[y[inside].astype(int), x[inside].astype(int)]
    away = seen - forward[inside]
    half = 0.5 * float(np.abs(lens.axes[2]) @ size)
    # No point within a solid thing is looked past. Hollow ones may be: the caller asks only when nothing was detected.
    if (away > 0.3 * half + 0.02).mean() >= 0.6 and np.linalg.norm(size) <= _SMALL:
        return GONE
    return THERE if (np.abs(away) <= half + 0.03).mean() >= 0.5 else HIDDEN


def _findable(size: float, forward: float, lens: Lens) -> bool:
    return forward <= _FAR and size / forward * min(lens.height, _DETECTED) / lens.tan_y / 2 >= _LEAST


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
        self._points, self._names = np.zeros((0, 3)), np.zeros(0, np.int64)
        self._within, self._beside = np.zeros(0), np.zeros(0)

    def take(self, points: np.ndarray, box: PixelBox, lens: Lens, depth: np.ndarray) -> None:
        """Take in one look at the thing.

        Args:
            points: (n, 3) metres, what its box shows.
            box: The box, pixels.
            lens: Of the frame.
            depth: Its depth frame.
        """
        x, y, _, shows = self._seen(lens, depth)
        inside = (x >= box[0] - 1) & (x <= box[2] + 1) & (y >= box[1] - 1) & (y <= box[3] + 1)
        self._within += shows & inside
        self._beside += shows & ~inside
        names, where = np.unique(_names(points), return_index=True)
        new = ~np.isin(names, self._names)
        self._add(points[where[new]], names[new], np.ones(int(new.sum())), np.zeros(int(new.sum())))

    def join(self, other: SpotHull) -> None:
        """Take in all looks at what turned out to be the same thing."""
        new = ~np.isin(other._names, self._names)
        self._add(other._points[new], other._names[new], other._within[new], other._beside[new])

    def shown(self, lens: Lens, depth: np.ndarray | None) -> PixelBox | None:
        """Where in the frame the thing must show, (x0, y0, x1, y1) pixels; None where nothing of it does."""
        if depth is None:
            return None
        x, y, forward, shows = self._seen(lens, depth)
        mine = shows & self._mine
        if not mine.any():
            return None
        x, y, half = x[mine], y[mine], _SPOT / 4 / forward[mine] * lens.height / lens.tan_y / 2
        x0, y0 = (max(0.0, float((v - half).min())) for v in (x, y))
        x1, y1 = (float((v + half).max()) for v in (x, y))
        return x0, y0, min(float(lens.width), x1), min(float(lens.height), y1)

    def common(self, other: SpotHull) -> float:
        """How much of the smaller one of two is common, 0 to 1."""
        one, two = self._names[self._mine], other._names[other._mine]
        return float(np.isin(one, two).sum()) / max(1, min(len(one), len(two)))

    @property
    def _mine(self) -> np.ndarray:
        return self._within > _MOSTLY * self._beside

    def _add(self, points: np.ndarray, names: np.ndarray, within: np.ndarray, beside: np.ndarray) -> None:
        self._points, self._names = np.concatenate([self._points, points]), np.concatenate([self._names, names])
        self._within, self._beside = np.concatenate([self._within, within]), np.concatenate([self._beside, beside])

    def _seen(self, lens: Lens, depth: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Where every spot is in the frame, pixels and metres ahead, and whether it shows there."""
        x, y, forward = lens.project(self._points)
        shows = (forward > 0.05) & (x >= 0) & (x < lens.width) & (y >= 0) & (y < lens.height)
        columns, rows = np.clip(x, 0, lens.width - 1).astype(int), np.clip(y, 0, lens.height - 1).astype(int)
        return x, y, forward, shows & (np.abs(depth[rows, columns] - forward) <= _DEEP)


def _names(points: np.ndarray) -> np.ndarray:
    """The spots in which points lie."""
    cells = np.floor(points / _SPOT).astype(np.int64) + _CELLS // 2
    return (cells[:, 0] * _CELLS + cells[:, 1]) * _CELLS + cells[:, 2]
