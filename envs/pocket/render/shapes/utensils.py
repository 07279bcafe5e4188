"""Cutlery and cooking tools, lying along the longer side of their boxes."""

from __future__ import annotations

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    arc,
    box,
    ellipsoid,
    join,
    moved,
    prism,
    revolve,
    rod,
    scaled,
    sheet,
    transform,
    tube,
)
from envs.pocket.render.shapes.parts import BLACK, STEEL, darker, lengthwise, mixed, paint


def _dish(length: float, width: float, depth: float, colour: Paint, flat: bool = False) -> Mesh:
    """An oval bowl, as of a spoon, open at the top, its middle at the origin."""
    outside = [(0, -1.0), (0.5, -0.85), (0.85, -0.4), (1, 0), (0.94, 0), (0.78, -0.35), (0.45, -0.72), (0, -0.84)]
    body = revolve(outside, colour, 16)
    return scaled(body, length / 2, depth * (0.4 if flat else 1), width / 2)


@lengthwise
def spoon(look: Look) -> Mesh:
    """A spoon."""
    x, y, z = look.size
    bowl = moved(_dish(0.30 * x, z, 0.8 * y, STEEL), 0.35 * x, 0.85 * y)
    handle = prism(
        [
            (-0.5, 0.30),
            (-0.44, 0.5),
            (0.1, 0.16),
            (0.22, 0.22),
            (0.22, -0.22),
            (0.1, -0.16),
            (-0.44, -0.5),
            (-0.5, -0.3),
        ],
        0,
        1,
        STEEL,
    )
    return join(bowl, _lying(handle, x, 0.12 * y + 0.002, 0.42 * z, 0.80 * y))


def _lying(unit: Mesh, length: float, thick: float, width: float, height: float) -> Mesh:
    """A unit prism with (length, width) outline, as drawn along y, put lying along x."""
    points = unit.points[:, [2, 1, 0]]  # the outline's first coordinate is z for an upright prism
    normals = unit.normals[:, [2, 1, 0]]
    swapped = Mesh(points, normals, unit.triangles[:, ::-1], unit.rgb, unit.material)
    return moved(scaled(swapped, length, thick, width), 0, height - thick)


@lengthwise
def fork(look: Look) -> Mesh:
    """A fork with four tines."""
    x, y, z = look.size
    thick = 0.12 * y + 0.0016
    handle = _lying(
        prism(
            [
                (-0.5, 0.28),
                (-0.44, 0.36),
                (0.05, 0.13),
                (0.16, 0.46),
                (0.24, 0.5),
                (0.24, -0.5),
                (0.16, -0.46),
                (0.05, -0.13),
                (-0.44, -0.36),
                (-0.5, -0.28),
            ],
            0,
            1,
            STEEL,
        ),
        x,
        thick,
        z,
        0.55 * y,
    )
    tines = [
        rod(
            (0.22 * x, 0.5 * y, z * (-0.42 + 0.28 * k)),
            (0.5 * x, 0.9 * y, z * (-0.42 + 0.28 * k)),
            0.075 * z,
            STEEL,
            0.04 * z,
            6,
        )
        for k in range(4)
    ]
    return join(handle, *tines)


@lengthwise
def butter_knife(look: Look) -> Mesh:
    """A round-tipped table knife, all metal, with a thicker handle."""
    x, y, z = look.size
    blade = prism([(0.0, -0.35), (0.30, -0.5), (0.46, -0.4), (0.5, 0.1), (0.44, 0.38), (0.0, 0.35)], 0, 1, STEEL)
    handle = rod((-0.5 * x, y / 2, 0), (0.02 * x, y / 2, 0), 1.0, darker(STEEL, 0.75), 0.8, 10)
    handle = Mesh(
        handle.points * (1, 0, 0) + (handle.points - (0, y / 2, 0)) * (0, y / 2, 0.36 * z) + (0, y / 2, 0),
        handle.normals,
        handle.triangles,
        handle.rgb,
        handle.material,
    )
    return join(_lying(blade, x, max(0.3 * y, 0.0015), z, 0.65 * y), handle)


