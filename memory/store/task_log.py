"""What the agent was asked to do, how far it got, and what it did for it: the declarative memory of tasks.

One log per task, only ever appended to, in the same file as everything else that is remembered. Each entry holds an
action and how things stood after it, so a task that was interrupted, even by the end of the process, goes on from its
last entry. Source: "Robots Can Multitask Too", section III-F.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from memory.file import schema
from memory.store.database import Store, microseconds, moment
from memory.task_status import DONE, OPEN, RUNNING, STATUSES

_TASK = """SELECT id, name, params, request, status, started, changed, note, parent, state, words, requester, episode,
    ended, began, remaining, part FROM tasks"""


_STANDS = """UPDATE tasks SET changed = ?1, began = coalesce(began, ?1), remaining = ?2,
    part = json_array_length(?2) > 0
    AND json_array_length(?2) < (SELECT max(json_array_length(remaining)) FROM task_entries WHERE task = ?3)
    WHERE id = ?3"""


@dataclass(frozen=True)
class TaskOrigin:
    """Where a task came from.

    Attributes:
        words: The task as the agent calls it, "clean every plate": what its goals name as their task; "" leaves the
            name to speak for itself.
        requester: Who asked for it.
        episode: The stretch of life in which it was asked for.
    """

    words: str = ""
    requester: str = "user"
    episode: str = ""


UNKNOWN_ORIGIN = TaskOrigin()


@dataclass(frozen=True)
class LogEntry:
    """One action of a task, and how things stood after it.

    Attributes:
        time: The home's naive local time.
        action: As it was executed, such as ``Pickup(Mug_0)`` or ``move_to_box_1(apple)``.
        success: Whether it worked.
        reason: Why it failed; "" otherwise.
        contents: What is in each container after it, in the order in which it got there.
        remaining: What is still to be handled, or left on the table.
    """

    time: datetime
    action: str
    success: bool
    reason: str = ""
    contents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    remaining: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoggedTask:
    """A task as it stands.

    Attributes:
        id: Number; never given out twice.
        name: Which task it is.
        params: What it is about, such as the thing to be cleaned.
        request: What was said, "" when it was not asked for in words.
        status: One of ``STATUSES``.
        started: When it was asked for.
        changed: When it, or its log, last changed.
        note: Why it ended or was changed.
        parent: The task it interrupted, None when there was none.
        state: JSON that its owner needs to go on with it.
        origin: Where it came from.
        ended: When it was over, None while it is open.
        began: When something was first done for it; None when nothing was.
        remaining: What was still to be done when its log last changed, one sentence each; empty when done.
        part: Whether a part of it all had come about then.
    """

    id: int
    name: str
    params: tuple[str, ...]
    request: str
    status: str
    started: datetime
    changed: datetime
    note: str = ""
    parent: int | None = None
    state: str = ""
    origin: TaskOrigin = UNKNOWN_ORIGIN
    ended: datetime | None = None
    began: datetime | None = None
    remaining: tuple[str, ...] = ()
    part: bool = False

    @property
    def open(self) -> bool:
        """Whether there is still something to be done for it."""
        return self.status in OPEN


class TaskLog:
    """The tasks in a memory file.

    Every change is one transaction, or part of the one that is open; what has returned survives ``kill -9``.

    Args:
        store: The memory; open for writing for everything but ``task``, ``tasks`` and ``entries``.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def newest(self) -> int:
        """Number of the task that was begun last, 0 when none was."""
        row = self._store.row("SELECT max(id) FROM tasks")
        return int(row[0] or 0) if row else 0

    @property
    def store(self) -> Store:
        """Where they lie."""
        return self._store

    def begin(
        self,
        name: str,
        params: Sequence[str],
        request: str,
        time: datetime,
        parent: int | None = None,
        state: str = "",
        origin: TaskOrigin = UNKNOWN_ORIGIN,
    ) -> int:
        """Begin a task, which is ``running`` until ``update`` says something else, and return its number.

        Raises:
            BadInput: No name, a time with a zone, a parent that is not known, or text that is not Unicode.
        """
        if not name.strip():
            raise BadInput(f"a task needs a name, not {name!r}; it is what the task is found again by")
        if parent is not None:
            self.task(parent)
        now = _time(time)
        values = (name, json.dumps(list(params)), request, RUNNING, now, now, "", parent, state)
        cursor = self._write(
            """INSERT INTO tasks (name, params, request, status, started, changed, note, parent, state, words,
            requester, episode) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (*values, origin.words, origin.requester, origin.episode),
        )
        return int(cursor.lastrowid or 0)

    def append(self, task: int, entry: LogEntry) -> None:
        """Add an action to the log of a task.

        Raises:
            BadInput: The task is not known, the time has a zone, or text is not Unicode.
        """
        self.task(task)
        now = _time(entry.time)
        contents = json.dumps({name: list(things) for name, things in entry.contents.items()})
        done = (entry.action, int(entry.success), entry.reason, contents, json.dumps(list(entry.remaining)))
        with self._store.transaction():
            self._write(
                """INSERT INTO task_entries
                SELECT ?1, coalesce(max(position) + 1, 0), ?2, ?3, ?4, ?5, ?6, ?7 FROM task_entries WHERE task = ?1""",
                (task, now, *done),
            )
            self._write(_STANDS, (now, json.dumps(list(entry.remaining)), task))

    def update(
        self,
        task: int,
        time: datetime,
        *,
        status: str | None = None,
        note: str | None = None,
        name: str | None = None,
        params: Sequence[str] | None = None,
        state: str | None = None,
        words: str | None = None,
        remaining: Sequence[str] | None = None,
        part: bool | None = None,
    ) -> None:
        """Change how a task stands; what is None stays as it is.

        Raises:
            BadInput: The task or status is not known, the name is empty, the time has a zone, or text is not Unicode.
        """
        self.task(task)
        if status is not None and status not in STATUSES:
            raise BadInput(f"a task cannot be {status!r}; it is one of {', '.join(STATUSES)}")
        if name is not None and not name.strip():
            raise BadInput(f"task {task} cannot be called {name!r}; give it a name")
        given = None if params is None else json.dumps(list(params))
        left = None if remaining is None else json.dumps(list(remaining))
        self._write(
            """UPDATE tasks SET status = coalesce(?, status), note = coalesce(?, note), name = coalesce(?, name),
            params = coalesce(?, params), state = coalesce(?, state), words = coalesce(?, words),
            remaining = coalesce(?, remaining), part = coalesce(?, part), changed = ? WHERE id = ?""",
            (status, note, name, given, state, words, left, part, _time(time), task),
        )
        if status is not None:
            self._write("UPDATE tasks SET ended = ? WHERE id = ?", (None if status in OPEN else _time(time), task))
        if status == DONE:
            self._write(
                "UPDATE tasks SET remaining = '[]', part = 0, began = coalesce(began, started) WHERE id = ?", (task,)
            )

    def task(self, task: int) -> LoggedTask:
        """The task with that number.

        Raises:
            BadInput: There is none.
        """
        row = self._store.row(f"{_TASK} WHERE id = ?", task)
        if row is None:
            known = self._store.row("SELECT min(id), max(id) FROM tasks") or (None, None)
            which = "no task yet" if known[0] is None else f"tasks {known[0]} to {known[1]}"
            raise BadInput(f"{self._store.path} has no task {task}; it knows {which}")
        return _task(row)

    def tasks(self, *statuses: str) -> tuple[LoggedTask, ...]:
        """All tasks with one of these statuses, or with any, in the order in which they were begun.

        Raises:
            BadInput: A status that no task can have.
        """
        unknown = [status for status in statuses if status not in STATUSES]
        if unknown:
            raise BadInput(f"a task cannot be {unknown[0]!r}; it is one of {', '.join(STATUSES)}")
        wanted = json.dumps(list(statuses or STATUSES))
        rows = self._store.rows(f"{_TASK} WHERE status IN (SELECT value FROM json_each(?)) ORDER BY id", wanted)
        return tuple(_task(row) for row in rows)

    def latest(self, name: str) -> LoggedTask | None:
        """The newest task of that name, an open one before one that is over; None when there was none."""
        wanted = json.dumps(list(OPEN))
        row = self._store.row(
            f"{_TASK} WHERE name = ? ORDER BY status IN (SELECT value FROM json_each(?)) DESC, id DESC LIMIT 1",
            name,
            wanted,
        )
        return None if row is None else _task(row)

    def entries(self, task: int) -> tuple[LogEntry, ...]:
        """The log of a task, oldest entry first.

        Raises:
            BadInput: The task is not known.
        """
        self.task(task)
        rows = self._store.rows(
            """SELECT time, action, success, reason, contents, remaining FROM task_entries WHERE task = ?
            ORDER BY position""",
            task,
        )
        return tuple(_entry(row) for row in rows)

    def shorten(self, before: datetime) -> bool:
        """Drop what was done for tasks that were over before a time, deed by deed; whether there was anything."""
        over = "FROM task_entries WHERE task IN (SELECT id FROM tasks WHERE ended < ?)"
        if not self._store.row(f"SELECT 1 {over} LIMIT 1", _time(before)):
            return False
        self._write(f"DELETE {over}", (_time(before),))
        return True

    def _write(self, sql: str, values: tuple[Any, ...]) -> Any:
        with self._store.transaction():
            try:
                return self._store.write(sql, *values)
            except UnicodeEncodeError as error:
                raise BadInput(f"a task holds text that is not Unicode: {error}") from error


def unsaved_log() -> TaskLog:
    """A log that lies in no file, for as long as the process lives."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _empty().backup(connection)
    return TaskLog(Store.in_memory(connection))


@cache
def _empty() -> sqlite3.Connection:
    """A memory with its tables and nothing in them."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    schema.migrate(connection, Path(":memory:"), False)
    return connection


def _task(row: tuple[Any, ...]) -> LoggedTask:
    number, name, params, request, status, started, changed, note, parent, state, *more = row
    words, requester, episode, ended, began, remaining, part = more
    what = (name, tuple(json.loads(params)), request, status)
    origin = TaskOrigin(words, requester, episode)
    return LoggedTask(
        *(number, *what, moment(started), moment(changed), note, parent, state, origin),
        ended=None if ended is None else moment(ended),
        began=None if began is None else moment(began),
        remaining=tuple(json.loads(remaining)),
        part=bool(part),
    )


def _entry(row: tuple[Any, ...]) -> LogEntry:
    time, action, success, reason, contents, remaining = row
    held = {name: tuple(things) for name, things in json.loads(contents).items()}
    return LogEntry(moment(time), action, bool(success), reason, held, tuple(json.loads(remaining)))


def _time(time: datetime) -> int:
    if time.tzinfo is not None:
        raise BadInput(f"time {time.isoformat()} has a time zone; give the home's local time without one")
    return microseconds(time)
