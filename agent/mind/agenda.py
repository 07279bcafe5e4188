"""What is to be done, in which order: tasks on a stack, each with its log and what it takes to go on with it.

The one in front is being done. Everything that has to outlive the process goes into the task log as it happens.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, Generic

from agent.mind.tasks import AgendaTask, GoalT, TaskContext
from envs.clock import Clock
from memory.store.task_log import LoggedTask, TaskLog, TaskOrigin
from memory.task_status import CANCELLED, DONE, FAILED, RUNNING, STATUSES, SUSPENDED, WAITING


class Agenda(ABC, Generic[GoalT]):
    """The tasks of one mind; each world says what its tasks are.

    Args:
        tasks: Where they are written down.
        clock: The time of their world.
        remembers: Whether a task survives being interrupted; without it, as without working memory, it is lost.

    Attributes:
        heard: How many utterances have been dealt with.
    """

    restored = STATUSES
    """Which tasks of the log are taken up."""

    def __init__(self, tasks: TaskLog, clock: Clock, remembers: bool = True) -> None:
        self.tasks, self._clock, self.remembers = tasks, clock, remembers
        self._items: dict[int, AgendaTask[GoalT]] = {}
        self.heard = 0
        for logged in self.tasks.tasks(*self.restored):
            item = self._known(logged)
            if item is not None:
                self._items[item.id] = item
                self.heard = max(self.heard, item.working.heard)

    # -- what a world says of its tasks

    @abstractmethod
    def _known(self, logged: LoggedTask) -> AgendaTask[GoalT] | None:
        """A task of the log as one of this agenda; None where it is somebody else's."""

    @abstractmethod
    def _written(self, working: TaskContext) -> str:
        """What of a task's working memory is written down."""

    def _begun(self, working: TaskContext, errand: GoalT) -> TaskContext:
        """The working memory of a task that begins."""
        return working

    def _origin(self, errand: GoalT) -> TaskOrigin:
        """Where a task that is asked for now comes from."""
        return TaskOrigin(errand.name)

    # -- asking ------------------------------------------------------------------------------------------------------

    @property
    def all(self) -> tuple[AgendaTask[GoalT], ...]:
        """Every task, in the order in which they were asked for."""
        return tuple(self._items.values())

    @property
    def open(self) -> tuple[AgendaTask[GoalT], ...]:
        """What is still to be done, the task at hand first; what waits to be told comes last."""
        items = [item for item in self._items.values() if item.open]
        return tuple(sorted(items, key=lambda item: (item.status == SUSPENDED, item.working.rank)))

    @property
    def current(self) -> AgendaTask[GoalT] | None:
        """The task at hand."""
        return next((item for item in self.open if item.status != SUSPENDED), None)

    def item(self, number: int) -> AgendaTask[GoalT]:
        """The task of that number."""
        return self._items[number]

    # -- changing ----------------------------------------------------------------------------------------------------

    def begin(
        self, errand: GoalT, request: str, when: str, behind: int | None = None, same: bool = False
    ) -> AgendaTask[GoalT]:
        """Put a task on the agenda.

        Args:
            errand: What.
            request: What was said.
            when: ``now``: in front; ``next``: right behind the one given; ``after``: at the end.
            behind: For ``next``.
            same: See ``TaskContext``.
        """
        current = self.current
        rank = self._rank(when, behind)
        working = self._begun(TaskContext(rank=rank, heard=self.heard, same=same), errand)
        parent = current.id if current is not None and when == "now" and self.remembers else None
        given = (errand.name, errand.params, request, self._clock.now(), parent, self._written(working))
        number = self.tasks.begin(*given, self._origin(errand))
        self._items[number] = AgendaTask(number, errand, request, RUNNING, working, parent)
        self._settle()
        return self._items[number]

    def _rank(self, when: str, behind: int | None) -> float:
        ranks = [item.working.rank for item in self.open if item.status != SUSPENDED]
        if not ranks:
            return 0.0
        if when == "now":
            return min(ranks) - 1.0
        if when == "next" and behind in self._items:
            here = self._items[behind].working.rank
            later = [rank for rank in ranks if rank > here]
            return (here + min(later)) / 2 if later else here + 1.0
        return max(ranks) + 1.0

    def _settle(self) -> None:
        """One task is running, the others wait; those that were left remember when."""
        current = self.current
        for item in list(self._items.values()):
            if item.open and item.status != SUSPENDED:
                status = RUNNING if current is not None and item.id == current.id else WAITING
                if item.status != status:
                    self._save(replace(item, status=status))

    def change(
        self, number: int, *, status: str = "", note: str | None = None, errand: GoalT | None = None, **working: Any
    ) -> None:
        """Change a task and write it down.

        Args:
            number: Which.
            status: Its new status; "" leaves it.
            note: Why; None leaves what is there.
            errand: What it shall be from now on.
            working: New values of ``TaskContext``.
        """
        item = self._items[number]
        changed = replace(
            item,
            status=status or item.status,
            note=item.note if note is None else note,
            errand=errand or item.errand,
            working=replace(item.working, **working),
        )
        if changed != item:
            self._save(changed)
        if status:
            self._settle()

    def _save(self, item: AgendaTask[GoalT]) -> None:
        old, new = self._items[item.id], replace(item, working=replace(item.working, heard=self.heard))
        self._items[item.id] = new
        same, state = old.errand == new.errand, self._written(new.working)
        if same and (old.status, old.note, self._written(old.working)) == (new.status, new.note, state):
            return
        self.tasks.update(
            new.id,
            self._clock.now(),
            status=new.status if new.status != old.status else None,
            note=new.note if new.note != old.note else None,
            name=None if same else new.errand.name,
            params=None if same else new.errand.params,
            state=state,
            words=None if same else self._origin(new.errand).words,
        )

    def note_heard(self) -> None:
        """Write down how many utterances have been dealt with."""
        newest = next(reversed(self._items.values()), None)
        if newest is not None:
            self._save(newest)

    def forget_others(self, number: int) -> list[AgendaTask[GoalT]]:
        """Lose every open task but one, as one does without working memory; says which."""
        lost = [item for item in self.open if item.id != number]
        for item in lost:
            self._items.pop(item.id)
        return lost

    def put_off(self, item: AgendaTask[GoalT], wait: bool) -> None:
        """Put a task behind all others, or keep it until told to go on."""
        if wait:
            self.change(item.id, status=SUSPENDED)
            return
        others = [one.working.rank for one in self.open if one.id != item.id and one.status != SUSPENDED]
        self.change(item.id, rank=max(others, default=item.working.rank - 1.0) + 1.0)
        self._settle()

    def bring_forward(self, item: AgendaTask[GoalT]) -> None:
        """Do a task now."""
        others = [one.working.rank for one in self.open if one.id != item.id and one.status != SUSPENDED]
        rank = min([item.working.rank, *(rank - 1.0 for rank in others)])
        self.change(item.id, status=WAITING, rank=rank)
        self._settle()

    def end(self, item: AgendaTask[GoalT], reason: str) -> None:
        """A task is over: done, or given up for a reason."""
        self.change(item.id, status=DONE if reason == "done" else FAILED, note=None if reason == "done" else reason)

    def cancel(self, item: AgendaTask[GoalT], reason: str = "not wanted any more") -> None:
        """A task is not to be done any more."""
        self.change(item.id, status=CANCELLED, note=reason)
