"""What a planner can answer: do this, look for that, or it cannot be done."""

from __future__ import annotations

from dataclasses import dataclass

from agent.space.navigation import Stand


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
class Told:
    """What somebody said who knows where things are.

    Attributes:
        places: Types of places that were named, but for where something is to be put.
        numbers: Types and classes of things, each with how many were spoken of.
    """

    places: frozenset[str]
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Sought:
    """What all of is looked for.

    Attributes:
        types: Its types.
        found: How many were found that were not as wanted; without any, at least one has to be left.
        kept: Containers in which they may stay.
        placed: Whether they are to be brought somewhere.
        where: Types of places in or on which those were that were found.
    """

    types: tuple[str, ...]
    found: int
    kept: frozenset[str] = frozenset()
    placed: bool = False
    where: frozenset[str] = frozenset()


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
