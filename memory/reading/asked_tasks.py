"""What was asked for, and what became of it: the task log as recall reads it.

The log outlives events, goals and summaries, so every task can be named with its outcome for as long as nobody has it
erased. How a task ended comes from here, never from its having been begun.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.experience import AGENT, OWN_VOICE, UNNAMED, Utterance
from memory.levels import GOAL, SUMMARY
from memory.reading.queries import Count, bounds
from memory.reading.traces import EVERYTHING, Said, Scope
from memory.store.database import Store, microseconds, moment
from memory.store.task_log import LogEntry, LoggedTask, TaskLog
from memory.task_status import (
    CANCELLED,
    DONE,
    FAILED,
    INTERRUPTED,
    LAPSED,
    PARTLY,
    PLANNED,
    RUNNING,
    SUSPENDED,
    WAITING,
)

_BEGUN = f"status NOT IN ('{PLANNED}', '{LAPSED}')"
_OVERLAP = f"""SELECT id FROM tasks WHERE {_BEGUN} AND started <= ? AND coalesce(ended, changed) >= ?
    AND (? IS NULL OR episode = ?) ORDER BY started, id"""
_GOALS = f"""SELECT id FROM nodes WHERE level = {GOAL} AND forgotten IS NULL AND start BETWEEN ?1 AND ?2
    AND (?3 = '' OR task = ?3) AND (?4 = '' OR episode = ?4) ORDER BY first"""
_SPOKE = """SELECT u.speaker FROM utterances u JOIN experiences e ON e.id = u.experience
    WHERE e.time BETWEEN ?1 AND ?2 AND u.text = ?3 AND (?4 = '' OR e.episode = ?4) ORDER BY e.id DESC LIMIT 1"""
_BEFORE, _AFTER = timedelta(hours=1), timedelta(minutes=1)
"""About when a request was said, around the time at which it was written down."""
_SUMMARY = f"""SELECT id FROM nodes WHERE level >= {SUMMARY} AND forgotten IS NULL AND start <= ? AND "end" >= ?
    ORDER BY level, start DESC LIMIT 1"""


@dataclass(frozen=True)
class AskedTask:
    """A task that was asked for.

    Attributes:
        id: Its number in the task log.
        words: What was to be done, as the agent calls it: "clean every plate".
        name: Which kind of task it is, as the log has it.
        params: What it is about.
        request: The words of the request; "" when it was not asked for in words, or they were erased.
        requester: Who asked for it.
        outcome: One of ``memory.task_status.TASK_OUTCOMES``.
        begun_well: Whether a part of what was asked for came about, and not all of it.
        reason: Why it failed, was called off or was changed, in words; "" when there was none.
        asked: When it was asked for.
        began: When something was first done for it; None when nothing was.
        ended: When it was over; None while it is open.
        left: What was still to be done in the end, one sentence each; empty when done or not known.
        episode: The stretch of life in which it was asked for, "" when not known.
        interrupted: The task that was left for it, None when none was.
        evidence: Ids of the goals that served it and are remembered, in order; else of the lowest summary of that time;
            empty when nothing but the log is left.
    """

    id: int
    words: str
    name: str
    params: tuple[str, ...]
    request: str
    requester: str
    outcome: str
    begun_well: bool
    reason: str
    asked: datetime
    began: datetime | None
    ended: datetime | None
    left: tuple[str, ...]
    episode: str
    interrupted: int | None
    evidence: tuple[int, ...]

    @property
    def erased(self) -> bool:
        """Whether words were erased from it, so that what it was about is not known any more."""
        return not self.words or self.name.startswith("#")


def _due(state: str) -> datetime | None:
    """When a plan is due next, as its state says; None for one of which something was erased."""
    try:
        return datetime.fromisoformat(json.loads(state)["next"])
    except (ValueError, TypeError, KeyError):
        return None


class AskedTasks:
    """Reads the task log.

    Args:
        store: The memory.
        count: Where to count what is read.
    """

    def __init__(self, store: Store, count: Count) -> None:
        self._store, self._log, self._count = store, TaskLog(store), count

    @property
    def any(self) -> bool:
        """Whether there is a task log at all; a recording that was imported has none."""
        return self._store.row(f"SELECT 1 FROM tasks WHERE {_BEGUN} LIMIT 1") is not None

    def between(self, scope: Scope = EVERYTHING, outcomes: Sequence[str] = ()) -> list[AskedTask]:
        """Tasks of which a part, from being asked for to being over, lies in a scope; in the order of being asked for.

        Args:
            scope: When.
            outcomes: Only those that stand or ended so; empty is in whatever way.
        """
        low, high = bounds(scope)
        rows = self._store.rows(_OVERLAP, high, low, scope.episode, scope.episode)
        found = [self.task(number) for (number,) in rows]
        return [one for one in found if not outcomes or one.outcome in outcomes]

    def planned(self) -> list[tuple[str, str, datetime]]:
        """What is planned: what is to be done, the words in which it was asked for, and when it is due next."""
        found = [(one, _due(one.state)) for one in self._log.tasks(PLANNED)]
        return [(one.origin.words, one.request, due) for one, due in found if due is not None and one.origin.words]

    def mentioning(self, words: Sequence[str], scope: Scope = EVERYTHING) -> list[AskedTask]:
        """Tasks in a scope in whose name or request one of some words begins a word, whatever its ending."""
        low, high = bounds(scope)
        text = "' ' || words || ' ' || request LIKE '% ' || ? || '%'"
        rows = self._store.rows(
            f"""SELECT id FROM tasks WHERE {_BEGUN} AND started <= ? AND coalesce(ended, changed) >= ?
            AND ({" OR ".join([text] * len(words))}) ORDER BY started, id""",
            *(high, low, *words),
        )
        return [self.task(number) for (number,) in rows]

    def task(self, number: int) -> AskedTask:
        """One task.

        Raises:
            BadInput: There is no task of that number.
        """
        one = self._log.task(number)
        words = one.origin.words or ("" if one.name.startswith("#") else " ".join((one.name, *one.params)).strip())
        self._count.add(words, one.request, one.note, *one.remaining)
        return AskedTask(
            *(number, words, one.name, one.params, one.request, self._requester(one)),
            *(self._outcome(one), one.part, one.note, one.started, one.began, one.ended, one.remaining),
            *(one.origin.episode, one.parent, self._evidence(one)),
        )

    def replied(self, endings: Sequence[str], scope: Scope = EVERYTHING) -> list[tuple[Said, ...]]:
        """What the agent said in a scope that is like one of some patterns: what was said before, that, and what next.

        Args:
            endings: As SQL's ``LIKE`` has them.
            scope: When.
        """
        low, high = bounds(scope)
        like = " OR ".join(["text LIKE ?"] * len(endings))
        rows = self._store.rows(
            f"""SELECT experience, position FROM utterances WHERE speaker = '{AGENT}' AND ({like})
            AND time BETWEEN ? AND ? ORDER BY experience, position""",
            *(*endings, low, high),
        )
        return [talk for row in rows if len(talk := self._around(*row)) > 1]

    def _around(self, experience: int, position: int) -> tuple[Said, ...]:
        """Something said with what was said before it, and up to two things after it."""
        columns = "time, speaker, text, experience, position FROM utterances WHERE (experience, position)"
        before = self._store.rows(
            f"SELECT {columns} < (?, ?) ORDER BY experience DESC, position DESC LIMIT 1", experience, position
        )
        after = self._store.rows(
            f"SELECT {columns} >= (?, ?) ORDER BY experience, position LIMIT 3", experience, position
        )
        rows = [*before, *after] if before else []
        self._count.add(*(row[2] for row in rows))
        return tuple(Said(moment(time), Utterance(who, text), 0, number) for time, who, text, number, _ in rows)

    def _requester(self, one: LoggedTask) -> str:
        """Who asked for a task; where the log names nobody, who is remembered to have said so."""
        named = one.origin.requester
        if named.lower() not in UNNAMED or not one.request:
            return named
        span = microseconds(one.started - _BEFORE), microseconds(one.started + _AFTER)
        row = self._store.row(_SPOKE, *span, one.request, one.origin.episode)
        return named if row is None or row[0].lower() in OWN_VOICE else row[0]

    def steps(self, number: int) -> tuple[LogEntry, ...]:
        """What was done for a task, oldest first, as far as it is remembered one by one."""
        found = self._log.entries(number)
        for entry in found:
            self._count.add(entry.action, entry.reason)
        return found

    def _outcome(self, one: LoggedTask) -> str:
        if one.status == FAILED:
            return PARTLY if one.part else FAILED
        if one.status in (DONE, CANCELLED):
            return one.status
        if one.status == RUNNING and self._goes_on(one):
            return RUNNING
        if one.status in (WAITING, SUSPENDED) and one.began is None:
            return WAITING
        return INTERRUPTED

    def _goes_on(self, one: LoggedTask) -> bool:
        """Whether the stretch of life of a task is not over yet."""
        row = self._store.row("SELECT episode FROM experiences ORDER BY id DESC LIMIT 1")
        return not one.origin.episode or row is None or row[0] == one.origin.episode

    def _evidence(self, one: LoggedTask) -> tuple[int, ...]:
        start, end = microseconds(one.started), microseconds(one.ended or one.changed)
        goals = self._store.rows(_GOALS, start, end, one.origin.words, one.origin.episode)
        if not goals:
            goals = self._store.rows(_SUMMARY, end, start)
        return tuple(node for (node,) in goals)
