"""What is known to stand in the way of looks: the bodies of furniture, as arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from agent.belief.things import Thing
from envs.pocket.scene import Box
from envs.pocket.things.traits import OPAQUE

_SHRINK = 0.04  # boxes are coarser than bodies, metres
_SUNK = np.array([0.0, 0.15, 0.0])  # how deep a thing may be sunk into furniture, metres

Corners = tuple[np.ndarray, np.ndarray]
"""(n, 3) lower and (n, 3) upper corners of bodies, metres."""


class Solids:
    """The bodies of all known furniture that hides what is behind it.

    Args:
        things: What is known.
    """

    def __init__(self, things: Iterable[Thing]) -> None:
        known = [(t, t.box) for t in things if t.box is not None and t.object_type in OPAQUE]
        closed = [(t, box) for t, box in known if "open" not in t.states or t.shut]
        self._number = {t.object_id: i for i, (t, _) in enumerate(closed)}
        self._low = np.array([box.low for _, box in closed]).reshape(-1, 3)
        self._high = np.array([box.high for _, box in closed]).reshape(-1, 3)
        span = np.array([OPAQUE[t.object_type] for t, _ in closed]).reshape(-1, 2)
        bottom, top, tall = self._low.copy(), self._high.copy(), self._high[:, 1] - self._low[:, 1]
        bottom[:, 1] += span[:, 0] * tall
        top[:, 1] = self._low[:, 1] + span[:, 1] * tall
        shrink = np.minimum(_SHRINK, 0.4 * (top - bottom))
        self.low, self.high = bottom + shrink, top - shrink

    def without(self, ids: Collection[str], own: Collection[Box] = ()) -> Corners:
        """The bodies of all but some things, and of all that does not touch certain boxes."""
        keep = np.ones(len(self.low), dtype=np.bool_)
        keep[[self._number[k] for k in ids if k in self._number]] = False
        for box in own:
            touching = (self._low <= np.add(box.high, _SUNK)) & (self._high >= np.subtract(box.low, _SUNK))
            keep &= ~touching.all(axis=1)
        return (self.low, self.high) if keep.all() else (self.low[keep], self.high[keep])
