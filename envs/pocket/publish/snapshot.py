"""The room at one moment, from which metadata and frames are built when somebody looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.pocket.engine import Arrangement, Engine, EngineSettings
from envs.pocket.layers import Layers
from envs.pocket.scene import AgentPose, Box
from envs.pocket.world.visibility import Camera


@dataclass(frozen=True)
class Snapshot:
    """What metadata is built from, later if at all: references and copies that no action will change."""

    things: Arrangement
    agent: AgentPose
    standing: bool
    held: int | None
    settings: EngineSettings
    camera: Camera
    cameras: tuple[dict[str, Any], ...]
    map_view: Box | None
    shown: frozenset[str] | None
    scene: str
    bounds: Box
    walls: tuple[Box, ...]
    time: float
    layers: Layers
    light: tuple[float, float, float]
    hand: np.ndarray | None
    hand_turn: np.ndarray | None


def take_snapshot(engine: Engine, layers: Layers | None = None) -> Snapshot:
    """Freeze the room as it is now; ``layers`` are the frames of this event, if they differ from the usual ones."""
    world = engine.world
    bounds, holds = world.bounds, world.held is not None
    return Snapshot(
        things=engine.arrangement(),
        agent=world.agent,
        standing=world.standing,
        held=world.held,
        settings=engine.settings,
        camera=engine.camera(),
        cameras=tuple(engine.cameras),
        map_view=bounds if engine.map_view else None,
        shown=engine.shown,
        scene=world.scene.name,
        bounds=bounds,
        walls=world.scene.walls,
        time=world.time,
        layers=engine.settings.layers if layers is None else layers,
        light=engine.light,
        hand=(world.low[world.held] + world.high[world.held]) / 2 if holds and world.hand_moved else None,
        hand_turn=world.hand_turn if holds else None,
    )
