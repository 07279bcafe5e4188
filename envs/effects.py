"""What water, heat and coffee do to things, and what a knife makes of them: one rule for all who have to know.

The engine carries it out, the timeline of a recorded game follows it, TEACh's custom properties are decided by it,
belief and the imagination conclude by it, recognition and memory read deeds by it. Each adapts it to what it knows.

Measured on recorded TEACh games (``docs/tasks.md``): effects are immediate; running water cleans and fills; whatever is
cookable and heated is cooked, but a slice of bread in a microwave, which gets warm; what is cooked in something that
holds water is boiled; a coffee machine fills what is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from envs.vocabulary.uses import WATER_BASINS

HEATERS = frozenset({"Microwave", "StoveBurner", "Toaster"})
BREWER = "CoffeeMachine"
SPARED = {"Microwave": frozenset({"BreadSliced"})}
"""By heater: what it warms and does not cook."""
PUT_OUT_BY_WATER = frozenset({"Candle"})
RUN_BY = {
    **dict.fromkeys(WATER_BASINS, frozenset({"Faucet"})),
    "Bathtub": frozenset({"Faucet", "ShowerHead"}),
    "BathtubBasin": frozenset({"Faucet", "ShowerHead"}),
    "StoveBurner": frozenset({"StoveKnob", "StoveBurner"}),
    **{kind: frozenset({kind}) for kind in ("Microwave", "Toaster", BREWER)},
}
"""By place: the types of switches that make it work."""

PIECES_END = ("Sliced", "Cracked")
"""How the types of pieces end."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Receptacle:
    """Something that a thing is in or on, directly or not.

    Attributes:
        type: Its AI2-THOR type.
        works: Whether its tap runs, it is switched on, or (a burner) it is hot.
        wet: Whether it holds a liquid.
    """

    type: str
    works: bool
    wet: bool = False


def after(
    kind: str, states: Iterable[str], around: Sequence[Receptacle], fillable: bool = False, cookable: bool = False
) -> set[str]:
    """The states of a thing once it has been where it is.

    Args:
        kind: Its AI2-THOR type.
        states: What is so, of ``dirty``, ``filled``, ``water`` (filled at a tap), ``coffee``, ``cooked``, ``warm`` (was
            heated, as TEACh's tasks ask for it), ``boiled``, ``on``; others stay as they are.
        around: What it is in or on, innermost first.
        fillable: Whether liquids can be in it.
        cookable: Whether heat cooks it.
    """
    now = set(states)
    for place in around:
        if place.works and place.type in WATER_BASINS:
            now -= {"dirty", "on"} if kind in PUT_OUT_BY_WATER else {"dirty"}
            now |= {"filled", "water"} if fillable else set()
        elif place.works and place.type == BREWER and fillable and "filled" not in now:
            now |= {"filled", "coffee"}
    heaters = [place.type for place in around if place.works and place.type in HEATERS] if cookable else []
    if not heaters:
        return now
    now.add("warm")
    if any(kind not in SPARED.get(heater, ()) for heater in heaters):
        if boils("cooked" in now, around):
            now.add("boiled")
        now.add("cooked")
    return now


def boils(cooked: bool, around: Iterable[Receptacle]) -> bool:
    """Whether a thing that is being cooked is boiled: it was raw, and something around it holds a liquid."""
    return not cooked and any(place.wet for place in around)


def cut(kind: str, states: Iterable[str]) -> tuple[str, set[str]]:
    """The type of the pieces that a thing is cut into, and their states: clean, empty, else as the whole was."""
    return f"{kind}{'Cracked' if kind == 'Egg' else 'Sliced'}", set(states) - {"dirty", "filled"}


def whole(kind: str) -> str:
    """The type a thing had before it was cut: ``PotatoSliced`` → ``Potato``."""
    for ending in PIECES_END:
        if kind.endswith(ending) and kind != ending:
            return kind.removesuffix(ending)
    return kind


def likely_burner(free: Collection[_T], used: Callable[[_T], bool], apart: Callable[[_T], float]) -> _T | None:
    """The burner that a knob is turned for: one with something on it, the nearest of those.

    Knobs and burners pair up one to one, but neither a log nor a look at them says how.

    Args:
        free: Burners that no other knob is known to work, in a stable order.
        used: Whether something stands on it.
        apart: How far it is from the knob.
    """
    return min(free, key=lambda burner: (not used(burner), apart(burner)), default=None)


def works(kind: str, switches_on: Container[str]) -> bool:
    """Whether a place works, given the types of the switches that are on around it."""
    return any(switch in switches_on for switch in RUN_BY.get(kind, ()))
