"""Comparisons of what was done and seen: which was more often, earlier, longer; the most; the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.listing import different, incomplete, none_found
from agent.recall.executing.narrowing import began
from agent.recall.executing.posed import PosedQuery

_COUNTING = ("count", "failures")


def label(selection: Selection, items: Sequence[FoundItem]) -> str:
    """What tells one side of a comparison from the others: its task, class or time."""
    if selection.subject == "tasks" and (items or selection.task):
        return items[-1].name if items and selection.task else selection.time.words or selection.task
    return (selection.thing.types or selection.place.types or (selection.time.words,))[0]


def compare(posed: PosedQuery) -> Findings:
    """Which of several it was by a measure. Value: its class, task or time; None where they are equal.

    With a claim: whether it was the first of them, alone.
    """
    sides = [(side, posed.select(side)) for side in (posed.query.of, *posed.query.against)]
    measure = posed.query.measure or "count"
    empty = [side for side, items in sides if not items]
    if empty and (measure not in ("count", "failures") or len(empty) == len(sides)):
        return none_found(posed, empty[0])
    amounts = [_amount(posed, items, measure) for _, items in sides]
    best = max(amounts) if posed.query.most else min(amounts)
    winners = [index for index, amount in enumerate(amounts) if amount == best]
    shown = [item for _, items in sides for item in _shown(items, measure, posed.query.most)]
    value = label(*sides[winners[0]]) if len(winners) == 1 else None
    lost = [caveat for side, _ in sides for caveat in incomplete(posed, side)] if measure in _COUNTING else []
    findings = posed.found(value if posed.query.claim is None else winners == [0], shown, caveats=lost[:1])
    return replace(findings, sides=tuple((label(*side), tuple(side[1])) for side in sides))


def _amount(posed: PosedQuery, items: Sequence[FoundItem], measure: str) -> Any:
    if measure == "failures":
        return sum(item.status == "failed" for item in items)
    if measure == "count":
        return len(different(list(items), posed.query.counted))
    if measure == "duration":
        return max((item.end - item.start for item in items), default=timedelta())
    return _shown(items, measure, posed.query.most)[0].start


def _shown(items: Sequence[FoundItem], measure: str, most: bool) -> list[FoundItem]:
    """The items that an amount was taken from."""
    if measure in ("start", "end") and items:
        return [max(items, key=began) if most else min(items, key=began)]
    return list(items)


def extreme(posed: PosedQuery) -> Findings:
    """The class of what something was done to most or least often. Value: class; None where several are equal."""
    items = [item for item in posed.select(posed.query.of) if item.kind]
    if not items:
        return none_found(posed, posed.query.of)
    kinds: dict[str, list[FoundItem]] = {}
    for item in items:
        kinds.setdefault(item.kind, []).append(item)
    if posed.query.measure == "duration":
        item = (max if posed.query.most else min)(items, key=lambda item: item.end - item.start)
        return posed.found(item.kind, (item,))
    ranked = sorted(kinds.values(), key=len, reverse=posed.query.most)
    equal = [group for group in ranked if len(group) == len(ranked[0])]
    shown = [item for group in (*equal, *ranked[len(equal) : len(equal) + 2]) for item in group]
    value = equal[0][0].kind if len(equal) == 1 else None
    return posed.found(value, shown, caveats=incomplete(posed, posed.query.of))


def when_over(item: FoundItem) -> FoundItem:
    """An item as the moment when it was over."""
    return replace(item, start=item.end, first=item.last)


def order(posed: PosedQuery) -> Findings:
    """In which order several things came, by when they last began. Value: tuple of their classes or tasks."""
    sides = [(side, posed.select(side)) for side in (posed.query.of, *posed.query.against)]
    for side, items in sides:
        if not items:
            return none_found(posed, side)
    if posed.query.measure == "end":
        sides = [sides[0], *((side, [when_over(item) for item in items]) for side, items in sides[1:])]
    if len(sides) == 1:
        return posed.found(tuple(dict.fromkeys(item.kind or item.name for item in sides[0][1])), sides[0][1])
    ordered = sorted(sides, key=lambda side: began(side[1][-1]))
    findings = posed.found(tuple(label(*side) for side in ordered), [items[-1] for _, items in ordered])
    return replace(findings, sides=tuple((label(*side), tuple(side[1][-1:])) for side in sides))
