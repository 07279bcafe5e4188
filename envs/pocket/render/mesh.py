"""Triangle meshes as values, and the solids objects are put together from.

A mesh is in metres in its own frame: y up, z towards the front. Every primitive is closed and its normals point
outwards, so that only triangles that face the camera are drawn; a ``sheet`` has two sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from envs.pocket.render.winding import DEGENERATE, bands, facing, fan, quads, shared

PointLike = Sequence[float] | np.ndarray


class Paint(NamedTuple):
    """A surface: red, green, blue from 0 to 1, and the material whose texture it takes (see ``materials``)."""

    rgb: tuple[float, float, float]
    material: str = "plain"


_NO_PAINT = Paint((0.0, 0.0, 0.0))


@dataclass(frozen=True)
class Mesh:
    """Triangles with smooth normals and one paint per triangle.

    Attributes:
        points: (n, 3) vertices, metres.
        normals: (n, 3) unit normals.
        triangles: (m, 3) vertex indices.
        rgb: (m, 3) colours from 0 to 1.
        material: (m,) indices into ``materials.NAMES``.
    """

    points: np.ndarray
    normals: np.ndarray
    triangles: np.ndarray
    rgb: np.ndarray
    material: np.ndarray

    def __len__(self) -> int:
        return len(self.triangles)


@cache
def material_index(name: str) -> int:
    """Index of a material by name."""
    from envs.pocket.render.materials import NAMES  # materials know nothing of meshes; the table is needed late

    return NAMES.index(name)


def mesh_of(points: np.ndarray, normals: np.ndarray, triangles: np.ndarray, paint: Paint) -> Mesh:
    """A mesh in one paint; triangles are wound so that they face the way their normals do."""
    points = np.ascontiguousarray(points, dtype=np.float64)
    normals = np.ascontiguousarray(normals, dtype=np.float64)
    return _painted(points, normals, facing(points, normals, triangles), paint)


def _painted(points: np.ndarray, normals: np.ndarray, triangles: np.ndarray, paint: Paint) -> Mesh:
    rgb = np.empty((len(triangles), 3))
    rgb[:] = paint.rgb
    material = np.full(len(triangles), material_index(paint.material), dtype=np.int32)
    return Mesh(points, normals, triangles, rgb, material)


def join(*meshes: Mesh) -> Mesh:
    """Several meshes as one."""
    if not meshes:
        none = np.zeros((0, 3))
        return Mesh(none, none, np.zeros((0, 3), dtype=np.int32), none, np.zeros(0, dtype=np.int32))
    starts = accumulate((len(m.points) for m in meshes[:-1]), initial=0)
    return Mesh(
        np.concatenate([m.points for m in meshes]),
        np.concatenate([m.normals for m in meshes]),
        np.concatenate([m.triangles + s for m, s in zip(meshes, starts, strict=True)]),
        np.concatenate([m.rgb for m in meshes]),
        np.concatenate([m.material for m in meshes]),
    )


# -- moving ------------------------------------------------------------------------------------------------------


def transform(mesh: Mesh, matrix: np.ndarray, shift: PointLike = (0.0, 0.0, 0.0)) -> Mesh:
    """The mesh under a linear map (rotation, scale) and then a shift."""
    normals = mesh.normals @ np.linalg.inv(matrix)
    length = np.sqrt(np.einsum("ij,ij->i", normals, normals))
    normals = normals / np.maximum(length, 1e-12)[:, None]
    triangles = mesh.triangles[:, ::-1] if _mirrors(matrix) else mesh.triangles
    points = mesh.points @ np.asarray(matrix).T + np.asarray(shift, dtype=np.float64)
    return Mesh(points, normals, triangles, mesh.rgb, mesh.material)


def _mirrors(matrix: np.ndarray) -> bool:
    """Whether a linear map turns right hands into left ones."""
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0


def moved(mesh: Mesh, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
    """The mesh shifted, metres."""
    return Mesh(mesh.points + np.array([x, y, z]), mesh.normals, mesh.triangles, mesh.rgb, mesh.material)


def turned(mesh: Mesh, axis: str, degrees: float, about: PointLike = (0.0, 0.0, 0.0)) -> Mesh:
    """The mesh turned about an axis through a point; a positive turn about y takes +z to +x."""
    matrix = rotation(axis, degrees)
    about = np.asarray(about, dtype=np.float64)
    return transform(mesh, matrix, about - matrix @ about)


@lru_cache(maxsize=1024)
def rotation(axis: str, degrees: float) -> np.ndarray:
    """(3, 3) rotation about a coordinate axis, not to be written into."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    a = "xyz".index(axis)
    b, c = (a + 1) % 3, (a + 2) % 3
    rows = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    rows[a][a], rows[b][b], rows[c][c] = 1.0, cos, cos
    rows[b][c], rows[c][b] = -sin, sin
    return shared(np.array(rows))


