"""The memories of one task, as the worker hands them to the coordinator.

Source: "Robots Can Multitask Too", sections III-E and III-F.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from agent.mind.procedural import SpecT
from agent.mind.worker import REMAINING, Worker
from memory.store.task_log import LogEntry, TaskLog

TaskT = TypeVar("TaskT")


class TaskMemoryMode(StrEnum):
    """Which memories there are.

    ``none``: the conversation only. ``working``: the working memory of the task at hand, gone when another task begins.
    ``both``: also the declarative memory, the log of each task, from which the working memory of any task can be made.
    """

    NONE = "none"
    WORKING = "working"
    BOTH = "both"


@dataclass(frozen=True)
class WorkingMemory(Generic[TaskT]):
    """What matters of a task now.

    Attributes:
        task: Which task; its reminder and rules are part of it.
        objects: What on the table matters for it, in order if order matters.
        state: What its actions have come to: place → things, in the order in which they got there.
        wrong: What is still wrong, in sentences, where the world can tell.
    """

    task: TaskT
    objects: tuple[str, ...]
    state: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class DeclarativeMemory(Generic[TaskT]):
    """What is known of a task from its log.

    Attributes:
        task: Which task.
        actions: What was done, in order.
        contents: Place → things.
        remaining: What was left on the table after the last action; None when nothing was done yet.
    """

    task: TaskT
    actions: tuple[str, ...]
    contents: Mapping[str, tuple[str, ...]]
    remaining: tuple[str, ...] | None


class TaskMemory(Generic[SpecT]):
    """Makes the memories of tasks: the log is kept, the worker reads it.

    Args:
        worker: Reads.
        mode: Which memories there are.
        log: The declarative memory; needed for ``both``.
    """

    def __init__(self, worker: Worker[SpecT], mode: TaskMemoryMode, log: TaskLog | None = None) -> None:
        self._worker, self._log = worker, log if mode is TaskMemoryMode.BOTH else None
        self.mode = mode
        self._about: SpecT | None = None
        self._notes: list[LogEntry] = []

    def turn_to(self, task: SpecT, anew: bool = False) -> None:
        """A task is at hand: what was noted of another one before, or of an earlier go at it, is gone."""
        if anew or self._about != task:
            self._notes = []
        self._about = task

    def note(self, entry: LogEntry) -> None:
        """An action was carried out for the task at hand."""
        if entry.success:
            self._notes.append(entry)

    def contents_after(self, task: SpecT, place: str, thing: str) -> tuple[str, ...]:
        """What a place holds once a thing has got there, as far as is remembered: nobody looks into it."""
        before = next((entry.contents[place] for entry in reversed(self._entries(task)) if place in entry.contents), ())
        return (*before, thing)

    def working(self, task: SpecT, objects: Sequence[str]) -> WorkingMemory[SpecT]:
        """The working memory of a task, for what is on the table."""
        entries = self._entries(task)
        state = {place: self._worker.extract(task, entries, place) for place in task.places} if entries else {}
        return WorkingMemory(task, self._worker.select(task, objects), state)

    def declarative(self, task: SpecT) -> DeclarativeMemory[SpecT] | None:
        """The declarative memory of a task; None when there is none at all."""
        if self._log is None:
            return None
        entries = self._entries(task)
        contents = {place: self._worker.extract(task, entries, place) if entries else () for place in task.places}
        remaining = self._worker.extract(task, entries, REMAINING) if entries else None
        return DeclarativeMemory(task, tuple(entry.action for entry in entries), contents, remaining)

    def _entries(self, task: SpecT) -> tuple[LogEntry, ...]:
        if self._log is None:
            return tuple(self._notes) if task == self._about else ()
        latest = self._log.latest(task.name)
        logged = self._log.entries(latest.id) if latest else ()
        return tuple(entry for entry in logged if entry.success)
