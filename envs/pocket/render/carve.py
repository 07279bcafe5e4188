"""Meshes without the spaces that must stay free."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from envs.pocket.render.mesh import Mesh
from envs.pocket.world.spaces import Space

_TINY = 1e-9


def carved(mesh: Mesh, spaces: Sequence[Space]) -> Mesh:
    """The mesh cut open at the spaces."""
    for space in spaces:
        mesh = _without(mesh, np.array(space[:3]), np.array(space[3:]))
    return mesh


def _without(mesh: Mesh, low: np.ndarray, high: np.ndarray) -> Mesh:
    corners = mesh.points[mesh.triangles]
    touched = ((corners.min(axis=1) < high) & (corners.max(axis=1) > low)).all(axis=1)
    if not touched.any():
        return mesh
    points, normals = [], []
    triangles, source = [mesh.triangles[~touched]], [np.flatnonzero(~touched)]
    count = len(mesh.points)
    for t in np.flatnonzero(touched).tolist():
        rest = np.concatenate([corners[t], mesh.normals[mesh.triangles[t]]], axis=1)
        for polygon in _outside(rest, low, high):
            fan = [(0, k, k + 1) for k in range(1, len(polygon) - 1)]
            points.append(polygon[:, :3])
            normals.append(polygon[:, 3:])
            triangles.append(np.array(fan, dtype=np.int32) + count)
            source.append(np.full(len(fan), t))
            count += len(polygon)
    which = np.concatenate(source)
    return Mesh(
        np.concatenate([mesh.points, *points]),
        np.concatenate([mesh.normals, *normals]),
        np.concatenate(triangles).astype(np.int32),
        mesh.rgb[which],
        mesh.material[which],
    )


def _outside(polygon: np.ndarray, low: np.ndarray, high: np.ndarray) -> list[np.ndarray]:
    """The parts of a convex polygon (n, 6: points and normals) that lie outside a box."""
    parts = []
    for a in range(3):
        for sign, edge in ((1.0, high[a]), (-1.0, -low[a])):
            side = sign * polygon[:, a] - edge  # positive outside
            beyond, polygon = _split(polygon, side)
            if len(beyond) >= 3:
                parts.append(beyond)
            if len(polygon) < 3:
                return parts
    return parts


def _split(polygon: np.ndarray, side: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The part of a polygon where ``side`` is positive, and the rest."""
    if (side > -_TINY).all():
        return polygon, polygon[:0]
    if (side < _TINY).all():
        return polygon[:0], polygon
    more, less = [], []
    for k in range(len(polygon)):
        p, q, s, t = polygon[k - 1], polygon[k], side[k - 1], side[k]
        if s * t < 0:
            cut = p + (q - p) * (s / (s - t))
            more.append(cut)
            less.append(cut)
        if t >= 0:
            more.append(q)
        if t <= 0:
            less.append(q)
    return np.array(more).reshape(-1, 6), np.array(less).reshape(-1, 6)
