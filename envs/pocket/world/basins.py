"""How wide the bowls of recorded sinks and tubs are.

The box of a basin marks where things can be put, a hand's breadth inside the bowl that is seen. The bowl reaches almost
to the edge of the sink that it is in, and around whatever lies in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from envs.pocket.world.worktops import aslant
from envs.vocabulary.uses import basins

if TYPE_CHECKING:
    from envs.pocket.world.room import Room

Hull = tuple[float, float, float, float]
"""x0, z0, x1, z1 from the middle of the box, metres."""
BASINS, HOLDERS = tuple(basins()), tuple(basins().values())
_WIDER = 0.16  # by how much the bowl may reach beyond its box, metres
_LEAST = 0.08  # and by how much it does at least, metres
_EDGE = 0.03  # width of the rim that is left, metres
_ROOM = 0.01  # around what lies in it, metres


def hulls(world: Room) -> dict[int, Hull]:
    """For each basin how far its bowl reaches."""
    out = {}
    for i in world.of_type(*BASINS):
        low, high = world.low[i], world.high[i]
        middle = (low + high) / 2
        for k in world.of_type(*HOLDERS):
            if not ((world.low[k] <= middle) & (middle <= world.high[k]))[[0, 2]].all() or aslant(world, k):
                continue
            wide_low = np.maximum(low - _WIDER, np.minimum(world.low[k] + _EDGE, low - _LEAST))
            wide_high = np.minimum(high + _WIDER, np.maximum(world.high[k] - _EDGE, high + _LEAST))
            for j in world.contents(i):
                wide_low = np.minimum(wide_low, np.maximum(world.low[j] - _ROOM, low - _WIDER))
                wide_high = np.maximum(wide_high, np.minimum(world.high[j] + _ROOM, high + _WIDER))
            a, b = (wide_low - middle).tolist(), (wide_high - middle).tolist()
            out[i] = (a[0], a[2], b[0], b[2])
    return out
