"""Time comes from a clock object: nothing in homebody asks the operating system what time it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Anything that tells the time of the simulated home (naive local time)."""

    def now(self) -> datetime:
        """The current time."""
        ...


@dataclass
class SimulatedClock:
    """A clock that moves only when told to.

    Attributes:
        time: What it shows; naive local time of the simulated home.
    """

    time: datetime = field(default_factory=lambda: datetime(2026, 1, 5, 8, 0))

    def now(self) -> datetime:
        """The current time."""
        return self.time

    def advance(self, seconds: float) -> None:
        """Move the clock forward.

        Raises:
            ValueError: ``seconds`` is negative; simulated time never goes back.
        """
        if seconds < 0:
            raise ValueError(f"cannot advance a clock by {seconds} s: simulated time never goes back")
        self.time += timedelta(seconds=seconds)
