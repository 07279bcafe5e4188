"""From where a thing can be seen and reached, judged from the boxes the agent knows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from agent.belief.solids import Corners
from agent.belief.state import Belief, Thing
from agent.space import rays
from agent.space.navigation import HORIZONS, LEVEL, YAWS, Routes, Stand
from envs.pocket.scene import AgentPose, Box, Cell
from envs.pocket.world.visibility import EYE, Camera
from envs.simulator import GRID

REACH = 1.45
"""How far away a thing may be, metres; the simulator allows 1.5."""
MARGIN = 0.94
"""Share of the half image that counts as in view, so that nothing is aimed at on the very edge."""
_SAME_SIDE = 40.0
"""What hides a thing from one side is likely to hide it from where the direction differs by less, degrees."""
_TO_EYE = np.array([0.0, EYE, 0.0])
_YAWS, _HORIZONS = np.array(YAWS, dtype=np.float64), np.array(HORIZONS, dtype=np.float64)


@dataclass(frozen=True)
class InteractionPose:
    """A pose from which something can be handled: how much of it is in view there, and how far it is to go."""

    stand: Stand
    share: float
    steps: float


def spots(belief: Belief, routes: Routes, target: Thing, reach: float = REACH) -> list[InteractionPose]:
    """Every pose from which the target should be visible and within reach; unordered.

    Args:
        belief: What is known of the home.
        routes: From the present pose.
        target: A thing whose box is known.
        reach: Farthest distance from the agent's origin to the nearest point of the box, metres.
    """
    if target.box is None:
        return []
    cells = near(routes.cells(), belief.pose.y, target.box.low, target.box.high, reach)
    if not cells:
        return []
    origin = np.array([(GRID * x, belief.pose.y, GRID * z) for x, z in cells])
    points, eyes = _samples(target.box, origin, reach), origin + _TO_EYE
    clear = rays.unhidden(eyes, points, *occluders(belief, target))
    if not clear.any():  # boxes are coarser than bodies, and it was seen once: look where it should be
        clear[:] = True
    share = rays.shares(eyes, points, clear, _YAWS, _HORIZONS, MARGIN)
    ways = routes.costs(cells)
    found = []
    for k, h, c in zip(*(i.tolist() for i in np.nonzero(share)), strict=True):
        steps = float(ways[c, k]) + abs(HORIZONS[h] - belief.pose.horizon) / 30
        found.append(InteractionPose(Stand(cells[c], YAWS[k], HORIZONS[h]), float(share[k, h, c]), steps))
    return found


def best_first(
    found: list[InteractionPose], thorough: float = 2.0, failed: Sequence[Cell] = (), box: Box | None = None
) -> Iterator[Stand]:
    """Poses in the order in which to try them.

    Args:
        found: What ``spots`` gave.
        thorough: How many extra steps it is worth to see all of a thing instead of a corner of it.
        failed: From where it could not be seen; poses near these, as seen from the thing, come later.
        box: Where the thing is.
    """
    sides = [] if box is None else [_bearing(box, cell) for cell in failed]

    def price(spot: InteractionPose) -> tuple[float, Cell, int]:
        unusual = 0.3 * abs(spot.stand.horizon - LEVEL) / 30
        again = 0.0
        if sides and box is not None:
            here = _bearing(box, spot.stand.cell)
            again = sum(max(0.0, 1.0 - abs((here - side + 180) % 360 - 180) / _SAME_SIDE) for side in sides)
            again += 2.0 * failed.count(spot.stand.cell)
        return (
            spot.steps + thorough * (1 - spot.share) + unusual + (3.0 + thorough / 4) * again,
            spot.stand.cell,
            spot.stand.yaw,
        )

    return (spot.stand for spot in sorted(found, key=price))


def _bearing(box: Box, cell: Cell) -> float:
    """The direction from the middle of a box to a cell, degrees."""
    x, z = ((box.low[k] + box.high[k]) / 2 for k in (0, 2))
    return float(np.degrees(np.arctan2(GRID * cell[0] - x, GRID * cell[1] - z)))


def near(cells: Sequence[Cell], y: float, low: ArrayLike, high: ArrayLike, reach: float) -> list[Cell]:
    """The cells from which a box begins within reach, at the agent's height y; metres."""
    place = np.array(cells, dtype=np.float64).reshape(-1, 2) * GRID
    place = np.insert(place, 1, y, axis=1)
    gaps = np.maximum(np.maximum(np.asarray(low) - place, place - np.asarray(high)), 0.0)
    return [cells[i] for i in np.flatnonzero(np.sqrt((gaps * gaps).sum(axis=1)) <= reach).tolist()]


def distance(box: Box, point: tuple[float, float, float]) -> float:
    """Metres from a point to the nearest point of a box."""
    gaps = np.maximum(np.maximum(np.subtract(box.low, point), np.subtract(point, box.high)), 0.0)
    return float(np.linalg.norm(gaps))


COARSE, FINE = (0.06, 0.5, 0.94), (0.06, 0.28, 0.5, 0.72, 0.94)
"""Where along its sides a box is sampled, as fractions."""


def _samples(box: Box, origin: np.ndarray, reach: float, sides: tuple[float, ...] = COARSE) -> np.ndarray:
    """(n, points, 3) points of the part of a box that is within reach of each of n places."""
    arm = np.array([reach, max(reach, 2.0), reach])
    low = np.maximum(np.array(box.low), origin - arm)
    high = np.minimum(np.array(box.high), origin + arm)
    steps = np.stack(np.meshgrid(sides, COARSE, sides, indexing="ij"), axis=-1).reshape(-1, 3)
    points = low[:, None, :] + (high - low)[:, None, :] * steps
    return points


def occluders(belief: Belief, target: Thing) -> Corners:
    """Low and high corners of the known bodies that may hide the target: not itself, nor what it is in or sunk into."""
    around = {target.object_id, *belief.chain(target.object_id)}
    own = [t.box for k in sorted(around) if (t := belief.things.get(k)) is not None and t.box is not None]
    return belief.solids.without(_not_held(belief, around), own)


def _not_held(belief: Belief, ids: Collection[str]) -> Collection[str]:
    return ids if belief.held is None else {*ids, belief.held}


def behind(belief: Belief, points: np.ndarray, pose: AgentPose) -> np.ndarray:
    """(n,) True where known furniture stands between the eye and a point; a body does not hide what is in or on it."""
    low, high = belief.solids.without(_not_held(belief, ()))
    return rays.behind(np.array([pose.x, pose.y + EYE, pose.z]), points, low, high)


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
