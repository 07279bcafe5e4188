"""Sinks, basins and taps."""

from __future__ import annotations

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    arc,
    block,
    box,
    cylinder,
    join,
    rod,
    tube,
    turned,
)
from envs.pocket.render.shapes.parts import (
    IRON,
    STEEL,
    darker,
    liquid,
    paint,
    slab,
)


def sink(look: Look) -> Mesh:
    """The rim and surroundings of a basin: a top with the basin's hole in it and a drop below."""
    x, y, z = look.size
    colour = paint(look)
    if not look.holes:
        return _basin(x, 0.92 * y, z, colour)
    top = look.support[0] * y
    return slab(x, z, max(top - 0.05, 0.0), top, look.holes, colour)


def _basin(x: float, y: float, z: float, colour: Paint) -> Mesh:
    wall = 0.02
    floor = 0.05 * y
    dark = darker(colour, 0.86)
    return join(
        box((-x / 2, 0, -z / 2), (x / 2, floor, z / 2), dark),
        box((-x / 2, floor, -z / 2), (-x / 2 + wall, y, z / 2), colour),
        box((x / 2 - wall, floor, -z / 2), (x / 2, y, z / 2), colour),
        box((-x / 2 + wall, floor, -z / 2), (x / 2 - wall, y, -z / 2 + wall), colour),
        box((-x / 2 + wall, floor, z / 2 - wall), (x / 2 - wall, y, z / 2), colour),
        cylinder(0, floor - 0.001, 0, 0.035, 0.004, IRON, segments=12),
    )


def basin(look: Look) -> Mesh:
    """The hollow of a sink or a tub, with its drain."""
    x, y, z = look.size
    water = (
        [box((-x / 2 + 0.02, 0.3 * y, -z / 2 + 0.02), (x / 2 - 0.02, 0.32 * y, z / 2 - 0.02), liquid(look))]
        if look.filled
        else []
    )
    return join(_basin(x, y, z, paint(look)), *water)


def faucet(look: Look) -> Mesh:
    """A tap with a swan neck; water runs when it is on."""
    x, y, z = look.size
    thick = min(0.016, 0.16 * min(x, z) + 0.004)
    radius = max((z - 2 * thick) / 2, 0.02)
    back = -z / 2 + thick
    rise = max(y - radius - thick, 0.4 * y)
    neck = arc((0, rise, back + radius), min(radius, y - rise - thick), 180, 0, "zy", 8)
    neck[:, 2] = back + radius + (neck[:, 2] - back - radius) * radius / min(radius, y - rise - thick)
    tip = neck[-1] - (0, min(0.03, 0.2 * y), 0)
    pipe = tube([(0, 0.0, back), *neck.tolist(), tip.tolist()], thick, STEEL, 10)
    wide = min(x / 2 - 0.012, 0.07)
    base = join(
        cylinder(0, 0, back + thick * 0.6, thick * 1.6, 0.05 * y, STEEL, segments=14),
        block(0, 0, back + thick, 2 * wide + 0.03, 0.03 * y + 0.004, 2.4 * thick, STEEL),
    )
    taps = [
        join(
            cylinder(s * wide, 0, back, 0.012, 0.14 * y, STEEL),
            turned(
                box((s * wide - 0.010, 0.14 * y, back - 0.006), (s * wide + 0.010, 0.18 * y, back + 0.045), c),
                "y",
                40 if look.on else 0,
                (s * wide, 0, back),
            ),
        )
        for s, c in ((-1, Paint((0.85, 0.3, 0.3), "metal")), (1, Paint((0.3, 0.45, 0.85), "metal")))
    ]
    water = (
        [rod(tip, (tip[0], tip[1] - max(0.75 * y, 0.22), tip[2]), 0.009, Paint((0.55, 0.78, 0.98), "light"))]
        if look.on
        else []
    )
    return join(pipe, base, *taps, *water)


BUILDERS = {
    "Sink": sink,
    "SinkBasin": basin,
    "BathtubBasin": basin,
    "Faucet": faucet,
}
