"""What was where when, and what was done to what: two tables kept up to date with every experience.

Recall answers "where did I last see", "how many times" and "when" from them without reading scenes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from memory.experience import Experience
from memory.levels import is_interaction
from memory.store.scenes import SceneTable
from perception.scene_graph.graph import IN_ON, SceneGraph

_Sight = tuple[int, str, int | None, bool]  # object row, states, row of its place, held

_OPEN = 1 << 62  # beyond every number: where a stretch ends that reaches to the newest experience
_LAY = ("Pickup", "Slice")
"""Actions of which it is kept where their thing was: it is taken from there, or what becomes of it stays there."""
_ACTED = "SELECT thing, target, origin FROM interactions WHERE experience BETWEEN :first AND :last"
_TOUCHING = """SELECT id, object, place, first, last FROM sightings WHERE first BETWEEN :first AND :last
    UNION SELECT id, object, place, first, last FROM sightings WHERE last BETWEEN :first AND :last"""
_BEGIN = "INSERT INTO sightings (id, object, states, place, held, first) VALUES (?, ?, ?, ?, ?, ?)"
_SAME = """SELECT id, first, last FROM sightings WHERE object = ? AND states = ? AND place IS ? AND held = ?
    AND first <= ? AND (last >= ? OR last IS NULL) ORDER BY first"""


class ObjectIndex:
    """Keeps the tables ``sightings`` and ``interactions``.

    Args:
        connection: The open memory file.
        scenes: Gives objects their row numbers.
    """

    def __init__(self, connection: sqlite3.Connection, scenes: SceneTable) -> None:
        self._connection = connection
        self._scenes = scenes
        self._open: dict[_Sight, int] = {}
        self.reload()

    def reload(self) -> None:
        """Read the stretches that reach to the newest experience from the file (on open, after a rollback)."""
        rows = self._connection.execute("SELECT id, object, states, place, held FROM sightings WHERE last IS NULL")
        self._open = {(thing, states, place, bool(held)): row for row, thing, states, place, held in rows}

    def add(self, row: int, time: int, new: Experience, before: tuple[int, Experience] | None) -> None:
        """Enter an experience.

        Args:
            row: Its row number.
            time: Its time in microseconds.
            new: The experience.
            before: Row number and value of the one before it, None for the first.
        """
        self._see(row, new.scene, before[0] if before else row)
        if is_interaction(new):
            earlier = before[1] if before and before[1].episode == new.episode else None
            self._act(row, time, new, earlier)

    def remove(self, first: int, last: int, but: int = 0) -> set[int]:
        """Take a run of experiences out of both tables, before they go themselves.

        Args:
            first: Number of the first.
            last: Number of the last; never the newest of all.
            but: Number of an experience whose interaction stays known.

        Returns:
            Rows of objects that may now be unreferenced.
        """
        values = {"first": first, "last": last, "but": but}
        touched: set[int | None] = set()
        for row in self._connection.execute(_ACTED, values):
            touched.update(row)
        self._connection.execute(
            "DELETE FROM interactions WHERE experience BETWEEN :first AND :last AND experience <> :but", values
        )
        touching = self._connection.execute(_TOUCHING, values).fetchall()
        for _, thing, place, _, _ in touching:
            touched |= {thing, place}
        self._shorten([(number, begun, ended) for number, _, _, begun, ended in touching], first, last)
        return {row for row in touched if row is not None}

    def _shorten(self, stretches: Sequence[tuple[int, int, int | None]], first: int, last: int) -> None:
        """Let stretches begin and end at experiences that stay; without any, they go."""
        before = self._ask("SELECT max(id) FROM experiences WHERE id < ?", first) or 0
        after = self._ask("SELECT min(id) FROM experiences WHERE id > ?", last) or _OPEN
        gone: list[tuple[int]] = []
        changed: list[tuple[int, int | None, int]] = []
        for number, begun, ended in stretches:
            begun = after if begun >= first else begun
            ended = before if ended is not None and ended <= last else ended
            if begun > (_OPEN - 1 if ended is None else ended):
                gone.append((number,))
            else:
                changed.append((begun, ended, number))
        self._connection.executemany("DELETE FROM sightings WHERE id = ?", gone)
        self._connection.executemany("UPDATE sightings SET first = ?, last = ? WHERE id = ?", changed)

    def put_back(self, lived: Sequence[tuple[int, SceneGraph]]) -> None:
        """Enter again what was seen in a run of experiences that were taken out and are back."""
        open_: dict[_Sight, list[int]] = {}
        done: list[tuple[_Sight, list[int]]] = []
        for number, scene in lived:
            seen = self._sights(scene)
            done += [(sight, open_.pop(sight)) for sight in [sight for sight in open_ if sight not in seen]]
            for sight in seen:
                open_.setdefault(sight, [number, number])[1] = number
        for sight, (first, last) in done + list(open_.items()):
            self._join(sight, first, last)
        self.reload()

    def rebuild(self, lived: Iterable[tuple[int, int, Experience]]) -> None:
        """Make both tables again from the experiences; interactions that are there are kept.

        Args:
            lived: Number, time in microseconds and value of every experience, in order.
        """
        self._connection.execute("DELETE FROM sightings")
        self._open = {}
        before: tuple[int, Experience] | None = None
        for number, time, one in lived:
            self._see(number, one.scene, before[0] if before else number)
            known = self._connection.execute("SELECT 1 FROM interactions WHERE experience = ?", (number,)).fetchone()
            if is_interaction(one) and not known:
                self._act(number, time, one, before[1] if before and before[1].episode == one.episode else None)
            before = (number, one)

    def _join(self, sight: _Sight, first: int, last: int) -> None:
        """Enter a stretch, as one with those that touch it."""
        before = self._ask("SELECT max(id) FROM experiences WHERE id < ?", first)
        after = self._ask("SELECT min(id) FROM experiences WHERE id > ?", last)
        same = self._connection.execute(_SAME, (*sight, after or last, before or first)).fetchall()
        if not same:
            self._connection.execute(
                "INSERT INTO sightings (object, states, place, held, first, last) VALUES (?, ?, ?, ?, ?, ?)",
                (*sight, first, last),
            )
            return
        begun = min(first, *(row[1] for row in same))
        ended = None if any(row[2] is None for row in same) else max(last, *(row[2] for row in same))
        self._connection.execute("UPDATE sightings SET first = ?, last = ? WHERE id = ?", (begun, ended, same[-1][0]))
        self._connection.executemany("DELETE FROM sightings WHERE id = ?", [row[:1] for row in same[:-1]])

    def _ask(self, sql: str, *values: int) -> Any:
        return self._connection.execute(sql, values).fetchone()[0]

    def _see(self, row: int, scene: SceneGraph, row_before: int) -> None:
        """Close the stretches that are over, begin the new ones."""
        seen = self._sights(scene)
        over = [sight for sight in self._open if sight not in seen]
        if over:
            ended = [(row_before, self._open.pop(sight)) for sight in over]
            self._connection.executemany("UPDATE sightings SET last = ? WHERE id = ?", ended)
        new = [sight for sight in seen if sight not in self._open]
        if new:
            self._open |= zip(new, count((self._ask("SELECT max(id) FROM sightings") or 0) + 1), strict=False)
            begun = [(self._open[sight], *sight, row) for sight in new]
            self._connection.executemany(_BEGIN, begun)

    def _sights(self, scene: SceneGraph) -> dict[_Sight, None]:
        """The scene's objects, each with state and place; a dict, as its order is that of the scene."""
        held, homes = scene.held, _homes(scene)
        rows = {one.object_id: self._scenes.object_of_type(one.object_id, one.object_type) for one in scene.objects}
        sights: dict[_Sight, None] = {}
        for one in scene.objects:
            place = rows.get(homes[one.object_id]) if one.object_id in homes else None
            sights[(rows[one.object_id], " ".join(one.states), place, one.object_id == held)] = None
        return sights

    def _act(self, row: int, time: int, new: Experience, earlier: Experience | None) -> None:
        thing, target = self._roles(new, earlier)
        lay = new.action in _LAY and new.succeeded
        origin = self._origin(thing, new, earlier) if lay else None
        rows = [self._row(key, new, earlier) for key in (thing, target)]
        self._connection.execute(
            "INSERT INTO interactions (experience, time, action, success, thing, target, origin) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (row, time, new.action, new.succeeded, *rows, origin),
        )

    def _row(self, key: str | None, new: Experience, earlier: Experience | None) -> int | None:
        if key is None:
            return None
        scene = new.scene if new.scene.node(key) else earlier.scene if earlier else None
        return self._scenes.object_row(key, scene)

    def _roles(self, new: Experience, earlier: Experience | None) -> tuple[str | None, str | None]:
        """(what was handled, where it went) by object id.

        TEACh names only the receptacle of a Place or Pour: what is placed is what the hand held before.
        """
        given = new.arguments
        if new.action not in ("Place", "Pour"):
            return (given[0] if given else new.in_hand if new.action == "Pickup" else None), None
        hand = self._hand_before(new, earlier)
        if len(given) > 1:
            return (given[1], given[0]) if given[1] == hand else (given[0], given[1])
        if not given or given[0] == hand:
            return hand, None
        return hand, given[0]

    def _hand_before(self, new: Experience, earlier: Experience | None) -> str | None:
        """What the hand held before an action: as perceived, else as the last successful Pickup or Place left it."""
        if earlier is None:
            return None
        if earlier.in_hand:
            return earlier.in_hand
        # "+" keeps SQLite from the index on action: walking back from the newest row finds one in a few steps.
        found = self._connection.execute(
            """SELECT i.action, o.object_id, e.episode FROM interactions i JOIN experiences e ON e.id = i.experience
            LEFT JOIN objects o ON o.id = i.thing WHERE +i.action IN ('Pickup', 'Place') AND i.success
            ORDER BY i.experience DESC LIMIT 1"""
        ).fetchone()
        return found[1] if found and found[0] == "Pickup" and found[2] == new.episode else None

    def _origin(self, thing: str | None, new: Experience, earlier: Experience | None) -> int | None:
        """Row of the place where an object was: where it was seen just before, else where it was last put."""
        if thing is None or earlier is None:
            return None
        places = earlier.scene.parents(thing)
        if places:
            return self._scenes.object_row(places[0], earlier.scene)
        found = self._connection.execute(
            """SELECT i.target, e.episode FROM interactions i JOIN experiences e ON e.id = i.experience
            WHERE i.thing = ? AND i.action = 'Place' AND i.success ORDER BY i.experience DESC LIMIT 1""",
            (self._row(thing, new, earlier),),
        ).fetchone()
        return found[0] if found and found[1] == new.episode else None


def _homes(scene: SceneGraph) -> dict[str, str]:
    """Object id → id of the first thing it is said to be in or on."""
    homes: dict[str, str] = {}
    for relation in scene.relations:
        if relation.predicate == IN_ON:
            homes.setdefault(relation.head, relation.tail)
    return homes
