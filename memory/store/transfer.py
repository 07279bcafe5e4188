"""A whole memory as lines of JSON, and back: for backups, other programs and other machines.

The format is described in ``docs/memory.md``, section "Export format". Every line names its kind, which is a table of
the file; what SQLite derives by itself (the text index) is left out and made again. A file exported by an older
homebody is imported with the tables of its time and then brought up to date like any older memory.
"""

from __future__ import annotations

import binascii
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from envs.errors import AlreadyExists, BadInput
from envs.files.leftovers import part_of
from envs.files.reading import MOST_BYTES, open_input
from envs.files.strict_json import parse_json
from envs.files.writing import check_target, open_private, written
from memory.file import completing, opening, schema
from memory.file.lock import WriterLock
from memory.store import written_files
from memory.store.connection import explained
from memory.store.rows.as_lines import (
    COUNTERS,
    TableColumn,
    as_line,
    decoded,
    encoded,
    insert_statement,
    select_statement,
    table_of,
    tables,
)

FORMAT = "homebody-memory"
VERSION = 1
"""Of the conventions for lines; the tables and columns are those of the header's ``schema``."""


def export_lines(path: str | Path) -> Iterator[str]:
    """The memory as lines without line ends, all of one moment; works beside a writer.

    Raises:
        BadInput: Not a memory file, or damaged.
    """
    path = Path(path)
    opening.check_file(path, begin=False)
    completing.complete_for_reader(path)
    with explained(path), closing(opening.connect(path, readonly=True)) as connection, opening.explained(path):
        schema.migrate(connection, path, readonly=True)
        connection.execute("BEGIN")
        yield from lines_of(connection, path)


def lines_of(connection: sqlite3.Connection, path: Path = Path(":memory:")) -> Iterator[str]:
    """The lines of a memory that is open; ``path`` is for messages."""
    with opening.explained(path):
        version = schema.version(connection, path)
        yield as_line({"kind": "header", "format": FORMAT, "version": VERSION, "schema": version})
        count = 0
        for kind, columns in tables(connection).items():
            for row in connection.execute(select_statement(kind, columns)):
                count += 1
                yield as_line({"kind": kind} | {c.name: encoded(kind, c, v) for c, v in zip(columns, row, strict=True)})
        yield as_line({"kind": "end", "rows": count})


