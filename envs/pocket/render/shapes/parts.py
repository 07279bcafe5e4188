"""Paints and small building blocks that many shapes share."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    block,
    box,
    cylinder,
    join,
    moved,
    prism,
    revolve,
    rod,
    scaled,
    transform,
    turned,
)
from envs.pocket.scene import Rect
from envs.pocket.things.variants import Rgb

WHITE = Paint((0.95, 0.95, 0.93), "plastic")
BLACK = Paint((0.08, 0.08, 0.09), "plastic")
DARK = Paint((0.20, 0.20, 0.22), "plastic")
GREY = Paint((0.55, 0.56, 0.58), "plastic")
STEEL = Paint((0.76, 0.78, 0.80), "metal")
IRON = Paint((0.22, 0.22, 0.23), "metal")
PALE_WOOD = Paint((0.80, 0.64, 0.42), "wood")
PAPER = Paint((0.95, 0.94, 0.89), "paper")
LEAF = Paint((0.20, 0.52, 0.18), "organic")
GLASS = Paint((0.70, 0.82, 0.86), "glass")
LIQUIDS = {
    "water": Paint((0.45, 0.68, 0.90), "glass"),
    "coffee": Paint((0.26, 0.13, 0.05), "glass"),
    "wine": Paint((0.42, 0.04, 0.12), "glass"),
}
MUD = np.array([0.34, 0.23, 0.12])


def paint(look: Look) -> Paint:
    """The object's own colour and material; wood in no colour of wood is painted and shows no grain."""
    painted = look.variant.material == "wood" and look.variant.colour not in ("brown", "beige", "black")
    return Paint(look.variant.rgb, "plain" if painted else look.variant.material)


def mixed(rgb: Rgb, other: Rgb, share: float) -> Rgb:
    """A colour with a share of another."""
    r, g, b = (a * (1 - share) + o * share for a, o in zip(rgb, other, strict=True))
    return r, g, b


def darker(colour: Paint, factor: float = 0.7) -> Paint:
    """The same surface in a darker colour."""
    r, g, b = (min(1.0, v * factor) for v in colour.rgb)
    return Paint((r, g, b), colour.material)


def liquid(look: Look) -> Paint:
    """The surface of what an object is filled with."""
    return LIQUIDS.get(look.filled, LIQUIDS["water"])


def banded(mesh: Mesh, height: float, bands: Sequence[tuple[float, float]], rgb: Rgb) -> Mesh:
    """The mesh with another colour on the triangles whose middle lies in a band; bands are fractions of a height."""
    at = mesh.points[mesh.triangles, 1].mean(axis=1) / height
    inside = np.any([(at > low) & (at < high) for low, high in bands], axis=0)
    return replace(mesh, rgb=np.where(inside[:, None], np.array(rgb), mesh.rgb))


def dirtied(mesh: Mesh, share: float = 0.42) -> Mesh:
    """The mesh with brown stains on some of its triangles; what it is filled with stays clean."""
    cell = np.floor(mesh.points[mesh.triangles].mean(axis=1) / 0.02).astype(np.int64)
    draw = (cell @ np.array([73856093, 19349663, 83492791])) % 97 / 97.0
    rgb = np.where((draw < share)[:, None], mesh.rgb * 0.25 + MUD * 0.75, mesh.rgb * 0.85 + MUD * 0.15)
    for wet in LIQUIDS.values():
        rgb = np.where((mesh.rgb == wet.rgb).all(axis=1)[:, None], mesh.rgb, rgb)
    return replace(mesh, rgb=rgb)


def lathe(look: Look, profile: Sequence[tuple[float, float]], colour: Paint | None = None, segments: int = 20) -> Mesh:
    """A body turned on a lathe that fills the object's box: radii and heights from 0 to 1."""
    x, y, z = look.size
    return scaled(revolve(profile, colour or paint(look), segments), x / 2, y, z / 2)


def lengthwise(build: Callable[[Look], Mesh]) -> Callable[[Look], Mesh]:
    """A builder for long things: it may take x as the longer horizontal side; the result is turned as needed."""

    def wrapped(look: Look) -> Mesh:
        x, y, z = look.size
        if x >= z:
            return build(look)
        holes = tuple((-h[3], h[0], -h[1], h[2]) for h in look.holes)
        return turned(build(replace(look, size=(z, y, x), holes=holes)), "y", 90)

    return wrapped


def flatwise(build: Callable[[Look], Mesh]) -> Callable[[Look], Mesh]:
    """A builder for thin things: it may take z as the thinnest side; the result is turned into the actual box."""

    def wrapped(look: Look) -> Mesh:
        x, y, z = look.size
        if y <= min(x, z):
            mesh = moved(build(replace(look, size=(x, z, y))), 0, -z / 2, 0)
            return moved(turned(mesh, "x", -90), 0, y / 2, 0)
        if x < z:
            return turned(build(replace(look, size=(z, y, x))), "y", 90)
        return build(look)

    return wrapped


def panel(
    x: float, y: float, z: float, sx: float, sy: float, sz: float, colour: Paint, inset: Paint | None = None
) -> Mesh:
    """A door or drawer front facing +z: a board with a recessed field; (x, y, z) is the middle of its bottom back."""
    rim = min(0.06, 0.18 * min(sx, sy))
    field = inset or darker(colour, 0.9)
    return join(
        box((x - sx / 2, y, z), (x + sx / 2, y + sy, z + sz * 0.7), colour),
        box((x - sx / 2, y, z), (x - sx / 2 + rim, y + sy, z + sz), colour),
        box((x + sx / 2 - rim, y, z), (x + sx / 2, y + sy, z + sz), colour),
        box((x - sx / 2 + rim, y, z), (x + sx / 2 - rim, y + rim, z + sz), colour),
        box((x - sx / 2 + rim, y + sy - rim, z), (x + sx / 2 - rim, y + sy, z + sz), colour),
        box((x - sx / 2 + rim, y + rim, z), (x + sx / 2 - rim, y + sy - rim, z + sz * 0.72), field),
    )


