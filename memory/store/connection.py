"""The memory's SQLite file as such: opening, locking, transactions, snapshots, queries, checking, giving back room."""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from envs.errors import BadInput, HomebodyError, NoRoom, Notice
from envs.files.writing import written
from memory.file import completing, opening, schema, text_index
from memory.file.in_place import InPlace
from memory.file.lock import WriterLock
from memory.file.tidying import shrink, tidy
from memory.soundness import checking
from memory.unfinished import finisher

_NESTED = nullcontext()
MISREAD = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, sqlite3.Error)
"""What readers make of damaged rows. Whether a file is why, ``checking`` says; else the error stays."""


_HALF_INDEXED = (
    "the words in {0} are being indexed anew, or that was cut off: searching finds less until the next command that "
    "writes it is done, such as 'homebody memory forget --memory {0}'"
)


class _Nobody:
    """The lock of what nobody else can reach."""

    def release(self) -> None:
        """Nothing is locked."""


class StoreFile:
    """One open memory file. ``memory.store.database.Store`` says what is in it.

    Attributes:
        path: Where it lies.
        revision: Changes whenever rows that were read may have changed without being appended to: after a rollback and
            after forgetting. Whoever remembers rows reads them again then.
    """

    _apart: InPlace | None = None
    _closed = False

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock | _Nobody | None) -> None:
        self.path = path
        self.revision = 0
        self._connection = connection
        self._lock = lock

    @classmethod
    def open(cls, path: str | Path, readonly: bool = False, begin: bool = True, sparing: bool = False) -> Self:
        """Open a memory file, beginning it when it is new and bringing an older one up to date.

        Args:
            path: The file; SQLite keeps ``-wal`` and ``-shm`` files beside it while it is open.
            readonly: Only read; works beside a writer and in read-only folders.
            begin: Whether to begin a memory where there is none, when it is not ``readonly``.
            sparing: Whether to do with a few kB where the disk is nearly full; nobody can read the memory then until it
                is closed.

        Raises:
            BadInput: Not a memory file, damaged, from a newer version, missing (when ``readonly`` or not to ``begin``),
                or in a folder that cannot be written (when not ``readonly``).
            TryAgain: Somebody else is writing it.
        """
        path = Path(path)
        opening.check_file(path, begin=begin and not readonly)
        with ExitStack() as undo:
            lock = None if readonly else _lock(path)
            if lock:
                undo.callback(lock.release)
                completing.complete(path)
            else:
                completing.complete_for_reader(path)
            with opening.explained(path), explained(path):
                apart = InPlace.opened(path) if lock and sparing else None
                connection = apart.connection if apart else opening.connect(path, readonly)
                undo.callback(apart.close if apart else connection.close)
                schema.migrate(connection, path, readonly)
                if not readonly:
                    opening.make_shrinkable(connection)
                    text_index.refill(connection, apart.publish if apart else lambda: None)
                elif not text_index.is_whole(connection):
                    warnings.warn(_HALF_INDEXED.format(path), Notice, stacklevel=2)
                store = cls(path, connection, lock)
                store._apart = apart
                if store.row("SELECT 1 FROM meta WHERE key = 'erasing'"):
                    store._finish_erasing(readonly)
            undo.pop_all()
            return store

    def _finish_erasing(self, readonly: bool) -> None:
        go_on = finisher()
        if go_on is None:
            warnings.warn(f"{self.path}: an erasing is under way, or was cut off", Notice, stacklevel=3)
        else:
            go_on(self, readonly)

    @classmethod
    def in_memory(cls, connection: sqlite3.Connection) -> Self:
        """A memory that lies in no file, from a connection to ``:memory:`` with its tables."""
        return cls(Path(":memory:"), connection, _Nobody())

    def close(self) -> None:
        """Close the file and let another writer in; calling it twice is harmless.

        Inside a transaction nothing of that is kept.
        """
        self._closed = True
        self._connection.close()
        if self._apart:
            self._apart.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(error, MISREAD):
            _explain(self.path, error)

    def transaction(self) -> AbstractContextManager[None]:
        """Everything written inside is kept together or not at all; may be nested, the outermost commits.

        Raises:
            BadInput: The store was opened readonly.
        """
        if self._lock is None:
            raise BadInput(f"{self.path} was opened readonly; open it for writing to add to it")
        return _NESTED if self._connection.in_transaction else self._outermost()

    @contextmanager
    def _outermost(self) -> Iterator[None]:
        with opening.explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            kept = False
            try:
                yield
                self._connection.execute("COMMIT")
                kept = True
            finally:
                if not kept:
                    self._roll_back()
            self._publish()

    def _publish(self) -> None:
        """Have the file itself hold what was committed, if that was in a copy."""
        if self._apart:
            try:
                self._apart.publish()
            except NoRoom:
                self.reload()
                raise

    def _roll_back(self) -> None:
        if self._in_transaction:
            self._connection.execute("ROLLBACK")
        if not self._closed:
            self.reload()

    @property
    def _in_transaction(self) -> bool:
        """Whether there is one to end; a full disk has SQLite roll back by itself, and so has closing the file."""
        return not self._closed and self._connection.in_transaction

    def reload(self) -> None:
        """Read again what is remembered of the file: after a rollback, or after its rows were changed in place."""
        self.revision += 1

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read inside is of one moment, whatever a writer adds meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        with opening.explained(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                if self._in_transaction:
                    self._connection.execute("COMMIT")

    def write(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Execute one statement that changes rows; only inside ``transaction``, so that nothing is changed by halves.

        Args:
            sql: With ``?`` for values; with ``:name`` for the items of a dict, given as the only value.
            *values: The values.

        Raises:
            RuntimeError: Outside of a transaction.
        """
        if not self._connection.in_transaction:
            raise RuntimeError("Store.write outside of Store.transaction; wrap it in one")
        try:
            return self._connection.execute(sql, _bound(values))
        except OverflowError as error:
            raise _too_large() from error

    def row(self, sql: str, *values: object) -> tuple[Any, ...] | None:
        """The first row of a query, or None; values as for ``write``."""
        try:
            return self._connection.execute(sql, _bound(values)).fetchone()
        except OverflowError as error:
            raise _too_large() from error
        except sqlite3.Error:
            with opening.explained(self.path):
                raise

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query; values as for ``row``."""
        try:
            return self._connection.execute(sql, _bound(values)).fetchall()
        except OverflowError as error:
            raise _too_large() from error
        except sqlite3.Error:
            with opening.explained(self.path):
                raise

    @property
    def connection(self) -> sqlite3.Connection:
        """SQLite's connection, for what looks at the file as such."""
        return self._connection

    def check(self) -> list[str]:
        """Everything that is wrong inside the file, one line each; empty when it is sound.

        Reads the whole file, through a connection of its own: what the transaction in progress has written is not seen.
        """
        return checking.examine(self.path)

    @property
    def bytes_used(self) -> int:
        """Bytes of the file that hold something; the rest is free for what comes."""
        [(pages,), (free,), (size,)] = (
            self.rows(f"PRAGMA {name}")[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def give_back(self, pages: int = 256, at_last: bool = False) -> None:
        """Return free pages to the disk.

        Args:
            pages: How many at most.
            at_last: Whether nothing is written after it; else a few are kept for what comes next, where it has room.
        """
        with opening.explained(self.path):
            (total,) = self._connection.execute("PRAGMA page_count").fetchone()
            if not self._connection.in_transaction:
                if self._apart:
                    shrink(self._connection, most=pages, keep=self._apart.publish)
                else:
                    shrink(self._connection, 0 if at_last else max(total // 20, 16), pages)

    def scrub(self) -> bool:
        """Leave nothing of what was deleted in the bytes of the file: not in the text index, not in the journal.

        Everything is done where it lies, in steps that take a few pages of room.

        Returns:
            Whether the journal could be emptied; a reader in the middle of a question holds on to it until it is done.

        Raises:
            BadInput: The store was opened readonly.
            TryAgain: No room at all, or another program has locked the file.
        """
        if self._lock is None:
            raise BadInput(f"{self.path} was opened readonly; open it for writing")
        with opening.explained(self.path), written(self.path, "it is as it was"):
            if not self._apart:
                return tidy(self._connection, opening.located(self.path))
            self._apart.tidy()
            return True

    def rewrite(self) -> None:
        """Copy the file to itself, without anything that is not used; takes as much room as it is long, twice.

        Raises:
            TryAgain: There is no such room; the file is as before.
        """
        with opening.explained(self.path):
            self._connection.execute("VACUUM")
        self._publish()

    def suspend_text_index(self) -> None:
        """Do without the index of words until ``fill_text_index``; its room is free for what is changed meanwhile.

        Raises:
            NoRoom: Not even for that; it is as before.
        """
        if text_index.is_whole(self._connection):
            text_index.suspend(self._connection)
            self._publish()

    def fill_text_index(self) -> None:
        """Have an index of words again; nothing happens where there is one.

        Raises:
            NoRoom: There is no room for the words of a single node; the next to open it for writing goes on.
        """
        text_index.fill(self._connection, self._publish)

    @property
    def sparing(self) -> bool:
        """Whether the disk is nearly full, so that the file is changed in a copy and then where it lies."""
        return self._apart is not None

    def breathe(self) -> None:
        """Inside ``transaction``: keep what was written so far, whatever comes."""
        self._connection.execute("COMMIT")
        self._publish()
        self._connection.execute("BEGIN IMMEDIATE")


def _bound(values: tuple[Any, ...]) -> Any:
    return values[0] if len(values) == 1 and isinstance(values[0], dict) else values


def _too_large() -> BadInput:
    return BadInput(f"a number is too large: a memory counts from {-(2**63)} to {2**63 - 1}; there is nothing beyond")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say of a file that it is damaged, if that is what stands behind an error in reading it.

    Raises:
        Damaged: It is.
    """
    try:
        yield
    except MISREAD as error:
        _explain(path, error)
        raise


def _explain(path: Path, error: Exception) -> None:
    if isinstance(error, HomebodyError):
        return
    checking.refuse_damaged(path, error)


def _lock(path: Path) -> WriterLock:
    try:
        return WriterLock(path)
    except OSError as error:
        raise BadInput(
            f"{path} or its folder cannot be written ({error.strerror}); what only reads it still works, "
            "or copy it to a folder of yours"
        ) from error
