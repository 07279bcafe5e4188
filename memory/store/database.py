"""The memory's one file: experiences and the nodes above them, in SQLite.

One observation is one transaction, so a process that is killed at any point loses nothing it had committed. One process
writes at a time (``memory.file.lock``); any number reads, each question from one snapshot.
"""

from __future__ import annotations

import json
import math
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from memory.experience import Experience, Utterance
from memory.file.moments import LAST, microseconds, moment
from memory.levels import GOAL, SCENE
from memory.node import Node
from memory.store.connection import StoreFile
from memory.store.object_index import ObjectIndex
from memory.store.scenes import SceneTable
from memory.wording import Deed, action_line, scene_text, speech_lines
from perception.scene_graph.graph import SceneGraph

LONGEST_SPEECH = 100_000
"""Most characters of one utterance; an hour of talk has half of that."""

# expires is given here, though a trigger would see to it, as that would write every row twice.
_ADD_NODE = f"""INSERT INTO nodes (level, parent, start, "end", first, last, summary, detail, expires, episode, task)
    SELECT ?1, ?2, time, time, id, id, ?3, ?4, time + (SELECT span FROM lifetimes WHERE level = ?1),
    iif(?1 = {GOAL}, episode, NULL), iif(?1 = {GOAL}, task, NULL) FROM experiences WHERE id = ?5"""
_NODE = """SELECT id, level, start, "end", parent, first, last, summary, detail, expires, forgotten, pinned
    FROM nodes"""


def _moment(value: int | None) -> datetime | None:
    """None also for what lies beyond the calendar, as an expiry may: that is never."""
    return None if value is None or value > LAST else moment(value)


