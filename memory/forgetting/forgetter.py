"""Forgetting: nodes whose time is over, and for which nothing speaks, become placeholders.

The rules of H²-EMV: a node expires at ``end + lifetime``; a relevance α extends that by α lifetimes; what is expired
still is forgotten, with everything below it; a parent lives as long as its longest-lived child. A pass asks the index
of expiry times, so it costs what has expired, not what is remembered. Every node is a transaction of its own: a pass
can be stopped, or its process killed, between any two.

Below goals there is one addition: a scene is forgotten when its time is over, but an event keeps its newest scene and
those in which it acted or heard something, for they are what it tells. They go with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from envs.errors import BadInput
from memory.forgetting.budget import keep_to_budget
from memory.forgetting.rewriting import SummaryRewriter
from memory.levels import EVENT, SCENE
from memory.roles import Grouper, Relevance, RelevanceEstimator, Rule
from memory.rules.rule_book import RuleBook
from memory.settings import Settings
from memory.store.database import Store, microseconds
from memory.store.images import delete_unused
from memory.store.lifetimes import Lifetimes, lifetimes, set_lifetimes
from memory.store.pins import pinned_above
from memory.store.rows import expiry
from memory.store.rows.forgotten import (
    ForgettingReason,
    drop_undo_record,
    forget_scenes,
    shorten_log,
    tidy_words,
    undo_records_over,
)
from memory.store.rows.items import item
from memory.store.rows.nodes import ids_below
from memory.store.settings import settings
from memory.store.task_log import TaskLog

_MICROSECOND = timedelta(microseconds=1)
_FOR_EVER, _BRIEF = timedelta.max, timedelta(days=2)
"""How long the log tells of what was forgotten; the second of what lay in a goal that may live on, which is a lot."""


@dataclass(frozen=True)
class ForgettingPass:
    """What a forgetting pass did.

    Attributes:
        visited: Nodes looked at.
        extended: Those that live on.
        forgotten: Those that became placeholders; what lies below them is not counted.
        finished: Whether it came to its end, rather than being stopped.
    """

    visited: int = 0
    extended: int = 0
    forgotten: int = 0
    finished: bool = True


PassStep = tuple[int, int]
"""(nodes that live on, nodes forgotten)"""


class Forgetter:
    """Forgets in one memory.

    Args:
        store: Open for writing; it stays the caller's to close.
        relevance: Says what is worth keeping; None goes by time alone.
        lifetimes: Kept in the file from now on; None goes by those it has.
        learned: Whether rules learned from feedback count.
        grouper: Writes lines of parents anew when ``Settings.strict`` is on; the built-in one by default.
    """

    def __init__(
        self,
        store: Store,
        relevance: RelevanceEstimator | None = None,
        lifetimes: Lifetimes | None = None,
        learned: bool = True,
        grouper: Grouper | None = None,
    ) -> None:
        self._store = store
        self._relevance = relevance
        self._learned = learned
        self._mender = SummaryRewriter(store, grouper)
        if lifetimes is not None:
            set_lifetimes(store, lifetimes)

    def due(self, now: datetime) -> int:
        """Nodes whose time is over.

        Raises:
            BadInput: The time has a time zone.
        """
        return expiry.count_expired(self._store, _instant(now))

    def run(self, now: datetime, stop: Callable[[], bool] | None = None) -> ForgettingPass:
        """Visit every node whose time is over, from the top down.

        Args:
            now: The home's time.
            stop: Asked before each node; True ends the pass, and the next one goes on where it ended.

        Raises:
            BadInput: The time has a time zone, or the estimator gave no relevance; what was done so far is kept.
            TryAgain: The file is busy or the disk full; likewise.
        """
        one = _Run(self._store, self._relevance, self._rules(), _instant(now), now, self._mender)
        visited = extended = forgotten = 0
        for lived_on, gone in one.steps():
            visited, extended, forgotten = visited + lived_on + gone, extended + lived_on, forgotten + gone
            if stop is not None and stop():
                return ForgettingPass(visited, extended, forgotten, finished=False)
        return ForgettingPass(visited, extended, forgotten)

    def _rules(self) -> tuple[Rule, ...]:
        return RuleBook(self._store).current() if self._learned and self._relevance else ()


def _instant(now: datetime) -> int:
    if now.tzinfo is not None:
        raise BadInput(f"time {now.isoformat()} has a time zone; give the home's local time without one")
    return microseconds(now)


class _Run:
    """One pass."""

    def __init__(
        self,
        store: Store,
        relevance: RelevanceEstimator | None,
        rules: Sequence[Rule],
        instant: int,
        now: datetime,
        mender: SummaryRewriter,
    ) -> None:
        self._store = store
        self._relevance = relevance
        self._rules = rules
        self._instant = instant
        self._now = now
        self._mender = mender
        self._settings: Settings = settings(store)
        self._begun = store.revision
        self._lifetimes = lifetimes(store)

    def steps(self) -> Iterator[PassStep]:
        """One step after the other; each is whole, so the pass may end between any two."""
        yield 0, 0  # so that a pass may be stopped before it begins
        for log in undo_records_over(self._store, self._instant):
            drop_undo_record(self._store, log)
            yield 0, 0
        rows = expiry.expired(self._store, self._instant)
        for (level, parent), group in groupby(rows, key=lambda row: row[:2]):
            if level == SCENE:
                if parent is not None:  # as in a damaged file
                    yield from self._scenes(parent, [row[3] for row in group])
            else:
                for _, _, node, _ in group:
                    yield from self._node(node)
        yield from self._tidy()

    def _tidy(self) -> Iterator[PassStep]:
        store = self._store
        if self._settings.budget is not None:
            yield from keep_to_budget(store, self._settings.budget, self._now, self._mender)
        if shorten_log(
            store, *(microseconds(self._now - min(self._settings.log, span)) for span in (_FOR_EVER, _BRIEF))
        ):
            yield 0, 0
        goals_live = self._lifetimes.goal
        if goals_live is not None and TaskLog(store).shorten(self._now - goals_live):
            yield 0, 0
        if store.revision != self._begun:  # an idle pass writes nothing
            tidy_words(store)
            delete_unused(store)
            yield 0, 0
            store.give_back()

    def _node(self, node: int) -> Iterator[PassStep]:
        """Visit a node of level 2 or above, which may have gone with its parent meanwhile."""
        row = expiry.expired_node(self._store, node, self._instant)
        if row is None:
            return
        level, parent, expires = row
        kept = self._kept_by_others(node)
        if kept is not None:
            self._extend(node, *kept)
            yield 1, 0
            return
        verdict = self._judge(node, parent)
        until = self._extended(expires, level, verdict.alpha)
        if until is None or until >= self._instant:
            self._extend(node, until, verdict.rule)
            yield 1, 0
            return
        reason = ForgettingReason(
            self._now, verdict.reason or "its time was over", verdict.alpha, verdict.rule, self._settings.grace
        )
        with self._store.transaction():
            self._mender.forget(node, reason, self._settings.strict)
        yield 0, 1

    def _kept_by_others(self, node: int) -> tuple[int | None, int | None] | None:
        """(until when, by which rule) a pin or a child keeps a node alive; None when nothing does."""
        if pinned_above(self._store, node):
            return None, None
        lowest = SCENE if self._lifetimes.scene is None else EVENT  # a scene without a time has that of its event
        latest, never, rule = expiry.longest_below(self._store, node, self._instant, lowest)
        if never:
            return None, rule
        return (latest, None) if latest is not None and latest >= self._instant else None

    def _judge(self, node: int, parent: int | None) -> Relevance:
        if self._relevance is None:
            return Relevance(0.0)
        above = item(self._store, parent) if parent is not None else None
        found = self._relevance.estimate(item(self._store, node), above, self._rules, self._now)
        if math.isnan(found.alpha) or found.alpha < 0:
            raise BadInput(f"relevance {found.alpha} of node {node}; an estimator gives 0 or more, or infinity")
        return found

    def _extended(self, expires: int, level: int, alpha: float) -> int | None:
        life = self._lifetimes.of(level)
        if math.isinf(alpha) or life is None:
            return None
        return min(expires + int(alpha * (life // _MICROSECOND)), _FAR)

    def _extend(self, node: int, until: int | None, rule: int | None) -> None:
        with self._store.transaction():
            expiry.live_until(self._store, node, until, rule)

    def _scenes(self, event: int, expired: Sequence[int]) -> Iterator[PassStep]:
        """Visit the expired scenes of one event."""
        if pinned_above(self._store, event):
            kept, runs = ids_below(self._store, event), []
        else:
            kept, runs = self._sorted_out(event, expired[0], expired[-1])
        verdict = ForgettingReason(self._now, "its time was over", grace=self._settings.grace)
        with self._store.transaction():
            for scene in kept:
                expiry.never_expire(self._store, scene)
            for run in runs:
                forget_scenes(self._store, run, verdict)
        yield len(kept), sum(len(run) for run in runs)

    def _sorted_out(self, event: int, first: int, last: int) -> tuple[list[int], list[list[int]]]:
        """(scenes that stay as long as their event, runs of neighbouring scenes to forget)."""
        kept: list[int] = []
        runs: list[list[int]] = [[]]
        for scene, expired, telling in expiry.scenes_between(self._store, event, first, last, self._instant):
            if expired and not telling:
                runs[-1].append(scene)
            else:
                runs.append([])
                kept += [scene] if expired else []
        return kept, [run for run in runs if run]


_FAR = 1 << 61  # microseconds; later than any date
