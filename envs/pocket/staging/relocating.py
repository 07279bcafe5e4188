"""Moving things about from outside the scene: to a pose or a point, out of it and back, and what they weigh."""

from __future__ import annotations

import numpy as np

from envs.pocket.actions.arrange import furniture_moved, rebuild
from envs.pocket.actions.registry import action
from envs.pocket.calls import Vector
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.staging.posing import fall
from envs.pocket.things import records
from envs.pocket.things.records import Record, vector
from envs.pocket.things.traits import ENCLOSED, OPAQUE, VESSELS
from envs.pocket.things.turning import rotated, rotation_matrix
from envs.pocket.world.placement import STEP
from envs.pocket.world.resting import resting_place

_TOUCH = 0.005  # metres by which bodies may overlap and still only touch
_HOVER = 0.02
"""A thing placed no more than this above a surface stands on it, metres."""


@action("TeleportObject")
def teleport_object(
    engine: Engine,
    objectId: str,
    position: Vector,
    rotation: Vector | float | None = None,
    forceAction: bool = False,
    forceKinematic: bool = False,
    allowTeleportOutOfHand: bool = False,
    makeUnbreakable: bool = False,
) -> None:
    """Put a movable thing at a pose; its contents come along, its id stays.

    Unless ``forceKinematic`` it then falls onto what is below. ``forceAction`` puts it where something else is.

    Raises:
        ActionRefused: It cannot be moved, is in the hand, or something is in the way.
    """
    i = _movable(engine, objectId)
    if i == engine.world.held and not allowTeleportOutOfHand:
        raise ActionRefused(f"{objectId} is in the agent's hand; allowTeleportOutOfHand=True takes it out")
    where, record = _place(position), engine.record(i)
    wanted = {"y": float(rotation)} if isinstance(rotation, float | int) else rotation
    new = records.moved(record, where - np.array([record["position"][k] for k in "xyz"]))
    if wanted is not None:
        turn = rotation_matrix(wanted) @ rotation_matrix(record["rotation"]).T
        new = {**rotated(new, turn, where), "rotation": vector(wanted.get(k, 0.0) for k in "xyz")}
    low, high = records.box_of(new)
    if not forceAction:
        _check_clear(engine, i, low, high)
    _relocate(engine, i, new, settle=not forceKinematic)
    if makeUnbreakable:
        engine.unbreakable.add(record["objectType"])


