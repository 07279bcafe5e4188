"""Where a thing is of which no sight is remembered, but that it was to be brought there and was there already."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from agent.recall.executing.tasks.thwarted import needless
from agent.recall.understanding.universals import says_every


def already_there(posed: PosedQuery, found: Findings) -> Findings | None:
    """Where a thing was when a task was to bring it there, if nothing else tells; None for every other question.

    Args:
        posed: The question.
        found: What was found for it.
    """
    query, of = posed.query, posed.query.of
    bare = Selection("sights", thing=ThingFilter(of.thing.types), place=of.place)
    if found.items or query.ask not in ("where", "exists") or of != bare or not of.thing.types or query.left_out:
        return None
    item = next(filter(None, (_there(posed, task) for task in reversed(posed.select(_DONE)))), None)
    if item is None or (query.ask == "exists" and not of.place.types):
        return None
    value = item.place in of.place.types if of.place.types else item.place
    return replace(posed, query=replace(query, ask="where")).found(value, (item,))


_DONE = Selection("tasks", outcomes=("done",))


def _there(posed: PosedQuery, task: FoundItem) -> FoundItem | None:
    """A thing that was where a task was to put it when the task began."""
    deed = None if says_every(task.name) else named_deed(task.name)
    kinds = {*deed.thing.types} & {*posed.query.of.thing.types} if deed is not None else set[str]()
    if deed is None or not kinds or deed.actions != ("Place",) or not deed.place.types or not needless(posed, task):
        return None
    seen = FoundItem("sight", "", task.start, task.start, task.node, kind=min(kinds), place=deed.place.types[0])
    return replace(seen, first=task.first, last=task.first)
