"""Walking, turning, looking, teleporting, and where one could stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.scene import AgentPose, Cell
from envs.pocket.things.records import vector
from envs.pocket.world.visibility import Camera

FloorPoint = tuple[float, float]
"""A place on the floor: (x, z), metres."""
HORIZON_UP, HORIZON_DOWN = -30.0, 60.0
HEIGHT_TOLERANCE = 0.05
"""A teleport may miss the height of the floor by this much, metres; AI2-THOR's own tolerance."""
HELD_OFFSET = (-0.155, 0.38)
"""Held objects sit 0.155 m below and 0.38 m ahead of the camera, in its frame (``docs/pocket.md``)."""
HEADINGS = {"MoveAhead": 0.0, "MoveBack": 180.0, "MoveLeft": -90.0, "MoveRight": 90.0}


def hand_position(camera: Camera) -> tuple[float, float, float]:
    """World position of the hand anchor in front of the agent's camera, metres."""
    up, forward = HELD_OFFSET
    ahead = forward * camera.cos_pitch + up * camera.sin_pitch
    dy = -forward * camera.sin_pitch + up * camera.cos_pitch
    x, y, z = camera.position
    return x + ahead * camera.sin_yaw, y + dy, z + ahead * camera.cos_yaw


def stand_at(engine: Engine, pose: AgentPose) -> None:
    """Put the agent there; what it holds comes along."""
    world = engine.world
    world.agent = pose
    if world.held is not None:
        centre = (world.low[world.held] + world.high[world.held]) / 2
        world.carry_along(hand_position(engine.camera()) - centre)
        world.hand_moved = False


def can_stand(engine: Engine, x: float, z: float) -> bool:
    """Whether the agent fits at (x, z)."""
    return (round(x / 0.25), round(z / 0.25)) in engine.world.free


def move(engine: Engine, relative: float, magnitude: float) -> None:
    """Walk ``magnitude`` metres in a direction relative to the heading; all or nothing.

    Raises:
        ActionRefused: Something is in the way.
    """
    agent = engine.agent
    heading = math.radians(agent.yaw + relative)
    dx, dz = math.sin(heading) * magnitude, math.cos(heading) * magnitude
    stop = blocked_at(engine, (agent.x, agent.z), (dx, dz))
    if stop is not None:
        raise ActionRefused(f"{obstacle(engine, *stop)} is blocking Agent 0 from moving by ({dx:.2f}, 0.00, {dz:.2f}).")
    x, z = agent.x + dx, agent.z + dz
    if engine.settings.snap:
        x, z = (round(v / engine.settings.grid) * engine.settings.grid for v in (x, z))
    stand_at(engine, replace(agent, x=x, y=standing_height(engine), z=z))


def blocked_at(engine: Engine, start: tuple[float, float], way: tuple[float, float]) -> tuple[float, float] | None:
    """The first point, in steps of at most 0.25 m along a straight way, where the agent does not fit; None if it does.

    Args:
        engine: The running room.
        start: (x, z) where the way begins, metres.
        way: How far it goes along x and z, metres.
    """
    pieces = max(1, math.ceil(math.hypot(*way) / 0.25 - 1e-6))
    points = ((start[0] + way[0] * k / pieces, start[1] + way[1] * k / pieces) for k in range(1, pieces + 1))
    return next((point for point in points if not can_stand(engine, *point)), None)


def standing_height(engine: Engine) -> float:
    """Height of the origin of an agent that stands on the floor, metres; floors are level."""
    return engine.world.scene.agent.y


def obstacle(engine: Engine, x: float, z: float) -> str:
    """Name of what stands nearest to (x, z) at body height, for error texts."""
    world = engine.world
    low, high = world.low, world.high
    gap_x = np.maximum(np.maximum(low[:, 0] - x, x - high[:, 0]), 0.0)
    gap_z = np.maximum(np.maximum(low[:, 2] - z, z - high[:, 2]), 0.0)
    floor = engine.agent.y - 0.9
    body = (low[:, 1] < floor + 1.5) & (high[:, 1] > floor + 0.1) & ~world.hidden
    gap = np.where(body, np.hypot(gap_x, gap_z), np.inf)
    if not len(gap) or gap.min() > 0.35:
        return "structure"
    return world.records[int(gap.argmin())]["objectId"]


def turn(engine: Engine, degrees: float) -> None:
    """Change the heading."""
    stand_at(engine, replace(engine.agent, yaw=(engine.agent.yaw + degrees) % 360.0))


