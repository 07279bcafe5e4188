"""Which triangles a mesh consists of, and which way round they go."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from envs.pocket.render.kernel import kernel

DEGENERATE = 1e-18
"""A triangle has no area to draw when the cross product of two edges, squared, is at most this, m^4."""


def shared(array: np.ndarray) -> np.ndarray:
    """An array that several meshes hold: nobody may write into it."""
    array.flags.writeable = False
    return array


def facing(points: np.ndarray, normals: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """The triangles that have an area, wound so that they face the way their normals do."""
    wound = np.array(triangles, dtype=np.int32)
    return wound[: _wind(points, normals, wound)]


@kernel
def _wind(points: np.ndarray, normals: np.ndarray, triangles: np.ndarray) -> int:
    """Move the triangles that have an area to the front, wound to face the way their normals do; returns how many."""
    count = 0
    for t in range(len(triangles)):
        a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        ux, uy, uz = points[b, 0] - points[a, 0], points[b, 1] - points[a, 1], points[b, 2] - points[a, 2]
        vx, vy, vz = points[c, 0] - points[a, 0], points[c, 1] - points[a, 1], points[c, 2] - points[a, 2]
        x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        if not x * x + y * y + z * z > DEGENERATE:
            continue
        nx = normals[a, 0] + normals[b, 0] + normals[c, 0]
        ny = normals[a, 1] + normals[b, 1] + normals[c, 1]
        nz = normals[a, 2] + normals[b, 2] + normals[c, 2]
        triangles[count, 1] = b
        if x * nx + y * ny + z * nz < 0.0:
            triangles[count, 0], triangles[count, 2] = c, a
        else:
            triangles[count, 0], triangles[count, 2] = a, c
        count += 1
    return count


@lru_cache(maxsize=256)
def bands(count: int, segments: int) -> np.ndarray:
    """(2 count segments, 3) triangles between pairs of rings: 0 and 1, 2 and 3, ..."""
    i = np.arange(segments)
    j = (i + 1) % segments
    below, above = np.stack([i, j, segments + j], 1), np.stack([i, segments + j, segments + i], 1)
    band = np.concatenate([below, above])
    starts = 2 * segments * np.arange(count)
    return shared((starts[:, None, None] + band).reshape(-1, 3).astype(np.int32))


@lru_cache(maxsize=256)
def fan(n: int) -> np.ndarray:
    """(n, 3) triangles between a ring of n points and its middle, point number n."""
    return shared(np.array([(n, k, (k + 1) % n) for k in range(n)], dtype=np.int32))


@lru_cache(maxsize=256)
def quads(n: int) -> np.ndarray:
    """(2 n, 3) triangles of n separate quadrangles of four points each."""
    return shared(np.array([(s, s + i, s + i + 1) for s in range(0, 4 * n, 4) for i in (1, 2)], dtype=np.int32))
