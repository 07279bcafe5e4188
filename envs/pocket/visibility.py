"""What the agent can see and reach: AI2-THOR's rule as measured on recorded games (contract §4).

An object is visible when some point of its box is (1) at most 1.5 m away horizontally and not above reach, (2) inside
the camera's view and (3) not behind an opaque body. Closed containers are handled by the world (``World.hidden``).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from envs.pocket.scene import AgentPose

EYE = 0.675
"""Camera height above the agent's origin, metres."""
CROUCH = 0.22
"""How much lower the camera is when crouching, metres."""
HEAD = 0.9
_SIDE = 4  # sample points along each edge of a box
_LENIENCE = 0.04  # metres by which occluding boxes are shrunk: real bodies are rounder than their boxes


@njit(cache=True)
def _blocked(px, py, pz, qx, qy, qz, low, high):
    """Whether the segment from p to q passes through the box for a noticeable part of its length."""
    t0, t1 = 0.0, 1.0
    for axis in range(3):
        if axis == 0:
            p, d = px, qx - px
        elif axis == 1:
            p, d = py, qy - py
        else:
            p, d = pz, qz - pz
        a, b = low[axis], high[axis]
        if abs(d) < 1e-12:
            if p < a or p > b:
                return False
        else:
            ta, tb = (a - p) / d, (b - p) / d
            if ta > tb:
                ta, tb = tb, ta
            t0, t1 = max(t0, ta), min(t1, tb)
            if t0 >= t1:
                return False
    return t0 < 0.97 and t1 > 0.02


@njit(cache=True)
def _inside(x, y, z, low, high, margin):
    return (
        low[0] - margin <= x <= high[0] + margin
        and low[1] - margin <= y <= high[1] + margin
        and low[2] - margin <= z <= high[2] + margin
    )


@njit(cache=True)
def _seen_point(x, y, z, i, eye, cy, sy, ch, sh, tan_x, tan_y, low, high, occ_low, occ_high, occ_owner, ancestors):
    """Whether one point of object i is in view and unobstructed."""
    dx, dy, dz = x - eye[0], y - eye[1], z - eye[2]
    right = dx * cy - dz * sy
    ahead = dx * sy + dz * cy
    forward = ahead * ch - dy * sh
    up = ahead * sh + dy * ch
    if forward < 0.05 or abs(right) > forward * tan_x or abs(up) > forward * tan_y:
        return False
    for k in range(len(occ_owner)):
        o = occ_owner[k]
        # The boxes are shrunk already, which is why a point counts as inside some way out of them.
        if o == i or not _blocked(eye[0], eye[1], eye[2], x, y, z, occ_low[k], occ_high[k]):
            continue
        skip = _inside(x, y, z, occ_low[k], occ_high[k], 0.02 + _LENIENCE)
        for a in ancestors:
            if a == o:
                skip = True
        if not skip:
            return False
    return True


@njit(cache=True)
def _sphere_in_view(dx, dy, dz, radius, cy, sy, ch, sh, tan_x, tan_y):
    """Whether a ball around an offset from the eye touches the view; false settles most boxes at once."""
    right = dx * cy - dz * sy
    ahead = dx * sy + dz * cy
    forward = ahead * ch - dy * sh
    up = ahead * sh + dy * ch
    if forward < -radius:
        return False
    beside = abs(right) - forward * tan_x <= radius * math.sqrt(1.0 + tan_x * tan_x)
    return beside and abs(up) - forward * tan_y <= radius * math.sqrt(1.0 + tan_y * tan_y)


@njit(cache=True)
def _visible(i, origin, reach, floor, top, eye, cy, sy, ch, sh, tan_x, tan_y, low, high, ol, oh, oo, ancestors):
    """Whether any sampled point of the part of box i within reach is seen."""
    lo, hi = low[i], high[i]
    gx = max(lo[0] - origin[0], 0.0, origin[0] - hi[0])
    gz = max(lo[2] - origin[2], 0.0, origin[2] - hi[2])
    if gx * gx + gz * gz > reach * reach or lo[1] > top or hi[1] < floor:
        return False
    x0, x1 = max(lo[0], origin[0] - reach), min(hi[0], origin[0] + reach)
    z0, z1 = max(lo[2], origin[2] - reach), min(hi[2], origin[2] + reach)
    y0, y1 = max(lo[1], floor), min(hi[1], top)
    if not _sphere_in_view(
        (x0 + x1) / 2 - eye[0], (y0 + y1) / 2 - eye[1], (z0 + z1) / 2 - eye[2],
        0.5 * math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2 + (z1 - z0) ** 2), cy, sy, ch, sh, tan_x, tan_y,
    ):  # fmt: skip
        return False
    for a in range(_SIDE):
        y = y1 + (y0 - y1) * (0.02 + 0.96 * a / (_SIDE - 1))
        for b in range(_SIDE):
            x = x0 + (x1 - x0) * (0.02 + 0.96 * b / (_SIDE - 1))
            for c in range(_SIDE):
                z = z0 + (z1 - z0) * (0.02 + 0.96 * c / (_SIDE - 1))
                ddx, ddz = x - origin[0], z - origin[2]
                if ddx * ddx + ddz * ddz > reach * reach * 1.0001:
                    continue
                if _seen_point(x, y, z, i, eye, cy, sy, ch, sh, tan_x, tan_y, low, high, ol, oh, oo, ancestors):
                    return True
    return False


