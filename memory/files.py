"""Opening the memory's SQLite file, and saying in plain words what is wrong with one that will not open."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from envs.errors import BadInput, HomebodyError, TryAgain
from envs.files import make_private, make_private_file, written

MAGIC = b"SQLite format 3\0"
_HEADER = 100  # bytes of the SQLite file header
_INCREMENTAL = 2  # SQLite's number for auto_vacuum = INCREMENTAL


def check_file(path: Path, readonly: bool) -> None:
    """Look at a file before SQLite does.

    Raises:
        BadInput: Missing when ``readonly``, a folder, not SQLite, or shorter than its own header says.
    """
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name the memory file inside it, {path / 'memory.sqlite'}")
    if not path.exists():
        if readonly:
            raise BadInput(f"there is no memory file {path}; check the name, or open it for writing to begin one")
        if not path.parent.is_dir():
            raise BadInput(f"the folder {path.parent} of memory file {path.name} does not exist; create it first")
        return
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except PermissionError as error:
        raise BadInput(f"{path} may not be read by this user; change its permissions or copy it") from error
    if not header and not readonly:
        return  # SQLite makes a new database of an empty file
    if not header.startswith(MAGIC):
        raise BadInput(f"{path} is not a SQLite file, so not a homebody memory; choose another file name")
    _check_length(path, header)


def _check_length(path: Path, header: bytes) -> None:
    """A copy that broke off is found here at once, not at the first question that needs a missing page."""
    journal = path.with_name(path.name + "-wal")
    if journal.exists() and journal.stat().st_size:
        return  # the missing pages may be in there; SQLite knows
    size = int.from_bytes(header[16:18], "big")
    size = 65536 if size == 1 else size
    counted = header[24:28] == header[92:96]  # else the page count was written by an old library and means nothing
    expected = size * int.from_bytes(header[28:32], "big") if counted else 0
    if len(header) < _HEADER or path.stat().st_size < expected:
        raise BadInput(
            f"{path} is cut short: {path.stat().st_size} bytes of {expected or 'at least 100'}; restore it from a copy"
        )


def connect(path: Path, readonly: bool) -> sqlite3.Connection:
    """A connection in manual-commit mode with our settings.

    Raises:
        BadInput: The file cannot be opened or is damaged.
    """
    if not readonly:
        _keep_private(path)
    with explained(path):
        connection = sqlite3.connect(_uri(path, readonly), uri=True, isolation_level=None, timeout=5.0)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA cache_size = -16000")
            if not readonly:
                if not connection.execute("PRAGMA page_count").fetchone()[0]:
                    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # must be said before the first table
                connection.execute("PRAGMA journal_mode = WAL")
                # What is deleted is overwritten: a forgotten word does not linger in free pages.
                connection.execute("PRAGMA secure_delete = ON")
                # A killed process loses nothing; after a power cut the newest commits may be missing, the file is
                # whole.
                connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error:
            connection.close()
            raise
    return connection


def _keep_private(path: Path) -> None:
    """What SQLite makes beside the file gets the rights of the file."""
    with written(path, "no memory was begun"):
        make_private_file(path)
    for ending in ("-wal", "-shm"):
        make_private(path.with_name(path.name + ending))


def make_shrinkable(connection: sqlite3.Connection) -> None:
    """Let a file begun by an older homebody give back the room of what is forgotten; rewrites it, once.

    Raises:
        sqlite3.Error: No room for the copy; the file is as before.
    """
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != _INCREMENTAL:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("VACUUM")


def _uri(path: Path, readonly: bool) -> str:
    if not readonly:
        return f"{path.resolve().as_uri()}?mode=rwc"
    # SQLite needs to create its shared-memory file beside a WAL database, which a read-only folder forbids; a file that
    # was closed cleanly there cannot change, and may be read as it is.
    journal = path.with_name(path.name + "-wal")
    frozen = not journal.exists() and not os.access(
        path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    )
    return f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if frozen else ''}"


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the file into ours; errors in our SQL stay what they are.

    Raises:
        TryAgain: Busy, or the disk is full.
        BadInput: Damaged, not writable, not a database.
    """
    try:
        yield
    except sqlite3.Error as error:
        known = _explain(error, path)
        if known is None:
            raise
        raise known from error


def _explain(error: sqlite3.Error, path: Path) -> HomebodyError | None:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return TryAgain(f"{path} is busy: another program has locked it; close that one, then try again")
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return TryAgain(f"{path} could not be written or read ({error}); free space on the disk, then try again")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return BadInput(f"{path} cannot be opened for this ({error}); open it with readonly=True or copy it elsewhere")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return BadInput(f"{path} is damaged ({error}); restore it from a copy")
    return None
