"""Whether something was done to every one of some things: one of them is not all.

A task to do just that tells it by how it ended; else the things that are known are counted.
"""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.executing.listing import different
from agent.recall.executing.places import last_places
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from agent.recall.executing.tasks.finding import find_tasks
from agent.recall.executing.tasks.thwarted import wants
from agent.recall.understanding.universals import of_each, says_every


def of_every_one(posed: PosedQuery) -> Findings | MemoryQuery | None:
    """What is known of whether something was done to every one; a query for the task to do so; None for others.

    Args:
        posed: The question.
    """
    query, of = posed.query, posed.query.of
    if query.ask not in _ASKED or of.outcomes:
        return None
    if of.subject == "tasks":
        return _of_task(posed) if query.ask in _WHETHER else None
    if of.subject != "deeds" or not (of.actions or of.change) or not (of.thing.every or of.place.every):
        return None
    if of.relation:
        return None
    name = _to_do_so(posed, of)
    if name:
        ask = "exists" if query.ask in _WHETHER else query.ask
        return replace(query, ask=ask, of=Selection("tasks", task=name, time=of.time))
    return _counted(posed, of) if query.ask in _WHETHER else None


_WHETHER = frozenset({"exists", "outcome"})
_ASKED = _WHETHER | {"when", "ago", "why"}


def _of_task(posed: PosedQuery) -> Findings | MemoryQuery | None:
    """A task that is named with "every", where none of those that were done is to do it to every one."""
    of = posed.query.of
    if not says_every(of.task) or of.relation or any(_to_every(item) for item in posed.select(of)):
        return None
    deed = named_deed(of.task)
    if deed is None or not posed.select(of):
        return None
    meant = of_each(replace(deed, time=of.time), of.task)
    if not (meant.thing.every or meant.place.every):
        return None
    return of_every_one(replace(posed, query=replace(posed.query, ask="exists", of=meant)))


def _to_do_so(posed: PosedQuery, of: Selection) -> str:
    """The latest task of that time to do this to every one; empty when there was none."""
    tasks = [task for task in find_tasks(posed, Selection("tasks", time=of.time)) if _to_every(task)]
    chosen = [task for task in tasks if wants(task.name, of) or wants(task.request, of)]
    return chosen[-1].name if chosen else ""


def _to_every(task: FoundItem) -> bool:
    return says_every(task.name) or says_every(task.request)


def _counted(posed: PosedQuery, of: Selection) -> Findings | None:
    """To how many of the things that are known it was done; None where it was done to none."""
    items = posed.select(of)
    if not items:
        return None
    if not of.thing.every:
        return posed.found(None, items, "partly", (Caveat("not every", about=of),))
    done = [item for item in different(items, "things") if item.kind in of.thing.types]
    if not done:  # the plant is what something was poured on
        return None
    known = {item.thing for item in last_places(posed, ThingFilter(of.thing.types)) if item.thing}
    known = {thing for thing in known if not _is_piece(thing)} | {item.thing for item in done if item.thing}
    if of.place != ANYTHING and of.place.every:
        return posed.found(None, items, "partly", (Caveat("not every", about=of),))
    if len(done) >= len(known):
        return posed.found(True, items)
    lacking = Caveat("not every", f"{len(done)} of {len(known)}", about=of)
    return posed.found(False, items, "partly" if of.change else "known", (lacking,))


def _is_piece(thing: str) -> bool:
    return "Sliced" in thing
