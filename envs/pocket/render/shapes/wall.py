"""What hangs on walls: windows, blinds, mirrors, pictures, switches."""

from __future__ import annotations

import math

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    block,
    box,
    ellipsoid,
    join,
    moved,
    prism,
    rod,
    rounded,
    sheet,
    turned,
)
from envs.pocket.render.shapes.parts import BLACK, darker, lengthwise, oval, paint, slab
from envs.pocket.things.palette import COLOURS

SKY = Paint((0.66, 0.83, 0.97), "sky")
HORIZON = Paint((0.86, 0.93, 0.98), "sky")
MEADOW = Paint((0.52, 0.70, 0.42), "sky")


def _frame(x: float, y: float, back: float, front: float, bar: float, colour: Paint) -> Mesh:
    """Four bars round an upright rectangle whose middle is at z from back to front."""
    rim = slab(x, y, back, front, ((-x / 2 + bar, -y / 2 + bar, x / 2 - bar, y / 2 - bar),), colour)
    return moved(turned(rim, "x", 90), 0, y / 2)


@lengthwise
def window(look: Look) -> Mesh:
    """A window: frame, cross bar, and the world outside; a broken one has a star of cracks."""
    x, y, z = look.size
    colour = paint(look)
    t = max(z, 0.02)
    bar = min(0.07, 0.12 * min(x, y))
    rim = _frame(x, y, -t / 2, t / 2, bar, colour)
    views = [(0.0, 0.30, MEADOW), (0.30, 0.52, HORIZON), (0.52, 1.0, SKY)]
    panes = [
        box(
            (-x / 2 + bar, a * y + (bar if a == 0 else 0), -0.25 * t),
            (x / 2 - bar, b * y - (bar if b == 1 else 0), 0.1 * t),
            c,
        )
        for a, b, c in views
    ]
    cross = [
        box((-bar / 4, bar, -0.3 * t), (bar / 4, y - bar, 0.4 * t), colour),
        box((-x / 2 + bar, y / 2 - bar / 4, -0.3 * t), (x / 2 - bar, y / 2 + bar / 4, 0.4 * t), colour),
    ]
    cracks = _cracks(x, y, 0.12 * t) + _cracks(x, y, -0.27 * t) if look.broken else []
    return join(rim, *panes, *cross, *cracks)


def _cracks(x: float, y: float, z: float) -> list[Mesh]:
    """Lines that run out from where something hit."""
    out = []
    for k in range(9):
        a = 2.399 * k
        r = min(x, y) * (0.20 + 0.03 * (k % 4))
        end = (0.08 * x + r * math.cos(a), 0.55 * y + r * math.sin(a), z)
        out.append(rod((0.08 * x, 0.55 * y, z), end, 0.006, Paint((0.12, 0.12, 0.14), "plain"), 0.002, 4))
    return out


@lengthwise
def blinds(look: Look) -> Mesh:
    """A venetian blind: let down it hangs to the bottom of the window, open it is a bundle at the top."""
    x, y, z = look.size
    colour = paint(look)
    t = max(z, 0.02)
    head = block(0, y - 0.04, 0, x, 0.04, t, darker(colour, 0.9))
    drop = y if look.open > 0.5 or y > 0.4 else y + 0.6
    count = max(4, int(drop / 0.05))
    gap = 0.018 if look.open > 0.5 else drop / count
    slats = [
        block(0, y - 0.045 - gap * (k + 1), 0, 0.98 * x, 0.012 if look.open > 0.5 else 0.6 * gap, 0.5 * t, colour)
        for k in range(min(count, 40))
    ]
    cords = (
        []
        if look.open > 0.5
        else [
            rod(
                (s * 0.35 * x, y - 0.04, 0.27 * t),
                (s * 0.35 * x, y - drop, 0.27 * t),
                0.003,
                darker(colour, 0.7),
                segments=4,
            )
            for s in (-1, 1)
        ]
    )
    return join(head, *slats, *cords)


