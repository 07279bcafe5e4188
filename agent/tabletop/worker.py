"""The worker: answers single prompts about one task, without history. Source: the paper, section III-D to III-F."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent.tabletop.procedures import Procedures, Task, choose
from memory.store.task_log import LogEntry

REMAINING = "remaining"
"""What a worker extracts besides the places of a task: the objects left on the table."""


class Worker(Protocol):
    """Level 0. What it is given is all that it knows."""

    def select(self, task: Task, objects: Sequence[str]) -> tuple[str, ...]:
        """Which of the objects on the table matter for a task, in order if order matters: selective attention.

        Raises:
            GaveUp: It does not answer in a usable way.
        """
        ...

    def extract(self, task: Task, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """What is in a place, or ``REMAINING`` on the table, after the last of some log entries.

        Raises:
            GaveUp: It does not answer in a usable way.
        """
        ...


class BuiltinWorker:
    """A worker that goes by the rules of a task and what it knows of things.

    Args:
        procedures: What it knows.
    """

    def __init__(self, procedures: Procedures) -> None:
        self._procedures = procedures

    def select(self, task: Task, objects: Sequence[str]) -> tuple[str, ...]:
        """As ``Worker.select``."""
        things = [self._procedures.thing(name) for name in objects]
        return tuple(thing.name for thing, _ in choose(task, things))

    def extract(self, task: Task, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """As ``Worker.extract``: of a place, from the last entry that tells of it."""
        if what == REMAINING:
            return tuple(entries[-1].remaining) if entries else ()
        return next((tuple(entry.contents[what]) for entry in reversed(entries) if what in entry.contents), ())
