"""Compiled geometry: which points a look shows, which bodies hide, what it costs to go where.

Plain functions over arrays, so that a decision takes milliseconds; what they mean is said where they are used
(``sightlines``, ``container_interiors``, ``survey``, ``navigation``).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

FAR = 1 << 30
"""Cost of what cannot be reached."""
_NEAR = 1.49  # how far from the eye a point may lie, horizontally, metres
_AHEAD = 0.06  # how far in front of the camera a point must lie, metres


@njit(cache=True)
def _enters(eye, x, y, z, low, high, b):
    """Whether the line from the eye to a point passes through body b, not just at its ends."""
    enter, leave = -np.inf, np.inf
    for a in range(3):
        way = (x if a == 0 else y if a == 1 else z) - eye[a]
        if abs(way) < 1e-9:
            way = 1e-9
        first, last = (low[b, a] - eye[a]) / way, (high[b, a] - eye[a]) / way
        if first > last:
            first, last = last, first
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave and enter < 0.97 and leave > 0.02


@njit(cache=True)
def unhidden(eyes, points, low, high):
    """(n, m) True where no body lies between eye n and its point m.

    Args:
        eyes: (n, 3) metres.
        points: (n, m, 3).
        low: (b, 3) lower corners of the bodies.
        high: (b, 3) upper corners.
    """
    out = np.ones(points.shape[:2], dtype=np.bool_)
    for n in range(points.shape[0]):
        for m in range(points.shape[1]):
            for b in range(low.shape[0]):
                if _enters(eyes[n], points[n, m, 0], points[n, m, 1], points[n, m, 2], low, high, b):
                    out[n, m] = False
                    break
    return out


@njit(cache=True)
def behind(eye, points, low, high):
    """(m,) True where a body lies between the eye and a point that is not above, below or in that body."""
    out = np.zeros(len(points), dtype=np.bool_)
    for m in range(len(points)):
        x, y, z = points[m, 0], points[m, 1], points[m, 2]
        for b in range(low.shape[0]):
            own = low[b, 0] <= x <= high[b, 0] and low[b, 2] <= z <= high[b, 2]
            if not own and _enters(eye, x, y, z, low, high, b):
                out[m] = True
                break
    return out


@njit(cache=True)
def _pictured(dx, dy, dz, cy, sy, ch, sh, margin):
    """Whether an offset from the eye is in the picture (square, 90 degrees) and near enough."""
    right = dx * cy - dz * sy
    ahead = dx * sy + dz * cy
    forward = ahead * ch - dy * sh
    up = ahead * sh + dy * ch
    edge = margin * forward
    return forward > _AHEAD and abs(right) < edge and abs(up) < edge and math.hypot(dx, dz) <= _NEAR


@njit(cache=True)
def pictured(eyes, points, yaw, horizon, margin):
    """(n, m) Which points are in the picture from eye n looking in a direction, degrees."""
    cy, sy = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    ch, sh = math.cos(math.radians(horizon)), math.sin(math.radians(horizon))
    out = np.zeros(points.shape[:2], dtype=np.bool_)
    for n in range(points.shape[0]):
        for m in range(points.shape[1]):
            x, y, z = points[n, m, 0] - eyes[n, 0], points[n, m, 1] - eyes[n, 1], points[n, m, 2] - eyes[n, 2]
            out[n, m] = _pictured(x, y, z, cy, sy, ch, sh, margin)
    return out


@njit(cache=True)
def shares(eyes, points, clear, yaws, horizons, margin):
    """(yaws, horizons, n) Share of its points that each eye sees when it looks in each direction."""
    out = np.zeros((len(yaws), len(horizons), points.shape[0]))
    for k in range(len(yaws)):
        cy, sy = math.cos(math.radians(yaws[k])), math.sin(math.radians(yaws[k]))
        for h in range(len(horizons)):
            ch, sh = math.cos(math.radians(horizons[h])), math.sin(math.radians(horizons[h]))
            for n in range(points.shape[0]):
                seen = 0
                for m in range(points.shape[1]):
                    if clear[n, m]:
                        x = points[n, m, 0] - eyes[n, 0]
                        y = points[n, m, 1] - eyes[n, 1]
                        z = points[n, m, 2] - eyes[n, 2]
                        seen += _pictured(x, y, z, cy, sy, ch, sh, margin)
                out[k, h, n] = seen / points.shape[1]
    return out


@njit(cache=True)
def _grid_share(seen, side):
    """How much of a cube of side³ points was seen: mostly that of the height (middle axis) of which least was."""
    least, total = side * side, 0
    for y in range(side):
        layer = 0
        for x in range(side):
            for z in range(side):
                layer += seen[(x * side + y) * side + z]
        least, total = min(least, layer), total + layer
    return 0.7 * least / (side * side) + 0.3 * total / (side * side * side)


@njit(cache=True)
def grid_shares(eyes, points, clear, seen, side, yaws, horizons, margin):
    """(yaws, horizons, n) How much of a cube of points will have been seen after a look from each eye.

    Args:
        eyes: (n, 3) metres.
        points: (side³, 3) metres.
        clear: (n, side³) what nothing hides from each eye.
        seen: (side³,) what has been seen before.
        side: Points along each axis.
        yaws: Headings, degrees.
        horizons: Degrees, down is positive.
        margin: Share of the half image that counts.
    """
    out = np.zeros((len(yaws), len(horizons), eyes.shape[0]))
    now = np.zeros(points.shape[0], dtype=np.bool_)
    for k in range(len(yaws)):
        cy, sy = math.cos(math.radians(yaws[k])), math.sin(math.radians(yaws[k]))
        for h in range(len(horizons)):
            ch, sh = math.cos(math.radians(horizons[h])), math.sin(math.radians(horizons[h]))
            for n in range(eyes.shape[0]):
                for m in range(points.shape[0]):
                    x, y, z = points[m, 0] - eyes[n, 0], points[m, 1] - eyes[n, 1], points[m, 2] - eyes[n, 2]
                    now[m] = seen[m] or (clear[n, m] and _pictured(x, y, z, cy, sy, ch, sh, margin))
                out[k, h, n] = _grid_share(now, side)
    return out


@njit(cache=True)
def through(eyes, points, low, high, ways, cover):
    """(n, m) Which points' line to each eye leaves a hollow box through an open face.

    Args:
        eyes: (n, 3) metres.
        points: (m, 3) in the box.
        low: (3,) its lower corner.
        high: (3,) its upper corner.
        ways: (w, 2) open faces, as axis and side (-1 or 1).
        cover: (3,) axis, side and plane of what still covers part of it; side 0 when nothing does.
    """
    out = np.zeros((len(eyes), len(points)), dtype=np.bool_)
    for n in range(len(eyes)):
        for m in range(len(points)):
            face, least, sign = 0, np.inf, 0.0
            for a in range(3):
                way = eyes[n, a] - points[m, a]
                if abs(way) < 1e-9:
                    way = 1e-9
                leave = ((high[a] if way > 0 else low[a]) - points[m, a]) / way
                if leave < least:
                    face, least, sign = a, leave, math.copysign(1.0, way)
            for w in range(len(ways)):
                out[n, m] |= ways[w, 0] == face and ways[w, 1] == sign
            if cover[1] != 0.0:
                a = int(cover[0])
                way = eyes[n, a] - points[m, a]
                if abs(way) < 1e-9:
                    way = 1e-9
                out[n, m] &= cover[1] * (points[m, a] + least * way - cover[2]) > 0
    return out


@njit(cache=True)
def spread(beside, start, turn, prices):
    """Cheapest ways from one state to all others; a state is a cell and one of four headings, ``4 * cell + heading``.

    Of equally cheap ways the one is taken that comes through the lowest numbers.

    Args:
        beside: (cells, 4) the cell to the north, east, south and west, -1 where one cannot step.
        start: State to begin in.
        turn: Cost of a quarter turn.
        prices: (4,) costs of stepping ahead, right, back and left.

    Returns:
        (states,) costs, ``FAR`` where there is no way; (states,) the state before, -1 at the start.
    """
    total = 4 * len(beside)
    cost, came = np.full(total, FAR, dtype=np.int64), np.full(total, -1, dtype=np.int64)
    cost[start] = 0
    level, last = 0, 0
    while level <= last:
        for state in range(total):
            if cost[state] != level:
                continue
            cell, heading = state // 4, state % 4
            for move in range(6):
                if move < 2:
                    there = 4 * cell + (heading + (3 if move == 0 else 1)) % 4
                    price = turn
                else:
                    side = move - 2
                    if beside[cell, (heading + side) % 4] < 0:
                        continue
                    there, price = 4 * beside[cell, (heading + side) % 4] + heading, prices[side]
                if level + price < cost[there]:
                    cost[there], came[there] = level + price, state
                    last = max(last, level + price)
        level += 1
    return cost, came
