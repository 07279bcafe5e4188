"""How long tasks took, how far apart they were, which of several took longest or came most often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import Duration, Selection
from agent.recall.executing.matching import names
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.telling import absent, begun, done, length, told

_NEVER = timedelta()


def duration(posed: PosedQuery) -> Findings:
    """How long a task took, of several the latest; all together where none is named. Value: timedelta.

    With ``against`` the time between the end of the one and the beginning of the other; with a ``measure`` the time
    from when it was asked for.
    """
    query = posed.query
    if query.against:
        return _apart(posed)
    if query.of.took is not None and "whether" in query.senses:
        return _as_long_as(posed, query.of.took)
    found = begun(posed, posed.select(query.of))
    if not found:
        return absent(posed, None)
    together = not query.of.task and query.of.ordinal is None and not query.of.next_to
    chosen = found if together else [(done(found) or found)[-1]]
    if query.measure in ("start", "end"):
        return _waited(posed, chosen[-1])
    return told(posed, length(chosen), chosen, whole=not together)


def _as_long_as(posed: PosedQuery, limit: Duration) -> Findings:
    """How long it took, claimed to be more or less than a limit: "did it take more than ten minutes"."""
    whatever = replace(posed, query=replace(posed.query, of=replace(posed.query.of, took=None)))
    found = duration(whatever)
    if not isinstance(found.value, timedelta):
        return found
    so = found.value >= limit.than if limit.more else found.value <= limit.than
    return replace(found, query=replace(found.query, claim=found.value if so else limit.than))


def _waited(posed: PosedQuery, item: FoundItem) -> Findings:
    """The time from when a task was asked for until it was begun, or over where ``measure`` is *end*."""
    if item.asked is None:
        return posed.found(None, status="unsure")
    until = item.end if posed.query.measure == "end" else item.start
    return told(posed, max(until - item.asked, _NEVER), [item])


def _apart(posed: PosedQuery) -> Findings:
    """The time from the end of one thing to the beginning of the next. Value: timedelta, or days if so counted."""
    sides: list[FoundItem] = []
    for side in (posed.query.of, posed.query.against[0]):
        found = posed.select(side)
        if not found:
            return absent(posed, None, side)
        sides.append(found[-1])
    first, second = sorted(sides, key=lambda item: (item.start, item.first))
    if posed.query.counted == "days":
        return told(posed, (second.start.date() - first.end.date()).days, [first, second])
    return told(posed, max(second.start - first.end, _NEVER), [first, second])


# ------------------------------------------------------------------------------------------------------- comparisons


def compared(posed: PosedQuery) -> Findings:
    """Which of two sides it is by ``measure``. Value: its name, None when neither is ahead; a bool for a claim.

    A claim of True says that it is ``of``.
    """
    query = posed.query
    if not query.against:
        return posed.found(None, status="unsure")
    sides = (query.of, *query.against)
    found = [_counting(posed, side) for side in sides]
    by_count = query.measure in ("count", "failures")
    for side, items in zip(sides, found, strict=True):
        if not items and (not by_count or not any(found)):
            return absent(posed, None if query.claim is None else False, side)
    ends = [side if by_count else side[-1:] for side in found]
    weights = [_MEASURES[query.measure or "count"](items) for items in ends]
    best = (max if query.most else min)(weights)
    ahead = [index for index, weight in enumerate(weights) if weight == best]
    items = [item for side in ends for item in side]
    if query.claim is not None:
        return told(posed, ahead == [0] if query.claim is True else weights[0] == weights[1], items)
    value = _called(sides[ahead[0]], found[ahead[0]]) if len(ahead) == 1 else None
    named = tuple((_called(side, items), tuple(items[-1:])) for side, items in zip(sides, found, strict=True))
    return replace(told(posed, value, items, whole=not by_count), sides=named)


def _counting(posed: PosedQuery, side: Selection) -> list[FoundItem]:
    """What counts of a side: where tasks are counted those that were done, else all for which something was done."""
    found = posed.select(side)
    if side.thing.types and not side.task:  # "slice the apple" is not what else was asked for in one breath
        found = [one for one in found if names(one.name, side.thing.types)] or found
    if side.outcomes or posed.query.measure == "failures":
        return found
    return done(found) if posed.query.measure == "count" else begun(posed, found)


def _called(side: Selection, items: Sequence[FoundItem]) -> str:
    """What a side is called: its task, or its time where that tells the sides apart."""
    if side.task:
        return items[-1].name if items else side.task
    return side.time.words or (items[-1].name if items else "")


_MEASURES: Mapping[str, Callable[[Sequence[FoundItem]], Any]] = {
    "duration": length,
    "count": len,
    "start": lambda items: items[-1].start,
    "end": lambda items: items[-1].end,
    "asked": lambda items: items[-1].asked or items[-1].start,
    "failures": lambda items: len([item for item in items if item.status == "failed"]),
}


def extreme(posed: PosedQuery) -> Findings:
    """Which task, or with ``counted`` *days* which day, has the most or least of a measure. Value: name, or date."""
    query = posed.query
    found = _counting(posed, query.of)
    if not found:
        return absent(posed, None)
    groups: dict[Any, list[FoundItem]] = defaultdict(list)
    for item in found:
        groups[_group(posed, item)].append(item)
    weigh = _MEASURES[query.measure or "duration"]
    best = (max if query.most else min)(weigh(items) for items in groups.values())
    ahead = [key for key, items in groups.items() if weigh(items) == best]
    items = [item for key in ahead for item in groups[key]]
    names = [key if query.counted == "days" else groups[key][0].name for key in ahead]
    if len(ahead) > 1 and query.measure in ("count", "failures"):
        return told(posed, tuple(names), items, [Caveat("nearest", "several")], whole=False)
    longer = posed.forgotten(query.of) if weigh is length and query.most else None  # than what is left of it
    shown = items if query.counted == "days" else groups[ahead[0]]
    return told(posed, names[0], shown, [longer] if longer else (), whole=longer is not None)


def _group(posed: PosedQuery, item: FoundItem) -> str | datetime | tuple[datetime, int]:
    if posed.query.counted == "days":
        return datetime(item.start.year, item.start.month, item.start.day)
    if posed.query.measure in ("count", "failures"):
        return item.name
    return item.start, item.first
