"""Summaries of a stretch of time: the finest that are remembered, and coarser ones where those are forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from memory.levels import DAY, SUMMARY
from memory.reading.queries import Count, bounds
from memory.reading.traces import EVERYTHING, Scope
from memory.store.database import Store, moment

_LINES = """SELECT id, level, start, "end", summary, forgotten IS NOT NULL FROM nodes
    WHERE parent IS ? AND level >= ? AND start <= ? AND "end" >= ? ORDER BY first, id"""


@dataclass(frozen=True)
class SpanSummary:
    """What a summary tells of a stretch of time.

    Attributes:
        node: Its id.
        level: As in ``memory.levels``: 6 a day, 7 a week, 8 a month, …
        start: Time of the first experience below it.
        end: Time of the last one.
        text: The line.
        within: Whether all of it lies in what was asked for; else it also tells of other times.
    """

    node: int
    level: int
    start: datetime
    end: datetime
    text: str
    within: bool


def span_summaries(
    store: Store, scope: Scope = EVERYTHING, finest: int = DAY, count: Count | None = None
) -> list[SpanSummary]:
    """Summaries that tell of a scope, in order; each moment is told of by the finest that is remembered.

    A coarser one comes before the finer ones below it, and only where some of those are forgotten.

    Args:
        store: The memory.
        scope: When; its episode is not looked at.
        finest: The lowest level wanted.
        count: Where to count what is read.
    """
    low, high = bounds(scope)
    found = list(_telling(store, None, finest, low, high))
    if count is not None:
        count.add(*(one.text for one in found))
    return found


def _telling(store: Store, parent: int | None, finest: int, low: int, high: int) -> Iterator[SpanSummary]:
    """The summaries of a stretch below a node."""
    lowest = SUMMARY if parent is None else finest  # a short life has no node as high as a day
    for node, level, start, end, text, gone in store.rows(_LINES, parent, lowest, high, low):
        if gone:
            continue
        below = list(_telling(store, node, finest, low, high)) if level > finest else []
        if level <= finest or not _all_told(store, node, finest, low, high):
            yield SpanSummary(node, level, moment(start), moment(end), text, low <= start and end <= high)
        yield from below


def _all_told(store: Store, node: int, finest: int, low: int, high: int) -> bool:
    """Whether nothing below a node is forgotten of a stretch, at the levels that are wanted."""
    below = store.rows(_LINES, node, finest, high, low)
    return bool(below) and not any(row[-1] for row in below)
