"""How scene graphs lie in the memory file: each look of each object once, a scene as a list of looks."""

from __future__ import annotations

import json
import math
import sqlite3

from envs.errors import BadInput
from memory.experience import type_of
from perception.scene_graph import HAND, ObjectNode, Relation, SceneGraph

_CACHE_LIMIT = 20_000  # remembered row numbers per table; about two megabytes


class SceneTable:
    """Writes and reads scenes; remembers the row numbers of recent objects and looks.

    Args:
        connection: The open memory file.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._objects: dict[tuple[str, str], int] = {}
        self._looks: dict[tuple[int, ObjectNode], int] = {}

    def forget_rows(self) -> None:
        """Drop the remembered row numbers, which a rolled-back transaction has made wrong."""
        self._objects.clear()
        self._looks.clear()

    def object_row(self, object_id: str, scene: SceneGraph | None = None) -> int:
        """Row number of an instance, which is entered when new.

        Args:
            object_id: As the experience names it.
            scene: Where to look up its class; an object that is not in it has the class its id speaks of.
        """
        node = scene.node(object_id) if scene else None
        return self._object_row(object_id, node.object_type if node else type_of(object_id))

    def _object_row(self, object_id: str, object_type: str) -> int:
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
        looks = [self._look(node) for node in scene.objects]
        index = {node.object_id: number for number, node in enumerate(scene.objects)} | {HAND: -1}
        relations = [[index[r.head], r.predicate, index[r.tail]] for r in scene.relations]
        cursor = self._connection.execute(
            "INSERT INTO scenes (looks, relations) VALUES (?, ?)",
            (json.dumps(looks, separators=(",", ":")), json.dumps(relations, separators=(",", ":"))),
        )
        return int(cursor.lastrowid or 0)

    def _look(self, node: ObjectNode) -> int:
        owner = self._object_row(node.object_id, node.object_type)
        key = (owner, node)
        if key not in self._looks:
            if not all(math.isfinite(number) for number in (*node.position, node.confidence)):
                raise BadInput(f"{node.object_id}: position {node.position} and confidence must be finite numbers")
            if len(self._looks) > _CACHE_LIMIT:
                self._looks.clear()
            self._looks[key] = self._look_row(
                (owner, node.name, " ".join(node.states), *node.position, node.confidence)
            )
        return self._looks[key]

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

        return SceneGraph(objects, tuple(Relation(end(h), p, end(t)) for h, p, t in json.loads(relations)))