@njit(cache=True)
def _visible_many(which, origin, reach, eye, cy, sy, ch, sh, tan_x, tan_y, low, high, ol, oh, oo, first, parents):
    out = np.zeros(len(which), dtype=np.bool_)
    floor, top = origin[1] - 0.95, origin[1] + 0.9 + reach
    near = np.zeros(len(oo), dtype=np.bool_)
    for k in range(len(oo)):
        gx = max(ol[k, 0] - origin[0], 0.0, origin[0] - oh[k, 0])
        gz = max(ol[k, 2] - origin[2], 0.0, origin[2] - oh[k, 2])
        near[k] = gx * gx + gz * gz <= reach * reach
    ol, oh, oo = ol[near] + _LENIENCE, oh[near] - _LENIENCE, oo[near]
    for n in range(len(which)):
        i = which[n]
        out[n] = _visible(
            i, origin, reach, floor, top, eye, cy, sy, ch, sh, tan_x, tan_y, low, high, ol, oh, oo,
            parents[first[i] : first[i + 1]],
        )  # fmt: skip
    return out


class Camera:
    """The agent's eye: position, viewing direction and opening angles.

    Attributes:
        position: World position (x, y, z), metres.
        eye: The same as a (3,) array.
        tan_x: Tangent of half the horizontal field of view.
        tan_y: Tangent of half the vertical field of view.
    """

    def __init__(self, pose: AgentPose, standing: bool = True, fov: float = 90.0, aspect: float = 1.0) -> None:
        self.position = (pose.x, pose.y + EYE - (0.0 if standing else CROUCH), pose.z)
        self.eye = np.array(self.position)
        yaw, pitch = math.radians(pose.yaw), math.radians(pose.horizon)
        self.cos_yaw, self.sin_yaw = math.cos(yaw), math.sin(yaw)
        self.cos_pitch, self.sin_pitch = math.cos(pitch), math.sin(pitch)
        self.tan_y = math.tan(math.radians(fov) / 2)
        self.tan_x = self.tan_y * aspect

    def project(self, point: np.ndarray) -> tuple[float, float, float]:
        """Image position of a world point.

        Returns:
            (x, y, depth): x and y are fractions of the image from its top left corner, outside [0, 1] when the point is
            out of view; depth is the distance along the viewing axis, metres, not positive behind the camera.
        """
        dx, dy, dz = (point - self.eye).tolist()
        right = dx * self.cos_yaw - dz * self.sin_yaw
        ahead = dx * self.sin_yaw + dz * self.cos_yaw
        forward = ahead * self.cos_pitch - dy * self.sin_pitch
        up = ahead * self.sin_pitch + dy * self.cos_pitch
        scale = max(forward, 1e-6)
        return 0.5 + right / scale / self.tan_x / 2, 0.5 - up / scale / self.tan_y / 2, forward

    def ray(self, x: float, y: float) -> np.ndarray:
        """Unit direction through an image point given as fractions from the top left corner."""
        right, up = (2 * x - 1) * self.tan_x, (1 - 2 * y) * self.tan_y
        ahead = self.cos_pitch + up * self.sin_pitch
        dy = -self.sin_pitch + up * self.cos_pitch
        direction = np.array([
            right * self.cos_yaw + ahead * self.sin_yaw,
            dy,
            -right * self.sin_yaw + ahead * self.cos_yaw,
        ])  # fmt: skip
        return direction / np.linalg.norm(direction)


class Bodies:
    """What can hide something from view.

    Args:
        occluders: Opaque boxes as ``World.occluders`` gives them.
        parents: For each object the indices of the bodies that do not hide it (the receptacles around it).
    """

    def __init__(self, occluders: tuple[np.ndarray, np.ndarray, np.ndarray], parents: list[list[int]]) -> None:
        self.occluders = occluders
        counts = np.array([len(p) for p in parents], dtype=np.int64)
        self.first = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
        self.parents = np.array([k for p in parents for k in p], dtype=np.int64)


class View:
    """Visibility queries against one frozen arrangement of boxes.

    Args:
        low: (n, 3) lower corners, metres.
        high: (n, 3) upper corners.
        bodies: What hides what.
    """

    def __init__(self, low: np.ndarray, high: np.ndarray, bodies: Bodies) -> None:
        self.low, self.high = low, high
        self.bodies = bodies

    def visible(self, which: np.ndarray, pose: AgentPose, camera: Camera, reach: float) -> np.ndarray:
        """(len(which),) True where the object of that index is visible from the pose."""
        origin = np.array([pose.x, pose.y, pose.z])
        bodies = self.bodies
        ol, oh, oo = bodies.occluders
        return _visible_many(
            which, origin, reach, camera.eye, camera.cos_yaw, camera.sin_yaw, camera.cos_pitch, camera.sin_pitch,
            camera.tan_x, camera.tan_y, self.low, self.high, ol, oh, oo, bodies.first, bodies.parents,
        )  # fmt: skip
