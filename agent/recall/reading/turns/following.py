"""Turns that are understood from what was told before them alone: which of it was first, what was said after it."""

from __future__ import annotations

import re

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import SpanOfTime
from agent.recall.reading.parts.sentences import sentence
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.ordinals import by_number
from agent.recall.reading.turns.sayings import said_beside
from agent.recall.reading.turns.sequel import was_there_before
from agent.recall.reading.turns.waits import waited
from agent.recall.understanding.times import TimeReader

_ENDED = re.compile(
    r"^(?:and |so |but |well )*(?:(?:did|have|had) you (?:finish|finished|manage|managed|succeed|succeeded|done)"
    r"|are you (?:done|finished|ready)(?: yet)?|were you successful|(?:did|has) (?:it|that|everything) (?:work|worked)"
    r"|how did (?:it|that) go)(?: it)?(?: out| well| already| yet)?$"
)
"""A question for how something ended that names nothing."""


def of_last_task(text: str) -> str:
    """A question for how something ended with which a conversation begins, asked of the last task; others as they are.

    Args:
        text: The question, with nothing before it.
    """
    return "Did you finish the last task?" if _ENDED.match(" ".join(sentence(text).words)) else text


def following(text: str, before: EarlierExchange | None, times: TimeReader) -> MemoryQuery | None:
    """What is asked of what was told before; None for any other turn.

    Args:
        text: The turn.
        before: What it leans on.
        times: Reads the time that it names.
    """
    if before is None:
        return None
    said = sentence(text).words
    if (asked := said_beside(said, before) or waited(said, before) or was_there_before(said, before)) is not None:
        return asked
    named = times.read(" ".join(said))
    time = SpanOfTime(named.scope, named.words, named.instant, named.clocked)
    return by_number(named.rest.split() if named.words else said, before, time)
