"""What the engine must know about object types beyond an object's own record.

Fractions and sets were measured on the initial states of 2,275 recorded TEACh games; the placement families follow the
parents seen there. What holds, takes and hides things is in the dictionary (``assets/vocabulary.yaml``).
"""

from __future__ import annotations

from collections.abc import Iterable

from envs.vocabulary.entries import with_field
from envs.vocabulary.uses import being, pieces

#: Contents of these are invisible and unreachable while the door is shut. A toilet's contents lie on its lid.
ENCLOSED = frozenset(with_field("types", "encloses"))

#: What has to be open before anything can be put there (AI2-THOR's ``MustBeOpenToPlaceObjectsIn``). A safe is not among
#: them: things are put on top of a closed one.
MUST_BE_OPEN = ENCLOSED - {"Safe"}

#: Support planes of receptacles that the type table does not know as such, as fractions of the box height.
MORE_SUPPORT = {"Sink": (0.63,)}
DEFAULT_SUPPORT = (0.08,)

#: Vessels: small, open-topped, things pile up in them.
VESSELS = being("vessel")


def _kinds(named: Iterable[str]) -> frozenset[str]:
    """Types and kinds of types ("food") as types."""
    return frozenset(kind for name in named for kind in being(name) or {name})


_TAKES = with_field("types", "takes")
_SLOTS = with_field("types", "slot")

#: Types that hold any pickupable thing.
OPEN_SURFACES = frozenset(kind for kind, taken in _TAKES.items() if taken == "anything")

#: Receptacles that hold one thing, and what that thing natively is.
SINGLE_SLOT = {kind: _kinds(_TAKES[kind]) for kind in _SLOTS}

#: Of those, the ones that take nothing else even when the type check is bypassed (``forceAction``):
#: 706 of 706 toaster placements were slices, 467 of 467 coffee machine placements mugs.
STRICT_SLOT = frozenset(kind for kind, slot in _SLOTS.items() if slot == "strict")

#: What a receptacle takes without force, when it is neither an open surface nor a single slot.
ACCEPTS = {kind: _kinds(taken) for kind, taken in _TAKES.items() if kind not in OPEN_SURFACES | SINGLE_SLOT.keys()}

#: Solid bodies, as (from, to) fractions of the box height: nothing is put there, and the agent takes them to hide what
#: is behind them. Thin or gappy things are left out. What really hides what: ``envs.pocket.bodies``.
OPAQUE = {
    "Fridge": (0.0, 1.0),
    "Cabinet": (0.0, 1.0),
    "Drawer": (0.0, 1.0),
    "Microwave": (0.0, 1.0),
    "Safe": (0.0, 1.0),
    "CounterTop": (0.0, 0.5),
    "Dresser": (0.0, 0.89),
    "TVStand": (0.0, 0.88),
    "SideTable": (0.80, 0.90),
    "DiningTable": (0.74, 0.80),
    "CoffeeTable": (0.70, 0.80),
    "Desk": (0.75, 0.82),
    "Bed": (0.0, 0.55),
    "Sofa": (0.0, 0.40),
    "ArmChair": (0.0, 0.40),
    "Toilet": (0.0, 0.5),
    "Television": (0.1, 1.0),
    "LaundryHamper": (0.0, 0.9),
}

#: Heat zones. The microwave does not toast bread (``docs/pocket.md``).
HEAT_DECAY_S = 10.0
SOURCE_TYPES = frozenset({"Microwave", "StoveBurner", "Toaster", "CoffeeMachine", "Fridge"})

SLICED_TYPE = pieces()


def accepts(receptacle_type: str, item_type: str) -> bool:
    """Whether the receptacle takes the item without force."""
    if receptacle_type in OPEN_SURFACES:
        return True
    if receptacle_type in SINGLE_SLOT:
        return item_type in SINGLE_SLOT[receptacle_type]
    return item_type in ACCEPTS.get(receptacle_type, frozenset())