@lengthwise
def knife(look: Look) -> Mesh:
    """A kitchen knife standing on its edge or lying flat, whichever way its box is: pointed blade, riveted handle."""
    x, y, z = look.size
    tall, thin = max(y, z), min(y, z, 0.028)
    blade = prism(
        [
            (-0.10 * x, 0.98 * tall),
            (0.34 * x, 0.92 * tall),
            (0.5 * x, 0.55 * tall),
            (0.40 * x, 0.18 * tall),
            (0.28 * x, 0),
            (-0.10 * x, 0),
        ],
        -max(0.12 * thin, 0.0012),
        max(0.12 * thin, 0.0012),
        STEEL,
        "z",
    )
    handle = prism(
        [
            (-0.5 * x, 0.95 * tall),
            (-0.5 * x, 0.42 * tall),
            (-0.44 * x, 0.38 * tall),
            (-0.10 * x, 0.5 * tall),
            (-0.10 * x, 0.98 * tall),
        ],
        -thin / 2,
        thin / 2,
        paint(look),
        "z",
    )
    rivets = [
        ellipsoid((x * k, 0.72 * tall, 0), (0.008, 0.008, thin / 2 + 0.0015), STEEL, 8, 4)
        for k in (-0.42, -0.30, -0.18)
    ]
    mesh = join(blade, handle, *rivets)
    if y >= z:
        return mesh
    points, normals = mesh.points[:, [0, 2, 1]], mesh.normals[:, [0, 2, 1]]
    flat = Mesh(points, normals, mesh.triangles[:, ::-1], mesh.rgb, mesh.material)
    return moved(flat, 0, min(y / 2, 0.014), -z / 2)


@lengthwise
def spatula(look: Look) -> Mesh:
    """A slotted turner with a handle in its colour."""
    x, y, z = look.size
    colour = paint(look)
    head_x, head_z, thick = 0.34 * x, z, max(0.0025, 0.2 * y)
    x0 = 0.5 * x - head_x
    metal = STEEL if look.variant.material == "metal" else darker(colour, 0.9)
    bars = [
        box((x0, 0, head_z * (-0.5 + 0.22 * k)), (0.5 * x, thick, head_z * (-0.5 + 0.22 * k + 0.12)), metal)
        for k in range(5)
    ]
    ends = [box((a, 0, -head_z / 2), (a + 0.06 * x, thick, head_z / 2), metal) for a in (x0, 0.44 * x)]
    neck = rod((-0.15 * x, 0.7 * y, 0), (x0 + 0.02, thick / 2, 0), 0.05 * z + 0.002, STEEL, segments=6)
    handle = rod((-0.5 * x, 0.65 * y, 0), (-0.12 * x, 0.7 * y, 0), max(0.10 * z, 0.3 * y), colour, segments=8)
    return join(*bars, *ends, neck, handle)


@lengthwise
def ladle(look: Look) -> Mesh:
    """A ladle: deep round bowl, long bent handle."""
    x, y, z = look.size
    r = min(z / 2, 0.18 * x)
    bowl = moved(_dish(2 * r, 2 * r, 0.9 * y, STEEL), x / 2 - r, 0.92 * y)
    hook = arc((-x / 2 + 0.02, y * 0.72, 0), 0.016, 180, 60, "xz", 5)
    path = [(x / 2 - 2 * r + 0.006, 0.9 * y, 0), (0, y * 0.8, 0), (-x / 2 + 0.03, y * 0.72, 0), *hook[::-1].tolist()]
    handle = tube(path[:3], 0.006, paint(look))
    return join(bowl, handle)


