"""What the agent can see and reach: AI2-THOR's rule as measured on recorded games (``docs/pocket.md``).

An object is visible when (1) its box begins at most 1.5 m away horizontally and not above reach, and some point of its
blocks (``envs.pocket.bodies``) is (2) inside the camera's view and (3) not behind the blocks of another object or a
wall. Closed containers are handled by the world (``World.hidden``).
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
_EDGE = 0.993
"""Share of the half image that counts as in view: what shows at the very edge only may not own a pixel."""
_TOUCH = 0.015  # metres: a body that begins less than this before a point does not hide it


@njit(cache=True)
def _count(half):
    """How many sample points along an axis of a block."""
    if half < 0.012:
        return 1
    step = 0.06 if half < 0.35 else 0.12
    return min(20, 1 + math.ceil(2.0 * half / step))


@njit(cache=True)
def _spread(half, fill):
    """How far out from the middle of a block the outermost sample points lie, metres."""
    return max(fill * half, half - 0.005) if fill >= 0.9 else fill * half


@njit(cache=True)
def _hides(k, dx, dy, dz, near, away, axes, half):
    """Whether block k lies on the segment from the eye to a point, clearly before the point.

    Args:
        k: Its index.
        dx: From the eye to the point, metres.
        dy: The same.
        dz: The same.
        near: Share of the way at which a body must begin at the latest.
        away: (p, 3) eye in each block's own axes.
        axes: (p, 3, 3) block axes.
        half: (p, 3) half lengths.
    """
    t0, t1 = 0.0, 1.0
    for a in range(3):
        d = axes[k, a, 0] * dx + axes[k, a, 1] * dy + axes[k, a, 2] * dz
        p, h = away[k, a], half[k, a]
        if abs(d) < 1e-9:
            if p < -h or p > h:
                return False
        else:
            inv = 1.0 / d
            ta, tb = (-h - p) * inv, (h - p) * inv
            if ta > tb:
                ta, tb = tb, ta
            if ta > t0:
                t0 = ta
            if tb < t1:
                t1 = tb
            if t0 >= t1:
                return False
    return t0 < near


@njit(cache=True)
def _in_view(dx, dy, dz, radius, cy, sy, ch, sh, tan_x, tan_y):
    """Whether a ball around an offset from the eye touches the view; false settles most blocks at once."""
    right = dx * cy - dz * sy
    ahead = dx * sy + dz * cy
    forward = ahead * ch - dy * sh
    up = ahead * sh + dy * ch
    if forward < -radius:
        return False
    beside = abs(right) - forward * tan_x <= radius * math.sqrt(1.0 + tan_x * tan_x)
    return beside and abs(up) - forward * tan_y <= radius * math.sqrt(1.0 + tan_y * tan_y)


@njit(cache=True)
def _front(b, a, n, eye, centre, axes):
    """Number of the outermost layer of sample points, along one axis of a block, that faces the eye."""
    side = 0.0
    for c in range(3):
        side += axes[b, a, c] * (eye[c] - centre[b, c])
    return n - 1 if side > 0.0 else 0


@njit(cache=True)
def _seen_point(
    i,
    b,
    floor,
    top,
    eye,
    cy,
    sy,
    ch,
    sh,
    tan_x,
    tan_y,
    centre,
    axes,
    half,
    fill,
    owner,
    solid,
    count,
    away,
    ancestors,
    last,
):
    """Whether some sample point of block b is in view and unobstructed, and the block that hid the last one."""
    n0, n1, n2 = _count(half[b, 0]), _count(half[b, 1]), _count(half[b, 2])
    s0, s1, s2 = _spread(half[b, 0], fill[b]), _spread(half[b, 1], fill[b]), _spread(half[b, 2], fill[b])
    f0, f1, f2 = (
        _front(b, 0, n0, eye, centre, axes),
        _front(b, 1, n1, eye, centre, axes),
        _front(b, 2, n2, eye, centre, axes),
    )
    few = n0 * n1 * n2 <= 27
    for k1 in range(n1 - 1, -1, -1):
        u1 = s1 * ((2.0 * k1 / (n1 - 1) - 1.0) if n1 > 1 else 0.0)
        for k0 in range(n0):
            u0 = s0 * ((2.0 * k0 / (n0 - 1) - 1.0) if n0 > 1 else 0.0)
            for k2 in range(n2):
                u2 = s2 * ((2.0 * k2 / (n2 - 1) - 1.0) if n2 > 1 else 0.0)
                if not few and k0 != f0 and k1 != f1 and k2 != f2:
                    continue
                x = centre[b, 0] + u0 * axes[b, 0, 0] + u1 * axes[b, 1, 0] + u2 * axes[b, 2, 0]
                y = centre[b, 1] + u0 * axes[b, 0, 1] + u1 * axes[b, 1, 1] + u2 * axes[b, 2, 1]
                z = centre[b, 2] + u0 * axes[b, 0, 2] + u1 * axes[b, 1, 2] + u2 * axes[b, 2, 2]
                if y < floor or y > top:
                    continue
                dx, dy, dz = x - eye[0], y - eye[1], z - eye[2]
                right = dx * cy - dz * sy
                ahead = dx * sy + dz * cy
                forward = ahead * ch - dy * sh
                if forward < 0.05 or abs(right) > forward * tan_x:
                    continue
                up = ahead * sh + dy * ch
                if abs(up) > forward * tan_y:
                    continue
                near = 1.0 - _TOUCH / math.sqrt(dx * dx + dy * dy + dz * dz)
                hidden = last >= 0 and _hides(last, dx, dy, dz, near, away, axes, half)
                if not hidden:
                    for m in range(count):
                        k = solid[m]
                        if owner[k] == i or k == last or not _hides(k, dx, dy, dz, near, away, axes, half):
                            continue
                        skip = False
                        for a in ancestors:
                            if a == owner[k]:
                                skip = True
                        if not skip:
                            hidden, last = True, k
                            break
                if not hidden:
                    return True, last
    return False, last


@njit(cache=True)
def _points(b, eye, centre, axes, half, fill):
    """(m, 3) the sample points of block b that are tried from an eye, as in ``_seen_point``."""
    n = [_count(half[b, a]) for a in range(3)]
    s = [_spread(half[b, a], fill[b]) for a in range(3)]
    f = [_front(b, a, n[a], eye, centre, axes) for a in range(3)]
    few = n[0] * n[1] * n[2] <= 27
    out = np.empty((n[0] * n[1] * n[2], 3))
    m = 0
    for k1 in range(n[1] - 1, -1, -1):
        for k0 in range(n[0]):
            for k2 in range(n[2]):
                if not few and k0 != f[0] and k1 != f[1] and k2 != f[2]:
                    continue
                out[m] = centre[b]
                for a, k in enumerate((k0, k1, k2)):
                    if n[a] > 1:
                        out[m] += s[a] * (2.0 * k / (n[a] - 1) - 1.0) * axes[b, a]
                m += 1
    return out[:m]


@njit(cache=True)
def _visible_many(
    which,
    origin,
    reach,
    eye,
    cy,
    sy,
    ch,
    sh,
    tan_x,
    tan_y,
    low,
    high,
    centre,
    axes,
    half,
    radius,
    fill,
    use,
    owner,
    span,
    first,
    parents,
):
    out = np.zeros(len(which), dtype=np.bool_)
    floor, top = origin[1] - 0.95, origin[1] + 0.9 + reach
    solid = np.empty(len(owner), dtype=np.int64)
    away = np.empty((len(owner), 3))
    count = 0
    for k in range(len(owner)):
        if not use[k] & 2:
            continue
        dx, dy, dz = centre[k, 0] - eye[0], centre[k, 1] - eye[1], centre[k, 2] - eye[2]
        r = radius[k]
        if not _in_view(dx, dy, dz, r, cy, sy, ch, sh, tan_x, tan_y):
            continue
        for a in range(3):
            away[k, a] = -(axes[k, a, 0] * dx + axes[k, a, 1] * dy + axes[k, a, 2] * dz)
        solid[count] = k
        count += 1
    for n in range(len(which)):
        i = which[n]
        gx = max(low[i, 0] - origin[0], 0.0, origin[0] - high[i, 0])
        gz = max(low[i, 2] - origin[2], 0.0, origin[2] - high[i, 2])
        if gx * gx + gz * gz > reach * reach or low[i, 1] > top or high[i, 1] < floor:
            continue
        last = -1
        for b in range(span[i], span[i + 1]):
            if not use[b] & 1:
                continue
            dx, dy, dz = centre[b, 0] - eye[0], centre[b, 1] - eye[1], centre[b, 2] - eye[2]
            if not _in_view(dx, dy, dz, radius[b], cy, sy, ch, sh, tan_x, tan_y):
                continue
            out[n], last = _seen_point(
                i, b, floor, top, eye, cy, sy, ch, sh, tan_x * _EDGE, tan_y * _EDGE, centre, axes, half, fill, owner,
                solid, count, away, parents[first[i] : first[i + 1]], last,
            )  # fmt: skip
            if out[n]:
                break
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
    """The blocks of all objects of a room at one moment.

    Args:
        low: (n, 3) lower corners of the objects' boxes, metres.
        high: (n, 3) upper corners.
        span: (n + 1 or more,) first block of each object.
        owner: (p,) object index per block, -1 for a wall.
        rows: (p, 17) centre, unit axes, half lengths, fill (share of the block from which points are taken) and use
            (1 seen, 2 hides, 3 both).
        parents: For each object the indices of those that do not hide it.
    """

    def __init__(
        self,
        low: np.ndarray,
        high: np.ndarray,
        span: np.ndarray,
        owner: np.ndarray,
        rows: np.ndarray,
        parents: list[list[int]],
    ) -> None:
        self.span, self.owner = span, owner
        self.centre, self.half, self.fill = rows[:, :3].copy(), rows[:, 12:15].copy(), rows[:, 15].copy()
        self.axes = rows[:, 3:12].reshape(-1, 3, 3).copy()
        own, out = owner >= 0, np.einsum("kab,ka->kb", np.abs(self.axes), self.half)
        self.low, self.high = low.copy(), high.copy()  # an open door reaches out of its box
        np.minimum.at(self.low, owner[own], (self.centre - out)[own])
        np.maximum.at(self.high, owner[own], (self.centre + out)[own])
        self.use = rows[:, 16].astype(np.int64)
        self.radius = np.sqrt((self.half**2).sum(axis=1))
        counts = np.array([len(p) for p in parents], dtype=np.int64)
        self.first = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
        self.parents = np.array([k for p in parents for k in p], dtype=np.int64)

    def points(self, i: int, eye: np.ndarray) -> np.ndarray:
        """(m, 3) points by which object i is seen from an eye, where nothing is in the way, metres."""
        seen = [b for b in range(self.span[i], self.span[i + 1]) if self.use[b] & 1]
        tried = [_points(b, eye, self.centre, self.axes, self.half, self.fill) for b in seen]
        return np.concatenate([np.zeros((0, 3)), *tried])

    def crossed(self, i: int, eye: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What hides points of object i from an eye.

        Returns:
            (k,) blocks that do so for some point, and (m, k, 2) between which shares of the way from the eye the line
            to each point is inside each block; both are 0 where it is not.
        """
        spared = [i, *self.parents[self.first[i] : self.first[i + 1]].tolist()]
        low, high = np.minimum(points.min(axis=0), eye), np.maximum(points.max(axis=0), eye)
        near = ((self.centre + self.radius[:, None] > low) & (self.centre - self.radius[:, None] < high)).all(axis=1)
        which = np.flatnonzero(near & (self.use & 2 > 0) & ~np.isin(self.owner, spared))
        way = points - eye
        axes, half = self.axes[which], self.half[which]
        ahead = np.einsum("kab,mb->mka", axes, way)
        ahead = np.where(np.abs(ahead) < 1e-9, 1e-9, ahead)
        away = np.einsum("kab,kb->ka", axes, eye - self.centre[which])
        a, b = (-half - away) / ahead, (half - away) / ahead
        enter = np.maximum(np.minimum(a, b).max(axis=2), 0.0)
        leave = np.minimum(np.maximum(a, b).min(axis=2), 1.0)
        hit = (enter < leave) & (enter < 1.0 - _TOUCH / np.linalg.norm(way, axis=1)[:, None])
        some = hit.any(axis=0)
        return which[some], np.where(hit[..., None], np.stack([enter, leave], axis=2), 0.0)[:, some]


class VisibilityQueries:
    """Visibility queries against one frozen arrangement.

    Args:
        bodies: What can be seen, and what hides what.
    """

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies

    def visible(self, which: np.ndarray, pose: AgentPose, camera: Camera, reach: float) -> np.ndarray:
        """(len(which),) True where the object of that index is visible from the pose."""
        origin = np.array([pose.x, pose.y, pose.z])
        b = self.bodies
        return _visible_many(
            which, origin, reach, camera.eye, camera.cos_yaw, camera.sin_yaw, camera.cos_pitch, camera.sin_pitch,
            camera.tan_x, camera.tan_y, b.low, b.high, b.centre, b.axes, b.half, b.radius, b.fill, b.use, b.owner,
            b.span, b.first, b.parents,
        )  # fmt: skip
