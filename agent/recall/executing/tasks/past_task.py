"""Tasks of the past: the goals that served each, joined to what the task log says of how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from agent.recall.algebra.findings import ASKED_BACK, UNSERVED, FoundItem
from agent.recall.lookup.keys import key
from agent.recall.lookup.refused_requests import refused
from agent.recall.lookup.spoken_outcome import spoken_outcome
from agent.recall.lookup.task_runs import TaskRun, errands
from agent.recall.lookup.unserved_requests import unserved
from envs.errors import UnknownTask
from memory.reading.asked_tasks import AskedTask
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View

ERASED = "something that was erased"
"""What a task is about from which that was erased."""
_HOLE = "Thing"
_EARLY = timedelta(minutes=2)
"""A goal may begin so long before its task is written down: with the words that asked for it."""
_KEPT = timedelta(days=1)
"""So near to a task of the log, the log was kept."""
_MOST_SETTLED = 60
"""Recorded tasks of which it is looked up how they ended where nobody asks for that."""


@dataclass(frozen=True)
class PastTask:
    """A task of the past.

    Attributes:
        run: The stretch from its first goal to its last; made from the task log where no goal is remembered.
        parts: The goals' stretches that served it, in order: several when it was interrupted.
        asked: What the task log says of it, None for a recording.
        status: One of ``OUTCOMES``.
        reason: Why it ended so.
    """

    run: TaskRun
    parts: tuple[TaskRun, ...]
    asked: AskedTask | None = None
    status: str = "done"
    reason: str = ""

    @property
    def evidence(self) -> tuple[int, ...]:
        """Ids of the nodes that show it."""
        nodes = [part.node for part in self.parts] or list(self.asked.evidence if self.asked else ())
        return tuple(dict.fromkeys(node for node in nodes if node))

    @property
    def begun(self) -> bool:
        """Whether something was done for it."""
        if self.reason == UNSERVED or self.reason.startswith(ASKED_BACK):
            return False
        if self.status in ("waiting", "cancelled"):
            return bool(self.asked and self.asked.began) or any(part.last > part.first for part in self.parts)
        return True

    @property
    def source(self) -> str:
        """Where it is known from, as in ``FoundItem.source``."""
        if not self.parts:
            return "task log"
        return "goal" if self.run.whole else "summary"

    def item(self) -> FoundItem:
        """What recall says of it."""
        run, asked = self.run, self.asked
        return FoundItem(
            "task",
            run.name,
            run.start,
            run.end,
            run.node,
            run.first,
            run.last,
            status=self.status,
            reason=self.reason,
            speaker=asked.requester if asked else "",
            request=asked.request if asked else "",
            source=self.source,
            chance=run.confidence,
            seen=run.seen,
            asked=asked.asked if asked else None,
        )


def past_tasks(view: View, scope: Scope = EVERYTHING, runs: Sequence[TaskRun] | None = None) -> list[PastTask]:
    """Every task with a name that began or went on in a scope, in order of beginning.

    Args:
        view: The memory.
        scope: When.
        runs: The stretches of goals to look at; those of the scope when None.
    """
    stretches = errands(view, scope) if runs is None else list(runs)
    logged = [_called(one) for one in view.asked.between(scope) if not one.erased]
    unbegun = [_asked(one, ()) for one in (*unserved(logged), *refused(view, scope))]
    owned = _owned(logged, stretches)
    found = [_asked(one, owned.get(one.id, [])) for one in logged] + unbegun
    taken = {run.first for parts in owned.values() for run in parts}
    others = [run for run in stretches if run.name and run.first not in taken]
    kept = view.asked.any
    found += [PastTask(run, (run,)) for run in others if not (kept and _only_guessed(view, run))]
    return _kept(view, sorted(found, key=lambda one: (one.run.start, one.run.first)))


def _only_guessed(view: View, run: TaskRun) -> bool:
    """Whether a task is told from what was said and done at a time of which a log is kept, and it is not in it.

    Where what is asked for is written down, words that sound like a task ("the card is on the shelf") were none.
    """
    if run.confidence == 1 and run.whole:
        return False
    return bool(view.asked.between(Scope(run.start - _KEPT, run.end + _KEPT)))


def _called(one: AskedTask) -> AskedTask:
    """A task of an older log, which did not keep what the agent calls it, by that name."""
    if one.words != " ".join((one.name, *one.params)).strip():
        return one
    given = tuple(param or _HOLE for param in one.params)  # what was erased leaves a hole
    from agent.requests.errands import Errand  # the planner comes with it: for older logs alone that is too much

    try:
        return replace(one, words=_told_holes(Errand(one.name, given).words))
    except UnknownTask:  # of another world: at the table a task is called by its name
        return replace(one, words=one.words.replace("_", " ").lower())


def _told_holes(words: str) -> str:
    return re.sub(rf"\b(?:an?|the|every|some|all|each|\d+) {_HOLE.lower()}s?\b", ERASED, words)


def _owned(logged: Sequence[AskedTask], runs: Iterable[TaskRun]) -> dict[int, list[TaskRun]]:
    """Number of a task in the log → the stretches of goals that served it."""
    owned: dict[int, list[TaskRun]] = {}
    for run in runs:
        open_then = [one for one in logged if one.asked - _EARLY <= run.start <= (one.ended or run.start)]
        named = [one for one in open_then if key(one.words) == key(run.name)]
        changed = [one for one in open_then if run.name and key(run.name) in key(one.reason)]
        owner = (named or changed)[-1:]
        if owner:
            owned.setdefault(owner[0].id, []).append(run)
    return owned


def _asked(one: AskedTask, parts: Sequence[TaskRun]) -> PastTask:
    start = parts[0].start if parts else one.began or one.asked
    if one.began and parts and one.began < parts[0].start and one.asked < parts[0].start - _EARLY:
        start = one.began  # begun before the stretches that were looked at
    last = parts[-1].end if parts else start
    end = max(one.ended or last, start)
    nodes = [part.node for part in parts] or list(one.evidence) or [0]
    first, final = (parts[0].first, parts[-1].last) if parts else (0, 0)
    run = TaskRun(one.words, start, end, first, final, nodes[0], nodes[-1])
    put_off = one.outcome == "waiting" and any(part.last > part.first for part in parts)  # after it was begun
    status = "interrupted" if put_off else one.outcome
    return PastTask(run, tuple(parts), one, status, one.reason)


def settled(view: View, found: Sequence[PastTask], thoroughly: bool) -> list[PastTask]:
    """The tasks, those of which no log tells with how they ended as far as was said; *done* where nothing was.

    Args:
        view: The memory.
        found: The tasks.
        thoroughly: Whether it matters how each of many ended.
    """
    if not thoroughly and sum(one.asked is None for one in found) > _MOST_SETTLED:
        return list(found)
    every = [one if one.asked else _told(one, *spoken_outcome(view, one.run)) for one in found]
    return _kept(view, every)


def _told(one: PastTask, status: str, reason: str) -> PastTask:
    return replace(one, status=status, reason=reason)


_FOUND: WeakKeyDictionary[View, dict[tuple[str, datetime, int], PastTask]] = WeakKeyDictionary()
"""Tasks by what their items say, for as long as one question is answered."""


def _kept(view: View, found: list[PastTask]) -> list[PastTask]:
    known = _FOUND.setdefault(view, {})
    known.update({(one.run.name, one.run.start, one.run.first): one for one in found})
    return found


def of_item(view: View, item: FoundItem) -> PastTask:
    """The task that an item of it was made from."""
    found = _FOUND.get(view, {}).get((item.name, item.start, item.first))
    if found is not None:
        return replace(found, status=item.status)
    run = TaskRun(item.name, item.start, item.end, item.first, item.last, item.node, item.node)
    return PastTask(run, (run,), None, item.status, item.reason)
