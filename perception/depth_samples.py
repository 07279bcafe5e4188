"""Depth on grids over the boxes of a frame: which of it belongs to what a box is around, and which to what is nearer.

The surface of a thing is the nearest sizeable cluster of depths in the inner part of its box, other detections' smaller
boxes left out; what stands before it, and is known to be something else, is not the thing.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

SAMPLES = 24
"""Depth is read on a grid of at most so many points along each side of a box."""
INNER = 0.5
"""Share of a box's width and height, around its middle, in which the thing itself is looked for."""
NEAR_SHARE = 0.25
"""The nearest cluster of depths with at least this share of the inner part is the thing."""
_UNEXPLAINED = 0.15  # share of the inner part that must belong to no nearer thing to be looked at alone
_BEHIND = 0.3  # of its diagonal that a thing may go on behind what is seen in the middle
_ALONE = 0.1  # share of the inner part that must lie in no other box of its class to be looked at alone
_MINE = 0.15  # share of a box that must lie in no smaller one for those to be left out
_CROSS = 0.12  # share of a box's sides around its middle: seen aslant a board fills that, but not the corners
_FAR = 19.9  # metres; the depth frame ends at 20


class DepthSamples(NamedTuple):
    """What the boxes of a frame show about as far away as the thing that each is around, box after box.

    Attributes:
        x: (n,) pixels.
        y: (n,) pixels.
        depth: (n,) metres along the camera axis.
        own: (n,) bool: whether it is no farther than the thing goes on.
        inner: (n,) bool: whether it lies in the middle of the box and in no other box of its class.
        cross: (n,) bool: whether it lies near one of the box's axes.
        heart: (n,) bool: near both.
        starts: (boxes + 1,) where the samples of each box begin, and where the last one's end.
        seed: (boxes,) metres to the middle of the thing's surface.
    """

    x: np.ndarray
    y: np.ndarray
    depth: np.ndarray
    own: np.ndarray
    inner: np.ndarray
    cross: np.ndarray
    heart: np.ndarray
    starts: np.ndarray
    seed: np.ndarray


def depth_samples(frame: np.ndarray, boxes: np.ndarray, kinds: np.ndarray, usual: np.ndarray) -> DepthSamples:
    """Look at all boxes of a frame.

    Args:
        frame: (H, W) depth, metres.
        boxes: (boxes, 4) of (x0, y0, x1, y1) pixels, each partly in the frame.
        kinds: (boxes,) numbers; the same for boxes of the same class.
        usual: (boxes,) usual diagonals of these classes, metres.
    """
    x, y, depth, inner, cross, heart, starts = _sampled(frame, boxes, kinds)
    near, far = _ends(boxes, kinds, usual, x, y, depth, inner, starts)
    about, own, begins, seed = _about(near, far, usual, depth, inner, starts)
    return DepthSamples(x[about], y[about], depth[about], own, inner[about], cross[about], heart[about], begins, seed)


@njit(cache=True)
def _sampled(frame, boxes, kinds):
    """All samples of all boxes; which lie in the inner part, and where."""
    most, n = len(boxes) * SAMPLES * SAMPLES, 0
    x, y, depth = np.empty(most), np.empty(most), np.empty(most)
    inner, cross, heart = np.zeros(most, np.bool_), np.zeros(most, np.bool_), np.zeros(most, np.bool_)
    starts = np.zeros(len(boxes) + 1, np.int64)
    for k in range(len(boxes)):
        end = _read(frame, boxes, k, n, x, y, depth, inner, cross, heart)
        _choose_inner(boxes, kinds, k, x[n:end], y[n:end], inner[n:end])
        n = starts[k + 1] = end
    return x[:n], y[:n], depth[:n], inner[:n], cross[:n], heart[:n], starts


@njit(cache=True)
def _read(frame, boxes, k, n, x, y, depth, inner, cross, heart):
    """Read the samples of one box from place n on, those in smaller boxes before it left out where possible."""
    rows, high, down = _grid(boxes[k, 1], boxes[k, 3], frame.shape[0])
    columns, wide, across = _grid(boxes[k, 0], boxes[k, 2], frame.shape[1])
    before = boxes[_inside(boxes, k)]
    end = n
    for every in (False, True):
        end = n
        for r in range(len(rows)):
            for c in range(len(columns)):
                away, column, row = np.float64(frame[rows[r], columns[c]]), columns[c] + 0.5, rows[r] + 0.5
                if every or (away < _FAR and not _in_any(column, row, before)):
                    x[end], y[end], depth[end], inner[end] = column, row, away, wide[c] and high[r]
                    cross[end], heart[end] = across[c] or down[r], across[c] and down[r]
                    end += 1
        if (end - n) / (len(rows) * len(columns)) >= _MINE:
            return end
    return end


@njit(cache=True)
def _grid(start, stop, limit):
    """Up to ``SAMPLES`` pixel indices from start to stop, at least one; which lie near the middle, and which close."""
    first = min(max(math.floor(start), 0), limit - 1)
    last = min(max(math.ceil(stop) - 1, first), limit - 1)
    count = min(SAMPLES, last - first + 1)
    step = (last - first) / max(1, count - 1)
    places, near, close = np.empty(count, np.int64), np.empty(count, np.bool_), np.empty(count, np.bool_)
    for k in range(count):
        places[k] = np.int64(np.rint(k * step + first))
        beside = abs(places[k] + 0.5 - (start + stop) / 2)
        near[k] = beside <= INNER / 2 * (stop - start) + 0.5
        close[k] = beside / (stop - start) <= _CROSS
    return places, near, close


