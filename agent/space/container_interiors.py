"""What of a container's inside a look shows: through its open front, or from above over its rim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from agent.belief.state import Belief, Thing
from agent.space import rays
from agent.space.navigation import HORIZONS, YAWS, Routes, Stand
from agent.space.sightlines import FINE, MARGIN, near, occluders
from envs.pocket.scene import AgentPose, Box, Cell
from envs.pocket.world.visibility import EYE
from envs.simulator import GRID

OPEN_ABOVE = frozenset({"Drawer", "Box", "GarbageCan", "LaundryHamper"})
"""What one looks into from above; the other containers open to the front."""
_PULLED, _MOST = 0.8, 0.35
"""How far an open drawer comes out: that share of its depth, at most so many metres."""
_FLAPS = 1.28
"""How high the flaps of an open box reach, as a share of its height."""
_WALL = 0.02
_WALKING = 0.3  # in front of a door there is a place to stand about so far away, metres
_TIE = 0.1  # sides whose marks differ by less may both be the front
_TOP = (1, 1)
_SIDES = ((0, -1), (0, 1), (2, -1), (2, 1))
_CONTENT = (0.66, 0.9, 0.66)
"""How much of its box a thing in there fills, so that it hides what is behind it."""
_WAY = 3.0
_FLAT = np.array([1.0, 0.0, 1.0])
_YAWS, _HORIZONS = np.array(YAWS, dtype=np.float64), np.array(HORIZONS, dtype=np.float64)
_CUBE = np.stack(np.meshgrid(FINE, FINE, FINE, indexing="ij"), axis=-1).reshape(-1, 3)
GRID_OF = (len(FINE),) * 3
"""How an inside is sampled: so many points along x, y (from the ground up) and z."""


@dataclass(frozen=True)
class Interior:
    """The hollow of an open container.

    Attributes:
        low: Lower corner, metres; of a drawer as it is drawn out.
        high: Upper corner.
        ways: Open faces, as (axis, side).
        still_covered: (axis, side, plane) of the piece of furniture from under which a drawer came.
    """

    low: np.ndarray
    high: np.ndarray
    ways: tuple[tuple[int, int], ...]
    still_covered: tuple[int, int, float] | None = None

    def points(self) -> np.ndarray:
        """(125, 3) points in there; reshaped to ``GRID_OF`` they are a grid."""
        return self.low + (self.high - self.low) * _CUBE

    def open_to(self, eyes: np.ndarray) -> np.ndarray:
        """(n, 125) Which points' line to each of n eyes leaves through an open face."""
        ways = np.array(self.ways, dtype=np.float64).reshape(-1, 2)
        cover = np.array((0.0, 0.0, 0.0) if self.still_covered is None else self.still_covered, dtype=np.float64)
        return rays.through(eyes, self.points(), self.low, self.high, ways, cover)


def inside_of(belief: Belief, thing: Thing, box: Box) -> Interior:
    """The hollow of an open container whose box is known."""
    low, high = np.array(box.low), np.array(box.high)
    if thing.object_type not in OPEN_ABOVE:
        return Interior(low + _WALL, high - _WALL, _fronts(belief, box))
    if thing.object_type == "Drawer":
        axis, side = _fronts(belief, box)[0]
        pulled = np.zeros(3)
        pulled[axis] = side * min(_MOST, _PULLED * (high[axis] - low[axis]))
        plane = float(high[axis] if side > 0 else low[axis])
        return Interior(low + pulled + _WALL * np.array([1, 0, 1]), high + pulled - _WALL, (_TOP,), (axis, side, plane))
    middle, half = (low + high) / 2, (high - low) / 2
    if thing.object_type == "Box":
        half[[0, 2]] *= 0.74
        high[1] = low[1] + _FLAPS * (high[1] - low[1])
    else:
        half[[0, 2]] *= 0.84
    flat = np.array([1, 0, 1])
    return Interior(np.where(flat, middle - half, low), np.where(flat, middle + half, high), (_TOP,))


def _fronts(belief: Belief, box: Box) -> tuple[tuple[int, int], ...]:
    return _fronts_of(belief.cells, belief.outline, box.low, box.high)


