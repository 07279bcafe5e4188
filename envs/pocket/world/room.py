"""What the geometry of a room needs to know of it; ``World`` is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from envs.pocket.scene import Box, Cell, Scene
from envs.pocket.things.records import Record


class Room(Protocol):
    """Records and boxes of everything in a room, what holds what, and where one can stand.

    Attributes:
        scene: What the room was made from.
        records: One dict per object, in a stable order.
        free: Cells on which the agent can stand.
    """

    scene: Scene
    records: list[Record]
    free: set[Cell]

    def __len__(self) -> int:
        """How many objects there are."""
        ...

    @property
    def low(self) -> np.ndarray:
        """(n, 3) lower corners of the boxes, metres."""
        ...

    @property
    def high(self) -> np.ndarray:
        """(n, 3) upper corners of the boxes, metres."""
        ...

    @property
    def bounds(self) -> Box:
        """The room's box."""
        ...

    def of_type(self, *types: str) -> Iterator[int]:
        """Indices of all objects of the given types."""
        ...

    def parents(self, i: int) -> list[int]:
        """Indices of every receptacle around an object, in stored order."""
        ...

    def contents(self, i: int) -> list[int]:
        """Indices of everything in or on an object, at any depth."""
        ...

    def shut_in(self, i: int) -> int | None:
        """The closed container that encloses an object, or None when nothing shuts it off."""
        ...

    def planes(self, i: int) -> tuple[float, ...]:
        """World heights (m) on which things rest in or on a receptacle."""
        ...
