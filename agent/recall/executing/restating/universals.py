"""Whether something was done to every one of some things: one of them is not all.

A task to do just that tells it by how it ended; else the things that are known are counted.
"""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.executing.listing import different
from agent.recall.executing.matching import SETS
from agent.recall.executing.places import last_places
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from agent.recall.executing.tasks.finding import find_tasks
from agent.recall.executing.tasks.thwarted import wants
from agent.recall.understanding.universals import of_each, says_every
from memory.levels import SCENE


def of_every_one(posed: PosedQuery) -> Findings | MemoryQuery | None:
    """What is known of whether something was done to every one; a query for the task to do so; None for others.

    Args:
        posed: The question.
    """
    query, of = posed.query, posed.query.of
    if query.ask == "state":
        return _brought_about(posed)
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
        return replace(query, ask=ask, of=Selection("tasks", task=name, time=of.time, took=of.took))
    return _counted(posed, of) if query.ask in _WHETHER else None


_WHETHER = frozenset({"exists", "outcome"})
_ASKED = _WHETHER | {"when", "ago", "why"}


def _brought_about(posed: PosedQuery) -> MemoryQuery | None:
    """What was done, of "did you turn all the lights off", which is asked of how they are: that may have changed.

    The task to do it to every one, or else the deed, unless it was undone since.
    """
    query, of = posed.query, posed.query.of
    if query.quantifier != "all" or len(of.thing.states) != 1 or "you did" not in query.senses:
        return None
    state = of.thing.states[0]
    plain = replace(of, subject="deeds", thing=replace(of.thing, states=()))
    deed, undone = (replace(plain, actions=_actions(sign + state[1:])) for sign in (state[0], _OTHER[state[0]]))
    if of.thing.every or not of.thing.types:
        name = _called_so(posed, deed) if deed.actions else ""
        return replace(query, ask="exists", of=Selection("tasks", task=name, time=of.time)) if name else None
    done, other = posed.select(deed) if deed.actions else [], posed.select(undone) if undone.actions else []
    if not done or (other and (other[-1].start, other[-1].first) > (done[-1].start, done[-1].first)):
        return None
    return replace(query, ask="exists", quantifier="", of=deed)


def among_others(posed: PosedQuery, findings: Findings) -> Findings | None:
    """That nobody can tell whether a thing was among those of which one was changed: a cup, of "all the drinkware".

    Only where sights of that time are forgotten: else it is known that none was seen to change.
    """
    query, of = posed.query, posed.query.of
    asked = query.ask == "exists" and of.subject == "deeds" and of.change and of.thing.types and not of.relation
    if findings.items or not asked or not posed.view.forgotten(of.time.scope, SCENE):
        return None
    for task in reversed(find_tasks(posed, Selection("tasks", time=of.time))):
        named = named_deed(task.name)
        wider = named is not None and named.change == of.change and {*of.thing.types} < {*named.thing.types}
        if wider and task.status == "done":
            return posed.found(None, (task,), "partly", (Caveat("not every", AMONG, about=of),))
    return None


AMONG = "among them"
"""Words of the caveat that a thing may have been one of several that something was done to."""


def _actions(state: str) -> tuple[str, ...]:
    return tuple(action for action, one in SETS.items() if one == state)


def _called_so(posed: PosedQuery, deed: Selection) -> str:
    """The latest task that is called by a deed done to every one of some things; empty when there was none."""
    for task in reversed(find_tasks(posed, Selection("tasks", time=deed.time))):
        named = named_deed(task.name) if _to_every(task) else None
        if named is not None and named.actions == deed.actions and {*deed.thing.types} <= {*named.thing.types}:
            return task.name
    return ""


_OTHER = {"+": "-", "-": "+"}


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
