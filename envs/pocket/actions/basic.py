"""AI2-THOR's action set over the engine: signatures as in ai2thor 5.0, effects as in the reference."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from envs.pocket.actions import handling, motion, states
from envs.pocket.actions.registry import action, object_action
from envs.pocket.calls import MissingArgument, Vector
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.scene import AgentPose, Cell

ARM_MARGIN = 0.25
"""Things are put down at least this much nearer than the farthest point in reach, metres (p95 of recorded places)."""


# -- moving ------------------------------------------------------------------------------------------------------


def _register_moves() -> None:
    for name, heading in motion.HEADINGS.items():

        def walk(
            engine: Engine, moveMagnitude: float | None = None, forceAction: bool = False, *, heading: float = heading
        ) -> None:
            """Walk; ``forceAction`` is accepted as TEACh sends it and does not bypass obstacles."""
            magnitude = engine.settings.grid if moveMagnitude is None else float(moveMagnitude)
            motion.move(engine, heading, magnitude)

        action(name, heading=heading)(walk)


_register_moves()


@action("RotateRight", sign=1.0)
@action("RotateLeft", sign=-1.0)
def rotate(engine: Engine, sign: float, degrees: float | None = None, forceAction: bool = False) -> None:
    """Turn on the spot."""
    motion.turn(engine, sign * (engine.settings.rotate_step if degrees is None else float(degrees)))


@action("LookDown", sign=1.0)
@action("LookUp", sign=-1.0)
def look(engine: Engine, sign: float, degrees: float = 30.0, forceAction: bool = False) -> None:
    """Tilt the camera."""
    motion.look(engine, sign * float(degrees))


@action("RotateLook")
def rotate_look(engine: Engine, rotation: Vector | float | None = None, horizon: float | None = None) -> None:
    """Turn on the spot to a yaw and a horizon, degrees; what is not given stays.

    Raises:
        ActionRefused: The horizon is out of range, or the rotation is more than a yaw.
    """
    here = engine.agent
    tilt = here.horizon if horizon is None else float(horizon)
    motion.check_horizon(tilt)
    motion.stand_at(engine, replace(here, yaw=_checked_yaw(rotation, here.yaw), horizon=tilt))


@action("Crouch", standing=False)
@action("Stand", standing=True)
def crouch(engine: Engine, standing: bool) -> None:
    """Crouch or stand."""
    motion.crouch(engine, standing)


@action("Pass", "Done", "Noop")
def nothing(engine: Engine) -> None:
    """Do nothing for one step."""


@action("Teleport")
def teleport(
    engine: Engine,
    position: Vector | None = None,
    rotation: Vector | float | None = None,
    horizon: float | None = None,
    standing: bool | None = None,
    x: float | None = None,
    y: float | None = None,
    z: float | None = None,
    forceAction: bool = False,
) -> None:
    """Jump; what is not given stays as it is. The older call form gives x, y, z instead of a position.

    Raises:
        ActionRefused: The agent would not stand there, or the rotation is more than a yaw.
    """
    here = engine.agent
    place = (
        dict(position)
        if position is not None
        else {k: v for k, v in zip("xyz", (x, y, z), strict=True) if v is not None}
    )
    pose = AgentPose(
        float(place.get("x", here.x)),
        float(place.get("y", here.y if forceAction else motion.standing_height(engine))),
        float(place.get("z", here.z)),
        _checked_yaw(rotation, here.yaw),
        here.horizon if horizon is None else float(horizon),
    )
    motion.teleport(engine, pose, standing, forceAction)


@action("TeleportFull")
def teleport_full(
    engine: Engine,
    rotation: Vector | float,
    horizon: float,
    standing: bool,
    position: Vector | None = None,
    x: float | None = None,
    y: float | None = None,
    z: float | None = None,
    forceAction: bool = False,
) -> None:
    """Jump; everything must be given."""
    if position is None and None in (x, y, z):
        raise MissingArgument("TeleportFull is missing the argument 'position' (or x, y and z)")
    teleport(engine, position, rotation, horizon, standing, x, y, z, forceAction)


def _yaw(rotation: Vector | float | None, default: float) -> float:
    if rotation is None:
        return default
    return float(rotation.get("y", default) if isinstance(rotation, Mapping) else rotation) % 360.0


def _checked_yaw(rotation: Vector | float | None, default: float) -> float:
    if isinstance(rotation, Mapping) and (rotation.get("x") or rotation.get("z")):
        raise ActionRefused(f"rotation is {dict(rotation)!r}; the agent only turns about y, so x and z must be 0")
    return _yaw(rotation, default)


def _point(place: Vector) -> motion.FloorPoint:
    if "x" not in place or "z" not in place:
        raise ActionRefused(f"{dict(place)!r} is not a position; expected {{x, y, z}}")
    return float(place["x"]), float(place["z"])


@action("GetReachablePositions")
def reachable_positions(
    engine: Engine, maxStepCount: int | None = None, directionsRelativeAgent: bool = False
) -> list[dict[str, float]]:
    """Positions the agent can walk to in steps of ``gridSize``, along the world's axes or along its own heading.

    Raises:
        ActionRefused: The agent was forced to where it cannot stand.
    """
    agent = engine.agent
    if agent.cell not in engine.world.free:
        raise ActionRefused(f"no reachable positions: the agent is inside {motion.obstacle(engine, agent.x, agent.z)}")
    return motion.positions(engine, motion.reachable_points(engine, maxStepCount or None, directionsRelativeAgent))


@action("GetInteractablePoses")
def interactable_poses(
    engine: Engine,
    objectId: str,
    positions: list[Vector] | None = None,
    rotations: list[Vector | float] | None = None,
    horizons: list[float] | None = None,
    standings: list[bool] | None = None,
    maxDistance: float | None = None,
    maxPoses: int | None = None,
) -> list[dict[str, Any]]:
    """Poses from which an object can be handled; each is a set of arguments for ``TeleportFull``.

    Raises:
        ActionRefused: No object has that id, or ``maxDistance`` or ``maxPoses`` is not positive.
    """
    for name, value in (("maxDistance", maxDistance), ("maxPoses", maxPoses)):
        if value is not None and value <= 0:
            raise ActionRefused(f"{name} is {value!r}; it must be above 0")
    points = motion.reachable_points(engine) if positions is None else [_point(p) for p in positions]
    yaws = [_yaw(r, 0.0) for r in rotations] if rotations is not None else [0.0, 90.0, 180.0, 270.0]
    tilts = [-30.0, 0.0, 30.0, 60.0] if horizons is None else [float(h) for h in horizons]
    upright = [True, False] if standings is None else list(standings)
    return motion.interactable_poses(engine, engine.find(objectId), points, yaws, tilts, upright, maxPoses, maxDistance)


@action("GetShortestPath")
def shortest_path(
    engine: Engine,
    objectId: str | None = None,
    objectType: str | None = None,
    position: Vector | None = None,
    rotation: Vector | None = None,
    allowedError: float = 0.0,
) -> dict[str, Any]:
    """Corners of the shortest way to where an object can be handled; ``rotation`` makes no difference to a way.

    Raises:
        ActionRefused: No such object, or no way.
        MissingArgument: Neither an id nor a type was given.
    """
    if objectId is None:
        if objectType is None:
            raise MissingArgument("GetShortestPath is missing the argument 'objectId' or 'objectType'")
        objectId = next((engine.record(i)["objectId"] for i in engine.world.of_type(objectType)), None)
        if objectId is None:
            raise ActionRefused(f"there is no {objectType} in the scene")
    cells = motion.centres(motion.reachable_cells(engine, _start(engine, position, allowedError)))
    poses = motion.interactable_poses(
        engine, engine.find(objectId), cells, [0.0, 90.0, 180.0, 270.0], [-30.0, 0.0, 30.0, 60.0], [True], None
    )
    return _path(engine, {motion.cell_at(p["x"], p["z"]) for p in poses}, position, allowedError)


@action("GetShortestPathToPoint")
def shortest_path_to_point(
    engine: Engine,
    target: Vector | None = None,
    position: Vector | None = None,
    x: float | None = None,
    y: float | None = None,
    z: float | None = None,
    allowedError: float = 0.0,
) -> dict[str, Any]:
    """Corners of the shortest way to a point on the floor: ``target``, or ``x``, ``y`` and ``z``.

    Raises:
        ActionRefused: There is no way.
        MissingArgument: No point was given.
    """
    if target is None and None in (x, z):
        raise MissingArgument("GetShortestPathToPoint is missing the argument 'target' (or x, y and z)")
    end = _point(target if target is not None else {"x": x or 0.0, "z": z or 0.0})
    corners = _path(engine, _cells_near(engine, end, allowedError), position, allowedError)["corners"]
    return {"corners": [*corners[:-1], *motion.positions(engine, [end])] if len(corners) > 1 else corners}


def _cells_near(engine: Engine, point: motion.FloorPoint, error: float) -> set[Cell]:
    """The free cell at a point; if there is none, those within ``error`` metres."""
    own = motion.cell_at(*point)
    if own in engine.world.free or error <= 0:
        return {own}
    near = (c for c in engine.world.free if math.dist(point, (0.25 * c[0], 0.25 * c[1])) <= error)
    return set(near)


def _start(engine: Engine, position: Vector | None, error: float) -> Cell:
    """The cell where a way begins; the agent's own by default."""
    if position is None:
        return engine.agent.cell
    point = _point(position)
    cells = _cells_near(engine, point, error)
    return min(cells, key=lambda c: math.dist(point, (0.25 * c[0], 0.25 * c[1])), default=motion.cell_at(*point))


