"""Which classes a filter of things means in a memory, and whether a thing passes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.recall.algebra.findings import Caveat, FoundItem
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.posed import PosedQuery
from agent.recall.lookup.classes import fits, with_pieces
from envs.vocabulary.entries import with_field
from envs.vocabulary.nouns import full_lexicon
from memory.levels import GOAL
from memory.reading.traces import ObjectInteraction, Scope
from memory.reading.view import View

SETS = {"Open": "+open", "Close": "-open", "ToggleOn": "+on", "ToggleOff": "-on", "Clean": "-dirty", "Dirty": "+dirty"}
SETS |= {"Fill": "+filled", "Empty": "-filled", "Break": "+broken", "Slice": "+sliced"}
"""What an action leaves a thing in."""
_CAN = {"open": "openable", "on": "toggleable", "broken": "breakable", "sliced": "sliceable", "cooked": "cookable"}
_CAN |= {
    "dirty": "dirtyable",
    "filled": "canFillWithLiquid",
    "hot": "canChangeTempToHot",
    "cold": "canChangeTempToCold",
}


def can_be(view: View, states: Sequence[str]) -> tuple[str, ...]:
    """The classes that were seen and can be in one of these states (``-on``), with those that no dictionary has."""
    wanted = {_CAN.get(state[1:], "") for state in states}
    can = with_field("types", "can")
    return tuple(sorted(kind for kind in view.types if kind not in can or "" in wanted or wanted & set(can[kind])))


def names(text: str, types: Sequence[str]) -> bool:
    """Whether a text names a thing of one of some classes."""
    words = re.findall(r"[a-z]+", text.lower())
    found = full_lexicon().find(words)
    while found is not None:
        if set(found.types) & set(types):
            return True
        found = full_lexicon().find(words, found.last)
    return False


def unheard(view: View, selection: Selection) -> Caveat | None:
    """What a selection names that was never met: a word that nobody knows, or a class that was never seen."""
    filters = (selection.thing, selection.place, selection.tool)
    for one in filters:
        if one.unknown:
            return Caveat("unknown", one.unknown)
    for one in filters:
        if one.types and not view.types & set(with_pieces(view, one.types)):
            return Caveat("unknown", about=Selection(thing=ThingFilter(one.types)))
    for other in selection.others:
        if caveat := unheard(view, other):
            return caveat
    return None


def passing(posed: PosedQuery, items: Sequence[FoundItem], selection: Selection) -> list[FoundItem]:
    """The items whose thing and place are none of those left out, and whose thing was in the states asked for."""
    besides, elsewhere = (frozenset(with_pieces(posed.view, one.besides)) for one in (selection.thing, selection.place))
    kept = [item for item in items if item.kind not in besides and not (item.place and item.place in elsewhere)]
    if selection.thing.unknown or selection.place.unknown or selection.tool.unknown:
        return []
    states = selection.thing.states
    return [item for item in kept if fits(_states_before(posed, item), states)] if states else kept


def _states_before(posed: PosedQuery, item: FoundItem) -> tuple[str, ...]:
    """How a thing was last seen before something was done with it."""
    row = posed.view.sights.before(item.thing, item.first)
    return row.states if row else ()


RUN = {"-dirty": ("Faucet", "Dishwasher", "DishwashingMachine"), "+cooked": ("StoveBurner", "Microwave", "Toaster")}
"""A change → what has to run for it."""
INTO = {"Faucet": ("SinkBasin", "Sink", "BathtubBasin", "Bathtub")}
"""What runs → where a thing lies for it, if not in or on that itself."""
STEPS = ("ToggleOn", "ToggleOff", "Pickup", "Place")


def may_have_changed(posed: PosedQuery, selection: Selection) -> bool:
    """Whether things may have been changed by deeds of which no sight is left.

    Sights are forgotten in an hour, deeds stay for days: what never lay under a running tap was not washed, and what
    was never handled neither filled nor broken. So it is where the robot itself keeps account of its tasks.
    """
    types, scope = with_pieces(posed.view, selection.thing.types), selection.time.scope
    if not posed.view.asked.any or not selection.thing.types or posed.view.forgotten(scope, GOAL):
        return True
    if selection.change not in RUN:
        return bool(posed.view.interactions(scope, (), types))
    under = under_machines(posed.view.interactions(Scope(), STEPS), RUN[selection.change])
    return any(row.deed.thing in types and within_run(run, selection) for row, run in under)


def under_machines(
    rows: Sequence[ObjectInteraction], machines: Sequence[str]
) -> Iterator[tuple[ObjectInteraction, ObjectInteraction]]:
    """Things that were where a machine works while it ran, each with when it was switched on."""
    lying: dict[str, ObjectInteraction] = {}
    where: dict[str, str] = {}
    runs: list[ObjectInteraction] = []
    stopped: set[str] = set()
    for row in rows:
        kind, thing = row.deed.thing or "", row.thing or ""
        if row.deed.action == "ToggleOff":
            stopped.add(thing)
            continue
        if row.deed.action == "ToggleOn":
            if kind in machines:
                runs.append(row)
                stopped.discard(thing)
                yield from ((one, row) for key, one in lying.items() if _at(where, where.get(key, ""), kind))
        elif row.deed.action == "Place":
            lying[thing], where[thing] = row, row.deed.target or ""
            where[kind] = row.deed.target or ""
            if any(run.thing not in stopped and _at(where, where[thing], run.deed.thing or "") for run in runs):
                yield row, row
        else:
            from_there = row.deed.origin or ""
            ran = next((run for run in reversed(runs) if _at(where, from_there, run.deed.thing or "")), None)
            if ran is not None and thing not in lying:
                yield row, ran
            lying[thing], where[thing] = row, "hand"


def _at(where: dict[str, str], place: str, machine: str) -> bool:
    """Whether something in or on a place, or on what lies there, is where a machine works."""
    at = (machine, *INTO.get(machine, ()))
    return place in at or where.get(place, "") in at or (place == "hand" and machine in INTO)


def within_run(run: ObjectInteraction, selection: Selection) -> bool:
    """Whether what ran was switched on in the time of a selection."""
    scope = selection.time.scope
    return (scope.start is None or run.time >= scope.start) and (scope.end is None or run.time <= scope.end)
