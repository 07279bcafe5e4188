"""Taking content out of the file, and keeping it in a grave for as long as it may be brought back.

What a forgotten node held is collected into one JSON value and deleted from its tables. With a grace period the value
lies in ``grave``; without one, or when the period is over, it is disposed of: pictures, scenes, looks and objects that
nothing else speaks of go too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memory.levels import EVENT, SCENE
from memory.store.database import Store, microseconds
from memory.store.images import doom
from memory.store.placeholders import make_placeholder

Payload = dict[str, Any]

NODE_COLUMNS = (
    'id, level, parent, start, "end", first, last, summary, detail, expires, forgotten, pinned, rule, episode, task'
)
# Levels go down, so that it ends even where damage has made a ring.
_BELOW = f"""WITH RECURSIVE below (node, depth, height) AS (
        SELECT id, 0, level FROM nodes WHERE id = ?
        UNION ALL SELECT n.id, b.depth + 1, n.level FROM below b
        CROSS JOIN nodes n ON n.parent = b.node AND n.level < b.height)
    SELECT {NODE_COLUMNS} FROM below b CROSS JOIN nodes n ON n.id = b.node ORDER BY b.depth, n.first"""
_INTERACTION = """SELECT i.experience, i.time, i.action, i.success, a.object_id, a.type, b.object_id, b.type,
    c.object_id, c.type FROM interactions i LEFT JOIN objects a ON a.id = i.thing
    LEFT JOIN objects b ON b.id = i.target LEFT JOIN objects c ON c.id = i.origin
    WHERE i.experience BETWEEN ? AND ? ORDER BY i.experience"""
_VECTOR = "SELECT node, model, hex(value) FROM vectors WHERE node IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True)
class Verdict:
    """Why something is forgotten.

    Attributes:
        time: When.
        alpha: Lifetimes that were added, and were not enough.
        rule: Number of the rule that decided, if one did.
        reason: In words.
        grace: How long it can be brought back; zero is not at all.
    """

    time: datetime
    reason: str
    alpha: float = 0.0
    rule: int | None = None
    grace: timedelta = timedelta(0)


def bury(store: Store, node: int, verdict: Verdict, line: str | None = None) -> int:
    """Forget a node of level 2 or above with everything below it; returns the id of its log entry.

    Args:
        store: Inside a transaction.
        node: Its id; alive, and not reaching to the newest experience.
        verdict: Why.
        line: What stays as the placeholder's line; None is the node's first line.
    """
    rows = store.rows(_BELOW, node)
    _, level, _, start, end, first, last, summary = rows[0][:8]
    payload = _take_out(store, first, last, rows, _completing(store, rows[0]))
    for row in reversed(rows[1:]):  # the lowest first: a parent goes after its children
        store.write("DELETE FROM nodes WHERE id = ?", row[0])
    make_placeholder(store, node, microseconds(verdict.time), summary if line is None else line)
    return _log(store, (node, level, start, end, first, last, summary if line is None else line), verdict, payload)


def bury_scenes(store: Store, scenes: Sequence[int], verdict: Verdict) -> int:
    """Forget neighbouring scenes of one event, in order; returns the id of their log entry."""
    marks = ", ".join("?" * len(scenes))
    rows = store.rows(f"SELECT {NODE_COLUMNS} FROM nodes WHERE id IN ({marks}) ORDER BY first", *scenes)
    first, last = rows[0][5], rows[-1][6]
    payload = _take_out(store, first, last, rows)
    for row in rows[1:]:
        store.write("DELETE FROM nodes WHERE id = ?", row[0])
    end = max(row[4] for row in rows)
    store.write('UPDATE nodes SET "end" = ? WHERE id = ?', end, rows[0][0])
    make_placeholder(store, rows[0][0], microseconds(verdict.time), "", last)
    line = f"{len(rows)} scene{'s' if len(rows) > 1 else ''}"
    return _log(store, (rows[0][0], SCENE, rows[0][3], end, first, last, line), verdict, payload)


def _completing(store: Store, node: Sequence[Any]) -> int:
    """The experience of an event that completed its goal: the interaction is what the goal tells, and stays with it."""
    _, level, parent, _, _, _, last = node[:7]
    if level != EVENT or parent is None:
        return 0
    found = store.row("SELECT 1 FROM nodes WHERE id = ? AND last = ?", parent, last)
    return last if found and store.row("SELECT 1 FROM interactions WHERE experience = ? AND success", last) else 0


def _take_out(store: Store, first: int, last: int, nodes: Sequence[tuple[Any, ...]], but: int = 0) -> Payload:
    """Collect and delete the content of a run of experiences, but one interaction; the nodes are collected only."""
    experiences = store.rows("SELECT * FROM experiences WHERE id BETWEEN ? AND ? ORDER BY id", first, last)
    spoken = store.rows(
        "SELECT * FROM utterances WHERE experience BETWEEN ? AND ? ORDER BY experience, position", first, last
    )
    ids = json.dumps([row[0] for row in nodes])
    payload: Payload = {
        "nodes": nodes,
        "experiences": experiences,
        "utterances": spoken,
        "interactions": store.rows(_INTERACTION, first, last),
        "vectors": store.rows(_VECTOR, ids),
    }
    store.write("DELETE FROM vectors WHERE node IN (SELECT value FROM json_each(?))", ids)
    payload["objects"] = sorted(store.index.remove(first, last, but))
    store.write("DELETE FROM utterances WHERE experience BETWEEN ? AND ?", first, last)
    store.write("DELETE FROM experiences WHERE id BETWEEN ? AND ?", first, last)
    store.revision += 1
    return payload


def _log(store: Store, what: tuple[Any, ...], verdict: Verdict, payload: Payload) -> int:
    until = verdict.time + verdict.grace if verdict.grace else None
    cursor = store.write(
        """INSERT INTO forget_log (node, level, start, "end", first, last, summary, time, alpha, rule, reason,
        grave_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        *what,
        microseconds(verdict.time),
        verdict.alpha,
        verdict.rule,
        verdict.reason,
        microseconds(until) if until else None,
    )
    number = int(cursor.lastrowid or 0)
    if until is None:
        dispose(store, payload, number)
        return number
    store.write(
        "INSERT INTO grave VALUES (?, ?)", number, json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
    )
    for scene in _scenes(payload):
        store.write("INSERT OR IGNORE INTO buried_scenes VALUES (?, ?)", scene, number)
    return number


