"""Triangle meshes as values, and the solids objects are put together from.

A mesh is in metres in its own frame: y up, z towards the front. Every primitive is closed and its normals point
outwards, so that only triangles that face the camera are drawn; a ``sheet`` has two sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

Point = Sequence[float] | np.ndarray


class Paint(NamedTuple):
    """A surface: red, green, blue from 0 to 1, and the material whose texture it takes (see ``materials``)."""

    rgb: tuple[float, float, float]
    material: str = "plain"


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
    points, normals = np.asarray(points, dtype=np.float64), np.asarray(normals, dtype=np.float64)
    triangles = np.asarray(triangles, dtype=np.int32)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    face = np.cross(b - a, c - a)
    keep = np.einsum("ij,ij->i", face, face) > 1e-18
    face, triangles = face[keep], triangles[keep]
    inward = np.einsum("ij,ij->i", face, normals[triangles].sum(axis=1)) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    rgb = np.tile(np.asarray(paint.rgb, dtype=np.float64), (len(triangles), 1))
    material = np.full(len(triangles), material_index(paint.material), dtype=np.int32)
    return Mesh(points, normals, triangles, rgb, material)


def join(*meshes: Mesh) -> Mesh:
    """Several meshes as one."""
    if not meshes:
        none = np.zeros((0, 3))
        return Mesh(none, none, np.zeros((0, 3), dtype=np.int32), none, np.zeros(0, dtype=np.int32))
    starts = np.cumsum([0, *(len(m.points) for m in meshes[:-1])])
    return Mesh(
        np.concatenate([m.points for m in meshes]),
        np.concatenate([m.normals for m in meshes]),
        np.concatenate([m.triangles + s for m, s in zip(meshes, starts, strict=True)]).astype(np.int32),
        np.concatenate([m.rgb for m in meshes]),
        np.concatenate([m.material for m in meshes]),
    )


# -- moving ------------------------------------------------------------------------------------------------------


def transform(mesh: Mesh, matrix: np.ndarray, shift: Point = (0.0, 0.0, 0.0)) -> Mesh:
    """The mesh under a linear map (rotation, scale) and then a shift."""
    normals = mesh.normals @ np.linalg.inv(matrix)
    length = np.sqrt(np.einsum("ij,ij->i", normals, normals))
    normals = normals / np.maximum(length, 1e-12)[:, None]
    triangles = mesh.triangles[:, ::-1] if np.linalg.det(matrix) < 0 else mesh.triangles
    points = mesh.points @ np.asarray(matrix).T + np.asarray(shift, dtype=np.float64)
    return Mesh(points, normals, triangles, mesh.rgb, mesh.material)


def moved(mesh: Mesh, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
    """The mesh shifted, metres."""
    return Mesh(mesh.points + np.array([x, y, z]), mesh.normals, mesh.triangles, mesh.rgb, mesh.material)


def turned(mesh: Mesh, axis: str, degrees: float, about: Point = (0.0, 0.0, 0.0)) -> Mesh:
    """The mesh turned about an axis through a point; a positive turn about y takes +z to +x."""
    matrix = rotation(axis, degrees)
    about = np.asarray(about, dtype=np.float64)
    return transform(mesh, matrix, about - matrix @ about)


def rotation(axis: str, degrees: float) -> np.ndarray:
    """(3, 3) rotation about a coordinate axis."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    a = "xyz".index(axis)
    b, c = (a + 1) % 3, (a + 2) % 3
    matrix = np.eye(3)
    matrix[b, b] = matrix[c, c] = cos
    matrix[b, c], matrix[c, b] = -sin, sin
    return matrix


def scaled(mesh: Mesh, x: float, y: float, z: float) -> Mesh:
    """The mesh stretched along the axes."""
    return transform(mesh, np.diag([x, y, z]))


# -- solids ------------------------------------------------------------------------------------------------------

_FACES = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
)


