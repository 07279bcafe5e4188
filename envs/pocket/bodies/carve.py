"""Blocks without the spaces that must stay free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from envs.pocket.bodies.block import Block, BlockTurn
from envs.pocket.render.mesh import rotation
from envs.pocket.world.spaces import Space

_THIN = 1e-3  # metres; slivers are left away


def carved(blocks: Iterable[Block], spaces: Sequence[Space]) -> list[Block]:
    """The blocks around the spaces."""
    out = list(blocks)
    for space in spaces:
        out = [part for block in out for part in _around(block, _before_turn(space, block.turn))]
    return out


def _before_turn(space: Space, turn: BlockTurn | None) -> Space:
    """The box around a space as it lies in a block that is not yet turned about its hinge."""
    if turn is None:
        return space
    axis, degrees, pivot = turn
    axes, low, high = rotation(axis, degrees), np.array(space[:3]), np.array(space[3:])
    middle = ((low + high) / 2 - pivot) @ axes + pivot
    reach = (high - low) / 2 @ np.abs(axes)
    a, b = (middle - reach).tolist(), (middle + reach).tolist()
    return a[0], a[1], a[2], b[0], b[1], b[2]


def _around(block: Block, space: Space) -> list[Block]:
    """Up to six parts of a block that lie outside a box."""
    low, high = list(block.low), list(block.high)
    if any(space[a + 3] <= low[a] + _THIN or space[a] >= high[a] - _THIN for a in range(3)):
        return [block]
    parts = []
    for a in (1, 0, 2):
        for edge, below in ((space[a], True), (space[a + 3], False)):
            near, far = (low[a], edge) if below else (edge, high[a])
            if far - near > _THIN:
                lo, hi = low.copy(), high.copy()
                lo[a], hi[a] = near, far
                parts.append(block._replace(low=tuple(lo), high=tuple(hi)))
        low[a], high[a] = max(low[a], space[a]), min(high[a], space[a + 3])
    return parts
