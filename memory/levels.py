"""Where one event or goal ends and the next begins: the fixed boundaries of levels 2 and 3.

Measured on the published H-EMV trees for TEACh. An *event* (L2) is a run of scenes in which nothing changes; a *goal*
(L3) is the run of events up to one that ends in a successful object interaction. Both rules look at two neighbouring
experiences only, so a history can be continued from its last experience alone.
"""

from __future__ import annotations

from datetime import timedelta

from memory.experience import Experience

INTERACTIONS = frozenset(
    {"Pickup", "Place", "Open", "Close", "ToggleOn", "ToggleOff", "Slice", "Pour"}
    | {"Fill", "Empty", "Clean", "Dirty", "Break"}
)
"""TEACh's object interactions (ids 200–212); motions, looking around and talking are not."""

EVENT_GAP = timedelta(minutes=2)
"""A longer silence between two experiences ends an event."""

GOAL_GAP = timedelta(hours=1)
"""A longer silence ends a goal too: nothing reaches over a night in which the agent was off."""

STACK = " > "
"""Between the entries of a goal stated as a skill stack."""

SCENE, EVENT, GOAL = 1, 2, 3
"""Levels of the history above the raw experiences (level 0)."""


def is_interaction(experience: Experience) -> bool:
    """Whether the agent tried to act on an object."""
    return experience.action in INTERACTIONS


def completes(experience: Experience) -> bool:
    """Whether the experience is a successful object interaction, which completes a goal."""
    return is_interaction(experience) and experience.succeeded


def ends_goal(last: Experience, new: Experience) -> bool:
    """Whether the goal that ``last`` belongs to is over when ``new`` happens.

    It is when ``last`` completed it, when another episode or task begins, when the agent states another goal, and after
    a silence of ``GOAL_GAP``. A goal stated as a stack (see ``goal_path``) lasts until its outermost entry changes,
    whatever was done meanwhile.
    """
    if last.episode != new.episode or last.task != new.task or new.time - last.time > GOAL_GAP:
        return True
    if _stacked(last, new):
        return goal_path(last.goal)[:1] != goal_path(new.goal)[:1]
    return completes(last) or (last.goal is not None and new.goal is not None and last.goal != new.goal)


def goal_path(goal: str | None) -> tuple[str, ...]:
    """A stated goal as the path through the agent's skill stack, outermost first: "tidy up > pick up mug"."""
    return tuple(part for part in (piece.strip() for piece in (goal or "").split(STACK)) if part)


def _stacked(last: Experience, new: Experience) -> bool:
    return any(one.goal is not None and STACK in one.goal for one in (last, new))


def ends_event(last: Experience, new: Experience) -> bool:
    """Whether the event that ``last`` belongs to is over when ``new`` happens.

    It is when its goal is, when something was said, after a silence of ``EVENT_GAP``, or when the action, its
    arguments, the objects in view, their states or their relations differ.
    """
    return (
        ends_goal(last, new)
        or bool(last.speech)
        or new.time - last.time > EVENT_GAP
        or (last.action, last.arguments) != (new.action, new.arguments)
        or last.scene.signature != new.scene.signature
    )
