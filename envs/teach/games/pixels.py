"""Loops over the pixels of TEACh's window: they are 810,000, and every deed looks at them."""

from __future__ import annotations

import math

import numpy as np
from numba import njit


@njit(cache=True)
def extent(mask: np.ndarray) -> tuple[int, int, int, int]:
    """First row, first column, and past the last row and column of what is marked; all 0 where nothing is.

    Args:
        mask: (H, W) bool.
    """
    height, width = mask.shape
    top, left, bottom, right = height, width, 0, 0
    for i in range(height):
        for j in range(width):
            if mask[i, j]:
                top, bottom = min(top, i), i + 1
                left, right = min(left, j), max(right, j + 1)
    return (top, left, bottom, right) if bottom else (0, 0, 0, 0)


@njit(cache=True)
def inside(mask: np.ndarray) -> np.ndarray:
    """(H, W) how many pixels each pixel lies inside the outline: 0 outside, 1 on the edge; the image's edge is one."""
    height, width = mask.shape
    out = np.zeros((height, width), dtype=np.int32)
    for i in range(height):
        for j in range(width):
            if mask[i, j]:
                up = i > 0
                least = out[i, j - 1] if j > 0 else 0
                least = min(least, out[i - 1, j] if up else 0)
                least = min(least, out[i - 1, j - 1] if up and j > 0 else 0)
                least = min(least, out[i - 1, j + 1] if up and j + 1 < width else 0)
                out[i, j] = least + 1
    for i in range(height - 1, -1, -1):
        for j in range(width - 1, -1, -1):
            if mask[i, j]:
                down = i + 1 < height
                least = out[i, j + 1] if j + 1 < width else 0
                least = min(least, out[i + 1, j] if down else 0)
                least = min(least, out[i + 1, j + 1] if down and j + 1 < width else 0)
                least = min(least, out[i + 1, j - 1] if down and j > 0 else 0)
                out[i, j] = min(out[i, j], least + 1)
    return out


@njit(cache=True)
def near_of(
    mask: np.ndarray,
    depth: np.ndarray,
    from_origin: np.ndarray,
    turned: tuple[float, float],
    tangent: float,
    reach: float,
) -> np.ndarray:
    """(H, W) bool, which of the marked pixels show what lies within reach of the agent's origin.

    Args:
        mask: (H, W) bool; the loop goes over its extent only.
        depth: (H, W) metres along the camera's axis; 0 or not finite where nothing is met.
        from_origin: (3,) the camera's place as seen from the agent's origin, metres.
        turned: The camera's yaw and how far it looks down, radians.
        tangent: Of half the vertical opening angle.
        reach: Metres.
    """
    height, width = mask.shape
    near = np.zeros((height, width), dtype=np.bool_)
    top, left, bottom, right = extent(mask)
    across, along = math.sin(turned[0]), math.cos(turned[0])
    fallen, level = math.sin(turned[1]), math.cos(turned[1])
    aspect = width / height
    for i in range(top, bottom):
        up = (1 - 2 * (i / height)) * tangent
        ahead, rise = level + up * fallen, up * level - fallen
        for j in range(left, right):
            deep = np.float64(depth[i, j])
            if mask[i, j] and np.isfinite(deep) and deep > 0.0:
                aside = (2 * (j / width) - 1) * tangent * aspect
                x = from_origin[0] + deep * (aside * along + ahead * across)
                y = from_origin[1] + deep * rise
                z = from_origin[2] + deep * (ahead * along - aside * across)
                near[i, j] = math.sqrt(x * x + y * y + z * z) <= reach
    return near
