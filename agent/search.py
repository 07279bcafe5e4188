"""Looking for things: where the agent has not looked yet, and which closed containers may hold what it needs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from agent.belief import Belief, Thing
from agent.common_sense import is_container, share_in
from agent.navigation import LEVEL, UNIT, YAWS, Routes, Stand
from agent.sightline import behind, in_view
from envs.pocket.scene import AgentPose, Cell
from envs.simulator import GRID

RADIUS = 1.49
"""How far small things are noticed, metres."""
_BLIND = 0.3  # what is closer than this lies at the agent's feet, below the image
_HALF_ANGLE = np.radians(42.0)
FLOOR_WORTH = 0.2
"""Worth of a look at bare floor, in looks at furniture: few things lie about on the floor."""
ENOUGH = 0.9
"""A look that uncovers less than this much is not worth the way."""
LOOKS = 3
"""How often one looks at a place that something stands in front of, from different poses, before giving it up."""
_HEIGHT = 0.5  # of what may lie hidden behind furniture, metres
_WAY = 3.0
UNSEEN = 0.15
"""Share of a container's inside that may stay unseen: its farthest corners."""
PASSES = (LEVEL, 0, 60)
"""Horizons of the rounds: the usual one, then for high shelves, then for what lies low."""


class Survey:
    """Which parts of the room have been looked at.

    Args:
        belief: What is known; its map and the agent's pose are read.
    """

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._cells = sorted(belief.cells)
        self._points = _points(self._cells, belief.outline)
        self._worth = np.where(_walkable(self._points, belief.cells), FLOOR_WORTH, 1.0)
        self._covers = _coverage(self._cells, self._points)
        self._worth *= self._covers.any(axis=(0, 1))
        self._round = 0
        self._left = np.full(len(self._points), LOOKS)
        self._used = np.zeros(self._covers.shape[:2], dtype=np.bool_)

    @property
    def horizon(self) -> int:
        """At which horizon this round looks, degrees."""
        return PASSES[min(self._round, len(PASSES) - 1)]

    @property
    def round(self) -> int:
        """How often the whole room has been looked at."""
        return self._round

    def look(self, pose: AgentPose) -> None:
        """The agent has looked from this pose."""
        if round(pose.horizon) == self.horizon and pose.cell in self._belief.cells:
            c, k = self._cells.index(pose.cell), round(pose.yaw / 90) % 4
            if not self._used[c, k]:
                self._used[c, k] = True
                self._look_at(np.flatnonzero(self._covers[c, k] & (self._left > 0)), pose)

    def _look_at(self, which: np.ndarray, pose: AgentPose) -> None:
        points = np.insert(self._points[which], 1, pose.y - 0.9 + _HEIGHT, axis=1)
        hidden = behind(self._belief, points, pose)
        self._left[which] -= np.where(hidden, 1, LOOKS)

    def unsee(self, low: Iterable[float], high: Iterable[float]) -> None:
        """Something must be there that was not found: that area counts as not looked at any more."""
        (x0, _, z0), (x1, _, z1) = low, high
        x, z = self._points[:, 0], self._points[:, 1]
        near = (x >= x0 - 0.1) & (x <= x1 + 0.1) & (z >= z0 - 0.1) & (z <= z1 + 0.1)
        self._left[near] = LOOKS
        self._used &= ~self._covers[:, :, near].any(axis=2)

    def next(self, routes: Routes) -> Stand | None:
        """The pose whose look is most worth its way; None when the whole room has been seen in this round."""
        gain = np.where(self._used, 0.0, self._covers @ (self._worth * (self._left > 0)))
        best, where = 0.0, None
        for c, k in zip(*np.nonzero(gain >= ENOUGH), strict=True):
            value = gain[c, k] / (routes.cost(self._cells[c], YAWS[k]) + _WAY)
            if value > best:
                best, where = value, Stand(self._cells[c], YAWS[k], self.horizon)
        return where

    def again(self) -> bool:
        """Begin another round at another horizon; False when every round has been made."""
        if self._round + 1 >= len(PASSES):
            return False
        self._round += 1
        self._left[:] = np.where(self._worth > FLOOR_WORTH, LOOKS, 0)
        self._used[:] = False
        return True


