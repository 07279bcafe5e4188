"""Leaving nothing of what was deleted in a memory's bytes, and giving back its room; in steps that need a few pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

from envs.errors import NoRoom
from memory.file import text_index
from memory.file.opening import NO_ROOM
from memory.file.overwriting import overwrite_unused, overwrite_whole

Keep = Callable[[], object]
_PAGES = 16  # of the text index that are merged at a time
_STEPS = 1_000_000
_TRIES = 5  # when somebody notes something meanwhile


def tidy(connection: sqlite3.Connection, path: Path) -> bool:
    """Take words of deleted rows out of the text index, overwrite what is not used, shrink the file, empty its journal.

    Args:
        connection: Of the writer, outside of a transaction.
        path: The name by which it opened the file.

    Returns:
        Whether everything could be done; a reader in the middle of a question holds on to the journal until it is done.

    Raises:
        sqlite3.Error: Not even a few pages are free; what was done stays done.
        OSError: The file cannot be written.
    """
    connection.execute("PRAGMA secure_delete = FAST")  # the journal is shorter; what is freed is overwritten below
    try:
        try:
            _merge_text_index(connection)
            merged = True
        except sqlite3.OperationalError as error:
            if not _is_full(error):
                raise
            merged = False
        if not _emptied(connection, path, spare=0 if merged else _number(connection, "freelist_count") // 2):
            return False
        if not merged:  # half of what was free in the file is now on the disk, for the journal
            _merge_text_index(connection)
            return _emptied(connection, path)
        return True
    finally:
        connection.execute("PRAGMA secure_delete = ON")


def _emptied(connection: sqlite3.Connection, path: Path, spare: int = 0) -> bool:
    """Overwrite what is not used, shrink the file, empty the journal; False when a reader holds on to it."""
    if not _overwrite(connection, path):
        return False
    shrink(connection, spare)
    return _overwrite(connection, path) and _checkpoint(connection, "TRUNCATE")


def shrink(connection: sqlite3.Connection, spare: int = 0, most: int = _STEPS, keep: Keep | None = None) -> None:
    """Give free pages back to the disk.

    Args:
        connection: Of the writer, outside of a transaction.
        spare: How many pages are kept for what comes next.
        most: How many pages are given back at most.
        keep: Called after each step, to keep what it did.
    """
    keep = keep or partial(_checkpoint, connection, "PASSIVE")
    given, step = 0, _PAGES
    while given < most and (free := _number(connection, "freelist_count")) > spare:
        try:
            # Not execute, which would take only the first of its steps, one page.
            connection.executescript(f"PRAGMA incremental_vacuum({min(free - spare, step, most - given)})")
            keep()
        except (sqlite3.OperationalError, NoRoom) as error:
            step = _smaller(connection, step, error)
            continue
        if (left := _number(connection, "freelist_count")) >= free:
            return
        given += free - left


def _merge_text_index(connection: sqlite3.Connection) -> None:
    """Merge until there is one run of words, in which those of deleted rows are gone."""
    pages = _PAGES
    for _ in range(_STEPS):
        try:
            if not text_index.merge(connection, pages):
                return
        except sqlite3.OperationalError as error:
            pages = _smaller(connection, pages, error)
            continue
        _checkpoint(connection, "PASSIVE")


def _smaller(connection: sqlite3.Connection, step: int, error: sqlite3.Error | NoRoom) -> int:
    """A smaller step for one that the disk had no room for; raises the error when there is none."""
    if step == 1 or not (isinstance(error, NoRoom) or _is_full(error)):
        raise error
    _checkpoint(connection, "TRUNCATE")  # room that the journal takes, and the file may need
    return step // 4


def _is_full(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) in NO_ROOM


def _overwrite(connection: sqlite3.Connection, path: Path) -> bool:
    """Overwrite what is not used in the file, and the journal; False when somebody still needs that."""
    for _ in range(_TRIES):
        version = _number(connection, "data_version")
        if not _checkpoint(connection, "RESTART"):
            return False
        connection.execute("BEGIN IMMEDIATE")  # nobody writes meanwhile
        try:
            if _number(connection, "data_version") == version:  # nor has since: all of the journal is in the file
                overwrite_unused(path)
                overwrite_whole(path.with_name(path.name + "-wal"))
                return True
        finally:
            connection.execute("COMMIT")
            connection.execute("PRAGMA shrink_memory")  # pages as they were before
    return False


def _checkpoint(connection: sqlite3.Connection, mode: str) -> bool:
    (busy, _, _) = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return not busy


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return connection.execute(f"PRAGMA {pragma}").fetchone()[0]
