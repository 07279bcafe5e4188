"""A place before anybody acts in it: the value every scene source produces and the engine starts from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

ROOMS = ("kitchen", "living_room", "bedroom", "bathroom", "tabletop")
STAND_IN = "_standin"
"""Ends the name of a generated room that stands in for a plan of AI2-THOR's: ``FloorPlan5_standin``."""

Space = tuple[float, float, float, float, float, float]
"""Lower and upper corner of a box, metres."""

Cell = tuple[int, int]
"""A lattice position (x, z) in units of 0.25 m."""

Rect = tuple[float, float, float, float]
"""Seen from above: (x low, z low, x high, z high), metres."""


@dataclass(frozen=True)
class Box:
    """An axis-aligned box in metres: ``low`` and ``high`` corners (x, y, z)."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]


@dataclass(frozen=True)
class AgentPose:
    """Where the agent stands: origin in metres (y is the capsule centre, 0.9 above the floor), angles in degrees.

    Yaw 0 faces +z, 90 faces +x; a positive horizon looks down.
    """

    x: float
    y: float
    z: float
    yaw: float = 0.0
    horizon: float = 30.0

    @property
    def cell(self) -> Cell:
        """The lattice cell under the agent."""
        return round(self.x / 0.25), round(self.z / 0.25)


@dataclass(frozen=True)
class SightOpening:
    """Part of a line of sight to a thing that would be hidden from everywhere.

    Attributes:
        shows: Id of the thing.
        through: Id of what is cut open.
        spaces: What is cut out of it, relative to its pivot and turned with it.
    """

    shows: str
    through: str
    spaces: tuple[Space, ...]


@dataclass(frozen=True)
class Scene:
    """A room ready to be lived in.

    Attributes:
        name: Scene name as it appears in ``metadata["sceneName"]``.
        room: kitchen, living_room, bedroom, bathroom or tabletop.
        objects: AI2-THOR object dicts in the schema of a TEACh game's ``initial_state`` (3.x key spelling; ``visible``,
            ``distance`` and the like are recomputed). Custom ``simbot…`` properties may be merged in and are ignored
            by the engine.
        agent: Where the agent starts.
        free: Lattice cells on which the agent can stand; moves into any other cell are blocked.
        bounds: The room's box.
        walls: Opaque boxes that are not objects (walls); they hide what is behind them.
        source: Where the free space and the objects come from, in one sentence, for reports.
        openings: Lines of sight through the guessed shapes of a recorded room (``envs.pocket.generate.openings``).
    """

    name: str
    room: str
    objects: tuple[dict[str, Any], ...]
    agent: AgentPose
    free: frozenset[Cell]
    bounds: Box
    walls: tuple[Box, ...] = field(default=())
    source: str = ""
    openings: tuple[SightOpening, ...] = ()

    @property
    def stands_in_for(self) -> str | None:
        """The plan in whose place this room was generated; None for every other room."""
        return stood_in_for(self.name)


def stood_in_for(scene_name: str) -> str | None:
    """``FloorPlan5`` for ``FloorPlan5_standin``; None for what is no stand-in."""
    return scene_name.removesuffix(STAND_IN) if scene_name.endswith(STAND_IN) else None
