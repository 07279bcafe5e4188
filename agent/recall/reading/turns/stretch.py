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
from envs.vocabulary.verbs import base, changes
from memory.reading.traces import Scope

_OF_A_TASK = frozenset(
    {"exists", "outcome", "when", "ago", "duration", "why", "tool", "steps", "put", "taken", "count"}
)
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
    begun = min(tasks[0].start, tasks[0].asked or tasks[0].start)  # what it needed may have been fetched before
    return replace(ANY_TIME, scope=Scope(begun, tasks[0].end))


def of_its_task(
    query: MemoryQuery, before: EarlierExchange, tasks_of: Callable[[Selection], tuple[FoundItem, ...]]
) -> MemoryQuery | None:
    """The end or the length of a deed that a noun alone names, "the washing", is that of the task that was told.

    Args:
        query: What the follow-up was read as.
        before: The exchange before.
        tasks_of: As in ``stretch_told``.
    """
    of, timed = query.of, query.ask == "duration" or (query.ask == "when" and query.measure == "end")
    limited = of.thing.types or of.place.types or of.task or of.relation or of.time != ANY_TIME
    if not timed or of.subject != "deeds" or not of.change or limited:
        return None
    for one in exchanges(before):
        item = one.findings.items[0] if one.findings is not None and one.findings.items else None
        if item is None or item.what not in ("task", "deed"):
            continue
        then = of_item(item, one.query.of)
        tasks = tasks_of(then if then.subject == "tasks" else Selection("tasks", time=then.time))
        fit = [task for task in tasks if changes().get(base(task.name.split()[0]) or "") == of.change]
        if len(fit) == 1:
            return replace(query, of=of_item(fit[0], of))
    return None


_BESIDE_THIS = re.compile(
    r"^(?:(?:and|so|but|ok|okay|then) )*(?:which|what)"
    r"(?: (?:work|task|job|chore|errand) (?:(?:did you|have you|had you|you have|you had|you) "
    r"(?:do|done|did|finish|finished|have|had|carry out|carried out|work on|worked on|perform|performed)"
    r"|came|was(?: there| it| done)?|were you (?:doing|on|busy with))"
    r"|(?: (?:was|were) the| did you have as) (?:work|task|job|chore|errand))"
    r"(?: (?:just|right|directly|immediately|shortly))? (?P<side>before|after) (?:this|that|it|the)"
    r"(?: one| work| task| job| chore| errand)?$"
)


def task_beside(said: str, before: EarlierExchange) -> MemoryQuery | None:
    """The task before, or after, the one in which the deed was that was told last; None for any other turn.

    Args:
        said: The turn in plain words.
        before: The exchange before.
    """
    found = _BESIDE_THIS.match(said)
    items = before.findings.items if before.findings is not None else ()
    if found is None or not items or any(item.what not in ("deed", "task") for item in items):
        return None
    first, last = min(item.start for item in items), max(item.start for item in items)
    then = Selection("tasks", time=SpanOfTime(Scope(first, last)))
    return MemoryQuery("list", Selection("tasks", relation=found["side"], next_to=True, others=(then,)), text=said)


_WHEN_WAS_THAT = re.compile(
    r"^(?:(?:and|so|but|ok|okay) )*(?:when|(?:at )?what time|at which time) (?:was|were) (?:that|this|it|those|they)$"
)


def when_taken(said: str, before: EarlierExchange) -> MemoryQuery | None:
    """When the things were taken of which it was told where from; None for any other turn.

    Args:
        said: The turn in plain words.
        before: The exchange before.
    """
    items = before.findings.items if before.findings is not None else ()
    several = len(items) > 1 and all(item.what == "deed" for item in items)
    if before.query.ask != "taken" or not several or _WHEN_WAS_THAT.match(said) is None:
        return None
    first, last = min(item.start for item in items), max(item.start for item in items)
    of = before.query.of
    time = SpanOfTime(Scope(first, last), of.time.words)
    return MemoryQuery("when", replace(of, actions=of.actions or ("Pickup",), time=time, ordinal=None), text=said)


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