@lengthwise
def curtains(look: Look) -> Mesh:
    """Two curtains gathered to the sides of a rail."""
    x, y, z = look.size
    colour = paint(look)
    wide = 0.24 * x if x > 0.8 else 0.42 * x
    u, v = np.meshgrid(np.linspace(0, 1, 17), np.linspace(0, 1, 4))
    wave = np.sin(8 * math.pi * u) * min(z / 2, 0.05)
    parts = [
        rod((-x / 2, y - 0.02, 0), (x / 2, y - 0.02, 0), 0.014, BLACK),
        *(ellipsoid((s * x / 2, y - 0.02, 0), (0.03, 0.03, 0.03), BLACK, 8, 6) for s in (-1, 1)),
    ]
    for s in (-1, 1):
        inner = 0.8 + 0.2 * np.abs(2 * v - 0.9)
        points = np.stack([s * (x / 2 - u * wide * inner), (y - 0.05) * (1 - v), wave], -1)
        parts.append(sheet(points, colour))
        parts.append(
            block(s * (x / 2 - 0.5 * wide * 0.82), 0.42 * y, 0, wide * 0.84, 0.04, min(z, 0.13), darker(colour, 0.7))
        )
    return join(*parts)


@lengthwise
def mirror(look: Look) -> Mesh:
    """A framed mirror with the light streaks of glass; dirty ones are smeared, broken ones cracked."""
    x, y, z = look.size
    colour = paint(look)
    t = max(z, 0.015)
    bar = min(0.05, 0.08 * min(x, y))
    rim = _frame(x, y, -t / 2, t / 2, bar, colour)
    glass = box((-x / 2 + bar, bar, -t / 2), (x / 2 - bar, y - bar, 0.05 * t), Paint((0.72, 0.80, 0.84), "glass"))
    streak = Paint((0.93, 0.97, 0.99), "glass")
    shine = [
        prism(
            [
                (a * x - 0.10 * x, 0.2 * y),
                (a * x - 0.02 * x, 0.2 * y),
                (a * x + 0.20 * x, 0.8 * y),
                (a * x + 0.12 * x, 0.8 * y),
            ],
            0.05 * t,
            0.06 * t + 0.001,
            streak,
            "z",
        )
        for a in (-0.16, 0.0)
    ]
    smears = []
    if look.dirty:
        brown = Paint((0.45, 0.36, 0.26), "plain")
        smears = [
            moved(turned(prism(oval(w * x, h * y, 10), 0.06 * t, 0.07 * t + 0.002, brown, "z"), "z", a), u * x, v * y)
            for u, v, w, h, a in (
                (-0.2, 0.7, 0.3, 0.06, 20),
                (0.15, 0.45, 0.34, 0.07, -30),
                (-0.1, 0.25, 0.26, 0.08, 10),
                (0.25, 0.8, 0.2, 0.05, 50),
            )
        ]
    return join(rim, glass, *shine, *smears, *(_cracks(x, y, 0.08 * t) if look.broken else []))


@lengthwise
def painting(look: Look) -> Mesh:
    """A framed picture: a landscape, a still life or an abstract one."""
    x, y, z = look.size
    t = max(z * 0.5, 0.015)
    bar = min(0.06, 0.10 * min(x, y))
    back = -max(z, 0.03) / 2
    rim = moved(_frame(x, y, 0, t, bar, paint(look)), 0, 0, back)
    return join(rim, moved(_motif(look, x - 2 * bar, y - 2 * bar), 0, bar, back + 0.4 * t))


@lengthwise
def poster(look: Look) -> Mesh:
    """A poster: bold shapes on a coloured ground with a title line."""
    x, y, z = look.size
    colour = paint(look)
    flat = max(z * 0.1, 0.003)
    sheet_ = block(0, 0, -z / 2 + flat, x, y, flat, colour)
    white = Paint((0.97, 0.96, 0.92), "paper")
    disc = moved(
        prism(oval(0.55 * x, 0.55 * x, 20), 0, 0.003, Paint((0.98, 0.80, 0.25), "paper"), "z"),
        0,
        0.60 * y,
        -z / 2 + 1.5 * flat,
    )
    hill = moved(
        prism(
            [(-0.42 * x, 0), (0.42 * x, 0), (0.12 * x, 0.32 * y), (-0.10 * x, 0.12 * y), (-0.2 * x, 0.24 * y)],
            0,
            0.005,
            darker(colour, 0.4),
            "z",
        ),
        0,
        0.24 * y,
        -z / 2 + 1.5 * flat,
    )
    lines = [block(0, h * y, -z / 2 + 1.5 * flat, w * x, 0.05 * y, 0.006, white) for h, w in ((0.12, 0.8), (0.04, 0.5))]
    return join(sheet_, disc, hill, *lines)


