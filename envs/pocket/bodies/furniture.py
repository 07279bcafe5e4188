"""Worktops, tables, chests, seats and beds."""

from __future__ import annotations

from envs.pocket.bodies.block import HIDES, SEEN, Block, brick, legs, pillar, slab, surface
from envs.pocket.render.look import Look, rim


def floor(look: Look) -> list[Block]:
    """The floor; it hides nothing that anyone could see."""
    x, _, z = look.size
    return [pillar(x, z, -0.02, 0.0, SEEN)]


def counter(look: Look) -> list[Block]:
    """A worktop with its holes; where it stands on nothing else, a panel at either end."""
    x, _, z = look.size
    top = surface(look)
    plate = slab(x, z, top - 0.04, top, look.holes)
    if look.drop < 0.3:
        return plate
    if x >= z:
        return [
            *plate,
            *(
                brick((s * (x / 2 - 0.03), -look.drop, -z / 2 + 0.04), (s * (x / 2 - 0.05), top, z / 2 - 0.04))
                for s in (-1, 1)
            ),
        ]
    ends = [
        brick((-x / 2 + 0.04, -look.drop, s * (z / 2 - 0.03)), (x / 2 - 0.04, top, s * (z / 2 - 0.05))) for s in (-1, 1)
    ]
    return [*plate, *ends]


def board(look: Look, thick: float) -> list[Block]:
    """The top of a table; of a glass one only the rim."""
    x, _, z = look.size
    top = surface(look)
    return slab(x, z, top - thick, top, [rim(look)] if look.glass else [])


def shelf(look: Look) -> list[Block]:
    """One board."""
    return board(look, 0.022)


def table(look: Look) -> list[Block]:
    """A table: board, apron and legs, or a round one on a foot."""
    x, _, z = look.size
    top = surface(look)
    if look.shape % 3 == 2 and abs(x - z) < 0.15 * max(x, z):
        return [pillar(0.86 * x, 0.86 * z, top - 0.035, top), pillar(0.1, 0.1, 0, top)]
    apron = [] if look.spaces else [pillar(0.88 * x, 0.88 * z, top - 0.1, top - 0.035, HIDES)]
    return [*board(look, 0.035), *apron, *legs(x, z, top)]


def low_table(look: Look) -> list[Block]:
    """A coffee table with a shelf below the top."""
    x, _, z = look.size
    top = surface(look)
    lower = pillar(0.86 * x, 0.86 * z, 0.3 * top, 0.3 * top + 0.02)
    return [*board(look, 0.04), lower, *legs(x, z, top)]


def desk(look: Look) -> list[Block]:
    """A desk: top, back panel and two ends."""
    x, _, z = look.size
    top = surface(look)
    back = brick((-x / 2 + 0.03, 0.35 * top, -z / 2 + 0.02), (x / 2 - 0.03, top - 0.03, -z / 2 + 0.04))
    ends = [brick((s * x / 2, 0, -z / 2 + 0.02), (s * (x / 2 - 0.03), top - 0.03, z / 2 - 0.02)) for s in (-1, 1)]
    return [*board(look, 0.03), back, *ends]


def side_table(look: Look) -> list[Block]:
    """A bedside table: top, lower board, back and legs."""
    x, _, z = look.size
    top = surface(look)
    lower = pillar(0.9 * x, 0.9 * z, 0.22 * top, 0.22 * top + 0.02)
    back = brick((-x * 0.44, 0.22 * top, -z * 0.46), (x * 0.44, top - 0.03, -z * 0.44))
    return [*board(look, 0.03), lower, back, *legs(x, z, top, 0.045)]


def dresser(look: Look) -> list[Block]:
    """A chest: top, sides, and the body behind its drawers (objects of their own)."""
    x, _, z = look.size
    top, foot, side, back = surface(look), 0.08 * surface(look), x / 2 - 0.015, -z / 2 + 0.01
    body = brick((-side, foot, back), (side, top, z / 2 - 0.17))
    sides = [brick((s * side, foot, back), (s * (side - 0.02), top, z / 2 - 0.02)) for s in (-1, 1)]
    return [*board(look, 0.03), body, *sides]


