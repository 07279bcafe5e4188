"""What "it" and "that" stand for: the one thing that was found, else what was asked about."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection, SpanOfTime, ThingFilter
from agent.recall.reading.reader import EarlierExchange
from memory.reading.traces import Scope

_KINDS = {"task": "tasks", "deed": "deeds", "sight": "sights", "speech": "speech", "fact": "facts", "summary": "tasks"}
_OF_ONE_TASK = frozenset({"outcome", "exists", "duration", "why", "when", "steps"})
"""What may have been asked of a task before it is asked whether it took place somewhere."""


def anchor(before: EarlierExchange, last: bool = True) -> Selection:
    """What "it" and "that" stand for: the one thing that was found, else what was asked about.

    Args:
        before: The exchange before.
        last: The last of several that were found, in order; the first where False.
    """
    items = before.findings.items if before.findings else ()
    query = before.query
    if len(items) == 1 or (items and query.ask in ("list", "order") and len({item.name for item in items}) == 1):
        return of_item(items[-1 if last else 0], query.of)
    return query.of


def of_item(item: FoundItem, asked: Selection) -> Selection:
    """What was found, as a selection."""
    begun = min(item.start, item.asked or item.start)  # its deed may be all that was told
    time = SpanOfTime(Scope(begun, max(item.end, item.start)))
    if item.what in ("task", "summary"):
        return Selection("tasks", task=item.name, time=time)
    if item.what == "deed":
        thing = ThingFilter((item.kind,)) if item.kind else asked.thing
        return Selection("deeds", asked.actions, asked.change, thing, time=time)
    if item.what == "sight":
        return Selection("sights", thing=ThingFilter((item.kind,)) if item.kind else asked.thing)
    if item.what in ("speech", "fact") and asked.subject not in ("speech", "facts"):
        return Selection(_KINDS[item.what], thing=asked.thing, time=time)
    return replace(asked, time=time)


def one_task(before: EarlierExchange) -> Selection | None:
    """The task that was asked about last, also where it was asked since whether it took place somewhere."""
    exchange: EarlierExchange | None = before
    while exchange is not None:
        base = anchor(exchange)
        if base.subject == "tasks":
            return base if exchange.query.ask in _OF_ONE_TASK else None
        within = exchange.query.ask == "exists" and base.subject == "deeds" and not exchange.query.of.actions
        exchange = exchange.earlier if within else None
    return None
