"""The index of the words of nodes: merging it, and making it anew, so that no word of a deleted row is in it.

What is deleted leaves its words in the runs of words that the index consists of, until they are merged. Merging takes
as much room as a word has places; where that is too much the index is emptied, and filled again from the nodes bit by
bit. How far that has come is noted in ``meta``, so that whoever opens the memory for writing after a kill does it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache

from envs.errors import NoRoom
from memory.file import schema

FILLING = "text_index"
"""Key in ``meta`` of the last node whose words are in an index that is being filled."""
_MOST = 1024  # nodes whose words are entered at a time
_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'nodes_text_%' ORDER BY name"
_NEXT = "SELECT max(id) FROM (SELECT id FROM indexed_nodes WHERE id > ? ORDER BY id LIMIT ?)"


def triggers() -> dict[str, str]:
    """What lets the words of nodes that are written go into it, by name; missing until it is whole."""
    return _made_by(schema.MIGRATIONS)


@cache
def _made_by(migrations: tuple[Callable[[sqlite3.Connection], None], ...]) -> dict[str, str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for step in migrations:
            step(connection)
        return dict(connection.execute(_TRIGGERS).fetchall())


def merge(connection: sqlite3.Connection, pages: int) -> bool:
    """Merge as many pages, and return whether there were any to merge; at last those of deleted rows are gone."""
    before = connection.total_changes
    connection.execute(f"INSERT INTO node_text (node_text, rank) VALUES ('merge', -{pages})")
    return connection.total_changes - before >= 2  # by SQLite's manual


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether all nodes are in it."""
    return connection.execute("SELECT 1 FROM meta WHERE key = ?", (FILLING,)).fetchone() is None


def suspend(connection: sqlite3.Connection) -> None:
    """Empty it, and let what is written meanwhile not go into it.

    Args:
        connection: Of the writer, outside of a transaction.
    """
    connection.execute("BEGIN IMMEDIATE")
    with connection:  # commits, or rolls back
        for name in triggers():
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        connection.execute("INSERT INTO node_text (node_text) VALUES ('delete-all')")
        _note(connection, 0)


def refill(connection: sqlite3.Connection, keep: Callable[[], object] = lambda: None) -> None:
    """Make it whole where a process was killed that filled it; as for ``fill``."""
    if not is_whole(connection):
        suspend(connection)
        fill(connection, keep)


def fill(connection: sqlite3.Connection, keep: Callable[[], object]) -> None:
    """Enter the nodes that are missing since it was suspended; nothing happens when it is whole.

    Args:
        connection: Of the writer, outside of a transaction.
        keep: Called after each step, to keep what it did.

    Raises:
        NoRoom: There is no room for the words of a single node; what was done stays done.
    """
    count = _MOST
    while not is_whole(connection):
        try:
            _enter(connection, count)
            keep()
        except NoRoom:
            if count == 1:
                raise
            count = max(count // 4, 1)


def _enter(connection: sqlite3.Connection, count: int) -> None:
    """Enter so many nodes; when there are none, the index is whole."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:  # commits, or rolls back
        (before,) = connection.execute("SELECT value FROM meta WHERE key = ?", (FILLING,)).fetchone()
        (last,) = connection.execute(_NEXT, (int(before), count)).fetchone()
        if last is None:
            for sql in triggers().values():
                connection.execute(sql)
            connection.execute("DELETE FROM meta WHERE key = ?", (FILLING,))
            return
        connection.execute(
            """INSERT INTO node_text (rowid, summary, detail)
            SELECT id, summary, detail FROM indexed_nodes WHERE id > ? AND id <= ?""",
            (int(before), last),
        )
        _note(connection, last)


def _note(connection: sqlite3.Connection, last: int) -> None:
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (FILLING, str(last)))
