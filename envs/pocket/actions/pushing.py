"""Pushing and pulling: a thing slides over the floor or over what it lies on until something is in the way.

There is no physics engine. An impulse F·Δt gives the speed F·Δt/m, and friction eats it up over v²/(2μg) metres; the
thing moves straight and does not topple.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from envs.pocket.actions.arrange import BODY_RADIUS, furniture_moved
from envs.pocket.actions.registry import action, object_action
from envs.pocket.calls import Vector
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.world.containment import direct_support

TICK = 0.02
"""How long a push acts: one physics tick of AI2-THOR, seconds."""
FRICTION = 0.5
GRAVITY = 9.81
SLIDE = 1.5
"""The farthest a thing slides, metres."""
STANDARD_FORCE = 200.0
"""Newtons, AI2-THOR's default push."""
_TOUCH = 0.005  # metres of overlap that still count as touching


@object_action("PushObject", angle=0.0)
@object_action("PullObject", angle=180.0)
def push(engine: Engine, i: int, force: bool, angle: float, moveMagnitude: float = STANDARD_FORCE) -> None:
    """Push something away from the agent, or pull it closer; ``moveMagnitude`` is the force in newtons.

    Raises:
        ActionRefused: Not visible, not movable, held, no force, or it is blocked from the start.
    """
    directional_push(engine, i, force, moveMagnitude, angle)


@object_action("DirectionalPush")
def directional_push(
    engine: Engine, i: int, force: bool, moveMagnitude: float = STANDARD_FORCE, pushAngle: float = 0.0
) -> None:
    """Push something in a direction: ``pushAngle`` degrees clockwise from where the agent faces.

    Raises:
        ActionRefused: Not visible, not movable, held, no force, or it is blocked from the start.
    """
    heading = math.radians(engine.agent.yaw + pushAngle)
    slide(engine, i, np.array([math.sin(heading), 0.0, math.cos(heading)]), moveMagnitude)


@action("TouchThenApplyForce")
def touch(
    engine: Engine,
    x: float,
    y: float,
    direction: Vector,
    moveMagnitude: float = STANDARD_FORCE,
    handDistance: float | None = None,
) -> dict[str, Any]:
    """Reach along the ray through an image point and push what is touched, in a direction relative to the agent.

    Returns:
        ``didHandTouchSomething``, ``objectId`` and ``armsLength`` (metres). Touching nothing, or something that cannot
        move, is no failure.

    Raises:
        ActionRefused: The point is outside the image, ``handDistance`` is not positive, or what is touched is blocked.
    """
    reach = engine.settings.reach if handDistance is None else float(handDistance)
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise ActionRefused(f"x and y must be in [0, 1], not ({x:g}, {y:g})")
    if reach <= 0:
        raise ActionRefused(f"handDistance is {handDistance!r}; it must be above 0 m")
    nothing = {"didHandTouchSomething": False, "objectId": "", "armsLength": reach}
    try:
        i = engine.object_at(x, y)
    except ActionRefused:
        return nothing
    length = _distance(engine.camera().eye, engine.world.low[i], engine.world.high[i])
    if length > reach:
        return nothing
    if _can_move(engine, i):
        camera = engine.camera()
        right, ahead = (float(direction.get(axis, 0.0)) for axis in "xz")
        way = np.array([
            right * camera.cos_yaw + ahead * camera.sin_yaw, 0.0, ahead * camera.cos_yaw - right * camera.sin_yaw
        ])  # fmt: skip
        if np.linalg.norm(way) < 1e-9:
            raise ActionRefused(f"direction is {dict(direction)!r}; a push needs a part along x or z")
        slide(engine, i, way / np.linalg.norm(way), moveMagnitude)
    return {"didHandTouchSomething": True, "objectId": engine.record(i)["objectId"], "armsLength": length}


def _distance(point: np.ndarray, low: np.ndarray, high: np.ndarray) -> float:
    return float(np.linalg.norm(np.maximum(np.maximum(low - point, 0.0), point - high)))


def _can_move(engine: Engine, i: int) -> bool:
    record = engine.record(i)
    return i != engine.world.held and (record["pickupable"] or record["moveable"])


# -- sliding -----------------------------------------------------------------------------------------------------