def lay_lines(store: Store, log: int, lines: Sequence[tuple[int, str, str]]) -> None:
    """Lay the lines above that were written anew into the grave of a log entry, if it has one.

    Args:
        store: Inside a transaction.
        log: The entry.
        lines: Node, its line before, and its line now.
    """
    row = store.row("SELECT payload FROM grave WHERE log = ?", log) if lines else None
    if row:
        payload = json.dumps(json.loads(row[0]) | {"lines": lines}, separators=(",", ":"), ensure_ascii=False)
        store.write("UPDATE grave SET payload = ? WHERE log = ?", payload, log)


def empty_grave(store: Store, log: int) -> None:
    """Give up what a log entry could bring back."""
    with store.transaction():
        row = store.row("SELECT payload FROM grave WHERE log = ?", log)
        if row:
            store.write("DELETE FROM grave WHERE log = ?", log)
            store.write("DELETE FROM buried_scenes WHERE log = ?", log)
            dispose(store, json.loads(row[0]), log)
            store.revision += 1
        store.write("UPDATE forget_log SET grave_until = NULL WHERE id = ?", log)


def dispose(store: Store, payload: Payload, log: int) -> None:
    """Delete what only this content spoke of: pictures, scenes with their looks, objects."""
    for scene in _scenes(payload):
        shown = store.row("SELECT 1 FROM experiences WHERE scene = ?", scene)
        if not shown and not store.row("SELECT 1 FROM buried_scenes WHERE scene = ? AND log <> ?", scene, log):
            store.scenes.remove(scene)
    store.scenes.drop_objects(payload["objects"])
    doom(store, [row[_IMAGE] for row in payload["experiences"] if row[_IMAGE]])


def _scenes(payload: Payload) -> list[int]:
    return sorted({row[_SCENE] for row in payload["experiences"]})


_IMAGE, _SCENE = 11, 12
"""Columns of ``experiences``."""
