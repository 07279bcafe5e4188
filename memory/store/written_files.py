"""The list of files that were written from a memory, which it keeps itself: erasing goes through them.

Noting a file takes one row and no more, so it is done beside a writer as well: nobody who writes experiences and nodes
remembers anything of this table.
"""

from __future__ import annotations

import os
import platform
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from envs.errors import HomebodyError
from memory.file import completing, opening, schema
from memory.store.database import Store
from memory.store.seals import is_sealed, seal

RECORD, TRAIL_OF_RUN, NOTEBOOK, EXPORT = "record", "trail", "notebook", "export"
FIGURES, PAGE, CALLS, HISTORY, FILM = "figures", "page", "calls", "history", "film"
_NOTE = "INSERT OR REPLACE INTO written_files (path, machine, what, beside, seal) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written from a memory.

    Attributes:
        path: Where it was written, absolute.
        machine: Name of the machine.
        kind: What it is: ``record`` of an episode, ``trail`` and ``notebook`` of a run that goes on, ``export``,
            ``figures`` (JSON), ``page`` (HTML), ``calls`` to language models, ``history`` of what was typed, ``film``.
        beside: Where it was as seen from the memory file; there it is looked for when both were moved.
        ours: Whether this user's homebody noted it (``memory.store.seals``); no other entry is followed.
    """

    path: str
    machine: str
    kind: str
    beside: str
    ours: bool

    def find(self, memory: Path) -> Path | None:
        """Where it is now, None when it is not found or not ours."""
        if not self.ours:
            return None
        near = Path(os.path.realpath(memory)).parent / self.beside
        if self.beside and near.is_file():  # first: of a memory that was copied with its files, the copies
            return Path(os.path.realpath(near))
        there = Path(self.path)
        return Path(os.path.realpath(there)) if self.machine == machine() and there.is_file() else None


def machine() -> str:
    """The name of this machine."""
    return platform.node() or "this machine"


def note(store: Store, path: Path, kind: str) -> None:
    """Note a file, from whoever writes the memory.

    Args:
        store: Open for writing; a transaction that is open is used.
        path: The file, there already or not yet.
        kind: See ``WrittenFile``.

    Raises:
        TryAgain: The file is busy or the disk full.
    """
    row = _row(opening.located(store.path), path, kind)
    if (
        store.row("SELECT 1 FROM written_files WHERE (path, machine, what, beside, seal) = (?, ?, ?, ?, ?)", *row)
        is None
    ):
        with store.transaction():
            store.write(_NOTE, *row)


def note_in(memory: Path, path: Path, kind: str) -> str:
    """Note a file in a memory that may be in use.

    Args:
        memory: The memory file.
        path: The file.
        kind: See ``WrittenFile``.

    Returns:
        "" when it is noted, else a sentence that says why it is not.
    """
    try:
        if not memory.is_file():
            return ""  # there is nothing that it could tell of
        completing.complete_for_reader(memory)
        with closing(opening.connect(memory, readonly=False)) as connection, opening.explained(memory):
            if schema.version(connection, memory) == len(schema.MIGRATIONS):
                connection.execute(_NOTE, _row(opening.located(memory), path, kind))
                return ""
            why = f"{memory} is of another version"
    except (HomebodyError, sqlite3.Error, UnicodeDecodeError) as error:  # the last: names in a damaged file
        why = str(error)
    return f"note: {path} could not be noted in the memory, so erasing there will not reach it ({why})"


def note_through(connection: sqlite3.Connection, memory: Path, path: Path, kind: str) -> None:
    """Note a file in a memory that is being made, as part of what makes it: whoever finds the one finds the other.

    Args:
        connection: To the database, wherever it lies until it is whole.
        memory: The memory file that it will be.
        path: The file.
        kind: See ``WrittenFile``.
    """
    connection.execute(_NOTE, _row(Path(os.path.realpath(memory)), path, kind))


def noted(store: Store) -> list[WrittenFile]:
    """All files that were noted, by name."""
    rows = store.rows("SELECT path, machine, what, beside, seal FROM written_files ORDER BY path, machine")
    return [WrittenFile(*entry, ours=is_sealed(entry, found)) for *entry, found in rows]


def drop(store: Store, one: WrittenFile) -> None:
    """Take a file off the list."""
    with store.transaction():
        store.write("DELETE FROM written_files WHERE path = ? AND machine = ?", one.path, one.machine)


def _row(memory: Path, path: Path, kind: str) -> tuple[str, ...]:
    there = os.path.abspath(path)
    try:
        beside = os.path.relpath(os.path.realpath(there), os.path.realpath(memory.parent))
    except ValueError:  # another drive
        beside = ""
    entry = (_storable(there), machine(), kind, _storable(beside))
    return (*entry, seal(entry))


def _storable(path: str) -> str:
    """A name that is no Unicode is kept as far as it is; such a file will be told of as not found."""
    return path.encode("utf-8", "replace").decode()
