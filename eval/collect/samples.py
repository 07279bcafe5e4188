"""A few frames of generated rooms, as varied as collected ones: what a network's numbers are fitted to 8 bits with."""

from __future__ import annotations

import numpy as np

from eval.collect.plan import ROOMS, plan_episodes
from eval.collect.run import snapshots
from perception.detector.phrases import household_classes

_EACH = 4


def sample_frames(rooms: int = 16, seed: int = 0) -> list[np.ndarray]:
    """Frames of rooms that nothing is measured in, four of each.

    Args:
        rooms: How many rooms.
        seed: Decides rooms, poses and looks.
    """
    found = []
    for plan in plan_episodes(rooms, ROOMS, ("none",), seed):
        chance = np.random.default_rng([plan.seed, plan.number, 3])
        found += [frame.rgb for frame in snapshots(plan, _EACH, household_classes(), chance)]
    return found
