"""Rows of what is known of users: items of knowledge with their objects and steps."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import Any

from envs.errors import BadInput
from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.store.database import Store, microseconds, moment

_ITEM = """SELECT id, user, home, time, type, subtype, alias, description, source, elements, ended, successor
    FROM knowledge"""


def knowledge(store: Store) -> tuple[Knowledge, ...]:
    """All items, also those that do not hold any more, oldest first."""
    return tuple(_item(row) for row in store.rows(f"{_ITEM} ORDER BY id"))


def users(store: Store) -> tuple[str, ...]:
    """Everybody of whom something is known, in alphabetical order."""
    return tuple(str(one) for (one,) in store.rows("SELECT DISTINCT user FROM knowledge ORDER BY user"))


def add_knowledge(store: Store, item: Knowledge, time: datetime) -> int:
    """Keep an item, inside a transaction; returns its number.

    Raises:
        BadInput: It is not Unicode.
    """
    elements = json.dumps({"objects": [asdict(o) for o in item.objects], "steps": [asdict(s) for s in item.steps]})
    words = (item.type, item.subtype, item.alias, item.description, item.source, elements)
    try:
        cursor = store.write(
            "INSERT INTO knowledge (user, home, time, type, subtype, alias, description, source, elements) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(item.user, item.home, microseconds(time), *words),
        )
    except UnicodeEncodeError as error:
        raise BadInput(f"an item of knowledge holds text that is not Unicode: {error}") from error
    return int(cursor.lastrowid or 0)


def end_knowledge(store: Store, number: int, time: datetime, successor: int | None) -> None:
    """Let an item hold no longer, inside a transaction."""
    store.write("UPDATE knowledge SET ended = ?, successor = ? WHERE id = ?", microseconds(time), successor, number)


def _item(row: tuple[Any, ...]) -> Knowledge:
    number, user, home, time, kind, subtype, alias, description, source, elements, ended, successor = row
    told: dict[str, Any] = json.loads(elements)
    objects = tuple(KnownObject(**one) for one in told.get("objects", ()))
    steps = tuple(PatternStep(**one) for one in told.get("steps", ()))
    until = None if ended is None else moment(ended)
    parts = (user, kind, subtype, alias, description, objects, steps, home, source, number, moment(time))
    return Knowledge(*parts, until, successor)
