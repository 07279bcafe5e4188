"""The levels of the history: one table, from which code, SQL and docs read.

Where one event or goal ends and the next begins was measured on the published H-EMV trees for TEACh. An *event* (L2) is
a run of scenes in which nothing changes; a *goal* (L3) is the run of events up to one that ends in a successful object
interaction. Both rules look at two neighbouring experiences only, so a history can be continued from its last
experience alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import date, timedelta

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


@dataclass(frozen=True)
class Level:
    """One level of the history.

    Attributes:
        name: What one of its nodes is.
        lasts: Until when, in words.
        lifetime: How long a node lives after its end when nothing speaks for it; of the lowest level above goals it is
            that of all levels above, doubling with each.
        ends: Whether a node is over, from the last experience in it and a new one; None where a grouper decides.
        unit: What days have in common that lie under one node; None where the calendar does not decide.
        ordinary: Gaps up to this are ordinary between the children of a node.
        regrouped: How many of the latest nodes may be regrouped when something new comes.
        style: How its lines are shown in a terminal; one of rich's styles.
    """

    name: str
    lasts: str
    lifetime: timedelta | None = None
    ends: Callable[[Experience, Experience], bool] | None = None
    unit: Callable[[date], Hashable] | None = None
    ordinary: timedelta = timedelta.max
    regrouped: int = 2
    style: str = "bold yellow"


def _week(day: date) -> Hashable:
    """A week is cut at the end of its month."""
    return day.year, day.month, (day - timedelta(days=day.weekday())).toordinal()


_LONG_TIME = Level("long time", "48 nodes are in it")
LEVELS = (
    Level("experience", "one moment", timedelta(minutes=15)),
    Level("scene", "one experience", timedelta(minutes=15), lambda last, new: True, style="dim"),
    Level("event", "something changes", timedelta(hours=1), ends_event, style=""),
    Level("goal", "an interaction succeeds", timedelta(days=8), ends_goal, style="green"),
    Level("subtask", "the hand takes something else", timedelta(days=8), ordinary=timedelta(minutes=5), regrouped=3),
    Level("task", "another task begins", ordinary=timedelta(minutes=30)),
    Level("day", "midnight", unit=lambda day: day, ordinary=timedelta(hours=10)),
    Level("week", "Sunday, or the end of its month", unit=_week, ordinary=timedelta(days=3)),
    Level("month", "its end", unit=lambda day: (day.year, day.month), ordinary=timedelta(days=14)),
    Level("year", "its end", unit=lambda day: day.year, ordinary=timedelta(days=120)),
    # above the calendar their number decides
    *[_LONG_TIME] * 3,
)
"""By their number, from 0."""


def number_of(name: str) -> int:
    """The number of the (lowest) level of a name."""
    return next(at for at, level in enumerate(LEVELS) if level.name == name)


SCENE, EVENT, GOAL = number_of("scene"), number_of("event"), number_of("goal")
SUMMARY = GOAL + 1
"""The lowest of the levels whose nodes are summaries; they have one lifetime, doubling with each level."""
SUBTASK, TASK, DAY = number_of("subtask"), number_of("task"), number_of("day")
CALENDAR = tuple(at for at, level in enumerate(LEVELS) if level.unit is not None)
"""The levels that the calendar decides, the lowest first."""
TOP = len(LEVELS) - 1
"""The highest level; its one node holds everything that a grouper left apart below."""


def level(at: int) -> Level:
    """The level of a number; what lies above the highest is like that."""
    return LEVELS[min(at, TOP)]


def kind(at: int) -> str:
    """What people are told that a node of a level is: "scene", "event", "goal", else "summary"."""
    return LEVELS[at].name if at < SUMMARY else "summary"


def kinds(mark: str = "") -> str:
    """The numbers and what they mean, for help and messages: "1 scenes, 2 events, …".

    Args:
        mark: Before each number.
    """
    single = [f"{mark}{at} {kind(at)}s" for at in range(SCENE, SUMMARY)]
    return ", ".join([*single, f"{mark}{SUMMARY} and above summaries"])


KINDS = kinds()
