"""What a memory file holds, to compare one that was left by a kill with those of a command that nobody killed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory.store.database import Store

_NOT_COMPARED = ("node_text", "sqlite_")
_EXPERIENCES = """SELECT e.id, e.time, e.episode, e.action, e.arguments, e.success, e.error, e.goal, e.task, e.pose,
    e.held, (SELECT json_group_array(speaker || ': ' || text) FROM utterances u WHERE u.experience = e.id)
    FROM experiences e ORDER BY e.id"""


@dataclass(frozen=True)
class Contents:
    """What a memory holds.

    Attributes:
        experiences: Number to everything but the scene.
        tables: All rows of all tables, by name; without the text index, which ``check`` looks at.
        logged: Whether experience numbers are covered by the forget log: first and last of its entries.
    """

    experiences: dict[int, tuple[Any, ...]]
    tables: dict[str, list[tuple[Any, ...]]]
    logged: list[tuple[int, int]]

    @property
    def last(self) -> int:
        """Number of the newest experience that there ever was."""
        counted = dict(self.tables.get("sqlite_sequence", []))
        return counted.get("experiences", 0)

    def told(self, number: int) -> bool:
        """Whether it is there, or in the log of what was forgotten."""
        return number in self.experiences or any(first <= number <= last for first, last in self.logged)


def contents(path: Path) -> Contents:
    """Read a memory that nobody writes; one that is missing holds nothing."""
    if not path.exists():
        return Contents({}, {}, [])
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'experiences'").fetchone():
            return Contents({}, {}, [])
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        kept = [name for (name,) in names if not name.startswith(_NOT_COMPARED[0])]
        kept = [name for name in kept if not name.startswith(_NOT_COMPARED[1]) or name == "sqlite_sequence"]
        tables = {name: _rows(connection, name, path.parent) for name in kept}
        experiences = {row[0]: row[1:] for row in connection.execute(_EXPERIENCES)}
        logged = connection.execute("SELECT first, last FROM forget_log").fetchall()
    return Contents(experiences, tables, logged)


def _rows(connection: sqlite3.Connection, table: str, folder: Path) -> list[tuple[Any, ...]]:
    """All rows, the same ones in whichever folder the file lies."""
    columns = "path, machine, what, beside" if table == "written_files" else "*"  # a seal is over the whole path
    rows = connection.execute(f'SELECT {columns} FROM "{table}"').fetchall()
    near = [
        tuple(value.replace(str(folder), ".") if isinstance(value, str) else value for value in row) for row in rows
    ]
    return sorted(near, key=repr)


def unsound(path: Path) -> str:
    """What ``memory check`` finds wrong with a file; "" when nothing is, or there is no file."""
    if not path.exists():
        return ""
    with Store.open(path) as store:
        problems = store.check()
    return "; ".join(problems[:3])


def lost(before: Contents, after: Contents, found: Contents, committed: int) -> str:
    """What a kill lost or made up, "" when it did not.

    Args:
        before: Before the command.
        after: After the same command on the same files, which nobody killed.
        found: After the kill.
        committed: New experiences that the command had committed.
    """
    for number, row in before.experiences.items():
        if number in after.experiences and found.experiences.get(number) != row:
            return f"experience {number} is gone or changed"
    new = [number for number in found.experiences if number > before.last]
    for number in new:
        if found.experiences[number] != after.experiences.get(number, found.experiences[number]):
            return f"experience {number} is not what was lived"
    if found.last < before.last + committed:
        return f"{committed} experiences were committed, {found.last - before.last} are there"
    missing = [number for number in range(before.last + 1, found.last + 1) if not found.told(number)]
    return f"experience {missing[0]} is neither kept nor in the forget log" if missing else ""


def doubled(found: Contents) -> int:
    """How many experiences are there twice."""
    rows = list(found.experiences.values())
    return len(rows) - len(set(rows))
