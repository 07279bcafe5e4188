"""Rows of levels 4 and above: read, written and taken out.

A row spans its children in time and in numbers of experiences. All functions belong in a transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from memory.levels import GOAL
from memory.roles import Group
from memory.store.database import Store, microseconds
from memory.store.placeholders import merge_placeholder

_ABOVE = """WITH RECURSIVE above (id) AS (SELECT parent FROM nodes WHERE id = ?1
    UNION SELECT n.parent FROM nodes n JOIN above ON n.id = above.id WHERE n.parent IS NOT NULL)"""

_REACH = f"""{_ABOVE} UPDATE nodes SET last = ?2, "end" = max("end", e.time){{}}
    FROM (SELECT time FROM experiences WHERE id = ?2) e WHERE nodes.id IN (SELECT id FROM above)"""
_BEGIN = """UPDATE nodes SET start = ?1, first = (SELECT first FROM nodes WHERE id = ?2)
    WHERE id = ?3 AND (start <> ?1 OR first <> (SELECT first FROM nodes WHERE id = ?2))"""


def height(store: Store) -> int:
    """The highest level there is; 3 while there are only goals."""
    row = store.row("SELECT max(level) FROM nodes")
    return max(GOAL, row[0] or 0) if row else GOAL


def newest(store: Store) -> int:
    """Number of the last experience that has a node above it, or had one before it was forgotten; 0 for none."""
    ends = (
        store.row("SELECT last FROM nodes WHERE level = ? ORDER BY first DESC, id DESC LIMIT 1", level)
        for level in range(GOAL, height(store) + 1)
    )
    return max((row[0] for row in ends if row), default=0)


def orphans(store: Store, level: int, limit: int = -1) -> list[int]:
    """Ids of nodes of a level without a parent, in order; only the first few when asked."""
    return [
        node
        for (node,) in store.rows(
            "SELECT id FROM nodes WHERE level = ? AND parent IS NULL ORDER BY first, id LIMIT ?", level, limit
        )
    ]


def latest(store: Store, level: int, count: int) -> list[tuple[int, str]]:
    """Id and summary of the last few nodes of a level, in order."""
    rows = store.rows(
        "SELECT id, summary FROM nodes WHERE level = ? ORDER BY first DESC, id DESC LIMIT ?", level, count
    )
    return [(node, summary) for node, summary in reversed(rows)]


def reach(store: Store, node: int, number: int, begun: bool = True) -> None:
    """Let everything above a node reach to an experience.

    Args:
        store: Inside a transaction.
        node: Its id.
        number: Of the experience, the newest below the node.
        begun: Whether the node may have begun since this was last called. Where it has not, nothing above it can begin
            earlier than before, and what is not set need not be written to the index of times.
    """
    store.write(_REACH.format(", start = min(start, e.time)" if begun else ""), node, number)


def write(store: Store, group: Group, level: int, homes: Mapping[int, int | None]) -> Group:
    """Enter a parent, or change it, and take its children in.

    Args:
        store: Open for writing.
        group: With the id of its row, None for a new one.
        level: Of the parent.
        homes: Child id → id of the parent it has now.

    Returns:
        The group with its id.

    Raises:
        TryAgain: The file is busy or the disk full.
    """
    span = (
        microseconds(min(child.start for child in group.items)),
        microseconds(max(child.end for child in group.items)),
    )
    ends = (group.items[0].id, group.items[-1].id)
    if group.id is None:
        (number,) = store.write(
            """INSERT INTO nodes (level, start, "end", first, last, summary, detail)
            SELECT ?, ?, ?, f.first, l.last, ?, '' FROM nodes f, nodes l WHERE f.id = ? AND l.id = ? RETURNING id""",
            *(level, *span, group.summary, *ends),
        ).fetchone()
        group = replace(group, id=number)
    else:
        store.write(_BEGIN, span[0], ends[0], group.id)  # by itself, as it seldom changes and three indexes hold it
        store.write(
            'UPDATE nodes SET "end" = ?, last = (SELECT last FROM nodes WHERE id = ?) WHERE id = ?',
            *(span[1], ends[1], group.id),
        )
        write_summary(store, group.id, group.summary)
    for child in group.items:
        if homes.get(child.id) != group.id:
            store.write("UPDATE nodes SET parent = ? WHERE id = ?", group.id, child.id)
            if child.forgotten:
                merge_placeholder(store, child.id)
                store.revision += 1  # it may go on under the id of its neighbour
    return group


def write_summary(store: Store, node: int, summary: str) -> str:
    """Give a node another line, and return it; the text index is only touched when it differs."""
    store.write("UPDATE nodes SET summary = ? WHERE id = ? AND summary <> ?", summary, node, summary)
    return summary


def remove(store: Store, nodes: Sequence[int], successors: Sequence[Group]) -> None:
    """Take out parents whose children went elsewhere; a pin goes to the last of the parents that took over."""
    for node in nodes:
        row = store.row("SELECT pinned FROM nodes WHERE id = ?", node)
        if row and row[0] and successors:
            store.write("UPDATE nodes SET pinned = 1 WHERE id = ?", successors[-1].id)
        store.write("DELETE FROM nodes WHERE id = ?", node)


def remove_all(store: Store) -> None:
    """Take out all levels above goals; the goals stand alone then."""
    store.write("UPDATE nodes SET parent = NULL WHERE level >= ? AND parent IS NOT NULL", GOAL)
    store.write("DELETE FROM nodes WHERE level > ?", GOAL)