def scaled(mesh: Mesh, x: float, y: float, z: float) -> Mesh:
    """The mesh stretched along the axes."""
    return transform(mesh, np.diag([x, y, z]))


# -- solids ------------------------------------------------------------------------------------------------------

_FACES = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
)


@cache
def _unit_box() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners, normals and triangles of the box from (-1, -1, -1) to (1, 1, 1); every box is this one stretched."""
    points, normals, triangles = [], [], []
    for n, u, v in _FACES:
        for side in (1.0, -1.0):
            normal = np.array(n) * side
            k = len(points)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                points.append(normal + a * np.array(u) + b * np.array(v))
                normals.append(normal)
            triangles += [(k, k + 1, k + 2), (k, k + 2, k + 3)]
    mesh = mesh_of(np.array(points), np.array(normals), np.array(triangles), _NO_PAINT)
    return shared(mesh.points), shared(mesh.normals), shared(mesh.triangles)


def box(low: PointLike, high: PointLike, paint: Paint) -> Mesh:
    """An axis-aligned box between two corners."""
    lo, hi = np.minimum(low, high), np.maximum(low, high)
    centre, half = (lo + hi) / 2, (hi - lo) / 2
    corners, normals, triangles = _unit_box()
    points = centre + half * corners
    x, y, z = half.tolist()
    if min(x * y, y * z, z * x) ** 2 > DEGENERATE:  # each triangle covers twice such a product, so all stay
        return _painted(points, normals, triangles, paint)
    return mesh_of(points, normals.copy(), triangles, paint)


def block(x: float, y: float, z: float, sx: float, sy: float, sz: float, paint: Paint) -> Mesh:
    """A box by the middle of its bottom face and its size."""
    return box((x - sx / 2, y, z - sz / 2), (x + sx / 2, y + sy, z + sz / 2), paint)


def revolve(profile: Sequence[tuple[float, float]], paint: Paint, segments: int = 20) -> Mesh:
    """A surface of revolution about y.

    Args:
        profile: (radius, height) points; walking along it, the solid lies to the left: up the outside, down the inside.
        paint: Surface.
        segments: Corners of the circle.
    """
    return _painted(*_revolved(tuple(map(tuple, profile)), segments), paint)


@lru_cache(maxsize=512)
def _revolved(profile: tuple[tuple[float, float], ...], segments: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points, normals and triangles of a surface of revolution; many things have the same feet, knobs and rods."""
    radius, height, out, up = _smoothed(profile)
    angle = 2 * math.pi * np.arange(segments) / segments
    cos, sin = np.cos(angle), np.sin(angle)
    points, normals = np.empty((2, len(radius), segments, 3))
    points[..., 0], points[..., 1], points[..., 2] = radius[:, None] * cos, height[:, None], radius[:, None] * sin
    normals[..., 0], normals[..., 1], normals[..., 2] = out[:, None] * cos, up[:, None], out[:, None] * sin
    points, normals = points.reshape(-1, 3), normals.reshape(-1, 3)
    triangles = facing(points, normals, bands(len(radius) // 2, segments))
    return shared(points), shared(normals), shared(triangles)


def _smoothed(profile: Sequence[tuple[float, float]]) -> np.ndarray:
    """(4, 2 n) radius, height and normal (out, up) at both ends of each of a profile's n segments.

    Corners sharper than 50 degrees stay sharp.
    """
    p = np.asarray(profile, dtype=np.float64)
    step = np.diff(p, axis=0)
    length = np.hypot(step[:, 0], step[:, 1])
    keep = length > 1e-9
    flat = np.stack([step[:, 1], -step[:, 0]], axis=1)[keep] / length[keep, None]
    smooth = np.einsum("ij,ij->i", flat[1:], flat[:-1]) > 0.64
    normals = np.stack([flat, flat], axis=1)
    normals[1:, 0][smooth] = normals[:-1, 1][smooth] = (flat[1:] + flat[:-1])[smooth]
    normals /= np.hypot(normals[..., 0], normals[..., 1])[..., None]
    ends = np.stack([p[:-1][keep], p[1:][keep]], axis=1)
    return np.concatenate([ends, normals], axis=2).reshape(-1, 4).T


def ellipsoid(centre: PointLike, radii: PointLike, paint: Paint, segments: int = 16, rings: int = 8) -> Mesh:
    """An ellipsoid by centre and half axes."""
    angles = np.linspace(-math.pi / 2, math.pi / 2, rings + 1)
    ball = revolve([(max(0.0, math.cos(a)), math.sin(a)) for a in angles], paint, segments)
    return moved(scaled(ball, *radii), *centre)


def cylinder(
    x: float,
    y: float,
    z: float,
    radius: float,
    height: float,
    paint: Paint,
    top: float | None = None,
    segments: int = 16,
) -> Mesh:
    """An upright cylinder or cone frustum standing on (x, y, z)."""
    top = radius if top is None else top
    return moved(revolve([(0, 0), (radius, 0), (top, height), (0, height)], paint, segments), x, y, z)


def rod(
    start: PointLike, end: PointLike, radius: float, paint: Paint, tip: float | None = None, segments: int = 8
) -> Mesh:
    """A straight rod between two points, optionally tapering."""
    a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    length = math.sqrt((b - a) @ (b - a))
    upright = cylinder(0, 0, 0, radius, length, paint, tip, segments)
    return transform(upright, _frame((b - a) / max(length, 1e-9)), a)


def _frame(up: np.ndarray) -> np.ndarray:
    """A rotation that takes +y to the given unit direction."""
    other = np.array([1.0, 0.0, 0.0]) if abs(up[0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    side = np.array(_cross(other.tolist(), up.tolist()))
    side /= math.sqrt(side @ side)
    return np.array([_cross(up.tolist(), side.tolist()), up, side]).T


def _cross(a: Sequence[float], b: Sequence[float]) -> tuple[float, float, float]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def tube(path: Iterable[PointLike], radius: float, paint: Paint, segments: int = 8) -> Mesh:
    """A bent rod of constant thickness along a polyline, closed at both ends."""
    p = np.asarray(list(path), dtype=np.float64)
    tangent = np.gradient(p, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    side = _frame(tangent[0])[:, 0]
    angle = 2 * math.pi * np.arange(segments) / segments
    points, normals, triangles = [], [], []
    i = np.arange(segments)
    j = (i + 1) % segments
    for k, (q, t) in enumerate(zip(p, tangent, strict=True)):
        side = side - t * (side @ t)
        side /= np.linalg.norm(side)
        ring = np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * np.cross(t, side)
        points.append(q + radius * ring)
        normals.append(ring)
        if k:
            a, b = (k - 1) * segments, k * segments
            triangles += [np.stack([a + i, a + j, b + j], 1), np.stack([a + i, b + j, b + i], 1)]
    body = mesh_of(np.concatenate(points), np.concatenate(normals), np.concatenate(triangles), paint)
    caps = [_disc(points[e], tangent[e] * s, paint) for e, s in ((0, -1.0), (-1, 1.0))]
    return join(body, *caps)


def _disc(ring: np.ndarray, normal: np.ndarray, paint: Paint) -> Mesh:
    n = len(ring)
    normals = np.empty((n + 1, 3))
    normals[:] = normal
    return mesh_of(np.concatenate([ring, ring.mean(axis=0)[None]]), normals, fan(n), paint)


def arc(centre: PointLike, radius: float, start: float, end: float, plane: str = "xy", steps: int = 8) -> np.ndarray:
    """Points on a circular arc in a coordinate plane, degrees from the plane's first axis."""
    angle = np.radians(np.linspace(start, end, steps + 1))
    points = np.tile(np.asarray(centre, dtype=np.float64), (steps + 1, 1))
    points[:, "xyz".index(plane[0])] += radius * np.cos(angle)
    points[:, "xyz".index(plane[1])] += radius * np.sin(angle)
    return points


def prism(outline: Sequence[tuple[float, float]], low: float, high: float, paint: Paint, axis: str = "y") -> Mesh:
    """A flat shape, star-shaped about its mean point, drawn out along an axis.

    Args:
        outline: Corner points in the plane across the axis: (z, x) for y, (x, y) for z, (y, z) for x.
        low: Where it begins along the axis, metres.
        high: Where it ends.
        paint: Surface.
        axis: Along which it is drawn out.
    """
    flat = np.asarray(outline, dtype=np.float64)
    n, a = len(flat), "xyz".index(axis)
    b, c = (a + 1) % 3, (a + 2) % 3
    parts = []
    for level, sign in ((low, -1.0), (high, 1.0)):
        ring = np.zeros((n, 3))
        ring[:, a], ring[:, b], ring[:, c] = level, flat[:, 0], flat[:, 1]
        parts.append(_disc(ring, np.eye(3)[a] * sign, paint))
    area = float(np.sum(flat[:, 0] * np.roll(flat[:, 1], -1) - np.roll(flat[:, 0], -1) * flat[:, 1]))
    following = np.roll(flat, -1, axis=0)
    edge, turn = following - flat, math.copysign(1, area)
    points, normals = np.zeros((2, n, 4, 3))
    for corner, (level, at) in enumerate(((low, flat), (low, following), (high, following), (high, flat))):
        points[:, corner, a], points[:, corner, b], points[:, corner, c] = level, at[:, 0], at[:, 1]
    out = np.zeros((n, 3))
    out[:, b], out[:, c] = edge[:, 1] * turn, -edge[:, 0] * turn
    length = np.array([math.sqrt(v @ v) for v in out])
    normals[:] = (out / np.maximum(length, 1e-12)[:, None])[:, None]
    sides = mesh_of(points.reshape(-1, 3), normals.reshape(-1, 3), quads(n), paint)
    return join(*parts, sides)


def sheet(grid: np.ndarray, paint: Paint, back: Paint | None = None) -> Mesh:
    """A thin two-sided surface through an (a, b, 3) grid of points."""
    grid = np.asarray(grid, dtype=np.float64)
    rows, columns = grid.shape[:2]
    across, down = np.gradient(grid, axis=1), np.gradient(grid, axis=0)
    normals = np.cross(across, down).reshape(-1, 3)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    triangles = np.concatenate(
        [
            np.stack([corner, corner + 1, corner + columns + 1], 1),
            np.stack([corner, corner + columns + 1, corner + columns], 1),
        ]
    )
    points = grid.reshape(-1, 3)
    return join(mesh_of(points, normals, triangles, paint), mesh_of(points, -normals, triangles, back or paint))


def rounded(x: float, y: float, z: float, sx: float, sy: float, sz: float, paint: Paint, power: float = 4.0) -> Mesh:
    """A cushion-like block (a superellipsoid) by the middle of its bottom and its size; a higher power is boxier."""
    n, m = 16, 10
    lon, lat = 2 * math.pi * np.arange(n) / n, np.linspace(-math.pi / 2, math.pi / 2, m + 1)
    e = 2.0 / power

    def bend(v: np.ndarray) -> np.ndarray:
        return np.sign(v) * np.abs(v) ** e

    flat = bend(np.cos(lat))[:, None]
    unit = np.stack(
        [flat * bend(np.cos(lon)), np.repeat(bend(np.sin(lat))[:, None], n, 1), flat * bend(np.sin(lon))], -1
    )
    half = np.array([sx, sy, sz]) / 2
    normals = np.sign(unit) * np.abs(unit) ** (power - 1) / half
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-12)
    i = (np.arange(m)[:, None] * n + np.arange(n)).ravel()
    j = (np.arange(m)[:, None] * n + (np.arange(n) + 1) % n).ravel()
    triangles = np.concatenate([np.stack([i, j, j + n], 1), np.stack([i, j + n, i + n], 1)])
    points = (unit * half).reshape(-1, 3) + np.array([x, y + sy / 2, z])
    return mesh_of(points, normals.reshape(-1, 3), triangles, paint)