def grip(x: float, y: float, z: float, length: float, colour: Paint = STEEL, upright: bool = False) -> Mesh:
    """A bar handle in front of a door at z, its middle at (x, y)."""
    half, out = length / 2, 0.025
    a = (x, y - half, z + out) if upright else (x - half, y, z + out)
    b = (x, y + half, z + out) if upright else (x + half, y, z + out)
    feet = [rod((p[0], p[1], z), p, 0.005, colour, segments=6) for p in (a, b)]
    return join(rod(a, b, 0.007, colour, segments=6), *feet)


def shell(sx: float, sy: float, sz: float, wall: float, colour: Paint, inner: Paint, front: bool = True) -> Mesh:
    """A hollow case without front: floor, ceiling, sides and back of the given thickness, light inside."""
    hx, hz = sx / 2, sz / 2
    face = hz if front else hz - wall
    skin = wall / 2
    return join(
        box((-hx, 0, -hz), (hx, skin, face), colour),
        box((-hx, sy - skin, -hz), (hx, sy, face), colour),
        box((-hx, 0, -hz), (-hx + skin, sy, face), colour),
        box((hx - skin, 0, -hz), (hx, sy, face), colour),
        box((-hx, 0, -hz), (hx, sy, -hz + skin), colour),
        box((-hx + skin, skin, -hz + skin), (hx - skin, wall, face), inner),
        box((-hx + skin, sy - wall, -hz + skin), (hx - skin, sy - skin, face), inner),
        box((-hx + skin, wall, -hz + skin), (-hx + wall, sy - wall, face), inner),
        box((hx - wall, wall, -hz + skin), (hx - skin, sy - wall, face), inner),
        box((-hx + wall, wall, -hz + skin), (hx - wall, sy - wall, -hz + wall), inner),
    )


def slab(sx: float, sz: float, bottom: float, top: float, holes: Sequence[Rect], colour: Paint) -> Mesh:
    """A flat top with rectangular holes (x0, z0, x1, z1)."""
    if not holes:
        return box((-sx / 2, bottom, -sz / 2), (sx / 2, top, sz / 2), colour)
    xs = sorted({-sx / 2, sx / 2, *(h[0] for h in holes), *(h[2] for h in holes)})
    parts = []
    for x0, x1 in itertools.pairwise(xs):
        cuts = sorted((h[1], h[3]) for h in holes if h[0] < (x0 + x1) / 2 < h[2])
        start = -sz / 2
        for a, b in [*cuts, (sz / 2, sz / 2)]:
            if a - start > 1e-4:
                parts.append(box((x0, bottom, start), (x1, top, a), colour))
            start = max(start, b)
    return join(*parts)


def legs(
    sx: float, sz: float, height: float, thick: float, colour: Paint, inset: float = 0.02, taper: float = 0.7
) -> Mesh:
    """Four legs under the corners of a top."""
    x, z = sx / 2 - thick / 2 - inset, sz / 2 - thick / 2 - inset
    leg = transform(block(0, 0, 0, thick, height, thick, colour), np.eye(3))
    points = leg.points.copy()
    points[points[:, 1] < height / 2, 0] *= taper
    points[points[:, 1] < height / 2, 2] *= taper
    leg = Mesh(points, leg.normals, leg.triangles, leg.rgb, leg.material)
    return join(*(moved(leg, a * x, 0, b * z) for a in (-1, 1) for b in (-1, 1)))


def star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    """A star's outline."""
    turn = math.pi / points
    return [
        ((outer if k % 2 == 0 else inner) * math.cos(k * turn), (outer if k % 2 == 0 else inner) * math.sin(k * turn))
        for k in range(2 * points)
    ]


def oval(sx: float, sy: float, count: int = 16) -> list[tuple[float, float]]:
    """An ellipse's outline by its two diameters."""
    return [
        (sx / 2 * math.cos(2 * math.pi * k / count), sy / 2 * math.sin(2 * math.pi * k / count)) for k in range(count)
    ]


def shards(look: Look, colour: Paint) -> Mesh:
    """What is left of a broken thing: splinters scattered over its footprint."""
    x, y, z = look.size
    thick = max(0.003, min(0.008, 0.1 * y))
    parts = []
    for k in range(11):
        a, r = 2.4 * k, 0.44 * math.sqrt((k + 0.5) / 11)
        size = 0.30 - 0.014 * k
        outline = [(size * z * c, size * x * s) for c, s in ((0.5, 0.1), (-0.2, 0.45), (-0.45, -0.35), (0.3, -0.4))]
        piece = turned(prism(outline, 0, thick, colour if k % 3 else darker(colour, 0.8)), "y", 77.0 * k)
        piece = turned(piece, "x", (-1) ** k * min(38, 12 + 4 * k))
        low = piece.points[:, 1].min()
        parts.append(moved(piece, 0.8 * r * x * math.cos(a), -low, 0.8 * r * z * math.sin(a)))
    return join(*parts)


def knob(x: float, y: float, z: float, radius: float, colour: Paint) -> Mesh:
    """A round knob that sticks out towards +z."""
    return moved(turned(cylinder(0, 0, 0, radius * 0.7, radius * 1.4, colour, radius, 10), "x", 90), x, y, z)
