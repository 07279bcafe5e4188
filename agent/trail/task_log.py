"""Doing tasks once more without writing them down twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from agent.trail.course import Trail
from agent.trail.remembered import RememberedPart
from memory.store.task_log import UNKNOWN_ORIGIN, LogEntry, LoggedTask, TaskLog, TaskOrigin, unsaved_log


class RepeatedTaskLog(TaskLog):
    """The tasks of a run that is led along its trail: known as they were then, written down only where they are not.

    Args:
        log: Where they are written down.
        there: Those of this run that are, in order.
        trail: What the run did.
        known: What of it is written down for certain.
    """

    def __init__(self, log: TaskLog, there: Sequence[LoggedTask], trail: Trail, known: RememberedPart) -> None:
        super().__init__(unsaved_log().store)
        self._log, self._there = log, [task.id for task in there]
        self._trail, self._known = trail, known
        self._ids: dict[int, int] = {}
        self._checked: set[int] = set()

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
        """A new task, or one of those that are there."""
        number = super().begin(name, params, request, time, parent, state, origin)
        if self._there:
            self._ids[number] = self._there.pop(0)
        elif not self._certain:
            above = None if parent is None else self._ids.get(parent)
            self._ids[number] = self._log.begin(name, params, request, time, above, state, origin)
        return number

    def append(self, task: int, entry: LogEntry) -> None:
        """One action for a task."""
        super().append(task, entry)
        if self._certain or task not in self._ids:
            return
        if task not in self._checked:
            last = self._log.entries(self._ids[task])[-1:]
            if last and last[0].time >= entry.time:
                return
            self._checked.add(task)
        self._log.append(self._ids[task], entry)

    def update(self, task: int, time: datetime, **changes: Any) -> None:
        """A change of a task, as in ``TaskLog``."""
        super().update(task, time, **changes)
        if not self._certain and task in self._ids:
            self._log.update(self._ids[task], time, **changes)

    @property
    def _certain(self) -> bool:
        """Whether what happens now is in the log already."""
        return self._trail.position <= self._known.lines
