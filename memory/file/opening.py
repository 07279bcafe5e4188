"""Opening the memory's SQLite file, and saying in plain words what is wrong with one that will not open."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from envs.errors import BadInput, Damaged, HomebodyError, NoRoom, TryAgain
from envs.files.writing import make_private, make_private_file, written
from memory.file import descriptors
from memory.file.lock import by_name
from memory.file.meter import MeteredConnection, was_spent

NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN)
"""What SQLite says of a file, or its shared memory, that cannot grow."""
MAGIC = b"SQLite format 3\0"
_HEADER = 100  # bytes of the SQLite file header
_SHORT = 64 << 20  # bytes free on the disk below which the journal is kept short
INCREMENTAL = 2  # SQLite's number for auto_vacuum = INCREMENTAL


def check_file(path: Path, begin: bool) -> None:
    """Look at a file before SQLite does.

    Args:
        path: The memory file.
        begin: Whether a missing or empty file will do, as one is begun there.

    Raises:
        BadInput: Missing, a folder, no regular file, not readable, not SQLite, or shorter than its own header says.
    """
    if not _is_there(path, begin):
        return
    try:
        with descriptors.reading(path) as file:
            header = file.read(_HEADER)
    except PermissionError as error:
        raise BadInput(f"{path} may not be read by this user; change its permissions or copy it") from error
    except OSError as error:
        raise TryAgain(f"{path} could not be read ({error.strerror}); try again") from error
    if not header:
        if begin:
            return  # SQLite makes a new database of an empty file
        raise BadInput(f"{path} is empty, not a SQLite file, so not a homebody memory; choose another file name")
    if not header.startswith(MAGIC):
        raise BadInput(f"{path} is not a SQLite file, so not a homebody memory; choose another file name")
    _check_length(path, header)


def check_there(path: Path) -> None:
    """Look whether there is a file at all, whatever is in it.

    Raises:
        BadInput: Missing, a folder, no regular file, or not to be reached.
    """
    _is_there(path, begin=False)


def _is_there(path: Path, begin: bool) -> bool:
    try:
        kind = path.stat().st_mode
    except FileNotFoundError as error:
        _check_missing(path, begin, error)
        return False
    except (OSError, ValueError) as error:  # a loop of links, too long a name, a folder that may not be looked into
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{str(path)[:300]} cannot be reached ({reason}); name another file") from error
    if stat.S_ISDIR(kind):
        raise BadInput(f"{path} is a folder; name the memory file inside it, {path / 'memory.sqlite'}")
    if not stat.S_ISREG(kind):
        raise BadInput(f"{path} is not a regular file; name a memory file")
    return True


def _check_missing(path: Path, begin: bool, error: FileNotFoundError) -> None:
    if not begin:
        raise BadInput(
            f"no such file: there is no memory file {path}; check the name ('homebody run' begins a memory)"
        ) from error
    if not Path(os.path.realpath(path)).parent.is_dir():
        raise BadInput(f"the folder {path.parent} of memory file {path.name} does not exist; create it first")


def _check_length(path: Path, header: bytes) -> None:
    """A copy that broke off is found here at once, not at the first question that needs a missing page."""
    name = located(path)
    journal = name.with_name(name.name + "-wal")
    if journal.exists() and journal.stat().st_size:
        return  # the missing pages may be in there; SQLite knows
    size = int.from_bytes(header[16:18], "big")
    size = 65536 if size == 1 else size
    counted = header[24:28] == header[92:96]  # else the page count was written by an old library and means nothing
    expected = size * int.from_bytes(header[28:32], "big") if counted else 0
    if len(header) < _HEADER or path.stat().st_size < expected:
        raise Damaged(
            f"{path} is cut short: {path.stat().st_size} bytes of {expected or 'at least 100'}; restore it from a "
            "copy, or save what can be read with 'homebody memory repair'"
        )


def located(path: Path) -> Path:
    """The name by which SQLite has to open a file, beside which its journal lies: links resolved.

    Raises:
        BadInput: The file was moved away from its journal.
    """
    return by_name(Path(os.path.realpath(path)), path)


class _Connection(MeteredConnection):
    """Tells when it is closed, so that nobody lets go of its locks before."""

    file: descriptors.Identity | None = None

    def close(self) -> None:
        super().close()
        file, self.file = self.file, None
        descriptors.leave(file)


def connect(path: Path, readonly: bool, still: bool = False) -> MeteredConnection:
    """A connection in manual-commit mode with our settings.

    Args:
        path: The file.
        readonly: Whether it is only read.
        still: Whether nobody changes it meanwhile, which the caller makes sure of; then nothing is created beside it.

    Raises:
        BadInput: The file cannot be opened or is damaged.
    """
    path = located(path)
    if not readonly:
        _keep_private(path)
    with explained(path):
        file = descriptors.enter(path)
        try:
            connection = sqlite3.connect(
                _uri(path, readonly, still), uri=True, isolation_level=None, timeout=5.0, factory=_Connection
            )
        except BaseException:
            descriptors.leave(file)
            raise
        connection.file = file
        try:
            prepare(connection)
            if not readonly:
                if not connection.execute("PRAGMA page_count").fetchone()[0]:
                    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # must be said before the first table
                connection.execute("PRAGMA journal_mode = WAL")
                # What is deleted is overwritten: a forgotten word does not linger in free pages.
                connection.execute("PRAGMA secure_delete = ON")
                if shutil.disk_usage(path.parent).free < _SHORT:
                    connection.execute("PRAGMA wal_autocheckpoint = 8")
                # A killed process loses nothing; after a power cut the newest commits may be missing, the file is
                # whole.
                connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """What every connection goes by."""
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -16000")
    connection.execute("PRAGMA temp_store = MEMORY")  # nothing of it lies in the folder for such files


def connect_alone(path: Path) -> MeteredConnection:
    """A connection that keeps everybody else out of a file until it is closed, and has nothing left in its journal.

    Args:
        path: The name by which SQLite has to open it.

    Raises:
        TryAgain: Somebody has it open.
        BadInput: The file cannot be opened or is damaged.
    """
    with explained(path):
        file = descriptors.enter(path)
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=1.0, factory=_Connection
        )
        connection.file = file
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # before the first look; nothing is shared then
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except BaseException:
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
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != INCREMENTAL:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("VACUUM")


def _uri(path: Path, readonly: bool, still: bool) -> str:
    if not readonly:
        return f"{path.as_uri()}?mode=rwc"
    # SQLite needs to create its shared-memory file beside a WAL database, which a read-only folder forbids; a file that
    # was closed cleanly there cannot change, and may be read as it is.
    journal = path.with_name(path.name + "-wal")
    frozen = still or (
        not journal.exists()
        and not os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    )
    return f"{path.as_uri()}?mode=ro{'&immutable=1' if frozen else ''}"


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
        known = explanation(error, path)
        if known is None:
            raise
        raise known from error


def explanation(error: sqlite3.Error, path: Path) -> HomebodyError | None:
    """An error of SQLite about a file as one of ours, None when it is not about the file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_INTERRUPT:
        if not was_spent():
            raise KeyboardInterrupt from error  # SQLite swallowed the one that ended it
        return BadInput(
            f"{path}: a query to it did not end and was stopped; the file may be damaged: "
            f"homebody memory check --memory {path}"
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return TryAgain(f"{path} is busy: another program has locked it; close that one, then try again")
    if getattr(error, "sqlite_errorcode", 0) in NO_ROOM:
        return NoRoom(f"no space left to write {path}; nothing of what it held is lost. Free some space and try again.")
    if code == sqlite3.SQLITE_IOERR:
        return TryAgain(f"{path} could not be written or read ({error}); free space on the disk, then try again")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return BadInput(f"{path} cannot be opened for this ({error}); copy it to a folder of yours and use the copy")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT):
        return damaged(path, error)
    if "malformed" in str(error) or "UTF-8" in str(error):  # what it says of JSON, schemas and texts
        return damaged(path, error)
    return None


def damaged(path: Path, problem: object, more: int = 0) -> Damaged:
    """The sentence about a damaged file, with what can be done.

    Args:
        path: The memory file.
        problem: What is wrong with it.
        more: How many more problems there are.
    """
    others = f", and {more} more" if more else ""
    return Damaged(
        f"{path} is damaged ({problem}{others}); restore it from a copy, or save what can be read with "
        "'homebody memory repair'"
    )
