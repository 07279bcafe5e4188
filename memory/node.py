"""One node of the history, as it is read back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Node:
    """A scene (level 1), an event (2), a goal (3) or a summary of what lies below it (4 and above).

    Attributes:
        id: Unique over all levels and never given out again; answers name these ids as evidence.
        level: 1 and above.
        start: Time of the first experience below.
        end: Time of the last experience below.
        parent: Id of the node above, None at the top level.
        first: Id of the first experience below.
        last: Id of the last experience below; the same as ``first`` for a scene.
        summary: One line, first person above level 1.
        text: The whole text, beginning with ``summary``.
        expires: When it is to be forgotten unless something speaks for it; None is never.
        forgotten: When it became a placeholder, of which only times, numbers and summary remain; None while alive.
        pinned: Whether it is never forgotten, nor anything below it.
    """

    id: int
    level: int
    start: datetime
    end: datetime
    parent: int | None
    first: int
    last: int
    summary: str
    text: str
    expires: datetime | None = None
    forgotten: datetime | None = None
    pinned: bool = False