@lengthwise
def pen(look: Look) -> Mesh:
    """A ball pen with clip and tip."""
    x, y, z = look.size
    r = min(y, z) / 2
    colour = paint(look)
    body = rod((-0.42 * x, r, 0), (0.32 * x, r, 0), r, colour)
    parts = [
        rod((0.32 * x, r, 0), (0.5 * x, r, 0), r, STEEL, 0.15 * r),
        rod((-0.5 * x, r, 0), (-0.42 * x, r, 0), 0.5 * r, STEEL),
    ]
    clip = box((-0.42 * x, 1.7 * r, -0.25 * r), (-0.15 * x, 2.1 * r, 0.25 * r), STEEL)
    return join(body, *parts, clip)


@lengthwise
def pencil(look: Look) -> Mesh:
    """A hexagonal pencil with rubber and sharpened end."""
    x, y, z = look.size
    r = min(y, z) / 2
    wood = Paint((0.87, 0.70, 0.48), "wood")
    return join(
        rod((-0.40 * x, r, 0), (0.36 * x, r, 0), r, paint(look), segments=6),
        rod((-0.45 * x, r, 0), (-0.40 * x, r, 0), r * 1.02, STEEL, segments=8),
        rod((-0.5 * x, r, 0), (-0.45 * x, r, 0), r * 0.95, Paint((0.90, 0.50, 0.50), "rubber"), segments=8),
        rod((0.36 * x, r, 0), (0.47 * x, r, 0), r, wood, 0.25 * r, 6),
        rod((0.47 * x, r, 0), (0.5 * x, r, 0), 0.25 * r, BLACK, 0.0, 6),
    )


@lengthwise
def sponge(look: Look) -> Mesh:
    """A sponge with a scouring pad on top."""
    x, y, z = look.size
    pad = Paint((0.14, 0.40, 0.22), "sponge")
    if look.variant.colour == "green":
        pad = Paint((0.75, 0.72, 0.20), "sponge")
    return join(
        box((-x / 2, 0, -z / 2), (x / 2, 0.7 * y, z / 2), paint(look)),
        box((-x / 2, 0.7 * y, -z / 2), (x / 2, y, z / 2), pad),
    )


@lengthwise
def foil(look: Look) -> Mesh:
    """A roll of aluminium foil in its open carton, the end hanging out in front."""
    x, y, z = look.size
    colour = Paint((0.25, 0.42, 0.70), "paper")
    carton = box((-x / 2, 0, -z / 2), (x / 2, 0.60 * y, 0.42 * z), colour)
    lid = box((-x / 2, 0.60 * y, -z / 2), (x / 2, y, -0.44 * z), colour)
    r, at = 0.34 * min(y, z), 0.62 * y
    roll = rod((-0.47 * x, at, -0.06 * z), (0.47 * x, at, -0.06 * z), r, STEEL, segments=14)
    path = ((at + r, -0.06 * z), (0.70 * y, 0.36 * z), (0.45 * y, 0.46 * z), (0.15 * y, 0.5 * z))
    rows = [[(a * x, h, d) for a in (-0.40, 0.0, 0.40)] for h, d in path]
    return join(carton, lid, roll, sheet(np.array(rows), STEEL))


CORE = Paint((0.62, 0.48, 0.33), "paper")


@lengthwise
def paper_roll(look: Look) -> Mesh:
    """A roll of kitchen paper, upright or lying, with a loose end; only the core when used up."""
    x, y, z = look.size
    if y >= x:
        return _roll(y, min(x, z) / 2, look)
    return moved(_swapped(_roll(x, min(y, z) / 2, look), 0, 1), -x / 2, y / 2)


def _roll(height: float, radius: float, look: Look) -> Mesh:
    """An upright paper roll with its cardboard core and a loose sheet."""
    inner = revolve([(0.34, 1), (0.26, 1), (0.26, 0), (0.34, 0)], CORE, 12)
    if look.used:
        outer = revolve([(0.34, 0), (0.35, 0), (0.35, 1), (0.34, 1)], CORE, 18)
        return scaled(join(outer, inner), radius, height, radius)
    body = revolve([(0.34, 0), (1, 0), (1, 1), (0.34, 1)], paint(look), 18)
    end = [[(1.0, h, 0.0), (1.0, h, 0.5), (0.95, h, 0.95)] for h in (0.0, 1.0)]
    return scaled(join(body, inner, sheet(np.array(end), darker(paint(look), 0.96))), radius, height, radius)


