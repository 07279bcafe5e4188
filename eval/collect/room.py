"""A lived-in room for ``homebody collect``: things in all the states they can be in, and poses to look from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from envs.pocket.controller import PocketController
from envs.simulator import Event, ObjectDict

_CHANCES = {
    "OpenObject": 0.35,
    "ToggleObjectOn": 0.3,
    "ToggleObjectOff": 0.3,
    "DirtyObject": 0.35,
    "FillObjectWithLiquid": 0.3,
    "SliceObject": 0.25,
    "CookObject": 0.2,
    "BreakObject": 0.04,
}
_LIQUIDS = ("water", "coffee", "wine")
_REACHED = 2.6  # metres: how far a thing may be that is looked at on purpose
_HEIGHT = 0.675  # of the eyes above the agent's y


@dataclass(frozen=True)
class ViewingPose:
    """Where to look from: metres and degrees, ``horizon`` positive downwards."""

    x: float
    y: float
    z: float
    yaw: float
    horizon: float


def live_in(simulator: PocketController, random: np.random.Generator) -> None:
    """Open, switch, dirty, fill, cut, cook and break some of what can be, by chance; sometimes take something."""
    for thing in simulator.last_event.metadata["objects"]:
        for action, chance in _CHANCES.items():
            if random.random() < chance and _applies(action, thing):
                simulator.step(action, objectId=thing["objectId"], forceAction=True, **_how(action, random))
    if random.random() < 0.4:
        take_something(simulator, random)


def take_something(simulator: PocketController, random: np.random.Generator) -> None:
    """Have something in the hand, whatever it is."""
    wanted = [o["objectId"] for o in simulator.last_event.metadata["objects"] if o["pickupable"]]
    if wanted:
        simulator.step("PickupObject", objectId=wanted[int(random.integers(len(wanted)))], forceAction=True)


def _applies(action: str, thing: ObjectDict) -> bool:
    return {
        "OpenObject": thing["openable"],
        "ToggleObjectOn": thing["toggleable"] and not thing["isToggled"],
        "ToggleObjectOff": thing["toggleable"] and thing["isToggled"],
        "DirtyObject": thing["dirtyable"],
        "FillObjectWithLiquid": thing["canFillWithLiquid"],
        "SliceObject": thing["sliceable"],
        "CookObject": thing["cookable"],
        "BreakObject": thing["breakable"],
    }[action]


def _how(action: str, random: np.random.Generator) -> dict[str, object]:
    if action == "OpenObject":
        return {"openness": round(float(random.uniform(0.3, 1.0)), 2)}
    if action == "FillObjectWithLiquid":
        return {"fillLiquid": _LIQUIDS[int(random.integers(len(_LIQUIDS)))]}
    return {}


def poses(simulator: PocketController, random: np.random.Generator) -> Iterator[ViewingPose]:
    """Poses without end: most look at a thing of a type chosen by chance, so that rare types are seen, too."""
    places = simulator.step("GetReachablePositions").metadata["actionReturn"] or []
    if not places:
        return
    while True:
        place = places[int(random.integers(len(places)))]
        target = _target(simulator.last_event, random) if random.random() < 0.8 else None
        if target is None:
            yaw, horizon = float(random.uniform(0, 360)), float(random.choice([0, 0, 30, 30, 60, -30]))
            yield ViewingPose(place["x"], place["y"], place["z"], round(yaw, 1), horizon)
            continue
        near = [p for p in places if math.hypot(p["x"] - target[0], p["z"] - target[2]) < _REACHED]
        yield _towards((near or places)[int(random.integers(len(near or places)))], target, random)


def _target(event: Event, random: np.random.Generator) -> tuple[float, float, float] | None:
    by_type: dict[str, list[ObjectDict]] = {}
    for thing in event.metadata["objects"]:
        by_type.setdefault(thing["objectType"], []).append(thing)
    kinds = sorted(by_type)
    if not kinds:
        return None
    things = by_type[kinds[int(random.integers(len(kinds)))]]
    center = things[int(random.integers(len(things)))]["axisAlignedBoundingBox"]["center"]
    return center["x"], center["y"], center["z"]


def _towards(place: dict[str, float], target: tuple[float, float, float], random: np.random.Generator) -> ViewingPose:
    """From a place towards a point, off by some degrees; half of the time as a robot stands, by quarter turns."""
    dx, dy, dz = target[0] - place["x"], target[1] - place["y"] - _HEIGHT, target[2] - place["z"]
    yaw = math.degrees(math.atan2(dx, dz)) + float(random.normal(0, 14))
    horizon = -math.degrees(math.atan2(dy, max(math.hypot(dx, dz), 0.05))) + float(random.normal(0, 10))
    if random.random() < 0.5:
        yaw, horizon = 90.0 * round(yaw / 90.0), 30.0 * round(horizon / 30.0)
    limited = min(max(horizon, -30.0), 60.0)
    return ViewingPose(place["x"], place["y"], place["z"], round(yaw % 360.0, 1), round(limited, 1))
