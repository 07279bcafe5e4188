"""The other two constructions of the evaluation: offline (H-EMV: group everything) and flat (goals only).

They share the grouping seam and the file with the online one, so that a comparison changes nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.building.growth import tell
from memory.levels import GOAL, TOP
from memory.roles import Group, Grouper, Item, Rule
from memory.store.database import Store
from memory.store.rows import summaries as summary_rows
from memory.store.rows.items import item, merged


def build_offline(store: Store, grouper: Grouper, rules: Sequence[Rule] = ()) -> None:
    """Replace everything above goals by a tree grouped from all goals at once, level by level up to a single root.

    Args:
        store: Open for writing; changed in one transaction.
        grouper: Sees all nodes of a level together.
        rules: What the user wants remembered.
    """
    with store.transaction():
        summary_rows.remove_all(store)
        items = [item(store, node) for node in summary_rows.orphans(store, GOAL)]
        level = GOAL + 1
        while items and (level == GOAL + 1 or len(items) > 1):
            items = _floor(store, items, level, grouper, rules)
            level += 1


def _floor(store: Store, items: list[Item], level: int, grouper: Grouper, rules: Sequence[Rule]) -> list[Item]:
    """One level over all nodes of the one below."""
    if level == TOP:
        groups = [Group(tuple(items), tell(grouper, items, level, rules))]
    else:
        groups = grouper.group((), items, level, rules)
    written = [summary_rows.write(store, Group(group.items, group.summary), level, {}) for group in groups]
    return [merged(group.id or 0, level, group.items, group.summary) for group in written]


def flatten(store: Store) -> None:
    """Take out everything above goals: the flat construction from a tree."""
    with store.transaction():
        summary_rows.remove_all(store)