def _path(engine: Engine, goals: set[Cell], position: Vector | None, error: float) -> dict[str, Any]:
    path = motion.shortest_path(engine, _start(engine, position, error), goals)
    if path is None:
        raise ActionRefused("no path: the target cannot be reached from there")
    kept = [c for k, c in enumerate(path) if k in (0, len(path) - 1) or _turns(path[k - 1], c, path[k + 1])]
    begin = (engine.agent.x, engine.agent.z) if position is None else _point(position)
    return {"corners": motion.positions(engine, [begin, *motion.centres(kept[1:])])}


def _turns(before: Cell, here: Cell, after: Cell) -> bool:
    return (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])


# -- objects -----------------------------------------------------------------------------------------------------


@object_action("PickupObject")
def pick_up(engine: Engine, i: int, force: bool, manualInteract: bool = False) -> None:
    """Take something into the hand.

    Raises:
        ActionRefused: As for ``handling.pick_up``, or it shall stay where it lies (``manualInteract``).
    """
    if manualInteract:
        raise ActionRefused("manualInteract=True is not supported: what is picked up goes to the hand")
    handling.pick_up(engine, i)


@action("PutObject")
def put(
    engine: Engine,
    objectId: str | None = None,
    x: float | None = None,
    y: float | None = None,
    forceAction: bool = False,
    placeStationary: bool = True,
    putNearXY: bool = False,
    receptacleObjectId: str | None = None,
) -> None:
    """Put what is held in or on a receptacle; with ``x`` and ``y`` near where that image point's ray meets it.

    ALFRED's older form names the held object as ``objectId`` and the receptacle as ``receptacleObjectId``.
    """
    handling.holding(engine)
    receptacle = engine.target(receptacleObjectId or objectId, x, y, forceAction)
    near = None if x is None or y is None else surface_point(engine, receptacle, x, y)
    handling.put(engine, receptacle, near, forceAction)


