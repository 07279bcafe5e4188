"""Episodes as the memory knows them: runs of goals lived for one request, what was handled and said in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory.experience import Utterance
from memory.levels import GOAL
from memory.reading.queries import Count, clause, within
from memory.reading.traces import EVERYTHING, Scope
from memory.store.database import Store, microseconds, moment

_TASK = 5  # level of the nodes that tell one request
_MANY = 300

_RUNS = """SELECT * FROM (
    SELECT n.id, n.episode, n.task, n.start, n.first, lag(n."end") OVER w, lag(n.last) OVER w, lag(n.id) OVER w,
        lag(n.episode) OVER w AS e0, lag(n.task) OVER w AS t0
    FROM nodes n {} WINDOW w AS (ORDER BY n.first))
    WHERE e0 IS NOT episode OR t0 IS NOT task ORDER BY first"""


@dataclass(frozen=True)
class Run:
    """Goals in a row that were lived in one episode for one named task, or for none.

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
class Handled:
    """A successful object interaction, by object ids.

    Attributes:
        action: What was done.
        thing: What it was done with or to; for ``Place`` and ``Pour`` what the hand held.
        target: Where it was put or poured.
    """

    action: str
    thing: str | None
    target: str | None


@dataclass(frozen=True)
class Told:
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

    def runs(self, scope: Scope = EVERYTHING, numbers: Sequence[int] | None = None) -> list[Run]:
        """Every run with goals that are remembered and begun in a scope, in the order in which they were lived.

        A run that reaches over the edge of the scope is told whole.

        Args:
            scope: When they begin.
            numbers: Only runs of episodes in which goals begin with these experiences.
        """
        where, values = within(self.store, Scope(episode=scope.episode), "n.first", "n.first")
        where += ["+n.level = ?" if numbers is not None or scope.limited else "n.level = ?", "n.forgotten IS NULL"]
        where.append("n.episode IS NOT NULL")
        values.append(GOAL)
        if scope.start or scope.end:
            where.append(
                """n.episode IN (SELECT DISTINCT episode FROM nodes
                WHERE level = 3 AND episode IS NOT NULL AND start BETWEEN ? AND ?)"""
            )
            values += [microseconds(scope.start or datetime.min), microseconds(scope.end or datetime.max)]
        if numbers is not None:
            where.append(
                """n.episode IN (SELECT DISTINCT g.episode FROM json_each(?) x CROSS JOIN nodes g ON g.id = (
                SELECT id FROM nodes WHERE level = 3 AND first <= x.value ORDER BY first DESC LIMIT 1))"""
            )
            values.append(str(list(numbers)))
        found = _runs(self.store.rows(_RUNS.format(clause(where)), *values), self._closing(where, values))
        return [
            run
            for run in found
            if (not scope.start or run.start >= scope.start) and (not scope.end or run.start <= scope.end)
        ]

    def _closing(self, where: Sequence[str], values: Sequence[object]) -> tuple[Any, ...] | None:
        row = self.store.row(
            f'SELECT n."end", n.last, n.id FROM nodes n {clause(where)} ORDER BY n.first DESC LIMIT 1', *values
        )
        return row if row and row[0] is not None else None

    def evidence(self, first: int, last: int) -> tuple[tuple[Handled, ...], tuple[Utterance, ...]]:
        """What was handled and said from one experience to another."""
        rows = self.store.rows(
            """SELECT i.action, o.object_id, t.object_id, o.type, t.type FROM interactions i
            LEFT JOIN objects o ON o.id = i.thing LEFT JOIN objects t ON t.id = i.target
            WHERE i.experience BETWEEN ? AND ? AND i.success ORDER BY i.experience""",
            first,
            last,
        )
        spoken = tuple(said for _, said in self.store.speech(first, last))
        self.count(*(" ".join(filter(None, row[:1] + row[3:])) for row in rows), *(said.text for said in spoken))
        return tuple(Handled(action, thing, target) for action, thing, target, _, _ in rows), spoken

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
            _TASK,
            _TASK,
        )
        return row[0] if row else ""

    def many(self) -> bool:
        """Whether there are so many tasks that a question should not look at all of them."""
        row = self.store.row("SELECT count(*) FROM (SELECT 1 FROM nodes WHERE level = ? LIMIT ?)", _TASK, _MANY + 1)
        return bool(row and row[0] > _MANY)

    def mentioning(self, words: Sequence[str]) -> list[int]:
        """Numbers of first experiences of goals in tasks whose summary or stated name holds one of these words."""
        terms = " OR ".join(f'"{word}"' for word in words)
        rows = self.store.rows(
            """SELECT n.first FROM node_text x CROSS JOIN nodes n ON n.id = x.rowid
            WHERE node_text MATCH ? AND n.level IN (3, 5) ORDER BY n.first""",
            terms,
        )
        return [first for (first,) in rows]

    def told(self, scope: Scope = EVERYTHING) -> list[Told]:
        """Tasks of which only the summary is left, in the order in which they were lived."""
        where, values = within(self.store, scope, "n.start", "n.first")
        where += [
            "n.level = ?",
            "n.forgotten IS NULL",
            "n.id IN (SELECT id FROM nodes WHERE level = 5 AND start BETWEEN ? AND ?)",
            """NOT EXISTS (SELECT 1 FROM nodes g WHERE g.level = 3 AND g.forgotten IS NULL
                AND g.first BETWEEN n.first AND n.last)""",
        ]
        rows = self.store.rows(
            f"""SELECT n.id, n.start, n."end", n.first, n.last, n.summary FROM nodes n {clause(where)}
            ORDER BY n.first""",
            *values,
            _TASK,
            microseconds(scope.start or datetime.min),
            microseconds(scope.end or datetime.max),
        )
        for row in rows:
            self._count.add(row[5])
        return [Told(node, moment(start), moment(end), *rest) for node, start, end, *rest in rows]

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
            WHERE e.level = 2 AND e.first <= ? ORDER BY e.first DESC LIMIT 1""",
            experience,
        )
        return row[0] if row else None

    def count(self, *texts: str) -> None:
        """Count what was read of episodes."""
        self._count.add(*texts)


def _runs(rows: Sequence[tuple[Any, ...]], closing: tuple[Any, ...] | None) -> list[Run]:
    """Rows where a run begins, each with the end of the one before it, as runs."""
    found: list[Run] = []
    for index, (node, episode, task, start, first, *_) in enumerate(rows):
        after = rows[index + 1][5:8] if index + 1 < len(rows) else closing
        if after is None:
            continue
        end, last, final = after
        found.append(Run(episode, task, moment(start), moment(end), first, last, node, final))
    return found
