"""From the visibility buffer to frames: colours, metric depth, object ids."""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from envs.pocket.render.eye import KernelCamera
from envs.pocket.render.kernel import inlined, kernel, part
from envs.pocket.render.materials import GLOSS, LIGHT, NAMES, SCREEN, SKY, texture
from envs.pocket.render.raster import DEEP, FRONT, seen_from

FAR = 20.0
"""Depth of what is farther away or not there, metres (the engine's far plane)."""
SUN = np.array([0.32, 0.90, 0.295]) / np.sqrt(0.32**2 + 0.90**2 + 0.295**2)
"""Unit direction to the lamp that throws shadows."""
FILL = np.array([-0.55, 0.35, -0.76]) / np.sqrt(0.55**2 + 0.35**2 + 0.76**2)
"""Unit direction of the weak light from the other side."""
BACKGROUND = np.array([0.55, 0.60, 0.66])
"""Colour of what is not there."""

_GLOSS = np.zeros((len(NAMES), 2))
for _name, _pair in GLOSS.items():
    _GLOSS[NAMES.index(_name)] = _pair
_GLOWS = np.isin(np.arange(len(NAMES)), [LIGHT, SKY, SCREEN])


class Lamp(NamedTuple):
    """The light that throws shadows.

    Attributes:
        lens: What it sees: a parallel view along its rays.
        near: (s, s) float32 nearness of the first thing that each ray meets.
    """

    lens: KernelCamera
    near: np.ndarray


def vertex_light(normals: np.ndarray) -> np.ndarray:
    """(n,) brightness of plain shading at vertices, from their normals."""
    sun, fill = np.maximum(normals @ SUN, 0.0), np.maximum(normals @ FILL, 0.0)
    return (0.66 + 0.05 * normals[:, 1] + 0.32 * sun + 0.16 * fill).astype(np.float32)


def sun_lens(low: np.ndarray, high: np.ndarray) -> KernelCamera:
    """The lamp's view of everything between two corners of a room."""
    across = np.cross(SUN, [0.0, 0.0, 1.0])
    across /= np.linalg.norm(across)
    axes = np.stack([across, np.cross(-SUN, across), -SUN])
    corners = np.array(list(itertools.product(*zip(low, high, strict=True)))) @ axes.T
    first, last = corners.min(axis=0), corners.max(axis=0)
    half_x, half_y, _ = ((last - first) / 2 + 0.05).tolist()
    middle = (first + last) / 2
    return KernelCamera(axes.T @ [middle[0], middle[1], first[2] - 0.05], axes, half_x, half_y, True)


@part
def _byte(v):
    return np.uint8(255) if v >= 1.0 else np.uint8(v * 255.0 + 0.5) if v > 0.0 else np.uint8(0)


@part
def _distance(near, parallel):
    """Metres along the viewing axis."""
    if near > 0.5 * FRONT:
        near -= FRONT
    return DEEP - near if parallel else 1.0 / near


@kernel
def measure(parallel, buffers, labels, depth, ids):
    """Depth (m, along the viewing axis) and object ids from the visibility buffer."""
    for row in range(ids.shape[0]):
        for column in range(ids.shape[1]):
            t = buffers.owner[row, column]
            depth[row, column], ids[row, column] = FAR, -1
            if t >= 0:
                depth[row, column] = min(_distance(np.float64(buffers.near[row, column]), parallel), FAR)
                ids[row, column] = labels[t]


@kernel
def paint_plain(shapes, buffers, room_light, out):
    """Plain colours: the paint times the light of the buffer."""
    for row in range(out.shape[0]):
        for column in range(out.shape[1]):
            t = buffers.owner[row, column]
            factor = np.float32(1.0) if t < 0 or _GLOWS[shapes.material[t]] else buffers.light[row, column] * room_light
            for c in range(3):
                out[row, column, c] = _byte(BACKGROUND[c] if t < 0 else shapes.rgb[t, c] * factor)


@inlined
def _lit(lamp, x, y, z):
    """Share (0 to 1) of the lamp's light that reaches a point: nine shadow map pixels, weighted at their edges."""
    lens, size = lamp.lens, lamp.near.shape[0]
    x, y, z = seen_from(lens, x, y, z)
    u, v = (1.0 + x / lens.half_x) * size * 0.5, (1.0 - y / lens.half_y) * size * 0.5
    i, j = int(u), int(v)
    if i < 3 or j < 3 or i >= size - 4 or j >= size - 4:
        return 1.0
    u, v, total = u - i, v - j, 0.0
    # A window three pixels wide that slides with the point gives a soft edge without steps.
    for a in range(-1, 3):
        across = 1.0 - u if a == -1 else u if a == 2 else 1.0
        for b in range(-1, 3):
            if lamp.near[j + b, i + a] <= DEEP - z:
                total += across * (1.0 - v if b == -1 else v if b == 2 else 1.0)
    return total / 9.0


