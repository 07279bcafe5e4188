"""Bathroom fixtures and linen."""

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
    IRON,
    PALE_WOOD,
    STEEL,
    WHITE,
    banded,
    darker,
    grip,
    lengthwise,
    mixed,
    paint,
    slab,
)

WATER = Paint((0.60, 0.82, 0.98), "light")


def toilet(look: Look) -> Mesh:
    """A toilet, its tank at the back; the lid stands up when it is open."""
    x, y, z = look.size
    colour = paint(look)
    tank_z = 0.26 * z
    seat = 0.40 * y
    tank = rounded(0, seat, -z / 2 + tank_z / 2, x, 0.72 * y - seat, tank_z, colour, 10)
    top = block(0, 0.72 * y, -z / 2 + tank_z / 2, x * 1.0, 0.025, tank_z, darker(colour, 0.95))
    button = cylinder(0, 0.72 * y + 0.025, -z / 2 + tank_z / 2, 0.025, 0.008, STEEL)
    middle = tank_z / 2
    depth = z - tank_z
    bowl = revolve(
        [(0, 0), (0.62, 0), (0.55, 0.35), (0.95, 0.85), (1, 1), (0.80, 1), (0.55, 0.7), (0.2, 0.5), (0, 0.5)],
        colour,
        22,
    )
    bowl = moved(scaled(bowl, 0.44 * x, seat, depth / 2), 0, 0, middle)
    water = moved(
        scaled(cylinder(0, 0, 0, 0.35, 0.01, Paint((0.55, 0.75, 0.88), "glass")), 0.44 * x, 1, depth / 2),
        0,
        0.58 * seat,
        middle,
    )
    ring = revolve([(0.78, 0), (1.02, 0), (1.02, 1), (0.78, 1), (0.78, 0)], darker(colour, 0.97), 22)
    ring = moved(scaled(ring, 0.44 * x, 0.02, depth / 2), 0, seat, middle)
    lid = scaled(revolve([(0, 0), (1.02, 0), (1.0, 1), (0, 1)], colour, 22), 0.44 * x, 0.022, depth / 2)
    hinge = (0.0, seat + 0.02, -z / 2 + tank_z + 0.01)
    lid = turned(moved(lid, 0, seat + 0.02, middle), "x", -97 * look.open, hinge)
    foot = rounded(0, 0, -0.1 * z, 0.5 * x, 0.5 * seat, 0.6 * z, colour, 6)
    rest = (
        []
        if y < 0.85
        else [rod((-0.14 * x, 0.72 * y, -z / 2 + 0.03), (-0.14 * x, 0.76 * y, -z / 2 + 0.03), 0.01, STEEL)]
    )
    return join(tank, top, button, bowl, water, ring, lid, foot, *rest)


@lengthwise
def tub(look: Look) -> Mesh:
    """A bathtub's outside: an apron and a rim round the hollow of its basin."""
    x, y, z = look.size
    colour = paint(look)
    rim, wall = (look.support[0] if look.holes else 0.88) * y, 0.02
    hole = look.holes[0] if look.holes else (-x / 2 + 0.09, -z / 2 + 0.08, x / 2 - 0.09, z / 2 - 0.08)
    sides = [box((-x / 2, 0, s * z / 2), (x / 2, rim, s * (z / 2 - wall)), colour) for s in (-1, 1)] + [
        box((s * x / 2, 0, -z / 2), (s * (x / 2 - wall), rim, z / 2), colour) for s in (-1, 1)
    ]
    hollow = []
    if not look.holes:
        x0, z0, x1, z1 = hole
        inner = darker(colour, 0.92)
        hollow = [
            box((x0, 0.10 * y, z0), (x1, 0.14 * y, z1), inner),
            box((x0 - 0.01, 0.10 * y, z0), (x0, rim, z1), inner),
            box((x1, 0.10 * y, z0), (x1 + 0.01, rim, z1), inner),
            box((x0, 0.10 * y, z0 - 0.01), (x1, rim, z0), inner),
            box((x0, 0.10 * y, z1), (x1, rim, z1 + 0.01), inner),
        ]
    return join(slab(x, z, rim - 0.04, rim, (hole,), colour), *sides, *hollow)


