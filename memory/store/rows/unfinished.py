"""The note of an erasing that is under way, in the memory itself: one that was cut off is told of, and finished.

It has the words for as long as they are still in rows or files, and none while only unused bytes are left. It is made
before anything is erased and goes when nothing is left to do.
"""

from __future__ import annotations

from memory.file.opening import damaged
from memory.store.connection import StoreFile
from memory.unfinished import UnfinishedErasing, unfinished_from

_KEY = "erasing"


def noted_erasing(store: StoreFile) -> UnfinishedErasing | None:
    """The erasing that has begun in a memory, None when there is none.

    Raises:
        Damaged: What is noted of it cannot be read.
    """
    row = store.row("SELECT value FROM meta WHERE key = ?", _KEY)
    if row is None:
        return None
    try:
        return unfinished_from(row[0])
    except (ValueError, TypeError, KeyError) as error:
        raise damaged(store.path, "the note of an erasing that was cut off cannot be read") from error


def note_erasing(store: StoreFile, one: UnfinishedErasing) -> None:
    """Note an erasing, inside a transaction."""
    store.write("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", _KEY, one.text)


def drop_erasing(store: StoreFile) -> None:
    """Note that nothing is left to do, inside a transaction."""
    store.write("DELETE FROM meta WHERE key = ?", _KEY)
