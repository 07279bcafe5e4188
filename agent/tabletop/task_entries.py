"""Which task stands how: the executive's entries in the task log."""

from __future__ import annotations

from agent.tabletop.procedures import Procedures, Task
from envs.clock import Clock
from memory.store.task_log import DONE, OPEN, RUNNING, SUSPENDED, LogEntry, TaskLog


class Ledger:
    """Begins, suspends and ends tasks in a log; without a log nothing is kept.

    Args:
        log: The log; None keeps nothing.
        procedures: Knows the tasks by name; others in the log are left alone.
        clock: Tells the time.
    """

    def __init__(self, log: TaskLog | None, procedures: Procedures, clock: Clock) -> None:
        self._log, self._procedures, self._clock = log, procedures, clock

    def open(self, task: Task, request: str, anew: bool = False, interrupted: Task | None = None) -> bool:
        """Turn to a task: go on with the one that waits, or begin it; whether it is a new one.

        Args:
            task: Which.
            request: What was said.
            anew: Give up the one that waits and begin again.
            interrupted: The task that was at hand.
        """
        if self._log is None:
            return True
        known = self._log.latest(task.name)
        if known and known.open and not anew:
            self._log.update(known.id, self._clock.now(), status=RUNNING)
            return False
        if known and known.open:
            self._log.update(known.id, self._clock.now(), status="cancelled", note="begun again from the start")
        above = self._log.latest(interrupted.name) if interrupted and interrupted != task else None
        parent = above.id if above and above.status == SUSPENDED else None
        self._log.begin(task.name, (), request, self._clock.now(), parent)
        return True

    def close(self, task: Task | None, status: str, note: str) -> None:
        """Suspend or end a task that is open."""
        known = self._log.latest(task.name) if self._log and task else None
        if self._log and known and known.open:
            self._log.update(known.id, self._clock.now(), status=status, note="" if status == DONE else note)

    def append(self, task: Task | None, entry: LogEntry) -> None:
        """Log an action of a task."""
        known = self._log.latest(task.name) if self._log and task else None
        if self._log and known:
            self._log.append(known.id, entry)

    def waiting(self) -> tuple[Task, ...]:
        """The tasks that are begun and not finished, the one changed last at the end."""
        if self._log is None:
            return ()
        logged = sorted(self._log.tasks(*OPEN), key=lambda one: (one.status == RUNNING, one.changed, one.id))
        names = dict.fromkeys(one.name for one in logged if one.name in self._procedures.tasks)
        return tuple(self._procedures.tasks[name] for name in names)
