"""Screens, clocks and what runs on a battery."""

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
    cylinder,
    ellipsoid,
    join,
    moved,
    prism,
    revolve,
    rod,
    rounded,
    scaled,
    tube,
    turned,
)
from envs.pocket.render.shapes.parts import (
    BLACK,
    DARK,
    GREY,
    STEEL,
    WHITE,
    darker,
    flatwise,
    lengthwise,
    paint,
)
from envs.pocket.things.palette import COLOURS

OFF = Paint((0.05, 0.06, 0.08), "glass")


def picture(x: float, y: float, z: float, sx: float, sy: float, on: bool, broken: bool) -> list[Mesh]:
    """A screen facing +z, its bottom's middle at (x, y, z): dark, bright when on, cracked when broken."""
    parts = [block(x, y, z - 0.001, sx, sy, 0.003, OFF)]
    if on and not broken:
        bands = [(0.0, 0.30, (0.25, 0.62, 0.30)), (0.30, 0.55, (0.95, 0.75, 0.35)), (0.55, 1.0, (0.35, 0.65, 0.98))]
        parts = [block(x, y + a * sy, z - 0.001, sx, (b - a) * sy, 0.003, Paint(c, "screen")) for a, b, c in bands]
        parts.append(
            block(x - 0.2 * sx, y + 0.20 * sy, z, 0.16 * sx, 0.5 * sy, 0.003, Paint((0.98, 0.98, 0.95), "screen"))
        )
    if broken:
        grey = Paint((0.75, 0.78, 0.80), "glass")
        for k in range(8):
            a, r = 2.399 * k, (0.28 + 0.04 * (k % 3)) * min(sx, sy) * 1.3
            end = (
                x + np.clip(r * math.cos(a), -0.48 * sx, 0.48 * sx),
                y + sy * 0.5 + np.clip(r * math.sin(a), -0.48 * sy, 0.48 * sy),
                z + 0.002,
            )
            parts.append(rod((x, y + 0.5 * sy, z + 0.002), end, 0.006 * (sx + sy) + 0.0005, grey, 0.0005, 4))
    return parts


@lengthwise
def television(look: Look) -> Mesh:
    """A flat television on a foot."""
    x, y, z = look.size
    foot = 0.10 * y
    t = min(0.06, z)
    body = box((-x / 2, foot, -t / 2), (x / 2, y, t / 2), Paint((0.09, 0.09, 0.10), "plastic"))
    screen = picture(0, foot + 0.05 * y, t / 2, 0.95 * x, 0.82 * y, look.on, look.broken)
    base = block(0, 0, 0, 0.40 * x, 0.02, min(z, 0.22), DARK)
    lamp = block(
        0.44 * x,
        foot + 0.015 * y,
        t / 2,
        0.012,
        0.012,
        0.004,
        Paint((0.2, 1, 0.3) if look.on else (1, 0.15, 0.1), "light"),
    )
    return join(body, *screen, base, block(0, 0.01, 0, 0.08 * x, foot, 0.04, DARK), lamp)


@lengthwise
def desktop(look: Look) -> Mesh:
    """A monitor on a stand with a keyboard in front."""
    x, y, z = look.size
    t = min(0.05, 0.3 * z)
    back = -z / 2 + t
    body = box((-x * 0.46, 0.24 * y, back - t / 2), (x * 0.46, y, back + t / 2), BLACK)
    screen = picture(0, 0.28 * y, back + t / 2, 0.86 * x, 0.68 * y, look.on, look.broken)
    stand = [
        block(0, 0, back, 0.3 * x, 0.015, 0.9 * min(z * 0.5, 0.2), DARK),
        block(0, 0, back, 0.06 * x, 0.3 * y, 0.03, DARK),
    ]
    board = block(0, 0, z / 2 - 0.07, 0.5 * x, 0.02, 0.12, DARK)
    keys = [
        block((c - 5) * 0.045 * x, 0.02, z / 2 - 0.11 + 0.026 * r, 0.036 * x, 0.005, 0.02, GREY)
        for c in range(11)
        for r in range(4)
    ]
    mouse = ellipsoid((0.36 * x, 0.015, z / 2 - 0.07), (0.03, 0.017, 0.045), DARK, 10, 6)
    return join(body, *screen, *stand, board, *keys, mouse)


