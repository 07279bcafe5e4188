"""What follows from what is running: water washes and fills, heat cooks, a coffee machine brews.

The agent cannot look into a closed microwave, nor always watch the basin while it turns the tap. So after each of its
actions it concludes what must have happened to the things out of view; what is in view it sees.
"""

from __future__ import annotations

from agent.belief import Belief, Thing
from agent.common_sense import BASINS, BREAD, PUT_OUT_BY_WATER, can, whole_of


def conclude(belief: Belief) -> None:
    """Bring the believed states of the things out of view up to date with what is running around them."""
    for basin in belief.known(*BASINS):
        tap = tap_of(belief, basin)
        if tap is not None and "on" in tap.states:
            for thing in belief.within(basin.object_id):
                drop = ["dirty", "on"] if thing.object_type in PUT_OUT_BY_WATER else ["dirty"]
                _change(belief, thing, add=["filled"] if thing.can("canFillWithLiquid") else [], drop=drop)
    for source in belief.known("Microwave", "Toaster", "CoffeeMachine"):
        if "on" in source.states:
            for thing in belief.within(source.object_id):
                _change(belief, thing, add=_made(source.object_type, thing))
    for burner in belief.known("StoveBurner"):
        if "hot" in burner.states:
            for thing in belief.within(burner.object_id):
                _change(belief, thing, add=_made("StoveBurner", thing))


def tap_of(belief: Belief, basin: Thing) -> Thing | None:
    """The tap that runs into a basin: the nearest."""
    return belief.nearest(basin, belief.known("Faucet"))


def cookable(object_type: str) -> bool:
    """Whether heat cooks such a thing; a slice of bread or potato is not in every vocabulary table."""
    return can(object_type, "cookable") or whole_of(object_type) in ("Potato", "Bread", "Egg")


def _made(source: str, thing: Thing) -> list[str]:
    if source == "CoffeeMachine":
        return ["filled"] if thing.can("canFillWithLiquid") else []
    if source == "Microwave" and thing.object_type == BREAD:
        return []  # it gets warm, not toasted
    return ["cooked"] if cookable(thing.object_type) else []


def _change(belief: Belief, thing: Thing, add: list[str], drop: list[str] | None = None) -> None:
    if thing.object_id not in belief.in_view:
        belief.change(thing.object_id, add, drop or [])
