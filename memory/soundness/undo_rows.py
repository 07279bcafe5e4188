"""Whether an undo record can be brought back, or disposed of."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from memory.file.schema import NODE_COLUMNS
from memory.file.undo_payload import unpacked
from memory.levels import SCENE
from memory.soundness.cells import TableSchema, expected, parsed, row_problem

_SHAPES = (("nodes", 15), ("experiences", 13), ("utterances", 5), ("interactions", 10), ("vectors", 3))


def undo_record_problem(connection: sqlite3.Connection, log: int, payload: str) -> str | None:
    """What is wrong with the payload of an undo record, None when undo and forgetting can do with it.

    Args:
        connection: The memory file.
        log: Number of its entry in the forget log.
        payload: Its payload, which can be read.
    """
    content = parsed(unpacked(payload))
    problem = _shape_problem(content)
    if problem is None:
        problem = _content_problem(content) or _place_problem(connection, log, content)
    return problem


def _shape_problem(content: Mapping[str, Any]) -> str | None:
    for name, width in _SHAPES:
        rows = content.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == width for row in rows):
            return f"its {name} cannot be read"
    if not isinstance(content.get("objects"), list) or not all(type(one) is int for one in content["objects"]):
        return "its objects cannot be read"
    if not isinstance(lines := content.get("lines", []), list) or not all(_is_line(line) for line in lines):
        return "its lines cannot be read"
    return None if content["nodes"] else "it has no node"


def _is_line(line: Any) -> bool:
    return isinstance(line, list) and len(line) == 3 and [type(part) for part in line] == [int, str, str]


def _content_problem(content: Mapping[str, Any]) -> str | None:
    tables, _ = expected()
    for name in ("nodes", "experiences", "utterances"):
        table = tables[name]
        for row in content[name]:
            problem = row_problem(_as_recorded(table), row)
            if problem:
                return f"{name}: {problem}"
    for row in content["interactions"]:
        problem = row_problem(tables["interactions"], [*row[:4], None, None, None])
        if problem or not all(isinstance(part, str | None) for part in row[4:]):
            return f"interactions: {problem or 'a thing has no name'}"
        if any((row[place] is None) != (row[place + 1] is None) for place in (4, 6, 8)):
            return "interactions: a thing has half a name"
    for node, model, value in content["vectors"]:
        if type(node) is not int or not isinstance(model, str) or not _is_hex(value):
            return "its vectors cannot be read"
    return None


_NODE = tuple(name.strip(' "') for name in NODE_COLUMNS.split(","))


def _as_recorded(table: TableSchema) -> TableSchema:
    """A table with its columns in the order in which undo records keep them."""
    if table.name != "nodes":
        return table
    by_name = {column.name: column for column in table.columns}
    return TableSchema(table.name, tuple(by_name[name] for name in _NODE), table.key)


def _is_hex(value: Any) -> bool:
    try:
        return isinstance(value, str) and len(bytes.fromhex(value)) % 2 == 0
    except ValueError:
        return False


def _place_problem(connection: sqlite3.Connection, log: int, content: Mapping[str, Any]) -> str | None:
    """Whether it fits to what lives: nothing in it lives, and what it refers to is there."""
    entry = connection.execute("SELECT node, level, first, last FROM forget_log WHERE id = ?", (log,)).fetchone()
    if entry is None:
        return "the forget log does not know it"
    numbers = [row[0] for row in content["experiences"]]
    if any(not entry[2] <= number <= entry[3] for number in numbers) or len(set(numbers)) < len(numbers):
        return "it holds experiences that are not its own"
    checks = (
        ("SELECT 1 FROM experiences WHERE id = ?", numbers, False, "an experience in it lives"),
        ("SELECT 1 FROM scenes WHERE id = ?", {row[12] for row in content["experiences"]}, True, "a scene is gone"),
    )
    for sql, wanted, there, problem in checks:
        for number in wanted:
            if (connection.execute(sql, (number,)).fetchone() is not None) != there:
                return problem
    if any(row[0] not in range(entry[2], entry[3] + 1) for row in content["utterances"]):
        return "an utterance in it has no experience"
    if any(row[0] not in range(entry[2], entry[3] + 1) for row in content["interactions"]):
        return "an interaction in it has no experience"
    return _nodes_problem(connection, entry, content)


def _nodes_problem(connection: sqlite3.Connection, entry: Sequence[int], content: Mapping[str, Any]) -> str | None:
    top, level = entry[:2]
    seen: set[int] = set()
    for number, row_level, parent, *_ in content["nodes"]:
        if number in seen:
            return "a node is in it twice"
        if number != top and connection.execute("SELECT 1 FROM nodes WHERE id = ?", (number,)).fetchone():
            found = connection.execute("SELECT forgotten FROM nodes WHERE id = ?", (number,)).fetchone()
            if found[0] is None:
                return "a node in it lives"
        is_top = row_level == SCENE if level == SCENE else number == top
        if not is_top and parent not in seen:
            return "a node in it hangs from nothing"
        seen.add(number)
    if level > SCENE and content["nodes"][0][:2] != [top, level]:
        return "it is not the node that was forgotten"
    if any(row[0] not in seen for row in content["vectors"]):
        return "a vector in it has no node"
    return None
