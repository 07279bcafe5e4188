"""Where one can probably stand in a room of which only the things are known: the floor, less what stands on it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from envs.pocket.generate.space import free_cells
from envs.pocket.scene import Box, Cell
from envs.pocket.things.records import Record, box_of
from envs.pocket.world.worktops import COUNTER_DEPTH

_ASTRAY = 1.0  # things farther than that outside the floor's box fell out of the room, metres


def clear_floor(objects: Iterable[Record], bounds: Box, start: Cell) -> frozenset[Cell]:
    """Cells that are probably free, joined to where the agent starts.

    Against the reachable positions of 35 real plans it holds 95 % of them, and two thirds of it are among them: what
    lies behind walls that nothing hangs on, and around a corner of the room, counts as floor.

    Args:
        objects: The things of the room. What can be carried is stepped around by those who carry it and stands in
            nobody's way; counters too deep for one go around a corner, and their boxes are mostly floor.
        bounds: The floor's box.
        start: The cell on which the agent stands.
    """
    boxes = [
        (item["objectType"], bool(item.get("pickupable")), Box((low[0], low[1], low[2]), (high[0], high[1], high[2])))
        for item in objects
        if item["objectType"] != "Floor"
        for low, high in [box_of(item)]
    ]
    inside = [box for _, _, box in boxes if _near(box, bounds)]
    if not inside:
        return frozenset({start})
    low = np.maximum(bounds.low, np.min([box.low for box in inside], axis=0))
    high = np.minimum(bounds.high, np.max([box.high for box in inside], axis=0))
    furniture = [box for kind, carried, box in boxes if not carried and not _goes_around(kind, box)]
    cells = free_cells((float(low[0]), float(low[2]), float(high[0]), float(high[2])), furniture)
    return joined(start, cells)


def joined(start: Cell, cells: frozenset[Cell]) -> frozenset[Cell]:
    """Cells and a start, with straight ways from it to the nearest of them: where somebody stands one can walk away."""
    (x, z) = start
    to_x, to_z = min(sorted(cells), key=lambda cell: abs(cell[0] - x) + abs(cell[1] - z), default=start)
    along_x = {(i, z) for i in range(min(x, to_x), max(x, to_x) + 1)}
    return cells | {start, *along_x, *((to_x, k) for k in range(min(z, to_z), max(z, to_z) + 1))}


def _near(box: Box, bounds: Box) -> bool:
    return all(
        bounds.low[axis] - _ASTRAY <= (box.low[axis] + box.high[axis]) / 2 <= bounds.high[axis] + _ASTRAY
        for axis in (0, 2)
    )


def _goes_around(kind: str, box: Box) -> bool:
    return kind == "CounterTop" and min(box.high[0] - box.low[0], box.high[2] - box.low[2]) > COUNTER_DEPTH
