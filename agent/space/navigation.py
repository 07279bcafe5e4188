"""Ways over the map: from where the agent stands to every pose, by the motions a driver has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from agent.belief.state import Belief
from agent.space.rays import FAR, spread
from envs.pocket.scene import Cell
from envs.simulator import GRID

YAWS = (0, 90, 180, 270)
HORIZONS = (-30, 0, 30, 60)
LEVEL = 30
"""Horizon for walking and looking around, degrees; recorded drivers keep it 86 % of the time."""

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # the cell ahead at yaw 0, 90, 180, 270
_SIDES = ("Forward", "Pan Right", "Backward", "Pan Left")
_PRICES = np.array([2, 3, 5, 3])
_TURN = 2
UNIT = 2.0
"""What one plain step costs; strafing and walking backwards cost more, because the agent does not see where it goes."""


@dataclass(frozen=True)
class Stand:
    """A pose to go to: lattice cell, yaw and horizon in degrees."""

    cell: Cell
    yaw: int
    horizon: int


class _Lattice:
    """The map as arrays: its cells in order, and which lies beside which."""

    def __init__(self, cells: frozenset[Cell]) -> None:
        self.cells = sorted(cells)
        self.number = {cell: i for i, cell in enumerate(self.cells)}
        self.places = np.array(self.cells, dtype=np.float64).reshape(-1, 2)
        self.beside = np.full((len(self.cells), 4), -1, dtype=np.int64)
        for i, (x, z) in enumerate(self.cells):
            for side, (dx, dz) in enumerate(_STEPS):
                self.beside[i, side] = self.number.get((x + dx, z + dz), -1)


@lru_cache(maxsize=16)
def _lattice(cells: frozenset[Cell]) -> _Lattice:
    return _Lattice(cells)


class Routes:
    """The cheapest ways from one pose to every other.

    Args:
        cells: Where one can walk.
        blocked: Steps that are known to be impossible.
        start: Where the agent stands.
        yaw: Where it faces, degrees; a multiple of 90.
    """

    def __init__(self, cells: frozenset[Cell], blocked: set[tuple[Cell, Cell]], start: Cell, yaw: float) -> None:
        lattice = _lattice(cells if start in cells else cells | {start})
        beside = self._passable(lattice, blocked, None if start in cells else start)
        self._lattice = lattice
        self._cost, self._came = spread(beside, 4 * lattice.number[start] + round(yaw / 90) % 4, _TURN, _PRICES)
        self._costs = np.where(self._cost < FAR, self._cost / UNIT, np.inf).reshape(-1, 4)
        self._cells = [lattice.cells[i] for i in np.flatnonzero(self._costs[:, 0] < np.inf).tolist()]

    @staticmethod
    def _passable(lattice: _Lattice, blocked: set[tuple[Cell, Cell]], outside: Cell | None) -> np.ndarray:
        """Which cell lies beside which, without the steps that cannot be made; one cannot step off the map."""
        number = lattice.number
        gone = [(number[a], number[b]) for a, b in blocked if a in number and b in number]
        if not gone and outside is None:
            return lattice.beside
        beside = lattice.beside.copy()
        for here, there in gone:
            beside[here, beside[here] == there] = -1
        if outside is not None:
            beside[beside == number[outside]] = -1
        return beside

    def cost(self, cell: Cell, yaw: int) -> float:
        """Steps to a pose, sideways and backward ones counted more; infinite when there is no way."""
        number = self._lattice.number.get(cell)
        return float("inf") if number is None else float(self._costs[number, yaw // 90 % 4])

    def costs(self, cells: Sequence[Cell]) -> np.ndarray:
        """(cells, 4) ``cost`` of all headings; the cells have to be on the map."""
        if cells == self._lattice.cells:
            return self._costs
        return self._costs[[self._lattice.number[c] for c in cells]]

    def way_to(self, x: float, z: float) -> float:
        """About how many steps it is to a point of the room, in metres; infinite when one can go nowhere."""
        away = np.abs(self._lattice.places - (x / GRID, z / GRID)).sum(axis=1)
        return float((away + self._costs[:, 0]).min())

    def motions(self, cell: Cell, yaw: int) -> list[str]:
        """The motions that lead to a pose.

        Raises:
            KeyError: There is no way.
        """
        if self.cost(cell, yaw) == float("inf"):
            raise KeyError(f"no way leads to cell {cell}")
        state, names = 4 * self._lattice.number[cell] + yaw // 90 % 4, []
        while (before := int(self._came[state])) >= 0:
            names.append(self._motion(before, state))
            state = before
        return names[::-1]

    def _motion(self, before: int, after: int) -> str:
        """The motion that leads from one state to the next."""
        if before // 4 == after // 4:
            return "Turn Right" if (after - before) % 4 == 1 else "Turn Left"
        (x, z), (to_x, to_z) = self._lattice.cells[before // 4], self._lattice.cells[after // 4]
        side = (_STEPS.index((to_x - x, to_z - z)) - before) % 4
        return _SIDES[side]

    def cells(self) -> list[Cell]:
        """Every cell that can be reached, in order."""
        return self._cells


def step_from(cell: Cell, yaw: float, motion: str) -> Cell | None:
    """The cell a motion leads to; None for turns and looks."""
    if motion not in _SIDES:
        return None
    dx, dz = _STEPS[(round(yaw / 90) + _SIDES.index(motion)) % 4]
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
