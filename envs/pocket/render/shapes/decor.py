"""Plants, statues, candles, and the floor."""

from __future__ import annotations

import math

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    block,
    box,
    cylinder,
    ellipsoid,
    join,
    moved,
    revolve,
    rod,
    scaled,
    sheet,
    turned,
)
from envs.pocket.render.shapes.parts import BLACK, darker, lathe, mixed, paint
from envs.pocket.things.palette import COLOURS

SOIL = Paint((0.28, 0.18, 0.11), "organic")


def floor(look: Look) -> Mesh:
    """The floor as one plate just below what stands on it."""
    x, _, z = look.size
    return box((-x / 2, -0.02, -z / 2), (x / 2, 0.0, z / 2), paint(look))


def plant(look: Look) -> Mesh:
    """A plant in a pot: upright leaves, a bush, or a fan; watered soil is wet."""
    x, y, z = look.size
    wide = min(x, z)
    pot_rgb = list(COLOURS.values())[(look.shape * 5 + 1) % 15]
    pot_h = 0.34 * y
    radius = 0.30 * wide
    pot = scaled(
        revolve(
            [(0, 0), (0.72, 0), (0.95, 0.85), (1.06, 0.86), (1.06, 1), (0.92, 1), (0.88, 0.85), (0, 0.84)],
            Paint(mixed(pot_rgb, (0.72, 0.38, 0.22), 0.45), "ceramic"),
            16,
        ),
        radius,
        pot_h,
        radius,
    )
    earth = cylinder(0, 0.84 * pot_h, 0, 0.88 * radius, 0.01, darker(SOIL, 0.5) if look.filled else SOIL)
    wet = (
        [cylinder(0, 0.84 * pot_h + 0.01, 0, 0.80 * radius, 0.002, Paint((0.35, 0.45, 0.50), "glass"))]
        if look.filled
        else []
    )
    leaves = []
    count = 18
    for k in range(count):
        turn, tall = 137.5 * k, 0.55 + 0.45 * ((k * 7) % count) / count
        droop = 0.30 + 0.60 * (k % 3) / 2 if look.shape % 2 else 0.75
        green = Paint(mixed((0.16, 0.44, 0.14), (0.42, 0.68, 0.25), (k % 4) / 3), "organic")
        leaves.append(turned(_leaf(wide * 0.60, (y - pot_h) * tall, droop, 0.16 * wide, green), "y", turn))
    top = moved(join(*leaves), 0, 0.84 * pot_h)
    p = top.points.copy()
    p[:, 0], p[:, 2] = (
        np.clip(p[:, 0], -wide * 0.56, wide * 0.56) * x / wide * 0.88,
        np.clip(p[:, 2], -wide * 0.56, wide * 0.56) * z / wide * 0.88,
    )
    p[:, 1] = np.clip(p[:, 1], 0, y)
    return join(pot, earth, *wet, Mesh(p, top.normals, top.triangles, top.rgb, top.material))


def _leaf(reach: float, tall: float, droop: float, width: float, colour: Paint) -> Mesh:
    """A leaf that rises from the origin and bends over towards +z."""
    t = np.linspace(0, 1, 6)
    half = width / 2 * np.sin(math.pi * np.clip(t * 0.92 + 0.06, 0, 1))
    up, out = tall * (t - (1 - droop) * 0.55 * t**2.5), reach * t**1.6
    return sheet(
        np.stack([np.stack([s * half, up - 0.15 * np.abs(s) * half, out], -1) for s in (-1.0, 0.0, 1.0)], 1), colour
    )


