"""Keeping a memory file below a number of bytes, by forgetting before the time.

What goes first is what has used up most of its life: ``(now − end) / (expires − end)``. That is age against relevance,
as relevance is what makes lives longer. What a pin or a rule keeps for ever does not go; then the budget cannot be met,
and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from envs.errors import BadInput
from memory.forgetting.retelling import Mender
from memory.forgetting.undo_store import Verdict, empty_grave
from memory.levels import EVENT
from memory.roles import Grouper
from memory.store.database import Store, microseconds
from memory.store.pins import pinned_above
from memory.store.settings import SMALLEST_BUDGET, settings

_CANDIDATES = """SELECT id FROM nodes WHERE forgotten IS NULL AND expires IS NOT NULL AND level >= ?
    AND last <> (SELECT max(id) FROM experiences)
    ORDER BY (? - "end") * 1.0 / max(expires - "end", 1) DESC, level, first LIMIT 500"""
_KEPT_BELOW = """WITH RECURSIVE below (id, level, expires) AS (
        SELECT id, level, expires FROM nodes WHERE id = ?
        UNION SELECT n.id, n.level, n.expires FROM below b CROSS JOIN nodes n ON n.parent = b.id
            WHERE n.forgotten IS NULL AND n.level >= 2)
    SELECT 1 FROM below WHERE expires IS NULL LIMIT 1"""


@dataclass(frozen=True)
class Kept:
    """What keeping to a budget came to.

    Attributes:
        forgotten: Nodes that became placeholders for it.
        bytes_used: Bytes of the file that hold something now.
        within: Whether that is within the budget.
    """

    forgotten: int
    bytes_used: int
    within: bool


class Budget:
    """Most bytes that a memory may hold.

    Args:
        store: Open for writing.
        size: Bytes.
        grouper: As for ``Forgetter``.

    Raises:
        BadInput: Less than an empty memory has.
    """

    def __init__(self, store: Store, size: int, grouper: Grouper | None = None) -> None:
        if size < SMALLEST_BUDGET:
            raise BadInput(f"a budget of {size} bytes is too small; give at least {SMALLEST_BUDGET:,}")
        self._store = store
        self._size = size
        self._mender = Mender(store, grouper)

    def enforce(self, now: datetime, stop: Callable[[], bool] | None = None) -> Kept:
        """Forget until the memory is within its budget, nothing is left to forget, or ``stop`` says so."""
        forgotten = 0
        for _, gone in keep_to_budget(self._store, self._size, now, self._mender):
            forgotten += gone
            if stop is not None and stop():
                break
        self._store.give_back(1 << 20)
        used = self._store.bytes_used
        return Kept(forgotten, used, used <= self._size)


def keep_to_budget(store: Store, size: int, now: datetime, mender: Mender) -> Iterator[tuple[int, int]]:
    """The steps of keeping to a budget: graves first, the oldest before, then nodes; each (0, nodes forgotten)."""
    while store.bytes_used > size:
        row = store.row("SELECT log FROM grave ORDER BY log LIMIT 1")
        if row is None:
            break
        empty_grave(store, row[0])
        yield 0, 0
    verdict = Verdict(now, f"the memory was over its budget of {size:,} bytes")
    while store.bytes_used > size:
        found = store.rows(_CANDIDATES, EVENT, microseconds(now))
        victims = [node for (node,) in found if not _kept(store, node)]
        if not victims:
            return
        for node in victims:
            if store.bytes_used <= size:
                return
            if store.row("SELECT 1 FROM nodes WHERE id = ? AND forgotten IS NULL", node):
                with store.transaction():
                    mender.forget(node, verdict, settings(store).strict)
                yield 0, 1


def _kept(store: Store, node: int) -> bool:
    """Whether a pin or a rule keeps something of a node for ever; it is then not asked about again."""
    kept = pinned_above(store, node) or store.row(_KEPT_BELOW, node) is not None
    if kept:
        with store.transaction():
            store.write("UPDATE nodes SET expires = NULL WHERE id = ?", node)
    return kept
