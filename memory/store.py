"""The memory's one file: experiences and the nodes above them, in SQLite.

One observation is one transaction, so a process that is killed at any point loses nothing it had committed. One process
writes at a time (``memory.lock``); any number reads, each question from one snapshot.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from memory import files, schema
from memory.experience import Experience, Utterance
from memory.index import ObjectIndex
from memory.levels import GOAL, SCENE
from memory.lock import WriterLock
from memory.node import Node
from memory.scenes import SceneTable
from memory.wording import Deed, action_line, scene_text, speech_lines
from perception.scene_graph import SceneGraph

_EPOCH = datetime(1970, 1, 1)
_NODE = 'SELECT id, level, start, "end", parent, first, last, summary, detail FROM nodes'


def microseconds(time: datetime) -> int:
    """A naive local time as the file keeps it."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def moment(value: int) -> datetime:
    """The inverse of ``microseconds``."""
    return _EPOCH + timedelta(microseconds=value)


class Store:
    """A memory file; make one with ``Store.open`` and close it, or use it in a ``with`` block."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._scenes = SceneTable(connection)
        self._index = ObjectIndex(connection, self._scenes)
        self._newest = self._read_newest()

    @classmethod
    def open(cls, path: str | Path, readonly: bool = False) -> Store:
        """Open a memory file, beginning it when it is new and bringing an older one up to date.

        Args:
            path: The file; SQLite keeps ``-wal`` and ``-shm`` files beside it while it is open.
            readonly: Only read; works beside a writer and in read-only folders.

        Raises:
            BadInput: Not a memory file, damaged, from a newer version, missing (when ``readonly``), or in a folder that
                cannot be written (when not).
            TryAgain: Somebody else is writing it.
        """
        path = Path(path)
        files.check_file(path, readonly)
        with ExitStack() as undo:
            lock = None if readonly else _lock(path)
            if lock:
                undo.callback(lock.release)
            connection = files.connect(path, readonly)
            undo.callback(connection.close)
            with files.explained(path):
                schema.migrate(connection, path, readonly)
                store = cls(path, connection, lock)
            undo.pop_all()
            return store

    def close(self) -> None:
        """Close the file and let another writer in; calling it twice is harmless."""
        self._connection.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything written inside is kept together or not at all; may be nested, the outermost commits.

        Raises:
            BadInput: The store was opened readonly.
        """
        if self._lock is None:
            raise BadInput(f"{self.path} was opened readonly; open it without readonly=True to add to it")
        if self._connection.in_transaction:
            yield
            return
        with files.explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            kept = False
            try:
                yield
                self._connection.execute("COMMIT")
                kept = True
            finally:
                if not kept:
                    self._roll_back()

    def _roll_back(self) -> None:
        if self._connection.in_transaction:  # a full disk has SQLite roll back by itself
            self._connection.execute("ROLLBACK")
        self._scenes.forget_rows()
        self._index.reload()
        self._newest = self._read_newest()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read inside is of one moment, whatever a writer adds meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        with files.explained(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("COMMIT")

    def append(self, experience: Experience) -> int:
        """Keep an experience with its scene, and return its number; numbers count up from 1.

        Raises:
            BadInput: The time has a time zone or goes back within the episode, or a value cannot be stored.
            TryAgain: The file is busy or the disk full.
        """
        self._check_time(experience)
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
            BadInput: There is none.
        """
        row = self.row(
            "SELECT time, episode, action, arguments, success, error, goal, task, pose, held, image, scene "
            "FROM experiences WHERE id = ?",
            number,
        )
        if row is None:
            raise BadInput(f"{self.path} has no experience {number}; numbers begin at 1")
        time, episode, action, arguments, success, error, goal, task, pose, held, image, scene = row
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
            level: 1 to 3.
            parent: Id of the node above.
            experience: Number of the first experience below it.
            summary: One line; empty for a scene, whose line is its objects.
            detail: Further searchable lines of this node alone.
        """
        with self.transaction():
            cursor = self._connection.execute(
                'INSERT INTO nodes (level, parent, start, "end", first, last, summary, detail) '
                "SELECT ?, ?, time, time, id, id, ?, ? FROM experiences WHERE id = ?",
                (level, parent, summary, detail, experience),
            )
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
        """All nodes of a level (1 scenes, 2 events, 3 goals) in the order in which they were lived."""
        return tuple(self._node(row) for row in self.rows(f"{_NODE} WHERE level = ? ORDER BY id", level))

    def children(self, node: int) -> tuple[Node, ...]:
        """The nodes directly below one, in the order in which they were lived; none below a scene."""
        return tuple(self._node(row) for row in self.rows(f"{_NODE} WHERE parent = ? ORDER BY id", node))

    def _node(self, row: tuple[Any, ...]) -> Node:
        number, level, start, end, parent, first, last, summary, detail = row
        text = self._text(level, first, last, summary, detail)
        return Node(number, level, moment(start), moment(end), parent, first, last, text.partition("\n")[0], text)

    def _text(self, level: int, first: int, last: int, summary: str, detail: str) -> str:
        """Summary, own lines, the newest scene below, and what was said."""
        newest = self.experience(last)
        seen = scene_text(newest.scene)
        if level == SCENE:
            return seen
        own = detail if level == GOAL else action_line(newest)
        lines = [summary, own, seen if newest.scene.objects else ""]
        lines += speech_lines(self.speech(first, last), stamped=level == GOAL)
        return "\n".join(line for line in lines if line)

    def row(self, sql: str, *values: object) -> tuple[Any, ...] | None:
        """The first row of a query, or None."""
        with files.explained(self.path):
            return self._connection.execute(sql, values).fetchone()

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with files.explained(self.path):
            return self._connection.execute(sql, values).fetchall()

    def check(self) -> list[str]:
        """Everything that is wrong inside the file, one line each; empty when it is sound.

        Reads the whole file: SQLite's own check, references between tables, and the text index against the texts.
        """
        problems = [line for (line,) in self.rows("PRAGMA integrity_check") if line != "ok"]
        problems += [
            f"dangling reference in table {row[0]}, row {row[1]}" for row in self.rows("PRAGMA foreign_key_check")
        ]
        if self._lock:
            try:
                self._connection.execute("INSERT INTO node_text (node_text, rank) VALUES ('integrity-check', 1)")
            except sqlite3.DatabaseError as error:
                problems.append(f"text index: {error}")
        return problems


def _lock(path: Path) -> WriterLock:
    try:
        return WriterLock(path)
    except OSError as error:
        raise BadInput(
            f"the folder of {path} cannot be written ({error.strerror}); open the memory with readonly=True, "
            "or copy it to a folder of yours"
        ) from error
