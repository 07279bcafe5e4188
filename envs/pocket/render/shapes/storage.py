"""Cases with doors and drawers that open: cabinets, drawers, fridges, safes; worktops and shelves."""

from __future__ import annotations

from envs.pocket.render.context import pull
from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    box,
    join,
    moved,
    turned,
)
from envs.pocket.render.shapes.furniture import table_top
from envs.pocket.render.shapes.parts import (
    DARK,
    GREY,
    IRON,
    PALE_WOOD,
    STEEL,
    WHITE,
    darker,
    grip,
    knob,
    mixed,
    paint,
    panel,
    shell,
    slab,
)

_DOOR = 0.022


def _hung(door: Mesh, side: int, half: float, z: float, degrees: float) -> Mesh:
    """A door turned open about a vertical edge: side -1 is the left one."""
    return turned(door, "y", side * degrees, (side * half, 0, z))


def cabinet(look: Look) -> Mesh:
    """A cupboard with a panelled door hung on its pivot's side; inside there is nothing but room."""
    x, y, z = look.size
    colour = paint(look)
    front = z / 2 - _DOOR
    inner = Paint(mixed(PALE_WOOD.rgb, (1, 1, 1), 0.45), "wood")
    case = moved(shell(x, y, z - _DOOR, 0.016, darker(colour, 0.92), inner), 0, 0, -_DOOR / 2)
    door = panel(0, 0.004, front, x - 0.006, y - 0.008, _DOOR, colour)
    at = y * (0.80 if y < 0.8 else 0.5) if look.support and y < 0.85 else 0.5 * y
    door = join(door, grip(-look.hinge * (x / 2 - 0.04), at, z / 2, min(0.13, 0.3 * y), STEEL, upright=True))
    return join(case, _hung(door, look.hinge, x / 2 - 0.003, front, 100 * look.open))


def drawer(look: Look) -> Mesh:
    """A drawer: a front with a handle and, drawn out with it, an open tray."""
    x, y, z = look.size
    colour = paint(look)
    out = pull(look.size, look.open)
    front = panel(0, 0.002, z / 2 - 0.02, x - 0.004, y - 0.004, 0.02, colour)
    handle = grip(0, 0.56 * y, z / 2, min(0.16, 0.4 * x), STEEL)
    wall, deep = 0.012, z - 0.03
    inner = Paint(mixed(PALE_WOOD.rgb, (1, 1, 1), 0.3), "wood")
    floor = max(look.support[0] * y - 0.002 if look.support else 0.01, 0.006)
    side = 0.82 * y
    tray = [
        box((-x / 2 + 0.01, 0.004, -deep / 2), (x / 2 - 0.01, floor, deep / 2), inner),
        box((-x / 2 + 0.01, 0.004, -deep / 2), (-x / 2 + 0.01 + wall, side, deep / 2), inner),
        box((x / 2 - 0.01 - wall, 0.004, -deep / 2), (x / 2 - 0.01, side, deep / 2), inner),
        box((-x / 2 + 0.01, 0.004, -deep / 2), (x / 2 - 0.01, side, -deep / 2 + wall), inner),
    ]
    if look.open == 0:  # shut: nothing to see but the front, and nothing may be seen through it
        tray = [box((-x / 2 + 0.002, 0.002, -z / 2), (x / 2 - 0.002, y - 0.002, z / 2 - 0.02), darker(colour, 0.85))]
    return moved(join(front, handle, *tray), 0, 0, out)