@lru_cache(maxsize=4096)
def _fronts_of(
    cells: frozenset[Cell],
    outline: tuple[float, float, float, float],
    low: tuple[float, float, float],
    high: tuple[float, float, float],
) -> tuple[tuple[int, int], ...]:
    """The sides that may be the front, likeliest first: there is a place to stand before it, and a wall behind it."""
    places = GRID * np.array(sorted(cells), dtype=np.float64).reshape(-1, 2)
    walls = dict(zip(_SIDES, (outline[0], outline[2], outline[1], outline[3]), strict=True))
    marks = []
    for axis, side in _SIDES:
        before = (np.array(low) + np.array(high)) / 2
        before[axis] = (high[axis] + _WALKING) if side > 0 else (low[axis] - _WALKING)
        room = float(np.hypot(*(places - before[[0, 2]]).T).min()) if len(places) else 0.0
        back = low[axis] if side > 0 else high[axis]
        marks.append((room + 0.5 * min(1.0, abs(back - walls[axis, -side])), (axis, side)))
    marks.sort()
    return tuple(side for mark, side in marks if mark < marks[0][0] + _TIE)


def _contents(belief: Belief, thing: Thing) -> tuple[np.ndarray, np.ndarray]:
    """Low and high corners of what is known to be in there."""
    boxes = [t.box for t in belief.within(thing.object_id) if t.box is not None]
    low, high = np.array([b.low for b in boxes]).reshape(-1, 3), np.array([b.high for b in boxes]).reshape(-1, 3)
    middle, half = (low + high) / 2, (high - low) / 2 * np.array(_CONTENT)
    return middle - half, middle + half


def _clear(belief: Belief, thing: Thing, inside: Interior, eyes: np.ndarray) -> np.ndarray:
    """(n, 125) Which points nothing hides from n eyes, whichever way these look."""
    low, high = occluders(belief, thing)
    if thing.object_type not in OPEN_ABOVE:
        more = _contents(belief, thing)
        low, high = np.concatenate([low, more[0]]), np.concatenate([high, more[1]])
    points = np.repeat(inside.points()[None], len(eyes), axis=0)
    return inside.open_to(eyes) & rays.unhidden(eyes, points, low, high)


def seen_inside(belief: Belief, thing: Thing, pose: AgentPose) -> np.ndarray:
    """(125,) Which points of an open container's inside should be seen from a pose."""
    if thing.box is None:
        return np.zeros(np.prod(GRID_OF), dtype=np.bool_)
    inside = inside_of(belief, thing, thing.box)
    eye = np.array([[pose.x, pose.y + EYE, pose.z]])
    framed = rays.pictured(eye, inside.points()[None], pose.yaw, pose.horizon, 1.0)
    return (framed & _clear(belief, thing, inside, eye))[0] if framed.any() else framed[0]


def share(seen: np.ndarray) -> np.ndarray:
    """(…) How much of an inside was seen, of (…, 125) points: mostly that of the height of which least was seen."""
    layers = seen.reshape(*seen.shape[:-1], *GRID_OF).mean(axis=(-3, -1))
    return 0.7 * layers.min(axis=-1) + 0.3 * layers.mean(axis=-1)


def best_look(belief: Belief, thing: Thing, seen: np.ndarray, routes: Routes, reach: float) -> Stand | None:
    """The pose that shows most of what has not been seen of a container's inside, for its way; None when none does.

    Args:
        belief: What is known.
        thing: The container, open.
        seen: (125,) what has been seen of it.
        routes: From the present pose.
        reach: How far away its inside may begin, metres.
    """
    if thing.box is None:
        return None
    inside = inside_of(belief, thing, thing.box)
    flat = (inside.low * _FLAT, inside.high * _FLAT)
    cells = near(routes.cells(), 0.0, *flat, reach)
    if not cells:
        return None
    eyes = np.array([(GRID * x, belief.pose.y + EYE, GRID * z) for x, z in cells])
    clear = _clear(belief, thing, inside, eyes)
    after = rays.grid_shares(eyes, inside.points(), clear, seen, len(FINE), _YAWS, _HORIZONS, MARGIN)
    more, ways = after - share(seen), routes.costs(cells)
    best, where = 0.0, None
    for k, h, c in zip(*(i.tolist() for i in np.nonzero(more > 1e-6)), strict=True):
        value = float(more[k, h, c]) / (float(ways[c, k]) + abs(HORIZONS[h] - belief.pose.horizon) / 30 + _WAY)
        if value > best:
            best, where = value, Stand(cells[c], YAWS[k], HORIZONS[h])
    return where
