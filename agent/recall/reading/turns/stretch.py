"""The stretch of what was told: a thing that a follow-up names is first that which was handled then."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, Selection, SpanOfTime
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange, Reading
from agent.recall.reading.turns.anchor import of_item
from agent.recall.reading.turns.members import exchanges
from memory.reading.traces import Scope

_OF_A_TASK = frozenset({"exists", "outcome", "when", "ago", "duration", "why", "tool", "steps", "put", "taken"})
"""Asks after whose answers the talk is of one task; where a thing is now is no part of any."""
_OF_A_DEED = frozenset({"put", "taken", "tool"})
"""Asks for the one time that something was done."""
_DEFINITE = re.compile(r"\b(?:the|that|this|those|these|it|them)\b")
_ANY_OTHER = re.compile(
    r"\b(?:then|next|later|afterwards?|before|again|else|other|another|ever|now|usually|always|normally|first|last|"
    r"second|third|lately|recently|since|instead|time|times)\b"
)
"""Words by which something is asked of another time than that of what was told."""


def asks_of_then(query: MemoryQuery, sentence: str) -> bool:
    """Whether a follow-up asks of a deed with a known thing, and of no time of its own.

    Args:
        query: What it was read as.
        sentence: The follow-up in plain words.
    """
    own = query.of
    limited = bool(own.relation or own.task or own.place.types) or own.ordinal not in (None, 1)
    timed = own.time.scope.limited and not own.time.words  # a moment that was told
    asks = query.ask in _OF_A_DEED and own.subject == "deeds" and bool(own.thing.types)
    named = asks and not limited and not timed
    return named and _DEFINITE.search(sentence) is not None and _ANY_OTHER.search(sentence) is None


def stretch_told(before: EarlierExchange, tasks_of: Callable[[Selection], tuple[FoundItem, ...]]) -> SpanOfTime | None:
    """From when to when the one task went on that was told of last, or in which the one deed was; None for any other.

    Args:
        before: The exchange before.
        tasks_of: The tasks that a selection selects, from their beginning to their end.
    """
    told = next((one for one in exchanges(before) if one.findings and one.findings.items), None)
    if told is None or told.findings is None or told.query.ask not in _OF_A_TASK:
        return None
    first, *others = told.findings.items
    if first.what not in ("task", "deed"):
        return None
    if others and told.query.ask not in _OF_A_DEED:
        return None
    meant = of_item(first, told.query.of)
    tasks = tasks_of(meant if meant.subject == "tasks" else Selection("tasks", time=meant.time))
    if len(tasks) != 1:
        return None
    return replace(ANY_TIME, scope=Scope(tasks[0].start, tasks[0].end))


def within(reading: Reading, stretch: SpanOfTime) -> Reading:
    """A reading of one question, asked of one stretch of time in each of its meanings.

    Args:
        reading: What was read.
        stretch: When it is to have been.
    """
    first, *others = (
        replace(query, of=replace(query.of, time=stretch))
        for query in (*reading.queries, *(other for some in reading.otherwise for other in some))
    )
    return replace(reading, queries=(first,), otherwise=(tuple(others),), elliptic=False)


def or_first_seen(reading: Reading) -> Reading:
    """Where something was found that was never taken is where it was seen first: "where did you find it?"."""
    query = reading.queries[0]
    finds = query.ask == "taken" and query.of.ordinal is None and {*query.text.split()} & words("finding")
    if not finds or len(reading.queries) > 1:
        return reading
    others = reading.otherwise[0] if reading.otherwise else ()
    return replace(reading, otherwise=((*others, replace(query, of=replace(query.of, ordinal=1))),))
