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
from memory.building.items import item
from memory.forgetting.budget import keep_to_budget
from memory.forgetting.retelling import Mender
from memory.forgetting.undo_store import Verdict, bury_scenes, empty_grave
from memory.levels import EVENT, SCENE
from memory.roles import Grouper, Relevance, RelevanceEstimator, Rule
from memory.rules.rule_book import RuleBook
from memory.store.database import Store, microseconds
from memory.store.images import delete_doomed
from memory.store.lifetimes import Lifetimes, lifetimes, set_lifetimes
from memory.store.pins import pinned_above
from memory.store.settings import Settings, settings

_MICROSECOND = timedelta(microseconds=1)
_EXPIRED = """FROM nodes WHERE forgotten IS NULL AND expires IS NOT NULL AND expires < ?
    AND last <> (SELECT max(id) FROM experiences)"""
"""What reaches to the newest experience is the present, and is never forgotten."""

_SIBLINGS = """SELECT n.id, n.forgotten IS NULL AND n.expires IS NOT NULL AND n.expires < :now,
        n.last = e.last OR EXISTS (SELECT 1 FROM interactions WHERE experience = n.first)
        OR EXISTS (SELECT 1 FROM utterances WHERE experience = n.first)
    FROM nodes e CROSS JOIN nodes n ON n.parent = e.id
    WHERE e.id = :event AND n.first BETWEEN :first AND :last ORDER BY n.first"""

# Of the nodes below, those that are expired too are no reason to stay, but what lies below them may be.
_LONGEST_BELOW = """WITH RECURSIVE below (id, level, expires, rule) AS (
        SELECT id, level, expires, rule FROM nodes WHERE parent = ?1 AND forgotten IS NULL
        UNION SELECT n.id, n.level, n.expires, n.rule FROM below b CROSS JOIN nodes n ON n.parent = b.id
            WHERE b.expires < ?2 AND n.forgotten IS NULL)
    SELECT max(expires), total(expires IS NULL AND level >= ?3), max(iif(expires IS NULL, rule, NULL)) FROM below"""


@dataclass(frozen=True)
class Pass:
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


Step = tuple[int, int]
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
        self._mender = Mender(store, grouper)
        if lifetimes is not None:
            set_lifetimes(store, lifetimes)

    def due(self, now: datetime) -> int:
        """Nodes whose time is over.

        Raises:
            BadInput: The time has a time zone.
        """
        return self._store.rows(f"SELECT count(*) {_EXPIRED}", _instant(now))[0][0]

    def run(self, now: datetime, stop: Callable[[], bool] | None = None) -> Pass:
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
                return Pass(visited, extended, forgotten, finished=False)
        return Pass(visited, extended, forgotten)

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
        mender: Mender,
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

    def steps(self) -> Iterator[Step]:
        """One step after the other; each is whole, so the pass may end between any two."""
        yield 0, 0  # so that a pass may be stopped before it begins
        graves = "SELECT id FROM forget_log WHERE grave_until < ? ORDER BY grave_until"
        for (log,) in self._store.rows(graves, self._instant):
            empty_grave(self._store, log)
            yield 0, 0
        rows = self._store.rows(f"SELECT level, parent, id, first {_EXPIRED} ORDER BY level DESC, first", self._instant)
        for (level, parent), group in groupby(rows, key=lambda row: row[:2]):
            if level == SCENE:
                yield from self._scenes(parent, [row[3] for row in group])
            else:
                for _, _, node, _ in group:
                    yield from self._node(node)
        yield from self._tidy()

    def _tidy(self) -> Iterator[Step]:
        store = self._store
        if self._settings.budget is not None:
            yield from keep_to_budget(store, self._settings.budget, self._now, self._mender)
        oldest = microseconds(self._now - self._settings.log)
        if store.row("SELECT 1 FROM forget_log WHERE time < ? AND grave_until IS NULL LIMIT 1", oldest):
            with store.transaction():
                store.write("DELETE FROM forget_log WHERE time < ? AND grave_until IS NULL", oldest)
            yield 0, 0
        if store.revision != self._begun:  # an idle pass writes nothing
            with store.transaction():  # so that words whose nodes are gone leave the text index little by little
                store.write("INSERT INTO node_text (node_text, rank) VALUES ('merge', 16)")
            delete_doomed(store)
            yield 0, 0
            store.give_back()

    def _node(self, node: int) -> Iterator[Step]:
        """Visit a node of level 2 or above, which may have gone with its parent meanwhile."""
        row = self._store.row(f'SELECT level, parent, "end", expires {_EXPIRED} AND id = ?', self._instant, node)
        if row is None:
            return
        level, parent, _, expires = row
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
        reason = Verdict(
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
        [(latest, never, rule)] = self._store.rows(_LONGEST_BELOW, node, self._instant, lowest)
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
            self._store.write("UPDATE nodes SET expires = ?, rule = ? WHERE id = ?", until, rule, node)

    def _scenes(self, event: int, expired: Sequence[int]) -> Iterator[Step]:
        """Visit the expired scenes of one event."""
        if pinned_above(self._store, event):
            kept, runs = self._all_below(event), []
        else:
            kept, runs = self._sorted_out(event, expired[0], expired[-1])
        verdict = Verdict(self._now, "its time was over", grace=self._settings.grace)
        with self._store.transaction():
            for scene in kept:
                self._store.write("UPDATE nodes SET expires = NULL WHERE id = ?", scene)
            for run in runs:
                bury_scenes(self._store, run, verdict)
        yield len(kept), sum(len(run) for run in runs)

    def _all_below(self, event: int) -> list[int]:
        return [scene for (scene,) in self._store.rows("SELECT id FROM nodes WHERE parent = ?", event)]

    def _sorted_out(self, event: int, first: int, last: int) -> tuple[list[int], list[list[int]]]:
        """(scenes that stay as long as their event, runs of neighbouring scenes to forget)."""
        values = {"now": self._instant, "event": event, "first": first, "last": last}
        kept: list[int] = []
        runs: list[list[int]] = [[]]
        for scene, expired, telling in self._store.rows(_SIBLINGS, values):
            if expired and not telling:
                runs[-1].append(scene)
            else:
                runs.append([])
                kept += [scene] if expired else []
        return kept, [run for run in runs if run]


_FAR = 1 << 61  # microseconds; later than any date
