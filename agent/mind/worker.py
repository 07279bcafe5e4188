"""The worker: answers single prompts about one task, without history. Source: the paper, section III-D to III-F."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent.mind.procedural import SpecT_contra
from memory.store.task_log import LogEntry

REMAINING = "remaining"
"""What a worker extracts besides the places of a task: the objects left on the table."""


class Worker(Protocol[SpecT_contra]):
    """Level 0. What it is given is all that it knows."""

    def select(self, task: SpecT_contra, objects: Sequence[str]) -> tuple[str, ...]:
        """Which of the objects on the table matter for a task, in order if order matters: selective attention.

        Raises:
            GaveUp: It does not answer in a usable way.
        """
        ...

    def extract(self, task: SpecT_contra, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """What is in a place, or ``REMAINING`` on the table, after the last of some log entries.

        Raises:
            GaveUp: It does not answer in a usable way.
        """
        ...


def extracted(entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
    """What is in a place, or ``REMAINING``, as the last of some log entries that tells of it has it."""
    if what == REMAINING:
        return tuple(entries[-1].remaining) if entries else ()
    return next((tuple(entry.contents[what]) for entry in reversed(entries) if what in entry.contents), ())
