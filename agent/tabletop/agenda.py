"""The tasks of a table: which of them are begun, and which wait."""

from __future__ import annotations

from agent.mind.agenda import Agenda
from agent.mind.tasks import AgendaTask, TaskContext
from agent.tabletop.procedures import Procedures, TabletopTask
from envs.clock import Clock
from memory.store.task_log import LoggedTask, TaskLog
from memory.task_status import DONE, OPEN, RUNNING, SUSPENDED


class TabletopAgenda(Agenda[TabletopTask]):
    """The tasks of one log that a robot at a table knows; one that was begun before waits until it is resumed.

    Args:
        procedures: Knows the tasks by name; others in the log are left alone.
        tasks: The log.
        clock: Tells the time.
        remembers: Whether tasks outlive being interrupted.
    """

    restored = OPEN

    def __init__(self, procedures: Procedures, tasks: TaskLog, clock: Clock, remembers: bool) -> None:
        self._procedures = procedures
        super().__init__(tasks, clock, remembers)

    def _known(self, logged: LoggedTask) -> AgendaTask[TabletopTask] | None:
        task = self._procedures.tasks.get(logged.name)
        if task is None or logged.state:
            return None
        return AgendaTask(logged.id, task, logged.request, SUSPENDED, TaskContext(), logged.parent, logged.note)

    def _written(self, working: TaskContext) -> str:
        return ""

    def of(self, task: TabletopTask) -> AgendaTask[TabletopTask] | None:
        """The newest open one of a kind."""
        return max((one for one in self.open if one.errand == task), key=lambda one: one.id, default=None)

    def leave(self, item: AgendaTask[TabletopTask], status: str, note: str) -> None:
        """Suspend or end a task."""
        self.change(item.id, status=status, note="" if status == DONE else note)

    def waiting(self) -> tuple[TabletopTask, ...]:
        """The tasks that are begun and not finished, the one changed last at the end."""
        if not self.remembers:
            return ()
        logged = sorted(self.tasks.tasks(*OPEN), key=lambda one: (one.status == RUNNING, one.changed, one.id))
        names = dict.fromkeys(one.name for one in logged if one.name in self._procedures.tasks)
        return tuple(self._procedures.tasks[name] for name in names)
