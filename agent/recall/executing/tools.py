"""What something was done with: the knife in the hand, the cup that was poured from, the tap that was on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import ANYTHING, Selection, SpanOfTime
from agent.recall.executing.listing import task_of
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from envs.effects import whole
from envs.vocabulary.object_types import is_taken
from memory.experience import type_of
from memory.reading.traces import EVERYTHING, Scope

_HEATED = frozenset({"+cooked", "+hot"})
_HEATING = timedelta(hours=1)
"""How long before it was hot a thing may have been put into something for it."""
_AROUND = 60
"""How many experiences before a change what brought it about was switched on."""


def with_tool(posed: PosedQuery, items: Sequence[FoundItem], selection: Selection) -> list[FoundItem]:
    """The deeds that were done with the tool that a selection names."""
    wanted = selection.tool.types
    return [item for item in items if (used := used_for(posed, item, selection)) and used.kind in wanted]


def used_for(posed: PosedQuery, item: FoundItem, selection: Selection) -> FoundItem | None:
    """What a deed was done with, and when that was taken or switched on; None when with nothing else."""
    if "Pour" in selection.actions:
        return item if item.kind else None
    return _switched_on(posed, item) if selection.change else _in_hand(posed, item)


def _switched_on(posed: PosedQuery, item: FoundItem) -> FoundItem | None:
    """What was switched on, or poured from, shortly before a change."""
    before = posed.view.interactions(Scope(end=item.start), ("ToggleOn", "Pour"))[-1:]
    for row in before:
        if row.deed.thing and item.first - row.experience <= _AROUND:
            numbers = (row.event, row.experience, row.experience)
            return FoundItem("deed", "", row.time, row.time, *numbers, kind=row.deed.thing, thing=row.thing or "")
    return None


def _in_hand(posed: PosedQuery, item: FoundItem) -> FoundItem | None:
    """What was in the hand when something was done; where nothing tells, what was last picked up or put down."""
    held, node, perceives = posed.view.held(item.first)
    if held is None and not perceives:
        grip = posed.view.last_grip(item.first)
        held, node = (grip.deed.thing, grip.event) if grip and grip.deed.action == "Pickup" else (None, node)
    kind = type_of(held) if held else ""
    return FoundItem("sight", "", item.start, item.end, node, kind=kind) if kind and kind != item.kind else None


def _deeds_of(posed: PosedQuery, task: FoundItem) -> tuple[Selection, list[FoundItem]] | None:
    """The deed by which a task is called, "slice the bread", as it was done for it; else what was cut or poured for it.

    A task takes no tool in hand, its deeds do.
    """
    named = named_deed(task.name)
    meant = [named] if named else [Selection("deeds", ("Slice",)), Selection("deeds", ("Pour",))]
    for one in meant:
        thing = replace(one.thing, types=tuple(dict.fromkeys((*one.thing.types, *map(whole, one.thing.types)))))
        if "Pour" in one.actions and one.place == ANYTHING:
            one, thing = replace(one, place=thing), ANYTHING  # the plant is what water is poured on
        within = replace(one, thing=thing, time=SpanOfTime(Scope(task.start, task.end)))
        if found := posed.select(within):
            return within, found
    return None


def as_deed(posed: PosedQuery) -> PosedQuery:
    """A question with what something was done that names it by the words of a task, asked of that deed or that task."""
    query = posed.query
    of, plain = query.of, Selection("deeds", thing=query.of.thing, task=query.of.task, tool=query.of.tool)
    if query.ask != "tool" or not of.task or replace(of, time=plain.time) != plain:
        return posed
    named = named_deed(of.task)
    if named is not None and "Pour" in named.actions and named.place == ANYTHING:
        named = replace(named, place=named.thing, thing=ANYTHING)  # the plant is what water is poured on
    deeds = replace(named, tool=of.tool, time=of.time) if named is not None else None
    task = Selection("tasks", task=of.task, tool=of.tool, time=of.time)
    if deeds is not None and (posed.select(replace(deeds, tool=ANYTHING)) or not posed.select(_untooled(task))):
        return replace(posed, query=replace(query, of=deeds))
    return replace(posed, query=replace(query, of=task))


def _untooled(selection: Selection) -> Selection:
    return replace(selection, tool=ANYTHING)


def _of_kind(posed: PosedQuery, item: FoundItem, kinds: Sequence[str]) -> FoundItem | None:
    """A thing of some kinds that was used for a deed or in a task: what ran, what something was put into or taken."""
    task = item if item.what == "task" else task_of(posed, item)
    if task is None:
        return None
    rows = [*posed.view.interactions(Scope(task.start, max(item.end, task.start)), ("ToggleOn", "Place", "Pickup"))]
    for action in ("ToggleOn", "Place", "Pickup"):
        for row in (one for one in reversed(rows) if one.deed.action == action):
            kind = (row.deed.target if action == "Place" else row.deed.thing) or ""
            if kind in kinds and kind != item.kind:
                numbers = (row.event, row.experience, row.experience)
                return FoundItem("deed", "", row.time, row.time, *numbers, kind=kind)
    return None


def _put_into(posed: PosedQuery, item: FoundItem) -> FoundItem | None:
    """What a thing lay in while it was heated, if that is a vessel, and no machine."""
    rows = posed.view.interactions(
        Scope(item.start - _HEATING, item.end), ("Place",), (item.kind,) if item.kind else ()
    )
    row = next((one for one in reversed(rows) if one.thing == item.thing), None)
    kind = row.deed.target if row is not None else None
    if row is None or kind is None or not is_taken((kind,)):
        return None
    return FoundItem("deed", "", row.time, row.time, row.event, row.experience, row.experience, kind=kind)


def tool(posed: PosedQuery) -> Findings:
    """What something was done with, the latest time; with kinds named, which thing of these. Value: class, or None."""
    kinds = posed.query.of.tool.types
    selection = _untooled(posed.query.of)
    items = posed.select(selection)
    if not items:
        return posed.never(None, selection)
    whole = items[-1]
    if selection.subject == "tasks" and (found := _deeds_of(posed, items[-1])) is not None:
        selection, items = found
    seen = [item for item in items if item.first]  # of what only the name of a task tells, no neighbour is known
    used = [(item, by) for item in seen if (by := used_for(posed, item, selection))]
    if kinds:
        used = [(item, by) for item, by in used if by.kind in kinds]
        used = used or [(one, by) for one in (whole,) if (by := _of_kind(posed, one, kinds))]
    if not used and not posed.view.inside(EVERYTHING, [items[-1].first]):
        return posed.found(None, items[-1:], "forgotten")
    if not used:
        return posed.found(None, items[-1:], "partly", (Caveat("nearest", items=tuple(items[-1:])),))
    last, by = used[-1]
    if selection.change in _HEATED and not kinds and (vessel := _put_into(posed, last)) is not None:
        used, by = [*used, (last, by)], vessel  # what it was heated in is told before what ran
    others = tuple({one.kind: one for _, one in used if one.kind != by.kind}.values())
    status = "partly" if last.source == "task log" else "known"  # the sponge in the hand is forgotten
    return posed.found(by.kind, (last, by, *others), status)
