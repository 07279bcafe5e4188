"""What was seen: where things were and how they looked, stretch by stretch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory.levels import DAY, EVENT_GAP, SCENE
from memory.reading.queries import Count, clause, marks, within
from memory.reading.traces import EVERYTHING, Scope, Sighting
from memory.store.database import Store, microseconds, moment

_NEWEST = "(SELECT max(id) FROM experiences)"
_SPANS = f"""SELECT s.*, a.time AS start, z.time AS "end", coalesce(s.last, {_NEWEST}) AS until
    FROM sightings s CROSS JOIN experiences a ON a.id = s.first
    CROSS JOIN experiences z ON z.id = coalesce(s.last, {_NEWEST})"""
_WITHIN = """s.id IN (SELECT id FROM sightings WHERE first BETWEEN {0} AND {1}
    UNION SELECT id FROM sightings WHERE last BETWEEN {0} AND {1}
    UNION SELECT (SELECT id FROM sightings WHERE object = x.id AND first < {0} ORDER BY first DESC LIMIT 1)
        FROM objects x)"""
_READ = f"""SELECT o.object_id, o.type, s.states, p.type, s.held, s.start, s."end", a.id, z.id, s.first, s.last IS NULL,
    coalesce((SELECT max(confidence) FROM looks WHERE object = s.object), 1.0)
    FROM ({{}}) s CROSS JOIN objects o ON o.id = s.object LEFT JOIN objects p ON p.id = s.place
    CROSS JOIN nodes a ON a.level = {SCENE} AND a.first = s.first
    CROSS JOIN nodes z ON z.level = {SCENE} AND z.first = s.until"""


class Sights:
    """Reads sightings.

    Args:
        store: The memory.
        count: Where to count what is read.
    """

    def __init__(self, store: Store, count: Count) -> None:
        self._store = store
        self._count = count

    def last(self, types: Sequence[str]) -> list[Sighting]:
        """The newest stretch of every instance of these classes, the latest seen first."""
        newest = f"""SELECT (SELECT id FROM sightings WHERE object = x.id ORDER BY first DESC, id DESC LIMIT 1)
            FROM objects x
            WHERE x.type IN ({marks(types)})"""
        return self._rows(f"{_SPANS} WHERE s.id IN ({newest})", types, 's.until DESC, s."end" DESC, s.id DESC')

    def each(
        self,
        types: Sequence[str],
        scope: Scope = EVERYTHING,
        places: Sequence[str] = (),
        states: Sequence[str] = (),
    ) -> list[Sighting]:
        """The last stretch in which each instance was seen so, the latest first.

        Args:
            types: Classes looked for.
            scope: When.
            places: Only in or on these classes; empty is anywhere.
            states: Only so: ``+dirty``, ``-open``.
        """
        where, values = self._filter(types, scope, places, states)
        spans = f"SELECT *, max(first) FROM ({_SPANS} {clause(where)}) GROUP BY object"
        return self._rows(spans, values, "s.until DESC, s.id DESC")

    def visits(
        self,
        types: Sequence[str],
        scope: Scope = EVERYTHING,
        places: Sequence[str] = (),
        states: Sequence[str] = (),
    ) -> list[Sighting]:
        """The first stretch of every time an instance was seen so, oldest first.

        Stretches less than ``EVENT_GAP`` apart are one time. Arguments as for ``each``.
        """
        where, values = self._filter(types, scope, places, states)
        gap = EVENT_GAP.total_seconds() * 1_000_000
        spans = f"""SELECT * FROM (
            SELECT *, lag("end") OVER (PARTITION BY object ORDER BY first) AS before FROM ({_SPANS} {clause(where)})
            ) WHERE before IS NULL OR start - before > {gap:.0f}"""
        return self._rows(spans, values, "s.first, s.id")

    def before(self, object_id: str, number: int) -> Sighting | None:
        """The last stretch in which an object was seen that began before an experience; None when there is none."""
        latest = f"""{_SPANS} WHERE s.id = (SELECT id FROM sightings
            WHERE object = (SELECT id FROM objects WHERE object_id = ?) AND first < ? ORDER BY first DESC LIMIT 1)"""
        rows = self._rows(latest, (object_id, number), "s.id")
        return rows[0] if rows else None

    def changes(self, types: Sequence[str], state: str) -> list[Sighting]:
        """The first stretch of an instance with a state it did not have before (``+dirty``), or without one it had."""
        has, had = _has(state[1:], "states"), _has(state[1:], "before")
        order = f"{has} > {had}" if state[0] == "+" else f"{has} < {had}"
        # Only things that ever were so can have changed: of the others nothing has to be put in order.
        ever = f"""SELECT o.id FROM objects o WHERE o.type IN ({marks(types)})
            AND EXISTS (SELECT 1 FROM sightings e WHERE e.object = o.id AND {_has(state[1:], "e.states")})"""
        changed = f"""SELECT id FROM (
            SELECT id, states, lag(states) OVER (PARTITION BY object ORDER BY first) AS before FROM sightings
            WHERE object IN ({ever})) WHERE before IS NOT NULL AND {order}"""
        return self._rows(f"{_SPANS} WHERE s.id IN ({changed})", types, "s.first, s.id")

    def types_at(self, places: Sequence[str]) -> tuple[str, ...]:
        """Every class that was ever seen or put in or on these classes."""
        inside = f"(SELECT id FROM objects WHERE type IN ({marks(places)}))"
        rows = self._store.rows(
            f"""SELECT o.type FROM sightings s JOIN objects o ON o.id = s.object WHERE s.place IN {inside}
            UNION SELECT o.type FROM interactions i JOIN objects o ON o.id = i.thing WHERE i.target IN {inside}""",
            *places,
            *places,
        )
        return tuple(kind for (kind,) in rows)

    def names_at(self, object_id: str, number: int) -> tuple[str, ...]:
        """What the home calls the place of a thing at an experience, and the others of its class; none if not known.

        Args:
            object_id: The thing.
            number: The experience in which it was put there, taken from there or seen there.
        """
        place = self._store.row(
            """SELECT coalesce(i.target, i.origin) FROM interactions i JOIN objects o ON o.id = i.thing
                WHERE i.experience = ?2 AND o.object_id = ?1 AND coalesce(i.target, i.origin) IS NOT NULL
            UNION ALL SELECT * FROM (SELECT s.place FROM sightings s JOIN objects o ON o.id = s.object
                WHERE o.object_id = ?1 AND s.first <= ?2 AND s.place IS NOT NULL ORDER BY s.first DESC LIMIT 1)
            LIMIT 1""",
            object_id,
            number,
        )
        return self._names("id", place[0]) if place else ()

    def names_of(self, object_id: str) -> tuple[str, ...]:
        """What the home calls a thing, and the others of its class; none where it is not known."""
        return self._names("object_id", object_id)

    def _names(self, column: str, key: object) -> tuple[str, ...]:
        """The name of one object first, then those of the others of its class."""
        rows = self._store.rows(
            f"""SELECT (SELECT name FROM looks WHERE object = o.id LIMIT 1), o.{column} = ?1 FROM objects o
            WHERE o.type = (SELECT type FROM objects WHERE {column} = ?1) ORDER BY 2 DESC""",
            key,
        )
        names = tuple(name or "" for name, _ in rows)
        self._count.add(*names[:1])
        return names

    def _filter(
        self, types: Sequence[str], scope: Scope, places: Sequence[str], states: Sequence[str]
    ) -> tuple[list[str], list[object]]:
        where, values = within(
            self._store, scope, "z.time", f"coalesce(s.last, {_NEWEST})", time_from="a.time", number_from="s.first"
        )
        low, high = self._numbers(scope)
        plus = ""
        if low is not None and high is not None:
            where.append(_WITHIN.format(low, high))
            plus = "+"  # their numbers find them faster than objects do
        where += [f"(+s.last >= {low} OR s.last IS NULL)"] if low is not None else []
        where += [f"+s.first <= {high}"] if high is not None else []
        where.append(f"{plus}s.object IN (SELECT id FROM objects WHERE type IN ({marks(types)}))")
        values += types
        if places:
            where.append(f"{plus}s.place IN (SELECT id FROM objects WHERE type IN ({marks(places)}))")
            values += places
        where += [f"{_has(state[1:], 's.states')} = {int(state[0] == '+')}" for state in states]
        return where, values

    def _numbers(self, scope: Scope) -> tuple[int | None, int | None]:
        """What a stretch of time means in numbers of experiences, by whole days: it spares looking up most times."""
        low = high = None
        if scope.start:
            since = 'SELECT min(first) FROM nodes WHERE level = ? AND "end" >= ?'
            low = (self._store.row(since, DAY, microseconds(scope.start)) or (None,))[0]
        if scope.end:
            until = "SELECT max(last) FROM nodes WHERE level = ? AND start <= ?"
            high = (self._store.row(until, DAY, microseconds(scope.end)) or (None,))[0]
        return low, high

    def _rows(self, spans: str, values: Sequence[object], order: str) -> list[Sighting]:
        rows = self._store.rows(f"{_READ.format(spans)} ORDER BY {order}", *values)
        return [self._sighting(row) for row in rows]

    def _sighting(self, row: tuple[Any, ...]) -> Sighting:
        object_id, kind, states, place, held, start, end, first, last, number, current, sure = row
        self._count.add(kind, states, place or "")
        where = (place, bool(held))
        return Sighting(
            object_id,
            kind,
            tuple(states.split()),
            *where,
            moment(start),
            moment(end),
            first,
            last,
            number,
            bool(current),
            sure,
        )


def _has(state: str, column: str) -> str:
    """SQL for whether a column of states holds one; states are our own words, so they need no quoting."""
    return f"(instr(' ' || {column} || ' ', ' {state} ') > 0)"