def shower_head(look: Look) -> Mesh:
    """A shower on its riser pipe; water falls when it is on."""
    x, y, z = look.size
    back = -z / 2 + 0.012
    r = max(0.025, min(x / 2, 0.09, 0.4 * z))
    front = z / 2 - r
    top = y - 0.02
    pipe = tube(
        [(0, 0, back), (0, top - 0.03, back), (0, top, back + 0.03), (0, top, max(front, back + 0.05))], 0.010, STEEL
    )
    rose = moved(turned(cylinder(0, 0, 0, r, 0.03, STEEL, 0.4 * r, 18), "x", 8), 0, top - 0.045, front)
    holes = moved(turned(cylinder(0, -0.001, 0, 0.85 * r, 0.001, IRON, segments=16), "x", 8), 0, top - 0.046, front)
    mixer = join(
        block(0, 0.04 * y, back + 0.01, min(x, 0.14), 0.05, 0.04, STEEL),
        cylinder(0, 0.04 * y + 0.05, back + 0.02, 0.016, 0.03, IRON),
    )
    drops = []
    if look.on:
        drops = [
            rod(
                (r * 0.7 * math.cos(a), top - 0.06, front + r * 0.7 * math.sin(a)),
                (r * math.cos(a), 0.1 * y, front + r * math.sin(a)),
                0.004,
                WATER,
                segments=5,
            )
            for a in np.linspace(0, 2 * math.pi, 8, endpoint=False)
        ]
    return join(pipe, rose, holes, mixer, *drops)


def _drape(width: float, height: float, depth: float, folds: int, colour: Paint, start: float = 0.0) -> Mesh:
    """Hanging cloth in folds, from x = start on."""
    u = np.linspace(0, 1, 4 * folds + 1)
    v = np.linspace(0, 1, 4)
    uu, vv = np.meshgrid(u, v)
    wave = np.sin(2 * math.pi * folds * uu) * (0.35 + 0.65 * vv) * depth / 2
    return sheet(np.stack([start + uu * width, height * (1 - vv), wave], -1), colour)


@lengthwise
def shower_curtain(look: Look) -> Mesh:
    """A curtain on a rail: drawn across, or gathered at one end when open."""
    x, y, z = look.size
    share = 1.0 - 0.7 * look.open
    folds = max(3, int(x * 9))
    cloth = _drape(x * share, y - 0.05, min(z, 0.08), folds, paint(look), -x / 2)
    rail = rod((-x / 2, y - 0.02, 0), (x / 2, y - 0.02, 0), 0.012, STEEL)
    rings = [
        cylinder(-x / 2 + x * share * (k + 0.5) / folds, y - 0.055, 0, 0.008, 0.035, STEEL, segments=6)
        for k in range(folds)
    ]
    return join(cloth, rail, *rings)


def _pane(look: Look, handle: bool) -> Mesh:
    """A glass wall in a metal frame: only the frame and a few streaks are drawn, one sees through the rest."""
    x, y, z = look.size
    t = max(z, 0.012)
    bar = 0.022
    frame = [
        box((-x / 2, 0, -t / 2), (-x / 2 + bar, y, t / 2), STEEL),
        box((x / 2 - bar, 0, -t / 2), (x / 2, y, t / 2), STEEL),
        box((-x / 2, 0, -t / 2), (x / 2, bar, t / 2), STEEL),
        box((-x / 2, y - bar, -t / 2), (x / 2, y, t / 2), STEEL),
    ]
    tone = Paint((0.86, 0.93, 0.95), "glass")
    streaks = (
        []
        if look.broken
        else [
            rod((x * a, y * 0.12, 0), (x * (a + 0.30), y * 0.88, 0), 0.004, tone, segments=4)
            for a in (-0.42, -0.34, 0.02, 0.10)
        ]
    )
    rest = [grip(0.35 * x, 0.5 * y, t / 2, 0.25, STEEL, upright=True)] if handle else []
    if look.broken:
        rest += [
            turned(block(0.1 * x * k, 0, 0.02 * k, 0.08 * x, 0.01, 0.05, tone), "y", 40 * k) for k in (-3, -1, 0, 2, 3)
        ]
    return join(*frame, *streaks, *rest)


@lengthwise
def shower_glass(look: Look) -> Mesh:
    """A fixed glass wall; a corner of two of them when its box is deep."""
    x, y, z = look.size
    if z < 0.3:
        return _pane(look, handle=False)
    front = moved(_pane(Look(**{**look.__dict__, "size": (x, y, 0.02)}), False), 0, 0, z / 2 - 0.02)
    side = turned(_pane(Look(**{**look.__dict__, "size": (z, y, 0.02)}), False), "y", 90)
    return join(front, moved(side, x / 2 - 0.01))