def fridge(look: Look) -> Mesh:
    """A refrigerator: freezer door above, main door below; open shows lit shelves."""
    x, y, z = look.size
    colour = paint(look)
    thick = 0.06
    inner = Paint((0.97, 0.98, 1.0), "light") if look.open else WHITE
    depth = z - thick
    case = moved(shell(x, y, depth, 0.035, darker(colour, 0.9), inner), 0, 0, -thick / 2)
    shelves = [
        box(
            (-x / 2 + 0.035, s * y - 0.008, -z / 2 + 0.035),
            (x / 2 - 0.035, s * y - 0.001, z / 2 - thick - 0.01),
            Paint((0.80, 0.90, 0.94), "glass"),
        )
        for s in look.support
    ]
    front = z / 2 - thick
    parts = [case, *shelves]
    for bottom, top, at in ((0.02, 0.68, 0.50), (0.69, 1.0, 0.80)):
        door = box((-x / 2, bottom * y, front), (x / 2, top * y, z / 2 - 0.012), colour)
        gasket = box((-x / 2 + 0.01, bottom * y + 0.01, front - 0.006), (x / 2 - 0.01, top * y - 0.01, front), GREY)
        handle = grip(
            x / 2 - 0.07,
            at * y,
            z / 2 - 0.012,
            0.20 * y,
            STEEL if look.variant.colour != "silver" else DARK,
            upright=True,
        )
        racks = [
            box(
                (-x / 2 + 0.06, h * y, front - 0.07),
                (x / 2 - 0.06, h * y + 0.06, front - 0.006),
                Paint((0.86, 0.92, 0.95), "plastic"),
            )
            for h in (bottom + 0.05, (bottom + top) / 2)
        ]
        door = join(door, gasket, handle, *(racks if look.open else []))
        parts.append(_hung(door, -1, x / 2, front, 110 * look.open))
    badge = box(
        (-0.05, 0.93 * y, z / 2 - 0.013),
        (0.05, 0.945 * y, z / 2 - 0.008),
        DARK if look.variant.colour != "black" else STEEL,
    )
    return join(*parts, *([] if look.open else [badge]))


def safe(look: Look) -> Mesh:
    """A steel safe with a dial."""
    x, y, z = look.size
    colour = paint(look)
    front = z / 2 - 0.045
    case = moved(shell(x, y, z - 0.045, 0.04, colour, darker(colour, 0.6)), 0, 0, -0.0225)
    dial = knob(-0.10 * x, 0.55 * y, z / 2 - 0.012, 0.035, STEEL)
    spokes = [turned(box((-0.11, -0.008, 0), (0.11, 0.008, 0.02), STEEL), "z", a) for a in (0, 60, 120)]
    wheel = [moved(s, 0.20 * x, 0.55 * y, z / 2 - 0.005) for s in spokes]
    door = join(
        box((-x / 2 + 0.01, 0.01, front), (x / 2 - 0.01, y - 0.01, z / 2 - 0.014), darker(colour, 1.15)), dial, *wheel
    )
    return join(case, _hung(door, -1, x / 2 - 0.01, front, 105 * look.open))


def counter(look: Look) -> Mesh:
    """A worktop: contents rest at the bottom of its box, so the slab lies just below."""
    x, y, z = look.size
    top = look.support[0] * y if look.support else 0.005
    plate = slab(x, z, top - 0.04, top, look.holes, paint(look))
    if look.drop < 0.3:
        return plate
    cheek = Paint((0.90, 0.89, 0.86), "plain")
    along_x = x >= z
    ends = []
    for s in (-1, 1):
        near, far = (s * (x / 2 - 0.03), s * (x / 2 - 0.05)) if along_x else (s * (z / 2 - 0.03), s * (z / 2 - 0.05))
        if along_x:
            ends.append(box((near, -look.drop, -z / 2 + 0.04), (far, top - 0.04, z / 2 - 0.04), cheek))
        else:
            ends.append(box((-x / 2 + 0.04, -look.drop, near), (x / 2 - 0.04, top - 0.04, far), cheek))
    return join(plate, *ends)


def shelf(look: Look) -> Mesh:
    """One board, on the plane on which its contents rest, with two brackets."""
    x, y, z = look.size
    top = look.support[0] * y if look.support else 0.01
    board = table_top(look, top, 0.022, paint(look))
    arms = [
        box((s * 0.4 * x - 0.008, top - 0.05, -z / 2), (s * 0.4 * x + 0.008, top - 0.022, 0.2 * z), IRON)
        for s in (-1, 1)
    ]
    return join(board, *arms)


BUILDERS = {
    "Cabinet": cabinet,
    "Drawer": drawer,
    "Fridge": fridge,
    "Safe": safe,
    "CounterTop": counter,
    "Shelf": shelf,
}
