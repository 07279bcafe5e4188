"""The blocks of all objects of a room, kept up to date with the records at the cost of what changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from envs.pocket.bodies.block import HIDES, SEEN
from envs.pocket.bodies.table import FORMS, row_of_box, rows_of
from envs.pocket.render.context import DrawingContext, pull, surroundings_of
from envs.pocket.render.look import look_of
from envs.pocket.render.pose import ObjectFrame, pose_of
from envs.pocket.render.room import inside
from envs.pocket.things.records import Record, box_dict, moved
from envs.pocket.world.spaces import own_spaces
from envs.pocket.world.state import World
from envs.pocket.world.visibility import Bodies
from envs.vocabulary.uses import basins

USE = 16
_MOVES = ("position", "axisAlignedBoundingBox", "objectOrientedBoundingBox")
SUNK = np.array([0.06, 0.15, 0.06])
"""How far from a cupboard's box its neighbours and the worktop above it still count as touching it, metres."""
_CUPBOARDS = frozenset({"Cabinet", "Fridge", "Microwave", "Safe"})
_LENIENT = _CUPBOARDS | basins().keys()
"""What is recorded in these was within reach, whatever their boxes say."""


class _Made(NamedTuple):
    """Blocks of one object, with what they were made from."""

    record: Record
    shift: tuple[float, float, float]
    rows: np.ndarray


