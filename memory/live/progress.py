"""How far behind the robot's life a live memory is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

_NEWEST = 10_000  # delays that the quantiles are taken over


@dataclass(frozen=True)
class Delay:
    """Seconds between an observation's arrival and its being remembered, on the home's clock.

    Attributes:
        count: Observations measured since the memory was opened.
        mean: Over all of them.
        p10: Tenth percentile of the newest 10,000.
        p50: Median of these.
        p90: Ninetieth percentile of these.
        worst: The longest of all.
    """

    count: int = 0
    mean: float = 0.0
    p10: float = 0.0
    p50: float = 0.0
    p90: float = 0.0
    worst: float = 0.0


@dataclass(frozen=True)
class Progress:
    """How far a live memory has come.

    Attributes:
        received: Observations taken into the queue.
        kept: Observations remembered.
        refused: Observations that could not be kept; each is named by an error at a later call.
        waiting: Observations and other work in the queue.
        delay: How long observations waited.
        passes: Forgetting passes, finished or not.
        forgotten: Nodes they forgot.
    """

    received: int
    kept: int
    refused: int
    waiting: int
    delay: Delay
    passes: int
    forgotten: int


class DelayMeter:
    """Adds up delays; quantiles are over the newest 10,000."""

    def __init__(self) -> None:
        self._newest: deque[float] = deque(maxlen=_NEWEST)
        self._count, self._sum, self._worst = 0, 0.0, 0.0

    def add(self, seconds: float) -> None:
        """Count one delay."""
        self._newest.append(seconds)
        self._count += 1
        self._sum += seconds
        self._worst = max(self._worst, seconds)

    def read(self) -> Delay:
        """The figures so far."""
        if not self._count:
            return Delay()
        p10, p50, p90 = _quantiles(self._newest, (0.1, 0.5, 0.9))
        return Delay(self._count, self._sum / self._count, p10, p50, p90, self._worst)


def _quantiles(values: Iterable[float], shares: Iterable[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered[int(share * (len(ordered) - 1))] for share in shares]
