"""Food, whole, cut and cooked."""

from __future__ import annotations

import math

import numpy as np

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    ellipsoid,
    join,
    moved,
    prism,
    revolve,
    rod,
    scaled,
    sheet,
    turned,
)
from envs.pocket.render.shapes.parts import LEAF, darker, flatwise, lathe, lengthwise, mixed, oval, paint, star

STALK = Paint((0.35, 0.22, 0.10), "wood")
FLESH = Paint((0.97, 0.93, 0.78), "food")
CRUST = Paint((0.68, 0.42, 0.18), "food")
CRUMB = Paint((0.95, 0.85, 0.64), "food")
TOAST = Paint((0.58, 0.33, 0.12), "food")
_APPLE = [
    (0, 0.10),
    (0.18, 0.03),
    (0.42, 0.0),
    (0.72, 0.10),
    (0.95, 0.38),
    (1, 0.58),
    (0.90, 0.80),
    (0.60, 0.92),
    (0.28, 0.90),
    (0.08, 0.78),
    (0, 0.76),
]


def apple(look: Look) -> Mesh:
    """An apple with its dimple, stalk and a leaf."""
    x, y, z = look.size
    body = lathe(look, _APPLE, paint(look), 18)
    stalk = rod((0, 0.76 * y, 0), (0.06 * x, y, 0), 0.0035, STALK, segments=6)
    leaf = turned(ellipsoid((0, 0, 0), (0.22 * x, 0.004, 0.09 * z), LEAF, 8, 4), "z", 25)
    return join(body, stalk, moved(leaf, 0.24 * x, 0.95 * y))


def apple_piece(look: Look) -> Mesh:
    """A wedge of apple: skin outside, pale flesh and pips where it was cut."""
    x, y, _z = look.size
    steps = 7
    skin = [(0.5 * math.sin(a), -math.cos(a) * 0.5) for a in np.linspace(0.12, math.pi - 0.12, steps)]
    wedge = []
    for side in (-1, 1):
        flat = prism([(1.9 * p[0] * x - 0.45 * x, p[1] * y + y / 2) for p in skin], -0.004, 0.004, FLESH, "z")
        wedge.append(turned(flat, "y", -side * 32, (-0.45 * x, 0, 0)))
    rows = []
    for k in range(5):
        turn = math.radians(-32 + 16 * k)
        rows.append(
            [
                (-0.45 * x + 1.9 * p[0] * x * math.cos(turn), p[1] * y + y / 2, 1.9 * p[0] * x * math.sin(turn))
                for p in skin
            ]
        )
    peel = sheet(np.array(rows), paint(look))
    pips = [
        ellipsoid((0.0, y * (0.45 + 0.12 * k), s * 0.016), (0.006, 0.009, 0.004), STALK, 6, 4)
        for k in (0, 1)
        for s in (-1, 1)
    ]
    mesh = join(*wedge, peel, *pips)
    return _fit(mesh, look)


def _fit(mesh: Mesh, look: Look) -> Mesh:
    """Stretch a mesh to fill the object's box."""
    low, high = mesh.points.min(axis=0), mesh.points.max(axis=0)
    x, y, z = np.array(look.size) / np.maximum(high - low, 1e-9)
    centred = moved(mesh, *(-(low + high) / 2))
    return moved(scaled(centred, x, y, z), 0, look.size[1] / 2)


def _lump(look: Look, colour: Paint, amount: float) -> Mesh:
    """An irregular ball that fills the box."""
    ball = ellipsoid((0, 0, 0), (1, 1, 1), colour, 16, 10)
    p = ball.points
    wave = 1 + amount * (
        np.sin(3.1 * p[:, 0] + look.shape) * np.sin(2.3 * p[:, 1] + 1.7) + 0.6 * np.sin(4.7 * p[:, 2] + look.shape)
    )
    return _fit(Mesh(p * wave[:, None], ball.normals, ball.triangles, ball.rgb, ball.material), look)


def potato(look: Look) -> Mesh:
    """A lumpy potato with eyes; cooked ones are golden and crisp."""
    colour = Paint(mixed((0.66, 0.50, 0.30), look.variant.rgb, 0.35), "food")
    if look.cooked:
        colour = Paint((0.80, 0.50, 0.14), "food")
    x, y, z = look.size
    eyes = [
        ellipsoid(
            (0.45 * x * math.cos(a), y * h, 0.43 * z * math.sin(a)),
            (0.05 * x, 0.05 * y, 0.05 * z),
            darker(colour, 0.55),
            6,
            4,
        )
        for a, h in ((0.4, 0.6), (1.7, 0.45), (2.9, 0.62), (4.1, 0.4), (5.3, 0.66))
    ]
    top = ellipsoid((0.1 * x, 0.95 * y, 0), (0.05 * x, 0.04 * y, 0.05 * z), darker(colour, 0.55), 6, 4)
    return join(_lump(look, colour, 0.10), *eyes, top)