class RoomBodies:
    """Makes ``Bodies`` of a world; remembers the blocks of everything that stayed as it was.

    Args:
        world: The room. What the counters' holes are cut for (basins, corners of L-shaped ones) is looked at once.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._recorded = not world.scene.walls
        self._made: list[_Made] = []
        self._surroundings = surroundings_of(world.records, world.bounds, self._recorded)

    def bodies(self, tolerance: float) -> Bodies:
        """The room as it is now.

        Args:
            tolerance: How far around its box, in metres, a thing that was put down in play can be seen. When it is not
                zero, such things hide nothing: nobody knows where exactly they lie.
        """
        self._refresh()
        world = self.world
        known = len(world)
        rows = [self._present(i, tolerance) for i in range(known)]
        walls = [row_of_box(np.array(w.low), np.array(w.high), HIDES) for w in world.scene.walls]
        counts = [len(r) for r in (*rows, *walls)]
        span = np.cumsum([0, *counts]).astype(np.int64)
        owner = np.repeat(np.array([*range(known), *([-1] * len(walls))], dtype=np.int64), counts)
        flat = np.concatenate([*rows, *walls]) if counts else np.zeros((0, USE + 1))
        return Bodies(world.low, world.high, span, owner, flat, [self._around(i) for i in range(known)])

    def reached(self) -> dict[int, Record]:
        """What an open door or a drawn-out drawer changes in the published records, by index.

        As in AI2-THOR (249 recorded doors, 8 drawers): a box holds the open door, a drawer's box and its contents go
        out with it. What a recording shows open has that in its box already.
        """
        self._refresh()
        world = self.world
        out: dict[int, Record] = {}
        for i in world.doors:
            record = world.records[i]
            if not record["isOpen"] or record["objectId"] in world.wide:
                continue
            rows = self._made[i].rows
            reach = np.einsum("kab,ka->kb", np.abs(rows[:, 3:12].reshape(-1, 3, 3)), rows[:, 12:15])
            out[i] = {"axisAlignedBoundingBox": box_dict((rows[:, :3] - reach).min(0), (rows[:, :3] + reach).max(0))}
            for k in world.contents(i) if record["objectType"] == "Drawer" else ():
                moved_out = moved(world.records[k], np.array(self._made[k].shift))
                out[k] = {key: moved_out[key] for key in _MOVES}
        return out

    # -- one object ----------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        shifts = self._shifts()
        for i, record in enumerate(self.world.records):
            shift = next((shifts[p] for p in record["parentReceptacles"] or () if p in shifts), (0.0, 0.0, 0.0))
            made = self._made[i] if i < len(self._made) else None
            if made is not None and made.shift == shift and (made.record is record or _alike(made.record, record)):
                continue
            new = _Made(record, shift, self._rows(i, record, shift))
            if made is None:
                self._made.append(new)
            else:
                self._made[i] = new

    def _shifts(self) -> dict[str, tuple[float, float, float]]:
        """How far the contents of each open drawer are carried out with it."""
        out = {}
        for i in self.world.doors:
            record = self.world.records[i]
            if record["objectType"] == "Drawer" and record["isOpen"]:
                pose = self._pose(record)
                x, y, z = (pose.frame[:, 2] * pull(pose.size, record["openness"])).tolist()
                out[record["objectId"]] = (x, y, z)
        return out

    def _pose(self, record: Record) -> ObjectFrame:
        return pose_of(record, self.world.bounds, self._recorded)

    def _rows(self, i: int, record: Record, shift: tuple[float, float, float]) -> np.ndarray:
        pose = self._floor() if record["objectType"] == "Floor" else self._pose(record)
        around = self._surroundings[i] if i < len(self._surroundings) else DrawingContext()
        spaces = own_spaces(record, pose.frame, pose.origin)
        look = look_of(record, tuple(pose.size.tolist()), 0, around.holes, around.drop, spaces)
        return rows_of(look, pose.frame, pose.origin + np.array(shift))

    def _floor(self) -> ObjectFrame:
        bounds = self.world.bounds
        low, high = inside(self.world.records, () if self._recorded else (bounds,), bounds)
        pose = ObjectFrame(np.array([high[0] - low[0], 0.02, high[2] - low[2]]), np.eye(3), (low + high) / 2)
        pose.origin = np.array([(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2])
        return pose

    def _present(self, i: int, tolerance: float) -> np.ndarray:
        """The blocks as they count now: what is hidden, in the hand, or open in a recorded room hides nothing."""
        world = self.world
        if tolerance and i in world.put_down:
            return row_of_box(world.low[i] - tolerance, world.high[i] + tolerance, SEEN)
        rows = self._made[i].rows
        ajar = self._recorded and self._kind(i) in _CUPBOARDS and world.records[i]["isOpen"]
        if world.hidden[i] or ajar or self._in_hand(i):
            rows = rows.copy()
            rows[:, USE] = np.where(rows[:, USE] == HIDES, 0, SEEN)
        return rows

    def _in_hand(self, i: int) -> bool:
        world = self.world
        if world.held is None:
            return False
        return i == world.held or world.records[world.held]["objectId"] in (world.records[i]["parentReceptacles"] or ())

    def _around(self, i: int) -> list[int]:
        """Whose blocks never hide an object: what it is in, where that is not known to be hollow.

        Recordings do not say on which side a cupboard's door hangs, nor where exactly the room in it is: whoever opened
        one reached its contents.
        """
        out: dict[int, None] = {}
        for p in self.world.parents(i):
            kind = self._kind(p)
            if kind not in FORMS or (self._recorded and kind in _LENIENT):
                out[p] = None
            if self._recorded and kind in _CUPBOARDS:
                out.update(dict.fromkeys(self._touching(p)))
        return list(out)

    def _kind(self, i: int) -> str:
        return self.world.records[i]["objectType"]

    def _touching(self, i: int) -> list[int]:
        """Furniture whose boxes overlap one, or nearly."""
        low, high = self.world.low, self.world.high
        apart = ((low > high[i] + SUNK) | (high < low[i] - SUNK)).any(axis=1)
        furniture = (k for k in np.flatnonzero(~apart).tolist() if not self.world.records[k]["pickupable"])
        return [k for k in furniture if self._kind(k) != "Floor"]


def _alike(old: Record, new: Record) -> bool:
    """Whether two records of one object have the same blocks."""
    same = all(old[k] is new[k] for k in ("axisAlignedBoundingBox", "objectOrientedBoundingBox", "rotation"))
    same = same and old.get("openings") is new.get("openings")
    return same and old["isOpen"] == new["isOpen"] and old["openness"] == new["openness"]
