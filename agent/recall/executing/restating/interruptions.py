"""Whether a task was interrupted, asked for as what was interrupted during it: "while making coffee"."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.executing.tasks.finding import INTERRUPTIONS


def as_interrupted(query: MemoryQuery) -> MemoryQuery:
    """A question for interrupted tasks during one task, asked of that task: it is what was interrupted."""
    of = query.of
    plain = Selection("tasks", outcomes=of.outcomes, relation="during", others=of.others, time=of.time)
    one = of.others[0] if len(of.others) == 1 else None
    if replace(of, speaker="", next_to=False) != plain or one is None or one.subject != "tasks" or not one.task:
        return query
    if "interrupted" not in of.outcomes or not INTERRUPTIONS.issuperset(of.outcomes):
        return query
    time = of.time if of.time.words else one.time
    return replace(query, of=replace(one, outcomes=of.outcomes, time=time))