def _motif(look: Look, x: float, y: float) -> Mesh:
    """A painted canvas, its bottom edge on y = 0."""
    kind = look.shape % 3

    def field(x0: float, y0: float, x1: float, y1: float, rgb: tuple[float, float, float], layer: int = 1) -> Mesh:
        return box((x0 * x - x / 2, y0 * y, -0.002), (x1 * x - x / 2, y1 * y, 0.0012 * layer), Paint(rgb, "paper"))

    def blob(cx: float, cy: float, w: float, h: float, rgb: tuple[float, float, float], layer: float = 2) -> Mesh:
        return moved(prism(oval(w * x, h * y, 14), 0, 0.0012 * layer, Paint(rgb, "paper"), "z"), (cx - 0.5) * x, cy * y)

    if kind == 0:
        hills = [
            moved(
                prism(
                    [((a - 0.5) * x, 0.30 * y), ((b - 0.5) * x, h * y), ((c - 0.5) * x, 0.30 * y)],
                    0,
                    0.0024 + 0.001 * k,
                    Paint((0.30, 0.42, 0.52 - 0.1 * k), "paper"),
                    "z",
                )
            )
            for k, (a, b, c, h) in enumerate(((0, 0.3, 0.65, 0.72), (0.35, 0.72, 1, 0.62)))
        ]
        return join(
            field(0, 0.30, 1, 1, (0.62, 0.80, 0.93)),
            field(0, 0, 1, 0.30, (0.40, 0.58, 0.26)),
            *hills,
            blob(0.80, 0.82, 0.14, 0.14, (0.98, 0.86, 0.40)),
            blob(0.2, 0.14, 0.3, 0.12, (0.35, 0.55, 0.75)),
        )
    if kind == 1:
        fruit = [
            blob(a, 0.38, 0.22, 0.22, COLOURS[c], 3 + 0.3 * k)
            for k, (a, c) in enumerate(((0.38, "red"), (0.55, "orange"), (0.66, "green")))
        ]
        return join(
            field(0, 0, 1, 1, (0.33, 0.25, 0.22)),
            field(0, 0, 1, 0.30, (0.60, 0.42, 0.25), 2),
            *fruit,
            blob(0.50, 0.28, 0.55, 0.16, (0.85, 0.86, 0.84), 4),
        )
    bands = [
        field(0.05 + 0.19 * k, 0.06, 0.22 + 0.19 * k, 0.94, COLOURS[c], 2)
        for k, c in enumerate(("red", "yellow", "blue", "turquoise", "black"))
    ]
    return join(field(0, 0, 1, 1, (0.94, 0.91, 0.84)), *bands, blob(0.55, 0.55, 0.45, 0.4, COLOURS["orange"], 3))


@lengthwise
def light_switch(look: Look) -> Mesh:
    """A wall switch: the rocker leans up and shows a lamp when on, down when off."""
    x, y, z = look.size
    plate = rounded(0, 0, -z / 2 + 0.3 * z, x, y, 0.6 * z, Paint((0.97, 0.97, 0.95), "plastic"), 12)
    tone = Paint((1.0, 0.97, 0.75), "plastic") if look.on else Paint((0.80, 0.80, 0.78), "plastic")
    rocker = turned(
        block(0, 0.26 * y, 0.25 * z, 0.42 * x, 0.48 * y, 0.3 * z, tone),
        "x",
        -10 if look.on else 10,
        (0, 0.5 * y, 0.2 * z),
    )
    lamp = block(
        0,
        0.80 * y,
        0.12 * z,
        0.12 * x,
        0.05 * y,
        0.1 * z,
        Paint((0.3, 1.0, 0.4), "light") if look.on else Paint((0.5, 0.2, 0.2), "plastic"),
    )
    return join(plate, rocker, lamp)


BUILDERS = {
    "Window": window,
    "Blinds": blinds,
    "Curtains": curtains,
    "Mirror": mirror,
    "Painting": painting,
    "Poster": poster,
    "LightSwitch": light_switch,
}
