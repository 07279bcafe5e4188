"""From how an object looks to its blocks."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from envs.pocket.bodies.block import BOTH, HIDES, SEEN, Block, pillar
from envs.pocket.bodies.carve import carved
from envs.pocket.bodies.cases import CASES
from envs.pocket.bodies.fittings import FITTINGS
from envs.pocket.bodies.furniture import FURNITURE
from envs.pocket.render.look import Look
from envs.pocket.render.mesh import rotation
from envs.pocket.world.spaces import Space

COLUMNS = 17
"""Of a block as numbers: centre (3), unit axes (9), half lengths (3), fill, use."""
FORMS = {**CASES, **FURNITURE, **FITTINGS}
"""Types with blocks of their own; hollow ones among them are hollow."""
_FULL = frozenset(
    [
        "Book",
        "Painting",
        "Mirror",
        "Window",
        "Poster",
        "CellPhone",
        "LightSwitch",
        "Towel",
        "HandTowel",
        "RemoteControl",
    ]
)
_LENGTHWISE = frozenset(
    [
        "Bathtub",
        "ShowerCurtain",
        "ShowerGlass",
        "ShowerDoor",
        "TowelHolder",
        "ToiletPaperHanger",
        "Television",
        "Desktop",
        "Laptop",
        "Blinds",
        "Curtains",
        "Pot",
        "Pan",
    ]
)


def blocks_of(look: Look) -> list[Block]:
    """The blocks of an object whose longer side is where its type has it."""
    if look.kind in FORMS:
        return FORMS[look.kind](look)
    x, y, z = look.size
    if look.kind in _FULL:
        return [pillar(x, z, 0, y, BOTH, 0.95)]
    # Most things are rounder than their boxes: they are looked for further inside, and hide less.
    return [pillar(x, z, 0, y, SEEN, 0.78), pillar(0.66 * x, 0.66 * z, 0, 0.9 * y, HIDES)]


def rows_of(look: Look, frame: np.ndarray, origin: np.ndarray) -> np.ndarray:
    """(k, 17) blocks in room coordinates.

    Args:
        look: How the object looks.
        frame: (3, 3) its axes as columns.
        origin: (3,) middle of its bottom face, metres.
    """
    x, y, z = look.size
    if (x < z and look.kind in _LENGTHWISE) or (x > z and look.kind == "Bed"):
        holes = tuple((-h[3], h[0], -h[1], h[2]) for h in look.holes)
        look = replace(look, size=(z, y, x), holes=holes, spaces=tuple(_turned(s) for s in look.spaces))
        frame = frame @ rotation("y", 90)
    rows = _own_rows(look).copy()
    rows[:, :3] = rows[:, :3] @ frame.T + origin
    rows[:, 3:12] = (rows[:, 3:12].reshape(-1, 3, 3) @ frame.T).reshape(-1, 9)
    return rows


def _turned(space: Space) -> Space:
    """A box as seen from axes that are turned by a quarter about y."""
    x0, y0, z0, x1, y1, z1 = space
    return -z1, y0, x0, -z0, y1, x1


@lru_cache(maxsize=4096)
def _own_rows(look: Look) -> np.ndarray:
    """(k, 17) blocks in the object's own frame; equal looks share them."""
    rows = []
    for block in carved(blocks_of(look), look.spaces):
        low, high = np.array(block.low), np.array(block.high)
        centre, axes = (low + high) / 2, np.eye(3)
        if block.turn:
            axis, degrees, pivot = block.turn
            axes = rotation(axis, degrees)
            centre = axes @ (centre - pivot) + pivot
        rows.append([*centre, *axes.T.ravel(), *((high - low) / 2), block.fill, block.use])
    return np.array(rows, dtype=np.float64).reshape(-1, COLUMNS)


def row_of_box(low: np.ndarray, high: np.ndarray, use: int, fill: float = 0.96) -> np.ndarray:
    """(1, 17) an axis-aligned box as a block."""
    return np.array([[*((low + high) / 2), *np.eye(3).ravel(), *((high - low) / 2), fill, use]], dtype=np.float64)
