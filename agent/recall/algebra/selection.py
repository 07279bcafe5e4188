"""Which part of what was lived a question is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from memory.reading.traces import EVERYTHING, Scope

SUBJECTS = ("tasks", "deeds", "sights", "speech", "failures", "facts", "anything")
"""What can be selected: requests served, single deeds, what was seen, what was said, deeds that failed, facts told by
the user, or whatever there is."""

OUTCOMES = ("done", "failed", "cancelled", "interrupted", "partly", "waiting", "running")
"""How a task may stand or have ended."""


@dataclass(frozen=True)
class SpanOfTime:
    """When.

    Attributes:
        scope: The part of the past.
        words: How to say it in an answer, "yesterday"; empty when none was named.
        instant: One moment is meant.
        clocked: A clock time limits it.
        but: Days that are not meant, as ``2026-01-06``: those that were told already ("which other days?").
    """

    scope: Scope = EVERYTHING
    words: str = ""
    instant: bool = False
    clocked: bool = False
    but: tuple[str, ...] = ()


ANY_TIME = SpanOfTime()


@dataclass(frozen=True)
class ThingFilter:
    """Things of some classes, with attributes.

    Attributes:
        types: Classes, any of them; empty is any thing.
        states: Sign and state that each must have had: ``-dirty``.
        amount: How many of it at once: "with two slices"; None when not said.
        bound: Whether an amount is a limit: ``least`` ("at least two", "more than one"), ``most`` ("fewer than three")
            or ``just`` ("exactly two"); empty where nothing is said of that.
        besides: Classes that are left out: "anything but the mug".
        unknown: A word for a thing that no dictionary knows.
        every: Whether every one of them is meant, "on every plate", and not any.
    """

    types: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    amount: int | None = None
    besides: tuple[str, ...] = ()
    unknown: str = ""
    every: bool = False
    bound: str = ""


ANYTHING = ThingFilter()


@dataclass(frozen=True)
class Duration:
    """How long something took: "longer than ten minutes".

    Attributes:
        more: At least that long (True), or at most.
        than: The limit.
    """

    more: bool
    than: timedelta


@dataclass(frozen=True)
class Selection:
    """Part of what was lived: everything that passes all its filters.

    Attributes:
        subject: One of ``SUBJECTS``.
        actions: The memory's actions, any of them; empty is any.
        change: Sign and state that something took on, ``-dirty``; empty when none is meant.
        thing: What it was done to, or what was seen.
        place: Where, where to or where from.
        tool: What it was done with.
        task: Words that name a task, as they were written: the task itself (subject *tasks*), or the one for which or
            during which the deeds were done; empty when none is named.
        outcomes: How tasks must have ended (``OUTCOMES``); empty is in whatever way.
        speaker: Who spoke, asked or told: ``user``, ``robot``, or a name; empty is anybody.
        about: Words that speech or facts must be about.
        time: When.
        took: How long each must have taken.
        relation: ``before``, ``after``, ``during``, ``between`` or empty: its order relative to ``others``.
        next_to: Only what came directly before or after.
        others: What ``relation`` refers to: one selection, two for ``between``.
        ordinal: 1 the first, 2 the second, -1 the last, None all; counted after every other filter.
        used: Whether the thing must have been used: what something was merely taken from was not.
    """

    subject: str = "anything"
    actions: tuple[str, ...] = ()
    change: str = ""
    thing: ThingFilter = ANYTHING
    place: ThingFilter = ANYTHING
    tool: ThingFilter = ANYTHING
    task: str = ""
    outcomes: tuple[str, ...] = ()
    speaker: str = ""
    about: tuple[str, ...] = ()
    time: SpanOfTime = ANY_TIME
    took: Duration | None = None
    relation: str = ""
    next_to: bool = False
    others: tuple[Selection, ...] = ()
    ordinal: int | None = None
    used: bool = False


WHATEVER = Selection()
"""All of the past."""
