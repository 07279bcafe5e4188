"""The hand: picking up, putting down, dropping."""

from __future__ import annotations

import numpy as np

from envs.pocket.actions.motion import hand_position
from envs.pocket.actions.states import break_object
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.things import records
from envs.pocket.things.traits import MUST_BE_OPEN, SINGLE_SLOT, STRICT_SLOT, VESSELS, accepts
from envs.pocket.world.placement import FreePlace, find_spot

BREAKING_FALL = 0.5
"""A breakable thing that falls further than this onto something hard breaks, metres."""
SOFT = frozenset({"Bed", "Sofa", "ArmChair", "Pillow", "DogBed", "Ottoman"})


def pick_up(engine: Engine, i: int) -> None:
    """Take an object into the hand; its contents travel with it.

    Raises:
        ActionRefused: The hand is full or the thing is not pickupable.
    """
    world, record = engine.world, engine.record(i)
    if world.held is not None:
        holding = engine.record(world.held)["objectId"]
        raise ActionRefused(f"Agent Hand has something in it already: {holding}", "InventoryFull")
    if not record["pickupable"]:
        raise ActionRefused(
            f"{record['objectId']} must have the property PICKUPABLE to be picked up.", "ObjectNotPickupable"
        )
    if record["isSliced"]:
        raise ActionRefused(f"{record['objectId']} has been sliced; pick up one of its pieces")
    world.put_in(i, None)
    world.change(i, isPickedUp=True)
    world.held = i
    world.hand_turn, world.hand_moved = None, False
    centre = (world.low[i] + world.high[i]) / 2
    world.carry(i, hand_position(engine.camera()) - centre)


def put(engine: Engine, receptacle: int, near: np.ndarray | None, force: bool) -> None:
    """Put what is held in or on a receptacle.

    Args:
        engine: The running room.
        receptacle: Index of where to put it.
        near: Wanted place, world metres; None lets the engine choose.
        force: Bypass type compatibility (never space or closed doors).

    Raises:
        ActionRefused: Empty hand, not a receptacle, closed, of the wrong type, or full.
    """
    world, target = engine.world, engine.record(receptacle)
    held = holding(engine)
    item = engine.record(held)
    if receptacle == held or receptacle in world.carried(held):
        raise ActionRefused(f"cannot put {item['objectId']} into itself")
    _check_receptacle(engine, receptacle, item["objectType"], force)
    spot = find_spot(world, held, receptacle, near, squeeze=force)
    if spot is None:
        raise ActionRefused(
            f"No valid positions to place {item['objectId']} in {target['objectId']}: full or too small",
            "ReceptacleFull",
        )
    settle(engine, held, receptacle, spot)


def holding(engine: Engine) -> int:
    """Index of what is in the hand.

    Raises:
        ActionRefused: Nothing is.
    """
    if engine.world.held is None:
        raise ActionRefused("Can't place an object if Agent isn't holding anything", "ObjectNotInInventory")
    return engine.world.held


def _check_receptacle(engine: Engine, receptacle: int, item_type: str, force: bool) -> None:
    target = engine.record(receptacle)
    kind, name = target["objectType"], target["objectId"]
    if not target["receptacle"]:
        raise ActionRefused(f"This target object is NOT a receptacle: {name}", "ObjectNotAllowedInReceptacle")
    if target["openable"] and not target["isOpen"] and kind in MUST_BE_OPEN:
        raise ActionRefused(
            f"Target openable Receptacle is CLOSED, can't place if target is not open: {name}", "ReceptacleNotOpen"
        )
    wrong = kind in STRICT_SLOT and item_type not in SINGLE_SLOT[kind]
    if wrong or (not force and not accepts(kind, item_type)):
        raise ActionRefused(f"{item_type} cannot be placed in {name}", "ObjectNotAllowedInReceptacle")


def settle(engine: Engine, item: int, receptacle: int | None, spot: FreePlace) -> None:
    """Let go of the held thing so that it fills a spot, contents included."""
    world, record = engine.world, engine.record(item)
    old_low, turn = world.low[item].copy(), spot.yaw
    yaw = (record["rotation"]["y"] + turn) % 360.0
    carried = world.carried(item)
    shift = spot.low - old_low
    world.replace(item, records.turned(record, spot.low, spot.high, yaw) if turn else records.moved(record, shift))
    centre_shift = (spot.low + spot.high) / 2 - (old_low + (world.high[item] - world.low[item]) / 2)
    for k in carried:
        world.replace(k, records.moved(engine.record(k), shift if not turn else centre_shift))
    world.change(item, isPickedUp=False)
    world.held = None
    world.hand_turn, world.hand_moved = None, False
    world.put_in(item, receptacle)


def drop(engine: Engine, ahead: float = 0.0) -> None:
    """Let go of what is held: it falls onto whatever is below, and breaks if it falls far onto something hard.

    Args:
        engine: The running room.
        ahead: How far it flies forward before it falls, metres (a throw).

    Raises:
        ActionRefused: The hand is empty.
    """
    world = engine.world
    item = holding(engine)
    camera = engine.camera()
    point = hand_position(camera) + ahead * np.array([camera.sin_yaw, 0.0, camera.cos_yaw])
    receptacle, plane = _below(engine, item, point)
    extent = world.high[item] - world.low[item]
    centre = np.array([point[0], plane + extent[1] / 2, point[2]])
    fall = float(world.low[item, 1] - plane)
    settle(engine, item, receptacle, FreePlace(centre - extent / 2, centre + extent / 2, 0.0))
    soft = receptacle is not None and engine.record(receptacle)["objectType"] in SOFT
    record = engine.record(item)
    whole = record["breakable"] and not record["isBroken"] and record["objectType"] not in engine.unbreakable
    if fall > BREAKING_FALL and not soft and whole:
        break_object(engine, item)


def _below(engine: Engine, item: int, point: np.ndarray) -> tuple[int | None, float]:
    """The highest surface under a point that something can land on, and its height."""
    world, best = engine.world, (None, engine.agent.y - 0.9)
    inside = (world.low[:, 0] <= point[0]) & (point[0] <= world.high[:, 0])
    inside &= (world.low[:, 2] <= point[2]) & (point[2] <= world.high[:, 2]) & ~world.hidden
    for i in np.flatnonzero(inside).tolist():
        record = engine.record(i)
        shut = record["objectType"] in MUST_BE_OPEN and not record["isOpen"]
        if i == item or not record["receptacle"] or shut or record["objectType"] in VESSELS:
            continue
        plane = world.planes(i)[-1]
        if plane <= point[1] and (best[0] is None or plane > best[1]):
            best = (i, plane)
    return best
