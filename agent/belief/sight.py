"""What the senses give at one instant: the only thing that belief is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from envs.pocket.scene import AgentPose, Box
from perception.scene_graph.graph import SceneGraph


@dataclass(frozen=True)
class Sight:
    """What the senses give at one instant.

    Attributes:
        graph: The perceived scene.
        boxes: Where the things in view are and how big, by object id.
        pose: Where the agent stands and looks.
        held: What is in its hand.
        looks: Words for the colours and materials of the things in view, by object id.
        odds: How sure it is what state each thing in view is in: log-odds by state, by object id. None where states
            are told, which nobody doubts.
        gone: Ids of things that are no longer where they were, or that turned out to be other ones.
        pixels: Gives the pixels of the picture, (H, W) bool, that show a thing within reach; None for one that is not
            in the picture. None where whoever tells what is seen also knows what an action is done to.
    """

    graph: SceneGraph
    boxes: Mapping[str, Box]
    pose: AgentPose
    held: str | None = None
    looks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    odds: Mapping[str, Mapping[str, float]] | None = None
    gone: frozenset[str] = frozenset()
    pixels: Callable[[str], np.ndarray | None] | None = None
