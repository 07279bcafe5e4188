"""Reading what can be read of a damaged memory file, from a copy that is made readable first.

Of a damaged file only the tables are asked, by their keys: indexes, triggers and the text index are derived and made
again. Where a page cannot be read, reading goes on behind it. The file itself is never opened for writing.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.writing import make_private_file
from memory.file import descriptors, opening, schema
from memory.file.lock import shared
from memory.file.meter import MeteredConnection
from memory.soundness.cells import RowValues, TableSchema, as_text, expected, row_problem

_PAGE = 4096
_FAR = 1 << 62
_COUNTERS = "sqlite_sequence"
_UNREADABLE, _CIRCLE = "unreadable", "circle"
_HEAD = (  # what every memory file has in its first hundred bytes: (offset, bytes)
    (0, opening.MAGIC),
    (16, _PAGE.to_bytes(2, "big")),
    (20, bytes((0, 64, 32, 32))),
    (44, (4).to_bytes(4, "big")),
    (56, (1).to_bytes(4, "big")),
    (68, schema.APPLICATION_ID.to_bytes(4, "big")),
)


@dataclass
class LostRows:
    """What of a table could not be read.

    Attributes:
        rows: Rows that were read and make no sense.
        stretches: Places where rows may have been that cannot be read at all.
        ended: Why the last reading ended, "" when it came to its end.
    """

    rows: int = 0
    stretches: int = 0
    ended: str = ""


@dataclass
class Salvage:
    """A damaged memory, open for reading table by table.

    Attributes:
        connection: To the copy that was made readable.
        lost: What could not be read, by table.
    """

    connection: sqlite3.Connection
    lost: dict[str, LostRows] = field(default_factory=dict)

    def rows(self, table: TableSchema) -> Iterator[RowValues]:
        """The rows of a table that can be read and make sense, by key."""
        lost = self.lost.setdefault(table.name, LostRows())
        key = table.at(table.key[0])
        numbered = table.columns[key].type == "INTEGER"
        start: int | None = -_FAR if numbered else None
        seen: set[RowValues] = set()
        greatest = -_FAR
        while start is not None or not numbered:
            last = start or 0  # of what makes sense: the key of other rows says nothing of where they are
            for row in self._readable(table, start, seen, lost):
                if row_problem(table, row) is None:
                    last = row[key] if numbered else 0
                    greatest = max(greatest, last)
                    yield row
                else:
                    lost.rows += 1
            if start is None or not lost.ended:
                return
            behind = max(start, last if lost.ended == _UNREADABLE else greatest)
            start = self._next(table, table.key[0], behind)

    def _readable(
        self, table: TableSchema, start: int | None, seen: set[RowValues], lost: LostRows
    ) -> Iterator[RowValues]:
        """The rows from a key on, until one cannot be read, or comes again: damaged pages may lead in circles."""
        places = [table.at(name) for name in table.key]
        lost.ended = ""
        try:
            for row in self._from(table, table.key[0], start):
                place = tuple(row[place] for place in places)
                if place in seen:
                    lost.ended = _CIRCLE
                    break
                seen.add(place)
                yield row
        except (sqlite3.Error, UnicodeDecodeError):
            lost.ended = _UNREADABLE
        lost.stretches += bool(lost.ended)

    def _from(self, table: TableSchema, key: str, start: int | None) -> Iterator[RowValues]:
        where = "" if start is None else f"WHERE {key} >= {start}"
        order = ", ".join(table.key)
        yield from self.connection.execute(f"SELECT {table.names} FROM {table.name} {where} ORDER BY {order}")

    def _next(self, table: TableSchema, key: str, start: int) -> int | None:
        """The smallest key behind one from which on rows can be read again; None when there is none."""
        low, step = max(start, -1), 1
        while step < _FAR and not self._reads(table, key, low + step):
            step *= 2
        if step >= _FAR:
            return None
        beyond, high = low + step // 2, low + step
        while high - beyond > 1:
            middle = (beyond + high) // 2
            beyond, high = (beyond, middle) if self._reads(table, key, middle) else (middle, high)
        return high

    def _reads(self, table: TableSchema, key: str, start: int) -> bool:
        try:
            found = next(self._from(table, key, start), None)
            return found is not None and type(found[table.at(key)]) is int and found[table.at(key)] >= start
        except (sqlite3.Error, UnicodeDecodeError):
            return False

    def number(self, sql: str) -> int:
        """A whole number that a query finds; 0 when it cannot be read."""
        try:
            row = self.connection.execute(sql).fetchone()
        except sqlite3.Error:
            return 0
        return row[0] if row and type(row[0]) is int and 0 <= row[0] < _FAR else 0


@contextmanager
def salvaging(path: Path, copy: Path) -> Iterator[Salvage]:
    """Copy a damaged memory and open the copy for reading.

    Args:
        path: The memory; only read.
        copy: Where to copy it, with its journal; the caller removes it.

    Raises:
        BadInput: There is nothing in it that could be read as a memory, or it is of another version.
        TryAgain: Somebody is writing it.
    """
    source = opening.located(path)
    with shared(source, path):
        for ending in ("", "-wal"):
            beside = source.with_name(source.name + ending)
            if beside.exists():
                part = Path(f"{copy}{ending}")
                make_private_file(part)
                with descriptors.reading(beside) as old, part.open("wb") as new:
                    shutil.copyfileobj(old, new)
    _mend_head(copy)
    try:
        with closing(_opened(copy)) as connection:
            _refuse_other(connection, path)
            yield Salvage(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # what SQLite says quotes the file
        raise BadInput(f"nothing in {path} can be read as a memory ({error}); restore it from a copy") from error


def _mend_head(copy: Path) -> None:
    """Put right what is the same in every memory's head; the number of pages is as many as there are."""
    with copy.open("r+b") as file:
        pages = max(1, file.seek(0, 2) // _PAGE)
        file.seek(0)
        head = bytearray(file.read(100).ljust(100, b"\0"))
        for offset, right in _HEAD:
            head[offset : offset + len(right)] = right
        head[18:20] = b"\2\2"  # the journal beside it is read
        if head[92:96] != head[24:28] or int.from_bytes(head[28:32], "big") != pages:
            head[28:32], head[92:96] = pages.to_bytes(4, "big"), head[24:28]
        file.seek(0)
        file.write(head)
        file.truncate(max(pages, int.from_bytes(head[28:32], "big")) * _PAGE)


def _opened(copy: Path) -> sqlite3.Connection:
    """The copy with a schema that only has bare tables."""
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(_plain(copy)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    found = _roots(copy)
    missing = {*expected()[0], _COUNTERS} - set(found)
    tries = [found] if not missing else [found, *(usual | found for usual in _usual_roots(copy))]
    if len(tries) > 1:
        tries.sort(key=lambda roots: _sense(copy, roots), reverse=True)
    _lay_schema(copy, tries[0])
    connection = _plain(copy)
    connection.text_factory = as_text
    return connection


def _plain(copy: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(copy, isolation_level=None, factory=MeteredConnection)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _roots(copy: Path) -> dict[str, int]:
    """On which page each table begins, as far as the schema can be read; names of which a letter has changed count."""
    found: list[tuple[str, str, int]] = []
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(_plain(copy)) as connection:
        connection.text_factory = lambda raw: raw.decode(errors="replace")
        for row in connection.execute("SELECT type, name, rootpage FROM sqlite_master WHERE rootpage > 0"):
            found.append(row)
    tables, sql = expected()
    roots = {name: root for kind, name, root in found if kind == "table" and name in {*tables, _COUNTERS}}
    for kind, name, root in found:
        wanted = [one for one in tables if one not in roots]
        near = max(wanted, key=lambda one: _likeness(one, name), default=None)
        if near and _likeness(near, name) > 0.7 and (kind, name) not in sql and root not in roots.values():
            roots[near] = root
    return {name: root for name, root in roots.items() if type(root) is int}


def _likeness(one: str, other: object) -> float:
    return SequenceMatcher(None, one, str(other)).ratio()


def _usual_roots(copy: Path) -> list[dict[str, int]]:
    """Where tables begin in a new memory, and in one that was rewritten; both are always the same."""
    usual = copy.with_name(f"{copy.name}-usual")
    roots = []
    with closing(opening.connect(usual, readonly=False)) as connection:
        schema.migrate(connection, usual, readonly=False)
        for step in ("SELECT 1", "VACUUM"):
            connection.execute(step)
            rows = connection.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'").fetchall()
            roots.append({name: root for name, root in rows if root and name in {*expected()[0], _COUNTERS}})
    return roots


def _sense(copy: Path, roots: dict[str, int]) -> int:
    """How many rows make sense when tables begin there; the first few of each are looked at."""
    _lay_schema(copy, roots)
    count = 0
    with closing(_plain(copy)) as connection:
        connection.text_factory = as_text
        for table in expected()[0].values():
            with suppress(sqlite3.Error, UnicodeDecodeError):
                for row in connection.execute(f"SELECT {table.names} FROM {table.name} LIMIT 20"):
                    count += 1 if row_problem(table, row) is None else -1
    return count


def _lay_schema(copy: Path, roots: dict[str, int]) -> None:
    """Give the copy a schema of bare tables instead of its own, and no free pages."""
    for ending in ("-wal", "-shm"):
        Path(f"{copy}{ending}").unlink(missing_ok=True)
    with copy.open("r+b") as file:
        head = bytearray(file.read(100).ljust(100, b"\0"))
        head[18:20] = b"\1\1"
        head[32:40] = bytes(8)  # free pages
        head[52:56] = head[64:68] = bytes(4)  # pages are not moved
        leaf = b"\x0d\0\0\0\0" + _PAGE.to_bytes(2, "big") + b"\0"
        file.seek(0)
        file.write((bytes(head) + leaf).ljust(_PAGE, b"\0"))
    tables, sql = expected()
    bare = [
        (name, root, _bare_sql(tables[name], "WITHOUT ROWID" in sql["table", name]))
        for name, root in roots.items()
        if name in tables
    ]
    if _COUNTERS in roots:
        bare.append((_COUNTERS, roots[_COUNTERS], f"CREATE TABLE {_COUNTERS}(name,seq)"))
    with closing(_plain(copy)) as connection:
        connection.execute("BEGIN")
        for name, root, text in bare:
            connection.execute("INSERT INTO sqlite_master VALUES ('table', ?, ?, ?, ?)", (name, name, root, text))
        connection.execute("COMMIT")


def _bare_sql(table: TableSchema, keyed: bool) -> str:
    columns = ", ".join(f'"{column.name}" {column.type}' for column in table.columns)
    if keyed:
        return f"CREATE TABLE {table.name} ({columns}, PRIMARY KEY ({', '.join(table.key)})) WITHOUT ROWID"
    key = table.key[0]
    columns = columns.replace(f'"{key}" INTEGER', f'"{key}" INTEGER PRIMARY KEY')
    return f"CREATE TABLE {table.name} ({columns})"


def _refuse_other(connection: sqlite3.Connection, path: Path) -> None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not {"experiences", "nodes", "scenes"} & tables:
        raise BadInput(f"{path} holds no table of a memory; nothing can be saved from it")
    found: Any = None
    with suppress(sqlite3.Error, UnicodeDecodeError):
        found = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    known = len(schema.MIGRATIONS)
    if found and str(found[0]).isdecimal() and 1 <= int(str(found[0])[:9]) < known:
        raise BadInput(
            f"{path} has the older schema version {found[0]}; repair it with the homebody "
            "that wrote it, or restore it from a copy"
        )
