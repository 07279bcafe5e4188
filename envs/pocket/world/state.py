"""The state of a simulated room: object records, their boxes as arrays, containment, the agent, the clock."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from envs.pocket.scene import AgentPose, Box, Cell, Scene, SightOpening
from envs.pocket.things import records
from envs.pocket.things.links import Links, infer_links
from envs.pocket.things.records import Record
from envs.pocket.things.traits import ENCLOSED, MUST_BE_OPEN, OPAQUE, SOURCE_TYPES
from envs.pocket.things.variants import asset_of, style_of, variant_of
from envs.pocket.world.basins import hulls
from envs.pocket.world.containment import direct_support, surroundings
from envs.pocket.world.fronts import fronts
from envs.pocket.world.spaces import free_spaces, see_through
from envs.pocket.world.supports import fitted_planes, planes_at
from envs.pocket.world.worktops import COUNTER_DEPTH, aslant, depth_of, empty_parts

GRID = 0.25
ORIGIN_HEIGHT = 0.9
"""The agent's origin is this far above the floor it stands on, metres."""
ON_TOP = 0.02
"""What begins less than this below the top of a closed container, or higher, lies on it and not in it, metres."""
STILL = 1e-9
"""What moves less than this stays where it is, metres."""
DOORS = frozenset({"Cabinet", "Drawer", "Fridge", "Microwave", "Safe"})


