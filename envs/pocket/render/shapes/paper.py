"""Books, papers, cartons, and flat small things: cards, discs, keys."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from envs.pocket.render.look import BOX_RIM, Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    arc,
    box,
    join,
    moved,
    prism,
    revolve,
    scaled,
    sheet,
    tube,
    turned,
)
from envs.pocket.render.shapes.parts import (
    BLACK,
    PAPER,
    STEEL,
    WHITE,
    darker,
    flatwise,
    lengthwise,
    mixed,
    paint,
)
from envs.pocket.things.palette import COLOURS

INK = Paint((0.25, 0.25, 0.27), "paper")


def book(look: Look) -> Mesh:
    """A book: cover, pages, title; open it lies spread out."""
    return _book(look)


@flatwise
def _book(look: Look) -> Mesh:
    x, y, z = look.size
    colour = paint(look)
    if look.open > 0.5:
        cover = box((-x / 2, 0, -z / 2), (x / 2, y, -z / 2 + 0.12 * z), colour)
        u = np.linspace(0, 1, 7)
        rise = z * (-0.38 + 0.80 * np.sin(math.pi * np.clip(u * 0.9 + 0.05, 0, 1)) ** 0.5)
        pages = [
            sheet(
                np.array([[(s * a * 0.47 * x, h * y, r) for a, r in zip(u, rise, strict=True)] for h in (0.03, 0.97)]),
                PAPER,
            )
            for s in (-1, 1)
        ]
        lines = [
            box((s * 0.25 * x - 0.16 * x, h * y, 0.44 * z), (s * 0.25 * x + 0.16 * x, (h + 0.02) * y, 0.455 * z), INK)
            for s in (-1, 1)
            for h in np.arange(0.15, 0.9, 0.09)
        ]
        return join(cover, *pages, *lines)
    t = max(0.0015, 0.10 * z)
    leaves = box((-x / 2 + t, 0.015 * y, -z / 2 + t), (x / 2 - 0.03 * x, 0.985 * y, z / 2 - t), PAPER)
    covers = [box((-x / 2, 0, s * z / 2), (x / 2, y, s * (z / 2 - t)), colour) for s in (-1, 1)]
    spine = box((-x / 2, 0, -z / 2), (-x / 2 + t, y, z / 2), darker(colour, 0.8))
    gilt = Paint(mixed(colour.rgb, (1.0, 0.93, 0.6), 0.8), "paper")
    title = [
        box((-0.3 * x, h * y, z / 2 - t), (w * x, (h + 0.08) * y, z / 2 + 0.0006), gilt)
        for h, w in ((0.72, 0.34), (0.58, 0.2))
    ]
    mark = prism(
        [(0.12 * x + 0.14 * x * math.cos(a), 0.3 * y + 0.14 * x * math.sin(a)) for a in np.linspace(0, 6.28, 13)[:-1]],
        z / 2 - t,
        z / 2 + 0.0006,
        gilt,
        "z",
    )
    return join(leaves, *covers, spine, *title, mark)


@flatwise
def newspaper(look: Look) -> Mesh:
    """A folded newspaper: headline, columns and a photograph."""
    x, y, z = look.size
    paper = Paint((0.88, 0.87, 0.82), "paper")
    layers = [
        box(
            (-x / 2 + 0.004 * k, 0.004 * k, z * (-0.5 + 0.33 * k)),
            (x / 2 - 0.002 * (2 - k), y, z * (-0.5 + 0.33 * k + 0.28)),
            darker(paper, 1 - 0.05 * (2 - k)),
        )
        for k in range(3)
    ]
    top = z / 2 - 0.05 * z
    head = box(
        (-0.44 * x, 0.84 * y, top - 0.002), (0.44 * x, 0.94 * y, top + 0.001), Paint((0.12, 0.12, 0.13), "paper")
    )
    photo = box(
        (-0.44 * x, 0.46 * y, top - 0.002), (0.06 * x, 0.78 * y, top + 0.001), Paint((0.45, 0.47, 0.50), "paper")
    )
    rows = [
        box((c * x, h * y, top - 0.002), ((c + 0.36) * x, (h + 0.022) * y, top + 0.0008), INK)
        for c in (-0.44, 0.10)
        for h in np.arange(0.06, 0.78, 0.055)
        if c > 0 or h < 0.42
    ]
    return join(*layers, head, photo, *rows)


def _pressed(mesh: Mesh, look: Look) -> Mesh:
    """The mesh with what reaches out of the object's box pressed back into it."""
    x, y, z = look.size
    return replace(mesh, points=np.clip(mesh.points, (-x / 2, 0.0, -z / 2), (x / 2, y, z / 2)))


