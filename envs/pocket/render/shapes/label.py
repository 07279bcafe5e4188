"""A box with a name on it, for what has no shape of its own."""

from __future__ import annotations

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import Mesh, Paint, block, box, join, moved, turned
from envs.pocket.render.shapes.font import GLYPHS, written
from envs.pocket.render.shapes.parts import WHITE, paint

_INK = Paint((0.08, 0.08, 0.10), "plain")


def labelled_box(look: Look) -> Mesh:
    """The object's box with its type written on a white label on the front and the back."""
    x, y, z = look.size
    name = [c for c in look.kind.upper() if c.isalnum() and c in GLYPHS][:16] or ["X"]
    body = block(0, 0, 0, x, y, z, paint(look))
    cell = min(0.9 * x / (4 * len(name)), 0.6 * y / 5)
    wide, tall = cell * 4 * len(name), cell * 7
    parts = [box((-wide / 2, (y - tall) / 2, z / 2), (wide / 2, (y + tall) / 2, z / 2 + 0.001), WHITE)]
    for row, column in np.argwhere(written("".join(name))):
        at = (wide / 2 - cell * (column + 1.5), y / 2 + cell * (1.5 - row))
        parts.append(box((*at, z / 2), (at[0] + cell, at[1] + cell, z / 2 + 0.002), _INK))
    label = join(*parts)
    return join(body, label, turned(moved(label), "y", 180))
