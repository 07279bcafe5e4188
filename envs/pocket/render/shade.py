"""From the visibility buffer to frames: colours, metric depth, object ids."""

from __future__ import annotations

import numpy as np
from numba import njit

from envs.pocket.render.materials import GLOSS, LIGHT, NAMES, SCREEN, SKY, texture
from envs.pocket.render.raster import FRONT

FAR = 20.0
"""Depth of what is farther away or not there, metres (the engine's far plane)."""
SUN = np.array([0.32, 0.90, 0.295]) / np.sqrt(0.32**2 + 0.90**2 + 0.295**2)
"""Unit direction to the lamp that throws shadows."""
FILL = np.array([-0.55, 0.35, -0.76]) / np.sqrt(0.55**2 + 0.35**2 + 0.76**2)
"""Unit direction of the weak light from the other side."""

_GLOSS = np.zeros((len(NAMES), 2))
for _name, _pair in GLOSS.items():
    _GLOSS[NAMES.index(_name)] = _pair


def vertex_light(normals: np.ndarray) -> np.ndarray:
    """(n,) brightness of plain shading at vertices, from their normals."""
    sun, fill = np.maximum(normals @ SUN, 0.0), np.maximum(normals @ FILL, 0.0)
    return (0.66 + 0.05 * normals[:, 1] + 0.32 * sun + 0.16 * fill).astype(np.float32)


@njit(cache=True, nogil=True, error_model="numpy")
def _byte(v):
    return np.uint8(255) if v >= 1.0 else np.uint8(v * 255.0 + 0.5) if v > 0.0 else np.uint8(0)


@njit(cache=True, nogil=True, error_model="numpy")
def measure(inverse, owner, labels, depth, ids):
    """Depth (m, along the viewing axis) and object ids from the visibility buffer."""
    for row in range(inverse.shape[0]):
        for column in range(inverse.shape[1]):
            t = owner[row, column]
            if t < 0:
                depth[row, column], ids[row, column] = FAR, -1
                continue
            value = inverse[row, column]
            if value > FRONT / 2:
                value -= FRONT
            depth[row, column] = min(1.0 / value, FAR)
            ids[row, column] = labels[t]


@njit(cache=True, nogil=True, error_model="numpy")
def paint_plain(owner, light, rgb, material, room_light, background, out):
    """Plain colours: the paint times the light of the buffer."""
    for row in range(owner.shape[0]):
        for column in range(owner.shape[1]):
            t = owner[row, column]
            if t < 0:
                for c in range(3):
                    out[row, column, c] = _byte(background[c])
                continue
            glowing = material[t] == LIGHT or material[t] == SKY or material[t] == SCREEN
            factor = 1.0 if glowing else light[row, column] * room_light
            for c in range(3):
                out[row, column, c] = _byte(rgb[t, c] * factor)


@njit(cache=True, nogil=True, error_model="numpy")
def _lit(axes, low, step, heights, x, y, z):
    """Share (0 to 1) of the lamp's light that reaches a point: nine shadow map pixels, weighted at their edges."""
    u = (axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z - low[0]) / step
    v = (axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z - low[1]) / step
    h = axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z
    size = heights.shape[0]
    total = 0.0
    i, j = int(u), int(v)
    if i < 3 or j < 3 or i >= size - 4 or j >= size - 4:
        return 1.0
    fu, fv = u - i, v - j
    # A window three pixels wide that slides with the point gives a soft edge without steps.
    for a in range(-1, 3):
        wa = 1.0 - fu if a == -1 else fu if a == 2 else 1.0
        for b in range(-1, 3):
            wb = 1.0 - fv if b == -1 else fv if b == 2 else 1.0
            if heights[j + b, i + a] <= h:
                total += wa * wb
    return total / 9.0