def surface_point(engine: Engine, i: int, x: float, y: float) -> np.ndarray:
    """Where the ray through an image point meets the support plane of a receptacle (kept within its box)."""
    world, camera = engine.world, engine.camera()
    direction, low, high = camera.ray(x, y), world.low[i], world.high[i]
    best = (low + high) / 2
    for plane in world.planes(i)[::-1]:
        t = (plane - camera.eye[1]) / direction[1] if abs(direction[1]) > 1e-6 else -1.0
        if t <= 0:
            continue
        point = camera.eye + t * direction
        best = np.clip(point, low, high)
        if np.abs(point - best).max() < 0.05:
            break
    return _within_reach(engine, best)


def _within_reach(engine: Engine, point: np.ndarray) -> np.ndarray:
    """Pull a wanted place towards the agent until it is near enough to handle.

    A ray that passes over things meets the far end of a surface; what was meant is what stands in between.
    """
    origin = np.array([engine.agent.x, point[1], engine.agent.z])
    away = float(np.linalg.norm(point - origin))
    farthest = engine.settings.reach - ARM_MARGIN
    return point if away <= farthest else origin + (point - origin) * (farthest / away)


@action("DropHandObject", "DropHeldObject")
def drop(engine: Engine, forceAction: bool = False) -> None:
    """Let go of what is held."""
    handling.drop(engine)


@action("ThrowObject")
def throw(engine: Engine, moveMagnitude: float = 50.0, forceAction: bool = False) -> None:
    """Throw what is held: it lands up to 1.5 m ahead, farther the harder it is thrown."""
    handling.drop(engine, ahead=min(1.5, float(moveMagnitude) / 100.0))


@object_action("OpenObject")
def open_object(engine: Engine, i: int, force: bool, openness: float = 1.0, moveMagnitude: float | None = None) -> None:
    """Open something, fully or in part; ``openness=0`` closes it.

    ``moveMagnitude`` is the older name of ``openness``; there 0 means fully open.

    Raises:
        ActionRefused: ``openness`` is not between 0 and 1, or as for ``set_open``.
    """
    wanted = float(openness) if moveMagnitude is None else float(moveMagnitude) or 1.0
    if not 0.0 <= wanted <= 1.0:
        raise ActionRefused(f"openness is {wanted:g}; it goes from 0 (closed) to 1 (fully open)")
    states.set_open(engine, i, wanted > 0.0, wanted, force)


@object_action("CloseObject")
def close_object(engine: Engine, i: int, force: bool) -> None:
    """Close something."""
    states.set_open(engine, i, False, 0.0, force)


@object_action("ToggleObjectOn", on=True)
@object_action("ToggleObjectOff", on=False)
def toggle(engine: Engine, i: int, force: bool, on: bool) -> None:
    """Switch something on or off."""
    states.set_toggled(engine, i, on, force)


@object_action("SliceObject", change=states.slice_object)
@object_action("BreakObject", change=states.break_object)
@object_action("CookObject", change=states.cook)
@object_action("EmptyLiquidFromObject", change=states.empty)
@object_action("UseUpObject", change=states.use_up)
def alter(engine: Engine, i: int, force: bool, change: Callable[[Engine, int], None]) -> None:
    """Change what something is."""
    change(engine, i)


@object_action("DirtyObject", dirty=True)
@object_action("CleanObject", dirty=False)
def set_dirty(engine: Engine, i: int, force: bool, dirty: bool) -> None:
    """Make something dirty or clean."""
    states.set_dirty(engine, i, dirty)


@object_action("FillObjectWithLiquid")
def fill(engine: Engine, i: int, force: bool, fillLiquid: str = "water") -> None:
    """Fill something with water, coffee or wine."""
    states.fill(engine, i, fillLiquid)
