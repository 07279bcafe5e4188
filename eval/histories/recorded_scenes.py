"""Scene graphs of a recorded game: what the agent must have seen, told from where it stood and where things were.

The games keep AI2-THOR's ``visible`` flag for the first and last state only. See ``docs/memory.md`` for how well this
emulation of it answers the published questions about what was there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain

import numpy as np

from perception.scene_graph.box_view import BoxView, CameraPose
from perception.scene_graph.from_truth import FLAGS, ObjectDict, direct_parent, states_of
from perception.scene_graph.graph import HAND, HELD, IN_ON, ObjectNode, Relation, SceneGraph

CLOSABLE = frozenset({"Cabinet", "Drawer", "Fridge", "Microwave", "Safe"})
"""Types whose contents are out of sight while they are closed."""
ALWAYS_SEEN = frozenset({"Floor"})

_LOOKS = tuple(sorted({flag for flags in FLAGS.values() for flag in flags} | {"ObjectTemperature", "temperature"}))
_HAND_AHEAD = (0.38, -0.155)  # metres ahead of the camera and above it: where AI2-THOR holds things


class RecordedPerceiver:
    """What is seen in one recorded game.

    Things are named by class and number in the order in which they are first given, as H-EMV does for TEACh.

    Args:
        objects: AI2-THOR object dicts, with axis-aligned boxes, at the start.
    """

    def __init__(self, objects: Iterable[ObjectDict]) -> None:
        self._names: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._nodes: dict[str, tuple[tuple[object, ...], ObjectNode]] = {}
        self.update(objects)

    def update(self, objects: Iterable[ObjectDict]) -> None:
        """From now on things are as these object dicts say; what was cut up counts no more, its pieces do."""
        kept = [thing for thing in objects if not _cut_up(thing)]
        self._things = {thing["objectId"]: thing for thing in kept}
        self._ids = list(self._things)
        self._row = {key: row for row, key in enumerate(self._ids)}
        boxes = [thing["axisAlignedBoundingBox"] for thing in self._things.values()]
        self._view = BoxView(*([[box[key][axis] for axis in "xyz"] for box in boxes] for key in ("center", "size")))
        self._visible = np.array([not self._shut_in(thing) for thing in self._things.values()], bool)
        self._always = np.array([thing["objectType"] in ALWAYS_SEEN for thing in self._things.values()], bool)
        self._homes: dict[str, str | None] = {}
        self._nodes = {key: self._noted(key) for key in self._ids}
        self._last: tuple[tuple[object, ...], SceneGraph] | None = None

    def perceive(self, eye: CameraPose, held: str | None = None, used: Collection[str] = ()) -> SceneGraph:
        """The scene graph from here; what is held, with all that is in it, and what was just used is seen in any case.

        Args:
            eye: Where the agent stands.
            held: Id of what is in its hand.
            used: Ids of what it just acted on with success.
        """
        request = (eye, held, tuple(used))
        if self._last is None or self._last[0] != request:
            self._last = (request, self._perceive(eye, held, used))
        return self._last[1]

    def _perceive(self, eye: CameraPose, held: str | None, used: Collection[str]) -> SceneGraph:
        seen = self._always | (self._visible & self._view.seen(eye))
        carried = self._carried(held)
        for key in chain(carried, used):
            if key in self._row:
                seen[self._row[key]] = True
        present = [self._ids[row] for row in np.flatnonzero(seen).tolist()]
        homes = {key: home for key in present if key != held and (home := self._home(key))}
        wanted = {*present, *homes.values()}
        hand = eye.ahead(*_HAND_AHEAD)
        objects = [
            _moved(self._nodes[key][1], hand) if key in carried else self._nodes[key][1]
            for key in self._ids
            if key in wanted
        ]
        relations = [Relation(key, IN_ON, home) for key, home in homes.items()]
        if held in carried:
            relations.append(Relation(HAND, HELD, carried[0]))
        return SceneGraph(tuple(objects), tuple(relations))

    def _carried(self, held: str | None) -> list[str]:
        """What is held and what is in it."""
        if held is None or held not in self._things:
            return []
        inside = [key for key, thing in self._things.items() if held in (thing.get("parentReceptacles") or ())]
        return [held, *(key for key in inside if key != held)]

    def _shut_in(self, thing: ObjectDict) -> bool:
        around = (self._things.get(parent) for parent in thing.get("parentReceptacles") or ())
        return any(box and box["objectType"] in CLOSABLE and not box["isOpen"] for box in around)

    def _home(self, key: str) -> str | None:
        if key not in self._homes:
            self._homes[key] = direct_parent(self._things[key], self._things)
        return self._homes[key]

    def _noted(self, key: str) -> tuple[tuple[object, ...], ObjectNode]:
        """How a thing looks, and its node; the same as before while it looks the same."""
        thing = self._things[key]
        place = thing["position"]
        look = (place["x"], place["y"], place["z"], *map(thing.get, _LOOKS))
        known = self._nodes.get(key)
        if known and known[0] == look:
            return known
        x, y, z = (round(place[axis], 3) for axis in "xyz")
        return look, ObjectNode(key, thing["objectType"], self._name(thing), states_of(thing), (x, y, z))

    def _name(self, thing: ObjectDict) -> str:
        key, kind = thing["objectId"], thing["objectType"]
        if key not in self._names:
            index = self._counts.get(kind, 0)
            self._counts[kind] = index + 1
            self._names[key] = f"{kind}_{index}"
        return self._names[key]


def _moved(node: ObjectNode, place: tuple[float, float, float]) -> ObjectNode:
    x, y, z = (round(value, 3) for value in place)
    return ObjectNode(node.object_id, node.object_type, node.name, node.states, (x, y, z), node.confidence)


def _cut_up(thing: ObjectDict) -> bool:
    """Whether it is the whole of something that lies there in pieces; the engine keeps it, hidden."""
    return bool(thing.get("isSliced")) and not thing["objectType"].endswith(("Sliced", "Cracked"))
