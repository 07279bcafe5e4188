"""From where a thing can be seen and reached, judged from the boxes the agent knows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from agent.belief import Belief, Thing
from agent.navigation import HORIZONS, LEVEL, YAWS, Routes, Stand
from envs.pocket.scene import AgentPose, Box, Cell
from envs.pocket.traits import OPAQUE
from envs.pocket.visibility import EYE, Camera
from envs.simulator import GRID

REACH = 1.45
"""How far away a thing may be, metres; the simulator allows 1.5."""
MARGIN = 0.94
"""Share of the half image that counts as in view, so that nothing is aimed at on the very edge."""
_SHRINK = 0.04
_SUNK = 0.15
_TO_EYE = np.array([0.0, EYE, 0.0])


@dataclass(frozen=True)
class Spot:
    """A pose from which something can be handled: how much of it is in view there, and how far it is to go."""

    stand: Stand
    share: float
    steps: float


def spots(belief: Belief, routes: Routes, target: Thing, reach: float = REACH) -> list[Spot]:
    """Every pose from which the target should be visible and within reach; unordered.

    Args:
        belief: What is known of the home.
        routes: From the present pose.
        target: A thing whose box is known.
        reach: Farthest distance from the agent's origin to the nearest point of the box, metres.
    """
    if target.box is None:
        return []
    cells = _near(target.box, routes.cells(), belief.pose.y, reach)
    if not cells:
        return []
    origin = np.array([(GRID * x, belief.pose.y, GRID * z) for x, z in cells])
    points = _samples(target.box, origin, reach)
    clear = unhidden(origin + _TO_EYE, points, occluders(belief, target))
    if not clear.any():  # boxes are coarser than bodies, and it was seen once: look where it should be
        clear[:] = True
    found = []
    for yaw in YAWS:
        for h, share in enumerate(_shares(origin, points, clear, yaw)):
            for c in np.flatnonzero(share > 0.0).tolist():
                steps = routes.cost(cells[c], yaw) + abs(HORIZONS[h] - belief.pose.horizon) / 30
                found.append(Spot(Stand(cells[c], yaw, HORIZONS[h]), float(share[c]), steps))
    return found


def best_first(found: list[Spot], thorough: float = 2.0) -> Iterator[Stand]:
    """Poses in the order in which to try them.

    Args:
        found: What ``spots`` gave.
        thorough: How many extra steps it is worth to see all of a thing instead of a corner of it.
    """

    def price(spot: Spot) -> tuple[float, Cell, int]:
        unusual = 0.3 * abs(spot.stand.horizon - LEVEL) / 30
        return spot.steps + thorough * (1 - spot.share) + unusual, spot.stand.cell, spot.stand.yaw

    return (spot.stand for spot in sorted(found, key=price))


def _near(box: Box, cells: list[Cell], y: float, reach: float) -> list[Cell]:
    return [c for c in cells if distance(box, (GRID * c[0], y, GRID * c[1])) <= reach]


def distance(box: Box, point: tuple[float, float, float]) -> float:
    """Metres from a point to the nearest point of a box."""
    gaps = np.maximum(np.maximum(np.subtract(box.low, point), np.subtract(point, box.high)), 0.0)
    return float(np.linalg.norm(gaps))


COARSE, FINE = (0.06, 0.5, 0.94), (0.06, 0.28, 0.5, 0.72, 0.94)
"""Where along its sides a box is sampled, as fractions."""
LAYERS = (len(FINE), len(COARSE), len(FINE))
"""How ``shown`` samples a box: so many points along x, y (from the ground up) and z."""


def _samples(box: Box, origin: np.ndarray, reach: float, sides: tuple[float, ...] = COARSE) -> np.ndarray:
    """(n, points, 3) points of the part of a box that is within reach of each of n places."""
    arm = np.array([reach, max(reach, 2.0), reach])
    low = np.maximum(np.array(box.low), origin - arm)
    high = np.minimum(np.array(box.high), origin + arm)
    steps = np.stack(np.meshgrid(sides, COARSE, sides, indexing="ij"), axis=-1).reshape(-1, 3)
    points = low[:, None, :] + (high - low)[:, None, :] * steps
    return points


def _shares(origin: np.ndarray, points: np.ndarray, clear: np.ndarray, yaw: int) -> list[np.ndarray]:
    """For each horizon, the share of the points seen from each place when facing ``yaw``."""
    return [(clear & in_image(origin, points, yaw, horizon, MARGIN)).mean(axis=1) for horizon in HORIZONS]


def in_image(origin: np.ndarray, points: np.ndarray, yaw: float, horizon: float, margin: float) -> np.ndarray:
    """(n, points) Which points are in the picture and near enough, from n places; the image is square, 90 degrees."""
    turn, pitch = np.radians(yaw), np.radians(horizon)
    offset = points - (origin + _TO_EYE)[:, None, :]
    right = offset[..., 0] * np.cos(turn) - offset[..., 2] * np.sin(turn)
    ahead = offset[..., 0] * np.sin(turn) + offset[..., 2] * np.cos(turn)
    forward = ahead * np.cos(pitch) - offset[..., 1] * np.sin(pitch)
    up = ahead * np.sin(pitch) + offset[..., 1] * np.cos(pitch)
    near = np.hypot(offset[..., 0], offset[..., 2]) <= 1.49
    return near & (forward > 0.06) & (np.abs(right) < margin * forward) & (np.abs(up) < margin * forward)


def occluders(belief: Belief, target: Thing) -> tuple[np.ndarray, np.ndarray]:
    """Low and high corners of the known bodies that may hide the target: not itself, nor what it is in or sunk into."""
    around = {target.object_id, *belief.chain(target.object_id)}
    own = [t.box for k in sorted(around) if (t := belief.things.get(k)) is not None and t.box is not None]
    return _bodies(belief, around, own)


def _bodies(belief: Belief, around: Collection[str], own: Collection[Box]) -> tuple[np.ndarray, np.ndarray]:
    low, high = [], []
    for t in belief.things.values():
        if t.box is None or t.object_type not in OPAQUE or t.object_id in around or t.object_id == belief.held:
            continue
        if ("open" in t.states and not t.shut) or any(_touches(t.box, box) for box in own):
            continue
        bottom, top = OPAQUE[t.object_type]
        tall = t.box.high[1] - t.box.low[1]
        low.append((t.box.low[0], t.box.low[1] + bottom * tall, t.box.low[2]))
        high.append((t.box.high[0], t.box.low[1] + top * tall, t.box.high[2]))
    bottom, top = np.array(low).reshape(-1, 3), np.array(high).reshape(-1, 3)
    shrink = np.minimum(_SHRINK, 0.4 * (top - bottom))
    return bottom + shrink, top - shrink


def _touches(body: Box, other: Box) -> bool:
    sunk = (0.0, _SUNK, 0.0)
    return all(body.low[k] <= other.high[k] + sunk[k] and body.high[k] >= other.low[k] - sunk[k] for k in range(3))


def unhidden(eyes: np.ndarray, points: np.ndarray, bodies: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(n, 27) True where nothing known stands between eye and point."""
    low, high = bodies
    clear = np.ones(points.shape[:2], dtype=np.bool_)
    if not len(low):
        return clear
    for n in range(len(eyes)):
        clear[n] = ~_crossed(eyes[n], points[n], low, high)
    return clear


