"""What changed between two frames: where, and close-ups of it before and after.

An interaction leaves the camera where it is, so that all that changes is what was handled, what is in the hand and
their shadows; a motion changes nearly everything. Close-ups of the changed places show small things large.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from perception.detector.detection import PixelBox
from perception.recognizer.sequences import SIDE, shrunk

CLOSE = 48
"""Width and height of a close-up, pixels."""
WIDE = 64
"""Width and height of the view around the changed place, and of the small whole frame, pixels."""
REGIONS = 2
"""Of so many changed places close-ups are taken, the largest first."""

_DIFFERENT = 10  # grey levels; shading of an unchanged pixel never differs by more between two renderings
_NOISE = 4.0  # a camera's grain differs by the median in half of the pixels, and never by so many times the median
_LARGEST = 45  # grey levels: when the camera has moved, the median says nothing about grain
_CELL = 8
_GRID = SIDE // _CELL
_EVERYWHERE = 0.85  # share of the frame around all changes from which on the camera, or the light, has changed
_SMALLEST = 32  # pixels of the frame; a close-up of less would show blocks
_AROUND = 1.3
_WIDELY = 3.0
_HAND = (0.25 * SIDE, 0.42 * SIDE, 0.75 * SIDE, 0.92 * SIDE)  # where the held thing is seen


@dataclass(frozen=True)
class FrameChange:
    """What differs between two frames.

    Attributes:
        mask: (SIDE, SIDE) bool, the pixels that differ.
        everywhere: Whether the change spreads over nearly the whole frame: the camera moved, or the light changed.
        boxes: Around the largest changed places, pixels; empty when ``everywhere`` or when nothing changed.
    """

    mask: np.ndarray
    everywhere: bool
    boxes: tuple[PixelBox, ...]

    @property
    def local(self) -> bool:
        """Whether something changed while the rest stayed as it was."""
        return bool(self.boxes)


def change(before: np.ndarray, after: np.ndarray) -> FrameChange:
    """Compare two frames of ``SIDE`` pixels a side."""
    apart = np.where(before > after, before - after, after - before)
    apart = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])
    mask = apart > np.clip(_NOISE * float(np.median(apart)), _DIFFERENT, _LARGEST)
    counts = mask.reshape(_GRID, _CELL, _GRID, _CELL).sum(axis=(1, 3))
    cells = counts >= 2
    if not cells.any():
        cells = counts >= 1
    if not cells.any():
        return FrameChange(mask, False, ())
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    extent = (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1) / cells.size
    if extent > _EVERYWHERE:
        return FrameChange(mask, True, ())
    places = sorted(_places(cells), key=lambda place: (-sum(int(counts[c]) for c in place), place))
    return FrameChange(mask, False, tuple(_tight(mask, place) for place in places[:REGIONS]))


def close_ups(before: np.ndarray, after: np.ndarray, found: FrameChange) -> tuple[np.ndarray, np.ndarray]:
    """Views of a local change.

    Returns:
        (REGIONS + 1, CLOSE, CLOSE, 6) uint8, before and after side by side in the channels, of each changed place
        (black where there are fewer) and of the hand; (WIDE, WIDE, 6) uint8 around the last of the places, since the
        largest one is mostly what is in the hand.
    """
    near = np.zeros((REGIONS + 1, CLOSE, CLOSE, 6), np.uint8)
    both = np.concatenate([before, after], axis=2)
    for k, box in enumerate(found.boxes):
        near[k] = _cut(both, box, _AROUND, CLOSE)
    near[REGIONS] = _cut(both, _HAND, 1.0, CLOSE)
    return near, _cut(both, found.boxes[-1], _WIDELY, WIDE)


def geometry(found: FrameChange) -> np.ndarray:
    """Where the changed places are: (3 + 5 · REGIONS,) float32, shares of the frame."""
    values = [float(found.mask.mean()), float(found.everywhere), float(found.local)]
    for k in range(REGIONS):
        box = found.boxes[k] if k < len(found.boxes) else None
        values += [0.0] * 5 if box is None else [1.0, *(edge / SIDE for edge in box)]
    return np.array(values, np.float32)


def changed_share(mask: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Which share of each box has changed: (n,) float32 for (n, 4) boxes in shares of the frame."""
    sums = _sums(mask)
    low = np.clip(np.floor(boxes[:, :2] * SIDE).astype(int), 0, SIDE - 1)
    high = np.clip(np.ceil(boxes[:, 2:] * SIDE).astype(int), low + 1, SIDE)
    (x0, y0), (x1, y1) = low.T, high.T
    inside = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
    return (inside / ((x1 - x0) * (y1 - y0))).astype(np.float32)


@njit(cache=True)
def _sums(mask):
    """(rows + 1, columns + 1): how many pixels above and to the left of each place are in a mask."""
    sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), np.int64)
    for y in range(mask.shape[0]):
        row = 0
        for x in range(mask.shape[1]):
            row += mask[y, x]
            sums[y + 1, x + 1] = sums[y, x + 1] + row
    return sums


def relations(found: FrameChange, boxes: np.ndarray) -> np.ndarray:
    """How boxes lie to the changed places: (n, 3 · REGIONS) float32 for (n, 4) boxes in shares of the frame.

    For each place: which share of it lies in the box, which share of the box it fills, and how far down the box it ends
    (0 top, 1 bottom). What something was put on contains the place where it appeared, and ends below it.
    """
    values = np.zeros((len(boxes), 3 * REGIONS), np.float32)
    areas = np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1e-6)
    for k, place in enumerate(np.array(found.boxes, np.float32) / SIDE):
        low, high = np.maximum(boxes[:, :2], place[:2]), np.minimum(boxes[:, 2:], place[2:])
        shared = np.clip(high - low, 0, None).prod(axis=1)
        down = (place[3] - boxes[:, 1]) / np.maximum(boxes[:, 3] - boxes[:, 1], 1e-6)
        size = max(float((place[2] - place[0]) * (place[3] - place[1])), 1e-6)
        values[:, 3 * k : 3 * k + 3] = np.stack([shared / size, shared / areas, np.clip(down, -1, 2)], axis=1)
    return values


def _places(cells: np.ndarray) -> list[list[tuple[int, int]]]:
    """Cells that touch, also at a corner, belong together."""
    left = {(int(y), int(x)) for y, x in np.argwhere(cells)}
    places = []
    while left:
        edge = [min(left)]
        left.discard(edge[0])
        place = []
        while edge:
            y, x = edge.pop()
            place.append((y, x))
            around = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= around
            edge += sorted(around)
        places.append(sorted(place))
    return places


def _tight(mask: np.ndarray, place: list[tuple[int, int]]) -> PixelBox:
    """The box around the changed pixels of some cells."""
    cells = np.zeros((_GRID, _GRID), bool)
    cells[tuple(np.array(place).T)] = True
    ys, xs = np.nonzero(mask & cells.repeat(_CELL, axis=0).repeat(_CELL, axis=1))
    return float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)


def _cut(frame: np.ndarray, box: PixelBox, factor: float, side: int) -> np.ndarray:
    """A square of the frame around a box, moved inwards where it would stick out, at another size."""
    x0, y0, x1, y1 = box
    size = min(SIDE, max(_SMALLEST, round(max(x1 - x0, y1 - y0) * factor)))
    left = min(max(0, round((x0 + x1 - size) / 2)), SIDE - size)
    top = min(max(0, round((y0 + y1 - size) / 2)), SIDE - size)
    return shrunk(frame[top : top + size, left : left + size], side)
