"""What can be acted on from where the agent stands: facing, slots and masks.

Works on metadata alone, so over any engine. "In reach" is the rule of ``TeachSession.interact``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from envs.simulator import ObjectDict
from envs.teach.games.actions import AGENT_ACTIONS
from envs.teach.games.session import AFFORDANCES, OBJECT_ACTIONS, REACH, REACH_SLACK, TeachSession

_ALONG = np.linspace(0.1, 2.5, 49)  # metres along the viewing axis at which a box's nearest point is looked for
_ONE_DEGREE = np.pi / 180


@dataclass(frozen=True)
class VisibleTargets:
    """The visible objects, except what is in the hand, in the engine's order, and what can be done with each.

    The engine's order is fixed for an episode; pieces that slicing makes come last.

    Attributes:
        objects: Their dicts.
        angle: (n,) degrees between the viewing axis and the object's box, whole numbers; 0 when the axis hits it.
        ahead: (n,) metres along the axis to that point.
        near: (n,) True where the object is close enough to be handled.
        fits: (17, n) True where the object affords the action; rows as ``AGENT_ACTIONS``, motions all False.
        allowed: (17,) True where nothing about the hand rules the action out.
    """

    objects: tuple[ObjectDict, ...]
    angle: np.ndarray
    ahead: np.ndarray
    near: np.ndarray
    fits: np.ndarray
    allowed: np.ndarray

    def faced(self, action: str) -> str | None:
        """Id of the object an action without a named target is for.

        Of the objects that afford the action, those in reach go first; among them the one at the smallest angle from
        the viewing axis wins, then the one that is nearer along it, then the engine's order. None when none affords it.
        """
        fitting = np.flatnonzero(self.fits[AGENT_ACTIONS.index(action)])
        first = foremost(self.angle[fitting], self.ahead[fitting], self.near[fitting])
        return None if first is None else self.objects[fitting[first]]["objectId"]

    def slotted(self, slots: int) -> np.ndarray:
        """Indices of the objects that get a slot, in the engine's order; the nearest ones when there are too many."""
        if len(self.objects) <= slots:
            return np.arange(len(self.objects))
        distance = np.array([item["distance"] for item in self.objects])
        return np.sort(np.argsort(distance, kind="stable")[:slots])

    def action_mask(self) -> np.ndarray:
        """(17,) int8: 1 where the action is a motion, or some object in reach affords it and the hand allows it."""
        some = (self.fits & self.near).any(axis=1) & self.allowed
        return (some | _IS_MOTION).astype(np.int8)

    def slot_mask(self, slots: int) -> np.ndarray:
        """(17, slots) int8: 1 where that action may be tried on the object in that slot.

        Motions take no object; slot 0 stands for them and their other columns are 0.
        """
        mask = np.zeros((len(AGENT_ACTIONS), slots), dtype=np.int8)
        index = self.slotted(slots)
        mask[:, : len(index)] = (self.fits & self.near & self.allowed[:, None])[:, index]
        mask[_IS_MOTION, 0] = 1
        return mask


_IS_MOTION = np.array([name not in OBJECT_ACTIONS for name in AGENT_ACTIONS])


def look_around(session: TeachSession) -> VisibleTargets:
    """The surroundings of the agent now."""
    metadata, held = session.event.metadata, session.held
    objects = tuple(o for o in metadata["objects"] if o["visible"] and not _in_hand(o, held))
    low, high = boxes_of(objects)
    agent = metadata["agent"]
    eye, origin = (np.array([at[k] for k in "xyz"]) for at in (metadata["cameraPosition"], agent["position"]))
    angle, ahead = facing(eye, agent["rotation"]["y"], agent["cameraHorizon"], low, high)
    rows = [[name in OBJECT_ACTIONS and AFFORDANCES[name](item) for item in objects] for name in AGENT_ACTIONS]
    return VisibleTargets(
        objects=objects,
        angle=angle,
        ahead=ahead,
        near=in_reach(origin, low, high),
        fits=np.array(rows, dtype=np.bool_).reshape(len(AGENT_ACTIONS), len(objects)),
        allowed=np.array([name in OBJECT_ACTIONS and not session.precondition(name) for name in AGENT_ACTIONS]),
    )


def _in_hand(item: ObjectDict, held: str | None) -> bool:
    return held is not None and (item["objectId"] == held or held in (item["parentReceptacles"] or ()))


def boxes_of(objects: Sequence[ObjectDict]) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) lower and upper corners of objects, metres."""
    rows = [[o["axisAlignedBoundingBox"][part][k] for part in ("center", "size") for k in "xyz"] for o in objects]
    both = np.array(rows, dtype=np.float64).reshape(len(objects), 6)
    return both[:, :3] - both[:, 3:] / 2, both[:, :3] + both[:, 3:] / 2


def foremost(angle: np.ndarray, ahead: np.ndarray, near: np.ndarray) -> int | None:
    """Which of several things is faced: in reach first, then the smallest angle, then the nearest; None of none."""
    order = np.lexsort((ahead, angle, ~near))
    return int(order[0]) if len(order) else None


def in_reach(origin: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """(n,) True where a box is close enough to the agent's origin to be handled."""
    return np.linalg.norm(np.clip(origin, low, high) - origin, axis=1) <= REACH + REACH_SLACK


def facing(
    eye: np.ndarray, heading: float, horizon: float, low: np.ndarray, high: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """What of a box is nearest to the viewing axis.

    Args:
        eye: (3,) metres.
        heading: Yaw, degrees.
        horizon: Degrees, positive looking down.
        low: (n, 3) lower corners, metres.
        high: (n, 3) upper corners.

    Returns:
        (n,) degrees between the axis and that point, whole numbers, and (n,) metres along the axis to it.
    """
    yaw, pitch = np.radians(heading), np.radians(horizon)
    axis = np.array([np.sin(yaw) * np.cos(pitch), -np.sin(pitch), np.cos(yaw) * np.cos(pitch)])
    on_axis = eye + _ALONG[:, None] * axis
    to_box = np.clip(on_axis[None], low[:, None], high[:, None]) - eye
    forward = to_box @ axis
    sideways = np.linalg.norm(to_box - forward[..., None] * axis, axis=2)
    angles = np.round(np.arctan2(sideways, forward) / _ONE_DEGREE)
    best = angles.argmin(axis=1)[:, None]
    return np.take_along_axis(angles, best, 1)[:, 0], np.take_along_axis(forward, best, 1)[:, 0]
