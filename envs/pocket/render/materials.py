"""Procedural textures: solid patterns of the object's own coordinates, from integer-hash noise only.

No function of the platform's mathematics library is called, so that frames agree across machines.
"""

from __future__ import annotations

import numpy as np

from envs.pocket.render.kernel import part

NAMES = (
    "plain",
    "wood",
    "metal",
    "plastic",
    "ceramic",
    "glass",
    "fabric",
    "stone",
    "paper",
    "food",
    "rubber",
    "leather",
    "wax",
    "soap",
    "sponge",
    "organic",
    "basket",
    "planks",
    "tiles",
    "wall",
    "light",
    "sky",
    "screen",
    "print",
)

#: How much each material mirrors the lamp: (strength, sharpness as a power of two).
GLOSS = {
    "metal": (0.45, 4),
    "plastic": (0.22, 5),
    "ceramic": (0.40, 6),
    "glass": (0.60, 6),
    "stone": (0.12, 5),
    "food": (0.10, 4),
    "wax": (0.10, 4),
    "soap": (0.10, 4),
    "leather": (0.14, 4),
    "tiles": (0.15, 5),
    "wood": (0.06, 4),
    "planks": (0.07, 4),
    "screen": (0.25, 6),
    "organic": (0.05, 4),
}

LIGHT, SKY, SCREEN = NAMES.index("light"), NAMES.index("sky"), NAMES.index("screen")
_WOOD, _FABRIC, _STONE, _SPONGE = (NAMES.index(n) for n in ("wood", "fabric", "stone", "sponge"))
_BASKET, _PLANKS, _TILES = (NAMES.index(n) for n in ("basket", "planks", "tiles"))


#: Noise of a material: up to two layers, each with its cells per metre along the object's axes.
_LAYERS = np.zeros((len(NAMES), 2, 3))
for _name, _layers in {
    "wood": [(6, 50, 50), (1.3, 9, 9)],
    "metal": [(9, 240, 9)],
    "fabric": [(30, 30, 30)],
    "stone": [(9, 9, 9), (120, 120, 120)],
    "food": [(70, 45, 70), (260, 260, 260)],
    "organic": [(70, 45, 70), (260, 260, 260)],
    "sponge": [(300, 300, 300)],
    "planks": [(60, 1, 4)],
    "wall": [(110, 110, 110)],
    "paper": [(90, 90, 90)],
    "leather": [(90, 90, 90)],
}.items():
    _LAYERS[NAMES.index(_name), : len(_layers)] = _layers

#: The pattern of a material without one of its own: a constant, and how much of each layer is added.
_MIX = np.tile([1.0, 0.0, 0.0], (len(NAMES), 1))
for _name, _mix in {
    "metal": (0.94, 0.10, 0),
    "stone": (0.80, 0.22, 0.22),
    "food": (0.89, 0.13, 0.07),
    "organic": (0.89, 0.13, 0.07),
    "planks": (0.92, 0.14, 0),
    "wall": (0.985, 0.025, 0),
    "paper": (0.93, 0.10, 0),
    "leather": (0.93, 0.10, 0),
}.items():
    _MIX[NAMES.index(_name)] = _mix


@part
def _floor(v):
    i = int(v)
    return i - (v < i)


@part
def _hash(i, j, k):
    """A number from 0 to 1 for a lattice point."""
    h = (i * 374761393 + j * 668265263 + k * 1274126177) & 0x7FFFFFFF
    h = ((h ^ (h >> 13)) * 1103515245 + 12345) & 0x7FFFFFFF
    h ^= h >> 16
    return (h & 0xFFFF) / 65535.0


@part
def _noise(x, y, z):
    """Smooth noise from 0 to 1 with features of size one."""
    i, j, k = _floor(x), _floor(y), _floor(z)
    u, v, w = x - i, y - j, z - k
    u, v, w = u * u * (3 - 2 * u), v * v * (3 - 2 * v), w * w * (3 - 2 * w)
    a = _hash(i, j, k) * (1 - u) + _hash(i + 1, j, k) * u
    b = _hash(i, j + 1, k) * (1 - u) + _hash(i + 1, j + 1, k) * u
    c = _hash(i, j, k + 1) * (1 - u) + _hash(i + 1, j, k + 1) * u
    d = _hash(i, j + 1, k + 1) * (1 - u) + _hash(i + 1, j + 1, k + 1) * u
    return (a * (1 - v) + b * v) * (1 - w) + (c * (1 - v) + d * v) * w


@part
def _tooth(v):
    """A triangle wave from 0 to 1 with period 1."""
    f = v - _floor(v)
    return 2 * f if f < 0.5 else 2 - 2 * f


@part
def _noises(material, x, y, z):
    """The values of a material's two layers of noise, 0 where it has none."""
    first = second = 0.0
    # One place that calls the noise, as the compiler copies it to every place that does.
    for k in range(2):
        first, second = second, 0.0
        u, v, w = _LAYERS[material, k, 0], _LAYERS[material, k, 1], _LAYERS[material, k, 2]
        if u > 0.0:
            second = _noise(x * u, y * v, z * w)
    return first, second


@part
def _board(x, z):
    """(row, number along it, tone) of the floor board at a point; the tone of a joint is negative."""
    row = _floor(x / 0.14)
    along = z / 1.1 + _hash(row, row, 3)
    cell = _floor(along)
    joint = x / 0.14 - row < 0.025 or along - cell < 0.004
    return row, cell, -1.0 if joint else 0.84 + 0.22 * _hash(row, cell, row)


@part
def _tiles(x, z):
    u, w = x / 0.30, z / 0.30
    i, k = _floor(u), _floor(w)
    return 0.76 if u - i < 0.025 or w - k < 0.025 else 0.95 + 0.08 * _hash(i, k, k)


@part
def _weave(x, y, z, nx, ny, nz):
    u, v = (x, z) if abs(ny) > 0.6 else ((x, y) if abs(nz) > abs(nx) else (z, y))
    return _tooth(u * 160.0) + _tooth(v * 160.0)


@part
def texture(material, x, y, z, nx, ny, nz):
    """Factor by which a material's pattern lightens or darkens a colour at a point of the object, around 1.

    ``nx, ny, nz`` is the object-frame normal: woven patterns need to know which way the surface faces.
    """
    tone = 1.0
    if material == _PLANKS:
        row, cell, tone = _board(x, z)
        if tone < 0.0:
            return 0.60
        y, z = 3.7 * row, z + 0.25 * cell
    first, second = _noises(material, x, y, z)
    if material == _WOOD:
        return 0.88 + 0.11 * first + 0.09 * _tooth(second * 5.0)
    if material == _FABRIC:
        return 0.88 + 0.05 * _weave(x, y, z, nx, ny, nz) + 0.06 * first
    if material == _SPONGE:
        return 0.72 if first < 0.33 else 1.0
    if material == _BASKET:
        odd = (_floor((x + z) / 0.03) + _floor(y / 0.02)) & 1
        return (0.78 if odd else 1.0) * (0.85 + 0.2 * _tooth(y / 0.02))
    if material == _TILES:
        return _tiles(x, z)
    if material == _STONE:
        second *= second
    return tone * (_MIX[material, 0] + _MIX[material, 1] * first + _MIX[material, 2] * second)
