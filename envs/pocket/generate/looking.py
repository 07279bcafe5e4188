"""From where things can be seen: every free cell, four headings, all horizons."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from envs.pocket.engine import Engine
from envs.pocket.scene import AgentPose, Cell
from envs.pocket.world.state import ORIGIN_HEIGHT
from envs.pocket.world.visibility import Camera, VisibilityQueries
from envs.simulator import GRID

YAWS = (0.0, 90.0, 180.0, 270.0)
HORIZONS = (30.0, 0.0, 60.0, -30.0)
_SUNK = 0.05  # nothing that far below the floor is ever visible (``visibility``), metres


def loose(engine: Engine) -> list[int]:
    """Pickupable things that lie outside closed containers and are not held."""
    world = engine.world
    return [i for i, r in enumerate(world.records) if r["pickupable"] and not world.hidden[i] and i != world.held]


def fallen(engine: Engine, i: int) -> bool:
    """Whether a thing lies below the floor: physics let some recorded ones fall through it."""
    return float(engine.world.high[i, 1]) < engine.world.scene.agent.y - ORIGIN_HEIGHT - _SUNK


def cells_near(engine: Engine, i: int, free: Iterable[Cell] | None = None) -> list[Cell]:
    """Free cells within reach of an object's body, the nearest first; None are the room's."""
    bodies, reach = engine.view().bodies, engine.settings.reach
    (x0, _, z0), (x1, _, z1) = bodies.low[i].tolist(), bodies.high[i].tolist()
    near = []
    for x, z in engine.world.free if free is None else free:
        across, along = max(x0 - x * GRID, 0.0, x * GRID - x1), max(z0 - z * GRID, 0.0, z * GRID - z1)
        if across <= reach and along <= reach and (gap := math.hypot(across, along)) <= reach:
            near.append((gap, x, z))
    return [(x, z) for _, x, z in sorted(near)]


def seen_from_somewhere(
    engine: Engine,
    which: Iterable[int],
    standing: bool = True,
    view: VisibilityQueries | None = None,
    free: frozenset[Cell] | None = None,
) -> set[int]:
    """Those of some objects that are visible from a pose on a free cell.

    Args:
        engine: The running room; the agent stays where it is.
        which: Indices of the objects.
        standing: Whether the agent stands or crouches.
        view: The arrangement to look at; None is the present one.
        free: Where one may stand; None is where the room says.
    """
    view = view or engine.view()
    todo: dict[Cell, set[int]] = {}
    for i in which:
        for cell in cells_near(engine, i, free):
            todo.setdefault(cell, set()).add(i)
    seen: set[int] = set()
    for cell in sorted(todo, key=lambda cell: (-len(todo[cell]), cell)):
        for pose in _poses(cell, engine.agent.y):
            left = np.array(sorted(todo[cell] - seen), dtype=np.int64)
            if not len(left):
                break
            camera = Camera(pose, standing, engine.settings.fov)
            seen.update(left[view.visible(left, pose, camera, engine.settings.reach)].tolist())
    return seen


def _poses(cell: Cell, height: float) -> Iterator[AgentPose]:
    x, z = cell
    return (AgentPose(x * GRID, height, z * GRID, yaw, horizon) for yaw in YAWS for horizon in HORIZONS)