def behind(belief: Belief, points: np.ndarray, pose: AgentPose) -> np.ndarray:
    """(n,) True where known furniture stands between the eye and a point; a body does not hide what is in or on it."""
    low, high = _bodies(belief, (), ())
    if not len(low) or not len(points):
        return np.zeros(len(points), dtype=np.bool_)
    eye = np.array([pose.x, pose.y + EYE, pose.z])
    flat = [0, 2]
    own = ((points[:, None, flat] >= low[:, flat]) & (points[:, None, flat] <= high[:, flat])).all(axis=2)
    return np.asarray((_crossings(eye, points, low, high) & ~own).any(axis=1))


def _crossed(eye: np.ndarray, points: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Whether the line from the eye to each point passes through any body."""
    return np.asarray(_crossings(eye, points, low, high).any(axis=1))


def _crossings(eye: np.ndarray, points: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """(points, bodies) True where the line from the eye to a point passes through a body."""
    way = points - eye
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)[:, None, :]
    a, b = (low - eye) / way, (high - eye) / way
    enter = np.minimum(a, b).max(axis=2)
    leave = np.maximum(a, b).min(axis=2)
    return np.asarray((enter < leave) & (enter < 0.97) & (leave > 0.02))


def shown(belief: Belief, thing: Thing, pose: AgentPose) -> np.ndarray:
    """(75,) Which points of a thing's box should be seen from a pose; reshaped to ``LAYERS`` they are a grid."""
    if thing.box is None:
        return np.zeros(np.prod(LAYERS), dtype=np.bool_)
    origin = np.array([[pose.x, pose.y, pose.z]])
    points = _samples(thing.box, origin, np.inf, FINE)
    seen = _framed(points[0], pose)
    return seen & unhidden(origin + _TO_EYE, points, occluders(belief, thing))[0] if seen.any() else seen


def _framed(points: np.ndarray, pose: AgentPose) -> np.ndarray:
    """(n,) Which points are within the image and near enough, whatever stands in between."""
    origin = np.array([[pose.x, pose.y, pose.z]])
    return in_image(origin, points[None], pose.yaw, pose.horizon, 1.0)[0]


def aim(box: Box, pose: AgentPose, share: float = 0.5) -> tuple[float, float]:
    """The image point to act at: the part of a box in view that is closest to its middle, within the image.

    Args:
        box: Of the target.
        pose: Where the agent stands and looks.
        share: How far up the box to aim, 0 at its bottom.
    """
    camera = Camera(pose)
    origin = np.array([[pose.x, pose.y, pose.z]])
    low, high = np.array(box.low), np.array(box.high)
    middle = low + (high - low) * [0.5, share, 0.5]
    points = sorted(_samples(box, origin, REACH)[0], key=lambda p: float(np.linalg.norm(p - middle)))
    for point in (middle, *points):
        x, y, depth = camera.project(point)
        near = float(np.linalg.norm(point - origin[0])) <= 1.5
        if near and depth > 0.05 and 0.02 <= x <= 0.98 and 0.02 <= y <= 0.98:
            return x, y
    x, y, _ = camera.project(middle)
    return float(np.clip(x, 0.01, 0.99)), float(np.clip(y, 0.01, 0.99))
