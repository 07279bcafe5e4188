"""Every mesh of a room in flat arrays, kept up to date with the records at the cost of what changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.pocket.render.context import DrawingContext, surroundings_of
from envs.pocket.render.look import Look, look_of
from envs.pocket.render.mesh import Mesh, join
from envs.pocket.render.pose import ObjectFrame, pose_of
from envs.pocket.render.raster import Shapes
from envs.pocket.render.room import inside, structure
from envs.pocket.render.shade import vertex_light
from envs.pocket.render.shapes import mesh_for
from envs.pocket.scene import Box
from envs.pocket.things.records import Record
from envs.pocket.things.variants import style_of
from envs.pocket.world.spaces import own_spaces

_PLAIN = DrawingContext()
DIM = 0.72
"""Brightness of a room whose light switches are all off: daylight is left."""


@dataclass(frozen=True)
class StagedObject:
    """One object on the stage: its mesh in room coordinates."""

    look: Look | None
    mesh: Mesh
    points: np.ndarray
    normals: np.ndarray
    glow: np.ndarray
    frame: np.ndarray
    origin: np.ndarray
    sphere: tuple[float, float, float, float]


class Stage:
    """The arrays that the drawing kernels read.

    Attributes:
        shapes: All meshes; the structure is the last node.
        flags: (k,) int64 per node: 0 hidden, 1 drawn, 2 held.
        corners: (n, 4) float64 scratch for the drawing kernel.
        moved: Set when something that throws a shadow changed; the user of the shadow map resets it.
        room_light: Brightness of the room, 1 when the lights are on.
        style: The number that all built-in furniture takes its look from.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.style = seed
        self.room_light = 1.0
        self.moved = True
        self._room: tuple[Any, ...] | None = None
        self._forget()

    def _forget(self) -> None:
        self._records: list[Record] = []
        self._around: list[DrawingContext] = []
        self._nodes: list[StagedObject] = []
        self._hand: frozenset[int] = frozenset()

    def update(self, records: Sequence[Record], held: int | None, walls: Sequence[Box], bounds: Box) -> None:
        """Bring the arrays in line with the records."""
        floor = next((r for r in records if r["objectType"] == "Floor"), None)
        room = (bounds, tuple(walls), records[0]["objectId"] if records else "", floor and floor.get("repainted"))
        if room != self._room or len(records) < len(self._records):
            self._forget()
            self._room = room
            self.style = style_of(records, self.seed)
        old = self._records
        changed = [i for i, (a, b) in enumerate(zip(records, old, strict=False)) if a is not b]
        changed += range(len(old), len(records))
        hand = _in_hand(records, held)
        if not changed and hand == self._hand and self._nodes:
            return
        beyond = any(i not in hand or i not in self._hand for i in changed) or hand != self._hand or not self._nodes
        self._records = list(records)
        if beyond:
            changed = self._reconsider(changed, walls, bounds)
        self._replace(changed, bounds, recorded=not walls, everything=beyond)
        self._hand = hand
        self.flags = np.array([self._flag(i, hand) for i in range(len(records))] + [1], dtype=np.int64)
        self.moved |= beyond

    def _reconsider(self, changed: list[int], walls: Sequence[Box], bounds: Box) -> list[int]:
        """Work out anew how objects affect each other; returns all that must be rebuilt."""
        around = surroundings_of(self._records, bounds, recorded=not walls)
        known = len(self._around)
        more = [i for i, a in enumerate(around) if i >= known or a != self._around[i]]
        self._around = around
        switches = [r["isToggled"] for r in self._records if r["objectType"] == "LightSwitch"]
        self.room_light = 1.0 if not switches or any(switches) else DIM
        self._structure = _node(None, structure(self._records, walls, bounds, self.style, self.room_light), None)
        return sorted({*changed, *more})

    def _flag(self, i: int, hand: frozenset[int]) -> int:
        return 2 if i in hand else 0 if self._around[i].hidden else 1

    # -- arrays --------------------------------------------------------------------------------------------------

    def _replace(self, changed: list[int], bounds: Box, recorded: bool, everything: bool) -> None:
        nodes, known = self._nodes[:-1], self._nodes[-1:]
        same_size = bool(known) and _alike(known[0], self._structure)
        for i in changed:
            node = self._build(i, bounds, recorded)
            if i < len(nodes):
                same_size = same_size and _alike(node, nodes[i])
                nodes[i] = node
            else:
                same_size = False
                nodes.append(node)
        self._nodes = [*nodes, self._structure]
        if same_size:
            for i in (*changed, len(nodes)) if everything else changed:
                self._write(i)
        else:
            self._gather()

    def _build(self, i: int, bounds: Box, recorded: bool) -> StagedObject:
        record, around = self._records[i], self._around[i] if i < len(self._around) else _PLAIN
        if around.hidden:
            return _UNSEEN  # it is built when it comes to light: a quarter of a kitchen is behind doors
        pose = pose_of(record, bounds, recorded)
        if record["objectType"] == "Floor":
            pose = self._floor(bounds, recorded)
        spaces = own_spaces(record, pose.frame, pose.origin)
        look = look_of(record, tuple(pose.size.tolist()), self.style, around.holes, around.drop, spaces)
        pose.origin = pose.origin + np.asarray(around.shift)
        before = self._nodes[i] if i < len(self._nodes) - 1 else None
        mesh = before.mesh if before is not None and before.look == look else mesh_for(look)
        return _node(look, mesh, pose)

    def _floor(self, bounds: Box, recorded: bool) -> ObjectFrame:
        """The floor reaches from wall to wall: recorded floor boxes are thicker and smaller than the floor."""
        low, high = inside(self._records, () if recorded else (bounds,), bounds)
        middle = (low + high) / 2
        pose = ObjectFrame(np.array([high[0] - low[0], 0.02, high[2] - low[2]]), np.eye(3), middle)
        pose.origin = np.array([middle[0], low[1], middle[2]])
        return pose

    def _write(self, i: int) -> None:
        node, into = self._nodes[i], self.shapes
        v0, v1, t0, t1 = into.spans[i]
        into.points[v0:v1], into.normals[v0:v1], into.glow[v0:v1] = node.points, node.normals, node.glow
        into.rgb[t0:t1], into.material[t0:t1] = node.mesh.rgb, node.mesh.material
        into.triangles[t0:t1] = node.mesh.triangles + v0
        into.spheres[i], into.frames[i], into.origins[i] = node.sphere, node.frame, node.origin

    def _gather(self) -> None:
        nodes = self._nodes
        v = np.cumsum([0, *(len(n.points) for n in nodes)])
        t = np.cumsum([0, *(len(n.mesh) for n in nodes)])
        counts = np.diff(t)
        self.shapes = Shapes(
            points=np.concatenate([n.points for n in nodes]).astype(np.float32),
            normals=np.concatenate([n.normals for n in nodes]).astype(np.float32),
            glow=np.concatenate([n.glow for n in nodes]).astype(np.float32),
            triangles=np.concatenate([n.mesh.triangles + s for n, s in zip(nodes, v, strict=False)]).astype(np.int32),
            rgb=np.concatenate([n.mesh.rgb for n in nodes]).astype(np.float32),
            material=np.concatenate([n.mesh.material for n in nodes]).astype(np.int32),
            labels=np.repeat(np.array([*range(len(nodes) - 1), -1], dtype=np.int32), counts),
            node_of=np.repeat(np.arange(len(nodes), dtype=np.int32), counts),
            spans=np.stack([v[:-1], v[1:], t[:-1], t[1:]], axis=1).astype(np.int64),
            spheres=np.array([n.sphere for n in nodes], dtype=np.float64),
            frames=np.array([n.frame for n in nodes], dtype=np.float64),
            origins=np.array([n.origin for n in nodes], dtype=np.float64),
        )
        self.corners = np.empty((len(self.shapes.points) + 4, 4))