@njit(cache=True, nogil=True, error_model="numpy")
def paint_textured(
    eye,
    axes,
    tan_x,
    tan_y,
    inverse,
    owner,
    points,
    normals,
    triangles,
    rgb,
    material,
    node_of,
    frames,
    origins,
    sun_axes,
    sun_low,
    sun_step,
    heights,
    room_light,
    background,
    out,
):
    """Colours with materials, one lamp with soft shadow, and highlights."""
    height, width = owner.shape
    for row in range(height):
        up = (1.0 - 2.0 * (row + 0.5) / height) * tan_y
        for column in range(width):
            t = owner[row, column]
            if t < 0:
                for c in range(3):
                    out[row, column, c] = _byte(background[c])
                continue
            m = material[t]
            if m in (LIGHT, SKY, SCREEN):
                for c in range(3):
                    out[row, column, c] = _byte(rgb[t, c])
                continue
            right = (2.0 * (column + 0.5) / width - 1.0) * tan_x
            value = inverse[row, column]
            if value > FRONT / 2:
                value -= FRONT
            z = 1.0 / value
            rx = right * axes[0, 0] + up * axes[1, 0] + axes[2, 0]
            ry = right * axes[0, 1] + up * axes[1, 1] + axes[2, 1]
            rz = right * axes[0, 2] + up * axes[1, 2] + axes[2, 2]
            x, y, w = eye[0] + rx * z, eye[1] + ry * z, eye[2] + rz * z
            nx, ny, nz = _normal(points, normals, triangles[t, 0], triangles[t, 1], triangles[t, 2], x, y, w)
            node = node_of[t]
            dx, dy, dz = x - origins[node, 0], y - origins[node, 1], w - origins[node, 2]
            pattern = texture(
                m,
                frames[node, 0, 0] * dx + frames[node, 1, 0] * dy + frames[node, 2, 0] * dz,
                frames[node, 0, 1] * dx + frames[node, 1, 1] * dy + frames[node, 2, 1] * dz,
                frames[node, 0, 2] * dx + frames[node, 1, 2] * dy + frames[node, 2, 2] * dz,
                frames[node, 0, 0] * nx + frames[node, 1, 0] * ny + frames[node, 2, 0] * nz,
                frames[node, 0, 1] * nx + frames[node, 1, 1] * ny + frames[node, 2, 1] * nz,
                frames[node, 0, 2] * nx + frames[node, 1, 2] * ny + frames[node, 2, 2] * nz,
            )
            facing = nx * SUN[0] + ny * SUN[1] + nz * SUN[2]
            sun = 0.0
            if facing > 0.0:
                lift = 0.012 + 0.02 * (1.0 - facing)
                sun = facing * _lit(sun_axes, sun_low, sun_step, heights, x + nx * lift, y + ny * lift, w + nz * lift)
            fill_in = max(0.0, nx * FILL[0] + ny * FILL[1] + nz * FILL[2])
            factor = (0.60 + 0.06 * ny + 0.42 * sun + 0.14 * fill_in) * pattern * room_light
            shine = 0.0
            if _GLOSS[m, 0] > 0.0:
                shine = (
                    _highlight(nx, ny, nz, rx, ry, rz, _GLOSS[m, 1]) * _GLOSS[m, 0] * (0.25 + 0.75 * min(1.0, 2 * sun))
                )
            for c in range(3):
                out[row, column, c] = _byte(rgb[t, c] * factor + shine * room_light)


@njit(cache=True, nogil=True, error_model="numpy")
def _highlight(nx, ny, nz, rx, ry, rz, power):
    """Blinn's highlight of the lamp, its exponent two to the given power."""
    size = np.sqrt(rx * rx + ry * ry + rz * rz)
    hx, hy, hz = SUN[0] - rx / size, SUN[1] - ry / size, SUN[2] - rz / size
    size = np.sqrt(hx * hx + hy * hy + hz * hz)
    if size < 1e-9:
        return 0.0
    value = max(0.0, (nx * hx + ny * hy + nz * hz) / size)
    for _ in range(int(power)):
        value *= value
    return value


@njit(cache=True, nogil=True, error_model="numpy")
def _normal(points, normals, a, b, c, x, y, z):
    """Unit normal at a point of a triangle, by barycentric weights."""
    ux, uy, uz = points[b, 0] - points[a, 0], points[b, 1] - points[a, 1], points[b, 2] - points[a, 2]
    vx, vy, vz = points[c, 0] - points[a, 0], points[c, 1] - points[a, 1], points[c, 2] - points[a, 2]
    px, py, pz = x - points[a, 0], y - points[a, 1], z - points[a, 2]
    uu, uv, vv = ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz
    pu, pv = px * ux + py * uy + pz * uz, px * vx + py * vy + pz * vz
    det = uu * vv - uv * uv
    if det < 1e-18:
        return float(normals[a, 0]), float(normals[a, 1]), float(normals[a, 2])
    s = min(1.0, max(0.0, (vv * pu - uv * pv) / det))
    t = min(1.0 - s, max(0.0, (uu * pv - uv * pu) / det))
    r = 1.0 - s - t
    nx = r * normals[a, 0] + s * normals[b, 0] + t * normals[c, 0]
    ny = r * normals[a, 1] + s * normals[b, 1] + t * normals[c, 1]
    nz = r * normals[a, 2] + s * normals[b, 2] + t * normals[c, 2]
    size = np.sqrt(nx * nx + ny * ny + nz * nz)
    if size < 1e-9:
        return 0.0, 1.0, 0.0
    return nx / size, ny / size, nz / size


@njit(cache=True, nogil=True, error_model="numpy")
def soften(rgb, ids, out):
    """Blend pixels along object edges with their neighbours, so that outlines do not look like stairs."""
    height, width = ids.shape
    for row in range(height):
        for column in range(width):
            own = ids[row, column]
            up, down = max(row - 1, 0), min(row + 1, height - 1)
            left, right = max(column - 1, 0), min(column + 1, width - 1)
            edge = ids[up, column] != own or ids[down, column] != own or ids[row, left] != own or ids[row, right] != own
            for c in range(3):
                value = int(rgb[row, column, c])
                if edge:
                    around = int(rgb[up, column, c]) + rgb[down, column, c] + rgb[row, left, c] + rgb[row, right, c]
                    value = (4 * value + around + 4) // 8
                out[row, column, c] = value