def box(low: Point, high: Point, paint: Paint) -> Mesh:
    """An axis-aligned box between two corners."""
    lo, hi = np.minimum(low, high), np.maximum(low, high)
    centre, half = (lo + hi) / 2, (hi - lo) / 2
    points, normals, triangles = [], [], []
    for n, u, v in _FACES:
        for side in (1.0, -1.0):
            normal = np.array(n) * side
            k = len(points)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                points.append(centre + half * (normal + a * np.array(u) + b * np.array(v)))
                normals.append(normal)
            triangles += [(k, k + 1, k + 2), (k, k + 2, k + 3)]
    return mesh_of(np.array(points), np.array(normals), np.array(triangles), paint)


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
    rings = _smoothed(profile)
    angle = 2 * math.pi * np.arange(segments) / segments
    cos, sin = np.cos(angle), np.sin(angle)
    points, normals, triangles = [], [], []
    for (r0, y0, nr0, ny0), (r1, y1, nr1, ny1) in rings:
        k = len(points) * segments
        for r, y, nr, ny in ((r0, y0, nr0, ny0), (r1, y1, nr1, ny1)):
            points.append(np.stack([r * cos, np.full(segments, y), r * sin], axis=1))
            normals.append(np.stack([nr * cos, np.full(segments, ny), nr * sin], axis=1))
        i = np.arange(segments)
        j = (i + 1) % segments
        triangles += [
            np.stack([k + i, k + j, k + segments + j], 1),
            np.stack([k + i, k + segments + j, k + segments + i], 1),
        ]
    return mesh_of(np.concatenate(points), np.concatenate(normals), np.concatenate(triangles), paint)


def _smoothed(profile: Sequence[tuple[float, float]]) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    """Each profile segment with normals at both ends; corners sharper than 50 degrees stay sharp."""
    p = np.asarray(profile, dtype=np.float64)
    step = np.diff(p, axis=0)
    length = np.hypot(step[:, 0], step[:, 1])
    keep = length > 1e-9
    flat = np.stack([step[:, 1], -step[:, 0]], axis=1)[keep] / length[keep, None]
    starts, ends = p[:-1][keep], p[1:][keep]
    out = []
    for i, normal in enumerate(flat):
        before = flat[i - 1] if i and np.allclose(ends[i - 1], starts[i]) else normal
        after = flat[i + 1] if i + 1 < len(flat) and np.allclose(starts[i + 1], ends[i]) else normal
        first, last = (n / np.hypot(*n) for n in (_blend(normal, before), _blend(normal, after)))
        out.append(((*starts[i], *first), (*ends[i], *last)))
    return out


def _blend(normal: np.ndarray, other: np.ndarray) -> np.ndarray:
    return normal + other if normal @ other > 0.64 else normal


def ellipsoid(centre: Point, radii: Point, paint: Paint, segments: int = 16, rings: int = 8) -> Mesh:
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


def rod(start: Point, end: Point, radius: float, paint: Paint, tip: float | None = None, segments: int = 8) -> Mesh:
    """A straight rod between two points, optionally tapering."""
    a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    length = float(np.linalg.norm(b - a))
    upright = cylinder(0, 0, 0, radius, length, paint, tip, segments)
    return transform(upright, _frame((b - a) / max(length, 1e-9)), a)


def _frame(up: np.ndarray) -> np.ndarray:
    """A rotation that takes +y to the given unit direction."""
    other = np.array([1.0, 0.0, 0.0]) if abs(up[0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    side = np.cross(other, up)
    side /= np.linalg.norm(side)
    return np.stack([np.cross(up, side), up, side], axis=1)


def tube(path: Iterable[Point], radius: float, paint: Paint, segments: int = 8) -> Mesh:
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
    fan = np.array([(n, k, (k + 1) % n) for k in range(n)])
    return mesh_of(np.concatenate([ring, ring.mean(axis=0)[None]]), np.tile(normal, (n + 1, 1)), fan, paint)


def arc(centre: Point, radius: float, start: float, end: float, plane: str = "xy", steps: int = 8) -> np.ndarray:
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
    points, normals, triangles = [], [], []
    for k in range(n):
        p, q = flat[k], flat[(k + 1) % n]
        out = np.zeros(3)
        out[b], out[c] = (q - p)[1] * math.copysign(1, area), -(q - p)[0] * math.copysign(1, area)
        s = len(points)
        for level, corner in ((low, p), (low, q), (high, q), (high, p)):
            point = np.zeros(3)
            point[a], point[b], point[c] = level, corner[0], corner[1]
            points.append(point)
            normals.append(out / max(float(np.linalg.norm(out)), 1e-12))
        triangles += [(s, s + 1, s + 2), (s, s + 2, s + 3)]
    return join(*parts, mesh_of(np.array(points), np.array(normals), np.array(triangles), paint))


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