def _round_slice(look: Look, rim: Paint, face: Paint, core: Paint | None, seeds: Paint | None) -> Mesh:
    x, y, z = look.size
    parts = [moved(prism(oval(x, y), -z / 2, z / 2, rim, "z"), 0, y / 2)]
    inner = moved(prism(oval(0.86 * x, 0.86 * y), -z / 2 - 0.0008, z / 2 + 0.0008, face, "z"), 0, y / 2)
    parts.append(inner)
    if core is not None:
        for k in range(5):
            a = 2 * math.pi * k / 5 + 0.3
            cell = prism(oval(0.24 * x, 0.20 * y, 8), -z / 2 - 0.0014, z / 2 + 0.0014, core, "z")
            parts.append(moved(cell, 0.25 * x * math.cos(a), y / 2 + 0.25 * y * math.sin(a)))
            if seeds is not None:
                pip = prism(oval(0.06 * x, 0.09 * y, 6), -z / 2 - 0.002, z / 2 + 0.002, seeds, "z")
                parts.append(moved(pip, 0.27 * x * math.cos(a), y / 2 + 0.27 * y * math.sin(a)))
    return join(*parts)


@flatwise
def potato_piece(look: Look) -> Mesh:
    """A potato slice: brown rim, pale yellow inside; fried ones are golden."""
    face = Paint((0.88, 0.58, 0.16) if look.cooked else (0.96, 0.88, 0.56), "food")
    return _round_slice(look, Paint((0.52, 0.36, 0.18), "food"), face, None, None)


@flatwise
def tomato_piece(look: Look) -> Mesh:
    """A tomato slice with seed chambers."""
    return _round_slice(
        look,
        paint(look),
        Paint((0.90, 0.30, 0.22), "food"),
        Paint((0.93, 0.56, 0.30), "food"),
        Paint((0.97, 0.88, 0.55), "food"),
    )


def tomato(look: Look) -> Mesh:
    """A tomato with its green star."""
    x, y, z = look.size
    profile = [(0, 0.03), (0.4, 0.0), (0.82, 0.16), (1, 0.46), (0.92, 0.74), (0.60, 0.93), (0.25, 0.95), (0, 0.88)]
    body = lathe(look, profile, paint(look), 18)
    green = scaled(prism(star(5, 1, 0.32), 0, 1, LEAF), 0.24 * x, 0.02 * y, 0.24 * z)
    stalk = rod((0, 0.9 * y, 0), (0.03 * x, y, 0), 0.004, LEAF, segments=6)
    return join(body, moved(green, 0, 0.945 * y), stalk)


@lengthwise
def lettuce(look: Look) -> Mesh:
    """A head of lettuce: a pale heart in ruffled leaves."""
    x, y, z = look.size
    pale = Paint((0.74, 0.86, 0.45), "organic")
    parts = [moved(ellipsoid((0, 0, 0), (0.40 * x, 0.40 * y, 0.40 * z), pale, 12, 8), 0, y * 0.48)]
    u, v = np.meshgrid(np.linspace(-1, 1, 7), np.linspace(-1, 1, 7))
    for k in range(9):
        ruffle = 1 + 0.10 * np.sin(7 * u + 2.0 * k) * np.sin(5 * v + k)
        turn = 2 * math.pi * k / 9 + 0.3 * (k % 2)
        lon, lat = turn + 0.55 * u, 0.15 + 0.9 * v + 0.12 * (k % 3)
        r = (0.92 + 0.05 * (k % 3)) * ruffle / 2
        points = np.stack(
            [r * x * np.cos(lat) * np.cos(lon), y / 2 + r * y * np.sin(lat), r * z * np.cos(lat) * np.sin(lon)], -1
        )
        parts.append(sheet(points, Paint(mixed((0.30, 0.62, 0.20), (0.55, 0.78, 0.30), (k % 3) / 2), "organic")))
    root = moved(scaled(revolve([(0, 0), (1, 0), (0.8, 1), (0, 1)], FLESH, 8), 0.1 * z, 0.08 * y, 0.1 * z), 0, 0.0)
    return _fit(join(*parts, root), look)


@flatwise
def lettuce_piece(look: Look) -> Mesh:
    """A ruffled leaf with a white rib."""
    x, y, z = look.size
    u, v = np.meshgrid(np.linspace(-1, 1, 11), np.linspace(-1, 1, 9))
    edge = np.sqrt(np.maximum(0.02, 1 - v**2)) * (0.9 + 0.1 * np.sin(9 * v))
    ruffle = 0.42 * z * np.sin(8 * u + 3 * v) * np.abs(u)
    leaf = sheet(np.stack([u * edge * x / 2, y / 2 + v * y / 2, ruffle], -1), Paint((0.36, 0.68, 0.22), "organic"))
    rib = rod((0, 0.02 * y, 0), (0, 0.85 * y, 0), 0.07 * x, Paint((0.88, 0.93, 0.72), "organic"), 0.01 * x, 6)
    return join(leaf, scaled(rib, 1, 1, min(1.0, z / (0.16 * x))))