def look(engine: Engine, degrees: float) -> None:
    """Tilt the camera; positive looks down.

    Raises:
        ActionRefused: Beyond −30…60 degrees.
    """
    horizon = engine.agent.horizon + degrees
    if horizon < HORIZON_UP - 0.5:
        raise ActionRefused("can't look up beyond 30 degrees above the horizon", "LookUpCantExceedMax")
    if horizon > HORIZON_DOWN + 0.5:
        raise ActionRefused("can't look down beyond 60 degrees below the horizon", "LookDownCantExceedMin")
    stand_at(engine, replace(engine.agent, horizon=horizon))


def crouch(engine: Engine, standing: bool) -> None:
    """Crouch or stand up; the camera moves by 0.22 m.

    Raises:
        ActionRefused: Already so.
    """
    if engine.world.standing == standing:
        raise ActionRefused("already standing" if standing else "already crouching")
    engine.world.standing = standing
    stand_at(engine, engine.agent)


def check_horizon(horizon: float) -> None:
    """Refuse to look farther up or down than −30…60 degrees."""
    if not HORIZON_UP - 0.5 <= horizon <= HORIZON_DOWN + 0.5:
        raise ActionRefused(f"horizon {horizon:g} is outside [-30, 60]")


def teleport(engine: Engine, pose: AgentPose, standing: bool | None, force: bool) -> None:
    """Jump to a pose; unless forced, the agent then stands on the floor.

    Raises:
        ActionRefused: The agent would not fit there, would sink or float, or the horizon is out of range.
    """
    ground = standing_height(engine)
    if not force and abs(pose.y - ground) > HEIGHT_TOLERANCE:
        raise ActionRefused(
            f"y is {pose.y:g}, but an agent that stands on the floor is at {ground:g} m (up to {HEIGHT_TOLERANCE:g} m "
            "are levelled out); leave y out, or use forceAction=True to be there anyway"
        )
    check_horizon(pose.horizon)
    off_grid = any(abs(v / engine.settings.grid - round(v / engine.settings.grid)) > 0.02 for v in (pose.x, pose.z))
    if engine.settings.snap and off_grid and not force:
        raise ActionRefused(
            f"({pose.x:g}, {pose.z:g}) is not on the {engine.settings.grid:g} m grid while snapToGrid is on"
        )
    if not force and not can_stand(engine, pose.x, pose.z):
        low, high = engine.world.bounds.low, engine.world.bounds.high
        if not (low[0] <= pose.x <= high[0] and low[2] <= pose.z <= high[2]):
            raise ActionRefused(f"({pose.x:g}, {pose.z:g}) is out of the bounds of {engine.world.scene.name}")
        raise ActionRefused(f"Collided with {obstacle(engine, pose.x, pose.z)}: the agent does not fit at the target")
    if standing is not None:
        engine.world.standing = standing
    if engine.settings.snap and not force:
        grid = engine.settings.grid
        pose = replace(pose, x=round(pose.x / grid) * grid, z=round(pose.z / grid) * grid)
    stand_at(engine, pose if force else replace(pose, y=ground))


def reachable_points(engine: Engine, limit: int | None = None, relative: bool = False) -> list[FloorPoint]:
    """Points (x, z) in metres, ``gridSize`` apart, that the agent can walk to from where it stands, nearest first.

    Args:
        engine: The running room.
        limit: Most steps to walk, or None for no limit.
        relative: Whether steps go along the agent's heading instead of the axes of the world.
    """
    agent, grid = engine.agent, engine.settings.grid
    turn = math.radians(agent.yaw) if relative else 0.0
    ahead = (round(math.sin(turn), 12) * grid, round(math.cos(turn), 12) * grid)
    origin = (agent.x, agent.z) if relative or not engine.settings.snap else _lattice_point(engine, grid)

    def point(node: Cell) -> FloorPoint:
        a, b = node
        return origin[0] + a * ahead[1] + b * ahead[0], origin[1] - a * ahead[0] + b * ahead[1]

    nodes = _flood(engine, point, limit)
    return [point(node) for node in nodes]


def _lattice_point(engine: Engine, grid: float) -> FloorPoint:
    """The point of the lattice nearest to the agent on which it can stand; its own place when there is none."""
    here = (engine.agent.x, engine.agent.z)
    low = [math.floor(v / grid + 1e-6) for v in here]
    corners = [((low[0] + a) * grid, (low[1] + b) * grid) for a in (0, 1) for b in (0, 1)]
    return min((c for c in corners if can_stand(engine, *c)), key=lambda c: math.dist(c, here), default=here)


