"""The visibility buffer: which triangle each pixel shows, how near it is and how brightly it is lit.

Nearness is linear on the screen: the inverse of the depth, or for parallel views ``DEEP`` minus the depth. No
``fastmath``: the same input gives the same bits.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from envs.pocket.render.kernel import kernel, part

NEAR = 0.03
"""Nothing closer to the eye than this is drawn, metres."""
DEEP = 400.0
"""Nothing farther away than this is drawn in parallel views, metres."""
FRONT = 1000.0
"""Added to the nearness of what is held, so that it is in front of everything."""


class Shapes(NamedTuple):
    """All meshes of a room in flat arrays.

    Attributes:
        points: (n, 3) float32 vertices in room coordinates, metres.
        normals: (n, 3) float32.
        glow: (n,) float32 plain light at the vertices.
        triangles: (m, 3) int32 vertex indices.
        rgb: (m, 3) float32.
        material: (m,) int32.
        labels: (m,) int32 record index per triangle, -1 for the structure.
        node_of: (m,) int32 node per triangle; the structure is the last node.
        spans: (k, 4) int64 per node: first vertex, past the last, first triangle, past the last.
        spheres: (k, 4) centre and radius of a sphere around each node.
        frames: (k, 3, 3) object axes.
        origins: (k, 3) object origins.
    """

    points: np.ndarray
    normals: np.ndarray
    glow: np.ndarray
    triangles: np.ndarray
    rgb: np.ndarray
    material: np.ndarray
    labels: np.ndarray
    node_of: np.ndarray
    spans: np.ndarray
    spheres: np.ndarray
    frames: np.ndarray
    origins: np.ndarray


class Buffers(NamedTuple):
    """What ``draw`` fills in.

    Attributes:
        near: (h, w) float32 nearness of the nearest triangle; starts at 0.
        owner: (h, w) int32 its number; starts at -1.
        light: (h, w) float32 plain light.
    """

    near: np.ndarray
    owner: np.ndarray
    light: np.ndarray


@part
def _edge(px, py, qx, qy):
    """Slope dx/dy of an edge and which side it bounds: 1 right, -1 left, 0 level."""
    dy = qy - py
    if dy > 0.0:
        return (qx - px) / dy, 1
    if dy < 0.0:
        return (qx - px) / dy, -1
    return 0.0, 0


@part
def _cut(low, high, side, x):
    """A stretch of a row, cut off by an edge that crosses the row at x."""
    if side > 0:
        return low, min(high, x)
    if side < 0:
        return max(low, x), high
    return low, high


@part
def _fill(corners, a, b, c, label, out):
    """Draw one triangle, counter-clockwise ones only, wherever it is nearest.

    The rows of ``corners`` are x and y in pixels, nearness and light.
    """
    ax, ay, bx, by, cx, cy = corners[a, 0], corners[a, 1], corners[b, 0], corners[b, 1], corners[c, 0], corners[c, 1]
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if not area > 1e-9:
        return
    height, width = out.near.shape
    top, bottom, left, right = min(ay, by, cy), max(ay, by, cy), min(ax, bx, cx), max(ax, bx, cx)
    if bottom < 0.5 or top > height - 0.5 or right < 0.5 or left > width - 0.5:
        return
    az, al = corners[a, 2], corners[a, 3]
    bz, bl, cz, cl = corners[b, 2] - az, corners[b, 3] - al, corners[c, 2] - az, corners[c, 3] - al
    inv = 1.0 / area
    zx, zy = (bz * (cy - ay) - cz * (by - ay)) * inv, (cz * (bx - ax) - bz * (cx - ax)) * inv
    lx, ly = (bl * (cy - ay) - cl * (by - ay)) * inv, (cl * (bx - ax) - bl * (cx - ax)) * inv
    (s0, k0), (s1, k1), (s2, k2) = _edge(ax, ay, bx, by), _edge(bx, by, cx, cy), _edge(cx, cy, ax, ay)
    first, last = math.ceil(max(top - 0.5, 0.0)), math.floor(min(bottom - 0.5, height - 1.0))
    for row in range(first, last + 1):
        y = row + 0.5
        low, high = _cut(left, right, k0, ax + s0 * (y - ay))
        low, high = _cut(low, high, k1, bx + s1 * (y - by))
        low, high = _cut(low, high, k2, cx + s2 * (y - cy))
        x0, x1 = math.ceil(max(low - 0.5 - 1e-6, 0.0)), math.floor(min(high - 0.5 + 1e-6, width - 1.0))
        if x1 < x0:
            continue
        z = az + zx * (x0 + 0.5 - ax) + zy * (y - ay)
        shade = al + lx * (x0 + 0.5 - ax) + ly * (y - ay)
        for column in range(x0, x1 + 1):
            if z > out.near[row, column]:
                out.near[row, column] = z
                out.owner[row, column] = label
                out.light[row, column] = shade
            z += zx
            shade += lx


@part
def seen_from(lens, x, y, z):
    """A point in camera coordinates: right, up, forward."""
    x, y, z = x - lens.eye[0], y - lens.eye[1], z - lens.eye[2]
    axes = lens.axes
    return (
        axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z,
        axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z,
        axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z,
    )


@part
def _project(corners, k, lens, size, bias):
    """Turn a row of camera coordinates into pixels and nearness."""
    z = corners[k, 2]
    scale = 1.0 if lens.parallel else 1.0 / z
    corners[k, 0] = (1.0 + corners[k, 0] * scale / lens.half_x) * size[1] * 0.5
    corners[k, 1] = (1.0 - corners[k, 1] * scale / lens.half_y) * size[0] * 0.5
    corners[k, 2] = (DEEP - z if lens.parallel else scale) + bias


@part
def _clip(corners, triangles, t, out):
    """Write the corners of the part of a triangle beyond the near plane, in camera coordinates; returns how many."""
    n = 0
    for k in range(3):
        i, j = triangles[t, k], triangles[t, (k + 1) % 3]
        here, there = corners[i, 2], corners[j, 2]
        if here >= NEAR:
            for c in range(4):
                out[n, c] = corners[i, c]
            n += 1
        if (here >= NEAR) != (there >= NEAR):
            share = (NEAR - here) / (there - here)
            for c in range(4):
                out[n, c] = corners[i, c] + share * (corners[j, c] - corners[i, c])
            out[n, 2] = NEAR
            n += 1
    return n


@part
def _in_view(lens, spheres, node):
    """Whether the sphere around a node reaches into the view, and whether it reaches behind the near plane."""
    x, y, z = seen_from(lens, spheres[node, 0], spheres[node, 1], spheres[node, 2])
    r = spheres[node, 3]
    if lens.parallel:
        inside = abs(x) <= lens.half_x + r and abs(y) <= lens.half_y + r and z <= DEEP - r
    else:
        side_x, side_y = math.sqrt(1.0 + lens.half_x * lens.half_x), math.sqrt(1.0 + lens.half_y * lens.half_y)
        inside = abs(x) <= z * lens.half_x + r * side_x and abs(y) <= z * lens.half_y + r * side_y
    return inside and z >= NEAR - r, z < NEAR + r


@kernel
def draw(lens, shapes, flags, corners, out):
    """Draw all nodes of a stage.

    Args:
        lens: ``KernelCamera``, the camera.
        shapes: ``Shapes``, the meshes.
        flags: (k,) int64 per node: 0 not drawn, 1 drawn, 2 in front of everything.
        corners: (n, 4) float64 scratch for projected vertices.
        out: ``Buffers``, emptied.
    """
    size, part = out.near.shape, corners[-4:]
    points, triangles, spans = shapes.points, shapes.triangles, shapes.spans
    for node in range(len(spans)):
        inside, cut = _in_view(lens, shapes.spheres, node)
        if flags[node] == 0 or not inside:
            continue
        bias = FRONT if flags[node] == 2 else 0.0
        for v in range(spans[node, 0], spans[node, 1]):
            x, y, z = np.float64(points[v, 0]), np.float64(points[v, 1]), np.float64(points[v, 2])
            corners[v, 0], corners[v, 1], corners[v, 2] = seen_from(lens, x, y, z)
            corners[v, 3] = shapes.glow[v]
            if not cut:
                _project(corners, v, lens, size, bias)
        for t in range(spans[node, 2], spans[node, 3]):
            if not cut:
                # All indices are 64 bits wide, so that one compiled version serves.
                _fill(corners, np.int64(triangles[t, 0]), np.int64(triangles[t, 1]), np.int64(triangles[t, 2]), t, out)
                continue
            n = _clip(corners, triangles, t, part)
            for k in range(n):
                _project(part, k, lens, size, bias)
            for k in range(1, n - 1):
                _fill(part, np.int64(0), k, k + 1, t, out)
