"""Tables, chests and shelf units."""

from __future__ import annotations

from envs.pocket.render.look import Look, rim
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    block,
    box,
    join,
    moved,
    revolve,
    rod,
    scaled,
)
from envs.pocket.render.shapes.parts import STEEL, darker, knob, legs, paint, slab


def surface(look: Look, default: float) -> float:
    """Height of the top on which things rest, metres."""
    return (look.support[0] if look.support else default) * look.size[1]


def table_top(look: Look, top: float, thick: float, colour: Paint) -> Mesh:
    """The top of a table; of a glass one the rim and a few streaks, one sees through the rest."""
    x, _y, z = look.size
    if not look.glass:
        return box((-x / 2, top - thick, -z / 2), (x / 2, top, z / 2), colour)
    tone = Paint((0.86, 0.93, 0.95), "glass")
    streaks = [
        rod((x * a, top - 0.006, -z * 0.4), (x * (a + 0.25), top - 0.006, z * 0.4), 0.004, tone, segments=4)
        for a in (-0.40, -0.33, 0.05, 0.12)
    ]
    return join(slab(x, z, top - thick, top, (rim(look),), colour), *streaks)


def table(look: Look) -> Mesh:
    """A table: a top with an apron on four legs; every third one is round on a single foot."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.82)
    thick = 0.035
    if look.shape % 3 == 2 and abs(x - z) < 0.15 * max(x, z):
        plate = scaled(revolve([(0, 0), (0.97, 0), (1, 0.3), (1, 1), (0, 1)], colour, 28), x / 2, thick, z / 2)
        foot = scaled(
            revolve([(0, 0), (0.5, 0), (0.45, 0.04), (0.10, 0.10), (0.08, 1), (0, 1)], darker(colour), 18),
            x / 2,
            top - thick,
            z / 2,
        )
        return join(moved(plate, 0, top - thick), foot)
    board = table_top(look, top, thick, colour)
    under = legs(x, z, top - thick, 0.06, darker(colour, 0.85))
    if look.spaces:  # something lies below the board
        return join(board, under)
    hollow = (-x * 0.43, -z * 0.43, x * 0.43, z * 0.43)
    apron = slab(x * 0.9, z * 0.9, top - thick - 0.07, top - thick, (hollow,), darker(colour, 0.85))
    return join(board, apron, under)


def low_table(look: Look) -> Mesh:
    """A coffee table with a shelf below the top."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.8)
    board = table_top(look, top, 0.04, colour)
    lower = block(0, 0.30 * top, 0, 0.86 * x, 0.02, 0.86 * z, darker(colour, 0.9))
    return join(board, lower, legs(x, z, top - 0.04, 0.055, darker(colour, 0.8)))


def desk(look: Look) -> Mesh:
    """A desk: a top on a leg frame and a modesty board at the back."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.83)
    board = table_top(look, top, 0.03, colour)
    back = box(
        (-x / 2 + 0.03, 0.35 * top, -z / 2 + 0.02), (x / 2 - 0.03, top - 0.03, -z / 2 + 0.04), darker(colour, 0.85)
    )
    ends = [
        box((s * x / 2, 0, -z / 2 + 0.02), (s * (x / 2 - 0.03), top - 0.03, z / 2 - 0.02), darker(colour, 0.9))
        for s in (-1, 1)
    ]
    return join(board, back, *ends)


def side_table(look: Look) -> Mesh:
    """A bedside table: closed body with a drawer line on short legs, or an open one on legs."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.9)
    board = table_top(look, top, 0.03, colour)
    lower = block(0, 0.22 * top, 0, 0.9 * x, 0.02, 0.9 * z, darker(colour, 0.9))
    back = box((-x * 0.44, 0.22 * top, -z * 0.46), (x * 0.44, top - 0.03, -z * 0.44), darker(colour, 0.8))
    return join(board, lower, back, legs(x, z, top - 0.03, 0.045, darker(colour, 0.85)))


