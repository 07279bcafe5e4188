"""Procedural textures: solid patterns of the object's own coordinates, from integer-hash noise only.

No function of the platform's mathematics library is called, so that frames agree across machines.
"""

from __future__ import annotations

from numba import njit

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
_WOOD, _METAL, _FABRIC, _STONE = (NAMES.index(n) for n in ("wood", "metal", "fabric", "stone"))
_FOOD, _SPONGE, _ORGANIC, _BASKET = (NAMES.index(n) for n in ("food", "sponge", "organic", "basket"))
_PLANKS, _TILES, _WALL, _PAPER = (NAMES.index(n) for n in ("planks", "tiles", "wall", "paper"))
_LEATHER, _PRINT = NAMES.index("leather"), NAMES.index("print")


@njit(cache=True, error_model="numpy")
def _floor(v):
    i = int(v)
    return i - (v < i)


@njit(cache=True, error_model="numpy")
def _hash(i, j, k):
    """A number from 0 to 1 for a lattice point."""
    h = (i * 374761393 + j * 668265263 + k * 1274126177) & 0x7FFFFFFF
    h = ((h ^ (h >> 13)) * 1103515245 + 12345) & 0x7FFFFFFF
    h ^= h >> 16
    return (h & 0xFFFF) / 65535.0


@njit(cache=True, error_model="numpy")
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


@njit(cache=True, error_model="numpy")
def _tooth(v):
    """A triangle wave from 0 to 1 with period 1."""
    f = v - _floor(v)
    return 2 * f if f < 0.5 else 2 - 2 * f


@njit(cache=True, error_model="numpy")
def _planks(x, z):
    row = _floor(x / 0.14)
    shift = _hash(row, 7, 3)
    cell = _floor(z / 1.1 + shift)
    tone = 0.84 + 0.22 * _hash(row, cell, 1)
    across, along = x / 0.14 - row, z / 1.1 + shift - cell
    if across < 0.025 or along < 0.004:
        return 0.60
    return tone * (0.92 + 0.14 * _noise(x * 60.0, row * 3.7, z * 4.0 + cell))


@njit(cache=True, error_model="numpy")
def _tiles(x, y, z, size):
    u, v, w = x / size, y / size, z / size
    fu, fv, fw = u - _floor(u), v - _floor(v), w - _floor(w)
    if fu < 0.025 or fw < 0.025 or (y != 0.0 and fv < 0.025):
        return 0.76
    return 0.95 + 0.08 * _hash(_floor(u), _floor(v), _floor(w))


@njit(cache=True, error_model="numpy")
def texture(material, x, y, z, nx, ny, nz):
    """Factor by which a material's pattern lightens or darkens a colour at a point of the object, around 1.

    ``nx, ny, nz`` is the object-frame normal: woven patterns need to know which way the surface faces.
    """
    if material == _WOOD:
        grain = _noise(x * 6.0, y * 50.0, z * 50.0)
        ring = _tooth(_noise(x * 1.3, y * 9.0, z * 9.0) * 5.0)
        return 0.88 + 0.11 * grain + 0.09 * ring
    if material == _PLANKS:
        return _planks(x, z)
    if material == _METAL:
        return 0.94 + 0.10 * _noise(x * 9.0, y * 240.0, z * 9.0)
    if material == _FABRIC:
        u, v = (x, z) if abs(ny) > 0.6 else ((x, y) if abs(nz) > abs(nx) else (z, y))
        weave = _tooth(u * 160.0) * 0.5 + _tooth(v * 160.0) * 0.5
        return 0.88 + 0.10 * weave + 0.06 * _noise(x * 30.0, y * 30.0, z * 30.0)
    if material == _STONE:
        speck = _noise(x * 120.0, y * 120.0, z * 120.0)
        return 0.80 + 0.22 * _noise(x * 9.0, y * 9.0, z * 9.0) + 0.22 * speck * speck
    if material in (_FOOD, _ORGANIC):
        return 0.89 + 0.13 * _noise(x * 70.0, y * 45.0, z * 70.0) + 0.07 * _noise(x * 260.0, y * 260.0, z * 260.0)
    if material == _SPONGE:
        hole = _noise(x * 300.0, y * 300.0, z * 300.0)
        return 0.72 if hole < 0.33 else 1.0
    if material == _BASKET:
        u = x + z
        odd = (_floor(u / 0.03) + _floor(y / 0.02)) & 1
        return (0.78 if odd else 1.0) * (0.85 + 0.2 * _tooth(y / 0.02))
    if material == _TILES:
        return _tiles(x, 0.0, z, 0.30)
    if material == _WALL:
        return 0.985 + 0.025 * _noise(x * 110.0, y * 110.0, z * 110.0)
    if material in (_PAPER, _LEATHER):
        return 0.93 + 0.10 * _noise(x * 90.0, y * 90.0, z * 90.0)
    return 1.0