def _in_hand(records: Sequence[Record], held: int | None) -> frozenset[int]:
    if held is None:
        return frozenset()
    inside = set(records[held]["receptacleObjectIds"] or ())
    if not inside:
        return frozenset((held,))
    return frozenset((held, *(i for i, r in enumerate(records) if r["objectId"] in inside)))


def _alike(one: StagedObject, other: StagedObject) -> bool:
    """Whether two objects take as much room in the arrays."""
    return len(one.mesh) == len(other.mesh) and len(one.points) == len(other.points)


def _node(look: Look | None, mesh: Mesh, pose: ObjectFrame | None) -> StagedObject:
    frame, origin = (np.eye(3), np.zeros(3)) if pose is None else (pose.frame, pose.origin)
    points = mesh.points @ frame.T + origin
    normals = mesh.normals @ frame.T
    if len(points):
        low, high = points.min(axis=0), points.max(axis=0)
        sphere = (*((low + high) / 2).tolist(), float(np.linalg.norm(high - low)) / 2)
    else:
        sphere = (0.0, 0.0, 0.0, 0.0)
    return StagedObject(look, mesh, points, normals, vertex_light(normals), frame, origin, sphere)


_UNSEEN = _node(None, join(), None)
"""Stands for what cannot be seen from anywhere."""