def _flood(engine: Engine, point: Callable[[Cell], FloorPoint], limit: int | None) -> list[Cell]:
    """Nodes of a lattice in the order in which they are first reached."""
    seen: set[Cell] = {(0, 0)}
    frontier, order, steps = [(0, 0)], [(0, 0)], 0
    while frontier and (limit is None or steps < limit):
        steps += 1
        following: list[Cell] = []
        for a, b in frontier:
            x, z = point((a, b))
            for node in ((a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)):
                if node in seen:
                    continue
                there = point(node)
                if blocked_at(engine, (x, z), (there[0] - x, there[1] - z)) is None:
                    seen.add(node)
                    following.append(node)
        order += following
        frontier = following
    return order


def positions(engine: Engine, points: Iterable[FloorPoint]) -> list[dict[str, float]]:
    """Points as {x, y, z} in metres, on the floor."""
    y = standing_height(engine)
    return [vector((x, y, z)) for x, z in points]


def centres(cells: Iterable[Cell]) -> list[FloorPoint]:
    """Cells of the 0.25 m lattice as points, metres."""
    return [(0.25 * x, 0.25 * z) for x, z in cells]


def interactable_poses(
    engine: Engine,
    target: int,
    points: list[FloorPoint],
    rotations: list[float],
    horizons: list[float],
    standings: list[bool],
    limit: int | None,
    farthest: float | None = None,
) -> list[dict[str, Any]]:
    """Poses from which one object is visible, each directly usable as ``TeleportFull(**pose)``.

    Args:
        engine: The running room.
        target: Index of the object.
        points: Where to try to stand.
        rotations: Yaws, degrees.
        horizons: Tilts of the camera, degrees.
        standings: Whether to stand, crouch, or both.
        limit: Most poses to find, or None.
        farthest: How far the object may be, metres; None is ``visibilityDistance``.
    """
    world, found = engine.world, []
    if world.hidden[target]:
        return []
    view, reach, which = engine.view(), farthest or engine.settings.reach, np.array([target])
    low, high = world.low[target], world.high[target]
    aspect = engine.settings.width / engine.settings.height
    for x, z in points:
        gap = math.hypot(max(low[0] - x, 0.0, x - high[0]), max(low[2] - z, 0.0, z - high[2]))
        if gap > reach:
            continue
        for yaw in rotations:
            for horizon in horizons:
                for standing in standings:
                    pose = AgentPose(x, standing_height(engine), z, yaw, horizon)
                    camera = Camera(pose, standing, engine.settings.fov, aspect)
                    if view.visible(which, pose, camera, reach)[0]:
                        found.append(
                            {**vector((x, pose.y, z)), "rotation": yaw, "standing": standing, "horizon": horizon}
                        )
                        if limit is not None and len(found) >= limit:
                            return found
    return found


def cell_at(x: float, z: float) -> Cell:
    """The cell of the 0.25 m lattice that a point belongs to."""
    return round(x / 0.25), round(z / 0.25)


def reachable_cells(engine: Engine, start: Cell) -> list[Cell]:
    """Cells of the 0.25 m lattice that the agent can walk to from one of them, nearest first."""
    seen, order = {start}, [start]
    for x, z in order:  # grows while it is walked
        for cell in ((x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)):
            if cell in engine.world.free and cell not in seen:
                seen.add(cell)
                order.append(cell)
    return order


def shortest_path(engine: Engine, start: Cell, goals: set[Cell]) -> list[Cell] | None:
    """Cells from a start to the nearest of ``goals``, both ends included; None when there is no way."""
    came: dict[Cell, Cell | None] = {start: None}
    frontier = [start]
    while frontier:
        reached = [cell for cell in frontier if cell in goals]
        if reached:
            return _trace(came, min(reached))
        following = []
        for x, z in frontier:
            for cell in ((x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)):
                if cell in engine.world.free and cell not in came:
                    came[cell] = (x, z)
                    following.append(cell)
        frontier = following
    return None


def _trace(came: dict[Cell, Cell | None], cell: Cell | None) -> list[Cell]:
    path: list[Cell] = []
    while cell is not None:
        path.append(cell)
        cell = came[cell]
    return path[::-1]
