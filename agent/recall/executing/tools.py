"""What something was done with: the knife in the hand, the cup that was poured from, the tap that was on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import ANYTHING, Selection, SpanOfTime
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from envs.effects import whole
from memory.experience import type_of
from memory.reading.traces import EVERYTHING, Scope

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


def tool(posed: PosedQuery) -> Findings:
    """What something was done with, the latest time. Value: class, or None."""
    selection = posed.query.of
    items = posed.select(selection)
    if not items:
        return posed.never(None, selection)
    if selection.subject == "tasks" and (found := _deeds_of(posed, items[-1])) is not None:
        selection, items = found
    used = [(item, by) for item in items if (by := used_for(posed, item, selection))]
    if not used and not posed.view.inside(EVERYTHING, [items[-1].first]):
        return posed.found(None, items[-1:], "forgotten")
    if not used:
        return posed.found(None, items[-1:], "partly", (Caveat("nearest", items=tuple(items[-1:])),))
    last, by = used[-1]
    others = tuple({one.kind: one for _, one in used if one.kind != by.kind}.values())
    status = "partly" if last.source == "task log" else "known"  # the sponge in the hand is forgotten
    return posed.found(by.kind, (last, by, *others), status)
