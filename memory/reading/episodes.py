"""Stretches of goals with no long silence between them; what was said and done in each, and in which episodes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memory.experience import type_of
from memory.levels import EVENT, GOAL, GOAL_GAP, TASK
from memory.reading.moments import LivedMoment, moments
from memory.reading.queries import Count, clause, within
from memory.reading.traces import EVERYTHING, Scope
from memory.store.database import Store, microseconds, moment

_MANY = 300
_EVER = 1 << 62
_AT_ONCE = 32
"""Goals read at a time while looking for the end of a stretch."""
_FEW = 16
"""Experiences whose surroundings are read one by one; those of more are read as one."""
_SILENCE = GOAL_GAP // timedelta(microseconds=1)
_LASTS = timedelta(hours=12)

_GOALS = """SELECT id, episode, task, start, first, "end", last FROM nodes WHERE level = ? AND first BETWEEN ? AND ?
    ORDER BY first"""
"""The episode of what is forgotten is NULL."""


@dataclass(frozen=True)
class GoalRun:
    """Goals in a row that were lived in one episode for one named task, or for none, without a long silence.

    Attributes:
        episode: Name of the episode.
        task: Name of the task, if one was stated.
        start: Time of the first experience.
        end: Time of the last experience.
        first: Number of the first experience.
        last: Number of the last experience.
        node: Its first goal.
        closing: Its last goal.
    """

    episode: str
    task: str | None
    start: datetime
    end: datetime
    first: int
    last: int
    node: int
    closing: int


@dataclass(frozen=True)
class GoalStretch:
    """Runs of goals with no long silence between them that were lived for one stated task, or for none.

    Attributes:
        runs: One for each episode that it reaches into; at least one.
        idle: Whether tasks were stated in the same episode right before or after it, so that it served none.
    """

    runs: tuple[GoalRun, ...]
    idle: bool = False

    @property
    def task(self) -> str | None:
        """Name of the task, if one was stated."""
        return self.runs[0].task

    @property
    def first(self) -> int:
        """Number of the first experience."""
        return self.runs[0].first

    @property
    def last(self) -> int:
        """Number of the last experience."""
        return self.runs[-1].last


@dataclass(frozen=True)
class TaskSummary:
    """A summary of a task whose goals are forgotten."""

    node: int
    start: datetime
    end: datetime
    first: int
    last: int
    summary: str


class Episodes:
    """Reads episodes.

    Args:
        store: The memory.
        count: Where to count what is read.
    """

    def __init__(self, store: Store, count: Count) -> None:
        self.store = store
        self._count = count

    def stretches(self, scope: Scope = EVERYTHING, numbers: Sequence[int] | None = None) -> list[GoalStretch]:
        """Every stretch that reaches into a scope, in the order in which they were lived.

        A stretch that reaches over the edge of the scope is told whole, unless the scope is an episode.

        Args:
            scope: When.
            numbers: Only those with one of these experiences.
        """
        if numbers is not None:
            edges = self._around(sorted(numbers))
        elif scope.limited:
            edges = self._reaching(scope)
        else:
            edges = [(0, _EVER)]
        found = [one for first, last in edges for one in self._between(first, last)]
        if numbers is None:
            return found
        wanted = sorted(numbers)
        return [one for one in found if bisect_right(wanted, one.last) > bisect_left(wanted, one.first)]

    def _reaching(self, scope: Scope) -> list[tuple[int, int]]:
        where, values = within(self.store, scope, 'n."end"', "n.last", "n.start", "n.first")
        # Goals hardly last, so those that reach into the scope are among the last that began before it.
        where += ["n.level = ?", "n.start >= ?"] if scope.start else ["n.level = ?"]
        values += [GOAL, microseconds(scope.start - _LASTS)] if scope.start else [GOAL]
        row = self.store.row(f"SELECT min(n.first), max(n.first) FROM nodes n {clause(where)}", *values)
        if row is None or row[0] is None:
            return []
        return [tuple(row)] if scope.episode is not None else [(self._begin(row[0]), self._end(row[1]))]

    def _around(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        if len(numbers) > _FEW:
            return [(self._begin(numbers[0]), self._end(numbers[-1]))]
        found: list[tuple[int, int]] = []
        for number in numbers:
            if not found or number > found[-1][1]:
                found.append((self._begin(number), self._end(number)))
        return list(dict.fromkeys(found))

    def _begin(self, number: int) -> int:
        """Number of the first experience after the last long silence before an experience."""
        begin = begun = None
        for first, start, end in self._goals("first <= ? ORDER BY first DESC", number):
            if begun is not None and not 0 <= begun - end <= _SILENCE:
                break
            begin, begun = first, start
        return number if begin is None else begin

    def _end(self, number: int) -> int:
        """Number of the first experience of the last goal before the next long silence after an experience."""
        goal = next(self._goals("first <= ? ORDER BY first DESC", number), None)
        if goal is None:
            return number
        last, _, ended = goal
        for first, start, end in self._goals("first > ? ORDER BY first", last):
            if not 0 <= start - ended <= _SILENCE:
                break
            last, ended = first, end
        return last

    def _goals(self, which: str, number: int) -> Iterator[tuple[int, int, int]]:
        """Goals before or after an experience, a few at a time: first experience, begin, end."""
        while found := self.store.rows(
            f'SELECT first, start, "end" FROM nodes WHERE level = ? AND {which} LIMIT ?', GOAL, number, _AT_ONCE
        ):
            yield from found
            number = found[-1][0] - (1 if "<=" in which else 0)

    def _between(self, first: int, last: int) -> list[GoalStretch]:
        return _stretches(self.store.rows(_GOALS, GOAL, first, last))

    def goals(self, numbers: Sequence[int]) -> list[int]:
        """The goals that these experiences belong to; those before them where their own are forgotten."""
        rows = self.store.rows(
            """SELECT (SELECT id FROM nodes WHERE level = ? AND first <= x.value AND forgotten IS NULL
                ORDER BY first DESC LIMIT 1) FROM json_each(?) x ORDER BY x.key""",
            *(GOAL, str(list(numbers))),
        )
        return [node for (node,) in rows]

    def moments(self, first: int, last: int) -> list[LivedMoment]:
        """What is left of every moment from one experience to another; what was said and done counts as read."""
        found = moments(self.store, first, last)
        for one in found:
            done = one.handled
            self.count(*(said.text for said in one.said))
            if done is not None:
                self.count(" ".join([done.action, *(type_of(name) for name in (done.thing, done.target) if name)]))
        return found

    def size(self, first: int, last: int) -> tuple[int, int]:
        """How many interactions and utterances are remembered from one experience to another."""
        done = self.store.row("SELECT count(*) FROM interactions WHERE experience BETWEEN ? AND ?", first, last)
        said = self.store.row("SELECT count(*) FROM utterances WHERE experience BETWEEN ? AND ?", first, last)
        return (done[0] if done else 0), (said[0] if said else 0)

    def above(self, node: int) -> str:
        """The summary of the task that a goal belongs to; empty when it has none."""
        row = self.store.row(
            """WITH RECURSIVE up (id, level, parent, summary, forgotten) AS (
                SELECT id, level, parent, summary, forgotten FROM nodes WHERE id = ? UNION
                SELECT n.id, n.level, n.parent, n.summary, n.forgotten FROM nodes n JOIN up ON n.id = up.parent
                WHERE up.level < ?)
            SELECT summary FROM up WHERE level = ? AND forgotten IS NULL""",
            node,
            TASK,
            TASK,
        )
        return row[0] if row else ""

    def many(self) -> bool:
        """Whether there are so many tasks that a question should not look at all of them."""
        row = self.store.row("SELECT count(*) FROM (SELECT 1 FROM nodes WHERE level = ? LIMIT ?)", TASK, _MANY + 1)
        return bool(row and row[0] > _MANY)

    def mentioning(self, words: Sequence[str]) -> list[int]:
        """Numbers of first experiences of goals in tasks whose summary or stated name holds one of these words."""
        terms = " OR ".join(f'"{word}"' for word in words)
        rows = self.store.rows(
            """SELECT n.first FROM node_text x CROSS JOIN nodes n ON n.id = x.rowid
            WHERE node_text MATCH ? AND n.level IN (?, ?) ORDER BY n.first""",
            *(terms, GOAL, TASK),
        )
        return [first for (first,) in rows]

    def told(self, scope: Scope = EVERYTHING) -> list[TaskSummary]:
        """Tasks of which only the summary is left, in the order in which they were lived."""
        where, values = within(self.store, scope, "n.start", "n.first")
        where += [
            "n.level = ?",
            "n.forgotten IS NULL",
            f"n.id IN (SELECT id FROM nodes WHERE level = {TASK} AND start BETWEEN ? AND ?)",
            f"""NOT EXISTS (SELECT 1 FROM nodes g WHERE g.level = {GOAL} AND g.forgotten IS NULL
                AND g.first BETWEEN n.first AND n.last)""",
        ]
        rows = self.store.rows(
            f"""SELECT n.id, n.start, n."end", n.first, n.last, n.summary FROM nodes n {clause(where)}
            ORDER BY n.first""",
            *values,
            TASK,
            microseconds(scope.start or datetime.min),
            microseconds(scope.end or datetime.max),
        )
        for row in rows:
            self._count.add(row[5])
        return [TaskSummary(node, moment(start), moment(end), *rest) for node, start, end, *rest in rows]

    def seen(self, types: Sequence[str]) -> list[tuple[int, int]]:
        """When things of these classes were in view or handled: numbers of the first and the last experience."""
        inside = "IN (SELECT id FROM objects WHERE type IN (SELECT value FROM json_each(?)))"
        names = "[" + ",".join(f'"{kind}"' for kind in types) + "]"
        rows = self.store.rows(
            f"""SELECT s.first, coalesce(s.last, (SELECT max(id) FROM experiences)) FROM sightings s
            WHERE s.object {inside}
            UNION SELECT i.experience, i.experience FROM interactions i WHERE i.success AND i.thing {inside}
            UNION SELECT i.experience, i.experience FROM interactions i WHERE i.success AND i.target {inside}
            ORDER BY 1, 2""",
            names,
            names,
            names,
        )
        return [(first, last) for first, last in rows]

    def event(self, experience: int) -> int | None:
        """The node that shows an experience: its event, or its goal where that is forgotten."""
        row = self.store.row(
            """SELECT iif(e.forgotten IS NULL, e.id, e.parent) FROM nodes e
            WHERE e.level = ? AND e.first <= ? ORDER BY e.first DESC LIMIT 1""",
            *(EVENT, experience),
        )
        return row[0] if row else None

    def count(self, *texts: str) -> None:
        """Count what was read of episodes."""
        self._count.add(*texts)


def _stretches(goals: Sequence[tuple[Any, ...]]) -> list[GoalStretch]:
    """Goals in order as stretches. What is forgotten belongs to none, and divides those around it."""
    blocks: list[list[list[GoalRun]]] = [[]]
    for silent, (begin, final) in _runs(goals):
        node, episode, task, start, first, *_ = begin
        if silent:
            blocks.append([])
        if episode is None:
            continue
        run = GoalRun(episode, task, moment(start), moment(final[5]), first, final[6], node, final[0])
        if blocks[-1] and blocks[-1][-1][-1].task == task:
            blocks[-1][-1].append(run)
        else:
            blocks[-1].append([run])
    return [one for block in blocks for one in _told_apart(block)]


def _runs(goals: Sequence[tuple[Any, ...]]) -> list[tuple[bool, list[tuple[Any, ...]]]]:
    """First and last goal of every run of one episode and one task, and whether a long silence is before it."""
    found: list[tuple[bool, list[tuple[Any, ...]]]] = []
    before = None
    for one in goals:
        silent = before is None or not 0 <= one[3] - before[5] <= _SILENCE
        if before is None or silent or one[1] != before[1] or one[2] != before[2]:
            found.append((silent, [one, one]))
        else:
            found[-1][1][1] = one
        before = one
    return found


def _told_apart(block: Sequence[Sequence[GoalRun]]) -> Iterator[GoalStretch]:
    stated = {one.episode for runs in block if runs[0].task for one in runs}
    for runs in block:
        yield GoalStretch(tuple(runs), idle=not runs[0].task and any(one.episode in stated for one in runs))
