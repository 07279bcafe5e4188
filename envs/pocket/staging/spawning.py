"""``InitialRandomSpawn``: everything portable goes to another place where such things are usually found."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from envs.pocket.actions.arrange import furniture_moved, rebuild, renew_ids
from envs.pocket.actions.handling import settle
from envs.pocket.actions.registry import action
from envs.pocket.calls import CallError
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.staging.posing import copy_names, fall
from envs.pocket.things import records
from envs.pocket.things.records import Record
from envs.pocket.things.traits import ENCLOSED, SINGLE_SLOT
from envs.pocket.world.placement import FreePlace, find_spot
from envs.pocket.world.state import World
from envs.pocket.world.supports import planes_at
from envs.vocabulary.object_types import object_types
from envs.vocabulary.spelling import closest

PARKED = np.array([0.0, -1000.0, 0.0])
"""Where copies wait for a place: far below the floor, metres."""


@action("InitialRandomSpawn")
def initial_random_spawn(
    engine: Engine,
    randomSeed: int = 0,
    numPlacementAttempts: int = 5,
    placeStationary: bool = True,
    numDuplicatesOfType: list[Mapping[str, Any]] | None = None,
    excludedReceptacles: list[str] | None = None,
    excludedObjectIds: list[str] | None = None,
    forceVisible: bool = False,
    allowFloor: bool = False,
    allowMoveable: bool = False,
) -> None:
    """Put every portable thing in a random place; the same seed gives the same arrangement.

    Receptacles are drawn by how often recorded games have the type there. What fits nowhere stays where it is (a copy
    goes away again). Everything placed gets the id of its new position; what was held is put down.

    Args:
        engine: The running room.
        randomSeed: Decides all draws.
        numPlacementAttempts: Must be positive; one search of a receptacle finds a free spot if there is one.
        placeStationary: Accepted; nothing rolls in this engine.
        numDuplicatesOfType: [{objectType, count}]: copy until there are so many of the type (never fewer than now).
        excludedReceptacles: Types of receptacles to leave alone.
        excludedObjectIds: Things to leave where they are.
        forceVisible: Use only receptacles that need not be opened.
        allowFloor: Also use the floor.
        allowMoveable: Also move what can only be pushed (chairs, stools), within the floor.

    Raises:
        ActionRefused: An unknown type or object id, a count below 1, or no attempts.
        CallError: An entry of ``numDuplicatesOfType`` lacks one of its parts.
    """
    if numPlacementAttempts <= 0:
        raise ActionRefused(f"numPlacementAttempts must be a positive integer, not {numPlacementAttempts}")
    excluded = {known_type(engine, kind, "excludedReceptacles") for kind in excludedReceptacles or ()}
    if not allowFloor:
        excluded.add("Floor")
    staying = {engine.find(object_id) for object_id in excludedObjectIds or ()}
    wanted = dict(_count(engine, entry) for entry in numDuplicatesOfType or ())
    dice = random.Random(randomSeed)
    _open_hand(engine)
    moving = [i for i, r in enumerate(engine.world.records) if _spawns(r, allowMoveable) and i not in staying]
    copies = _copies(engine.world, wanted, dice)
    moving += range(len(engine.world), len(engine.world) + len(copies))
    rebuild(engine, [*engine.world.records, *copies])
    before = {i: (engine.world.low[i].copy(), engine.world.high[i].copy()) for i in moving}
    dice.shuffle(moving)
    placed = {i for i in moving if _place(engine, i, excluded, forceVisible, dice)}
    vacated = [before[i] for i in sorted(placed) if engine.record(i)["moveable"]]
    spawned = _finish(engine, placed, first_copy=len(engine.world) - len(copies))
    furniture_moved(engine.world, vacated, spawned)


def known_type(engine: Engine, kind: str, where: str) -> str:
    """The type, if there is such a type of object.

    Raises:
        ActionRefused: There is none; the message names the closest.
    """
    if kind in object_types() or any(r["objectType"] == kind for r in engine.world.records):
        return kind
    close = closest(kind, object_types())
    hint = f"; did you mean {close[0]}?" if close else ""
    raise ActionRefused(f"invalid Object Type used in {where}: {kind!r}{hint}")


def _count(engine: Engine, entry: Mapping[str, Any]) -> tuple[str, int]:
    if not isinstance(entry, Mapping) or not {"objectType", "count"} <= set(entry):
        raise CallError(f"an entry of numDuplicatesOfType is {entry!r:.80}; expected {{objectType, count}}")
    kind, count = known_type(engine, str(entry["objectType"]), "numDuplicatesOfType"), entry["count"]
    if not isinstance(count, int) or count < 1:
        raise ActionRefused(
            f"the count of {kind} in numDuplicatesOfType is {count!r}; it must be a whole number from 1"
        )
    return kind, count


def _open_hand(engine: Engine) -> None:
    """Let what is held fall, without breaking: it is about to get another place."""
    world, held = engine.world, engine.world.held
    if held is not None:
        settle(engine, held, None, FreePlace(world.low[held].copy(), world.high[held].copy(), 0.0))
        fall(world, [held])


def _spawns(record: Record, allow_moveable: bool) -> bool:
    return not record["isSliced"] and (record["pickupable"] or (allow_moveable and record["moveable"]))


def _copies(world: World, wanted: Mapping[str, int], dice: random.Random) -> list[Record]:
    """Empty copies, parked below the floor, of which types there are too few."""
    copies: list[Record] = []
    for kind, count in wanted.items():
        originals = [r for r in world.records if r["objectType"] == kind and _spawns(r, False)]
        for _ in range(count - len(originals) if originals else 0):
            original = dice.choice(originals)
            alone = {"parentReceptacles": None, "receptacleObjectIds": None}
            copies.append({**records.moved(original, PARKED), **alone, **copy_names(original, len(copies))})
    return copies


# -- finding a place ---------------------------------------------------------------------------------------------


def _place(engine: Engine, i: int, excluded: set[str], outside: bool, dice: random.Random) -> bool:
    """Move one thing into the first receptacle, in random order, that has room; False when none has."""
    world = engine.world
    for receptacle in _receptacles(world, i, excluded, outside, dice):
        low, high = world.low[receptacle], world.high[receptacle]
        plane = dice.choice(planes_at(world.records[receptacle], low[1], high[1]))
        near = np.array([dice.uniform(low[0], high[0]), plane, dice.uniform(low[2], high[2])])
        spot = find_spot(world, i, receptacle, near)
        if spot is not None:
            settle(engine, i, receptacle, spot)
            return True
    return False


def _receptacles(world: World, i: int, excluded: set[str], outside: bool, dice: random.Random) -> Sequence[int]:
    """Receptacles in which recorded games have things like this, in random order, frequent ones more likely first.

    Portable receptacles are left out, as in AI2-THOR: an egg on a plate in a cabinet is nothing to start with.
    """
    kind = world.records[i]["objectType"]
    shares = object_types()[kind].parents if kind in object_types() else {}
    able: list[int] = []
    for k, record in enumerate(world.records):
        place = record["objectType"]
        shut = outside and (place in ENCLOSED or world.shut_in(k) is not None)
        if not record["receptacle"] or record["pickupable"] or place in excluded or shut or k == i:
            continue
        if place in shares and kind in SINGLE_SLOT.get(place, {kind}) and i not in world.parents(k):
            able.append(k)
    instances = {place: sum(world.records[k]["objectType"] == place for k in able) for place in shares}
    # Drawing without replacement by weight: the smallest exponential waiting time comes first.
    waits = {k: dice.expovariate(shares[p] / instances[p]) for k in able for p in [world.records[k]["objectType"]]}
    return sorted(able, key=waits.__getitem__)


def _finish(engine: Engine, placed: set[int], first_copy: int) -> list[int]:
    """Drop the copies that found no place and give everything placed the id of its position; returns its indices."""
    stay = [i for i in range(len(engine.world)) if i < first_copy or i in placed]
    position = {i: k for k, i in enumerate(stay)}
    spawned = [position[i] for i in sorted(placed)]
    rebuild(engine, *renew_ids([engine.record(i) for i in stay], spawned))
    return spawned