def carton(look: Look) -> Mesh:
    """A cardboard box with its four flaps folded out."""
    x, y, z = look.size
    colour = paint(look)
    inner = darker(colour, 0.8)
    h = BOX_RIM[look.glass] * y
    floor = max(0.004, (look.support[0] if look.support else 0.04) * y)
    parts = [box((-x * 0.38, 0, -z * 0.38), (x * 0.38, floor, z * 0.38), inner)]
    parts += [box((s * 0.38 * x, 0, -z * 0.38), (s * (0.38 * x - 0.006), h, z * 0.38), colour) for s in (-1, 1)]
    parts += [box((-0.38 * x, 0, s * z * 0.38), (0.38 * x, h, s * (z * 0.38 - 0.006)), colour) for s in (-1, 1)]
    if look.open < 0.5:
        tape = Paint((0.80, 0.70, 0.45), "plastic")
        return join(
            *parts,
            box((-0.38 * x, h - 0.006, -0.38 * z), (0.38 * x, h, 0.38 * z), colour),
            box((-0.38 * x, h, -0.03), (0.38 * x, h + 0.002, 0.03), tape),
        )
    for s in (-1, 1):
        wing = box((0, 0, -0.37 * z), (0.5 * y, 0.005, 0.37 * z), colour)
        parts.append(
            moved(
                turned(wing, "z", 68) if s == 1 else turned(scaled(wing, -1, 1, 1), "z", -68),
                s * 0.38 * x * 0.985,
                h - 0.004,
            )
        )
        wing = box((-0.37 * x, 0, 0), (0.37 * x, 0.005, 0.5 * y), darker(colour, 0.93))
        parts.append(
            moved(
                turned(wing, "x", -68) if s == 1 else turned(scaled(wing, 1, 1, -1), "x", 68),
                0,
                h - 0.004,
                s * 0.38 * z * 0.985,
            )
        )
    return _pressed(join(*parts), look)


@flatwise
def credit_card(look: Look) -> Mesh:
    """A bank card with stripe and chip."""
    x, y, z = look.size
    top = z / 2
    wide = x >= y
    card = box((-x / 2, 0, -z / 2), (x / 2, y, top * 0.9), paint(look))
    gold = Paint((0.90, 0.76, 0.35), "metal")
    if wide:
        return join(
            card,
            box((-x / 2, 0.72 * y, 0), (x / 2, 0.90 * y, top), BLACK),
            box((-0.38 * x, 0.34 * y, 0), (-0.20 * x, 0.58 * y, top), gold),
            box((-0.38 * x, 0.12 * y, 0), (0.30 * x, 0.18 * y, top), WHITE),
        )
    return join(
        card,
        box((0.22 * x, 0, 0), (0.40 * x, y, top), BLACK),
        box((-0.16 * x, 0.62 * y, 0), (0.08 * x, 0.80 * y, top), gold),
        box((-0.38 * x, 0.2 * y, 0), (-0.32 * x, 0.88 * y, top), WHITE),
    )


@flatwise
def disc(look: Look) -> Mesh:
    """A compact disc, a rainbow on silver round its hole."""
    x, y, z = look.size
    rings = [
        ((0.16, 1.0), (0.80, 0.83, 0.88)),
        ((0.30, 0.48), (0.75, 0.62, 0.86)),
        ((0.48, 0.64), (0.60, 0.78, 0.92)),
        ((0.64, 0.80), (0.72, 0.90, 0.70)),
    ]
    parts = []
    for k, ((inner, outer), rgb) in enumerate(rings):
        h = z / 2 + 0.0003 * k
        ring = revolve([(inner, -h), (outer, -h), (outer, h), (inner, h), (inner, -h)], Paint(rgb, "metal"), 24)
        parts.append(moved(turned(scaled(ring, x / 2, 1, y / 2), "x", 90), 0, y / 2))
    return join(*parts)


@lengthwise
def keys(look: Look) -> Mesh:
    """Keys on a ring with a coloured tag."""
    x, y, z = look.size
    metal = paint(look)
    t = max(y, 0.004)
    r = 0.20 * min(x, 2 * z)
    ring = tube(arc((-x / 2 + r + 0.002, t / 2, 0), r, 0, 359, "xz", 16), min(0.0025, t / 2), STEEL, 6)
    parts = [ring]
    for k, angle in enumerate((-24, 0, 24)):
        start = -x / 2 + 2 * r
        head = prism(
            [
                (0.24 * z * math.sin(a), start + 0.1 * x + 0.16 * z * 1.4 * math.cos(a))
                for a in np.linspace(0, 6.28, 11)[:-1]
            ],
            0.1 * t,
            0.8 * t,
            metal if k != 1 else Paint(COLOURS["red"], "plastic"),
        )
        blade = box(
            (start + 0.2 * x, 0.1 * t, -0.035 * z), (start + 0.66 * x - 0.05 * x * abs(k - 1), 0.8 * t, 0.06 * z), metal
        )
        teeth = [
            box(
                (start + (0.36 + 0.09 * j) * x, 0.1 * t, 0.05 * z),
                (start + (0.40 + 0.09 * j) * x, 0.8 * t, 0.12 * z),
                metal,
            )
            for j in range(3)
        ]
        # The tag's key lies on top of the others.
        parts.append(moved(turned(join(head, blade, *teeth), "y", angle, (start, 0, 0)), 0, 0.2 * t * (k == 1)))
    return _pressed(join(*parts), look)


BUILDERS = {
    "CreditCard": credit_card,
    "CD": disc,
    "Book": book,
    "Newspaper": newspaper,
    "Box": carton,
    "KeyChain": keys,
}