def slide(engine: Engine, i: int, way: np.ndarray, force: float) -> None:
    """Let an object slide along a horizontal unit direction until friction or something in the way stops it.

    Raises:
        ActionRefused: Held, not movable, no force, or blocked from the start; names what is in the way.
    """
    world, record = engine.world, engine.record(i)
    if i == world.held:
        raise ActionRefused(f"{record['objectId']} is in the agent's hand; use ThrowObject or MoveHeldObject")
    if not _can_move(engine, i):
        raise ActionRefused(f"{record['objectId']} is neither pickupable nor moveable and cannot be pushed or pulled")
    if force <= 0:
        raise ActionRefused(f"moveMagnitude is {force!r}; a force must be above 0 N")
    wanted = slide_length(force, record["mass"])
    free, obstacle = _way_free(engine, i, way, wanted)
    if free <= 1e-6:
        raise ActionRefused(f"{obstacle} is in the way of {record['objectId']}")
    before = (world.low[i].copy(), world.high[i].copy())
    world.carry(i, free * way)
    if not record["pickupable"]:
        furniture_moved(world, [before], [i])


def slide_length(force: float, mass: float) -> float:
    """How far a push of one tick moves something, metres; things without a mass count as 1 kg."""
    speed = force * TICK / (mass or 1.0)
    return min(SLIDE, speed**2 / (2 * FRICTION * GRAVITY))


def _way_free(engine: Engine, i: int, way: np.ndarray, wanted: float) -> tuple[float, str]:
    """How far an object can slide, metres, and what stops it."""
    world = engine.world
    low, high = world.low[i], world.high[i]
    names, lows, highs = _obstacles(engine, i)
    near, far = _sweep(low, high, way, lows, highs)
    hits = np.where((near < far) & (far > 0) & (near > -_TOUCH), np.maximum(near, 0.0), np.inf)
    best, name = float(hits.min(initial=np.inf)), ""
    if np.isfinite(best):
        name = names[int(hits.argmin())]
    edge, support = _edge(engine, i, way)
    if edge < best:
        best, name = edge, support
    return (wanted, "") if wanted <= best else (max(0.0, best - _TOUCH), name)


def _obstacles(engine: Engine, i: int) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Names and boxes of what could stop a sliding object: what stands in the height that it sweeps, and the agent."""
    world, agent = engine.world, engine.agent
    apart = {i, *world.parents(i), *world.contents(i)}
    if world.held is not None:
        apart |= {world.held, *world.contents(world.held)}
    level = (
        (world.low[:, 1] < world.high[i, 1] - _TOUCH) & (world.high[:, 1] > world.low[i, 1] + _TOUCH) & ~world.hidden
    )
    # What overlaps from the start (a chair under its table) does not stop it: boxes are larger than bodies.
    joined = (world.low < world.high[i] - _TOUCH).all(axis=1) & (world.high > world.low[i] + _TOUCH).all(axis=1)
    which = [k for k in np.flatnonzero(level & ~joined).tolist() if k not in apart]
    feet = np.array([agent.x - BODY_RADIUS, agent.y - 0.9, agent.z - BODY_RADIUS])
    head = np.array([agent.x + BODY_RADIUS, agent.y + 0.9, agent.z + BODY_RADIUS])
    walls = world.scene.walls
    names = [*(engine.record(k)["objectId"] for k in which), "Agent 0", *("structure" for _ in walls)]
    low = np.vstack([world.low[which], feet, *(w.low for w in walls)])
    high = np.vstack([world.high[which], head, *(w.high for w in walls)])
    return names, low, high


def _sweep(
    low: np.ndarray, high: np.ndarray, way: np.ndarray, lows: np.ndarray, highs: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Distances along a horizontal direction at which a box begins and ceases to overlap each of the others."""
    near, far = np.full(len(lows), -np.inf), np.full(len(lows), np.inf)
    for axis in (0, 2):
        before, after = lows[:, axis] - high[axis], highs[:, axis] - low[axis]
        if abs(way[axis]) < 1e-9:
            beside = (before > -_TOUCH) | (after < _TOUCH)
            near = np.where(beside, np.inf, near)
            continue
        a, b = before / way[axis], after / way[axis]
        near, far = np.maximum(near, np.minimum(a, b)), np.minimum(far, np.maximum(a, b))
    return near, far


def _edge(engine: Engine, i: int, way: np.ndarray) -> tuple[float, str]:
    """How far an object can slide before it would leave its support or the room, metres, and the name of that."""
    world = engine.world
    bounds = world.bounds
    low, high = np.array(bounds.low), np.array(bounds.high)
    inner_low, inner_high, name = world.low[i] - low, high - world.high[i], "structure"
    support = direct_support(world, i)
    if support is not None and engine.record(support)["objectType"] != "Floor":
        centre = (world.low[i] + world.high[i]) / 2
        inner_low, inner_high = centre - world.low[support], world.high[support] - centre
        name = f"the edge of {engine.record(support)['objectId']}"
    best = math.inf
    for axis in (0, 2):
        room = inner_high[axis] if way[axis] > 0 else inner_low[axis]
        if abs(way[axis]) > 1e-9:
            best = min(best, max(0.0, float(room)) / abs(float(way[axis])))
    return best, name
