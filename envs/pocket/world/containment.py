"""Which receptacles AI2-THOR would list around a thing, given where it was put.

Measured on the containment lists of 1,032 recorded games (initial and final states, 60,000 nested pairs): small
appliances and portable vessels pass the receptacle they stand on to their contents, large furniture does not; the floor
claims what lies lower than its box reaches (98 % of 16,500 cases); a burner claims what overlaps it from above (98–99
%).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from envs.pocket.world.room import Room

PASS_ON = frozenset({"CoffeeMachine", "Toaster", "Safe"})
"""Fixed or moveable things that pass on what they stand on, as portable vessels do."""


def surroundings(world: Room, i: int, receptacle: int) -> list[int]:
    """Indices of the parents of object ``i`` once it is in ``receptacle``, the receptacle first."""
    around = [receptacle]
    if world.records[receptacle]["objectType"] == "StoveBurner":
        around += [b for b in world.of_type("StoveBurner") if b != receptacle and _overlap(world, i, b)]
    around += [k for k in world.parents(receptacle) if k not in around and _claims(world, i, receptacle, k)]
    return around


def _claims(world: Room, i: int, receptacle: int, outer: int) -> bool:
    """Whether ``outer``, which is around ``receptacle``, also counts as around the thing in it."""
    inner_record, kind = world.records[receptacle], world.records[outer]["objectType"]
    if kind == "Floor":
        return bool(world.low[i, 1] < world.high[outer, 1])
    if kind == "StoveBurner":
        return _overlap(world, i, outer)
    return inner_record["pickupable"] or inner_record["objectType"] in PASS_ON


def _overlap(world: Room, a: int, b: int) -> bool:
    """Whether two boxes overlap seen from above."""
    sides = [0, 2]
    return bool(
        (world.low[a, sides] < world.high[b, sides]).all() and (world.high[a, sides] > world.low[b, sides]).all()
    )


def direct_support(world: Room, i: int) -> int | None:
    """Of the receptacles around an object, the innermost: the one that has the most of the others around itself."""
    parents = world.parents(i)
    if not parents:
        return None
    shared = {p: len(set(parents) & set(world.parents(p))) for p in parents}
    return min(parents, key=lambda p: (-shared[p], _footprint(world, p), p))


def _footprint(world: Room, i: int) -> float:
    """Area of a box seen from above, square metres."""
    size = world.high[i] - world.low[i]
    return float(size[0] * size[2])
