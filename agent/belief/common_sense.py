"""What the agent knows about kinds of things before it has seen any: what they can do and where they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from envs.pocket.things.traits import ENCLOSED, SINGLE_SLOT, SLICED_TYPE, STRICT_SLOT, VESSELS, accepts
from envs.pocket.world.containment import PASS_ON
from envs.teach.tasks.classes import types_named
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import WATER_BASINS, being, handiest

BASINS = handiest("catching water")
"""Where water runs, the best first: a sink's own record often is no receptacle."""

TAPS = handiest("giving water")
"""What water comes out of."""

KNIVES = handiest("cutting")
WATER_VESSELS = handiest("carrying water")
"""What water can be carried in, the handiest first."""
BOILING_VESSELS = handiest("boiling")
PANS = handiest("frying")
BREAD = "BreadSliced"

SURFACES = handiest("putting down")
"""Where a thing can be put out of the hand, the best first."""

GARBAGE = frozenset({"GarbageCan"})
"""What is in there was thrown away."""
DEEP = GARBAGE
"""What is always open, but too deep for what is in it to be seen from farther away."""

LIGHT_SWITCH = "LightSwitch"
LAMPS = ("DeskLamp", "FloorLamp")
"""What a light switch works beside the ceiling light."""
DEEP_VESSELS = ("Pot",)
"""Carried things into which one cannot see unless one stands over them; what is in them shows when they are lifted."""
COVERS = ("Newspaper",)
"""Flat carried things that lie on top of others."""
HUNG = being("hung")
"""Types that hang on walls, also above what is seen when one looks around."""

_FLAT = 0.05  # what is higher does not lie under a cover, metres

RARELY = 0.004
"""Share of things kept in a kind of container that is not among the usual ones for them."""

_WHOLE = {part: whole for whole, part in SLICED_TYPE.items()}


@cache
def can(object_type: str, capability: str) -> bool:
    """Whether things of a type have a capability, in AI2-THOR's spelling; an unknown type has none."""
    entry = object_types().get(object_type)
    return entry is not None and capability in entry.can


def whole_of(object_type: str) -> str | None:
    """What a piece is cut from (``TomatoSliced`` → ``Tomato``), None for what is no piece."""
    return _WHOLE.get(object_type)


def original_of(object_id: str) -> str:
    """The type of thing this was at first: the loaf for a slice of bread."""
    return object_id.split("|", 1)[0]


def is_container(object_type: str) -> bool:
    """Whether a door or lid hides what is inside."""
    return object_type in ENCLOSED


def has_inside(object_type: str) -> bool:
    """Whether one has to look into it to see what is in there: containers, and deep things that are always open."""
    return object_type in ENCLOSED or object_type in DEEP


@cache
def may_conceal(cover_type: str, object_type: str) -> bool:
    """Whether a carried thing may conceal one of a type: in it, if it is deep, or under it."""
    cover, entry = object_types().get(cover_type), object_types().get(whole_of(object_type) or object_type)
    if cover is None or entry is None or "pickupable" not in entry.can or object_type in VESSELS:
        return False
    narrow = max(entry.footprint) <= min(cover.footprint)
    inside = cover_type in DEEP_VESSELS and accepts(cover_type, object_type)  # nobody looks into a pot for a remote
    return narrow and (inside or (cover_type not in DEEP_VESSELS and entry.size[1] <= _FLAT))


def is_basin(object_type: str) -> bool:
    """Whether water can run into it."""
    return object_type in WATER_BASINS


def passes_on(object_type: str) -> bool:
    """Whether what is in it also counts as being on what it stands on."""
    return object_type in PASS_ON or can(object_type, "pickupable")


def slots(object_type: str) -> int | None:
    """How many things it holds at most; None when that depends on their size."""
    return 1 if object_type in SINGLE_SLOT else None


def takes(receptacle_type: str, item_type: str) -> bool:
    """Whether such a thing can be put there at all."""
    if receptacle_type in STRICT_SLOT:
        return item_type in SINGLE_SLOT[receptacle_type]
    return True


@cache
def share_in(object_type: str, container_type: str) -> float:
    """How often things of a type are kept in such a container: the share in recorded homes, else a small one."""
    entry = object_types().get(whole_of(object_type) or object_type)
    return RARELY if entry is None else float(entry.parents.get(container_type, RARELY))


@cache
def shares_of(object_type: str) -> Mapping[str, float]:
    """In or on what things of a type are in recorded homes, each with the share of them."""
    entry = object_types().get(whole_of(object_type) or object_type)
    return {} if entry is None else {place: float(share) for place, share in entry.parents.items()}


STORES = handiest("keeping things")
"""Where things are when they are put away."""
COOL = handiest("keeping food")
_KEPT = 0.03  # share of a kind below which a place is not its usual one
_SEAT = 0.3  # the same for what people sit or lie on, where much only happens to lie
_PUT_AWAY = 2.0  # how much rather a thing is put away than put somewhere
_COOL = 4.0  # the same for food, where it keeps


@cache
def belonging(object_type: str) -> Mapping[str, float]:
    """Types of places where things of a type belong, each with how well, the best first.

    Places in recorded homes count in which they may be kept: not the floor, a basin, the rubbish or a machine.
    """
    kind = whole_of(object_type) or object_type
    entry = object_types().get(kind)
    parents = entry.parents if entry is not None else {}
    stores = (*STORES, *(COOL if kind in being("food") else ()))
    found: dict[str, float] = {}
    for place, share in parents.items():
        soft = place in being("soft") and place not in stores
        if float(share) >= (_SEAT if soft else _KEPT) and (soft or place in stores or place in being("table")):
            found[place] = float(share) * (_COOL if place in COOL else _PUT_AWAY if place in stores else 1.0)
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def is_put_away(object_type: str, place_type: str) -> bool:
    """Whether a thing of a type is kept there, out of the way."""
    return place_type in belonging(object_type) and place_type in (*STORES, *COOL)


def kinds(word: str) -> tuple[str, ...]:
    """The types that a type or class name stands for."""
    return types_named(word)
