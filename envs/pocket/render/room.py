"""What is not an object: walls, ceiling and the body of the stove, as meshes in room coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from envs.pocket.render.mesh import Mesh, Paint, box, join, mesh_of
from envs.pocket.scene import Box
from envs.pocket.things.records import box_of

WALLS = {
    "white": (0.90, 0.89, 0.85),
    "beige": (0.90, 0.84, 0.73),
    "green": (0.78, 0.85, 0.76),
    "blue": (0.76, 0.83, 0.88),
    "yellow": (0.93, 0.88, 0.70),
    "grey": (0.80, 0.80, 0.80),
    "pink": (0.91, 0.81, 0.79),
}
CEILING = (0.83, 0.83, 0.81)
SKIRTING = Paint((0.97, 0.97, 0.95), "plain")


def structure(
    records: Sequence[dict[str, Any]], walls: Sequence[Box], bounds: Box, style: int, light: float = 1.0
) -> Mesh:
    """Walls, ceiling, skirting and stove top of a room; the ceiling shows how bright the room is."""
    low, high = inside(records, walls, bounds)
    paint = Paint(list(WALLS.values())[style % len(WALLS)], "wall")
    r, g, b = CEILING
    ceiling = Paint((r * light, g * light, b * light), "light")
    parts = [*_sides(low, high, paint, ceiling), *_stove(records)]
    return join(*parts)


def inside(records: Sequence[dict[str, Any]], walls: Sequence[Box], bounds: Box) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper corner of the room's inside; grown to hold every object when there are no walls."""
    low, high = np.array(bounds.low, dtype=np.float64), np.array(bounds.high, dtype=np.float64)
    low[1] = floor_height(records, bounds)
    if not walls:
        boxes = [box_of(r) for r in records if r["objectType"] != "Floor" and not r["isSliced"]]
        for lo, hi in boxes:
            low[[0, 2]] = np.minimum(low[[0, 2]], lo[[0, 2]])
            high = np.maximum(high, hi)
    return low, np.maximum(high, low + 0.1)


def floor_height(records: Sequence[dict[str, Any]], bounds: Box) -> float:
    """Height of the floor one walks on: the pivot of a thick floor box (recordings), the middle of a thin one."""
    for record in records:
        if record["objectType"] == "Floor":
            low, high = box_of(record)
            return float(record["position"]["y"]) if high[1] - low[1] > 0.1 else float(low[1] + high[1]) / 2
    return float(bounds.low[1])


def _quad(corners: Sequence[Sequence[float]], normal: Sequence[float], paint: Paint) -> Mesh:
    triangles = np.array([(0, 1, 2), (0, 2, 3)])
    return mesh_of(np.array(corners), np.tile(np.asarray(normal, dtype=np.float64), (4, 1)), triangles, paint)


def _sides(low: np.ndarray, high: np.ndarray, paint: Paint, ceiling: Paint) -> list[Mesh]:
    """The four inner faces, each with a skirting board, and the ceiling; they face inwards only."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    board = 0.09
    out = []
    for y, top, colour in ((y0, y0 + board, SKIRTING), (y0 + board, y1, paint)):
        out += [
            _quad([(x0, y, z0), (x0, y, z1), (x0, top, z1), (x0, top, z0)], (1, 0, 0), colour),
            _quad([(x1, y, z0), (x1, y, z1), (x1, top, z1), (x1, top, z0)], (-1, 0, 0), colour),
            _quad([(x0, y, z0), (x1, y, z0), (x1, top, z0), (x0, top, z0)], (0, 0, 1), colour),
            _quad([(x0, y, z1), (x1, y, z1), (x1, top, z1), (x0, top, z1)], (0, 0, -1), colour),
        ]
    out.append(_quad([(x0, y1, z0), (x1, y1, z0), (x1, y1, z1), (x0, y1, z1)], (0, -1, 0), ceiling))
    return out


def _stove(records: Sequence[dict[str, Any]]) -> list[Mesh]:
    """A steel plate under the burners and a front behind the knobs: the stove itself is no object."""
    burners = [box_of(r) for r in records if r["objectType"] == "StoveBurner"]
    if not burners:
        return []
    low = np.min([b[0] for b in burners], axis=0) - 0.03
    high = np.max([b[1] for b in burners], axis=0) + 0.03
    if max(high[0] - low[0], high[2] - low[2]) > 1.6:
        return []
    top = min(b[0][1] for b in burners) + 0.003
    return [box((low[0], top - 0.035, low[2]), (high[0], top, high[2]), Paint((0.66, 0.67, 0.69), "metal"))]