@lengthwise
def shower_door(look: Look) -> Mesh:
    """A glass door with a handle; it swings open."""
    x, _, _ = look.size
    return turned(_pane(look, handle=True), "y", -80 * look.open, (-x / 2, 0, 0))


def _folded(look: Look, layers: int) -> Mesh:
    """Cloth folded to a pile."""
    x, y, z = look.size
    colour = paint(look)
    pale = Paint(mixed(colour.rgb, (1, 1, 1), 0.35), colour.material)
    step = y / layers
    return join(
        *(
            rounded(0, k * step, 0, x * (1 - 0.02 * (k % 2)), step * 1.05, z, (colour, pale)[k % 2], 7)
            for k in range(layers)
        )
    )


@lengthwise
def towel(look: Look) -> Mesh:
    """A towel hanging over a rail with stripes near the hem, or folded when it lies."""
    x, y, z = look.size
    if y < 0.6 * x:
        return _folded(look, 4)
    colour = paint(look)
    pale = mixed(colour.rgb, (1, 1, 1) if sum(colour.rgb) < 2.2 else (0.2, 0.4, 0.7), 0.55)
    t = max(z, 0.03)
    # Up the front, over the rail and down the back; further down it hangs in deeper folds.
    front = [(0.0, 0.36), (0.05, 0.36), (0.09, 0.35), (0.13, 0.35), (0.17, 0.34), (0.6, 0.28), (0.93, 0.2)]
    path = [*front, (1.0, 0.0), (0.93, -0.2), (0.6, -0.28), (0.14, -0.36)]
    across = np.linspace(-0.5, 0.5, 15)
    fold = 0.14 * np.sin(4 * math.pi * (across + 0.05 * look.shape))
    grid = [[(a * x, h * y, t * (d + f * (1 - h))) for a, f in zip(across, fold, strict=True)] for h, d in path]
    return banded(sheet(np.array(grid), colour), y, [(0.05, 0.09), (0.13, 0.17)], pale)


def cloth(look: Look) -> Mesh:
    """A crumpled cloth."""
    x, y, z = look.size
    n = 11
    u, v = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n))
    bump = 0.5 + 0.28 * np.sin(4.1 * u + look.shape) * np.cos(3.3 * v) + 0.22 * np.sin(5.0 * v + 2 * u)
    fall = np.clip(1 - np.maximum(np.abs(u), np.abs(v)) ** 4, 0, 1)
    points = np.stack(
        [
            u * x / 2 * (1 - 0.08 * np.sin(6 * v)),
            y * np.clip(bump * fall, 0.03, 1),
            v * z / 2 * (1 - 0.08 * np.sin(5 * u)),
        ],
        -1,
    )
    return sheet(points, paint(look))


@lengthwise
def towel_holder(look: Look) -> Mesh:
    """A rail on two brackets on the wall."""
    x, y, z = look.size
    at = 0.5 * y
    rail = rod((-x / 2 + 0.02, at, z / 2 - 0.015), (x / 2 - 0.02, at, z / 2 - 0.015), 0.009, STEEL)
    ends = [
        join(
            rod((s * (x / 2 - 0.02), at, -z / 2), (s * (x / 2 - 0.02), at, z / 2 - 0.01), 0.010, STEEL),
            block(s * (x / 2 - 0.02), at - 0.03, -z / 2 + 0.005, 0.04, 0.06, 0.01, STEEL),
        )
        for s in (-1, 1)
    ]
    return join(rail, *ends)


def hand_towel_holder(look: Look) -> Mesh:
    """A ring on the wall."""
    x, y, z = look.size
    w = max(x, z)
    r = min(0.42 * w, 0.36 * y)
    ring = tube(arc((0, y * 0.5 - 0.01, 0), r, 90, 449, "xy", 18), 0.008, STEEL)
    plate = block(0, y * 0.5 + r - 0.02, -min(x, z) / 2 + 0.005, 0.05, 0.05, 0.012, STEEL)
    mesh = join(ring, plate, rod((0, y * 0.5 + r, -min(x, z) / 2), (0, y * 0.5 + r, 0.0), 0.010, STEEL))
    return mesh if x >= z else turned(mesh, "y", 90)