@njit(cache=True)
def _inside(boxes, k):
    """Smaller boxes whose middle lies in the box: what they are around stands before it or on it."""
    x0, y0, x1, y1 = boxes[k]
    found = np.zeros(len(boxes), np.bool_)
    for other in range(len(boxes)):
        x, y = (boxes[other, 0] + boxes[other, 2]) / 2, (boxes[other, 1] + boxes[other, 3]) / 2
        found[other] = other != k and _area(boxes[other]) < 0.5 * _area(boxes[k]) and x0 < x < x1 and y0 < y < y1
    return found


@njit(cache=True)
def _area(box):
    return (box[2] - box[0]) * (box[3] - box[1])


@njit(cache=True)
def _within(x, y, box):
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


@njit(cache=True)
def _in_any(x, y, boxes):
    k = 0
    while k < len(boxes) and not _within(x, y, boxes[k]):
        k += 1
    return k < len(boxes)


@njit(cache=True)
def _choose_inner(boxes, kinds, k, x, y, inner):
    """Of the middle keep what lies in this box alone: of drawers seen aslant one's box shows the next one too."""
    alike = kinds == kinds[k]
    alike[k] = False
    others = boxes[alike]
    if not inner.any():
        inner[:] = True
    least = max(4.0, _ALONE * inner.sum())
    alone = np.ones(len(x), np.bool_)
    if len(others):
        for i in range(len(x)):
            alone[i] = not _in_any(x[i], y[i], others)
    if (inner & alone).sum() >= least:
        inner &= alone
    elif alone.sum() >= least:
        inner[:] = alone


@njit(cache=True)
def _ends(boxes, kinds, usual, x, y, depth, inner, starts):
    """Depths between which the visible surface of what each box is around begins and ends in its inner part."""
    count = len(boxes)
    near, far = np.empty(count), np.empty(count)
    for k in range(count):
        part = slice(starts[k], starts[k + 1])
        near[k], far[k] = _cluster(depth[part][inner[part]], max(0.12, 0.2 * usual[k]))
    order = np.argsort(near, kind="mergesort")
    for place in range(1, count):
        k = order[place]
        part = slice(starts[k], starts[k + 1])
        free = inner[part].copy()
        for other in order[:place]:
            if _two_things(boxes, kinds, k, other):
                pad = 0.5 * (far[other] - near[other]) + 0.03
                least, most = near[other] - pad, far[other] + pad
                _leave_out(free, x[part], y[part], depth[part], boxes[other], least, most)
        if free.sum() >= max(1.0, _UNEXPLAINED * inner[part].sum()):
            near[k], far[k] = _cluster(depth[part][free], max(0.12, 0.2 * usual[k]))
    return near, far


@njit(cache=True)
def _two_things(boxes, kinds, k, other):
    """Whether two boxes are around two things: of different classes, or with less than half in common."""
    if kinds[k] != kinds[other]:
        return True
    wide = min(boxes[k, 2], boxes[other, 2]) - max(boxes[k, 0], boxes[other, 0])
    high = min(boxes[k, 3], boxes[other, 3]) - max(boxes[k, 1], boxes[other, 1])
    return min(wide, high) <= 0 or wide * high < 0.5 * min(_area(boxes[k]), _area(boxes[other]))


@njit(cache=True)
def _leave_out(free, x, y, depth, box, least, most):
    """Leave out what lies in a box at some depth."""
    for i in range(len(free)):
        if free[i] and least <= depth[i] <= most and _within(x[i], y[i], box):
            free[i] = False


@njit(cache=True)
def _cluster(depth, gap):
    """Ends of the nearest cluster of depths that holds ``NEAR_SHARE`` of them, else of the largest."""
    ordered = np.sort(depth)
    first, begin, end = 0, 0, 0
    for k in range(1, len(ordered) + 1):
        if k < len(ordered) and ordered[k] - ordered[k - 1] <= gap:
            continue
        if k - first > end - begin:
            begin, end = first, k
        if k - first >= NEAR_SHARE * len(ordered):
            return ordered[first], ordered[k - 1]
        first = k
    return ordered[begin], ordered[end - 1]


@njit(cache=True)
def _about(near, far, usual, depth, inner, starts):
    """Which samples lie about as far away as the things, and which no farther than they go on."""
    about, own = np.zeros(len(depth), np.bool_), np.zeros(len(depth), np.bool_)
    begins, seed = np.zeros_like(starts), np.empty(len(near))
    for k in range(len(near)):
        part = slice(starts[k], starts[k + 1])
        away = depth[part]
        seed[k] = _median(away[inner[part] & (away >= near[k]) & (away <= far[k])])
        # A slanted surface goes on beyond the inner half as far as within it; a round one by half its thickness.
        pad = 0.5 * (far[k] - near[k]) + min(0.05, 0.25 * usual[k])
        about[part] = (away >= near[k] - pad) & (away <= far[k] + pad + _BEHIND * usual[k])
        own[part] = (away >= near[k] - pad) & (away <= far[k] + pad)
        begins[k + 1] = begins[k] + about[part].sum()
    return about, own[about], begins, seed


@njit(cache=True)
def _median(values):
    ordered = np.sort(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
