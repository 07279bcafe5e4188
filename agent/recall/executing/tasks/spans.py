"""Accounts of stretches of time: their tasks in order with how they ended; summaries where tasks are forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.accounts import account, unfiltered
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.telling import absent, told
from memory.reading.traces import Scope

_TASKS_FROM = timedelta(hours=3)
"""An account of a stretch this long tells tasks; of a shorter one between clock times it tells deeds."""


def summary(posed: PosedQuery) -> Findings:
    """What was asked for in a stretch of time and what became of it. Value: tuple of names of tasks, in order.

    Days of which no task is known are told by what summaries still say.
    """
    found = posed.select(posed.query.of)
    if not found and (deeds := account(posed)):
        return deeds
    lines = _summaries(posed, posed.query.of, found)
    items = sorted([*found, *lines], key=lambda item: (item.start, item.first))
    if not items:
        return absent(posed, ())
    return told(posed, tuple(item.name for item in items), items, whole=False)


def in_detail(selection: Selection) -> bool:
    """Whether a stretch of time is so short that deeds are told of it, not tasks."""
    scope = selection.time.scope
    if selection.time.instant or not selection.time.clocked or not (scope.start and scope.end):
        return False
    return scope.end - scope.start < _TASKS_FROM and unfiltered(selection)


def _summaries(posed: PosedQuery, selection: Selection, found: list[FoundItem]) -> list[FoundItem]:
    """Summaries of the time that lie between the tasks that are known: each tells of a day or more without any."""
    scope = selection.time.scope
    if scope.start and scope.end and scope.end - scope.start < timedelta(hours=20):
        return []
    days = {item.start.date() for item in found}
    lines: list[FoundItem] = []
    for line in posed.view.told(Scope(scope.start, scope.end)):
        covered = any(line.start.date() <= day <= line.end.date() for day in days)
        if not covered and _told_of(line.start, line.end, scope):
            where = (line.node, 0, 0)
            lines.append(FoundItem("summary", line.text, line.start, line.end, *where, source="summary"))
    return lines


def _told_of(start: datetime, end: datetime, scope: Scope) -> bool:
    return (not scope.start or end >= scope.start) and (not scope.end or start <= scope.end)
