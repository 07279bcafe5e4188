"""What may be the case with a task that the agent was asked to do."""

WAITING, RUNNING, SUSPENDED = "waiting", "running", "suspended"
DONE, FAILED, CANCELLED = "done", "failed", "cancelled"
OPEN = (WAITING, RUNNING, SUSPENDED)
"""Statuses of tasks that are still to be carried out."""
PLANNED, LAPSED = "planned", "lapsed"
"""Something to be done later or again and again; and such that is over or was called off. Each time that it is begun a
task of its own is, so these are no tasks that were carried out, and recall does not count them."""
STATUSES = (*OPEN, DONE, FAILED, CANCELLED, PLANNED, LAPSED)

INTERRUPTED, PARTLY = "interrupted", "partly"
TASK_OUTCOMES = (DONE, FAILED, CANCELLED, INTERRUPTED, PARTLY, WAITING, RUNNING)
"""How a task is told to stand or to have ended: begun and left is interrupted, failed halfway is partly done."""


def given_up(status: str) -> str:
    """The status of something that can no longer be carried out."""
    if status == PLANNED:
        return LAPSED
    return CANCELLED if status in OPEN else status
