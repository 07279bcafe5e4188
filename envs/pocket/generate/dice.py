"""Every random choice of a generated scene comes from one of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

_T = TypeVar("_T")


class Dice:
    """A seeded source of choices: the same whole numbers give the same choices in every process."""

    def __init__(self, *entropy: int) -> None:
        self._rng = np.random.Generator(np.random.PCG64(list(entropy)))

    def fraction(self) -> float:
        """Uniform in [0, 1)."""
        return float(self._rng.random())

    def between(self, low: float, high: float) -> float:
        """Uniform in [low, high)."""
        return low + (high - low) * self.fraction()

    def whole(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self.fraction() * (high - low + 1))

    def chance(self, p: float) -> bool:
        """True with probability ``p``."""
        return self.fraction() < p

    def pick(self, items: Sequence[_T]) -> _T:
        """One of the items, all equally likely."""
        return items[int(self.fraction() * len(items))]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, drawn in proportion to the weights (at least one positive)."""
        left = self.fraction() * sum(weights)
        for i, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return i
        return max(i for i, weight in enumerate(weights) if weight > 0)

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """The items in a random order."""
        keys = [self.fraction() for _ in items]
        return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]
