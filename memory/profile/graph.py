"""The profile as a graph: users, their knowledge, patterns, objects and locations, and the edges between them.

Levels and edges are those of the paper (Memento, user-profile memory): a user refers_to knowledge; knowledge entails
patterns and is composed_of objects; a pattern targets an object and a location; patterns come before each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from memory.knowledge import Knowledge

NodeKind = Literal["user", "knowledge", "pattern", "object", "location"]
EdgeKind = Literal["refers_to", "entails", "composed_of", "target", "before"]


@dataclass(frozen=True)
class ProfileNode:
    """A node.

    Attributes:
        id: Unique in the graph.
        kind: What it is.
        name: How it is called.
        detail: A subtype, a look, or an expression; "" for none.
    """

    id: str
    kind: NodeKind
    name: str
    detail: str = ""


@dataclass(frozen=True)
class ProfileEdge:
    """An edge from one node to another, by their ids."""

    start: str
    end: str
    kind: EdgeKind


@dataclass(frozen=True)
class ProfileGraph:
    """Nodes and edges."""

    nodes: tuple[ProfileNode, ...]
    edges: tuple[ProfileEdge, ...]

    def around(self, node: str) -> ProfileGraph:
        """The part of the graph that hangs on a node, and the user it belongs to."""
        kept, ahead = {node}, [node]
        while ahead:
            here = ahead.pop()
            below = [edge.end for edge in self.edges if edge.start == here and edge.end not in kept]
            kept.update(below)
            ahead += below
        kept |= {edge.start for edge in self.edges if edge.end == node}
        nodes = tuple(one for one in self.nodes if one.id in kept)
        return ProfileGraph(nodes, tuple(one for one in self.edges if {one.start, one.end} <= kept))


def graph_of(items: Iterable[Knowledge]) -> ProfileGraph:
    """The graph of some items; objects and locations that are called alike in one home are one node."""
    nodes: dict[str, ProfileNode] = {}
    edges: dict[ProfileEdge, None] = {}
    for item in items:
        for one in _parts(item):
            if isinstance(one, ProfileNode):
                nodes.setdefault(one.id, one)
            else:
                edges.setdefault(one)
    return ProfileGraph(tuple(nodes.values()), tuple(edges))


def _parts(item: Knowledge) -> Iterator[ProfileNode | ProfileEdge]:
    user, own = f"user:{item.user.lower()}", f"knowledge:{item.id}"
    yield ProfileNode(user, "user", item.user)
    yield ProfileNode(own, "knowledge", item.alias, f"{item.type}: {item.subtype}")
    yield ProfileEdge(user, own, "refers_to")
    things = [f"object:{item.home}:{one.name}:{one.description}".lower() for one in item.objects]
    for key, one in zip(things, item.objects, strict=True):
        yield ProfileNode(key, "object", one.name, one.description)
        yield ProfileEdge(own, key, "composed_of")
    for number, step in enumerate(item.steps):
        pattern, place = f"pattern:{item.id}:{number}", f"location:{item.home}:{step.location}".lower()
        yield ProfileNode(pattern, "pattern", step.action, step.relation)
        yield ProfileEdge(own, pattern, "entails")
        yield ProfileEdge(pattern, things[step.thing], "target")
        if step.location:
            yield ProfileNode(place, "location", step.location)
            yield ProfileEdge(pattern, place, "target")
        if number:
            yield ProfileEdge(f"pattern:{item.id}:{number - 1}", pattern, "before")