_LOAF = [
    (-0.44, 0.0),
    (0.44, 0.0),
    (0.47, 0.1),
    (0.45, 0.52),
    (0.5, 0.66),
    (0.47, 0.84),
    (0.33, 0.97),
    (0.0, 1.0),
    (-0.33, 0.97),
    (-0.47, 0.84),
    (-0.5, 0.66),
    (-0.45, 0.52),
    (-0.47, 0.1),
]


@lengthwise
def bread(look: Look) -> Mesh:
    """A loaf with scored crust; the heel that is left of a cut one shows its crumb."""
    x, y, z = look.size
    outline = [(b * y, a * z) for a, b in _LOAF]
    heel = look.slot >= 0
    loaf = prism(outline, -x / 2 * (1 if heel else 0.93), x / 2 * (0.9 if heel else 0.93), CRUST, "x")
    end = [(b * 0.88 * y + 0.05 * y, a * 0.88 * z) for a, b in _LOAF]
    if heel:
        return join(loaf, prism(end, 0.88 * x / 2, 0.92 * x / 2, CRUMB, "x"))
    caps = [prism(end, s * 0.93 * x / 2, s * x / 2, darker(CRUST, 0.9), "x") for s in (-1, 1)]
    cuts = [turned(ellipsoid((0, 0, 0), (0.012, 0.008, 0.34 * z), CRUMB, 8, 4), "y", 28) for _ in range(4)]
    scored = [moved(c, x * (-0.33 + 0.22 * k), 0.985 * y) for k, c in enumerate(cuts)]
    return join(loaf, *caps, *scored)


@flatwise
def bread_piece(look: Look) -> Mesh:
    """A slice of bread; toasted when cooked."""
    x, y, z = look.size
    crust = prism(
        [(a * x, b * y) for a, b in _LOAF], -z / 2 * 0.94, z / 2 * 0.94, darker(CRUST, 0.65 if look.cooked else 1), "z"
    )
    field = [(a * 0.88 * x, b * 0.88 * y + 0.06 * y) for a, b in _LOAF]
    return join(crust, prism(field, -z / 2, z / 2, TOAST if look.cooked else CRUMB, "z"))


def egg(look: Look) -> Mesh:
    """An egg, standing."""
    profile = [(math.sin(t) * (1 - 0.10 * -math.cos(t)), (1 - math.cos(t)) / 2) for t in np.linspace(0, math.pi, 11)]
    r = max(p[0] for p in profile)
    shell = Paint((0.93, 0.80, 0.64) if look.variant.colour == "beige" else (0.96, 0.94, 0.89), "food")
    return lathe(look, [(a / r, b) for a, b in profile], shell)


def egg_cracked(look: Look) -> Mesh:
    """A cracked egg: the white spread out round the yolk; fried with a brown edge when cooked."""
    x, y, z = look.size
    rim = [
        (
            z / 2 * (0.88 + 0.12 * math.sin(3 * a + 1)) * math.sin(a),
            x / 2 * (0.88 + 0.12 * math.sin(3 * a + 1)) * math.cos(a),
        )
        for a in np.linspace(0, 2 * math.pi, 20, endpoint=False)
    ]
    thin = max(0.003, 0.25 * y)
    white = Paint((0.99, 0.98, 0.94) if look.cooked else (0.93, 0.92, 0.78), "food")
    edge = Paint((0.62, 0.40, 0.16), "food") if look.cooked else darker(white, 0.95)
    disc, top = prism(rim, 0, thin, edge), prism([(0.9 * a, 0.9 * b) for a, b in rim], thin * 0.5, thin * 1.15, white)
    yolk = ellipsoid(
        (0.06 * x, thin, 0.04 * z), (0.21 * x, y - thin, 0.21 * z), Paint((0.98, 0.72, 0.10), "food"), 14, 8
    )
    return join(disc, top, yolk)


BUILDERS = {
    "Apple": apple,
    "AppleSliced": apple_piece,
    "Potato": potato,
    "PotatoSliced": potato_piece,
    "Tomato": tomato,
    "TomatoSliced": tomato_piece,
    "Lettuce": lettuce,
    "LettuceSliced": lettuce_piece,
    "Bread": bread,
    "BreadSliced": bread_piece,
    "Egg": egg,
    "EggCracked": egg_cracked,
}
