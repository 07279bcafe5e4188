"""What follows from what is running: water washes and fills, heat cooks, a coffee machine brews.

The agent cannot look into a closed microwave, nor always watch the basin while it turns the tap. So after each of its
actions it concludes what must have happened to the things out of view; what is in view it sees.
"""

from __future__ import annotations

from agent.belief.common_sense import BASINS, can, whole_of
from agent.belief.state import Belief, Thing
from envs.effects import BREWER, HEATERS, Receptacle, after


def conclude(belief: Belief) -> None:
    """Bring the believed states of the things out of view up to date with what is running around them."""
    for basin in belief.known(*BASINS):
        tap = tap_of(belief, basin)
        if tap is not None and _works(belief, tap, "on"):
            for thing in belief.within(basin.object_id):
                _conclude_for(belief, thing, basin)
    for source in belief.known(*sorted(HEATERS), BREWER):
        if _works(belief, source, "hot" if source.object_type == "StoveBurner" else "on"):
            for thing in belief.within(source.object_id):
                _conclude_for(belief, thing, source)


_BELIEVED = frozenset({"filled", "cooked"})
"""What a look would show; TEACh's own notes (water, coffee, boiled) are kept from deeds."""


def tap_of(belief: Belief, basin: Thing) -> Thing | None:
    """The tap that runs into a basin: the nearest."""
    return belief.nearest(basin, belief.known("Faucet"))


def cookable(object_type: str) -> bool:
    """Whether heat cooks such a thing; a slice of bread or potato is not in every vocabulary table."""
    return can(object_type, "cookable") or whole_of(object_type) in ("Potato", "Bread", "Egg")


def _works(belief: Belief, source: Thing, state: str) -> bool:
    """Whether a tap runs or a heater is hot; what pictures only suggest brings nothing about."""
    return state in source.states and (belief.evidence is None or belief.sure(source.object_id, state, True))


def _conclude_for(belief: Belief, thing: Thing, source: Thing) -> None:
    """What a working source has made of a thing that is in or on it, unless that is seen for certain.

    Where pictures have to tell, it is concluded also of what seemed to be so before: now it is known.
    """
    if thing.object_id in belief.in_view and belief.evidence is None:
        return
    before = set(thing.states)
    add, drop = (_made(thing, before, source) & _BELIEVED) - before, before - _made(thing, before, source)
    if belief.evidence is not None:
        add |= {state for state in _BELIEVED & before if state in _made(thing, before - {state}, source)}
        drop |= {"dirty"} - _made(thing, before | {"dirty"}, source)
    belief.change(thing.object_id, sorted(add), sorted(drop))


def _made(thing: Thing, states: set[str], source: Thing) -> set[str]:
    """The states of a thing after it was in or on a source that works."""
    kind = thing.object_type
    return after(kind, states, [Receptacle(source.object_type, True)], thing.can("canFillWithLiquid"), cookable(kind))
