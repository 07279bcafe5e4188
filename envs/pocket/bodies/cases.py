"""What opens: cupboards, drawers, appliances, boxes."""

from __future__ import annotations

import math

from envs.pocket.bodies.block import HIDES, SEEN, Block, brick, case, pillar, surface, tub, whole
from envs.pocket.render.context import pull
from envs.pocket.render.look import BOX_RIM, Look


def cabinet(look: Look) -> list[Block]:
    """A cupboard; open, a case and a door."""
    x, y, z = look.size
    if not look.open:
        return whole(look)
    front = z / 2 - 0.022
    hinge = ("y", look.hinge * 100 * look.open, (look.hinge * (x / 2 - 0.003), 0.0, front))
    door = brick((-x / 2, 0, front), (x / 2, y, z / 2), turn=hinge)
    return [*case(-x / 2, x / 2, y, -z / 2, front, 0.016), door]


def drawer(look: Look) -> list[Block]:
    """A drawer; open, a front and a tray drawn out with it."""
    x, y, z = look.size
    if not look.open:
        return whole(look)
    out, floor = pull(look.size, look.open), max(surface(look) - 0.002, 0.006)
    a, b, side = x / 2 - 0.01, (z - 0.03) / 2, 0.82 * y
    return [
        brick((-x / 2, 0, z / 2 - 0.02 + out), (x / 2, y, z / 2 + out)),
        brick((-a, 0, out - b), (a, floor, out + b)),
        brick((-a, 0, out - b), (-a + 0.012, side, out + b)),
        brick((a - 0.012, 0, out - b), (a, side, out + b)),
        brick((-a, 0, out - b), (a, side, out - b + 0.012)),
    ]


def fridge(look: Look) -> list[Block]:
    """A refrigerator with two doors, one above the other."""
    x, y, z = look.size
    if not look.open:
        return whole(look)
    front = z / 2 - 0.06
    hinge = ("y", -110 * look.open, (-x / 2, 0.0, front))
    doors = [
        brick((-x / 2, a * y, front), (x / 2, b * y, z / 2 - 0.012), turn=hinge) for a, b in ((0.02, 0.68), (0.69, 1.0))
    ]
    return [*case(-x / 2, x / 2, y, -z / 2, front, 0.035), *doors]


def safe(look: Look) -> list[Block]:
    """A safe."""
    x, y, z = look.size
    if not look.open:
        return whole(look)
    front = z / 2 - 0.045
    hinge = ("y", -105 * look.open, (-x / 2 + 0.01, 0.0, front))
    return [*case(-x / 2, x / 2, y, -z / 2, front, 0.04), brick((-x / 2, 0, front), (x / 2, y, z / 2), turn=hinge)]


def microwave(look: Look) -> list[Block]:
    """A microwave oven: a hollow with a door, and the part with the keys."""
    x, y, z = look.size
    if not look.open:
        return whole(look)
    front, edge = z / 2 - 0.03, -0.24 * x
    door = brick((edge, 0, front), (x / 2, y, z / 2), turn=("y", 105 * look.open, (x / 2, 0.0, front)))
    keys = brick((-x / 2, 0, -z / 2), (edge, y, z / 2))
    return [*case(edge, x / 2, y, -z / 2, front, 0.02), keys, door]


def carton(look: Look) -> list[Block]:
    """A cardboard box; open, with four flaps."""
    x, y, z = look.size
    top, wing = BOX_RIM[look.glass] * y, 0.5 * y
    if look.open < 0.5:
        return [pillar(0.76 * x, 0.76 * z, 0, top)]
    flaps = []
    for s in (-1, 1):
        a, b = s * 0.374 * x, s * 0.374 * z
        flaps += [
            brick((a, top, -0.37 * z), (a + s * wing, top + 0.005, 0.37 * z), turn=("z", s * 68, (a, top, 0.0))),
            brick((-0.37 * x, top, b), (0.37 * x, top + 0.005, b + s * wing), turn=("x", -s * 68, (0.0, top, b))),
        ]
    return [*tub(0.76 * x, 0.76 * z, top, 0.01, max(0.004, surface(look))), *flaps]


def hamper(look: Look) -> list[Block]:
    """A laundry basket with a lid."""
    x, y, z = look.size
    if not look.open:
        return [pillar(0.93 * x, 0.93 * z, 0, 0.95 * y)]
    return tub(0.95 * x, 0.95 * z, 0.92 * y, 0.03, 0.05 * y)


def trash_can(look: Look) -> list[Block]:
    """An open bin, narrower at the bottom, its walls thin; one looks into it, through the wires of a basket too."""
    x, y, z = look.size
    wide = 0.93 if look.shape % 2 else 0.86
    if look.glass:
        return [pillar(0.62 * x, 0.62 * z, 0.05 * y, y, SEEN), pillar(0.8 * x, 0.8 * z, 0, 0.02)]
    lower = tub(0.9 * wide * x, 0.9 * wide * z, 0.55 * y, 0.01, 0.05 * y)
    rim = tub(wide * x, wide * z, y, 0.01, 0.0)[1:]
    walls = [
        block._replace(use=HIDES) for block in (*lower, *(r._replace(low=(r.low[0], 0.5 * y, r.low[2])) for r in rim))
    ]
    return [*walls, pillar(0.62 * x, 0.62 * z, 0.05 * y, y, SEEN)]


def laptop(look: Look) -> list[Block]:
    """A laptop: keyboard half and screen."""
    x, y, z = look.size
    thick = min(0.02, 0.4 * y)
    if look.open < 0.5:
        return [pillar(x, z, 0, 1.6 * thick)]
    deep = max(0.68 * z, 0.2)
    edge = z / 2 - deep
    lid = min(y - thick, deep)
    lean = max(-math.degrees(math.atan2(max(edge + z / 2 - 0.012, 0.0), max(lid, 0.01))), -25)
    screen = brick((-x / 2, thick, edge - 0.012), (x / 2, thick + lid, edge), turn=("x", lean, (0.0, thick, edge)))
    return [brick((-x / 2, 0, edge), (x / 2, thick, z / 2)), screen]


CASES = {
    "Cabinet": cabinet,
    "Drawer": drawer,
    "Fridge": fridge,
    "Safe": safe,
    "Microwave": microwave,
    "Box": carton,
    "LaundryHamper": hamper,
    "GarbageCan": trash_can,
    "Laptop": laptop,
}
