"""What depth says about a place: a thing is still there, the place is seen to be empty, or it is hidden from view."""

from __future__ import annotations

from itertools import product
from typing import Protocol

import numpy as np

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
