"""Ways over the map: from where the agent stands to every pose, by the motions a driver has."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass

from agent.belief import Belief
from envs.pocket.scene import Cell

YAWS = (0, 90, 180, 270)
HORIZONS = (-30, 0, 30, 60)
LEVEL = 30
"""Horizon for walking and looking around, degrees; recorded drivers keep it 86 % of the time."""

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # the cell ahead at yaw 0, 90, 180, 270
_SIDES = (("Forward", 0, 2), ("Pan Right", 1, 3), ("Backward", 2, 5), ("Pan Left", 3, 3))
_TURN = 2
UNIT = 2.0
"""What one plain step costs; strafing and walking backwards cost more, because the agent does not see where it goes."""


@dataclass(frozen=True)
class Stand:
    """A pose to go to: lattice cell, yaw and horizon in degrees."""

    cell: Cell
    yaw: int
    horizon: int


State = tuple[Cell, int]
"""A cell and a heading, as an index into ``YAWS``."""


class Routes:
    """The cheapest ways from one pose to every other.

    Args:
        cells: Where one can walk.
        blocked: Steps that are known to be impossible.
        start: Where the agent stands.
        yaw: Where it faces, degrees; a multiple of 90.
    """

    def __init__(self, cells: frozenset[Cell], blocked: set[tuple[Cell, Cell]], start: Cell, yaw: float) -> None:
        first: State = (start, round(yaw / 90) % 4)
        self._cost: dict[State, int] = {first: 0}
        self._came: dict[State, tuple[State, str]] = {}
        queue: list[tuple[int, State]] = [(0, first)]
        while queue:
            cost, state = heapq.heappop(queue)
            if cost > self._cost[state]:
                continue
            for motion, there, price in _moves(cells, blocked, state):
                if cost + price < self._cost.get(there, 1 << 30):
                    self._cost[there] = cost + price
                    self._came[there] = (state, motion)
                    heapq.heappush(queue, (cost + price, there))

    def cost(self, cell: Cell, yaw: int) -> float:
        """Steps to a pose, sideways and backward ones counted more; infinite when there is no way."""
        found = self._cost.get((cell, yaw // 90))
        return float("inf") if found is None else found / UNIT

    def motions(self, cell: Cell, yaw: int) -> list[str]:
        """The motions that lead to a pose.

        Raises:
            KeyError: There is no way.
        """
        state, names = (cell, yaw // 90), []
        if state not in self._cost:
            raise KeyError(f"no way leads to cell {cell}")
        while state in self._came:
            state, motion = self._came[state]
            names.append(motion)
        return names[::-1]

    def cells(self) -> list[Cell]:
        """Every cell that can be reached, in order."""
        return sorted({cell for cell, _ in self._cost})


def _moves(cells: frozenset[Cell], blocked: set[tuple[Cell, Cell]], state: State) -> Iterable[tuple[str, State, int]]:
    (x, z), heading = state
    yield "Turn Left", ((x, z), (heading - 1) % 4), _TURN
    yield "Turn Right", ((x, z), (heading + 1) % 4), _TURN
    for motion, side, price in _SIDES:
        dx, dz = _STEPS[(heading + side) % 4]
        there = (x + dx, z + dz)
        if there in cells and ((x, z), there) not in blocked:
            yield motion, (there, heading), price


def step_from(cell: Cell, yaw: float, motion: str) -> Cell | None:
    """The cell a motion leads to; None for turns and looks."""
    side = next((side for name, side, _ in _SIDES if name == motion), None)
    if side is None:
        return None
    dx, dz = _STEPS[(round(yaw / 90) + side) % 4]
    return cell[0] + dx, cell[1] + dz


class Navigator:
    """Keeps the routes from the present pose, which many questions share."""

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._key: tuple[Cell, float, int] | None = None
        self._routes: Routes | None = None

    @property
    def routes(self) -> Routes:
        """The routes from where the agent stands now."""
        pose, blocked = self._belief.pose, self._belief.blocked
        key = (pose.cell, pose.yaw, len(blocked))
        if self._routes is None or key != self._key:
            self._routes, self._key = Routes(self._belief.cells, blocked, pose.cell, pose.yaw), key
        return self._routes
