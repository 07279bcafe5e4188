"""What a planner can answer: do this, look for that, or it cannot be done."""

from __future__ import annotations

from dataclasses import dataclass

from agent.space.navigation import Stand
from agent.space.prospects import Sought


@dataclass(frozen=True)
class SkillCall:
    """Use a skill.

    Attributes:
        skill: Name of a method of ``Skills``.
        target: Object id, or where to stand.
    """

    skill: str
    target: str | Stand


@dataclass(frozen=True)
class Missing:
    """Something has to be found first.

    Attributes:
        types: Object types of which one will do.
        object_id: A certain thing whose place has been lost; None when any of the types will do.
        everything: Whether all of the kind are looked for, so that the whole room has to be seen first.
        sought: For all of a kind, wherever they are: what tells how long the search is worth it.
    """

    types: tuple[str, ...]
    object_id: str | None = None
    everything: bool = False
    sought: Sought | None = None


@dataclass(frozen=True)
class Stuck:
    """It cannot be done.

    Attributes:
        reason: Why not, as a clause: "the microwave cannot be opened".
        blame: The thing that is in the way; another one might do.
    """

    reason: str
    blame: str | None = None


Move = SkillCall | Missing | Stuck
"""None in place of a move means that nothing is left to do."""