@lengthwise
def laptop(look: Look) -> Mesh:
    """A laptop: keyboard half and, when open, the screen standing at the back."""
    x, y, z = look.size
    colour = paint(look)
    thick = min(0.02, 0.4 * y)
    deep = z if look.open < 0.5 else max(0.68 * z, 0.2)
    front = z / 2 - deep / 2
    base = block(0, 0, front, x, thick, deep, colour)
    lid_h = min(y - thick, deep) if look.open >= 0.5 else deep
    if look.open < 0.5:
        logo = cylinder(0, 2 * thick, front, 0.03, 0.001, WHITE)
        return join(
            base, block(0, thick, front, x, thick * 0.6, deep, darker(colour, 0.9)), moved(logo, 0, -0.4 * thick)
        )
    keys = [
        block((c - 5.5) * 0.072 * x, thick, front - deep * 0.30 + 0.095 * deep * r, 0.06 * x, 0.003, 0.075 * deep, DARK)
        for c in range(12)
        for r in range(4)
    ]
    pad = block(0, thick, front + 0.30 * deep, 0.3 * x, 0.002, 0.24 * deep, darker(colour, 0.85))
    edge = front - deep / 2
    lid = join(
        block(0, thick, edge - 0.006, x, lid_h, 0.012, colour),
        *picture(0, thick + 0.05 * lid_h, edge, 0.93 * x, 0.88 * lid_h, look.on, look.broken),
    )
    lean = -math.degrees(math.atan2(max(edge + z / 2 - 0.012, 0.0), max(lid_h, 0.01)))
    return join(base, *keys, pad, turned(lid, "x", max(lean, -25), (0, thick, edge)))


@flatwise
def cell_phone(look: Look) -> Mesh:
    """A phone, its screen up; the screen shines when on."""
    x, y, z = look.size
    body = moved(rounded(0, -y / 2, 0, x, y, z, paint(look), 10), 0, y / 2)
    screen = picture(0, 0.08 * y, 0.5 * z, 0.9 * x, 0.82 * y, look.on, look.broken)
    button = moved(
        prism(
            [(0.05 * x * math.cos(a), 0.05 * x * math.sin(a)) for a in np.linspace(0, 6.28, 9)[:-1]],
            0.5 * z,
            0.5 * z + 0.001,
            GREY,
            "z",
        ),
        0,
        0.04 * y,
    )
    return join(body, *screen, button)


@lengthwise
def remote(look: Look) -> Mesh:
    """A remote control with rows of buttons."""
    x, y, z = look.size
    body = rounded(0, 0, 0, x, 0.9 * y, z, paint(look), 6)
    pale = GREY if look.variant.colour != "grey" else DARK
    buttons = [
        block(x * (-0.05 - 0.09 * r), 0.86 * y, z * 0.26 * c, 0.05 * x, 0.12 * y, 0.16 * z, pale)
        for r in range(4)
        for c in (-1, 0, 1)
    ]
    power = cylinder(0.40 * x, 0.86 * y, 0.2 * z, 0.10 * z, 0.14 * y, Paint(COLOURS["red"], "plastic"), segments=10)
    pad = cylinder(0.16 * x, 0.86 * y, 0, 0.30 * z, 0.12 * y, pale, segments=14)
    return join(body, *buttons, power, pad)


