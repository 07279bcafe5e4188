"""The task log of a memory that is being lived: changes need not be waited for, what is read is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memory.live.writer import MemoryWriter
from memory.store.database import Store
from memory.store.task_log import UNKNOWN_ORIGIN, LogEntry, LoggedTask, TaskLog, TaskOrigin


class LivedTaskLog(TaskLog):
    """See ``TaskLog``; what a change raises may be raised by a later call instead.

    Args:
        memory: Where tasks are written down.
    """

    def __init__(self, memory: MemoryWriter) -> None:
        self._memory = memory

    @property
    def newest(self) -> int:
        """Number of the task that was begun last, 0 when none was."""
        return self._memory.ask(lambda store: TaskLog(store).newest)

    @property
    def store(self) -> Store:
        """Where they lie; only for the thread that writes."""
        return self._memory.ask(lambda store: store)

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
        """Begin a task, and return its number."""
        return self._memory.ask(lambda store: TaskLog(store).begin(name, params, request, time, parent, state, origin))

    def append(self, task: int, entry: LogEntry) -> None:
        """Add an action to the log of a task."""
        self._memory.tell(lambda store: TaskLog(store).append(task, entry))

    def update(self, task: int, time: datetime, **changes: Any) -> None:
        """Change how a task stands."""
        self._memory.tell(lambda store: TaskLog(store).update(task, time, **changes))

    def task(self, task: int) -> LoggedTask:
        """The task with that number."""
        return self._memory.ask(lambda store: TaskLog(store).task(task))

    def tasks(self, *statuses: str) -> tuple[LoggedTask, ...]:
        """All tasks with one of these statuses, or with any."""
        return self._memory.ask(lambda store: TaskLog(store).tasks(*statuses))

    def latest(self, name: str) -> LoggedTask | None:
        """The newest task of that name."""
        return self._memory.ask(lambda store: TaskLog(store).latest(name))

    def entries(self, task: int) -> tuple[LogEntry, ...]:
        """The log of a task, oldest entry first."""
        return self._memory.ask(lambda store: TaskLog(store).entries(task))
