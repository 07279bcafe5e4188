"""How far large things reach: what is theirs is seen within their boxes from wherever it is seen.

The box around a fridge shows the wall beside it as well, and from one place nobody can tell them apart. But the robot
knows where it stands: from the next place that wall shows beside the box. What is left is the thing (space carving,
after Kutulakos and Seitz 2000, with boxes in place of outlines).
"""

from __future__ import annotations

import numpy as np

from perception.scene_graph.lens import Lens

_CELL = 0.06  # metres; of what is seen in a cell of this size one point is kept
_SPAN = 4096  # cells along an axis, so that one number names a cell
_NEAR = 0.03  # metres a point may be before or behind what depth shows, and be that
_PAD = 1.5  # pixels around a box that still belong to it
_CLEARLY = 3.0  # a look that shows a point beside the box counts for so many that show it within
_SHARE = 0.8  # of the looks at a point that must have shown it within the box
_LOOKS = 2  # looks at a point that are needed, once there were so many from different places
_ENOUGH = 12  # points that must be left to say anything
_ENDS = (2, 98)  # percent


class CarvedHull:
    """The points of a room that may be a thing's, and how often each was seen within its box and beside it."""

    def __init__(self) -> None:
        self._cells: set[int] = set()
        self._points = np.zeros((0, 3))
        self._within, self._beside = np.zeros(0), np.zeros(0)
        self._from: tuple[float, ...] = ()
        self._looks = 0

    def look(self, lens: Lens, depth: np.ndarray, box: tuple[float, float, float, float], points: np.ndarray) -> None:
        """Take in one look, if it is from another place than the last one.

        Args:
            lens: Of the frame.
            depth: Its depth frame.
            box: Where in it the thing is.
            points: (n, 3) metres: what seems to be the thing.
        """
        here = tuple(lens.origin.round(2).tolist()) + tuple(lens.axes.round(2).ravel().tolist())
        if here == self._from:
            return
        self._looks += here[:3] != self._from[:3]
        self._from = here
        if len(self._points):
            x, y, forward = lens.project(self._points)
            ahead = (forward > 0.1) & (x >= 0) & (y >= 0) & (x < lens.width) & (y < lens.height)
            column, row = (np.where(ahead, v, 0).astype(int) for v in (x, y))
            seen = ahead & (np.abs(depth[row, column] - forward) <= _NEAR)
            inside = (x >= box[0] - _PAD) & (x <= box[2] + _PAD) & (y >= box[1] - _PAD) & (y <= box[3] + _PAD)
            self._within += seen & inside
            self._beside += _CLEARLY * (seen & ~inside)
        self._add(points)

    def _add(self, points: np.ndarray) -> None:
        cells = np.floor(points / _CELL).astype(np.int64) + _SPAN // 2
        names, first = np.unique((cells[:, 0] * _SPAN + cells[:, 1]) * _SPAN + cells[:, 2], return_index=True)
        new = [k for name, k in zip(names.tolist(), first.tolist(), strict=True) if name not in self._cells]
        self._cells.update(names.tolist())
        self._points = np.concatenate([self._points, points[new]])
        self._within = np.concatenate([self._within, np.ones(len(new))])
        self._beside = np.concatenate([self._beside, np.zeros(len(new))])

    def ends(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Lower and upper corner of what is left, metres; None when that is too little, or seen from one place only."""
        if self._looks < 2:
            return None
        looks = self._within + self._beside
        own = (self._within >= _SHARE * looks) & (looks >= min(_LOOKS, self._looks))
        if own.sum() < _ENOUGH:
            return None
        low, high = np.percentile(self._points[own], _ENDS, axis=0)
        return low, high
