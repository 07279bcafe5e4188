"""Scene graphs from the simulator's own metadata: the only place where the agent's side reads simulator truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from envs.errors import BadInput
from envs.simulator import ObjectDict
from envs.vocabulary.looks import looks_in
from perception.scene_graph.graph import HAND, HELD, IN_ON, ObjectNode, Relation, SceneGraph

#: State word → the metadata flags that show it. TEACh's own cooked flag counts as well, its water flag does not: it
#: stays set after the water has been poured out (``docs/scene_graphs.md``).
FLAGS = {
    "broken": ("isBroken",),
    "cooked": ("isCooked", "simbotIsCooked"),
    "dirty": ("isDirty",),
    "filled": ("isFilledWithLiquid",),
    "on": ("isToggled",),
    "open": ("isOpen",),
    "sliced": ("isSliced",),
}
_WORDS = tuple((flag, word) for word, flags in FLAGS.items() for flag in flags)
TEMPERATURES = {"Hot": "hot", "Cold": "cold"}


def states_of(thing: ObjectDict) -> tuple[str, ...]:
    """The sorted state words of one AI2-THOR object dict, 3.x or 5.x key spelling."""
    get = thing.get
    states = [word for flag, word in _WORDS if get(flag)]
    temperature = get("ObjectTemperature") or get("temperature")
    if temperature in TEMPERATURES:
        states.append(TEMPERATURES[temperature])
    return tuple(sorted(set(states))) if len(states) > 1 else tuple(states)


def look_of(thing: ObjectDict) -> frozenset[str]:
    """Words for how a thing looks: its colour and its materials, where the metadata has them.

    The embedded engine says of each thing what it is drawn with; AI2-THOR knows materials and no colours.
    """
    drawn = thing.get("color"), thing.get("material")
    return _look(drawn if any(drawn) else tuple(thing.get("salientMaterials") or ()))


@lru_cache(maxsize=1024)
def _look(words: tuple[str | None, ...]) -> frozenset[str]:
    return frozenset(looks_in(word for word in words if word))


def direct_parent(thing: ObjectDict, things: dict[str, ObjectDict]) -> str | None:
    """The receptacle an object stands in or on itself, out of all that enclose it.

    ``parentReceptacles`` lists every enclosing receptacle in arbitrary order (``[CounterTop, Pot]`` and
    ``[StoveBurner, Pan]`` both occur in the TEACh games). The direct one is the parent that is itself inside the
    others; where the lists do not tell, the one with the smallest box; then the last named.
    """
    parents = [parent for parent in thing.get("parentReceptacles") or () if parent in things]
    if len(parents) < 2:
        return parents[0] if parents else None

    def rank(index: int) -> tuple[int, float, int]:
        enclosing = things[parents[index]].get("parentReceptacles") or ()
        return sum(other in enclosing for other in parents), -_volume(things[parents[index]]), index

    return parents[max(range(len(parents)), key=rank)]


def _volume(thing: ObjectDict) -> float:
    """Volume of the axis-aligned box, m³; infinite when the metadata has none, so that any real box is smaller."""
    size = (thing.get("axisAlignedBoundingBox") or {}).get("size")
    return math.prod(size.values()) if size else math.inf


class GroundTruthPerceiver:
    """Turns simulator metadata into scene graphs, keeping instance names from call to call.

    An object enters when the engine calls it visible or it is held; a receptacle also enters, unseen, when something
    visible is in or on it. Use one perceiver as long as object ids mean the same things (one house, one history).
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._nodes: dict[str, ObjectNode] = {}

    def perceive(self, metadata: dict[str, Any]) -> SceneGraph:
        """The scene graph of one AI2-THOR event.

        Args:
            metadata: ``event.metadata``; ``objects`` is required, ``inventoryObjects`` may be absent.

        Raises:
            BadInput: ``metadata`` has no list of objects.
        """
        if not isinstance(metadata.get("objects"), Sequence):
            raise BadInput("metadata without a list under 'objects'; give event.metadata of an AI2-THOR event")
        things: dict[str, ObjectDict] = {thing["objectId"]: thing for thing in metadata["objects"]}
        held = _held(metadata, things)
        seen = [key for key, thing in things.items() if thing.get("visible") or key == held]
        homes = {key: direct_parent(things[key], things) for key in seen if key != held}
        wanted = {*seen, *(home for home in homes.values() if home)}
        objects = tuple([self._node(thing) for key, thing in things.items() if key in wanted])
        relations = [Relation(key, IN_ON, home) for key, home in homes.items() if home]
        if held:
            relations.append(Relation(HAND, HELD, held))
        return SceneGraph(objects, tuple(relations))

    def _node(self, thing: ObjectDict) -> ObjectNode:
        """The node of a thing: the very one of last time when nothing about it has changed."""
        key, place, states = thing["objectId"], thing["position"], states_of(thing)
        position = (float(place["x"]), float(place["y"]), float(place["z"]))
        last = self._nodes.get(key)
        if last is not None and last.states == states and last.position == position:
            return last
        name = self._name(key, thing["objectType"])
        self._nodes[key] = node = ObjectNode(key, thing["objectType"], name, states, position)
        return node

    def _name(self, object_id: str, object_type: str) -> str:
        if object_id not in self._names:
            index = self._counts.get(object_type, 0)
            self._counts[object_type] = index + 1
            self._names[object_id] = f"{object_type}_{index}"
        return self._names[object_id]


def _held(metadata: dict[str, Any], things: dict[str, ObjectDict]) -> str | None:
    """Id of the held object; the inventory decides, the object's own flag where there is no inventory."""
    for item in metadata.get("inventoryObjects") or ():
        if item["objectId"] in things:
            return item["objectId"]
    return next((key for key, thing in things.items() if thing.get("isPickedUp")), None)
