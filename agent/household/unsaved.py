"""Tasks written down for as long as the process lives: for episodes without a memory file, and for trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory.store.task_log import RUNNING, LogEntry, LoggedTask


class UnsavedTasks:
    """Keeps what ``memory.store.task_log.TaskLog`` keeps, in no file."""

    def __init__(self) -> None:
        self._tasks: dict[int, LoggedTask] = {}
        self._entries: dict[int, list[LogEntry]] = {}

    def begin(
        self,
        name: str,
        params: Sequence[str],
        request: str,
        time: datetime,
        parent: int | None = None,
        state: str = "",
    ) -> int:
        """A new task, running."""
        number = len(self._tasks) + 1
        self._tasks[number] = LoggedTask(number, name, tuple(params), request, RUNNING, time, time, "", parent, state)
        self._entries[number] = []
        return number

    def append(self, task: int, entry: LogEntry) -> None:
        """One action for a task."""
        self._entries[task].append(entry)
        self._tasks[task] = replace(self._tasks[task], changed=entry.time)

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
    ) -> None:
        """A change of a task; what is None stays."""
        old = self._tasks[task]
        given = {"status": status, "note": note, "name": name, "state": state}
        new = replace(old, changed=time, **{key: value for key, value in given.items() if value is not None})
        self._tasks[task] = new if params is None else replace(new, params=tuple(params))

    def tasks(self, *statuses: str) -> tuple[LoggedTask, ...]:
        """Those with one of some statuses, or all."""
        return tuple(task for task in self._tasks.values() if not statuses or task.status in statuses)

    def entries(self, task: int) -> tuple[LogEntry, ...]:
        """What was done for a task."""
        return tuple(self._entries[task])
