"""Pinned nodes: kept for ever, with everything below them, until they are unpinned."""

from __future__ import annotations

from envs.errors import BadInput
from memory.store.database import Store
from memory.store.lifetimes import FACTOR, ROW

_ABOVE = """WITH RECURSIVE above (id, parent, pinned) AS (
        SELECT id, parent, pinned FROM nodes WHERE id = ?
        UNION SELECT n.id, n.parent, n.pinned FROM above a CROSS JOIN nodes n ON n.id = a.parent)
    SELECT id FROM above"""
_BELOW = """WITH RECURSIVE below (id) AS (
        SELECT ? UNION SELECT n.id FROM below b CROSS JOIN nodes n ON n.parent = b.id)
    SELECT id FROM below"""
_AGAIN = f"""UPDATE nodes SET expires = "end" + (SELECT span FROM lifetimes WHERE level = {ROW}) * {FACTOR}
    WHERE forgotten IS NULL AND pinned = 0 AND expires IS NULL AND {{}}"""


def pinned_above(store: Store, node: int) -> bool:
    """Whether a node, or one it lies below, is pinned."""
    return store.row(f"{_ABOVE} WHERE pinned LIMIT 1", node) is not None


def pin(store: Store, node: int, on: bool = True) -> None:
    """Keep a node and everything below it for ever, or leave it to its time again.

    Raises:
        BadInput: There is no such node, or it was forgotten already.
    """
    found = store.node(node)
    if found.forgotten:
        raise BadInput(f"node {node} was forgotten on {found.forgotten}; bring it back with undo first")
    with store.transaction():
        store.write("UPDATE nodes SET pinned = ? WHERE id = ?", on, node)
        if on:
            store.write("UPDATE nodes SET expires = NULL WHERE id = ?", node)
        else:
            store.write(_AGAIN.format(f"rule IS NULL AND (id IN ({_ABOVE}) OR id IN ({_BELOW}))"), node, node)


def release(store: Store, rule: int) -> None:
    """Leave to their time again what a rule kept; the next pass asks the rules that are left."""
    store.write(_AGAIN.format("rule = ?"), rule)
    store.write("UPDATE nodes SET rule = NULL WHERE rule = ?", rule)
