"""Where on a table or worktop there is room for a thing: free, near the agent, and not behind anything."""

from __future__ import annotations

import numpy as np

from agent.belief.state import Belief, Thing
from agent.space import rays
from agent.space.sightlines import MARGIN
from envs.pocket.scene import AgentPose, Box
from envs.pocket.world.visibility import EYE, Camera
from envs.simulator import GRID
from envs.vocabulary.uses import being

TABLES = being("table")
"""Hard and level: where on them a thing is put can be chosen."""
_STEP = 0.05
_AWAY = (0.3, 1.3)  # how far from the agent, horizontally, a thing is put, metres
_ROOM = 0.12  # more space around a thing than this is of no use, metres
_WORTH = 2.0  # how much farther away a place may be for each metre of space around it, metres


def free_point(
    belief: Belief, surface: Thing, item: Thing, pose: AgentPose, beside: Box | None = None
) -> tuple[float, float] | None:
    """The image point at which to put a thing down; None where any point will do, or no free one is in view.

    Args:
        belief: What is known.
        surface: On what.
        item: What is held.
        pose: From where.
        beside: Next to what, rather than near the agent; None for anywhere.
    """
    if surface.object_type not in TABLES or surface.box is None:
        return None
    half = _half(item)
    points = _grid(surface.box.low, surface.box.high, min(half, 0.2), _STEP)
    away = np.hypot(points[:, 0] - pose.x, points[:, 2] - pose.z)
    eye = np.array([[pose.x, pose.y + EYE, pose.z]])
    fine = rays.pictured(eye, points[None], pose.yaw, pose.horizon, MARGIN)[0]
    fine &= (away >= _AWAY[0]) & (away <= _AWAY[1]) & ~_over_floor(belief, points)
    space = _space(belief, surface, points) - half
    fine &= space > 0.0
    if not fine.any():
        return None
    far = away if beside is None else _apart(points, beside)
    roomy = _WORTH * np.minimum(space, _ROOM) if beside is None else 0.0
    worth = np.where(fine, roomy - far, -np.inf)
    x, y, _ = Camera(pose).project(points[int(worth.argmax())])
    return float(x), float(y)


def table_at(belief: Belief, other: Thing) -> Thing | None:
    """What something has to stand on to be next to a thing: what that stands on, or the nearest table or worktop."""
    place = belief.things.get(other.place or "")
    if place is not None and place.object_type != "Floor":
        return place
    known = [t for t in belief.known(*TABLES) if t.box is not None and t.object_id != other.object_id]
    return min(known, key=lambda t: gap(t.box, other.box), default=None)


def gap(one: Box | None, other: Box | None) -> float:
    """Metres between two boxes, seen from above; far where one is not known."""
    if one is None or other is None:
        return float("inf")
    apart = [max(0.0, one.low[k] - other.high[k], other.low[k] - one.high[k]) for k in (0, 2)]
    return float(np.hypot(apart[0], apart[1]))


def _apart(points: np.ndarray, box: Box) -> np.ndarray:
    """(n,) metres from each point to a box, seen from above."""
    gap_x = np.maximum(np.maximum(box.low[0] - points[:, 0], points[:, 0] - box.high[0]), 0.0)
    gap_z = np.maximum(np.maximum(box.low[2] - points[:, 2], points[:, 2] - box.high[2]), 0.0)
    return np.hypot(gap_x, gap_z)


def has_room(belief: Belief, surface: Thing, item: Thing) -> bool:
    """Whether a thing should find a free place on a table or worktop, as far as is known; elsewhere nobody knows."""
    if surface.object_type not in TABLES or surface.box is None:
        return True
    half = _half(item)
    points = _grid(surface.box.low, surface.box.high, min(half, 0.2), 2 * _STEP)
    return bool(((_space(belief, surface, points) > half) & ~_over_floor(belief, points)).any())


def _half(item: Thing) -> float:
    """Half of how wide a thing is, metres."""
    return 0.08 if item.box is None else max(item.box.high[k] - item.box.low[k] for k in (0, 2)) / 2


def _grid(low: tuple[float, float, float], high: tuple[float, float, float], inset: float, step: float) -> np.ndarray:
    """(n, 3) points on top of a box, away from its edges where it is wide enough."""
    axes = []
    for k in (0, 2):
        margin = min(inset, (high[k] - low[k]) / 2)
        axes.append(np.arange(low[k] + margin, high[k] - margin + 1e-6, step))
    x, z = (axis.ravel() for axis in np.meshgrid(*axes, indexing="ij"))
    return np.stack([x, np.full_like(x, high[1]), z], axis=1)


def _over_floor(belief: Belief, points: np.ndarray) -> np.ndarray:
    """(n,) True above floor that one can walk on: the gap of a worktop that goes round a corner."""
    cells = zip(np.rint(points[:, 0] / GRID).tolist(), np.rint(points[:, 2] / GRID).tolist(), strict=True)
    return np.array([(int(x), int(z)) in belief.cells for x, z in cells], dtype=np.bool_)


def _space(belief: Belief, surface: Thing, points: np.ndarray) -> np.ndarray:
    """(n,) metres from each point to the nearest thing known to stand on a surface."""
    boxes = [t.box for t in belief.within(surface.object_id) if t.box is not None]
    out = np.full(len(points), 10.0)
    for box in boxes:
        out = np.minimum(out, _apart(points, box))
    return out
