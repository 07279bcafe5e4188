"""How scene graphs lie in the memory file: each look of each object once, a scene as a list of looks.

So that a look can go with the last scene that shows it, every look counts the unbroken runs of scenes it occurs in
(``looks.uses``). Counting runs, not scenes, writes only what changes from one scene to the next; and the count can be
kept up to date from a scene's two neighbours alone when the scene is taken out or put back.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterable

from envs.errors import BadInput
from memory import scene_relations
from memory.experience import type_of
from perception.scene_graph.graph import HAND, ObjectNode, Relation, SceneGraph

_encode = json.JSONEncoder(separators=(",", ":")).encode
_CACHE_LIMIT = 20_000  # remembered row numbers per table; about two megabytes

_UNUSED = "SELECT l.id, l.object FROM json_each(?) j CROSS JOIN looks l ON l.id = j.value WHERE l.uses = 0"
_DROP_OBJECTS = """DELETE FROM objects WHERE id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM looks WHERE object = objects.id)
    AND NOT EXISTS (SELECT 1 FROM sightings WHERE object = objects.id)
    AND NOT EXISTS (SELECT 1 FROM sightings WHERE place = objects.id)
    AND NOT EXISTS (SELECT 1 FROM interactions WHERE thing = objects.id)
    AND NOT EXISTS (SELECT 1 FROM interactions WHERE target = objects.id)
    AND NOT EXISTS (SELECT 1 FROM interactions WHERE origin = objects.id)"""


class SceneTable:
    """Writes and reads scenes; remembers the row numbers of recent objects and looks.

    Args:
        connection: The open memory file.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._objects: dict[tuple[str, str], int] = {}
        self._looks: dict[ObjectNode, int] = {}
        self._newest: frozenset[int] | None = None  # looks of the newest scene, None when not read yet

    def forget_rows(self) -> None:
        """Drop the remembered row numbers, which a rolled-back transaction or a deletion has made wrong."""
        self._objects.clear()
        self._looks.clear()
        self._newest = None

    def object_row(self, object_id: str, scene: SceneGraph | None = None) -> int:
        """Row number of an instance, which is entered when new.

        Args:
            object_id: As the experience names it.
            scene: Where to look up its class; an object that is not in it has the class its id speaks of.
        """
        node = scene.node(object_id) if scene else None
        return self.object_of_type(object_id, node.object_type if node else type_of(object_id))

    def object_of_type(self, object_id: str, object_type: str) -> int:
        """Row number of an instance of a class, which is entered when new."""
        key = (object_id, object_type)
        if key not in self._objects:
            if len(self._objects) > _CACHE_LIMIT:
                self._objects.clear()
            self._connection.execute("INSERT OR IGNORE INTO objects (object_id, type) VALUES (?, ?)", key)
            found = self._connection.execute("SELECT id FROM objects WHERE object_id = ? AND type = ?", key)
            self._objects[key] = found.fetchone()[0]
        return self._objects[key]

    def write(self, scene: SceneGraph) -> int:
        """Enter a scene and return its row number.

        Raises:
            BadInput: A position or confidence is not a finite number.
        """
        before = self._beside(1 << 62, "<") if self._newest is None else self._newest
        looks = [self._look(node) for node in scene.objects]
        self._newest = frozenset(looks)
        self._count(self._newest - before, 1)
        index = {node.object_id: number for number, node in enumerate(scene.objects)} | {HAND: -1}
        relations = [[index[r.head], r.predicate, index[r.tail]] for r in scene.relations]
        cursor = self._connection.execute(
            "INSERT INTO scenes (looks, relations) VALUES (?, ?)", (_encode(looks), scene_relations.written(relations))
        )
        return int(cursor.lastrowid or 0)

    def remove(self, row: int) -> None:
        """Take out a scene, the looks it was the last to show, and the objects that nothing else speaks of."""
        if self._connection.execute("SELECT 1 FROM scenes WHERE id = ?", (row,)).fetchone() is None:
            return
        looks = self._looks_of(row)
        before, after = self._beside(row, "<"), self._beside(row, ">")
        self._connection.execute("DELETE FROM scenes WHERE id = ?", (row,))
        # A run that ended here and one that began here go; where the scene kept two runs apart they become one.
        self._count((looks - before - after) | ((before & after) - looks), -1)
        gone = self._connection.execute(_UNUSED, (json.dumps(sorted(looks)),)).fetchall()
        if gone:
            self._connection.executemany("DELETE FROM looks WHERE id = ?", [(look,) for look, _ in gone])
            self.drop_objects(dict.fromkeys(owner for _, owner in gone))
            self.forget_rows()

    def drop_objects(self, rows: Iterable[int]) -> None:
        """Delete those of these objects that no look, sighting or interaction refers to."""
        if self._connection.execute(_DROP_OBJECTS, (json.dumps(list(rows)),)).rowcount:
            self.forget_rows()

    def _beside(self, row: int, sign: str) -> frozenset[int]:
        """Looks of the scene next before or after a row."""
        order = "DESC" if sign == "<" else "ASC"
        found = self._connection.execute(
            f"SELECT looks FROM scenes WHERE id {sign} ? ORDER BY id {order} LIMIT 1", (row,)
        ).fetchone()
        return frozenset(json.loads(found[0])) if found else frozenset()

    def _looks_of(self, row: int) -> frozenset[int]:
        found = self._connection.execute("SELECT looks FROM scenes WHERE id = ?", (row,)).fetchone()
        return frozenset(json.loads(found[0])) if found else frozenset()

    def _count(self, looks: frozenset[int], change: int) -> None:
        self._connection.executemany(
            "UPDATE looks SET uses = uses + ? WHERE id = ?", [(change, look) for look in sorted(looks)]
        )

    def _look(self, node: ObjectNode) -> int:
        row = self._looks.get(node)
        if row is None:
            if not all(math.isfinite(number) for number in (*node.position, node.confidence)):
                raise BadInput(f"{node.object_id}: position {node.position} and confidence must be finite numbers")
            if len(self._looks) > _CACHE_LIMIT:
                self._looks.clear()
            owner = self.object_of_type(node.object_id, node.object_type)
            row = self._look_row((owner, node.name, " ".join(node.states), *node.position, node.confidence))
            self._looks[node] = row
        return row

    def _look_row(self, row: tuple[object, ...]) -> int:
        found = self._connection.execute(
            "SELECT id FROM looks WHERE object = ? AND name = ? AND states = ? AND x = ? AND y = ? AND z = ? "
            "AND confidence = ?",
            row,
        ).fetchone()
        if found:
            return found[0]
        cursor = self._connection.execute(
            "INSERT INTO looks (object, name, states, x, y, z, confidence) VALUES (?, ?, ?, ?, ?, ?, ?)", row
        )
        return int(cursor.lastrowid or 0)

    def read(self, row: int) -> SceneGraph:
        """The scene with that row number."""
        looks, relations = self._connection.execute(
            "SELECT looks, relations FROM scenes WHERE id = ?", (row,)
        ).fetchone()
        found = self._connection.execute(
            """SELECT o.object_id, o.type, l.name, l.states, l.x, l.y, l.z, l.confidence
            FROM json_each(?) j CROSS JOIN looks l ON l.id = j.value JOIN objects o ON o.id = l.object
            ORDER BY j.key""",
            (looks,),
        )
        objects = tuple(
            ObjectNode(key, kind, name, tuple(states.split()), (x, y, z), confidence)
            for key, kind, name, states, x, y, z, confidence in found
        )

        def end(number: int) -> str:
            return HAND if number < 0 else objects[number].object_id

        told = scene_relations.listed(json.loads(relations))
        return SceneGraph(objects, tuple(Relation(end(h), p, end(t)) for h, p, t in told))
