"""The running room: world, settings, camera and target resolution. Actions are functions over an ``Engine``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from envs.pocket.bodies import RoomBodies
from envs.pocket.calls import MissingArgument
from envs.pocket.layers import Layers
from envs.pocket.scene import AgentPose, Scene
from envs.pocket.things.records import Record
from envs.pocket.things.traits import HEAT_DECAY_S
from envs.pocket.world.state import World
from envs.pocket.world.visibility import Camera, VisibilityQueries

STEP_SECONDS = 1.0
"""Simulated duration of one action. Recorded drivers take 0.4 s for a step and 2–7 s for an interaction."""


class ActionRefused(Exception):
    """An action that cannot be carried out; becomes a failed event.

    Args:
        message: What stands in the way, naming the thing.
        code: AI2-THOR's error code, empty when it has none for the case.
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code


@dataclass
class EngineSettings:
    """Engine parameters, as ``Initialize`` takes them.

    Attributes:
        grid: Step of move actions and lattice of reachable positions, metres.
        snap: Whether positions are rounded to the lattice after a move.
        rotate_step: Default yaw step, degrees.
        reach: ``visibilityDistance``, metres.
        fov: Vertical field of view, degrees.
        width: Frame width, pixels.
        height: Frame height, pixels.
        layers: Which frames events carry (``renderImage`` and the like).
        look: ``renderMode``: ``plain`` or ``textured``.
        tolerance: ``placementTolerance``, metres: how far around its box a thing that was put down in play can be seen
            and touched. Zero for living in the room; replay sets it, because where exactly a thing came to lie in the
            recording is not recorded.
    """

    grid: float = 0.25
    snap: bool = True
    rotate_step: float = 90.0
    reach: float = 1.5
    fov: float = 90.0
    width: int = 300
    height: int = 300
    layers: Layers = field(default_factory=Layers)
    look: str = "plain"
    tolerance: float = 0.0


@dataclass(frozen=True)
class Decay:
    """How long a thing stays hot or cold after it left its zone.

    Attributes:
        allowed: Whether it cools down or warms up at all.
        seconds: How long that takes, simulated seconds.
        of_type: The same for single object types.
    """

    allowed: bool = True
    seconds: float = HEAT_DECAY_S
    of_type: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Arrangement:
    """All things of a room at one moment.

    Attributes:
        records: Their records, by index.
        pivot: (n, 3) positions, metres.
        open: Indices of what is not shut away or sliced.
        view: Visibility queries.
        reached: What differs in the published record because a door is open or a drawer drawn out, by index.
    """

    records: list[Record]
    pivot: np.ndarray
    open: np.ndarray
    view: VisibilityQueries
    reached: dict[int, Record]


_spare: list[Engine] = []
"""At most one engine that was only looked at, when its room was inspected; see ``Engine.set_aside``."""


