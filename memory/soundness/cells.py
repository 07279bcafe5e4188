"""What may stand in each cell of a memory file: by its declared type, and by what its readers make of it.

SQLite lets a cell hold anything, and a damaged byte may turn a number into text, text into what is no Unicode, or a
list into half a list. ``memory.soundness.checking`` names such rows, ``memory.repair.repairing`` leaves them behind.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from memory import scene_relations
from memory.file import schema
from memory.file.moments import microseconds
from memory.file.undo_payload import unpacked
from memory.knowledge import KNOWLEDGE_TYPES, SUBTYPES, KnownObject, PatternStep
from memory.levels import INTERACTIONS, SCENE, SUMMARY, TOP
from memory.task_status import STATUSES
from perception.scene_graph.graph import PREDICATES, STATES

RowValues = tuple[Any, ...]

_TIMES = frozenset(
    {"time", "start", "end", "forgotten", "undone", "grave_until", "started", "changed", "ended", "began"}
)
_EARLIEST, _LATEST = microseconds(datetime(2, 1, 1)), microseconds(datetime(9998, 1, 1))
_YES_NO = frozenset({"success", "pinned", "held", "part"})
_ENDLESS = frozenset({("forget_log", "alpha")})  # a number that may be infinite
_FAR = 1 << 62


class NoText:
    """Stands for a text that is not UTF-8."""


def as_text(raw: bytes) -> str | NoText:
    """A ``text_factory`` that reads whatever there is."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return NoText()


@dataclass(frozen=True)
class ColumnSchema:
    """A column as our schema declares it.

    Attributes:
        name: Its name.
        type: INTEGER, REAL, TEXT or BLOB.
        needed: Whether it must hold something.
    """

    name: str
    type: str
    needed: bool


@dataclass(frozen=True)
class TableSchema:
    """A table as our schema declares it.

    Attributes:
        name: Its name.
        columns: In order.
        key: Names of the columns by which rows are told apart.
    """

    name: str
    columns: tuple[ColumnSchema, ...]
    key: tuple[str, ...]

    @property
    def names(self) -> str:
        """The columns as SQL lists them."""
        return ", ".join(f'"{column.name}"' for column in self.columns)

    def at(self, name: str) -> int:
        """Index of a column."""
        return [column.name for column in self.columns].index(name)


def expected() -> tuple[Mapping[str, TableSchema], Mapping[tuple[str, str], str]]:
    """(tables by name, SQL of everything in the schema by kind and name), as a new memory file has them."""
    return _made_by(schema.MIGRATIONS)


