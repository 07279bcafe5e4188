"""What recall may look at: rows of the history, each with the nodes it lies in, and a count of everything read.

Questions are answered from here and from nowhere else, so that what a question cost is known, and what is hidden (a
forgotten node) stays hidden. What was seen is in ``View.sights`` (``memory.reading.sights``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from envs.vocabulary.stems import stem
from memory.experience import AGENT, OWN_VOICE, Utterance
from memory.levels import DAY, EVENT, GOAL, SCENE, TOP
from memory.reading.asked_tasks import AskedTasks
from memory.reading.episodes import Episodes
from memory.reading.homes import Homes
from memory.reading.queries import Count, bounds, clause, marks, within
from memory.reading.sights import Sights
from memory.reading.span_summaries import SpanSummary, span_summaries
from memory.reading.told_facts import ToldFacts
from memory.reading.traces import EVERYTHING, Gap, ObjectInteraction, Said, Scope, SummaryLine
from memory.store.database import Store, microseconds, moment
from memory.wording import Deed, say

# The interaction that completed a goal is known as long as the goal, also when its event was forgotten.
_INTERACTION = f"""SELECT i.experience, i.time, i.action, i.success, o.object_id, o.type, t.type, p.type,
    coalesce(e.error, ''), coalesce(e.episode, goal.episode), coalesce(e.task, goal.task),
    iif(event.forgotten IS NULL, event.id, goal.id), goal.id, coalesce(seen.confidence, 1.0)
    FROM interactions i LEFT JOIN experiences e ON e.id = i.experience
    LEFT JOIN seen_deeds seen ON seen.experience = i.experience
    CROSS JOIN nodes event ON event.id = (
        SELECT id FROM nodes WHERE level = {EVENT} AND first <= i.experience ORDER BY first DESC LIMIT 1)
    CROSS JOIN nodes goal ON goal.id = event.parent
    LEFT JOIN objects o ON o.id = i.thing LEFT JOIN objects t ON t.id = i.target
    LEFT JOIN objects p ON p.id = i.origin"""

# Likewise what was said, where words live as long as goals (memory.settings).
_SAID = f"""SELECT u.time, u.speaker, u.text, iif(event.forgotten IS NULL, event.id, goal.id), u.experience,
    event.forgotten IS NOT NULL FROM utterances u
    CROSS JOIN nodes event ON event.id = (
        SELECT id FROM nodes WHERE level = {EVENT} AND first <= u.experience ORDER BY first DESC LIMIT 1)
    CROSS JOIN nodes goal ON goal.id = event.parent"""

# A goal knows its task itself; an event has that of its newest scene, which it keeps as long as it lives.
_LINE = """SELECT n.id, n.start, n."end", n.first, n.last, n.summary, coalesce(n.task, l.task)
    FROM nodes n LEFT JOIN experiences l ON l.id = n.last"""


class View:
    """A reader of one store that keeps count.

    Args:
        store: The memory, open for reading or writing.
        asker: Who asks, by name; "" when that is not known.

    Attributes:
        asker: The same.
        sights: What was seen.
        episodes: What was lived for which request.
        asked: What was asked for, and what became of it.
        facts: What people told as facts.
    """

    def __init__(self, store: Store, asker: str = "") -> None:
        self._store, self.asker = store, asker
        self._count = Count()
        self.sights = Sights(store, self._count)
        self.episodes = Episodes(store, self._count)
        self.asked = AskedTasks(store, self._count)
        self.facts = ToldFacts(store, self._count)
        self.homes = Homes(store)

    @property
    def tokens_read(self) -> int:
        """Tokens of everything returned so far."""
        return self._count.tokens

    @cached_property
    def types(self) -> frozenset[str]:
        """Every class that was ever seen or acted on."""
        return frozenset(kind for (kind,) in self._store.rows("SELECT DISTINCT type FROM objects"))

    @cached_property
    def people_by_class(self) -> Mapping[str, str]:
        """Everybody who ever spoke, told or asked for something, by the name and by the class that stands for them."""
        sql = """SELECT DISTINCT speaker FROM utterances UNION SELECT DISTINCT requester FROM tasks
            UNION SELECT speaker FROM facts"""
        names = [name for (name,) in self._store.rows(sql) if name and name != AGENT]
        return {**{name.replace(" ", ""): name for name in names}, **{name: name for name in names}}

    def newest(self) -> tuple[datetime, str] | None:
        """Time and episode of the newest experience; None in an empty memory."""
        row = self._store.row("SELECT time, episode FROM experiences ORDER BY id DESC LIMIT 1")
        return (moment(row[0]), row[1]) if row else None

    def last_time(self, before: datetime | None = None) -> datetime | None:
        """Time of the latest experience, or of the latest thing remembered before an instant."""
        limit = microseconds(before) if before else 1 << 62
        row = self._store.row(
            f"""SELECT max(time) FROM (SELECT max(time) AS time FROM experiences WHERE time < ?1 UNION ALL
            SELECT time FROM (SELECT iif("end" < ?1, "end", start) AS time FROM nodes
                WHERE level = {GOAL} AND start < ?1 AND forgotten IS NULL ORDER BY start DESC LIMIT 1))""",
            limit,
        )
        return None if row is None or row[0] is None else moment(row[0])

    def lived(self, scope: Scope) -> bool:
        """Whether anything in a scope is remembered."""
        where, values = within(self._store, scope, "e.time", "e.id")
        found = self._store.row(f"SELECT 1 FROM experiences e {clause(where)} LIMIT 1", *values)
        return found is not None or bool(self._goal_ids(scope))

    def forgotten(self, scope: Scope = EVERYTHING, level: int = GOAL) -> list[Gap]:
        """Where something was forgotten that was at least of a level; not what it was.

        Of an episode that is forgotten nothing is known, not even when it was: the scope's episode is not looked at.
        """
        if self._store.row("SELECT seq FROM sqlite_sequence WHERE name = 'forget_log'") is None:
            return []  # never forgot anything; nodes need not be looked through
        start, end = bounds(scope)
        # Nodes of one level hardly overlap, so those that reach into the scope are among the last that began before it.
        rows = self._store.rows(
            f"""WITH levels (level) AS (SELECT ?1 UNION ALL SELECT level + 1 FROM levels WHERE level < {TOP})
            SELECT n.id, n.level, n.start, n."end", n.forgotten FROM levels CROSS JOIN nodes n ON n.id IN (
                SELECT id FROM nodes WHERE level = levels.level AND start BETWEEN ?2 AND ?3 UNION ALL
                SELECT id FROM (SELECT id FROM nodes WHERE level = levels.level AND start < ?2
                    ORDER BY start DESC LIMIT 32))
            WHERE n.forgotten IS NOT NULL AND n."end" >= ?2 ORDER BY n.first, n.level DESC""",
            level,
            start,
            end,
        )
        return [Gap(node, high, moment(begun), moment(ended), moment(when)) for node, high, begun, ended, when in rows]

    def erased(self, first: int, last: int) -> bool:
        """Whether something was erased from what was lived from one experience to another; not what it was.

        Of such a stretch no task is told from what is left, as half of its traces may speak for another one.
        """
        sql = "SELECT 1 FROM erased_spans WHERE first <= ? AND last >= ? LIMIT 1"
        return self._store.row(sql, last, first) is not None

    def erasures(self, scope: Scope = EVERYTHING) -> list[tuple[datetime, datetime]]:
        """From when to when something was erased that reaches into a scope; not what it was."""
        start, end = bounds(scope)
        rows = self._store.rows(
            """SELECT (SELECT time FROM experiences WHERE id <= s.last ORDER BY id DESC LIMIT 1) AS ended,
            coalesce((SELECT time FROM experiences WHERE id >= s.first ORDER BY id LIMIT 1), 0) AS begun
            FROM erased_spans s ORDER BY s.first"""
        )
        spans = [(min(begun, ended), max(begun, ended)) for ended, begun in rows if ended]
        return [(moment(begun), moment(ended)) for begun, ended in spans if begun <= end and ended >= start]

    def inside(self, scope: Scope, numbers: Sequence[int]) -> frozenset[int]:
        """Those of these experiences that lie in a scope."""
        where, values = within(self._store, scope, "e.time", "e.id")
        where.append("e.id IN (SELECT value FROM json_each(?))")
        rows = self._store.rows(f"SELECT e.id FROM experiences e {clause(where)}", *values, str(list(numbers)))
        return frozenset(number for (number,) in rows)

    def episode_before(self, episode: str) -> str | None:
        """Name of the episode lived before another one."""
        row = self._store.row(
            """SELECT episode FROM nodes WHERE level = ? AND episode IS NOT NULL
            AND first < (SELECT min(first) FROM nodes WHERE episode = ?) ORDER BY first DESC LIMIT 1""",
            *(GOAL, episode),
        )
        return row[0] if row else None

    def interactions(
        self,
        scope: Scope = EVERYTHING,
        actions: Sequence[str] = (),
        things: Sequence[str] = (),
        places: Sequence[str] = (),
        success: bool | None = True,
    ) -> list[ObjectInteraction]:
        """Object interactions in the order in which they happened.

        Args:
            scope: When.
            actions: Only these; empty is any.
            things: Only with objects of these classes; empty is any.
            places: Only to (Place, Pour) or from (Pickup) these classes; empty is any.
            success: Only what worked, only what failed (False), or both (None).
        """
        where, values = within(self._store, scope, "i.time", "i.experience")
        if actions:
            where.append(f"i.action IN ({marks(actions)})")
            values += actions
        if things:
            where.append(f"i.thing IN (SELECT id FROM objects WHERE type IN ({marks(things)}))")
            values += things
        if places:
            inside = f"IN (SELECT id FROM objects WHERE type IN ({marks(places)}))"
            where.append(f"(i.target {inside} OR i.origin {inside})")
            values += [*places, *places]
        if success is not None:
            where.append("i.success = ?")
            values.append(success)
        rows = self._store.rows(f"{_INTERACTION} {clause(where)} ORDER BY i.experience", *values)
        return [self._interaction(row) for row in rows]

    def last_interactions(self, things: Sequence[str], actions: Sequence[str] = ()) -> list[ObjectInteraction]:
        """The last successful interaction with every instance of these classes, the latest first."""
        only = f"AND action IN ({marks(actions)})" if actions else ""
        rows = self._store.rows(
            f"""{_INTERACTION} WHERE i.experience IN (
                SELECT (SELECT max(experience) FROM interactions WHERE thing = x.id AND success {only})
                FROM objects x WHERE x.type IN ({marks(things)})) ORDER BY i.experience DESC""",
            *actions,
            *things,
        )
        return [self._interaction(row) for row in rows]

    def beside(self, experience: int, after: bool) -> ObjectInteraction | None:
        """The successful interaction next before or after an experience."""
        sign, order = (">", "ASC") if after else ("<", "DESC")
        row = self._store.row(
            f"{_INTERACTION} WHERE i.experience {sign} ? AND +i.success ORDER BY i.experience {order} LIMIT 1",
            experience,
        )
        return self._interaction(row) if row else None

    @cached_property
    def people(self) -> frozenset[str]:
        """Names of all who ever spoke or asked for something, in lower case; without the robot and an unnamed user."""
        return frozenset(who.strip().lower() for who in self.people_by_class.values()) - OWN_VOICE - {"user", ""}

    def _interaction(self, row: tuple[Any, ...]) -> ObjectInteraction:
        number, time, action, success, thing, kind, target, origin, error, *rest = row
        episode, task, event, goal, sure = rest
        deed = Deed(action, kind, target, origin)
        self._count.add(say(deed), error)
        belongs = (episode, task, event, goal)
        return ObjectInteraction(moment(time), deed, thing, bool(success), error, *belongs, number, sure)

    def said(self, scope: Scope = EVERYTHING, about: Sequence[str] = ()) -> list[Said]:
        """What was said, in order; with ``about`` only in events whose speech holds all of these words."""
        where, values = within(self._store, scope, "u.time", "u.experience")
        if about:  # of an event its index knows the words; those that outlived theirs are few, and looked at below
            match = "SELECT rowid FROM node_text WHERE node_text MATCH ?"
            where.append(f"(event.forgotten IS NOT NULL OR event.id IN ({match}))")
            values.append(_match(about, "detail"))
        rows = self._store.rows(f"{_SAID} {clause(where)} ORDER BY u.experience, u.position", *values)
        wanted = {stem(word) for word in re.findall(r"\w+", " ".join(about).lower())}
        rows = [row[:5] for row in rows if not (about and row[5]) or wanted <= _stems(row[2])]
        for row in rows:
            self._count.add(row[2])
        return [Said(moment(time), Utterance(who, text), event, number) for time, who, text, event, number in rows]

    def failures(self, scope: Scope = EVERYTHING, newest: int | None = None) -> list[SummaryLine]:
        """Events with an action that failed, object interaction or not, oldest first; only the last few when asked."""
        where, values = within(self._store, scope, "e.time", "e.id")
        where.append("e.success = 0")
        failed = f"""SELECT DISTINCT scene.parent FROM experiences e
            CROSS JOIN nodes scene ON scene.level = {SCENE} AND scene.first = e.id {clause(where)}
            ORDER BY e.id DESC LIMIT ?"""
        return self._lines(f"{_LINE} WHERE n.id IN ({failed})", *values, -1 if newest is None else newest)

    def tasks(self, scope: Scope) -> list[SummaryLine]:
        """The first goal of every request served, in order; a request is a run of goals with one task name."""
        where, values = within(self._store, scope, "n.start", "n.first")
        goals = f"""SELECT n.id, n.task, lag(n.task) OVER (ORDER BY n.first) AS before
            FROM nodes n {clause(["n.level = ?", "n.forgotten IS NULL", *where])}"""
        begun = f"SELECT id FROM ({goals}) WHERE task IS NOT NULL AND task IS NOT before"
        return self._lines(f"{_LINE} WHERE n.id IN ({begun})", GOAL, *values)

    def goals(self, scope: Scope) -> list[SummaryLine]:
        """Goals that overlap a part of the past, in the order in which they were lived."""
        ids = self._goal_ids(scope)
        return self._lines(f"{_LINE} WHERE n.id IN (SELECT value FROM json_each(?))", str(ids))

    def summaries(self, scope: Scope, level: int) -> list[SummaryLine]:
        """Summaries of a level above goals that overlap a part of the past, oldest first."""
        where, values = within(self._store, scope, 'n."end"', "n.last", "n.start", "n.first")
        return self._lines(f"{_LINE} {clause(['n.level = ?', 'n.forgotten IS NULL', *where])}", level, *values)

    def told(self, scope: Scope = EVERYTHING, finest: int = DAY) -> list[SpanSummary]:
        """Summaries that tell of a part of the past, the finest that are remembered; see ``span_summaries``."""
        return span_summaries(self._store, scope, finest, self._count)

    def _goal_ids(self, scope: Scope) -> list[int]:
        start, end = bounds(scope)
        where, values = within(self._store, Scope(episode=scope.episode), "n.start", "n.first")
        where += ["n.forgotten IS NULL"]
        # Goals hardly overlap each other (only where episodes do), so those that reach into the scope from before it
        # are among the last few that began before it.
        overlapping = """SELECT id FROM nodes WHERE level = ? AND start BETWEEN ? AND ?
            UNION SELECT id FROM (SELECT id, "end" FROM nodes WHERE level = ? AND start < ?
                ORDER BY start DESC LIMIT 32) WHERE "end" >= ?"""
        rows = self._store.rows(
            f"SELECT n.id FROM nodes n {clause([f'n.id IN ({overlapping})', *where])}",
            *(GOAL, start, end, GOAL, start, start),
            *values,
        )
        return [node for (node,) in rows]

    def search(self, words: Sequence[str], level: int = EVENT, column: str = "") -> list[SummaryLine]:
        """Nodes whose text holds all of these words, in whatever form ("wash" finds "washed"), oldest first.

        Args:
            words: What to look for; letters and digits count, punctuation does not.
            level: 2 events, 3 goals, 5 tasks, 6 days, …
            column: ``summary`` or ``detail`` (speech of events, task and stated goal of goals); empty is both.
        """
        query = _match(words, column)
        if not query:
            return []
        matching = "SELECT rowid FROM node_text WHERE node_text MATCH ?"
        return self._lines(f"{_LINE} WHERE n.id IN ({matching}) AND n.level = ?", query, level)

    def _lines(self, sql: str, *values: object) -> list[SummaryLine]:
        rows = self._store.rows(f"{sql} ORDER BY n.first, n.id", *values)
        for row in rows:
            self._count.add(row[5])
        return [
            SummaryLine(node, moment(start), moment(end), first, last, summary, task)
            for node, start, end, first, last, summary, task in rows
        ]

    def at(self, time: datetime) -> int | None:
        """Number of the latest experience at or before an instant."""
        row = self._store.row(
            "SELECT id FROM experiences WHERE time <= ? ORDER BY time DESC, id DESC LIMIT 1", microseconds(time)
        )
        return row[0] if row else None

    def last_grip(self, experience: int) -> ObjectInteraction | None:
        """The last successful Pickup or Place up to an experience, in the same episode."""
        row = self._store.row(
            f"""{_INTERACTION} WHERE i.experience <= ? AND +i.action IN ('Pickup', 'Place') AND +i.success
            ORDER BY i.experience DESC LIMIT 1""",
            experience,
        )
        found = self._interaction(row) if row else None
        return found if found and found.episode == self._episode(experience) else None

    def _episode(self, experience: int) -> str | None:
        """The episode of an experience, as long as that or its goal is remembered."""
        row = self._store.row(
            """SELECT coalesce((SELECT episode FROM experiences WHERE id = ?1), (SELECT episode FROM nodes
                WHERE level = ?2 AND first <= ?1 ORDER BY first DESC LIMIT 1))""",
            *(experience, GOAL),
        )
        return row[0] if row else None

    def held(self, experience: int) -> tuple[str | None, int, bool]:
        """Class of what the hand held at an experience, the event node that shows it, and whether anything was seen.

        Of an experience that is forgotten nothing is known: (None, 0, False).
        """
        if not self.inside(EVERYTHING, [experience]):
            return None, 0, False
        lived = self._store.experience(experience)
        row = self._store.row("SELECT parent FROM nodes WHERE level = ? AND first = ?", SCENE, experience)
        node = lived.scene.node(lived.in_hand) if lived.in_hand else None
        self._count.add(lived.in_hand or "nothing")
        kind = node.object_type if node else lived.in_hand
        return kind, row[0] if row else 0, bool(lived.scene.objects)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"\w+", text.lower())}


def _match(words: Sequence[str], column: str = "") -> str:
    """A full-text query for nodes that hold all the words; empty when there is no word."""
    terms = [f'"{word}"' for word in re.findall(r"\w+", " ".join(words))]
    return (f"{column} : " if column and terms else "") + (f"({' AND '.join(terms)})" if terms else "")
