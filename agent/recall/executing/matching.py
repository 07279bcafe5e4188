"""Which classes a filter of things means in a memory, and whether a thing passes it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.recall.algebra.findings import Caveat, FoundItem
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.posed import PosedQuery
from agent.recall.lookup.classes import fits, with_pieces
from envs.vocabulary.entries import with_field
from envs.vocabulary.nouns import full_lexicon
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
