"""A value: one remembered episode of assistance: what was said, and what was thought, done and seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class EpisodeTurn:
    """One turn.

    Attributes:
        thought: Why.
        action: The skill as it is written: ``Pick[cup_0]``.
        observation: What was told of it.
        success: Whether it worked.
    """

    thought: str
    action: str
    observation: str
    success: bool = True


@dataclass(frozen=True)
class EpisodeMemory:
    """An episode.

    Attributes:
        id: Unique in a memory.
        home: Where it was.
        instruction: What was said.
        turns: What was done, in order.
        user: Who said it; "" where nobody asked.
        time: When it was over, in the home's time; None where nobody knows.
    """

    id: str
    home: str
    instruction: str
    turns: tuple[EpisodeTurn, ...] = ()
    user: str = ""
    time: datetime | None = None
