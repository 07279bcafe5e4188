"""What may be the case with a task that the agent was asked to do."""

WAITING, RUNNING, SUSPENDED = "waiting", "running", "suspended"
DONE, FAILED, CANCELLED = "done", "failed", "cancelled"
OPEN = (WAITING, RUNNING, SUSPENDED)
"""Statuses of tasks that are still to be carried out."""
STATUSES = (*OPEN, DONE, FAILED, CANCELLED)

INTERRUPTED, PARTLY = "interrupted", "partly"
TASK_OUTCOMES = (DONE, FAILED, CANCELLED, INTERRUPTED, PARTLY, WAITING, RUNNING)
"""How a task is told to stand or to have ended: begun and left is interrupted, failed halfway is partly done."""
