"""Taking content out of the file, and keeping it as an undo record for as long as it may be brought back.

What a forgotten node held is collected into one JSON value and deleted from its tables. With a grace period the value
is kept as an undo record (table ``grave``); without one, or when the period is over, it is disposed of: pictures,
scenes, looks and objects that nothing else speaks of go too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from envs.vocabulary.english import how_many
from memory.file.schema import NODE_COLUMNS
from memory.file.undo_payload import packed, unpacked
from memory.levels import EVENT, GOAL, SCENE
from memory.store.database import Store, microseconds
from memory.store.images import mark_unused
from memory.store.placeholders import make_placeholder
from memory.store.settings import settings

Payload = dict[str, Any]

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
class ForgettingReason:
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


def forget_node(store: Store, node: int, verdict: ForgettingReason, line: str | None = None) -> int:
    """Forget a node of level 2 or above with everything below it; returns the id of its log entry.

    Args:
        store: Inside a transaction.
        node: Its id; not forgotten, and not reaching to the newest experience.
        verdict: Why.
        line: What stays as the placeholder's line; None is the node's first line.
    """
    rows = store.rows(_BELOW, node)
    _, level, _, start, end, first, last, summary = rows[0][:8]
    payload = _take_out(store, first, last, rows, _completing(store, rows[0]), _words_stay(store, rows[0]))
    for row in reversed(rows[1:]):  # the lowest first: a parent goes after its children
        store.write("DELETE FROM nodes WHERE id = ?", row[0])
    make_placeholder(store, node, microseconds(verdict.time), summary if line is None else line)
    return _log(store, (node, level, start, end, first, last, summary if line is None else line), verdict, payload)


def forget_scenes(store: Store, scenes: Sequence[int], verdict: ForgettingReason) -> int:
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
    line = f"{how_many(len(rows), 'scene')}"
    return _log(store, (rows[0][0], SCENE, rows[0][3], end, first, last, line), verdict, payload)


def _completing(store: Store, node: Sequence[Any]) -> int:
    """The experience of an event that completed its goal: the interaction is what the goal tells, and stays with it."""
    _, level, parent, _, _, _, last = node[:7]
    if level != EVENT or parent is None:
        return 0
    found = store.row("SELECT 1 FROM nodes WHERE id = ? AND last = ?", parent, last)
    return last if found and store.row("SELECT 1 FROM interactions WHERE experience = ? AND success", last) else 0


def _words_stay(store: Store, node: Sequence[Any]) -> bool:
    """Whether what was said in a node stays known without it: that in an event, as long as its goal."""
    _, level, parent = node[:3]
    if level != EVENT or parent is None:
        return False
    going_by = settings(store)
    return going_by.words and not going_by.strict


def _take_out(
    store: Store, first: int, last: int, nodes: Sequence[tuple[Any, ...]], but: int = 0, words_stay: bool = False
) -> Payload:
    """Collect and delete the content of a run of experiences; the nodes are collected only.

    Args:
        store: Inside a transaction.
        first: Number of the first.
        last: Number of the last.
        nodes: The nodes that hold them.
        but: An experience whose interaction stays.
        words_stay: Whether what was said stays.
    """
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
    if not words_stay:
        store.write("DELETE FROM utterances WHERE experience BETWEEN ? AND ?", first, last)
    store.write("DELETE FROM experiences WHERE id BETWEEN ? AND ?", first, last)
    store.revision += 1
    return payload


def _log(store: Store, what: tuple[Any, ...], verdict: ForgettingReason, payload: Payload) -> int:
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
        "INSERT INTO grave VALUES (?, ?)",
        *(number, packed(json.dumps(payload, separators=(",", ":"), ensure_ascii=False))),
    )
    for scene in _scenes(payload):
        store.write("INSERT OR IGNORE INTO buried_scenes VALUES (?, ?)", scene, number)
    return number


def keep_lines(store: Store, log: int, lines: Sequence[tuple[int, str, str]]) -> None:
    """Keep the lines above that were written anew with the undo record of a log entry, if it has one.

    Args:
        store: Inside a transaction.
        log: The entry.
        lines: Node, its line before, and its line now.
    """
    row = store.row("SELECT payload FROM grave WHERE log = ?", log) if lines else None
    if row:
        payload = json.dumps(json.loads(unpacked(row[0])) | {"lines": lines}, separators=(",", ":"), ensure_ascii=False)
        store.write("UPDATE grave SET payload = ? WHERE log = ?", packed(payload), log)


def drop_undo_record(store: Store, log: int, rest: Callable[[], None] = lambda: None) -> None:
    """Dispose of the undo record of a log entry, which can then not be undone.

    Args:
        store: Open for writing.
        log: The entry.
        rest: Called where what was written so far can stand as it is; the next to drop it goes on then.
    """
    with store.transaction():
        row = store.row("SELECT payload FROM grave WHERE log = ?", log)
        payload = json.loads(unpacked(row[0])) if row else None
        if payload is not None:
            store.write("DELETE FROM grave WHERE log = ?", log)
            mark_unused(store, [row[_IMAGE_AT] for row in payload["experiences"] if row[_IMAGE_AT]])
            store.revision += 1
        store.write("UPDATE forget_log SET grave_until = NULL WHERE id = ?", log)
        rest()
        for (scene,) in store.rows("SELECT scene FROM buried_scenes WHERE log = ?", log):
            store.write("DELETE FROM buried_scenes WHERE (scene, log) = (?, ?)", scene, log)
            _remove_scene(store, scene, log)
            rest()
        if payload is not None:
            store.scenes.drop_objects(payload["objects"])


def drop_rest(store: Store) -> None:
    """Dispose of the rest of undo records where a process was killed at it."""
    for (log,) in store.rows("SELECT DISTINCT log FROM buried_scenes WHERE log NOT IN (SELECT log FROM grave)"):
        drop_undo_record(store, log)


def undo_records_over(store: Store, now: int) -> list[int]:
    """Log entries whose time to be undone is over (microseconds), the oldest first."""
    query = "SELECT id FROM forget_log WHERE grave_until < ? ORDER BY grave_until"
    return [log for (log,) in store.rows(query, now)]


def oldest_undo_record(store: Store) -> int | None:
    """The oldest log entry that can still be undone."""
    row = store.row("SELECT log FROM grave ORDER BY log LIMIT 1")
    return row[0] if row else None


def shorten_log(store: Store, before: int, details_before: int) -> bool:
    """Drop entries of the log from before a time (microseconds) that cannot be undone; whether there were any.

    Args:
        store: Open for writing.
        before: The time for goals and summaries.
        details_before: The time for scenes and events.
    """
    over = f"FROM forget_log WHERE time < iif(level < {GOAL}, ?2, ?1) AND time < max(?1, ?2) AND grave_until IS NULL"
    if not store.row(f"SELECT 1 {over} LIMIT 1", before, details_before):
        return False
    with store.transaction():
        store.write(f"DELETE {over}", before, details_before)
    return True


def tidy_words(store: Store) -> None:
    """Let words whose nodes are gone leave the text index, a little at a time."""
    with store.transaction():
        store.write("INSERT INTO node_text (node_text, rank) VALUES ('merge', -16)")


def dispose(store: Store, payload: Payload, log: int) -> None:
    """Delete what only this content spoke of: pictures, scenes with their looks, objects."""
    for scene in _scenes(payload):
        _remove_scene(store, scene, log)
    store.scenes.drop_objects(payload["objects"])
    mark_unused(store, [row[_IMAGE_AT] for row in payload["experiences"] if row[_IMAGE_AT]])


def _remove_scene(store: Store, scene: int, log: int) -> None:
    shown = store.row("SELECT 1 FROM experiences WHERE scene = ?", scene)
    if not shown and not store.row("SELECT 1 FROM buried_scenes WHERE scene = ? AND log <> ?", scene, log):
        store.scenes.remove(scene)


def _scenes(payload: Payload) -> list[int]:
    return sorted({row[_SCENE_AT] for row in payload["experiences"]})


_IMAGE_AT, _SCENE_AT = 11, 12
"""Columns of ``experiences``."""