class World:
    """Everything that changes while somebody lives in a room.

    Records are replaced, never mutated, so a list of references is a snapshot. Containment is stored transitively, as
    AI2-THOR publishes it: an apple on a plate on a counter lists both as parents.

    Attributes:
        records: One dict per object, in a stable order; new pieces are appended.
        agent: Where the agent stands.
        free: Cells on which it can stand.
        held: Index of the object in the hand, or None.
        time: Simulated seconds since reset.
        left_heat: Object index → time at which it left its heat or cold zone.
        doors: Indices of everything with a door or drawer that reaches out when open.
        sources: Indices of everything that heats, chills or brews.
        put_down: Indices (as an ordered set) of things that were put down or cut since the reset.
        warm: Indices (as an ordered set) of portable things that are not at room temperature.
        stamp: Counts changes of any kind.
        version: Counts changes of geometry and doors, so that derived arrays can be cached.
        hand_turn: (3, 3) how the hand is turned, as the camera sees it; None is not at all.
        hand_moved: Whether what is held is away from its usual place before the camera.
        style: The number that built-in furniture, walls and floor take their look from.
        wide: Ids of what a recording shows open: its box there has the open door in it already.
        bodies: Counts those of them that can change what hides what: furniture, doors, containment.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.records: list[Record] = []
        self.put_down: dict[int, None] = {}
        self.index: dict[str, int] = {}
        self._low = np.zeros((0, 3))
        self._high = np.zeros((0, 3))
        self._pivot = np.zeros((0, 3))
        self._hidden = np.zeros(0, dtype=np.bool_)
        self.agent: AgentPose = scene.agent
        self.standing = True
        self.free: set[Cell] = set(scene.free)
        self.held: int | None = None
        self.time = 0.0
        self.left_heat: dict[int, float] = {}
        self.version = 0
        self.stamp = 0
        self.bodies = 0
        self.hand_turn: np.ndarray | None = None
        self.hand_moved = False
        self.wide: frozenset[str] = frozenset()
        self.sources: list[int] = []
        self.doors: list[int] = []
        self.warm: dict[int, None] = {}
        self._load(scene.objects)
        self.links: Links = infer_links(self.records)

    def _load(self, objects: Iterable[Record]) -> None:
        raw = list(objects)
        self.style = style_of(raw)
        for item in raw:
            self.append(records.from_thor(item))
        for item in raw:
            child = self.index[item["objectId"]]
            known = [p for p in item.get("parentReceptacles") or () if p in self.index]
            self.set_parents(child, known)
            if item.get("isPickedUp"):
                self.held = child
        if not self.scene.walls:  # generated rooms know the bodies of what is open, recordings do not
            doors = (self.records[i] for i in self.doors)
            self.wide = frozenset(r["objectId"] for r in doors if r["isOpen"])
        self._fit_surfaces()
        self.refresh_hidden()

    def _fit_surfaces(self) -> None:
        """Note for each piece of furniture where what rests shows its surface to be, and what it leaves free."""
        rests_on = [direct_support(self, i) for i in range(len(self))]
        for k, planes in fitted_planes(self.records, self.low, self.high, rests_on).items():
            self.records[k] = {**self.records[k], "supports": planes}
        recorded = not self.scene.walls
        worktops = {k: empty_parts(self, k) for k in self.of_type("CounterTop")} if recorded else {}
        front = fronts(self, worktops) if recorded else {}
        for k, yaw in front.items():
            self.records[k] = {**self.records[k], "front": yaw}
        for i, hull in hulls(self).items() if recorded else ():
            self.records[i] = {**self.records[i], "hull": hull}
        for k in worktops:
            if aslant(self, k):
                self.records[k] = {**self.records[k], "depth": depth_of(self, k)}
        for k in see_through(self) if recorded else ():
            self.records[k] = {**self.records[k], "glass": True}
        for k, spaces in free_spaces(self, worktops, front).items():
            self.records[k] = {**self.records[k], "spaces": spaces}
        for opening in self.scene.openings:
            self.open_up(opening)

    def open_up(self, opening: SightOpening) -> None:
        """Cut an opening into what it goes through."""
        k = self.index[opening.through]
        record = self.records[k]
        self.replace(k, {**record, "openings": (*record.get("openings", ()), *opening.spaces)})

    # -- records -------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.records)

    @property
    def low(self) -> np.ndarray:
        """(n, 3) lower corners of the boxes, metres."""
        return self._low[: len(self.records)]

    @property
    def high(self) -> np.ndarray:
        """(n, 3) upper corners of the boxes, metres."""
        return self._high[: len(self.records)]

    @property
    def pivot(self) -> np.ndarray:
        """(n, 3) object positions, metres."""
        return self._pivot[: len(self.records)]

    @property
    def hidden(self) -> np.ndarray:
        """(n,) True where an object cannot be seen from anywhere: sliced away, or behind a closed door."""
        return self._hidden[: len(self.records)]

    def append(self, record: Record) -> int:
        """Add an object; returns its index.

        Raises:
            ValueError: Another object has that id.
        """
        object_id = record["objectId"]
        if object_id in self.index:
            raise ValueError(f"two objects are called {object_id!r}; object ids must be unique within a scene")
        variant = variant_of(record, self.style)
        asset = record["assetId"] or asset_of(record, variant)
        record = {**record, "color": variant.colour, "material": variant.material, "assetId": asset}
        i = len(self.records)
        if i >= len(self._low):
            self._grow(max(64, 2 * i))
        self.records.append(record)
        self.index[object_id] = i
        if record["objectType"] in SOURCE_TYPES:
            self.sources.append(i)
        if record["objectType"] in DOORS:
            self.doors.append(i)
        self._note_warmth(i, record["temperature"])
        self._place_arrays(i, record)
        return i

    def _grow(self, capacity: int) -> None:
        for name in ("_low", "_high", "_pivot"):
            wider = np.zeros((capacity, 3))
            old = getattr(self, name)
            wider[: len(old)] = old
            setattr(self, name, wider)
        hidden = np.zeros(capacity, dtype=np.bool_)
        hidden[: len(self._hidden)] = self._hidden
        self._hidden = hidden

    def _place_arrays(self, i: int, record: Record) -> None:
        self._low[i], self._high[i] = records.box_of(record)
        self._pivot[i] = [record["position"][k] for k in "xyz"]
        self.version += 1
        self.stamp += 1
        if not record["pickupable"]:
            self.bodies += 1

    def change(self, i: int, **values: object) -> None:
        """Set plain (non-geometric) keys of one object."""
        self.records[i] = {**self.records[i], **values}
        self.stamp += 1
        if "temperature" in values:
            self._note_warmth(i, self.records[i]["temperature"])

    def _note_warmth(self, i: int, temperature: str) -> None:
        if temperature == "RoomTemp" or not self.records[i]["pickupable"]:
            self.warm.pop(i, None)
        else:
            self.warm[i] = None

    def replace(self, i: int, record: Record) -> None:
        """Put a new record, geometry included, in the place of an old one."""
        self.records[i] = record
        self._place_arrays(i, record)

    def repaint(self, i: int, record: Record) -> None:
        """Put a record that only looks different in the place of an old one."""
        self.records[i] = record
        self.stamp += 1

    def carry(self, i: int, shift: np.ndarray) -> None:
        """Move an object and everything in or on it by ``shift`` metres."""
        for k in (i, *self.carried(i)):
            self.replace(k, records.moved(self.records[k], shift))

    def carry_along(self, shift: np.ndarray) -> None:
        """Move what is in the hand, and everything in or on it, by ``shift`` metres.

        It hides nothing and is seen from anywhere, so nothing that is derived from the geometry has to be made anew.
        """
        if self.held is not None and np.abs(shift).max() > STILL:
            version = self.version
            self.carry(self.held, shift)
            self.version = version

    def of_type(self, *types: str) -> Iterator[int]:
        """Indices of all objects of the given types."""
        return (i for i, r in enumerate(self.records) if r["objectType"] in types)

    # -- containment ---------------------------------------------------------------------------------------------

    def parents(self, i: int) -> list[int]:
        """Indices of every receptacle around an object, in stored order."""
        return [self.index[p] for p in self.records[i]["parentReceptacles"] or ()]

    def contents(self, i: int) -> list[int]:
        """Indices of everything in or on an object, at any depth."""
        return [self.index[c] for c in self.records[i]["receptacleObjectIds"] or ()]

    def carried(self, i: int) -> list[int]:
        """Indices of what moves along with an object: its contents, not furniture that its box happens to hold."""
        return [k for k in self.contents(i) if self.records[k]["pickupable"]]

    def set_parents(self, i: int, parent_ids: Iterable[str]) -> None:
        """Make these receptacles, and no others, the parents of one object; both directions are updated."""
        object_id = self.records[i]["objectId"]
        old = self.records[i]["parentReceptacles"] or []
        new = list(dict.fromkeys(p for p in parent_ids if self.records[self.index[p]]["receptacle"]))
        if old != new:
            self.bodies += 1
        for parent in old:
            if parent not in new:
                k = self.index[parent]
                kept = [c for c in self.records[k]["receptacleObjectIds"] or () if c != object_id]
                self.change(k, receptacleObjectIds=kept)
        for parent in new:
            if parent not in old:
                k = self.index[parent]
                self.change(k, receptacleObjectIds=[*(self.records[k]["receptacleObjectIds"] or ()), object_id])
        self.change(i, parentReceptacles=new or None)

    def put_in(self, i: int, receptacle: int | None) -> None:
        """Set the parents of an object that was just put somewhere (None: nowhere), and of what it carries."""
        carried = self.carried(i)
        if receptacle is not None:
            self.put_down.update(dict.fromkeys((i, *carried)))
        inside = {self.records[k]["objectId"] for k in (i, *carried)}
        ids = [r["objectId"] for r in self.records]
        self.set_parents(i, [] if receptacle is None else [ids[k] for k in surroundings(self, i, receptacle)])
        for k in carried:
            own = [p for p in self.records[k]["parentReceptacles"] or () if p in inside]
            outer = [] if receptacle is None else [ids[q] for q in surroundings(self, k, i)[1:]]
            self.set_parents(k, [*own, *outer])
        self.refresh_hidden()

    def shut_in(self, i: int) -> int | None:
        """The closed container that encloses an object, or None when nothing shuts it off."""
        for k in self.parents(i):
            record = self.records[k]
            on_top = self.low[i, 1] > self.high[k, 1] - ON_TOP
            if record["objectType"] in ENCLOSED and record["openable"] and not record["isOpen"] and not on_top:
                return k
        return None

    def refresh_hidden(self) -> None:
        """Recompute which objects cannot be seen from anywhere; call after a door, a slice or a move."""
        for i, record in enumerate(self.records):
            gone = record["isSliced"] or (record["isBroken"] and record["objectType"] == "Egg")
            self._hidden[i] = gone or (record["parentReceptacles"] is not None and self.shut_in(i) is not None)
        self.stamp += 1

    def planes(self, i: int) -> tuple[float, ...]:
        """World heights (m) on which things rest in or on a receptacle; the floor's is where the agent stands."""
        kind = self.records[i]["objectType"]
        if kind == "Floor":
            return (self.scene.agent.y - ORIGIN_HEIGHT,)
        if kind in ENCLOSED and kind not in MUST_BE_OPEN and not self.records[i]["isOpen"]:
            return (float(self.high[i, 1]),)
        return planes_at(self.records[i], float(self.low[i, 1]), float(self.high[i, 1]))

    # -- what is solid -------------------------------------------------------------------------------------------

    def occluders(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Solid boxes: (m, 3) low, (m, 3) high, and (m,) the object index each belongs to (-1 for a wall).

        An open container is none: its box is its room, not its body. Neither does a box in which the
        agent could stand: it belongs to an L-shaped counter or the like, whose corner is empty.
        """
        rows = [
            (i, *OPAQUE[r["objectType"]])
            for i, r in enumerate(self.records)
            if r["objectType"] in OPAQUE and not (r["isOpen"] and r["objectType"] in ENCLOSED) and not self._hollow(i)
        ]
        owner = np.array([i for i, _, _ in rows], dtype=np.int64)
        low, high = self.low[owner].copy(), self.high[owner].copy()
        height = high[:, 1] - low[:, 1]
        bottom = low[:, 1].copy()
        low[:, 1] = bottom + np.array([f for _, f, _ in rows]) * height
        high[:, 1] = bottom + np.array([t for _, _, t in rows]) * height
        walls = self.scene.walls
        wall_low = np.array([w.low for w in walls], dtype=np.float64).reshape(-1, 3)
        wall_high = np.array([w.high for w in walls], dtype=np.float64).reshape(-1, 3)
        owners = np.concatenate([owner, np.full(len(walls), -1, dtype=np.int64)])
        return np.concatenate([low, wall_low]), np.concatenate([high, wall_high]), owners

    def _hollow(self, i: int) -> bool:
        """Whether some cell of free floor lies inside the box, seen from above, or a counter is too deep for one."""
        low, high = self.low[i], self.high[i]
        if self.records[i]["objectType"] == "CounterTop" and (high - low)[[0, 2]].min() > COUNTER_DEPTH:
            return True
        xs = range(math.ceil((low[0] + 0.05) / GRID), math.floor((high[0] - 0.05) / GRID) + 1)
        zs = range(math.ceil((low[2] + 0.05) / GRID), math.floor((high[2] - 0.05) / GRID) + 1)
        return any((x, z) in self.free for x in xs for z in zs)

    @property
    def bounds(self) -> Box:
        """The room's box."""
        return self.scene.bounds
