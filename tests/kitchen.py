"""A counter full of things that tests of the whole contract share."""

from __future__ import annotations

from typing import Any

from scenes import counter, floor, play, thing

from envs.pocket.controller import PocketController

Call = tuple[str, dict[str, Any]]
FORCED = {"forceAction": True}

COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER)
CUP = thing("Cup", 0.3, 0.8, on=COUNTER, isFilledWithLiquid=True)
PLATE = thing("Plate", -0.4, 0.8, on=COUNTER)
KNIFE = thing("Knife", 0.6, 0.8, on=COUNTER)
FAR = thing("Apple", 0.0, -1.9)
MICROWAVE = thing("Microwave", -0.9, 0.9, on=COUNTER)
SHUT_IN = thing("Potato", -0.9, 0.9, on=MICROWAVE)
EGG = thing("Egg", 0.9, 0.8, on=COUNTER)
BREAD = thing("Bread", 1.2, 0.8, on=COUNTER)
TOASTER = thing("Toaster", 0.45, 1.05, on=COUNTER)
PAPER = thing("ToiletPaper", -0.15, 1.1, on=COUNTER, canBeUsedUp=True)
SCREEN = thing("Laptop", 0.15, 1.1, on=COUNTER, isOpen=True, isBroken=True, isToggled=False)

THINGS = (
    floor(), COUNTER, MUG, CUP, PLATE, KNIFE, FAR, MICROWAVE, SHUT_IN, EGG, BREAD, TOASTER, PAPER, SCREEN,
)  # fmt: skip


def kitchen() -> PocketController:
    """All of it; the apple lies behind the agent, the potato in the closed microwave."""
    return play(*THINGS)
