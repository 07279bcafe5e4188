"""Bringing back what was forgotten, as long as its undo record is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from envs.errors import BadInput
from memory.file.schema import NODE_COLUMNS
from memory.file.undo_payload import unpacked
from memory.levels import SCENE
from memory.store.database import Store, microseconds, moment
from memory.store.lifetimes import Lifetimes, lifetimes
from memory.store.placeholders import SEPARATOR
from memory.store.rows.forgotten import Payload

_LOG = """SELECT id, node, level, start, "end", first, last, summary, time, alpha, rule, reason, undone, grave_until
    FROM forget_log"""
_PLACEHOLDER = """SELECT id, parent, start, "end", first, last, summary, forgotten FROM nodes
    WHERE level = ?1 AND forgotten IS NOT NULL AND first <= ?2 AND last >= ?3 ORDER BY first DESC LIMIT 1"""


@dataclass(frozen=True)
class ForgetLogEntry:
    """An entry of the forget log.

    Attributes:
        id: Number of the entry, which ``undo`` takes.
        node: Id that the node had; for scenes that of the first of a run.
        level: Its level.
        start: Time of its first experience.
        end: Time of its last experience.
        first: Number of its first experience.
        last: Number of its last experience.
        summary: Its first line.
        time: When it was forgotten.
        alpha: Its relevance, in lifetimes.
        rule: Number of the rule that decided, if one did.
        reason: Why, in words.
        undone: When it was brought back, if it was.
        until: Until when it can be brought back; None when it cannot any more.
    """

    id: int
    node: int
    level: int
    start: datetime
    end: datetime
    first: int
    last: int
    summary: str
    time: datetime
    alpha: float
    rule: int | None
    reason: str
    undone: datetime | None
    until: datetime | None


def forget_log(store: Store, start: datetime | None = None, end: datetime | None = None) -> tuple[ForgetLogEntry, ...]:
    """The decisions to forget, oldest first, of which at least a part lies in a stretch of the past."""
    low = microseconds(start) if start else -(1 << 62)
    high = microseconds(end) if end else 1 << 62
    rows = store.rows(f'{_LOG} WHERE "end" >= ? AND start <= ? ORDER BY id', low, high)
    return tuple(_forgotten(row) for row in rows)


def _forgotten(row: Sequence[Any]) -> ForgetLogEntry:
    number, node, level, start, end, first, last, summary, time, alpha, rule, reason, undone, until = row
    ends = (moment(start), moment(end), first, last)
    back = tuple(None if value is None else moment(value) for value in (undone, until))
    return ForgetLogEntry(number, node, level, *ends, summary, moment(time), alpha, rule, reason, *back)


def undo(store: Store, log: int, now: datetime) -> int:
    """Bring back what a log entry forgot, with a fresh life; returns the id of its node.

    Lines above that strict forgetting wrote anew are told as before, unless they have changed since.

    Raises:
        BadInput: No such entry, already undone, too late, or what it lay in was forgotten too (which the message
            names).
    """
    row = store.row(f"{_LOG} WHERE id = ?", log)
    if row is None:
        raise BadInput(f"the forget log has no entry {log}; see the log for those it has")
    entry = _forgotten(row)
    if entry.undone:
        raise BadInput(f"entry {log} was undone already on {entry.undone}")
    with store.transaction():
        record = store.row("SELECT payload FROM grave WHERE log = ?", log)
        if record is None:
            raise BadInput(f"entry {log} of {entry.time} cannot be undone any more; the time for it is over")
        _restore(store, entry, json.loads(unpacked(record[0])), microseconds(now))
        store.write("DELETE FROM grave WHERE log = ?", log)
        store.write("DELETE FROM buried_scenes WHERE log = ?", log)
        store.write("UPDATE forget_log SET undone = ?, grave_until = NULL WHERE id = ?", microseconds(now), log)
        store.revision += 1
    return entry.node


def _restore(store: Store, entry: ForgetLogEntry, payload: Payload, now: int) -> None:
    place = store.row(_PLACEHOLDER, entry.level, entry.first, entry.last)
    if place is None:
        raise BadInput(f"entry {entry.id} cannot be undone by itself: {_covering(store, entry)}")
    parent = _split(store, place, entry)
    _restore_experiences(store, payload)
    lives = lifetimes(store)
    for row in payload["nodes"]:
        top = row[1] == SCENE if entry.level == SCENE else row[0] == entry.node
        _restore_node(store, [*row[:2], parent if top else row[2], *row[3:]], lives, now)
    for node, model, value in payload["vectors"]:
        store.write("INSERT INTO vectors VALUES (?, ?, ?)", node, model, bytes.fromhex(value))
    for node, before, now_told in payload.get("lines", ()):
        store.write("UPDATE nodes SET summary = ? WHERE id = ? AND summary = ?", before, node, now_told)


def _covering(store: Store, entry: ForgetLogEntry) -> str:
    row = store.row(
        f"{_LOG} WHERE id > ? AND first <= ? AND last >= ? AND undone IS NULL ORDER BY id LIMIT 1",
        entry.id,
        entry.first,
        entry.last,
    )
    return f"what it lay in was forgotten too, undo entry {row[0]} first" if row else "what it lay in is gone"


def _split(store: Store, place: Sequence[Any], entry: ForgetLogEntry) -> int | None:
    """Make room in a placeholder for a node that comes back; returns its parent."""
    number, parent, start, end, first, last, line, forgotten = place
    before, after = _cut_line(line, entry.summary)
    store.write("DELETE FROM nodes WHERE id = ?", number)
    sql = f"INSERT INTO nodes ({NODE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', NULL, ?, 0, NULL, NULL, NULL)"
    if first < entry.first:
        (edge,) = store.rows(_EDGE.format('max("end")'), entry.level, first, entry.first - 1)[0]
        edge = microseconds(entry.start) if edge is None else edge
        store.write(sql, number, entry.level, parent, start, edge, first, entry.first - 1, before, forgotten)
    if last > entry.last:
        (edge,) = store.rows(_EDGE.format("min(start)"), entry.level, entry.last + 1, last)[0]
        edge = microseconds(entry.end) if edge is None else edge
        store.write(sql, None, entry.level, parent, edge, end, entry.last + 1, last, after, forgotten)
    return parent


_ACTED = "INSERT OR REPLACE INTO interactions VALUES (?, ?, ?, ?, ?, ?, ?)"  # what completed a goal was kept
_EDGE = "SELECT {} FROM forget_log WHERE level = ? AND first >= ? AND last <= ?"


def _cut_line(line: str, own: str) -> tuple[str, str]:
    """What a merged line says of the time before and after one of its parts."""
    parts = line.split(SEPARATOR)
    index = parts.index(own) if own in parts else None
    return (line, line) if index is None else (SEPARATOR.join(parts[:index]), SEPARATOR.join(parts[index + 1 :]))


def _restore_experiences(store: Store, payload: Payload) -> None:
    for row in payload["experiences"]:
        store.write(f"INSERT INTO experiences VALUES ({', '.join('?' * len(row))})", *row)
    for row in payload["utterances"]:
        store.write("INSERT OR REPLACE INTO utterances VALUES (?, ?, ?, ?, ?)", *row)  # they may have outlived it
    for experience, time, action, success, *names in payload["interactions"]:
        pairs = zip(names[::2], names[1::2], strict=True)
        rows = [None if key is None else store.scenes.object_of_type(key, kind) for key, kind in pairs]
        store.write(_ACTED, experience, time, action, success, *rows)
    numbers = [row[0] for row in payload["experiences"]]
    store.index.put_back([(number, store.experience(number).scene) for number in numbers])


def _restore_node(store: Store, row: Sequence[Any], lives: Lifetimes, now: int) -> None:
    number, level, expires, forgotten = row[0], row[1], row[9], row[10]
    life = lives.of(level)
    fresh = now + life // timedelta(microseconds=1) * lives.factor(level) if life else None
    store.write(f"INSERT INTO nodes ({NODE_COLUMNS}) VALUES ({', '.join('?' * len(row))})", *row)
    store.write(
        "UPDATE nodes SET expires = ? WHERE id = ?",
        None if forgotten is not None or expires is None else fresh,
        number,
    )
