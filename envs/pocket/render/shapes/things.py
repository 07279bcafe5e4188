"""Pillows, toys, sports gear, boots."""

from __future__ import annotations

import math

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    arc,
    block,
    box,
    ellipsoid,
    join,
    moved,
    revolve,
    rod,
    rounded,
    scaled,
    sheet,
    tube,
    turned,
)
from envs.pocket.render.shapes.parts import (
    BLACK,
    DARK,
    STEEL,
    WHITE,
    banded,
    flatwise,
    lengthwise,
    mixed,
    paint,
)


@flatwise
def pillow(look: Look) -> Mesh:
    """A pillow: a puffed square with a pattern stripe."""
    x, y, z = look.size
    n = 13
    u, v = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n))
    puff = ((1 - u**4) * (1 - v**4)) ** 0.5
    pinch = 1 - 0.07 * (u**2 * (1 - v**2) + v**2 * (1 - u**2)) * 1.6
    colour = paint(look)
    faces = [
        sheet(np.stack([u * pinch * x / 2, y / 2 + v * pinch * y / 2, s * puff * z / 2], -1), colour) for s in (-1, 1)
    ]
    return banded(join(*faces), y, [(0.38, 0.62)], mixed(colour.rgb, (1, 1, 1), 0.5))


def teddy(look: Look) -> Mesh:
    """A sitting teddy bear."""
    x, y, z = look.size
    fur, pale = paint(look), Paint(mixed(look.variant.rgb, (1, 0.95, 0.85), 0.55), "fabric")
    parts = [
        ellipsoid((0, 0.30, -0.08), (0.27, 0.29, 0.26), fur),
        ellipsoid((0, 0.72, 0), (0.25, 0.23, 0.23), fur),
        ellipsoid((0, 0.29, 0.08), (0.17, 0.18, 0.14), pale, 12, 8),
        ellipsoid((0, 0.66, 0.20), (0.11, 0.09, 0.10), pale, 12, 8),
        ellipsoid((0, 0.70, 0.29), (0.035, 0.03, 0.025), BLACK, 8, 6),
    ]
    for s in (-1, 1):
        parts += [
            ellipsoid((s * 0.21, 0.90, -0.02), (0.10, 0.10, 0.06), fur, 10, 6),
            ellipsoid((s * 0.21, 0.90, 0.03), (0.06, 0.06, 0.03), pale, 8, 6),
            ellipsoid((s * 0.09, 0.77, 0.21), (0.028, 0.03, 0.02), BLACK, 8, 6),
            ellipsoid((s * 0.36, 0.40, 0.06), (0.11, 0.17, 0.11), fur, 10, 6),
            ellipsoid((s * 0.26, 0.11, 0.26), (0.13, 0.11, 0.21), fur, 10, 6),
            ellipsoid((s * 0.27, 0.12, 0.45), (0.09, 0.09, 0.04), pale, 8, 6),
        ]
    return scaled(join(*parts), x * 1.06, y, z * 1.02)


def ball(look: Look) -> Mesh:
    """A basketball with black seams."""
    x, y, z = look.size
    seam = Paint((0.10, 0.08, 0.07), "rubber")
    r = min(x, y, z) / 2
    body = ellipsoid((0, r, 0), (r * 0.99, r * 0.99, r * 0.99), paint(look), 22, 14)
    rings = [
        tube(arc((0, r, 0), r * 0.985, 0, 357, plane, 28), 0.022 * r + 0.001, seam, 5) for plane in ("xy", "zy", "xz")
    ]
    return scaled(join(body, *rings), x / (2 * r), y / (2 * r), z / (2 * r))


@lengthwise
def bat(look: Look) -> Mesh:
    """A baseball bat with a wrapped grip."""
    x, y, z = look.size
    profile = [
        (0, 0),
        (0.55, 0),
        (0.55, 0.03),
        (0.30, 0.05),
        (0.30, 0.28),
        (0.42, 0.5),
        (0.95, 0.8),
        (1, 0.93),
        (0.7, 1),
        (0, 1),
    ]
    body = scaled(revolve(profile, paint(look), 14), min(y, z) / 2, x, min(y, z) / 2)
    wrap = scaled(revolve([(0.33, 0.05), (0.33, 0.26)], BLACK, 14), min(y, z) / 2, x, min(y, z) / 2)
    return moved(turned(join(body, wrap), "z", 90), x / 2, y / 2)


