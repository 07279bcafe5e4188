"""Lamps, baskets and bins."""

from __future__ import annotations

import math

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    box,
    cylinder,
    ellipsoid,
    join,
    moved,
    revolve,
    rod,
    scaled,
    turned,
)
from envs.pocket.render.shapes.parts import PALE_WOOD, WHITE, darker, paint


def desk_lamp(look: Look) -> Mesh:
    """A table lamp: foot, stem, shade; shines when on."""
    x, y, z = look.size
    colour = paint(look)
    shade = Paint((1.0, 0.93, 0.66), "light") if look.on else Paint((0.85, 0.80, 0.68), "fabric")
    foot = scaled(
        revolve(
            [
                (0, 0),
                (0.5, 0),
                (0.48, 0.04),
                (0.12, 0.08),
                (0.30, 0.25),
                (0.10, 0.45),
                (0.05, 0.50),
                (0.05, 0.62),
                (0, 0.62),
            ],
            colour,
            18,
        ),
        x / 2,
        y,
        z / 2,
    )
    hood = scaled(revolve([(0.97, 0.5), (1, 0.5), (0.62, 1), (0.58, 1), (0.96, 0.5)], shade, 20), x / 2, y, z / 2)
    bulb = ellipsoid(
        (0, 0.68 * y, 0), (0.16 * x, 0.09 * y, 0.16 * z), Paint((1, 0.98, 0.85), "light") if look.on else WHITE, 10, 6
    )
    return join(foot, hood, bulb)


def floor_lamp(look: Look) -> Mesh:
    """A standard lamp; shines when on."""
    x, y, z = look.size
    colour = paint(look)
    shade = Paint((1.0, 0.93, 0.66), "light") if look.on else Paint((0.85, 0.80, 0.68), "fabric")
    foot = scaled(revolve([(0, 0), (1, 0), (0.95, 1), (0, 1)], colour, 20), 0.30 * x, 0.03, 0.30 * z)
    pole = cylinder(0, 0.03, 0, 0.014, 0.80 * y, colour, segments=10)
    hood = scaled(revolve([(0.97, 0), (1, 0), (0.66, 1), (0.62, 1), (0.96, 0)], shade, 20), x / 2, 0.22 * y, z / 2)
    bulb = ellipsoid((0, 0.84 * y, 0), (0.05, 0.06, 0.05), Paint((1, 0.98, 0.85), "light") if look.on else WHITE, 10, 6)
    return join(foot, pole, moved(hood, 0, 0.78 * y), bulb)


def hamper(look: Look) -> Mesh:
    """A wicker basket with a lid that stands open."""
    x, y, z = look.size
    colour = paint(look)
    h = 0.92 * y
    taper = 0.9
    outer = revolve([(0, 0), (taper, 0), (1, 1), (0.94, 1), (taper * 0.93, 0.05), (0, 0.05)], colour, 4)
    body = scaled(turned(outer, "y", 45), x / math.sqrt(2), h, z / math.sqrt(2))
    lid = box((-x / 2, 0, -z / 2), (x / 2, y - h, z / 2), darker(colour, 0.85))
    lid = join(lid, box((-0.05, 0.0, z / 2 - 0.006), (0.05, y - h + 0.006, z / 2), PALE_WOOD))
    return join(body, moved(turned(lid, "x", -100 * look.open, (0, 0, -z / 2)), 0, h))


def trash_can(look: Look) -> Mesh:
    """An open bin, wider at the top, with a rim and a bag's edge."""
    x, y, z = look.size
    colour = paint(look)
    if look.glass:
        return _basket(x, y, z, colour)
    profile = [(0, 0), (0.80, 0), (0.96, 0.94), (1, 0.95), (1, 1), (0.93, 1), (0.78, 0.05), (0, 0.05)]
    segments = 4 if look.shape % 2 else 24
    body = revolve(profile, colour, segments)
    bag = revolve(
        [(0.94, 0.90), (1.0, 0.955), (1.01, 1.0), (0.92, 1.0), (0.90, 0.7)],
        Paint((0.92, 0.92, 0.92), "plastic"),
        segments,
    )
    mesh = join(body, bag)
    if segments == 4:
        return scaled(turned(mesh, "y", 45), x / math.sqrt(2), y, z / math.sqrt(2))
    ribs = [
        turned(rod((0.83, 0.12, 0), (0.94, 0.8, 0), 0.02, darker(colour, 0.85), segments=5), "y", a)
        for a in range(0, 360, 30)
    ]
    return scaled(join(mesh, *ribs), x / 2 * 0.99, y, z / 2 * 0.99)


def _basket(x: float, y: float, z: float, colour: Paint) -> Mesh:
    """A bin of wire: hoops and uprights around a closed bottom."""
    hoops = [
        revolve([(r, h), (r + 0.02, h), (r + 0.02, h + 0.02), (r, h + 0.02), (r, h)], colour, 24)
        for r, h in ((0.40, 0.03), (0.42, 0.35), (0.44, 0.66), (0.46, 0.97))
    ]
    wire = rod((0.41, 0.02, 0), (0.48, 0.99, 0), 0.008, colour, segments=4)
    wires = [turned(wire, "y", a) for a in range(0, 360, 20)]
    floor = revolve([(0, 0), (0.40, 0), (0.40, 0.03), (0, 0.03)], colour, 24)
    return scaled(join(floor, *hoops, *wires), x, y, z)


def bag(look: Look) -> Mesh:
    """A full rubbish bag tied at the top."""
    x, y, z = look.size
    colour = paint(look)
    ball = ellipsoid((0, 0, 0), (1, 1, 1), colour, 18, 10)
    p = ball.points
    crease = (
        1
        + 0.06 * np.sin(6 * np.arctan2(p[:, 2], p[:, 0])) * (1 - p[:, 1] ** 2)
        + 0.05 * np.sin(5 * p[:, 0] + 3 * p[:, 2])
    )
    body = Mesh(p * crease[:, None] * 0.92, ball.normals, ball.triangles, ball.rgb, ball.material)
    body = moved(scaled(body, x / 2, 0.43 * y, z / 2), 0, 0.40 * y)
    neck = scaled(
        revolve([(0.5, 0), (0.16, 0.45), (0.14, 0.5), (0.45, 1), (0, 0.8)], colour, 10), 0.3 * x, 0.25 * y, 0.3 * z
    )
    tie = scaled(
        revolve([(0.17, 0.42), (0.2, 0.47), (0.17, 0.52)], Paint((0.85, 0.2, 0.15), "plastic"), 10),
        0.3 * x,
        0.25 * y,
        0.3 * z,
    )
    return join(body, moved(join(neck, tie), 0, 0.74 * y))


BUILDERS = {
    "DeskLamp": desk_lamp,
    "FloorLamp": floor_lamp,
    "LaundryHamper": hamper,
    "GarbageCan": trash_can,
    "GarbageBag": bag,
}