@action("PlaceObjectAtPoint")
def place_object_at_point(
    engine: Engine,
    objectId: str,
    position: Vector,
    rotation: Vector | None = None,
    forceKinematic: bool = False,
) -> None:
    """Stand a movable thing, held or not, with the middle of its underside at a point; nobody has to see it.

    Raises:
        ActionRefused: It cannot be moved, or there is no room at the point.
    """
    i, where = _movable(engine, objectId), _place(position)
    new = engine.record(i)
    if rotation is not None:
        turn = rotation_matrix(rotation) @ rotation_matrix(new["rotation"]).T
        new = rotated(new, turn, where)
    low, high = records.box_of(new)
    shift = where - np.array([(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2])
    _check_clear(engine, i, low + shift, high + shift)
    _relocate(engine, i, records.moved(new, shift), settle=not forceKinematic)


@action("GetSpawnCoordinatesAboveReceptacle")
def spawn_coordinates(engine: Engine, objectId: str, anywhere: bool = True) -> list[dict[str, float]]:
    """Points on the surfaces of a receptacle, 0.05 m apart, for ``PlaceObjectAtPoint``.

    Args:
        engine: The running room.
        objectId: The receptacle.
        anywhere: Whether to list all of them, or only those the agent sees and can reach.

    Raises:
        ActionRefused: It is no receptacle, or a closed one.
    """
    world, i = engine.world, engine.find(objectId)
    record = engine.record(i)
    if not record["receptacle"]:
        raise ActionRefused(f"{objectId} is not a receptacle", "ObjectNotAllowedInReceptacle")
    if record["objectType"] in ENCLOSED and record["openable"] and not record["isOpen"]:
        raise ActionRefused(f"{objectId} is closed", "ReceptacleNotOpen")
    if not anywhere and not engine.sees(i):
        raise ActionRefused(f"{objectId} is not visible", "ObjectNotVisible")
    (x0, _, z0), (x1, _, z1) = world.low[i] + STEP / 2, world.high[i] - STEP / 2
    points = [
        (float(x), plane, float(z))
        for plane in world.planes(i)
        for x in np.arange(x0, x1 + 1e-9, STEP)
        for z in np.arange(z0, z1 + 1e-9, STEP)
    ]
    return [vector(p) for p in points if anywhere or _in_reach(engine, np.array(p))]


def _in_reach(engine: Engine, point: np.ndarray) -> bool:
    camera = engine.camera()
    x, y, depth = camera.project(point)
    near = float(np.linalg.norm(point - camera.eye)) <= engine.settings.reach
    return near and depth > 0 and 0 <= x <= 1 and 0 <= y <= 1


# -- parts of moving ---------------------------------------------------------------------------------------------


def _movable(engine: Engine, object_id: str) -> int:
    i = engine.find(object_id)
    record = engine.record(i)
    if not (record["pickupable"] or record["moveable"]) or record["isSliced"]:
        raise ActionRefused(f"{object_id} is neither pickupable nor moveable")
    return i


def _place(position: Vector) -> np.ndarray:
    if len(position) < 3:
        raise ActionRefused(f"position is {dict(position)!r}; expected {{x, y, z}}")
    return np.array([float(position[axis]) for axis in "xyz"])


def _check_clear(engine: Engine, i: int, low: np.ndarray, high: np.ndarray) -> None:
    """Refuse a box outside the room, in a wall, or in the body of another thing."""
    world, name = engine.world, engine.record(i)["objectId"]
    bounds = world.bounds
    if (low < np.array(bounds.low) - _HOVER).any() or (high > np.array(bounds.high) + _HOVER).any():
        raise ActionRefused(f"{name} would be outside the room")
    inside = ((low < np.array(w.high) - _HOVER) & (high > np.array(w.low) + _HOVER) for w in world.scene.walls)
    if any(apart.all() for apart in inside):
        raise ActionRefused(f"{name} cannot be there: structure is in the way")
    mine = {i, *world.carried(i)}
    near = (world.low < high - _TOUCH).all(axis=1) & (world.high > low + _TOUCH).all(axis=1) & ~world.hidden
    for k in np.flatnonzero(near).tolist():
        bottom, top = _body(engine, k)
        if k not in mine and low[1] < top - _HOVER and high[1] > bottom + _HOVER:
            raise ActionRefused(f"{name} cannot be there: {engine.record(k)['objectId']} is in the way")


def _body(engine: Engine, k: int) -> tuple[float, float]:
    """From what height to what height a thing is solid, metres: furniture only up to where it carries things."""
    record, low, high = engine.record(k), float(engine.world.low[k, 1]), float(engine.world.high[k, 1])
    kind = record["objectType"]
    shut = kind in ENCLOSED and record["openable"] and not record["isOpen"]
    if shut or kind == "Floor" or not record["receptacle"]:
        solid = shut or kind in OPAQUE or kind == "Floor" or record["pickupable"] or record["moveable"]
        return (low, high) if solid else (high, high)
    begins, ends = OPAQUE.get(kind, (0.0, 0.0)) if not record["isOpen"] else (0.0, 0.0)
    plane = engine.world.planes(k)[0]
    return low + begins * (high - low), min(low + ends * (high - low), plane)


def _relocate(engine: Engine, i: int, record: Record, settle: bool) -> None:
    """Give a thing its new record; its contents follow, and it is found anew what it stands on."""
    world = engine.world
    before, old = (world.low[i].copy(), world.high[i].copy()), engine.record(i)
    carried = world.carried(i)
    if world.held == i:
        world.held, world.hand_turn, world.hand_moved = None, None, False
    world.replace(i, {**record, "isPickedUp": False})
    turn = rotation_matrix(record["rotation"]) @ rotation_matrix(old["rotation"]).T
    start, end = (np.array([r["position"][k] for k in "xyz"]) for r in (old, record))
    for k in carried:
        world.replace(k, records.moved(rotated(engine.record(k), turn, start), end - start))
    support = resting_place(world, i)
    if settle and (support is None or engine.record(support)["objectType"] not in VESSELS):
        fall(world, [i])
    else:
        world.put_in(i, support)
    if old["moveable"]:
        furniture_moved(world, [before], [i])


# -- out of the scene and back -----------------------------------------------------------------------------------


@action("DisableObject")
def disable_object(engine: Engine, objectId: str) -> None:
    """Take an object out of the scene until ``EnableObject``; what was in or on it falls onto what is below.

    Raises:
        ActionRefused: There is no such object, it is disabled already, or it is the floor.
    """
    if objectId in engine.disabled:
        raise ActionRefused(f"{objectId} is disabled already")
    world, i = engine.world, engine.find(objectId)
    record = engine.record(i)
    if record["objectType"] == "Floor":
        raise ActionRefused(f"{objectId} is the floor and cannot be disabled")
    box = (world.low[i].copy(), world.high[i].copy())
    carried = [engine.record(k)["objectId"] for k in world.carried(i)]
    kept = {**record, "isPickedUp": False, "receptacleObjectIds": [] if record["receptacle"] else None}
    rebuild(engine, [r for k, r in enumerate(world.records) if k != i])
    engine.disabled = {**engine.disabled, objectId: kept}
    fall(engine.world, [engine.find(name) for name in carried])
    if not record["pickupable"]:
        furniture_moved(engine.world, [box], [])


@action("EnableObject")
def enable_object(engine: Engine, objectId: str) -> None:
    """Bring a disabled object back to where it was.

    Raises:
        ActionRefused: It is not disabled.
    """
    record = engine.disabled.get(objectId)
    if record is None:
        known = ", ".join(engine.disabled) or "nothing is"
        raise ActionRefused(f"{objectId} is not disabled (disabled: {known})")
    if objectId in engine.world.index:
        raise ActionRefused(f"another object is called {objectId} by now")
    parents = [p for p in record["parentReceptacles"] or () if p in engine.world.index]
    rebuild(engine, [*engine.world.records, {**record, "parentReceptacles": parents or None}])
    engine.disabled = {k: v for k, v in engine.disabled.items() if k != objectId}
    if not record["pickupable"]:
        furniture_moved(engine.world, [], [engine.find(objectId)])


# -- what things weigh -------------------------------------------------------------------------------------------


@action("SetMassProperties")
def set_mass_properties(engine: Engine, objectId: str, mass: float, drag: float, angularDrag: float) -> None:
    """Set what a movable thing weighs, kg; drag makes no difference here, where nothing tumbles.

    Raises:
        ActionRefused: It cannot be moved, or a value is not positive (``mass``) or negative (the others).
    """
    i = _movable(engine, objectId)
    if mass <= 0 or drag < 0 or angularDrag < 0:
        raise ActionRefused(
            f"mass must be above 0 kg, drag and angularDrag at least 0, not {mass:g}, {drag:g}, {angularDrag:g}"
        )
    engine.world.change(i, mass=float(mass))