@lengthwise
def paper_hanger(look: Look) -> Mesh:
    """A toilet paper holder: a plate with an arm."""
    x, y, z = look.size
    plate = block(-0.38 * x, 0.2 * y, -z / 2 + 0.006, 0.2 * x, 0.7 * y, 0.012, STEEL)
    arm = tube(
        [(-0.38 * x, 0.55 * y, -z / 2), (-0.38 * x, 0.55 * y, 0), (0.46 * x, 0.55 * y, 0), (0.48 * x, 0.75 * y, 0)],
        0.008,
        STEEL,
    )
    return join(plate, arm)


def soap_bar(look: Look) -> Mesh:
    """A bar of soap with an embossed oval."""
    x, y, z = look.size
    colour = paint(look)
    bar = rounded(0, 0, 0, x, y, z, colour, 3.5)
    return join(
        bar, moved(scaled(cylinder(0, 0, 0, 1, 1, darker(colour, 0.86)), 0.25 * x, 0.02 * y, 0.30 * z), 0, 0.985 * y)
    )


def plunger(look: Look) -> Mesh:
    """A rubber cup on a wooden stick."""
    x, y, z = look.size
    cup = scaled(
        revolve([(0.9, 0), (1, 0), (0.95, 0.10), (0.55, 0.19), (0.2, 0.24), (0.2, 0.28), (0, 0.28)], paint(look), 18),
        x / 2,
        y,
        z / 2,
    )
    return join(cup, cylinder(0, 0.25 * y, 0, 0.013, 0.75 * y, PALE_WOOD))


def scrub_brush(look: Look) -> Mesh:
    """A toilet brush in its holder."""
    x, y, z = look.size
    colour = paint(look)
    pot = scaled(
        revolve([(0, 0), (1, 0), (0.85, 0.42), (0.62, 0.46), (0.5, 0.46), (0.5, 0.40), (0, 0.38)], colour, 16),
        x / 2,
        y,
        z / 2,
    )
    bristles = cylinder(0, 0.36 * y, 0, 0.24 * x, 0.13 * y, Paint((0.97, 0.97, 0.97), "sponge"), 0.10 * x, 10)
    return join(
        pot,
        bristles,
        cylinder(0, 0.46 * y, 0, 0.012, 0.48 * y, darker(colour, 0.85)),
        ellipsoid((0, 0.955 * y, 0), (0.02, 0.045 * y, 0.02), darker(colour, 0.7)),
    )


@lengthwise
def tissue_box(look: Look) -> Mesh:
    """A box with a tissue coming out of its slot."""
    x, y, z = look.size
    colour = paint(look)
    h = 0.68 * y
    body = block(0, 0, 0, x, h, z, colour)
    pale = Paint(mixed(colour.rgb, (1, 1, 1), 0.6), "paper")
    band = [block(0, 0.30 * h, s * z / 2 * 0.996, 0.86 * x, 0.4 * h, 0.003, pale) for s in (-1, 1)]
    slot = scaled(cylinder(0, 0, 0, 1, 0.002, BLACK), 0.30 * x, 1, 0.18 * z)
    if look.used:
        return join(body, *band, moved(slot, 0, h))
    u, v = np.meshgrid(np.linspace(-1, 1, 7), np.linspace(0, 1, 5))
    tissue = sheet(
        np.stack(
            [u * x * 0.20 * (0.7 + 0.5 * v), h + v * (y - h) * (1 - 0.3 * np.abs(u)), 0.18 * z * np.sin(3 * u) * v], -1
        ),
        WHITE,
    )
    return join(body, *band, moved(slot, 0, h), tissue)


BUILDERS = {
    "Toilet": toilet,
    "Bathtub": tub,
    "ShowerHead": shower_head,
    "ShowerCurtain": shower_curtain,
    "ShowerGlass": shower_glass,
    "ShowerDoor": shower_door,
    "Towel": towel,
    "HandTowel": towel,
    "Cloth": cloth,
    "TowelHolder": towel_holder,
    "HandTowelHolder": hand_towel_holder,
    "ToiletPaperHanger": paper_hanger,
    "SoapBar": soap_bar,
    "Plunger": plunger,
    "ScrubBrush": scrub_brush,
    "TissueBox": tissue_box,
}
