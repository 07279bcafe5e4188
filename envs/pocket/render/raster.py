"""The visibility buffer: which triangle each pixel shows, how far away it is and how brightly it is lit.

Depth is kept as its inverse, which is linear on the screen. No ``fastmath``: the same input gives the same bits.
"""

from __future__ import annotations

import numpy as np
from numba import njit

NEAR = 0.03
"""Nothing closer to the eye than this is drawn, metres."""
FRONT = 1000.0
"""Added to the inverse depth of what is held, so that it is in front of everything."""


@njit(cache=True, nogil=True, error_model="numpy")
def _edge(px, py, qx, qy):
    """Slope dx/dy of an edge and which side it bounds: 1 right, -1 left, 0 level."""
    dy = qy - py
    if dy > 0.0:
        return (qx - px) / dy, 1
    if dy < 0.0:
        return (qx - px) / dy, -1
    return 0.0, 0


@njit(cache=True, nogil=True, error_model="numpy")
def fill(ax, ay, az, al, bx, by, bz, bl, cx, cy, cz, cl, label, depth, owner, light):
    """Draw one triangle, counter-clockwise ones only, into the three buffers where it is nearest.

    Corners are (x, y) in pixels, z the quantity to maximise (linear on the screen), l the light.
    """
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if not area > 1e-9:
        return
    height, width = depth.shape
    top, bottom = min(ay, by, cy), max(ay, by, cy)
    if bottom < 0.5 or top > height - 0.5 or max(ax, bx, cx) < 0.5 or min(ax, bx, cx) > width - 0.5:
        return
    first, last = int(max(np.ceil(top - 0.5), 0.0)), int(min(np.floor(bottom - 0.5), height - 1.0))
    if last < first:
        return
    inv = 1.0 / area
    zx = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) * inv
    zy = ((cz - az) * (bx - ax) - (bz - az) * (cx - ax)) * inv
    lx = ((bl - al) * (cy - ay) - (cl - al) * (by - ay)) * inv
    ly = ((cl - al) * (bx - ax) - (bl - al) * (cx - ax)) * inv
    s0, k0 = _edge(ax, ay, bx, by)
    s1, k1 = _edge(bx, by, cx, cy)
    s2, k2 = _edge(cx, cy, ax, ay)
    left, right = min(ax, bx, cx), max(ax, bx, cx)
    for row in range(first, last + 1):
        y = row + 0.5
        lo, hi = left, right
        e0, e1, e2 = ax + s0 * (y - ay), bx + s1 * (y - by), cx + s2 * (y - cy)
        if k0 > 0:
            hi = min(hi, e0)
        elif k0 < 0:
            lo = max(lo, e0)
        if k1 > 0:
            hi = min(hi, e1)
        elif k1 < 0:
            lo = max(lo, e1)
        if k2 > 0:
            hi = min(hi, e2)
        elif k2 < 0:
            lo = max(lo, e2)
        start, stop = max(np.ceil(lo - 0.5 - 1e-6), 0.0), min(np.floor(hi - 0.5 + 1e-6), width - 1.0)
        if stop < start:
            continue
        x0 = int(start)
        z = az + zx * (x0 + 0.5 - ax) + zy * (y - ay)
        shade = al + lx * (x0 + 0.5 - ax) + ly * (y - ay)
        for column in range(x0, int(stop) + 1):
            if z > depth[row, column]:
                depth[row, column] = z
                owner[row, column] = label
                light[row, column] = shade
            z += zx
            shade += lx


@njit(cache=True, nogil=True, error_model="numpy")
def _clipped(corner, poly, scale_x, scale_y, half_x, half_y, bias, label, depth, owner, light):
    """Draw the part of a triangle that lies beyond the near plane; ``poly`` is scratch for four corners."""
    n = 0
    for k in range(3):
        j = (k + 1) % 3
        here, there = corner[k, 2], corner[j, 2]
        if here >= NEAR:
            for c in range(4):
                poly[n, c] = corner[k, c]
            n += 1
        if (here >= NEAR) != (there >= NEAR):
            t = (NEAR - here) / (there - here)
            for c in range(4):
                poly[n, c] = corner[k, c] + t * (corner[j, c] - corner[k, c])
            poly[n, 2] = NEAR
            n += 1
    for k in range(n):
        inv = 1.0 / poly[k, 2]
        poly[k, 0] = half_x + poly[k, 0] * inv * scale_x
        poly[k, 1] = half_y - poly[k, 1] * inv * scale_y
        poly[k, 2] = inv + bias
    for k in range(1, n - 1):
        fill(
            poly[0, 0], poly[0, 1], poly[0, 2], poly[0, 3], poly[k, 0], poly[k, 1], poly[k, 2], poly[k, 3],
            poly[k + 1, 0], poly[k + 1, 1], poly[k + 1, 2], poly[k + 1, 3], label, depth, owner, light,
        )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy")
