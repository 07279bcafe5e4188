"""What is true of one frame, for scoring scene graphs: which objects count, and which listed node stands for which."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from envs.errors import BadInput
from envs.simulator import Event, ObjectDict
from perception.detector.detection import PixelBox, overlap
from perception.matching.assignment import assign
from perception.scene_graph.graph import HELD, NEAR, ObjectNode, SceneGraph
from perception.scene_graph.relations import FLOOR, NEAR_M, box_gap, pickupable

PIXELS = 20
"""A true object must own so many pixels of a frame of 300 x 300, and in proportion in others."""
SAME_M = 0.5
"""A node may be so far from the middle of the object it stands for, metres."""
SAME_BOX = 0.5
"""Or its box must overlap that of the object by so much (IoU)."""

Key = tuple[str, str, str]


class FrameTruth:
    """What is true of one frame.

    Args:
        event: With instance segmentation.
        graph: What ``GroundTruthPerceiver`` makes of it.
        classes: Which objects count.
        pixels: Of how many pixels, see ``PIXELS``.

    Raises:
        BadInput: The event has no segmentation.

    Attributes:
        nodes: What the truth lists, of these classes.
        wanted: Of those, what must be listed.
        held: What is in the hand.
    """

    def __init__(self, event: Event, graph: SceneGraph, classes: frozenset[str], pixels: int) -> None:
        segmentation = event.views.segmentation
        if segmentation is None or event.frame is None:
            raise BadInput("the event shows no instances; open the engine with renderInstanceSegmentation=True")
        self._things = {thing["objectId"]: thing for thing in event.metadata["objects"]}
        owned = np.bincount(segmentation.labels.ravel() + 1)[1:]
        least = pixels * event.frame.shape[0] * event.frame.shape[1] / 90_000
        self._boxes = event.instance_detections2D or {}
        self._present = segmentation.instances
        self.nodes = {node.object_id: node for node in graph.objects if node.object_type in classes}
        self.held = graph.held
        self.wanted = {
            key: node
            for key, node in self.nodes.items()
            if (self._things[key]["visible"] and owned_by(key, segmentation.instances, owned) >= least)
            or key == self.held
        }
        self._graph = graph

    def middle(self, object_id: str) -> tuple[float, float, float]:
        """Of the true box, metres."""
        center = self._things[object_id]["axisAlignedBoundingBox"]["center"]
        return center["x"], center["y"], center["z"]

    def pair(self, nodes: Sequence[ObjectNode], boxes: dict[str, PixelBox]) -> dict[str, str]:
        """Listed ids with the wanted objects they stand for."""
        pairs: dict[str, str] = {}
        for kind in dict.fromkeys(node.object_type for node in nodes):
            mine = [node for node in nodes if node.object_type == kind]
            theirs = [key for key, node in self.wanted.items() if node.object_type == kind]
            cost = [[self._cost(node, boxes.get(node.object_id), key) for key in theirs] for node in mine]
            for row, column in assign(np.array(cost, float).reshape(len(mine), len(theirs)), 10.0):
                pairs[mine[row].object_id] = theirs[column]
        return pairs

    def _cost(self, node: ObjectNode, box: PixelBox | None, key: str) -> float:
        if node.object_type == FLOOR:
            return 0.0
        same, away = 0.0, math.dist(node.position, self.middle(key))
        if box is not None and key in self._present:
            x0, y0, x1, y1 = self._boxes[key]  # inclusive
            same = overlap(box, (x0, y0, x1 + 1, y1 + 1))
        return (1.0 - same) + 0.1 * away if same >= SAME_BOX or away <= SAME_M else math.inf

    def pair_spare(self, nodes: Sequence[ObjectNode], last: dict[str, str]) -> dict[str, str]:
        """Of the other nodes those that stand for something of their class that is neither right nor wrong to list."""
        pairs: dict[str, str] = {}
        for node in nodes:
            free = [k for k, n in self.nodes.items() if n.object_type == node.object_type and k not in self.wanted]
            known = last.get(node.object_id)
            fits = [k for k in free if k == known or self._gap(node, k) <= SAME_M]
            if fits:
                pairs[node.object_id] = known if known in fits else min(fits, key=lambda k: self._gap(node, k))
        return pairs

    def _gap(self, node: ObjectNode, key: str) -> float:
        low, high = corners(self._things[key])
        point = np.array(node.position)
        return box_gap(point, point, low, high)

    def relations(self) -> set[Key]:
        """What is true of the wanted objects."""
        stated = {
            (r.head, r.predicate, r.tail)
            for r in self._graph.relations
            if r.tail in self.nodes and (r.head in self.wanted or r.predicate == HELD)
        }
        within = {(r.head, r.tail) for r in self._graph.relations}
        small = sorted(k for k, n in self.wanted.items() if pickupable(n.object_type) and k != self.held)
        for index, one in enumerate(small):
            for other in small[index + 1 :]:
                beside = (one, other) not in within and (other, one) not in within
                if beside and box_gap(*corners(self._things[one]), *corners(self._things[other])) <= NEAR_M:
                    stated.add((one, NEAR, other))
        return stated


def owned_by(key: str, present: dict[str, int], owned: np.ndarray) -> int:
    """Pixels of an object."""
    return int(owned[present[key]]) if key in present else 0


def corners(thing: ObjectDict) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper corner of an object's axis-aligned box, metres."""
    box = thing["axisAlignedBoundingBox"]
    center, size = (np.array([box[part][axis] for axis in "xyz"]) for part in ("center", "size"))
    return center - size / 2, center + size / 2
