"""From when to when an erasing is noted in its memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from envs.errors import NoRoom
from memory.store.database import Store
from memory.store.rows.unfinished import drop_erasing, note_erasing, noted_erasing
from memory.unfinished import UnfinishedErasing


def begin(store: Store, new: UnfinishedErasing) -> UnfinishedErasing:
    """Note an erasing before anything is erased; returns it with the words of one that could not be finished.

    Args:
        store: Open for writing.
        new: The erasing.

    Raises:
        TryAgain: There is no room even for that, or the file is busy; nothing is noted.
    """
    before = noted_erasing(store)
    words = tuple(dict.fromkeys((*(before.words if before else ()), *new.words)))
    delete = new.delete or (before is not None and before.delete)
    noted = UnfinishedErasing(words, new.now, delete, new.scenes or (before is not None and before.scenes))
    if noted != before:
        with store.transaction():
            note_erasing(store, noted)
    return noted


def words_are_gone(store: Store, one: UnfinishedErasing) -> None:
    """Note that only unused bytes are left to be overwritten."""
    with store.transaction():
        note_erasing(store, replace(one, words=()))


def end(store: Store) -> None:
    """Nothing is left to do."""
    with store.transaction():
        drop_erasing(store)


@contextmanager
def goes_on_later(store: Store) -> Iterator[None]:
    """Say of an erasing that cannot come to its end now that it will."""
    try:
        yield
    except NoRoom as error:
        raise NoRoom(
            f"{error}; what was erased so far stays erased, and when there is some room the next command that writes "
            f"{store.path} goes on with it"
        ) from error