@dataclass
class Engine:
    """One loaded scene and what is being done in it.

    Attributes:
        world: The state of the room.
        settings: Parameters of this run.
        unbreakable: Object types that were made unbreakable.
        rng: Source of every random choice an action makes.
        cameras: Third-party cameras, by number.
        map_view: Whether the top-down camera is on.
        paused: Whether simulated time stands still between physics steps.
        light: Factor by which the lamps' red, green and blue are changed.
        decay: How long heat and cold last.
        disabled: Records of what ``DisableObject`` took out of the scene, by id.
        shown: Ids of the only objects that metadata lists, or None for all.
        zone_state: State of the world for which ``in_zone`` holds.
        in_zone: Indices of what is being heated or chilled.
    """

    world: World
    settings: EngineSettings = field(default_factory=EngineSettings)
    unbreakable: set[str] = field(default_factory=set)
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    cameras: list[dict[str, Any]] = field(default_factory=list)
    map_view: bool = False
    paused: bool = False
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    decay: Decay = field(default_factory=Decay)
    disabled: Mapping[str, Record] = field(default_factory=dict)
    shown: frozenset[str] | None = None
    zone_state: tuple[World, int] | None = None
    in_zone: set[int] = field(default_factory=set)
    _bodies: RoomBodies | None = None
    _things: Arrangement | None = None
    _things_key: tuple[World, int] | None = None
    _view: VisibilityQueries | None = None
    _view_key: tuple[World, int, int, int] | None = None

    @classmethod
    def open(cls, scene: Scene, settings: EngineSettings | None = None, seed: int = 0) -> Engine:
        """Start an engine in a scene."""
        spare = _spare.pop() if _spare else None
        if spare is None or spare.world.scene is not scene:
            return cls(World(scene), settings or EngineSettings(), rng=random.Random(seed))
        return cls(spare.world, settings or EngineSettings(), rng=random.Random(seed), _bodies=spare._bodies)

    def set_aside(self) -> None:
        """Let the next engine that is opened in this very scene take over the world, in which nothing was done."""
        _spare[:] = [self]

    @property
    def agent(self) -> AgentPose:
        """Where the agent stands."""
        return self.world.agent

    def camera(self) -> Camera:
        """The agent's eye."""
        aspect = self.settings.width / self.settings.height
        return Camera(self.agent, self.world.standing, self.settings.fov, aspect)

    # -- seeing --------------------------------------------------------------------------------------------------

    def view(self) -> VisibilityQueries:
        """What there is to see, frozen; made anew only when something moved or opened."""
        world = self.world
        key = (world, world.version, world.bodies, len(world))
        if self._view is None or self._view_key != key:
            if self._bodies is None or self._bodies.world is not world:
                self._bodies = RoomBodies(world)
            self._view = VisibilityQueries(self._bodies.bodies(self.settings.tolerance))
            self._view_key = key
        return self._view

    def arrangement(self) -> Arrangement:
        """All things as they are now, frozen; the same value as long as nothing changes."""
        world = self.world
        key = (world, world.stamp)
        if self._things is None or self._things_key != key:
            visible = np.flatnonzero(~world.hidden)
            view, reached = self.view(), self._bodies.reached() if self._bodies else {}
            pivot = world.pivot.copy()
            for i, change in reached.items():
                if "position" in change:
                    pivot[i] = [change["position"][axis] for axis in "xyz"]
            self._things = Arrangement(world.records.copy(), pivot, visible, view, reached)
            self._things_key = key
        return self._things

    def sees(self, i: int, pose: AgentPose | None = None, standing: bool | None = None) -> bool:
        """Whether one object is visible, from here or from another pose."""
        world = self.world
        if i == world.held:
            return True
        if world.hidden[i]:
            return False
        if world.held is not None and i in world.contents(world.held):
            return True
        pose = pose or self.agent
        upright = world.standing if standing is None else standing
        camera = Camera(pose, upright, self.settings.fov, self.settings.width / self.settings.height)
        return bool(self.view().visible(np.array([i]), pose, camera, self.settings.reach)[0])

    def visible_mask(self) -> np.ndarray:
        """(n,) True where the object is visible to the agent now."""
        world = self.world
        seen = np.zeros(len(world), dtype=np.bool_)
        which = np.flatnonzero(~world.hidden)
        seen[which] = self.view().visible(which, self.agent, self.camera(), self.settings.reach)
        if world.held is not None:
            seen[[world.held, *(k for k in world.contents(world.held) if not world.hidden[k])]] = True
        return seen

    # -- finding the target of an action -------------------------------------------------------------------------

    def record(self, i: int) -> Record:
        """The record of an object."""
        return self.world.records[i]

    def find(self, object_id: str) -> int:
        """Index of an object id.

        Raises:
            ActionRefused: No object has that id.
        """
        try:
            return self.world.index[object_id]
        except KeyError:
            raise ActionRefused(f"{object_id} is not the objectId of any object in the scene") from None

    def target(self, object_id: str | None, x: float | None, y: float | None, force: bool) -> int:
        """The object an action is about: by id, else by image point; visible unless forced.

        Raises:
            ActionRefused: Nothing there, or not within sight and reach.
            MissingArgument: Neither an id nor a complete point was given.
        """
        if object_id is not None:
            i = self.find(object_id)
        elif x is not None and y is not None:
            i = self.object_at(x, y)
        else:
            raise MissingArgument("objectId, or x and y")
        if not force and not self.sees(i):
            closed = self.world.shut_in(i)
            if closed is not None:
                name = self.record(closed)["objectId"]
                raise ActionRefused(f"{self.record(i)['objectId']} is inside the closed {name}", "ObjectNotVisible")
            raise ActionRefused(
                f"Target object {self.record(i)['objectId']} not found within the specified visibility.",
                "ObjectNotVisible",
            )
        return i

    def object_at(self, x: float, y: float) -> int:
        """The object whose box an image point's ray enters first; small things win over what they stand on.

        Raises:
            ActionRefused: The ray hits nothing.
        """
        camera = self.camera()
        hit = _ray_hits(camera.eye, camera.ray(x, y), self.world.low, self.world.high)
        hit[self.world.hidden] = np.inf
        if self.world.held is not None:
            hit[self.world.held] = np.inf
        size = (self.world.high - self.world.low).prod(axis=1)
        inside = hit <= 0.0
        hit[inside] = np.inf
        if not np.isfinite(hit).any():
            raise ActionRefused(f"no object at image point ({x:.3f}, {y:.3f})")
        near = np.flatnonzero(hit <= hit.min() + 0.35)
        return int(near[np.argmin(size[near])])


def _ray_hits(origin: np.ndarray, direction: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Distance along a ray at which it enters each box; inf where it misses, 0 from inside."""
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (low - origin) / direction, (high - origin) / direction
    enter = np.nanmax(np.minimum(a, b), axis=1)
    leave = np.nanmin(np.maximum(a, b), axis=1)
    return np.where((enter <= leave) & (leave > 0), np.maximum(enter, 0.0), np.inf)
