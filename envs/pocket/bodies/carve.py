"""Blocks without the spaces that must stay free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from envs.pocket.bodies.block import Block
from envs.pocket.spaces import Space

_THIN = 1e-3  # metres; slivers are left away


def carved(blocks: Iterable[Block], spaces: Sequence[Space]) -> list[Block]:
    """The blocks around the spaces; turned ones (doors) stay whole."""
    out = list(blocks)
    for space in spaces:
        out = [part for block in out for part in (_around(block, space) if block.turn is None else [block])]
    return out


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
