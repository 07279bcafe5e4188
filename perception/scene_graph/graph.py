"""Scene graphs: which objects are in view, in which state, and how they relate.

Pure values. They say nothing about where they came from (pixels or simulator truth, see
``perception.scene_graph.from_truth``), how instances are tracked, or how they are stored (``memory.store.scenes``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from envs.errors import BadInput

STATES = ("broken", "cold", "cooked", "dirty", "filled", "hot", "on", "open", "sliced")
"""Every state an object can be shown in, sorted."""

HAND = "agent hand"
"""The one relation endpoint that is not an object: the agent's own hand."""

IN_ON = "in/on"
NEAR = "near"
HELD = "held"
PREDICATES = (IN_ON, NEAR, HELD)


@dataclass(frozen=True)
class ObjectNode:
    """One object in view.

    Attributes:
        object_id: Identity of the instance; the same thing keeps its id from scene to scene.
        object_type: Class name, ``Mug``.
        name: ``Mug_0``: class and index in order of first sight.
        states: What can be seen of its condition, a sorted subset of ``STATES``.
        position: (x, y, z) in metres, world frame.
        confidence: Of the detection, 0 to 1.

    Raises:
        BadInput: A state is unknown, repeated or out of order.
    """

    object_id: str
    object_type: str
    name: str
    states: tuple[str, ...] = ()
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    confidence: float = 1.0

    def __post_init__(self) -> None:
        unknown = [state for state in self.states if state not in STATES]
        if unknown:
            raise BadInput(f"{self.object_id}: unknown states {unknown}; a scene graph knows {', '.join(STATES)}")
        if list(self.states) != sorted(set(self.states)):
            raise BadInput(f"{self.object_id}: states {self.states} must be sorted and without repetition")


@dataclass(frozen=True)
class Relation:
    """``head predicate tail``: "mug in/on counter", "agent hand held mug".

    Attributes:
        head: Object id, or ``HAND``.
        predicate: One of ``PREDICATES``.
        tail: Object id: what the head is in, on or near, or what the hand holds.

    Raises:
        BadInput: The predicate is none of the three.
    """

    head: str
    predicate: str
    tail: str

    def __post_init__(self) -> None:
        if self.predicate not in PREDICATES:
            raise BadInput(f"unknown relation {self.predicate!r}; a scene graph knows {', '.join(PREDICATES)}")


@dataclass(frozen=True)
class SceneGraph:
    """Everything perceived at one instant.

    Attributes:
        objects: In the perceiver's order, each id once.
        relations: Between these objects, or the hand.

    Raises:
        BadInput: An id occurs twice, or a relation speaks of an object that is not listed.
    """

    objects: tuple[ObjectNode, ...] = ()
    relations: tuple[Relation, ...] = ()

    def __post_init__(self) -> None:
        if len(self._by_id) != len(self.objects):
            raise BadInput("a scene graph lists the same object id twice; track instances before building it")
        for relation in self.relations:
            for end in (relation.head, relation.tail):
                if end != HAND and end not in self._by_id:
                    raise BadInput(f"relation {relation} speaks of {end!r}, which is not among the scene's objects")

    @cached_property
    def _by_id(self) -> dict[str, ObjectNode]:
        return {node.object_id: node for node in self.objects}

    def node(self, object_id: str) -> ObjectNode | None:
        """The object with that id, or None when it is not in this scene."""
        return self._by_id.get(object_id)

    def of_type(self, object_type: str) -> tuple[ObjectNode, ...]:
        """All objects of one class, in the scene's order."""
        return tuple(node for node in self.objects if node.object_type == object_type)

    def parents(self, object_id: str) -> tuple[str, ...]:
        """Ids of what the object is in or on."""
        return tuple(r.tail for r in self.relations if r.predicate == IN_ON and r.head == object_id)

    def contents(self, object_id: str) -> tuple[str, ...]:
        """Ids of what is in or on the object."""
        return tuple(r.head for r in self.relations if r.predicate == IN_ON and r.tail == object_id)

    @property
    def held(self) -> str | None:
        """Id of the object in the agent's hand, or None when it is empty."""
        for relation in self.relations:
            if relation.predicate == HELD:
                return relation.tail if relation.head == HAND else relation.head
        return None

    @cached_property
    def signature(self) -> frozenset[tuple[str, ...]]:
        """What makes two scenes the same to the memory: objects with their states, and relations; not positions.

        Positions are left out because an object that is carried, or a detection that jitters, is not an event.
        """
        objects = {(node.object_id, *node.states) for node in self.objects}
        relations = {(r.head, r.predicate, r.tail) for r in self.relations}
        return frozenset(objects) | frozenset(("relation", *relation) for relation in relations)