def dresser(look: Look) -> Mesh:
    """A chest: an open frame that its drawers (objects of their own) fill, closed at the back and sides."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.89)
    dark = darker(colour, 0.85)
    foot = 0.08 * top
    front = z / 2 - 0.05
    return join(
        box((-x / 2, top - 0.03, -z / 2), (x / 2, top, z / 2), colour),
        box((-x / 2 + 0.015, foot, -z / 2 + 0.01), (-x / 2 + 0.035, top - 0.03, z / 2 - 0.02), dark),
        box((x / 2 - 0.035, foot, -z / 2 + 0.01), (x / 2 - 0.015, top - 0.03, z / 2 - 0.02), dark),
        box((-x / 2 + 0.02, foot, -z / 2 + 0.01), (x / 2 - 0.02, top - 0.03, -z / 2 + 0.03), dark),
        box((-x / 2 + 0.02, foot, -z / 2 + 0.02), (x / 2 - 0.02, foot + 0.03, z / 2 - 0.02), dark),
        *_fronts(x, foot + 0.03, top - 0.03, front - 0.12, colour),
        legs(x, z, foot, 0.06, dark),
    )


def _fronts(x: float, low: float, high: float, z: float, colour: Paint) -> list[Mesh]:
    """A recessed face with three rows of drawer fronts, which shows where no drawer is a thing of its own."""
    rows = 3
    step = (high - low) / rows
    out = [box((-x / 2 + 0.03, low, z - 0.01), (x / 2 - 0.03, high, z), darker(colour, 0.6))]
    for k in range(rows):
        y0 = low + k * step + 0.008
        for s in (-1, 1):
            out.append(
                box((s * 0.012, y0, z), (s * (x / 2 - 0.04), y0 + step - 0.016, z + 0.015), darker(colour, 0.95))
            )
            out.append(knob(s * x / 4, y0 + step / 2, z + 0.013, 0.014, STEEL))
    return out


def tv_stand(look: Look) -> Mesh:
    """A low board: two open bays between sides, on feet."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.88)
    foot = 0.10 * top
    boards = [box((-x / 2, foot, -z / 2), (x / 2, foot + 0.03, z / 2), colour), table_top(look, top, 0.03, colour)]
    uprights = [
        box((c * x - 0.015, foot, -z / 2), (c * x + 0.015, top - 0.03, z / 2 - 0.01), darker(colour, 0.9))
        for c in (-0.485, 0, 0.485)
    ]
    back = box((-x / 2, foot, -z / 2), (x / 2, top, -z / 2 + 0.012), darker(colour, 0.7))
    return join(*boards, *uprights, back, legs(x, z, foot, 0.06, darker(colour, 0.7)))


def shelving(look: Look) -> Mesh:
    """A shelf unit: four posts, a back, a top; its shelves are objects of their own."""
    x, y, z = look.size
    colour = darker(paint(look), 0.9)
    posts = [
        box((a * (x / 2), 0, b * (z / 2)), (a * (x / 2 - 0.025), y * 0.97, b * (z / 2 - 0.025)), colour)
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    bars = [box((-x / 2, h * y, -z / 2), (x / 2, h * y + 0.02, -z / 2 + 0.012), colour) for h in (0.08, 0.5)]
    sides = [
        box((s * (x / 2), h * y, -z / 2), (s * (x / 2 - 0.012), h * y + 0.02, z / 2), colour)
        for s in (-1, 1)
        for h in (0.03, 0.5)
    ]
    return join(*posts, *bars, *sides, box((-x / 2, y * 0.97, -z / 2), (x / 2, y, z / 2), colour))


BUILDERS = {
    "DiningTable": table,
    "CoffeeTable": low_table,
    "Desk": desk,
    "SideTable": side_table,
    "Dresser": dresser,
    "TVStand": tv_stand,
    "ShelvingUnit": shelving,
}
