"""How an object looks: its colour and material variant, and the state that shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from envs.pocket.scene import Rect
from envs.pocket.things.variants import Variant, shape_number, variant_of
from envs.pocket.world.spaces import Space
from envs.pocket.world.supports import planes_of

BOX_RIM, POT_RIM = (0.82, 0.2), (0.8, 0.5)
"""Share of its box up to which the wall of a cardboard box or pot reaches, and of one whose contents are seen."""
ERASED = 0.9
"""A space that takes that share of a thing is none: boxes of forks that lie across each other are wider than they."""
RIM = 0.03
"""Width of the rim of a glass top, metres."""
HOT_TYPES = frozenset({"StoveBurner"})


@dataclass(frozen=True)
class Look:
    """Everything a mesh depends on; equal looks share one mesh.

    Attributes:
        kind: Object type.
        size: Box in the object's own frame (x right, y up, z to the front), metres.
        variant: Colour and material.
        open: 0 shut to 1 wide open.
        on: Switched on, or glowing.
        filled: The liquid, or "".
        dirty: Needs washing.
        cooked: Has been cooked.
        broken: In pieces.
        used: Used up.
        hinge: Side on which a door hangs: -1 at the object's -x (on the right, seen from the front), 1 at +x.
        slot: Which piece of a sliced thing this is; -1 for whole things.
        shape: A number from 0 to 7 that picks among a type's forms.
        support: Heights of the planes on which contents rest, as fractions of the box height.
        holes: Rectangles (x0, z0, x1, z1) cut out of a top, metres in the object's own frame.
        drop: How far down to the floor a counter stands on panels of its own, metres; 0 for one on cabinets.
        spaces: Boxes in the object's own frame in which nothing of it is, metres.
        glass: One sees through it: the top of a table or shelf, the wall of a bin.
    """

    kind: str
    size: tuple[float, float, float]
    variant: Variant
    open: float = 0.0
    on: bool = False
    filled: str = ""
    dirty: bool = False
    cooked: bool = False
    broken: bool = False
    used: bool = False
    hinge: int = -1
    slot: int = -1
    shape: int = 0
    support: tuple[float, ...] = ()
    holes: tuple[Rect, ...] = ()
    drop: float = 0.0
    spaces: tuple[Space, ...] = ()
    glass: bool = False


def rim(look: Look) -> Rect:
    """The part of a glass top inside its rim, metres in the object's own frame."""
    x, z = max(look.size[0] / 2 - RIM, 0.01), max(look.size[2] / 2 - RIM, 0.01)
    return -x, -z, x, z


def piece_number(record: dict[str, Any]) -> int:
    """Which piece of a cut thing a record is, or -1."""
    tail = record["objectId"].rpartition("_")[2]
    is_piece = record["objectId"].count("|") == 4 and tail.isdecimal()
    return int(tail) if is_piece else -1


def look_of(
    record: dict[str, Any],
    size: tuple[float, ...],
    style: int = 0,
    holes: tuple[Rect, ...] = (),
    drop: float = 0.0,
    spaces: tuple[Space, ...] = (),
) -> Look:
    """Everything that decides an object's mesh; sizes are rounded to three digits, so that like things share one."""
    kind = record["objectType"]
    x, y, z = (float(f"{v:.3g}") for v in size)
    return Look(
        kind=kind,
        size=(x, y, z),
        variant=variant_of(record, style),
        open=float(record["openness"]) if record["isOpen"] else 0.0,
        on=bool(record["isToggled"]) or (kind in HOT_TYPES and record["temperature"] == "Hot"),
        filled=str(record["fillLiquid"] or "water") if record["isFilledWithLiquid"] else "",
        dirty=bool(record["isDirty"]),
        cooked=bool(record["isCooked"]),
        broken=bool(record["isBroken"]),
        used=bool(record["isUsedUp"]),
        hinge=_hinge(record),
        slot=piece_number(record),
        shape=shape_number(record),
        support=planes_of(record),
        holes=holes,
        drop=drop,
        spaces=tuple(s for s in spaces if not record["pickupable"] or _share(s, (x, y, z)) < ERASED),
        glass=bool(record.get("glass")),
    )


def _share(space: Space, size: tuple[float, float, float]) -> float:
    """How much of an object's box is inside a space, 0 to 1."""
    x, y, z = size
    box = ((-x / 2, x / 2), (0.0, y), (-z / 2, z / 2))
    sides = ((min(b, space[a + 3]) - max(c, space[a]), b - c) for a, (c, b) in enumerate(box))
    return math.prod(max(0.0, inside) / max(whole, 1e-6) for inside, whole in sides)


def _hinge(record: dict[str, Any]) -> int:
    """The side of a cabinet's door that its pivot lies on, seen from the front."""
    if record["objectType"] != "Cabinet":
        return -1
    centre, position = record["axisAlignedBoundingBox"]["center"], record["position"]
    yaw = round(record["rotation"]["y"] / 90) % 4
    across = (position["x"] - centre["x"], -(position["z"] - centre["z"]))[yaw % 2]
    return 1 if across * (1 if yaw in (0, 1) else -1) > 0 else -1
