"""What a live memory is given: what builds, and what forgets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from memory.experience import Experience


class Builder(Protocol):
    """What builds observations into a store; the store may be changed by others between two of them."""

    def observe(self, experience: Experience) -> object:
        """Keep one experience and build it in, both in one transaction."""
        ...

    def close(self) -> None:
        """Build what was left for the end."""
        ...


class Pass(Protocol):
    """What a forgetting pass did."""

    @property
    def forgotten(self) -> int:
        """Nodes that became placeholders."""
        ...

    @property
    def finished(self) -> bool:
        """Whether it came to its end, rather than being stopped."""
        ...


class Forgets(Protocol):
    """What forgets in a store."""

    def due(self, now: datetime) -> int:
        """Nodes whose time is over."""
        ...

    def run(self, now: datetime, stop: Callable[[], bool] | None = None) -> Pass:
        """Visit the nodes whose time is over; look at ``stop`` before each."""
        ...