def _swapped(mesh: Mesh, a: int, b: int) -> Mesh:
    """The mesh with two of its axes exchanged."""
    order = list(range(3))
    order[a], order[b] = b, a
    return transform(mesh, np.eye(3)[order])


def toilet_paper(look: Look) -> Mesh:
    """A roll of toilet paper, standing or hanging; only the core when used up."""
    x, y, z = look.size
    if abs(x - z) <= 0.15 * max(x, z):
        return _roll(y, min(x, z) / 2, look)
    long = min(x, z)
    lying = moved(_swapped(_roll(long, y / 2, look), 0, 1), -long / 2, y / 2)
    return lying if x <= z else _swapped(lying, 0, 2)


def soap_bottle(look: Look) -> Mesh:
    """A soap dispenser with a pump and a label."""
    x, y, z = look.size
    colour = paint(look)
    body = scaled(
        revolve(
            [(0, 0), (0.92, 0), (1, 0.03), (1, 0.52), (0.85, 0.62), (0.34, 0.70), (0.34, 0.76), (0, 0.76)], colour, 18
        ),
        0.40 * x,
        y,
        0.40 * z,
    )
    label = scaled(
        revolve([(1.01, 0.16), (1.01, 0.44)], Paint(mixed(colour.rgb, (1, 1, 1), 0.75), "paper"), 18),
        0.40 * x,
        y,
        0.40 * z,
    )
    white = Paint((0.95, 0.95, 0.93), "plastic")
    pump = rod((0, 0.74 * y, 0), (0, 0.95 * y, 0), 0.05 * x, white)
    head = join(
        rod((0, 0.95 * y, 0), (0, y, 0), 0.17 * x, white),
        rod((0, 0.965 * y, 0), (0.5 * x, 0.945 * y, 0), 0.06 * x, white),
    )
    return join(body, label, pump, head)


@lengthwise
def spray_bottle(look: Look) -> Mesh:
    """A spray bottle: flat body, neck, trigger head."""
    x, y, z = look.size
    colour = paint(look)
    white = Paint((0.95, 0.95, 0.93), "plastic")
    profile = [(0, 0), (0.95, 0), (1, 0.03), (1, 0.42), (0.75, 0.56), (0.36, 0.66), (0.34, 0.76), (0, 0.76)]
    body = moved(scaled(revolve(profile, colour, 16), 0.40 * x, y, z / 2), -0.10 * x)
    label = moved(scaled(revolve([(1.015, 0.12), (1.015, 0.38)], white, 16), 0.40 * x, y, z / 2), -0.10 * x)
    head = prism(
        [
            (-0.34 * x, 0.80 * y),
            (-0.20 * x, 0.99 * y),
            (0.34 * x, 0.98 * y),
            (0.34 * x, 0.86 * y),
            (0.04 * x, 0.78 * y),
            (-0.24 * x, 0.76 * y),
        ],
        -0.3 * z,
        0.3 * z,
        darker(colour, 0.6),
        "z",
    )
    nozzle = rod((0.34 * x, 0.92 * y, 0), (0.5 * x, 0.92 * y, 0), 0.22 * z, white, 0.26 * z)
    trigger = tube([(0.16 * x, 0.86 * y, 0), (0.26 * x, 0.76 * y, 0), (0.20 * x, 0.66 * y, 0)], 0.12 * z, white, 6)
    return join(body, label, head, nozzle, trigger)


BUILDERS = {
    "Spoon": spoon,
    "Fork": fork,
    "ButterKnife": butter_knife,
    "Knife": knife,
    "Spatula": spatula,
    "Ladle": ladle,
    "Pen": pen,
    "Pencil": pencil,
    "DishSponge": sponge,
    "AluminumFoil": foil,
    "PaperTowelRoll": paper_roll,
    "ToiletPaper": toilet_paper,
    "SoapBottle": soap_bottle,
    "SprayBottle": spray_bottle,
}
