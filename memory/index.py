"""What was where when, and what was done to what: two tables kept up to date with every experience.

Recall answers "where did I last see", "how many times" and "when" from them without reading scenes.
"""

from __future__ import annotations

import sqlite3

from memory.experience import Experience
from memory.levels import is_interaction
from memory.scenes import SceneTable
from perception.scene_graph import SceneGraph

_Sight = tuple[int, str, int | None, bool]  # object row, states, row of its place, held


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

    def _see(self, row: int, scene: SceneGraph, row_before: int) -> None:
        """Close the stretches that are over, begin the new ones."""
        seen = self._sights(scene)
        for sight in [sight for sight in self._open if sight not in seen]:
            self._connection.execute("UPDATE sightings SET last = ? WHERE id = ?", (row_before, self._open.pop(sight)))
        for sight in seen:
            if sight not in self._open:
                cursor = self._connection.execute(
                    "INSERT INTO sightings (object, states, place, held, first) VALUES (?, ?, ?, ?, ?)", (*sight, row)
                )
                self._open[sight] = int(cursor.lastrowid or 0)

    def _sights(self, scene: SceneGraph) -> dict[_Sight, None]:
        """The scene's objects, each with state and place; a dict, as its order is that of the scene."""
        held = scene.held
        rows = {node.object_id: self._scenes.object_row(node.object_id, scene) for node in scene.objects}
        sights: dict[_Sight, None] = {}
        for node in scene.objects:
            places = scene.parents(node.object_id)
            place = rows.get(places[0]) if places else None
            sights[(rows[node.object_id], " ".join(node.states), place, node.object_id == held)] = None
        return sights

    def _act(self, row: int, time: int, new: Experience, earlier: Experience | None) -> None:
        thing, target = self._roles(new, earlier)
        origin = self._origin(thing, new, earlier) if new.action == "Pickup" and new.succeeded else None
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
        """Row of the place an object was taken from: where it was seen just before, else where it was last put."""
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