class Store(StoreFile):
    """A memory file; make one with ``Store.open`` and close it, or use it in a ``with`` block."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Any) -> None:
        super().__init__(path, connection, lock)
        self._scenes = SceneTable(connection)
        self._index = ObjectIndex(connection, self._scenes)
        self._newest = self._read_newest()

    @property
    def scenes(self) -> SceneTable:
        """The scenes as they lie in the file."""
        return self._scenes

    @property
    def index(self) -> ObjectIndex:
        """What was where when, and what was done to what."""
        return self._index

    def reload(self) -> None:
        """Read again what is remembered of the file: after a rollback, or after its rows were changed in place."""
        super().reload()
        self._scenes.forget_rows()
        self._index.reload()
        self._newest = self._read_newest()

    def append(self, experience: Experience) -> int:
        """Keep an experience with its scene, and return its number; numbers count up from 1.

        Raises:
            BadInput: The time has a time zone or goes back within the episode, a number is not finite, an utterance is
                longer than ``LONGEST_SPEECH``, or a value cannot be stored.
            TryAgain: The file is busy or the disk full.
        """
        self._check_time(experience)
        _check_values(experience)
        with self.transaction():
            try:
                row = self._insert(experience)
            except UnicodeEncodeError as error:
                raise BadInput(f"an experience of {experience.time} holds text that is not Unicode: {error}") from error
            self._index.add(row, microseconds(experience.time), experience, self._newest)
            self._newest = (row, experience)
        return row

    def _check_time(self, new: Experience) -> None:
        if new.time.tzinfo is not None:
            raise BadInput(f"time {new.time.isoformat()} has a time zone; give the home's local time without one")
        last = self._newest[1] if self._newest else None
        if last and last.episode == new.episode and new.time < last.time:
            raise BadInput(
                f"episode {new.episode!r}: {new.time} comes before {last.time}, which is already kept; "
                "observe in order of time, or name a new episode"
            )

    def _insert(self, new: Experience) -> int:
        time = microseconds(new.time)
        pose = json.dumps(new.pose) if new.pose else None
        did = (new.action, json.dumps(new.arguments), new.success, new.error, new.goal, new.task)
        cursor = self._connection.execute(
            """INSERT INTO experiences
            (time, episode, action, arguments, success, error, goal, task, pose, held, image, scene)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (time, new.episode, *did, pose, new.held, new.image, self._scene_row(new.scene)),
        )
        row = int(cursor.lastrowid or 0)
        spoken = [(row, index, time, said.speaker, said.text) for index, said in enumerate(new.speech)]
        self._connection.executemany("INSERT INTO utterances VALUES (?, ?, ?, ?, ?)", spoken)
        if new.confidence is not None:
            self._connection.execute("INSERT INTO seen_deeds VALUES (?, ?)", (row, new.confidence))
        return row

    def _scene_row(self, scene: SceneGraph) -> int:
        """A scene equal to the one before is not written twice."""
        if self._newest and self._newest[1].scene == scene:
            found = self._connection.execute("SELECT scene FROM experiences WHERE id = ?", (self._newest[0],))
            return found.fetchone()[0]
        return self._scenes.write(scene)

    def _read_newest(self) -> tuple[int, Experience] | None:
        (row,) = self._connection.execute("SELECT max(id) FROM experiences").fetchone()
        return None if row is None else (row, self.experience(row))

    @property
    def newest(self) -> tuple[int, Experience] | None:
        """Number and value of the newest experience; None in an empty memory."""
        return self._newest if self._lock else self._read_newest()

    def experience(self, number: int) -> Experience:
        """The experience with that number.

        Raises:
            BadInput: There is none, or it was forgotten.
        """
        found = self._experience(number)
        if found is None:
            newest = self.row("SELECT seq FROM sqlite_sequence WHERE name = 'experiences'")
            if newest and 1 <= number <= newest[0]:
                raise BadInput(f"{self.path}: experience {number} was forgotten; Store.numbers tells which are kept")
            raise BadInput(f"{self.path} has no experience {number}; numbers begin at 1")
        return found

    def _experience(self, number: int) -> Experience | None:
        row = self.row(
            "SELECT time, episode, action, arguments, success, error, goal, task, pose, held, image, scene, confidence "
            "FROM experiences LEFT JOIN seen_deeds ON experience = id WHERE id = ?",
            number,
        )
        if row is None:
            return None
        time, episode, action, arguments, success, error, goal, task, pose, held, image, scene, confidence = row
        return Experience(
            time=moment(time),
            episode=episode,
            action=action,
            arguments=tuple(json.loads(arguments)),
            success=None if success is None else bool(success),
            error=error,
            goal=goal,
            task=task,
            speech=tuple(said for _, said in self.speech(number, number)),
            pose=tuple(json.loads(pose)) if pose else None,
            held=held,
            image=image,
            scene=self._scenes.read(scene),
            confidence=confidence,
        )

    def numbers(self, first: int, last: int) -> list[int]:
        """Numbers of the experiences kept from one to another, both included."""
        rows = self.rows("SELECT id FROM experiences WHERE id BETWEEN ? AND ? ORDER BY id", first, last)
        return [number for (number,) in rows]

    def speech(self, first: int, last: int) -> list[tuple[datetime, Utterance]]:
        """Everything said from one experience to another, in order, with its time."""
        rows = self.rows(
            "SELECT time, speaker, text FROM utterances WHERE experience BETWEEN ? AND ? ORDER BY experience, position",
            first,
            last,
        )
        return [(moment(time), Utterance(speaker, text)) for time, speaker, text in rows]

    def deed(self, number: int) -> Deed | None:
        """What an experience did to what, by class; None when it was no object interaction."""
        row = self.row(
            """SELECT i.action, o.type, t.type, p.type FROM interactions i LEFT JOIN objects o ON o.id = i.thing
            LEFT JOIN objects t ON t.id = i.target LEFT JOIN objects p ON p.id = i.origin WHERE i.experience = ?""",
            number,
        )
        return Deed(*row) if row else None

    def add_node(self, level: int, parent: int | None, experience: int, summary: str = "", detail: str = "") -> int:
        """Begin a node with one experience and return its id.

        Args:
            level: Below summaries.
            parent: Id of the node above.
            experience: Number of the first experience below it.
            summary: One line; empty for a scene, whose line is its objects.
            detail: Further searchable lines of this node alone.
        """
        with self.transaction():
            cursor = self._connection.execute(_ADD_NODE, (level, parent, summary, detail, experience))
        return int(cursor.lastrowid or 0)

    def extend_node(self, node: int, experience: int, summary: str | None = None, detail: str | None = None) -> None:
        """Let a node reach to a later experience.

        Args:
            node: Its id.
            experience: Number of its new last experience.
            summary: The new line; None keeps the old one.
            detail: The new further lines; None keeps the old ones.
        """
        with self.transaction():
            self._connection.execute(
                'UPDATE nodes SET last = ?1, "end" = (SELECT time FROM experiences WHERE id = ?1) WHERE id = ?2',
                (experience, node),
            )
            if summary is not None or detail is not None:
                self._connection.execute(
                    "UPDATE nodes SET summary = coalesce(?, summary), detail = coalesce(?, detail) WHERE id = ?",
                    (summary, detail, node),
                )

    def node(self, node: int) -> Node:
        """The node with that id.

        Raises:
            BadInput: There is none.
        """
        row = self.row(f"{_NODE} WHERE id = ?", node)
        if row is None:
            raise BadInput(f"{self.path} has no node {node}")
        return self._node(row)

    def nodes(self, level: int) -> tuple[Node, ...]:
        """All nodes of a level (``memory.levels``), placeholders among them.

        They come in the order in which they were lived.
        """
        return tuple(self._node(row) for row in self.rows(f"{_NODE} WHERE level = ? ORDER BY first, id", level))

    def children(self, node: int) -> tuple[Node, ...]:
        """The nodes directly below one, in the order in which they were lived; none below a scene."""
        return tuple(self._node(row) for row in self.rows(f"{_NODE} WHERE parent = ? ORDER BY first, id", node))

    def _node(self, row: tuple[Any, ...]) -> Node:
        number, level, start, end, parent, first, last, summary, detail, expires, forgotten, pinned = row
        text = summary if forgotten is not None else self._text(level, first, last, summary, detail)
        span = (moment(start), moment(end), parent, first, last)
        life = (_moment(expires), _moment(forgotten), bool(pinned))
        return Node(number, level, *span, text.partition("\n")[0], text, *life)

    def _text(self, level: int, first: int, last: int, summary: str, detail: str) -> str:
        """Summary, own lines, the newest scene below, and what was said; less what of it was forgotten."""
        newest = self._experience(last) if level <= GOAL else None
        if newest is None:  # what was said may have outlived what was seen
            said = speech_lines(self.speech(first, last), stamped=True) if level == GOAL else []
            return "\n".join(line for line in (summary, detail, *said) if line)
        seen = scene_text(newest.scene)
        if level == SCENE:
            return seen
        own = detail if level == GOAL else action_line(newest)
        lines = [summary, own, seen if newest.scene.objects else ""]
        lines += speech_lines(self.speech(first, last), stamped=level == GOAL)
        return "\n".join(line for line in lines if line)


def _check_values(new: Experience) -> None:
    if new.pose and not all(math.isfinite(number) for number in new.pose):
        raise BadInput(f"pose {new.pose} at {new.time} must be finite numbers; give None when it is not known")
    if new.confidence is not None and not 0.0 <= new.confidence <= 1.0:
        raise BadInput(f"confidence {new.confidence} at {new.time} is no probability; give None when it is not known")
    for said in new.speech:
        if len(said.text) > LONGEST_SPEECH:
            raise BadInput(
                f"{said.speaker!r} said {len(said.text):,} characters at {new.time}; at most {LONGEST_SPEECH:,} are "
                "kept as one utterance: split it, or keep it in a file and say where"
            )
