"""The kinds of room: how big they are, how much is in them, and the function that furnishes each.

Offers one function per kind of room.
Imports the plan, the furnishing and the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from envs.pocket.generate.plan import Plan
from envs.pocket.generate.rooms import bathroom, bedroom, kitchen, living_room


@dataclass(frozen=True)
class RoomKind:
    """One kind of room.

    Attributes:
        name: As in ``Scene.room``.
        objects: Median number of objects in the observed plans.
        width: Range of one side of the floor, metres; a little less than the median floor box of the real plans, whose
            corners are partly built over.
        depth: Range of the other side.
        least_free: Fewest free cells that make a usable room; about the fewest among the real plans.
        lay_out: Furnishes a plan; raises ``DoesNotFit``.
    """

    name: str
    objects: int
    width: tuple[float, float]
    depth: tuple[float, float]
    least_free: int
    lay_out: Callable[[Plan], None]


ROOM_KINDS: Mapping[str, RoomKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            RoomKind("kitchen", 86, (3.5, 4.25), (4.0, 4.5), 50, kitchen.lay_out),
            RoomKind("living_room", 46, (4.5, 5.25), (4.75, 5.75), 100, living_room.lay_out),
            RoomKind("bedroom", 50, (3.5, 4.0), (3.75, 4.25), 45, bedroom.lay_out),
            RoomKind("bathroom", 41, (2.5, 3.0), (2.75, 3.5), 28, bathroom.lay_out),
        )
    }
)
