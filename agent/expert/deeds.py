"""What the planner wants to do, in the action space of a household environment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.gym.env import SLOTS, HouseholdEnv, HouseholdObjectEnv, PointingEnv
from envs.simulator import Event
from envs.teach.games.pointing import distance_at, target_at
from envs.teach.games.session import OBJECT_ACTIONS, REACH, REACH_SLACK

_POINTS = 200  # pixels of a thing that are tried


@dataclass(frozen=True)
class ExpertAction:
    """One step, as the planner means it.

    Attributes:
        name: One of ``AGENT_ACTIONS``.
        target: Id of the object it is for.
        point: Image point it is to be done at, fractions from the top left corner.
    """

    name: str
    target: str | None = None
    point: tuple[float, float] = (0.5, 0.5)


def encoded(env: HouseholdEnv, deed: ExpertAction) -> Any | None:
    """The action that does it now; None when no action of the environment means that object from here."""
    number = env.actions.index(deed.name)
    handles = deed.name in OBJECT_ACTIONS
    if isinstance(env, PointingEnv):
        point = _pointed(env.episode.event, deed) if handles else (0.5, 0.5)
        return None if point is None else {"action": number, "point": np.array(point, dtype=np.float32)}
    if isinstance(env, HouseholdObjectEnv):
        slot = _slot(env, deed.target) if handles else 0
        return None if slot is None else np.array([number, slot])
    return number if not handles or env.surroundings.faced(deed.name) == deed.target else None


def _slot(env: HouseholdEnv, target: str | None) -> int | None:
    around = env.surroundings
    ids = [around.objects[i]["objectId"] for i in around.slotted(SLOTS)]
    return ids.index(target) if target in ids else None


def _pointed(event: Event, deed: ExpertAction) -> tuple[float, float] | None:
    """A point that shows the object, in reach, as near as can be to where the deed is to be done."""
    mask = event.instance_masks.get(deed.target) if deed.target is not None else None
    if mask is None:
        return None
    for x, y in _own_points(mask, deed.point):
        away = distance_at(event, x, y)
        if (away is None or away <= REACH + REACH_SLACK) and target_at(event, deed.name, x, y) == deed.target:
            return x, y
    return None


def _own_points(mask: np.ndarray, near: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Points of a mask as the environment takes them (32 bits), the nearest first, evenly thinned."""
    rows, columns = np.nonzero(mask)
    x, y = (columns / mask.shape[1]).astype(np.float32), (rows / mask.shape[0]).astype(np.float32)
    order = np.argsort(np.hypot(x - near[0], y - near[1]), kind="stable")
    for i in order[:: max(1, len(order) // _POINTS)].tolist():
        yield float(x[i]), float(y[i])
