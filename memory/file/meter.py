"""Statements that can be interrupted: by Ctrl-C, and by a limit on the work of one of them.

SQLite runs a statement without asking Python anything. A query that goes in circles, over a damaged file or by a
mistake of ours, would do so for ever, and Ctrl-C would wait for its end. So SQLite asks every few milliseconds whether
to go on.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import Any

STEPS_BETWEEN = 100_000  # of SQLite's machine, about 3 ms
MOST_STEPS = 1_000_000_000
"""Of one statement: about half a minute, a hundred times what the slowest question to a memory of years takes. Counted,
not timed, so that it is the same on every machine and in every debugger."""

_WHOLE_FILE = ("VACUUM", "PRAGMA", "INSERT INTO NODE_TEXT (NODE_TEXT")
"""How statements begin that take as long as the file is big, and end."""

_mine = threading.local()


class Meter:
    """Counts the work of the statement that runs.

    Args:
        most: Steps that one may take.
    """

    def __init__(self, most: int = MOST_STEPS) -> None:
        self._most, self._done = most, 0
        self._endless = False

    def begin(self, sql: str) -> None:
        """A statement begins."""
        self._done, self._endless = 0, sql[:60].lstrip().upper().startswith(_WHOLE_FILE)

    def __call__(self) -> bool:
        """Asked by SQLite in the middle of a statement; True ends it. A signal of Python's is handled here as well."""
        self._done += STEPS_BETWEEN
        _mine.spent = self._done > self._most and not self._endless
        return _mine.spent


class MeteredConnection(sqlite3.Connection):
    """A connection whose statements can be interrupted; made by ``sqlite3.connect(factory=…)``."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._meter = Meter()
        self.set_progress_handler(self._meter, STEPS_BETWEEN)

    def limit(self, most: int) -> None:
        """Let a statement take so many steps."""
        self._meter = Meter(most)
        self.set_progress_handler(self._meter, STEPS_BETWEEN)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """As of any connection."""
        self._meter.begin(sql)
        return super().execute(sql, *values)

    def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """As of any connection; the limit is of all its rows together."""
        self._meter.begin(sql)
        return super().executemany(sql, *values)

    def executescript(self, sql: str) -> sqlite3.Cursor:
        """As of any connection; without a limit, as only files are brought up to date that way."""
        self._meter.begin("VACUUM")
        return super().executescript(sql)


def was_spent() -> bool:
    """Whether the limit ended the statement that was interrupted last in this thread; else it was a signal."""
    spent, _mine.spent = getattr(_mine, "spent", False), False
    return spent