def draw(eye, axes, tan_x, tan_y, points, glow, triangles, spans, spheres, flags, camera, depth, owner, light):
    """Draw all nodes of a stage.

    Args:
        eye: (3,) camera position.
        axes: (3, 3) rows right, up, forward.
        tan_x: Tangent of half the horizontal field of view.
        tan_y: The same, vertical.
        points: (n, 3) vertices.
        glow: (n,) light at the vertices.
        triangles: (m, 3) vertex indices.
        spans: (k, 4) per node: first vertex, past the last, first triangle, past the last.
        spheres: (k, 4) per node: centre and radius of a sphere around it.
        flags: (k,) 0 not drawn, 1 drawn, 2 in front of everything.
        camera: (n, 3) scratch for camera coordinates.
        depth: (h, w) inverse depth, to be filled; starts at 0.
        owner: (h, w) triangle numbers, to be filled; starts at -1.
        light: (h, w) light, to be filled.
    """
    height, width = depth.shape
    half_x, half_y = width / 2.0, height / 2.0
    scale_x, scale_y = half_x / tan_x, half_y / tan_y
    side_x, side_y = np.sqrt(1.0 + tan_x * tan_x), np.sqrt(1.0 + tan_y * tan_y)
    corner, poly = np.empty((3, 4)), np.empty((4, 4))
    for node in range(len(spans)):
        if flags[node] == 0:
            continue
        dx, dy, dz = spheres[node, 0] - eye[0], spheres[node, 1] - eye[1], spheres[node, 2] - eye[2]
        x = axes[0, 0] * dx + axes[0, 1] * dy + axes[0, 2] * dz
        y = axes[1, 0] * dx + axes[1, 1] * dy + axes[1, 2] * dz
        z = axes[2, 0] * dx + axes[2, 1] * dy + axes[2, 2] * dz
        r = spheres[node, 3]
        if z < NEAR - r or abs(x) > z * tan_x + r * side_x or abs(y) > z * tan_y + r * side_y:
            continue
        bias = FRONT if flags[node] == 2 else 0.0
        near = z < NEAR + r
        for v in range(spans[node, 0], spans[node, 1]):
            dx, dy, dz = points[v, 0] - eye[0], points[v, 1] - eye[1], points[v, 2] - eye[2]
            x = axes[0, 0] * dx + axes[0, 1] * dy + axes[0, 2] * dz
            y = axes[1, 0] * dx + axes[1, 1] * dy + axes[1, 2] * dz
            z = axes[2, 0] * dx + axes[2, 1] * dy + axes[2, 2] * dz
            if near:
                camera[v, 0], camera[v, 1], camera[v, 2] = x, y, z
            else:
                inv = 1.0 / z
                camera[v, 0] = half_x + x * inv * scale_x
                camera[v, 1] = half_y - y * inv * scale_y
                camera[v, 2] = inv + bias
        for t in range(spans[node, 2], spans[node, 3]):
            a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
            if not near:
                fill(
                    camera[a, 0],
                    camera[a, 1],
                    camera[a, 2],
                    np.float64(glow[a]),
                    camera[b, 0],
                    camera[b, 1],
                    camera[b, 2],
                    np.float64(glow[b]),
                    camera[c, 0],
                    camera[c, 1],
                    camera[c, 2],
                    np.float64(glow[c]),
                    t,
                    depth,
                    owner,
                    light,
                )
                continue
            if camera[a, 2] < NEAR and camera[b, 2] < NEAR and camera[c, 2] < NEAR:
                continue
            for k in range(3):
                v = triangles[t, k]
                corner[k, 0], corner[k, 1], corner[k, 2], corner[k, 3] = (
                    camera[v, 0],
                    camera[v, 1],
                    camera[v, 2],
                    glow[v],
                )
            _clipped(corner, poly, scale_x, scale_y, half_x, half_y, bias, t, depth, owner, light)


@njit(cache=True, nogil=True, error_model="numpy")
def draw_heights(axes, low, step, points, triangles, spans, flags, heights, owner, light):
    """The shadow map: for each ray of a parallel light, how far towards the light the first thing it meets lies.

    Args:
        axes: (3, 3) rows: the map's x, its y, and the direction to the light.
        low: (2,) map coordinates of the first pixel's corner, metres.
        step: Size of a map pixel, metres.
        points: (n, 3) vertices.
        triangles: (m, 3) vertex indices.
        spans: As for ``draw``.
        flags: (k,) True for what throws shadows.
        heights: (s, s) to be filled; starts far below everything.
        owner: (s, s) scratch.
        light: (s, s) scratch.
    """
    p = np.empty((3, 3))
    for node in range(len(spans)):
        if not flags[node]:
            continue
        for t in range(spans[node, 2], spans[node, 3]):
            for k in range(3):
                v = triangles[t, k]
                for c in range(3):
                    p[k, c] = axes[c, 0] * points[v, 0] + axes[c, 1] * points[v, 1] + axes[c, 2] * points[v, 2]
            for k in range(3):
                p[k, 0], p[k, 1] = (p[k, 0] - low[0]) / step, (p[k, 1] - low[1]) / step
            fill(
                p[0, 0],
                p[0, 1],
                p[0, 2],
                0.0,
                p[1, 0],
                p[1, 1],
                p[1, 2],
                0.0,
                p[2, 0],
                p[2, 1],
                p[2, 2],
                0.0,
                t,
                heights,
                owner,
                light,
            )