@flatwise
def racket(look: Look) -> Mesh:
    """A tennis racket: strung oval head, throat, wrapped grip."""
    x, y, z = look.size
    colour = paint(look)
    t = min(0.011, 0.4 * z + 0.004)
    up = y >= x
    long, wide = (y, x) if up else (x, y)
    head = 0.26 * long
    centre = long / 2 - head
    rx = min(wide / 2 - t, 0.8 * head)
    rim = [(rx * math.cos(a), centre + (head - t) * math.sin(a), 0.0) for a in np.linspace(0, 2 * math.pi, 25)]
    parts = [tube(rim, t, colour, 6)]
    for k in np.linspace(-0.75, 0.75, 7):
        h = math.sqrt(1 - k * k)
        parts.append(rod((rx * k, centre - head * h, 0), (rx * k, centre + head * h, 0), 0.0016, WHITE, segments=4))
        parts.append(rod((-rx * h, centre + head * k, 0), (rx * h, centre + head * k, 0), 0.0016, WHITE, segments=4))
    foot = centre - head - 0.10 * long
    parts += [rod((s * rx * 0.5, centre - head * 0.86, 0), (0, foot, 0), t * 0.9, colour) for s in (-1, 1)]
    parts += [
        rod((0, foot + 0.01, 0), (0, -0.28 * long, 0), t, colour),
        rod((0, -0.22 * long, 0), (0, -long / 2, 0), 1.5 * t, DARK),
    ]
    mesh = join(*parts)
    if not up:
        mesh = turned(mesh, "z", -90)
    return moved(mesh, 0, y / 2)


@lengthwise
def dumbbell(look: Look) -> Mesh:
    """A dumbbell: hexagonal weights on a knurled bar."""
    x, y, _z = look.size
    r = y / 2
    bar = rod((-0.3 * x, r, 0), (0.3 * x, r, 0), 0.30 * r, STEEL, segments=10)
    heads = [rod((s * 0.24 * x, r, 0), (s * 0.5 * x, r, 0), r, paint(look), 0.92 * r, 6) for s in (-1, 1)]
    caps = [rod((s * 0.49 * x, r, 0), (s * 0.503 * x, r, 0), 0.5 * r, STEEL, segments=12) for s in (-1, 1)]
    return join(bar, *heads, *caps)


def boots(look: Look) -> Mesh:
    """A pair of high boots, toes to the front."""
    x, y, z = look.size
    colour = paint(look)
    sole = Paint((0.14, 0.11, 0.09), "rubber")
    parts = []
    for s in (-1, 1):
        w = 0.42 * x
        shaft = revolve([(0, 0), (0.9, 0), (0.85, 0.4), (1, 0.9), (1, 1), (0.88, 1), (0.8, 0.7), (0, 0.65)], colour, 14)
        boot = join(
            moved(scaled(shaft, w / 2, 0.86 * y, 0.26 * z), 0, 0.14 * y, -0.2 * z),
            rounded(0, 0.04 * y, 0, w, 0.24 * y, z * 0.96, colour, 3.2),
            rounded(0, 0, 0, w * 0.98, 0.07 * y, z * 0.98, sole, 6),
            block(0, 0, -0.34 * z, w * 0.9, 0.09 * y, 0.28 * z, sole),
            *(
                box((-0.3 * w, h * y, 0.04 * z), (0.3 * w, (h + 0.015) * y, 0.075 * z), WHITE)
                for h in (0.36, 0.48, 0.60)
            ),
        )
        parts.append(moved(boot, s * 0.26 * x))
    return join(*parts)


BUILDERS = {
    "Pillow": pillow,
    "TeddyBear": teddy,
    "BasketBall": ball,
    "BaseballBat": bat,
    "TennisRacket": racket,
    "Dumbbell": dumbbell,
    "Boots": boots,
}
