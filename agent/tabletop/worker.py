"""The worker at the table: goes by the rules of a task and what it knows of things; no language model."""

from __future__ import annotations

from collections.abc import Sequence

from agent.mind.worker import extracted
from agent.tabletop.procedures import Procedures, TabletopTask, choose
from memory.store.task_log import LogEntry


class BuiltinWorker:
    """A worker that goes by the rules of a task and what it knows of things.

    Args:
        procedures: What it knows.
    """

    def __init__(self, procedures: Procedures) -> None:
        self._procedures = procedures

    def select(self, task: TabletopTask, objects: Sequence[str]) -> tuple[str, ...]:
        """As ``agent.mind.worker.Worker.select``."""
        things = [self._procedures.thing(name) for name in objects]
        return tuple(thing.name for thing, _ in choose(task, things))

    def extract(self, task: TabletopTask, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """As ``agent.mind.worker.Worker.extract``: of a place, from the last entry that tells of it."""
        return extracted(entries, what)
