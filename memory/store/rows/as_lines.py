"""A row of a memory as a line of JSON, and back; see ``memory.store.transfer``."""

from __future__ import annotations

import base64
import json
import math
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from envs.files.dates import checked_time
from memory import scene_relations
from memory.file.moments import microseconds, moment
from memory.file.text_index import FILLING
from memory.file.undo_payload import packed, unpacked

_TIMES = frozenset({"time", "start", "end", "expires", "forgotten", "undone", "grave_until", "started", "changed"})
_TIMES |= {"ended", "began"}  # of tasks
_UNTIL = frozenset({"expires", "grave_until"})
_JSON = {
    ("scenes", "looks"): (",", ":"),
    ("scenes", "relations"): (",", ":"),
    ("experiences", "arguments"): (", ", ": "),
    ("experiences", "pose"): (", ", ": "),
    ("tasks", "params"): (", ", ": "),
    ("tasks", "remaining"): (", ", ": "),
    ("task_entries", "contents"): (", ", ": "),
    ("task_entries", "remaining"): (", ", ": "),
    ("assistance", "turns"): (", ", ": "),
    ("knowledge", "elements"): (", ", ": "),
}
"""Columns that hold JSON, with the separators they are written with."""
_RELATIONS = ("scenes", "relations")
COUNTERS = "counters"  # kind of sqlite_sequence: ids that were given out are never given out again
_ORDER = ("meta", "objects", "looks", "scenes", "experiences", "utterances", "interactions", "sightings", "nodes")
_ORDER += ("tasks",)


@dataclass(frozen=True)
class TableColumn:
    """A column of a table.

    Attributes:
        name: Its name.
        type: As it was declared.
        key: Its place in the primary key, 0 when it is no part of it.
    """

    name: str
    type: str
    key: int


def tables(connection: sqlite3.Connection) -> dict[str, list[TableColumn]]:
    """Every kind with its columns, in the order in which lines are written: what is referred to comes first."""
    found = connection.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    names = [name for (name,) in found if not name.startswith("sqlite_")]
    names.sort(key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
    tables = {name: _columns(connection, name) for name in names}
    return tables | {COUNTERS: [TableColumn("name", "TEXT", 1), TableColumn("seq", "INTEGER", 0)]}


def _columns(connection: sqlite3.Connection, table: str) -> list[TableColumn]:
    rows = connection.execute("SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", (table,))
    return [TableColumn(*row) for row in rows]


def table_of(kind: str) -> str:
    """The table that a kind of line comes from."""
    return "sqlite_sequence" if kind == COUNTERS else kind


def select_statement(kind: str, columns: list[TableColumn]) -> str:
    """Reads the rows of a kind, in the order of their keys."""
    names = ", ".join(f'"{column.name}"' for column in columns)
    key = ", ".join(f'"{c.name}"' for c in sorted(columns, key=lambda c: c.key) if c.key)
    where = f"WHERE key NOT IN ('schema', '{FILLING}')" if kind == "meta" else ""
    return f"SELECT {names} FROM {table_of(kind)} {where} ORDER BY {key or 'rowid'}"


def as_line(line: dict[str, Any]) -> str:
    """Strict JSON without blanks."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encoded(kind: str, column: TableColumn, value: Any) -> Any:
    """A value of a row as JSON has it."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, str) and (kind, column.name) in _JSON:
        told = json.loads(value)
        return scene_relations.listed(told) if (kind, column.name) == _RELATIONS else told
    if isinstance(value, str) and (kind, column.name) == ("grave", "payload"):
        return unpacked(value)
    if isinstance(value, int) and column.name in _TIMES:
        return _as_text(value)
    return value


def _as_text(time: int) -> str | int:
    """A time as ISO 8601; the number of microseconds where the calendar ends (something kept for ever and longer)."""
    try:
        return moment(time).isoformat()
    except OverflowError:
        return time


def decoded(kind: str, column: TableColumn, value: Any) -> Any:
    """The inverse of ``_encode``.

    Raises:
        ValueError: The value is not of the column's type.
    """
    if value is None:
        return None
    if (kind, column.name) in _JSON:
        kept, called = (dict, "an object") if column.name in ("contents", "elements") else (list, "a list")
        if not isinstance(value, kept):
            raise ValueError(f"must be {called}")
        if (kind, column.name) == _RELATIONS:
            return scene_relations.written(value)
        return json.dumps(value, separators=_JSON[kind, column.name])
    if (kind, column.name) == ("grave", "payload") and isinstance(value, str) and value.startswith("{"):
        return packed(value)
    if column.type == "BLOB" and isinstance(value, str):
        return base64.b64decode(value, validate=True)
    if column.name in _TIMES:
        return _time(column.name, value)
    if column.type == "REAL" and value in ("inf", "-inf"):
        return float(value)
    allowed = {"INTEGER": int, "REAL": (int, float), "TEXT": str}.get(column.type, ())
    if isinstance(value, bool) or not isinstance(value, allowed):
        raise ValueError(f"must be {column.type}")
    return value


def _time(name: str, value: Any) -> int:
    """A time as the file keeps it; what is kept for long may be kept beyond the calendar, what happened did not."""
    time = datetime.fromisoformat(value) if isinstance(value, str) else None
    if time is not None and time.tzinfo is not None:
        raise ValueError("must be a time without a time zone")
    number = value if time is None else microseconds(time)
    if type(number) is not int or not -(2**63) <= number < 2**63:
        raise ValueError("must be a time")
    if name not in _UNTIL:
        checked_time(moment(number), "it")
    return number


def insert_statement(kind: str, columns: list[TableColumn]) -> str:
    """Writes a row of a kind."""
    names = ", ".join(f'"{column.name}"' for column in columns)
    return f"INSERT INTO {table_of(kind)} ({names}) VALUES ({', '.join('?' * len(columns))})"
