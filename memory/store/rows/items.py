"""Nodes as the language roles see them: ``Item`` from rows of the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from envs.errors import BadInput
from memory.experience import OWN_VOICE
from memory.levels import GOAL
from memory.roles import Item
from memory.store.database import Store, moment
from memory.wording import spoken_line

DEEDS, THINGS, UTTERANCES, SAID, TEXT = 64, 64, 24, 120, 4000
"""The most deeds, things and utterances an item names; the longest utterance and text in characters."""

_ROW = 'SELECT id, level, start, "end", first, last, summary, detail, forgotten FROM nodes'


def item(store: Store, node: int) -> Item:
    """A node of level 2 or above as an item.

    ``deeds`` holds what succeeded, the first of it; of a ``Pickup`` the third part is the class it was taken from. The
    text is the line, task and stated goal, and what was said first; scenes are left out.

    Raises:
        BadInput: There is no such node.
    """
    row = store.row(f"{_ROW} WHERE id = ?", node)
    if row is None:
        raise BadInput(f"{store.path} has no node {node}")
    return _item(store, row)


def items(store: Store, parent: int) -> tuple[Item, ...]:
    """The children of a node, in order of time, placeholders included."""
    rows = store.rows(f"{_ROW} WHERE parent = ? ORDER BY first, id", parent)
    return tuple(_item(store, row) for row in rows)


def _item(store: Store, row: Sequence[Any]) -> Item:
    node, level, start, end, first, last, summary, detail, forgotten = row
    span = (node, level, moment(start), moment(end), summary)
    if forgotten is not None:
        return Item(*span, text=summary, forgotten=True)
    episode, task = store.row(
        "SELECT episode, task FROM nodes WHERE level = ? AND first <= ? ORDER BY first DESC LIMIT 1", GOAL, last
    ) or ("", "")
    deeds, things = _deeds(store, first, last)
    spoken = store.rows(
        """SELECT speaker, substr(text, 1, ?) FROM utterances WHERE experience BETWEEN ? AND ?
        ORDER BY experience, position LIMIT ?""",
        *(SAID, first, last, UTTERANCES),
    )
    lines = [summary, *detail.splitlines(), *(spoken_line(who, said) for who, said in spoken)]
    people = dict.fromkeys(who for who, _ in spoken if who.lower() not in OWN_VOICE)
    return Item(
        *span,
        text="\n".join(line for line in lines if line)[:TEXT],
        episode=episode or "",
        task=task or "",
        deeds=deeds,
        things=things,
        people=tuple(people),
    )


def _deeds(store: Store, first: int, last: int) -> tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]:
    rows = store.rows(
        """SELECT i.action, o.type, CASE WHEN i.action = 'Pickup' THEN p.type ELSE t.type END, o.object_id
        FROM interactions i LEFT JOIN objects o ON o.id = i.thing LEFT JOIN objects t ON t.id = i.target
        LEFT JOIN objects p ON p.id = i.origin
        WHERE i.experience BETWEEN ? AND ? AND +i.success ORDER BY i.experience LIMIT ?""",
        *(first, last, DEEDS),
    )
    deeds = tuple((action, kind or "", place or "") for action, kind, place, _ in rows)
    return deeds, tuple(dict.fromkeys(row[3] for row in rows if row[3]))


def merged(node: int, level: int, children: Sequence[Item], summary: str) -> Item:
    """The item of a node that has these children, without reading the store."""
    alive = [child for child in children if not child.forgotten]
    last = alive[-1] if alive else children[-1]
    spoken = [line for child in alive for line in child.text.splitlines() if line.startswith("Speech: ")]
    return Item(
        node,
        level,
        min(child.start for child in children),
        max(child.end for child in children),
        summary,
        text="\n".join([summary, *spoken[:UTTERANCES]])[:TEXT],
        episode=last.episode,
        task=last.task,
        deeds=tuple(deed for child in alive for deed in child.deeds)[:DEEDS],
        things=tuple(dict.fromkeys(thing for child in alive for thing in child.things))[:THINGS],
        people=tuple(dict.fromkeys(person for child in alive for person in child.people)),
    )