def export_memory(path: str | Path, target: str | Path, replace: bool = False) -> int:
    """Write a memory to a file of JSON lines, and return the number of lines; the file appears when it is whole.

    Args:
        path: The memory file.
        target: The file to write.
        replace: Whether ``target`` may be replaced.

    Raises:
        BadInput: ``path`` is not a memory file, or damaged, or ``target`` cannot be written.
        AlreadyExists: ``target`` exists.
        TryAgain: The disk is full.
    """
    target = Path(target)
    check_target(target, replace)
    count = 0
    with written(target), part_of(target) as part:
        with open_private(part, "w") as file:
            for line in export_lines(path):
                file.write(line + "\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    return count


def import_memory(source: str | Path, path: str | Path, noting: bool = False) -> int:
    """Make a memory file of exported lines, and return the number of lines; all of them or nothing.

    Args:
        source: A file written by ``export_memory``.
        path: The memory file: missing, or a memory in which nothing has happened yet.
        noting: Whether the memory notes the file as one that tells of it, for erasing.

    Raises:
        BadInput: A line cannot be used (the message gives its number), the file is cut short, or ``path`` cannot be
            written.
        AlreadyExists: ``path`` already remembers something.
        TryAgain: Somebody is writing ``path``, or the disk is full.
    """
    source, path = Path(source), Path(path)
    open_input(source, "file to import").close()  # said before anything is made
    opening.check_file(path, begin=True)
    with ExitStack() as after:
        lock = _lock(path)
        after.callback(lock.release)
        path = lock.path
        after.enter_context(written(path, "nothing was imported"))
        part = after.enter_context(part_of(path))  # first: what a killed import left goes, whatever comes of this one
        _refuse_used(path)
        with (
            open_input(source, "file to import") as lines,
            closing(opening.connect(part, readonly=False)) as connection,
        ):
            connection.execute("PRAGMA journal_mode = DELETE")  # one file, to be moved
            with opening.explained(path):
                count = _Import(connection, source).run(iter(lambda: lines.readline(MOST_BYTES), b""))
                if noting:
                    schema.migrate(connection, part, readonly=False)
                    written_files.note_through(connection, path, source, written_files.EXPORT)
        for ending in ("-wal", "-shm"):  # of a file that was removed; SQLite would take them for the new one's
            path.with_name(path.name + ending).unlink(missing_ok=True)
        os.replace(part, path)
    return count


def load(connection: sqlite3.Connection, source: Path) -> None:
    """Fill an empty database with exported lines, and bring it up to date.

    Raises:
        BadInput: A line cannot be used.
    """
    with opening.explained(source), source.open("rb") as lines:
        _Import(connection, source).run(lines)
        schema.migrate(connection, source, readonly=False)


def _lock(path: Path) -> WriterLock:
    try:
        return WriterLock(path)
    except OSError as error:
        raise BadInput(f"{path} or its folder cannot be written ({error.strerror}); choose another place") from error


def _refuse_used(path: Path) -> None:
    if not path.exists() or not path.stat().st_size:
        return
    with closing(opening.connect(path, readonly=False)) as connection, opening.explained(path):
        schema.migrate(connection, path, readonly=False)
        for table in ("experiences", "nodes", "rules", "forget_log", "tasks", "assistance", "knowledge"):
            if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                raise AlreadyExists(
                    f"{path} already remembers something ({table}); import into a new file, or remove this one first"
                )


class _Import:
    """Fills an empty database with lines, in one transaction.

    Args:
        connection: The empty database.
        source: Named in messages.
    """

    def __init__(self, connection: sqlite3.Connection, source: Path) -> None:
        self._connection = connection
        self._source = source
        self._inserts: dict[str, tuple[list[TableColumn], str]] = {}

    def run(self, lines: Iterable[bytes]) -> int:
        """Returns the number of lines."""
        numbered = enumerate(lines, 1)
        header = self._header(next(numbered, (1, b""))[1])
        self._connection.execute("BEGIN EXCLUSIVE")
        triggers = self._begin(header)
        rows, ended = 0, False
        number = 1
        for number, raw in numbered:
            if ended:
                raise self._error(number, "there is more after the end line; import one exported memory at a time")
            line = self._parse(number, raw)
            if line.get("kind") == "end":
                self._check_count(number, line, rows)
                ended = True
            else:
                self._insert(number, line)
                rows += 1
        if not ended:
            raise self._error(number, "the file ends here without its end line: it was cut short; export it again")
        self._finish(triggers)
        return number

    def _error(self, number: int, problem: str) -> BadInput:
        return BadInput(f"{self._source}, line {number}: {problem}; nothing was imported")

    def _parse(self, number: int, raw: bytes) -> dict[str, Any]:
        try:
            line = parse_json(raw, "it")
        except BadInput as error:
            raise self._error(number, f"not a line of JSON ({error})") from error
        if not isinstance(line, dict):
            raise self._error(number, f"expected an object with a kind, found {type(line).__name__}")
        return line

    def _header(self, raw: bytes) -> int:
        """Check the first line and return the schema of the lines after it."""
        line = self._parse(1, raw)
        if line.get("kind") != "header" or line.get("format") != FORMAT:
            raise self._error(1, f"not the header of an exported memory (kind header, format {FORMAT})")
        version, tables = line.get("version"), line.get("schema")
        known = len(schema.MIGRATIONS)
        if type(version) is not int or type(tables) is not int or version < 1 or tables < 1:
            raise self._error(1, f"version {version!r} and schema {tables!r} must be positive numbers")
        if version > VERSION or tables > known:
            raise self._error(
                1,
                f"format {version}, schema {tables} is from a newer version; "
                f"this homebody reads up to {VERSION} and {known}: update homebody",
            )
        return tables

    def _begin(self, version: int) -> list[str]:
        """Make the tables, without the triggers, which would fill in what the lines say themselves."""
        for step in schema.MIGRATIONS[:version]:
            step(self._connection)
        self._connection.execute("PRAGMA defer_foreign_keys = ON")
        self._inserts = {
            kind: (columns, insert_statement(kind, columns)) for kind, columns in tables(self._connection).items()
        }
        for kind in self._inserts:
            self._connection.execute(f"DELETE FROM {table_of(kind)}")
        self._connection.execute("INSERT INTO meta (key, value) VALUES ('schema', ?)", (str(version),))
        triggers = self._connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            self._connection.execute(f"DROP TRIGGER {name}")
        return [sql for _, sql in triggers]

    def _insert(self, number: int, line: dict[str, Any]) -> None:
        kind = line.pop("kind", None)
        if not isinstance(kind, str) or kind not in self._inserts:
            raise self._error(number, f"unknown kind {kind!r}; known are {', '.join(self._inserts)}")
        columns, statement = self._inserts[kind]
        names = [column.name for column in columns]
        if line.keys() != set(names):
            wrong = sorted(line.keys() ^ set(names))
            raise self._error(number, f"{kind} has exactly the fields {', '.join(names)}; wrong is {', '.join(wrong)}")
        try:
            values = [self._value(kind, column, line[column.name]) for column in columns]
            if kind == COUNTERS:  # SQLite has counted the rows above by itself
                self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", values[:1])
            self._connection.execute(statement, values)
        except (ValueError, OverflowError, sqlite3.IntegrityError) as error:
            raise self._error(number, f"{kind}: {error}") from error

    def _value(self, kind: str, column: TableColumn, value: Any) -> Any:
        try:
            return decoded(kind, column, value)
        except (ValueError, binascii.Error) as error:
            raise ValueError(f"{column.name} {str(value)[:80]!r} {error}") from error

    def _check_count(self, number: int, line: dict[str, Any], rows: int) -> None:
        if line.get("rows") != rows:
            raise self._error(number, f"the end line counts {line.get('rows')!r} rows, but there were {rows}")

    def _finish(self, triggers: Iterable[str]) -> None:
        """Look at what the lines say about each other, make the text index, commit."""
        dangling = self._connection.execute("PRAGMA foreign_key_check").fetchone()
        if dangling:
            raise BadInput(
                f"{self._source}: row {dangling[1]} of {dangling[0]} refers to a row of {dangling[2]} that is not "
                "there; nothing was imported"
            )
        lost = self._connection.execute(
            """SELECT s.id, j.value FROM scenes s, json_each(s.looks) j LEFT JOIN looks l ON l.id = j.value
            WHERE l.id IS NULL LIMIT 1"""
        ).fetchone()
        if lost:
            raise BadInput(f"{self._source}: scene {lost[0]} refers to look {lost[1]}, which is not there")
        self._connection.execute("INSERT INTO node_text (node_text) VALUES ('rebuild')")
        for sql in triggers:
            self._connection.execute(sql)
        self._connection.execute("COMMIT")
