"""What belief is made of: one look at a time. What the simulator tells is one way; what pictures show is another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from agent.belief.sight import Sight
from envs.pocket.scene import AgentPose, Box
from envs.simulator import GRID, Event, Metadata, ObjectDict
from perception.scene_graph.from_truth import GroundTruthPerceiver, look_of


@dataclass(frozen=True)
class OwnDeed:
    """What the robot told its body to do, and whether that worked.

    Attributes:
        action: TEACh's name.
        target: The thing it was meant for, as the robot calls it; None for motions.
        success: Whether it worked.
        point: Where in the picture it was pointed, fractions from the top left corner; None for motions.
    """

    action: str
    target: str | None
    success: bool
    point: tuple[float, float] | None = None


class Perception(Protocol):
    """Turns what the simulator shows into what the robot takes in."""

    def look(self, event: Event, done: OwnDeed | None = None) -> Sight:
        """What is perceived now.

        Args:
            event: What the simulator shows. What is read of it is up to the way of perceiving.
            done: What led to it; None where nothing was done.
        """
        ...


class ToldPerception:
    """What the simulator tells of what is in view: ground truth.

    Args:
        merged: Adds TEACh's own properties to object dicts.
        perceiver: Turns metadata into scene graphs; None begins a new one.
    """

    def __init__(
        self,
        merged: Callable[[tuple[ObjectDict, ...]], list[ObjectDict]],
        perceiver: GroundTruthPerceiver | None = None,
    ) -> None:
        self._merged, self._perceiver = merged, perceiver or GroundTruthPerceiver()
        self._boxes: dict[str, tuple[ObjectDict, Box]] = {}

    def look(self, event: Event, done: OwnDeed | None = None) -> Sight:
        """What the ground-truth detector shows from here; only things in view come out of it."""
        metadata = event.metadata
        everything = metadata["objects"]
        objects = [self._merged((o,))[0] if o["visible"] or o["isPickedUp"] else o for o in everything]
        scene = self._perceiver.perceive({**metadata, "objects": objects})
        seen = {node.object_id for node in scene.objects}
        boxes = {k: self._box(k, o) for o in everything if o["visible"] and (k := o["objectId"]) in seen}
        looks = {k: look_of(o) for o in everything if (k := o["objectId"]) in boxes}
        return Sight(scene, boxes, pose_of(metadata), scene.held, looks)

    def _box(self, object_id: str, item: ObjectDict) -> Box:
        """An object's box; the one of last time while the engine gives the same."""
        given = item["axisAlignedBoundingBox"]
        last = self._boxes.get(object_id)
        if last is not None and last[0] is given:
            return last[1]
        middle, size = ([given[key][axis] for axis in "xyz"] for key in ("center", "size"))
        low = (middle[0] - size[0] / 2, middle[1] - size[1] / 2, middle[2] - size[2] / 2)
        box = Box(low, (middle[0] + size[0] / 2, middle[1] + size[1] / 2, middle[2] + size[2] / 2))
        self._boxes[object_id] = given, box
        return box


def pose_of(metadata: Metadata) -> AgentPose:
    """Where the robot stands and looks, on the lattice that it walks on."""
    agent = metadata["agent"]
    place = agent["position"]
    return AgentPose(
        round(place["x"] / GRID) * GRID,
        place["y"],
        round(place["z"] / GRID) * GRID,
        float(round(agent["rotation"]["y"] / 90) * 90 % 360),
        float(round(agent["cameraHorizon"] / 30) * 30),
    )