@cache
def _made_by(
    migrations: tuple[Callable[[sqlite3.Connection], None], ...],
) -> tuple[Mapping[str, TableSchema], Mapping[tuple[str, str], str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for step in migrations:
            step(connection)
        sql = {
            (kind, name): _plain(text or "")
            for kind, name, text in connection.execute("SELECT type, name, sql FROM sqlite_master")
        }
        names = [
            name
            for kind, name in sql
            if kind == "table" and not name.startswith("sqlite_") and not name.startswith("node_text")
        ]
        return {name: _table(connection, name) for name in names}, sql


def _plain(sql: str) -> str:
    return " ".join(sql.split())


def schema_sql(connection: sqlite3.Connection) -> dict[tuple[Any, Any], str]:
    """What a file has in its schema, to be compared with what is expected."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {(kind, name): _plain(text) if isinstance(text, str) else "" for kind, name, text in rows}


def _table(connection: sqlite3.Connection, name: str) -> TableSchema:
    rows = connection.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY cid', (name,))
    found = rows.fetchall()
    key = tuple(column for column, _, _, number in sorted(found, key=lambda row: row[3]) if number)
    return TableSchema(
        name, tuple(ColumnSchema(n, kind, bool(needed or number)) for n, kind, needed, number in found), key
    )


def row_problem(table: TableSchema, row: Sequence[Any]) -> str | None:
    """What is wrong with a row by itself, None when nothing is."""
    for column, value in zip(table.columns, row, strict=True):
        problem = _type_problem(table.name, column, value)
        if problem is None and value is not None and (table.name, column.name) in _CONTENT:
            problem = _content_problem(_CONTENT[table.name, column.name], value)
        if problem is not None:
            return f"{column.name} {problem}"
    wrong = _ROWS.get(table.name)
    return wrong(table, row) if wrong else None


def _type_problem(table: str, column: ColumnSchema, value: Any) -> str | None:
    if value is None:
        return "is missing" if column.needed else None
    if isinstance(value, NoText):
        return "is not text"
    allowed = {"INTEGER": int, "REAL": (int, float), "TEXT": str, "BLOB": bytes}.get(column.type, object)
    if not isinstance(value, allowed):
        return f"is not {column.type}"
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        return "is too long"
    if isinstance(value, float) and not math.isfinite(value) and (table, column.name) not in _ENDLESS:
        return "is not finite"
    if isinstance(value, int) and column.name in _TIMES and not _EARLIEST <= value <= _LATEST:
        return "is not a time"
    if column.name in _YES_NO and column.type == "INTEGER" and value not in (0, 1):
        return "is neither 0 nor 1"
    if isinstance(value, int) and abs(value) > _FAR:
        return "is too large"
    return None


_LONGEST_TEXT = 500_000_000  # characters; SQLite itself takes no more than twice that


def _content_problem(check: Callable[[Any], object], value: Any) -> str | None:
    try:
        return None if check(value) else "cannot be what it says"
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError):
        return "cannot be read"


def parsed(text: str) -> Any:
    """JSON as this file holds it.

    Raises:
        ValueError: It is none, or holds a number that no JSON has.
    """
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(one) is int and abs(one) < _FAR for one in value)


def _pose(text: str) -> bool:
    value = parsed(text)
    return isinstance(value, list) and all(type(one) in (int, float) and math.isfinite(one) for one in value)


def _states(text: str) -> bool:
    words = text.split()
    return set(words) <= set(STATES) and words == sorted(set(words))


def _relations(text: str) -> bool:
    told = scene_relations.listed(parsed(text))
    return all(min(head, tail) >= -1 and word in PREDICATES for head, word, tail in told)


def _contents(text: str) -> bool:
    value = parsed(text)
    return isinstance(value, dict) and all(_words(things) for things in value.values())


def _naming(text: str) -> bool:
    """The tasks that a stretch served, part by part; older files hold those of the stretch as a whole."""
    return all(_part(one) if isinstance(one, dict) else _named_task(one) for one in parsed(text))


def _part(value: dict[str, Any]) -> bool:
    (first, last), (begun, ended) = value["experiences"], value["times"]
    numbers = type(first) is type(last) is int and 0 < first <= last < _FAR
    times = type(begun) is type(ended) is int and _EARLIEST <= begun <= ended <= _LATEST
    return numbers and times and all(map(_named_task, value["tasks"]))


def _named_task(value: Any) -> bool:
    return (
        len(value) == 4
        and isinstance(value[0], str)
        and _words(value[1])
        and isinstance(value[2], str)
        and type(value[3]) in (int, float)
    )


def _level(value: int) -> bool:
    return SCENE <= value <= TOP


def _number(value: int) -> bool:
    return value >= 1


_CONTENT: dict[tuple[str, str], Callable[[Any], object]] = {
    ("looks", "states"): _states,
    ("looks", "uses"): lambda value: value >= 0,
    ("sightings", "states"): _states,
    ("scenes", "looks"): lambda text: _numbers(parsed(text)),
    ("scenes", "relations"): _relations,
    ("experiences", "id"): _number,
    ("experiences", "arguments"): lambda text: _words(parsed(text)),
    ("experiences", "pose"): _pose,
    ("seen_deeds", "confidence"): lambda value: 0.0 <= value <= 1.0,
    ("interactions", "action"): lambda text: text in INTERACTIONS,
    ("nodes", "id"): _number,
    ("nodes", "level"): _level,
    ("forget_log", "level"): _level,
    ("lifetimes", "level"): lambda value: SCENE <= value <= SUMMARY,
    ("lifetimes", "span"): lambda value: 0 < value <= 365_000 * 86_400 * 10**6,
    ("tasks", "params"): lambda text: _words(parsed(text)),
    ("tasks", "remaining"): lambda text: _words(parsed(text)),
    ("tasks", "name"): lambda text: text.strip(),
    ("tasks", "status"): lambda text: text in STATUSES,
    ("task_entries", "contents"): _contents,
    ("task_entries", "remaining"): lambda text: _words(parsed(text)),
    ("assistance", "turns"): lambda text: _turns(parsed(text)),
    ("knowledge", "elements"): lambda text: _elements(parsed(text)),
    ("knowledge", "type"): lambda text: text in KNOWLEDGE_TYPES,
    ("namings", "mark"): lambda text: _numbers(parsed(text)),
    ("namings", "value"): _naming,
    ("vectors", "value"): lambda value: value and len(value) % 2 == 0,
    ("rules", "text"): lambda text: text.strip(),
    ("grave", "payload"): lambda text: isinstance(parsed(unpacked(text)), dict),
}


def _turns(value: Any) -> bool:
    """Turns of an episode of assistance: thought, action, observation, and whether it worked."""
    return isinstance(value, list) and all(isinstance(one, list) and len(one) == 4 for one in value)


_OBJECT_FIELDS = {name: bool if name == "instance" else str for name in KnownObject.__annotations__}
_STEP_FIELDS = {name: int if name == "thing" else str for name in PatternStep.__annotations__}


def _elements(value: Any) -> bool:
    """Objects and steps of an item of knowledge; every step is about one of the objects."""
    if not isinstance(value, dict) or not value.keys() <= {"objects", "steps"}:
        return False
    objects, steps = value.get("objects", []), value.get("steps", [])
    if not (isinstance(objects, list) and isinstance(steps, list)):
        return False
    whole = all(_fields(one, _OBJECT_FIELDS, ("name",)) for one in objects)
    whole = whole and all(_fields(one, _STEP_FIELDS, ("thing", "relation", "location")) for one in steps)
    return whole and all(0 <= one["thing"] < len(objects) for one in steps)


def _fields(value: Any, known: Mapping[str, type], needed: Sequence[str]) -> bool:
    if not isinstance(value, dict) or not set(needed) <= value.keys() <= known.keys():
        return False
    return all(type(one) is known[name] for name, one in value.items())


def _knowledge(table: TableSchema, row: Sequence[Any]) -> str | None:
    """Its subtype is one of its type, and what took its place did so when it ended."""
    told = {name: row[table.at(name)] for name in ("id", "type", "subtype", "ended", "successor")}
    if told["subtype"] not in SUBTYPES.get(told["type"], ()):
        return f"{told['subtype']!r:.40} is no subtype of {told['type']}"
    if told["successor"] is not None and (told["ended"] is None or told["successor"] <= told["id"]):
        return "what takes its place is not newer, or it still holds"
    return None


def _span(table: TableSchema, row: Sequence[Any]) -> str | None:
    """First and last, start and end, in order."""
    for low, high in (("first", "last"), ("start", "end")):
        names = [column.name for column in table.columns]
        if low in names and high in names:
            begun, ended = row[names.index(low)], row[names.index(high)]
            if begun is not None and ended is not None and begun > ended:
                return f"{high} comes before {low}"
    return None


def _scene(table: TableSchema, row: Sequence[Any]) -> str | None:
    looks, told = parsed(row[table.at("looks")]), scene_relations.listed(parsed(row[table.at("relations")]))
    if any(max(head, tail) >= len(looks) for head, _, tail in told):
        return "relations speak of things that are not in it"
    return None


_ROWS: dict[str, Callable[[TableSchema, Sequence[Any]], str | None]] = {
    "nodes": _span,
    "forget_log": _span,
    "sightings": _span,
    "namings": _span,
    "scenes": _scene,
    "knowledge": _knowledge,
}