def statue(look: Look) -> Mesh:
    """A statuette on a plinth: a person, a bird or a horse's head."""
    x, y, z = look.size
    colour = paint(look)
    wide = min(x, z)
    base = block(0, 0, 0, 0.7 * x, 0.10 * y, 0.7 * z, darker(colour, 0.6))
    if look.shape % 2:
        body = ellipsoid((0, 0.45 * y, 0), (0.20 * wide, 0.26 * y, 0.34 * wide), colour)
        neck = rod((0, 0.55 * y, 0.15 * wide), (0, 0.86 * y, 0.25 * wide), 0.12 * wide, colour, 0.08 * wide)
        head = ellipsoid((0, 0.88 * y, 0.27 * wide), (0.10 * wide, 0.10 * y, 0.13 * wide), colour)
        beak = rod((0, 0.88 * y, 0.36 * wide), (0, 0.85 * y, 0.5 * wide), 0.05 * wide, darker(colour, 0.7), 0.0)
        feet = [
            rod((s * 0.08 * wide, 0.10 * y, 0), (s * 0.08 * wide, 0.25 * y, 0), 0.03 * wide, colour) for s in (-1, 1)
        ]
        tail = rod((0, 0.40 * y, -0.25 * wide), (0, 0.30 * y, -0.5 * wide), 0.10 * wide, colour, 0.04 * wide)
        return join(base, body, neck, head, beak, *feet, tail)
    robe = moved(
        scaled(
            revolve([(0, 0), (0.62, 0), (0.40, 0.5), (0.50, 0.85), (0.15, 1), (0, 1)], colour, 16),
            0.42 * wide,
            0.60 * y,
            0.34 * wide,
        ),
        0,
        0.10 * y,
    )
    head = ellipsoid((0, 0.86 * y, 0), (0.15 * wide, 0.12 * y, 0.15 * wide), colour)
    neck = rod((0, 0.67 * y, 0), (0, 0.80 * y, 0), 0.09 * wide, colour, 0.06 * wide)
    arms = [
        rod((s * 0.19 * wide, 0.62 * y, 0), (s * 0.12 * wide, 0.42 * y, 0.26 * wide), 0.07 * wide, colour, 0.05 * wide)
        for s in (-1, 1)
    ]
    hair = ellipsoid((0, 0.92 * y, -0.03 * wide), (0.15 * wide, 0.07 * y, 0.14 * wide), darker(colour, 0.75))
    return join(
        base,
        robe,
        neck,
        head,
        *arms,
        hair,
        ellipsoid((0, 0.46 * y, 0.27 * wide), (0.10 * wide, 0.06 * y, 0.08 * wide), darker(colour, 0.85)),
    )


def room_decor(look: Look) -> Mesh:
    """A big floor pot with dry twigs and pebbles."""
    x, y, z = look.size
    pot = lathe(
        look,
        [(0, 0), (0.6, 0), (1, 0.30), (0.9, 0.50), (0.62, 0.58), (0.66, 0.62), (0.55, 0.62), (0.5, 0.55), (0, 0.55)],
        paint(look),
    )
    twig = Paint((0.50, 0.36, 0.20), "wood")
    sticks = [
        rod(
            (0, 0.5 * y, 0),
            (0.4 * x * math.cos(2.4 * k), y * (0.85 + 0.05 * (k % 3)), 0.4 * z * math.sin(2.4 * k)),
            0.006,
            twig,
            0.003,
            5,
        )
        for k in range(7)
    ]
    buds = [
        ellipsoid(
            (0.4 * x * math.cos(2.4 * k), y * (0.85 + 0.05 * (k % 3)), 0.4 * z * math.sin(2.4 * k)),
            (0.02, 0.03, 0.02),
            Paint((0.90, 0.80, 0.65), "organic"),
            6,
            4,
        )
        for k in range(7)
    ]
    return join(pot, *sticks, *buds)


def candle(look: Look) -> Mesh:
    """A candle with its wick; a flame when lit."""
    x, y, z = look.size
    body = lathe(look, [(0, 0), (0.95, 0), (1, 0.03), (0.96, 0.78), (0.80, 0.82), (0, 0.79)], paint(look), 14)
    drip = ellipsoid((0.44 * x, 0.66 * y, 0), (0.08 * x, 0.12 * y, 0.10 * z), darker(paint(look), 0.93), 6, 4)
    wick = rod((0, 0.78 * y, 0), (0, 0.88 * y, 0), 0.0022, BLACK, segments=5)
    if not look.on:
        return join(body, drip, wick)
    flame = scaled(
        revolve([(0, 0), (0.7, 0.15), (1, 0.35), (0.5, 0.7), (0, 1)], Paint((1.0, 0.80, 0.25), "light"), 10),
        0.30 * x,
        0.16 * y,
        0.30 * z,
    )
    core = scaled(
        revolve([(0, 0), (0.8, 0.2), (0.5, 0.6), (0, 0.7)], Paint((1.0, 0.97, 0.80), "light"), 8),
        0.31 * x,
        0.10 * y,
        0.31 * z,
    )
    return join(body, drip, wick, moved(flame, 0, 0.84 * y), moved(core, 0, 0.85 * y))


BUILDERS = {
    "Floor": floor,
    "HousePlant": plant,
    "Statue": statue,
    "RoomDecor": room_decor,
    "Candle": candle,
}
