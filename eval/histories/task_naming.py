"""Telling which task each episode served, once, and keeping it in the memory."""

from __future__ import annotations

from agent.recall.lookup.task_runs import name_stretch
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View
from memory.store.database import Store


def name_tasks(store: Store, episode: str | None = None) -> int:
    """Tell the tasks that nobody has told yet, or that have changed since, and keep them; returns how many.

    Stretches whose task the agent stated itself need none.

    Args:
        store: Open for writing.
        episode: Only this one; None looks at all.

    Raises:
        TryAgain: The disk is full.
    """
    view = View(store)
    stretches = view.episodes.stretches(EVERYTHING if episode is None else Scope(episode=episode))
    with store.transaction():
        return sum(name_stretch(view, one) for one in stretches if not one.task and not one.idle)
