"""Keeping a memory file below a number of bytes, by forgetting before the time.

What goes first is what has used up most of its life: ``(now − end) / (expires − end)``. That is age against relevance,
as relevance is what makes lives longer. What a pin or a rule keeps for ever does not go; then the budget cannot be met,
and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime

from envs.errors import BadInput, NoRoom
from memory.file.opening import damaged
from memory.forgetting.rewriting import SummaryRewriter
from memory.levels import SCENE
from memory.roles import Grouper
from memory.settings import SMALLEST_BUDGET
from memory.store.database import Store, microseconds
from memory.store.pins import pinned_above
from memory.store.rows import expiry
from memory.store.rows.forgotten import (
    ForgettingReason,
    drop_rest,
    drop_undo_record,
    forget_scenes,
    oldest_undo_record,
)
from memory.store.rows.nodes import alive_below, is_alive
from memory.store.settings import settings

_TOGETHER = 64  # nodes, where the disk is nearly full and every change of the file takes its time
_ALL = 1 << 20  # pages, more than there are


@dataclass(frozen=True)
class BudgetOutcome:
    """What keeping to a budget came to.

    Attributes:
        forgotten: Nodes that became placeholders for it.
        bytes_used: Bytes of the file that hold something now.
        within: Whether that is within the budget.
    """

    forgotten: int
    bytes_used: int
    within: bool


class SizeBudget:
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
        self._mender = SummaryRewriter(store, grouper)

    def enforce(self, now: datetime, stop: Callable[[], bool] | None = None) -> BudgetOutcome:
        """Forget until the memory is within its budget, nothing is left to forget, or ``stop`` says so."""
        forgotten = 0
        for _, gone in keep_to_budget(self._store, self._size, now, self._mender):
            forgotten += gone
            if stop is not None and stop():
                break
        self._store.fill_text_index()
        self._store.give_back(_ALL)
        used = self._store.bytes_used
        return BudgetOutcome(forgotten, used, used <= self._size)


def keep_to_budget(store: Store, size: int, now: datetime, mender: SummaryRewriter) -> Iterator[tuple[int, int]]:
    """The steps of keeping to a budget: undo records first, from the oldest, then nodes; each (0, nodes forgotten).

    Raises:
        Damaged: What was forgotten is still there, so that it would go on without end.
    """
    drop_rest(store)
    while store.bytes_used > size:
        log = oldest_undo_record(store)
        if log is None:
            break
        _drop(store, log)
        if oldest_undo_record(store) == log:
            raise damaged(store.path, f"what could be undone of entry {log} does not go")
        yield 0, 0
    verdict = ForgettingReason(now, f"the memory was over its budget of {size:,} bytes")
    gone_before: frozenset[int] = frozenset()
    while store.bytes_used > size:
        victims = [node for node in expiry.most_used_up(store, microseconds(now)) if not _kept(store, node)]
        if not victims:
            return
        if stayed := gone_before.intersection(victims):
            raise damaged(store.path, f"node {min(stayed)} does not go when it is forgotten")
        gone_before = frozenset(victims)
        together = _TOGETHER if store.sparing else 1
        while victims:
            if store.bytes_used <= size:
                return
            try:
                gone = _forget_some(store, victims[:together], size, verdict, mender)
            except NoRoom:
                if together == 1:
                    raise
                together = max(together // 4, 1)
                store.suspend_text_index()
                store.give_back(_ALL)
                continue
            del victims[:together]
            yield 0, gone


def _drop(store: Store, log: int) -> None:
    """Drop an undo record; scene by scene where there is little room."""
    try:
        drop_undo_record(store, log)
    except NoRoom:
        if not store.sparing:
            raise
        drop_undo_record(store, log, store.breathe)
        store.give_back(_ALL)


def _forget_some(
    store: Store, nodes: Sequence[int], size: int, verdict: ForgettingReason, mender: SummaryRewriter
) -> int:
    """Forget nodes until the memory is within its budget, all of them or none; returns how many."""
    gone = 0
    with nullcontext() if len(nodes) == 1 else store.transaction():
        for node in nodes:
            if is_alive(store, node) and store.bytes_used > size:
                _forget(store, node, verdict, mender)
                gone += 1
    return gone


def _forget(store: Store, node: int, verdict: ForgettingReason, mender: SummaryRewriter) -> None:
    """Forget a node; where there is little room what lies below it goes first, each by itself."""
    try:
        with store.transaction():
            mender.forget(node, verdict, settings(store).strict)
    except NoRoom:
        if not store.sparing:
            raise
        store.give_back(_ALL)
        for below, level in alive_below(store, node):
            if level == SCENE:
                with store.transaction():
                    forget_scenes(store, [below], verdict)
            else:
                _forget(store, below, verdict, mender)
        with store.transaction():
            mender.forget(node, verdict, settings(store).strict)


def _kept(store: Store, node: int) -> bool:
    """Whether a pin or a rule keeps something of a node for ever; it is then not asked about again."""
    kept = pinned_above(store, node) or expiry.keeps_something(store, node)
    if kept:
        with store.transaction():
            expiry.never_expire(store, node)
    return kept
