"""Telling which task each episode served, once, and keeping it in the memory."""

from __future__ import annotations

from agent.recall.lookup.task_runs import name_run
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View
from memory.store.database import Store


def name_tasks(store: Store, episode: str | None = None) -> int:
    """Tell the tasks that nobody has told yet, or that have changed since, and keep them; returns how many.

    Episodes whose task the agent stated itself need none.

    Args:
        store: Open for writing.
        episode: Only this one; None looks at all.

    Raises:
        TryAgain: The disk is full.
    """
    view = View(store)
    runs = view.episodes.runs(EVERYTHING if episode is None else Scope(episode=episode))
    stated = {run.episode for run in runs if run.task}
    with store.transaction():
        return sum(name_run(view, run) for run in runs if run.episode not in stated)
