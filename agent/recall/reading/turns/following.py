"""Turns that are understood from what was told before them alone: which of it was first, what was said after it."""

from __future__ import annotations

import re

from agent.recall.algebra.query import MemoryQuery
from agent.recall.reading.parts.sentences import sentence
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.endings import was_it_then, which_ended_so
from agent.recall.reading.turns.further.besides import put_besides
from agent.recall.reading.turns.further.how_many import how_many
from agent.recall.reading.turns.further.meanwhile import asked_meanwhile
from agent.recall.reading.turns.further.still_due import named_due, still_due
from agent.recall.reading.turns.further.that_one import where_that_one
from agent.recall.reading.turns.ordinals import by_number
from agent.recall.reading.turns.sayings import said_beside, to_remember, told_again
from agent.recall.reading.turns.sequel import was_there_before
from agent.recall.reading.turns.stretch import task_beside, when_taken
from agent.recall.reading.turns.waits import from_request, since_asked, waited
from agent.recall.understanding.plain_words import plain
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
    told = plain(text)
    said = sentence(text).words
    alone = from_request(told, times) or since_asked(told, before) or to_remember(told, before, times)
    alone = alone or named_due(said)
    if alone is not None or before is None:
        return alone
    if asked := told_again(told, before) or which_ended_so(told, before) or was_it_then(told, before, times):
        return asked
    if (asked := said_beside(said, before) or waited(said, before) or was_there_before(said, before)) is not None:
        return asked
    if (told_then := task_beside(" ".join(said), before) or when_taken(" ".join(said), before)) is not None:
        return told_then
    further = put_besides(said, before) or where_that_one(told, before) or how_many(told, before)
    further = further or still_due(said, before) or asked_meanwhile(told, before)
    if further is not None:
        return further
    named = times.read(" ".join(said))
    return by_number(named.rest.split() if named.words else said, before, named.span)
