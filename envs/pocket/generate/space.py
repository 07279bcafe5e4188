"""Where the agent can stand: a disc of 0.2 m on the 0.25 m lattice, among everything that stands on the floor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from envs.pocket.generate.geometry import inward, rect_of
from envs.pocket.generate.plan import Piece
from envs.pocket.scene import Box, Cell, Rect

GRID = 0.25
RADIUS = 0.2
REACH = 1.5  # farthest horizontal distance from the agent axis to a visible box in recorded games (1.500 m)
DOOR = 1.0  # somebody must be able to stand within this distance of a door's middle
_BODY = (0.1, 1.5)  # boxes wholly below or above are stepped over or walked under


def blocks(b: Box) -> bool:
    """Whether a box stands in the way of a walking agent."""
    return b.low[1] < _BODY[1] and b.high[1] > _BODY[0]


def free_cells(room: Rect, boxes: Iterable[Box]) -> frozenset[Cell]:
    """Every lattice cell on which the agent can stand and that is connected to most of the others."""
    inner = room[0] + RADIUS, room[1] + RADIUS, room[2] - RADIUS, room[3] - RADIUS
    xs, zs = _lattice(inner[0], inner[2]), _lattice(inner[1], inner[3])
    rects = np.array([rect_of(b) for b in boxes if blocks(b)]).reshape(-1, 4)
    dx = _gap(xs * GRID, rects[:, 0], rects[:, 2])
    dz = _gap(zs * GRID, rects[:, 1], rects[:, 3])
    hit = (dx[:, None, :] ** 2 + dz[None, :, :] ** 2 < (RADIUS - 1e-6) ** 2).any(axis=2)
    cells = {(int(xs[i]), int(zs[k])) for i, k in np.argwhere(~hit).tolist()}
    return largest_component(cells)


def largest_component(cells: set[Cell]) -> frozenset[Cell]:
    """The biggest set of cells joined by steps along x or z; among equals the one with the lowest cell."""
    left, best = set(cells), frozenset[Cell]()
    for seed in sorted(cells):
        if seed not in left:
            continue
        left.discard(seed)
        found, edge = [seed], [seed]
        while edge:
            x, z = edge.pop()
            for step in ((x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)):
                if step in left:
                    left.discard(step)
                    found.append(step)
                    edge.append(step)
        if len(found) > len(best):
            best = frozenset(found)
        if len(best) >= len(left):
            break
    return best


class StandingCells:
    """The free cells as points, for distance questions."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.points = np.array(sorted(cells), dtype=np.float64).reshape(-1, 2) * GRID

    def distance(self, rect: Rect) -> float:
        """Metres from the nearest free cell to a rectangle; infinite when there is no free cell."""
        if not len(self.points):
            return float("inf")
        dx = np.maximum(np.maximum(rect[0] - self.points[:, 0], self.points[:, 0] - rect[2]), 0.0)
        dz = np.maximum(np.maximum(rect[1] - self.points[:, 1], self.points[:, 1] - rect[3]), 0.0)
        return float(np.sqrt((dx * dx + dz * dz).min()))

    def before(self, piece: Piece) -> float:
        """Metres from the middle of a piece's front to the nearest free cell ahead; infinite when there is none."""
        x0, z0, x1, z1 = rect_of(piece.box)
        nx, nz = inward(piece.yaw)
        face = np.array([(x0 + x1) / 2 + nx * (x1 - x0) / 2, (z0 + z1) / 2 + nz * (z1 - z0) / 2])
        away = self.points - face
        ahead = away[away @ np.array([nx, nz]) > 0]
        return float(np.sqrt((ahead**2).sum(axis=1).min())) if len(ahead) else float("inf")


def complaints(pieces: Sequence[Piece], cells: frozenset[Cell]) -> list[str]:
    """What somebody in the room could not use, one sentence each; empty when all is well."""
    standing = StandingCells(cells)
    found = []
    for piece in pieces:
        if not piece.usable:
            continue
        distance = standing.distance(rect_of(piece.box))
        if distance > REACH:
            found.append(f"{piece.type} is {distance:.2f} m from where the agent can stand")
        elif piece.door and standing.before(piece) > DOOR:
            found.append(f"nobody can stand in front of {piece.type}")
    return found


def _lattice(low: float, high: float) -> np.ndarray:
    """Cell numbers whose coordinate lies in [low, high]."""
    return np.arange(np.ceil(low / GRID - 1e-6), np.floor(high / GRID + 1e-6) + 1)


def _gap(at: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Distance of each coordinate to each interval, 0 inside."""
    return np.maximum(np.maximum(low[None, :] - at[:, None], at[:, None] - high[None, :]), 0.0)