def _points(cells: list[Cell], outline: tuple[float, float, float, float]) -> np.ndarray:
    """(n, 2) lattice points of the room that can be seen from somewhere, as (x, z) in metres."""
    margin = int(RADIUS / GRID)
    found = {(x + i, z + k) for x, z in cells for i in range(-margin, margin + 1) for k in range(-margin, margin + 1)}
    points = GRID * np.array(sorted(found), dtype=np.float64)
    x0, z0, x1, z1 = outline
    inside = (points[:, 0] >= x0) & (points[:, 0] <= x1) & (points[:, 1] >= z0) & (points[:, 1] <= z1)
    return points[inside] if inside.any() else points


def _walkable(points: np.ndarray, cells: frozenset[Cell]) -> np.ndarray:
    return np.array([(round(x / GRID), round(z / GRID)) in cells for x, z in points])


def _coverage(cells: list[Cell], points: np.ndarray) -> np.ndarray:
    """(cells, 4, points) which points are looked at from each cell in each heading."""
    offset = points[None, :, :] - GRID * np.array(cells, dtype=np.float64)[:, None, :]
    away = np.hypot(offset[..., 0], offset[..., 1])
    near = (away <= RADIUS) & (away >= _BLIND)
    covers = []
    for yaw in YAWS:
        turn = np.radians(yaw)
        ahead = offset[..., 0] * np.sin(turn) + offset[..., 1] * np.cos(turn)
        covers.append(near & (ahead >= away * np.cos(_HALF_ANGLE)))
    return np.stack(covers, axis=1)


class Containers:
    """Which containers the agent has looked into, and how completely.

    Args:
        belief: What is known.
    """

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._seen: dict[str, np.ndarray] = {}
        self._done: set[str] = set()

    def look(self) -> None:
        """Note what of the insides of open containers is in view now."""
        for object_id in self._belief.in_view:
            thing = self._belief.things[object_id]
            if is_container(thing.object_type) and not thing.shut and thing.box is not None and object_id not in self._done:
                now = in_view(thing.box, self._belief.pose)
                self._seen[object_id] = self._seen.get(object_id, np.zeros_like(now)) | now

    def left(self, thing: Thing) -> float:
        """Share of a container's inside that has not been seen."""
        if thing.object_id in self._done:
            return 0.0
        seen = self._seen.get(thing.object_id)
        return 1.0 if seen is None else 1.0 - float(seen.mean())

    def more(self, thing: Thing, pose: AgentPose) -> float:
        """Share of a container's inside that a pose would show for the first time."""
        if thing.box is None:
            return 0.0
        would = in_view(thing.box, pose)
        seen = self._seen.get(thing.object_id)
        return float((would if seen is None else would & ~seen).mean())

    def done(self, object_id: str) -> None:
        """Nothing more is to be seen in there."""
        self._done.add(object_id)

    def next(self, types: Iterable[str], routes: Routes, skip: Iterable[str] = ()) -> Thing | None:
        """The container to look into next: likely to hold one of the types, and not far.

        Args:
            types: What is looked for.
            routes: From the present pose.
            skip: Ids not to consider.
        """
        wanted, without = tuple(types), set(skip)
        best, found = 0.0, None
        for thing in self._belief.things.values():
            if not is_container(thing.object_type) or thing.box is None or thing.object_id in without:
                continue
            chance = max((share_in(t, thing.object_type) for t in wanted), default=0.0)
            if self.left(thing) < UNSEEN or chance <= 0.0:
                continue
            value = chance / len(self._belief.known(thing.object_type)) / (_way(thing, routes) + 4.0)
            if value > best:
                best, found = value, thing
        return found


def _way(thing: Thing, routes: Routes) -> float:
    """About how many steps it is to a thing."""
    if thing.box is None:
        return 99.0
    x, z = ((thing.box.low[k] + thing.box.high[k]) / 2 / GRID for k in (0, 2))
    return min((abs(c[0] - x) + abs(c[1] - z) + routes.cost(c, 0) for c in routes.cells()), default=99.0) / UNIT
