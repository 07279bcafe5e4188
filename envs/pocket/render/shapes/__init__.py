"""What every object type looks like: one builder per type, from a ``Look`` to a mesh in the object's own frame.

Offers one table of builders per family of things.
Imports meshes, materials and looks.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from envs.pocket.render.carve import carved
from envs.pocket.render.look import Look
from envs.pocket.render.mesh import Mesh
from envs.pocket.render.shapes import (
    appliances,
    bath,
    decor,
    electronics,
    food,
    furniture,
    paper,
    plumbing,
    seats,
    standing,
    storage,
    things,
    utensils,
    vessels,
    wall,
)
from envs.pocket.render.shapes.label import labelled_box
from envs.pocket.render.shapes.parts import dirtied, paint, shards

ShapeBuilder = Callable[[Look], Mesh]

BUILDERS: dict[str, ShapeBuilder] = {
    **vessels.BUILDERS,
    **food.BUILDERS,
    **utensils.BUILDERS,
    **storage.BUILDERS,
    **appliances.BUILDERS,
    **plumbing.BUILDERS,
    **furniture.BUILDERS,
    **seats.BUILDERS,
    **standing.BUILDERS,
    **electronics.BUILDERS,
    **paper.BUILDERS,
    **wall.BUILDERS,
    **bath.BUILDERS,
    **decor.BUILDERS,
    **things.BUILDERS,
}
"""Types with a shape of their own; anything else is drawn as a box with its name on it."""

_OWN_CRACKS = frozenset(
    {"Window", "Mirror", "Television", "Laptop", "CellPhone", "Desktop", "ShowerDoor", "ShowerGlass"}
)
_OWN_DIRT = frozenset({"Mirror", "Bed"})


@lru_cache(maxsize=4096)
def mesh_for(look: Look) -> Mesh:
    """The mesh of a look; equal looks share one."""
    builder = BUILDERS.get(look.kind)
    if builder is None:
        _warn_unknown(look.kind)
        builder = labelled_box
    mesh = shards(look, paint(look)) if look.broken and look.kind not in _OWN_CRACKS else builder(look)
    if look.spaces:
        mesh = carved(mesh, look.spaces)
    if look.dirty and look.kind not in _OWN_DIRT:
        mesh = dirtied(mesh)
    assert np.isfinite(mesh.points).all(), f"the mesh of {look} has a point that is NaN or infinite"
    return mesh


@cache
def _warn_unknown(kind: str) -> None:
    """Say once per type that it has no shape."""
    warnings.warn(f"no shape is known for object type {kind!r}; it is drawn as a box with its name", stacklevel=2)