@lengthwise
def alarm_clock(look: Look) -> Mesh:
    """A twin-bell alarm clock with its face to the front."""
    x, y, z = look.size
    colour = paint(look)
    r = min(0.46 * x, 0.38 * y)
    c = 0.08 * y + r
    d = min(0.8 * z, 1.2 * r)
    case = moved(turned(cylinder(0, -d / 2, 0, r, d, colour, segments=24), "x", 90), 0, c)
    face = moved(turned(cylinder(0, d / 2, 0, 0.86 * r, 0.003, WHITE, segments=24), "x", 90), 0, c)
    ticks = [
        moved(turned(box((-0.03 * r, 0.66 * r, d / 2), (0.03 * r, 0.80 * r, d / 2 + 0.005), BLACK), "z", 30 * k), 0, c)
        for k in range(12)
    ]
    hands = [
        moved(turned(box((-w, 0, d / 2 + 0.003), (w, h * r, d / 2 + 0.006), BLACK), "z", a), 0, c)
        for w, h, a in ((0.004, 0.45, 55), (0.003, 0.65, -60))
    ]
    bells = [ellipsoid((s * 0.55 * r, c + 1.02 * r, 0), (0.36 * r, 0.30 * r, 0.36 * r), STEEL, 12, 8) for s in (-1, 1)]
    feet = [rod((s * 0.5 * r, c - 0.7 * r, 0), (s * 0.75 * r, 0, 0), 0.07 * r, STEEL) for s in (-1, 1)]
    loop = tube(arc((0, c + 1.0 * r, 0), 0.30 * r, 20, 160, "xy", 6), 0.05 * r, STEEL, 6)
    return join(case, face, *ticks, *hands, *bells, *feet, loop)


@lengthwise
def watch(look: Look) -> Mesh:
    """A wrist watch lying on its strap's loop, face up."""
    x, y, z = look.size
    strap = paint(look)
    r = min(0.45 * z, 0.3 * x)
    case = cylinder(0, 0.70 * y, 0, r, 0.30 * y, STEEL if strap.material == "leather" else strap, segments=18)
    face = cylinder(0, 0.985 * y, 0, 0.8 * r, 0.02 * y + 0.0005, WHITE, segments=18)
    hands = [
        turned(box((-0.06 * r, y, -0.06 * r), (0.06 * r, y + 0.001, h * r), BLACK), "y", a)
        for h, a in ((0.7, 30), (0.5, -110))
    ]
    band = scaled(
        revolve([(0.88, -0.5), (1, -0.5), (1, 0.5), (0.88, 0.5), (0.88, -0.5)], strap, 20), x / 2, 0.62 * z, 0.46 * y
    )
    return join(case, face, *hands, moved(turned(band, "x", 90), 0, 0.46 * y))


def vacuum(look: Look) -> Mesh:
    """An upright vacuum cleaner: floor head, dust bin, handle."""
    x, y, z = look.size
    colour = paint(look)
    head = rounded(0, 0, 0.22 * z, 0.8 * x, 0.11 * y, 0.52 * z, darker(colour, 0.6), 6)
    lean = -14
    body = join(
        cylinder(0, 0.06 * y, 0, 0.20 * x, 0.40 * y, colour, 0.17 * x, 16),
        cylinder(0, 0.20 * y, 0.02, 0.185 * x, 0.16 * y, Paint((0.72, 0.80, 0.84), "glass"), segments=16),
        cylinder(0, 0.46 * y, 0, 0.17 * x, 0.08 * y, DARK, 0.06 * x, 14),
    )
    pole = join(
        rod((0, 0.5 * y, 0), (0, 0.92 * y, 0), 0.018, STEEL),
        tube([(0, 0.90 * y, 0), (0, 1.0 * y, 0.0), (0, 1.0 * y, 0.10), (0, 0.92 * y, 0.08)], 0.018, DARK),
    )
    upright = turned(join(body, pole), "x", lean, (0, 0.05 * y, 0))
    wheels = [
        rod((s * 0.40 * x, 0.05 * y, 0.05 * z), (s * 0.44 * x, 0.05 * y, 0.05 * z), 0.05 * y, BLACK, segments=12)
        for s in (-1, 1)
    ]
    return join(head, upright, *wheels)


BUILDERS = {
    "Television": television,
    "Desktop": desktop,
    "Laptop": laptop,
    "CellPhone": cell_phone,
    "AlarmClock": alarm_clock,
    "RemoteControl": remote,
    "Watch": watch,
    "VacuumCleaner": vacuum,
}