@inlined
def _ray(lens, row, column, size):
    """(how far right and up of the view's axis a pixel looks, as a vector of the room), in units of the lens."""
    right = (2.0 * (column + 0.5) / size[1] - 1.0) * lens.half_x
    up = (1.0 - 2.0 * (row + 0.5) / size[0]) * lens.half_y
    axes = lens.axes
    return (
        right * axes[0, 0] + up * axes[1, 0],
        right * axes[0, 1] + up * axes[1, 1],
        right * axes[0, 2] + up * axes[1, 2],
    )


@inlined
def _pattern(shapes, t, x, y, z, nx, ny, nz):
    """The texture of triangle t at a point with its normal, in the coordinates of the object."""
    node, frames, origins = shapes.node_of[t], shapes.frames, shapes.origins
    x, y, z = x - origins[node, 0], y - origins[node, 1], z - origins[node, 2]
    return texture(
        shapes.material[t],
        frames[node, 0, 0] * x + frames[node, 1, 0] * y + frames[node, 2, 0] * z,
        frames[node, 0, 1] * x + frames[node, 1, 1] * y + frames[node, 2, 1] * z,
        frames[node, 0, 2] * x + frames[node, 1, 2] * y + frames[node, 2, 2] * z,
        frames[node, 0, 0] * nx + frames[node, 1, 0] * ny + frames[node, 2, 0] * nz,
        frames[node, 0, 1] * nx + frames[node, 1, 1] * ny + frames[node, 2, 1] * nz,
        frames[node, 0, 2] * nx + frames[node, 1, 2] * ny + frames[node, 2, 2] * nz,
    )


@inlined
def _light(lens, lamp, shapes, t, ray, z):
    """(factor of the paint, highlight) at a pixel that shows triangle t at a distance."""
    axes, reach = lens.axes, 1.0 if lens.parallel else z
    x = lens.eye[0] + ray[0] * reach + axes[2, 0] * z
    y = lens.eye[1] + ray[1] * reach + axes[2, 1] * z
    w = lens.eye[2] + ray[2] * reach + axes[2, 2] * z
    nx, ny, nz = _normal(shapes.points, shapes.normals, shapes.triangles, t, x, y, w)
    facing, sun = nx * SUN[0] + ny * SUN[1] + nz * SUN[2], 0.0
    if facing > 0.0:
        lift = 0.012 + 0.02 * (1.0 - facing)
        sun = facing * _lit(lamp, x + nx * lift, y + ny * lift, w + nz * lift)
    other = max(0.0, nx * FILL[0] + ny * FILL[1] + nz * FILL[2])
    factor = (0.60 + 0.06 * ny + 0.42 * sun + 0.14 * other) * _pattern(shapes, t, x, y, w, nx, ny, nz)
    m, side = shapes.material[t], 0.0 if lens.parallel else 1.0
    if _GLOSS[m, 0] == 0.0:
        return factor, 0.0
    rx, ry, rz = side * ray[0] + axes[2, 0], side * ray[1] + axes[2, 1], side * ray[2] + axes[2, 2]
    shine = _highlight(nx, ny, nz, rx, ry, rz, _GLOSS[m, 1]) * _GLOSS[m, 0]
    return factor, shine * (0.25 + 0.75 * min(1.0, 2.0 * sun))


@kernel
def paint_textured(lens, lamp, shapes, buffers, room_light, out):
    """Colours with materials, one lamp with soft shadow, and highlights."""
    size = out.shape
    for row in range(size[0]):
        for column in range(size[1]):
            t = buffers.owner[row, column]
            factor, shine = 1.0, 0.0
            if t >= 0 and not _GLOWS[shapes.material[t]]:
                z = _distance(np.float64(buffers.near[row, column]), lens.parallel)
                factor, shine = _light(lens, lamp, shapes, t, _ray(lens, row, column, size), z)
                factor, shine = factor * room_light, shine * room_light
            for c in range(3):
                out[row, column, c] = _byte(BACKGROUND[c] if t < 0 else shapes.rgb[t, c] * factor + shine)


@inlined
def _highlight(nx, ny, nz, rx, ry, rz, power):
    """Blinn's highlight of the lamp, its exponent two to the given power."""
    size = math.sqrt(rx * rx + ry * ry + rz * rz)
    hx, hy, hz = SUN[0] - rx / size, SUN[1] - ry / size, SUN[2] - rz / size
    size = math.sqrt(hx * hx + hy * hy + hz * hz)
    if size < 1e-9:
        return 0.0
    value = max(0.0, (nx * hx + ny * hy + nz * hz) / size)
    for _ in range(int(power)):
        value *= value
    return value


@inlined
def _normal(points, normals, triangles, t, x, y, z):
    """Unit normal at a point of a triangle, by barycentric weights."""
    a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
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
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    if size < 1e-9:
        return 0.0, 1.0, 0.0
    return nx / size, ny / size, nz / size


@kernel
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
