"""Small parts of the queries that readers of the memory are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memory.reading.traces import Scope
from memory.store.database import Store, microseconds


@lru_cache(maxsize=4096)
def count_tokens(text: str) -> int:
    """Length of a text in words and punctuation marks, the unit of everything that counts reading.

    Language models count about a third more for English; the count here needs no model and is the same everywhere.
    """
    return len(re.findall(r"\w+|[^\w\s]", text))


class Count:
    """Adds up what was read.

    Attributes:
        tokens: So far.
    """

    def __init__(self) -> None:
        self.tokens = 0

    def add(self, *texts: str) -> None:
        """Count some texts."""
        self.tokens += sum(count_tokens(text) for text in texts if text)


def marks(values: Sequence[object]) -> str:
    """Question marks for a list of values in a query."""
    return ", ".join("?" * len(values))


def clause(where: Sequence[str]) -> str:
    """Conditions as a WHERE clause; empty when there is none."""
    return f"WHERE {' AND '.join(where)}" if where else ""


def bounds(scope: Scope) -> tuple[int, int]:
    """The times between which a scope lies, in microseconds; beyond every time where it has no end."""
    low = microseconds(scope.start) if scope.start else -(1 << 62)
    return low, microseconds(scope.end) if scope.end else 1 << 62


def within(
    store: Store, scope: Scope, time: str, number: str, time_from: str | None = None, number_from: str | None = None
) -> tuple[list[str], list[object]]:
    """Conditions and their values for rows that overlap a scope.

    Args:
        store: The memory; tells which experiences an episode is.
        scope: Which part of the past.
        time: Column with the row's (last) time.
        number: Column with the row's (last) experience; an episode is a range of these.
        time_from: Column with its first time, when it is not an instant.
        number_from: Column with its first experience.
    """
    where: list[str] = []
    values: list[object] = []
    if scope.start:
        where.append(f"{time} >= ?")
        values.append(microseconds(scope.start))
    if scope.end:
        where.append(f"{time_from or time} <= ?")
        values.append(microseconds(scope.end))
    if scope.episode is not None:
        row = store.row("SELECT min(first), max(last) FROM nodes WHERE episode = ?", scope.episode)
        first, last = row if row and row[0] else (0, -1)
        where += [f"{number} >= ?", f"{number_from or number} <= ?"]
        values += [first, last]
    return where, values
