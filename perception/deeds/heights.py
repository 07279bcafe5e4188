"""How high things are that are pointed at or that something comes to lie on: a basin is sunk, a shelf is not."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

SHIPPED_HEIGHTS = "deed_heights.json"
SETTLED = frozenset({"Place", "Pour", "Open", "Close", "ToggleOn", "ToggleOff"})
"""Interactions with what stands at a height of its own."""

_STEP = 0.05  # metres
_FEW = 2.0  # so many counts of what is usual of all things beside those of one
_NEXT = 0.25  # part of a count that goes to either neighbouring step

Counts = Mapping[str, Mapping[str, int]]
"""By type: how often at which step."""


@dataclass(frozen=True, eq=False)
class DeedHeights:
    """How often things of a type were touched at which height over the middle of the robot.

    Attributes:
        pointed: Where it was pointed.
        landed: Where what was put down came to lie.
    """

    pointed: Counts = field(default_factory=dict)
    landed: Counts = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"pointed": self.pointed, "landed": self.landed}

    def odds(self, table: str, kind: str, height: float) -> float:
        """Log-odds of a height for a type against all types; 0 where nothing is known of it.

        Args:
            table: ``pointed`` or ``landed``.
            kind: The type.
            height: Metres over the robot's own place.
        """
        return _odds(self, table, kind, step_of(height))


def step_of(height: float) -> int:
    """Which step a height is at."""
    return math.floor(height / _STEP)


@lru_cache(maxsize=1 << 14)
def _odds(heights: DeedHeights, table: str, kind: str, step: int) -> float:
    counts: Counts = getattr(heights, table)
    own = counts.get(kind)
    if not own:
        return 0.0
    steps = len({at for row in counts.values() for at in row})
    every = sum(sum(row.values()) for row in counts.values())
    usual = (sum(_near(row, step) for row in counts.values()) + 1.0) / (every + steps)
    return math.log((_near(own, step) + _FEW * usual) / (sum(own.values()) + _FEW) / usual)


def _near(row: Mapping[str, int], step: int) -> float:
    beside = row.get(str(step - 1), 0) + row.get(str(step + 1), 0)
    return (1 - 2 * _NEXT) * row.get(str(step), 0) + _NEXT * beside


def counted_heights(touched: Iterable[tuple[str, str, float]]) -> DeedHeights:
    """Counts of heights by table, type and metres."""
    tables: dict[str, dict[str, dict[str, int]]] = {"pointed": {}, "landed": {}}
    for table, kind, height in touched:
        row = tables[table].setdefault(kind, {})
        step = str(step_of(height))
        row[step] = row.get(step, 0) + 1
    return DeedHeights(**tables)


@cache
def shipped_heights() -> DeedHeights:
    """The counts that come with homebody; of training games alone."""
    return DeedHeights(**json.loads((files("assets") / SHIPPED_HEIGHTS).read_text(encoding="utf-8")))