def tv_stand(look: Look) -> list[Block]:
    """A low board with two open bays."""
    x, _, z = look.size
    top, foot = surface(look), 0.1 * surface(look)
    back = brick((-x / 2, foot, -z / 2), (x / 2, top, -z / 2 + 0.012))
    uprights = [brick((c * x - 0.015, foot, -z / 2), (c * x + 0.015, top, z / 2 - 0.01)) for c in (-0.485, 0.0, 0.485)]
    return [pillar(x, z, foot, foot + 0.03), *board(look, 0.03), back, *uprights]


def shelving(look: Look) -> list[Block]:
    """A shelf unit: top and posts; its shelves are objects of their own."""
    x, y, z = look.size
    posts = [
        brick((a * x / 2, 0, b * z / 2), (a * (x / 2 - 0.025), y, b * (z / 2 - 0.025)))
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    return [pillar(x, z, 0.97 * y, y), *posts]


def bed(look: Look) -> list[Block]:
    """A bed: frame, mattress, head and foot."""
    x, y, z = look.size
    top = surface(look)
    return [
        pillar(x, z, 0.10, 0.42 * top),
        pillar(0.96 * x, 0.95 * z, 0.4 * top, 0.97 * top),
        brick((-x / 2, 0, -z / 2), (x / 2, y, -z / 2 + 0.06)),
        brick((-x / 2, 0, z / 2 - 0.05), (x / 2, 0.7 * top, z / 2)),
    ]


def couch(look: Look) -> list[Block]:
    """A sofa or an armchair: seat, back and arms."""
    x, y, z = look.size
    top, arm, back = surface(look), min(0.17, 0.16 * x), min(0.26, 0.28 * z)
    high = min(0.7 * y, top + 0.17) - 0.02
    return [
        brick((-x / 2, 0.06, -z / 2), (x / 2, 0.98 * top, z / 2 - 0.02)),
        brick((-x / 2 + 0.3 * arm, 0.06, -z / 2), (x / 2 - 0.3 * arm, y, -z / 2 + back)),
        *(brick((s * x / 2, 0.06, -0.45 * z), (s * (x / 2 - arm), high, 0.48 * z)) for s in (-1, 1)),
    ]


def chair(look: Look) -> list[Block]:
    """A chair: seat, two rails of the back, legs."""
    x, y, z = look.size
    w, d, top = 0.92 * x, 0.92 * z, surface(look)
    rails = [
        brick((-w / 2 + 0.02, h * y - 0.035, -z / 2 + 0.008), (w / 2 - 0.02, h * y + 0.035, -z / 2 + 0.03))
        for h in (0.95, 0.66)
    ]
    return [pillar(w, d, top - 0.045, top), *rails, *legs(w, d, top, 0.04)]


def stool(look: Look) -> list[Block]:
    """A round seat."""
    x, _, z = look.size
    return [pillar(0.8 * x, 0.8 * z, surface(look) - 0.05, surface(look), fill=0.8)]


def ottoman(look: Look) -> list[Block]:
    """A padded block on short feet."""
    x, _, z = look.size
    return [pillar(x, z, 0.16 * surface(look), surface(look))]


def footstool(look: Look) -> list[Block]:
    """A padded seat on legs."""
    x, _, z = look.size
    return [pillar(x, z, surface(look) - 0.09, surface(look)), *legs(x, z, surface(look))]


FURNITURE = {
    "Floor": floor,
    "CounterTop": counter,
    "Shelf": shelf,
    "DiningTable": table,
    "CoffeeTable": low_table,
    "Desk": desk,
    "SideTable": side_table,
    "Dresser": dresser,
    "TVStand": tv_stand,
    "ShelvingUnit": shelving,
    "Bed": bed,
    "Sofa": couch,
    "ArmChair": couch,
    "Chair": chair,
    "Stool": stool,
    "Ottoman": ottoman,
    "Footstool": footstool,
}
