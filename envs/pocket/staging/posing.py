"""Putting things at given poses, and taking them out of the scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from envs.pocket.actions.arrange import furniture_moved, rebuild, renew_ids, settle_down
from envs.pocket.actions.registry import action
from envs.pocket.calls import CallError, Vector, is_vector
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.things import records
from envs.pocket.things.records import Record
from envs.pocket.things.turning import rotated, rotation_matrix
from envs.pocket.world.resting import surface_below
from envs.pocket.world.state import World


@action("SetObjectPoses")
def set_object_poses(engine: Engine, objectPoses: list[Mapping[str, Any]], placeStationary: bool = True) -> None:
    """Put movable things at given poses; those not listed leave the scene.

    An entry is {objectName, position, rotation}. Names are compared up to the first "(", as recordings name copies
    ``Mug_1a2b3c4d(Clone)_copy_3``; a name listed more often than there are such things is copied. Everything placed
    gets the id of its new position. An empty list changes nothing. Nothing falls, so ``placeStationary`` makes no
    difference.

    Raises:
        ActionRefused: No movable thing has one of the names; then nothing is changed.
        CallError: An entry lacks one of its parts.
    """
    if not objectPoses:
        return
    poses = [_entry(pose) for pose in objectPoses]
    world = engine.world
    chosen = _choose(world, [name for name, _, _ in poses])
    kept = [r for r in world.records if not _movable(r)]
    placed = []
    for k, ((_, position, rotation), (i, copied)) in enumerate(zip(poses, chosen, strict=True)):
        record = world.records[i]
        if copied:
            record = {**record, **copy_names(record, k)}
        placed.append(_posed(record, position, rotation))
    vacated = [(world.low[i].copy(), world.high[i].copy()) for i in _furniture(world)]
    spawned = range(len(kept), len(kept) + len(placed))
    rebuild(engine, *renew_ids([*kept, *placed], spawned))
    settle_down(engine.world, spawned)
    furniture_moved(engine.world, vacated, spawned)


def copy_names(record: Record, k: int) -> Record:
    """Name and provisional id of the k-th copy of an object, as the engine calls them."""
    return {"name": f"{_base(record['name'])}(Clone)_copy_{k}", "objectId": f"{record['objectId']}_copy_{k}"}


def _entry(pose: Mapping[str, Any]) -> tuple[str, np.ndarray, Vector]:
    """Name, position and rotation of one entry.

    Raises:
        CallError: Something is missing.
        ActionRefused: A place or rotation is none.
    """
    parts = ("objectName", "position", "rotation")
    if not isinstance(pose, Mapping) or any(part not in pose for part in parts):
        raise CallError(f"an entry of objectPoses is {pose!r:.120}; expected {{objectName, position, rotation}}")
    for part in parts[1:]:
        if not is_vector(pose[part]) or len(pose[part]) < 3:
            raise ActionRefused(f"{part} of {pose['objectName']} is {pose[part]!r:.80}; expected {{x, y, z}}")
    return str(pose["objectName"]), np.array([float(pose["position"][a]) for a in "xyz"]), pose["rotation"]


def _movable(record: Record) -> bool:
    return record["pickupable"] or record["moveable"]


def _furniture(world: World) -> list[int]:
    return [i for i, r in enumerate(world.records) if r["moveable"]]


def _base(name: str) -> str:
    return name.split("(")[0]


def _choose(world: World, names: Sequence[str]) -> list[tuple[int, bool]]:
    """For each name the object that takes the pose, and whether that object must be copied for it.

    Raises:
        ActionRefused: A name fits nothing that can be moved.
    """
    waiting: dict[str, list[int]] = {}
    for i, record in enumerate(world.records):
        if _movable(record) and not record["isSliced"]:
            waiting.setdefault(_base(record["name"]), []).append(i)
    first = {base: found[0] for base, found in waiting.items()}
    chosen: list[tuple[int, bool] | None] = []
    for name in names:
        if _base(name) not in first:
            raise ActionRefused(f"No Pickupable or Moveable object of name {name} found in scene.")
        exact = next((i for i in waiting[_base(name)] if world.records[i]["name"] == name), None)
        if exact is not None:
            waiting[_base(name)].remove(exact)
        chosen.append(None if exact is None else (exact, False))
    for k, name in enumerate(names):
        if chosen[k] is None:
            left = waiting[_base(name)]
            chosen[k] = (left.pop(0), False) if left else (first[_base(name)], True)
    return [c for c in chosen if c is not None]


def _posed(record: Record, position: np.ndarray, rotation: Vector) -> Record:
    """A copy of the record, alone, with its pivot at a position and turned to a rotation."""
    pivot = np.array([record["position"][a] for a in "xyz"])
    turn = rotation_matrix(rotation) @ rotation_matrix(record["rotation"]).T
    if not np.allclose(turn, np.eye(3), atol=1e-6):
        record = rotated(record, turn, pivot)
    alone = {"parentReceptacles": None, "receptacleObjectIds": None, "isPickedUp": False}
    return {**records.moved(record, position - pivot), **alone, "rotation": records.vector(rotation[a] for a in "xyz")}


# -- taking away -------------------------------------------------------------------------------------------------


@action("RemoveFromScene")
def remove_from_scene(engine: Engine, objectId: str) -> None:
    """Take one object out of the scene; what was in or on it falls onto what is below.

    Raises:
        ActionRefused: There is no such object, or it is the floor.
    """
    world, i = engine.world, engine.find(objectId)
    record = engine.record(i)
    if record["objectType"] == "Floor":
        raise ActionRefused(f"{objectId} is the floor and cannot be removed")
    box = (world.low[i].copy(), world.high[i].copy())
    carried = [world.records[k]["objectId"] for k in world.carried(i)]
    rebuild(engine, [r for k, r in enumerate(world.records) if k != i])
    fall(engine.world, [engine.find(name) for name in carried])
    if not record["pickupable"]:
        furniture_moved(engine.world, [box], [])


def fall(world: World, which: Sequence[int]) -> None:
    """Let things drop straight down onto the next surface, the lowest first; what they carry comes along."""
    riding = {k for i in which for k in world.carried(i)}
    for i in sorted(set(which) - riding, key=lambda k: (float(world.low[k, 1]), k)):
        receptacle, plane = surface_below(world, i)
        world.carry(i, np.array([0.0, plane - float(world.low[i, 1]), 0.0]))
        world.put_in(i, receptacle)
