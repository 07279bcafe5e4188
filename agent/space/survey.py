"""Where the agent has looked: every place of the room, at every height that matters, from poses worth their way."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from agent.belief.common_sense import is_container
from agent.belief.state import Belief
from agent.space.navigation import LEVEL, YAWS, Routes, Stand
from agent.space.sightlines import behind
from envs.pocket.scene import AgentPose, Box, Cell
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
_HANGS = 1.3  # so high do switches hang, metres: furniture that is lower hides none
_WAY = 3.0
_ALONG = 0.3  # of a wall, metres
HIGH = 0.6
"""What ends this far above the agent's origin may hold things that the usual look misses, metres."""
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
        self._number = {cell: i for i, cell in enumerate(self._cells)}
        self._points = _points(self._cells, belief.outline)
        self._worth = np.where(_walkable(self._points, belief.cells), FLOOR_WORTH, 1.0)
        self._likely = np.ones(len(self._points))
        self._preferred: tuple[tuple[Box, float], ...] = ()
        self._covers = _coverage(self._cells, self._points)
        self._weights = self._covers.astype(np.float64)
        self._worth *= self._covers.any(axis=(0, 1))
        self._round, self._walls, self._along_walls = 0, False, False
        self._at_walls = _at_walls(self._points, belief.outline)
        self._left = np.full(len(self._points), LOOKS)
        self._used = np.zeros(self._covers.shape[:2], dtype=np.bool_)
        self._gains: tuple[tuple[bytes, bytes], np.ndarray] | None = None
        self._next: tuple[Routes, Stand | None] | None = None

    @property
    def horizon(self) -> int:
        """At which horizon this round looks, degrees."""
        return PASSES[min(self._round, len(PASSES) - 1)]

    @property
    def round(self) -> int:
        """How often the whole room has been looked at."""
        return self._round

    @property
    def unseen(self) -> float:
        """Share of the room that has not been looked at; 0 after the first round."""
        worth = self._worth * self._likely
        total = float(worth.sum())
        return float(worth[self._left > 0].sum()) / total if self._round == 0 and total > 0 else 0.0

    def prefer(self, boxes: Iterable[tuple[Box, float]]) -> None:
        """Look rather where what is looked for is likely.

        Args:
            boxes: Of furniture, each with how much likelier it is there than elsewhere; without any, all is alike.
        """
        wanted = tuple(boxes)
        if wanted == self._preferred:
            return
        self._preferred, self._gains = wanted, None
        within = np.full(len(self._points), -1.0)
        for box, factor in wanted:
            inside = self._over(box.low, box.high)
            within[inside] = np.maximum(within[inside], factor)
        self._likely = np.where(within < 0.0, 1.0, within)

    def points_over(self, box: Box) -> int:
        """How many places of the room a piece of furniture takes up."""
        return int(self._over(box.low, box.high).sum())

    @property
    def furnished(self) -> int:
        """How many places of the room are not bare floor."""
        return int((self._worth > FLOOR_WORTH).sum())

    def _over(self, low: Iterable[float], high: Iterable[float]) -> np.ndarray:
        (x0, _, z0), (x1, _, z1) = low, high
        x, z = self._points[:, 0], self._points[:, 1]
        return (x >= x0 - 0.1) & (x <= x1 + 0.1) & (z >= z0 - 0.1) & (z <= z1 + 0.1)

    def look(self, pose: AgentPose) -> None:
        """The agent has looked from this pose."""
        if round(pose.horizon) == self.horizon and pose.cell in self._belief.cells:
            c, k = self._number[pose.cell], round(pose.yaw / 90) % 4
            if not self._used[c, k]:
                self._used[c, k] = True
                self._look_at(np.flatnonzero(self._covers[c, k] & (self._left > 0)), pose)

    def skip(self, stand: Stand) -> None:
        """This pose is of no more use."""
        pose = AgentPose(GRID * stand.cell[0], self._belief.pose.y, GRID * stand.cell[1], stand.yaw, stand.horizon)
        if self._belief.pose == pose:
            self.look(pose)
        self._used[self._number[stand.cell], stand.yaw // 90] = True

    def _look_at(self, which: np.ndarray, pose: AgentPose) -> None:
        given_up = 0 if self._along_walls else 1  # what is hidden there is looked at from where it is not
        self._left[which] -= np.where(self._hidden(which, pose), given_up, LOOKS)

    def _hidden(self, which: np.ndarray, pose: AgentPose) -> np.ndarray:
        """Of which points what is there is behind furniture, as high as this round looks."""
        height = _HANGS if self._along_walls else _HEIGHT
        return behind(self._belief, np.insert(self._points[which], 1, pose.y - 0.9 + height, axis=1), pose)

    def unsee(self, low: Iterable[float], high: Iterable[float]) -> None:
        """Something must be there that was not found: that area counts as not looked at any more."""
        near = self._over(low, high)
        self._left[near] = LOOKS
        self._used &= ~self._covers[:, :, near].any(axis=2)

    def next(self, routes: Routes) -> Stand | None:
        """The pose whose look is most worth its way; None when the whole room has been seen in this round."""
        state = (self._used.tobytes(), self._left.tobytes())
        if self._gains is None or self._gains[0] != state:
            worth = self._worth * self._likely * (self._left > 0)
            self._gains, self._next = (state, np.where(self._used, 0.0, self._weights @ worth)), None
        if self._next is None or self._next[0] is not routes:
            self._next = routes, self._best(self._gains[1], routes)
        return self._next[1]

    def _best(self, gain: np.ndarray, routes: Routes) -> Stand | None:
        value = np.where(gain >= ENOUGH, gain, 0.0) / (routes.costs(self._cells) + _WAY)
        if not value.any():
            return None
        c, k = divmod(int(value.argmax()), len(YAWS))
        return Stand(self._cells[c], YAWS[k], self.horizon)

    def reveals(self, stand: Stand) -> float:
        """Share of what has not been looked at that a look from a pose shows; ``next`` gave the pose."""
        left = float((self._worth * self._likely * (self._left > 0)).sum())
        gain = 0.0 if self._gains is None else float(self._gains[1][self._number[stand.cell], stand.yaw // 90])
        return gain / left if left > 0 else 0.0

    def restart(self) -> None:
        """Somebody changed the room: no part of it counts as looked at any more."""
        self._round, self._walls = 0, False
        self._leave_walls()
        self._left[:] = LOOKS
        self._used[:] = False
        self.look(self._belief.pose)

    def look_at_walls(self) -> bool:
        """Begin a round along the walls, at what hangs high; False when that was made before."""
        if self._walls:
            return False
        self._round, self._walls, self._along_walls = max(1, self._round), True, True
        self._used[:] = False
        self._left[:] = 0
        self._left[self._at_walls] = LOOKS
        self._weights, self._gains = self._covers * self._shown_at_walls()[:, None, :], None
        return True

    def _shown_at_walls(self) -> np.ndarray:
        """(cells, points) 1.0 where a point at a wall is not behind furniture: a corner is seen from few places."""
        shown = np.ones((len(self._cells), len(self._points)))
        for number, cell in enumerate(self._cells):
            which = np.flatnonzero(self._covers[number].any(axis=0) & self._at_walls)
            pose = AgentPose(GRID * cell[0], self._belief.pose.y, GRID * cell[1], 0.0, float(self.horizon))
            shown[number, which] = np.where(self._hidden(which, pose), 0.0, 1.0)
        return shown

    def _leave_walls(self) -> None:
        if self._along_walls:
            self._weights, self._gains = self._covers.astype(np.float64), None
        self._along_walls = False

    def again(self) -> bool:
        """Begin another round at another horizon; False when every round has been made."""
        if self._round + 1 >= len(PASSES):
            return False
        self._round += 1
        self._leave_walls()
        self._used[:] = False
        self._left[:] = 0
        if self.horizon < LEVEL:  # only what is high was above the image before
            for thing in self._belief.things.values():
                open_ = thing.can("receptacle") and not is_container(thing.object_type)
                if thing.box is not None and open_ and thing.box.high[1] > self._belief.pose.y + HIGH:
                    self.unsee(thing.box.low, thing.box.high)
        else:
            self._left[self._worth > FLOOR_WORTH] = LOOKS
        return True


def _at_walls(points: np.ndarray, outline: tuple[float, float, float, float]) -> np.ndarray:
    """Which points lie along the outline of the room."""
    x0, z0, x1, z1 = outline
    x, z = points[:, 0], points[:, 1]
    return np.minimum.reduce([x - x0, x1 - x, z - z0, z1 - z]) <= _ALONG


def _points(cells: list[Cell], outline: tuple[float, float, float, float]) -> np.ndarray:
    """(n, 2) lattice points of the room that can be seen from somewhere, as (x, z) in metres."""
    margin = int(RADIUS / GRID)
    around = np.arange(-margin, margin + 1)
    shifts = np.stack(np.meshgrid(around, around, indexing="ij"), axis=-1).reshape(-1, 2)
    found = (np.array(cells, dtype=np.int64)[:, None] + shifts).reshape(-1, 2)
    points = GRID * np.unique(found, axis=0).astype(np.float64)
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
