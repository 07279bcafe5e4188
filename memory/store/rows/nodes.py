"""Single nodes, as those that build and mend the tree look at them."""

from __future__ import annotations

from dataclasses import dataclass

from memory.levels import GOAL
from memory.store.database import Store


@dataclass(frozen=True)
class NodeLine:
    """The line of a node, and where it stands.

    Attributes:
        parent: Id of the node above, None on top.
        level: 1 and above.
        summary: The line.
        first: Number of its first experience.
        last: Number of its last experience.
    """

    parent: int | None
    level: int
    summary: str
    first: int
    last: int


def node_line(store: Store, node: int) -> NodeLine | None:
    """The line of a node, None when there is no such node."""
    row = store.row("SELECT parent, level, summary, first, last FROM nodes WHERE id = ?", node)
    return NodeLine(*row) if row else None


def set_line(store: Store, node: int, line: str) -> None:
    """Give a node another line, inside a transaction."""
    store.write("UPDATE nodes SET summary = ? WHERE id = ?", line, node)


def is_alive(store: Store, node: int) -> bool:
    """Whether there is such a node, and it is not forgotten."""
    return store.row("SELECT 1 FROM nodes WHERE id = ? AND forgotten IS NULL", node) is not None


def alive_below(store: Store, node: int) -> list[tuple[int, ...]]:
    """Id and level of the children of a node that are not forgotten, in order."""
    return store.rows("SELECT id, level FROM nodes WHERE parent = ? AND forgotten IS NULL ORDER BY first", node)


def newest_goal(store: Store) -> tuple[int, int, int, bool] | None:
    """Id, first and last experience of the newest goal, and whether it was forgotten; None when there is none."""
    row = store.row(
        "SELECT id, first, last, forgotten FROM nodes WHERE level = ? ORDER BY first DESC, id DESC LIMIT 1", GOAL
    )
    return None if row is None else (*row[:3], row[3] is not None)


def newest_child(store: Store, node: int) -> tuple[int, int] | None:
    """Id and first experience of the newest child that is not forgotten."""
    return store.row(
        "SELECT id, first FROM nodes WHERE parent = ? AND forgotten IS NULL ORDER BY first DESC LIMIT 1", node
    )


def ids_below(store: Store, node: int) -> list[int]:
    """Ids of the children of a node."""
    return [child for (child,) in store.rows("SELECT id FROM nodes WHERE parent = ?", node)]
