"""Random errands in one room, on which perception is measured: go to a thing, do something to it, go on to another.

Walks use the engine's own list of reachable cells and of objects; they are for measuring and for making data, not for
the agent, which knows neither.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from envs.pocket.scene import Cell
from envs.simulator import GRID, Event, ObjectDict, Simulator
from envs.vocabulary.object_types import object_type

_NEAR = 1.1  # metres from which things are looked at and handled
_EYE = 0.675  # metres of the camera above the agent's y
_STEPS = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}
_SPOIL = {"dirtyable": "DirtyObject", "canFillWithLiquid": "FillObjectWithLiquid", "cookable": "CookObject"}
_RENEW = {"DirtyObject": "CleanObject", "FillObjectWithLiquid": "EmptyLiquidFromObject"}


def walk(simulator: Simulator, steps: int, seed: int = 0) -> Iterator[Event]:
    """The events of a walk, the present one first.

    About a third of the errands pick something up (and then put it somewhere), the others open, shut, switch, slice,
    dirty, fill, cook or just look. What fails, fails: it is an event like any other.

    Args:
        simulator: With a scene loaded.
        steps: Actions; so many events follow the first.
        seed: Of all choices.
    """
    walker = _Walker(simulator, np.random.default_rng(seed))
    yield simulator.last_event
    for _ in range(steps):
        yield walker.step()


class _Walker:
    """Chooses the next action; errands are queues of actions."""

    def __init__(self, simulator: Simulator, rng: np.random.Generator) -> None:
        self._simulator, self._rng = simulator, rng
        reachable = simulator.step("GetReachablePositions").metadata["actionReturn"]
        self._cells = {(round(p["x"] / GRID), round(p["z"] / GRID)) for p in reachable}
        simulator.step("Pass")
        self._queue: deque[dict[str, Any]] = deque()

    def step(self) -> Event:
        """Act once."""
        if not self._queue:
            self._plan()
        return self._simulator.step(self._queue.popleft())

    def _plan(self) -> None:
        metadata = self._simulator.last_event.metadata
        held = next((o for o in metadata["objects"] if o["isPickedUp"]), None)
        target = self._target(metadata["objects"], held)
        if target is not None:
            self._approach(target, metadata["agent"])
            self._queue.extend(self._deeds(target, held))
        self._queue.append({"action": str(self._rng.choice(["RotateLeft", "RotateRight", "Pass"]))})

    def _target(self, objects: list[ObjectDict], held: ObjectDict | None) -> ObjectDict | None:
        """Something to go to, the smaller things as often as the larger."""
        shut = {o["objectId"] for o in objects if o["openable"] and not o["isOpen"]}
        free = [
            o
            for o in objects
            if o["objectType"] != "Floor"
            and o is not held
            and o["axisAlignedBoundingBox"]["size"]["y"] > 0
            and not shut.intersection(o["parentReceptacles"] or ())
        ]
        if held is not None:
            free = [o for o in free if o["receptacle"]] or free
        elif self._rng.random() < 0.6:
            free = [o for o in free if o["pickupable"]] or free
        return free[self._rng.integers(len(free))] if free else None

    # -- getting there -------------------------------------------------------------------------------------------

    def _approach(self, target: ObjectDict, agent: dict[str, Any]) -> None:
        """Walk to where the target is near, and face it."""
        middle = target["axisAlignedBoundingBox"]["center"]
        here = (round(agent["position"]["x"] / GRID), round(agent["position"]["z"] / GRID))
        path = self._path(here, (middle["x"], middle["z"]))
        yaw = round(agent["rotation"]["y"] / 90) * 90 % 360
        for start, end in pairwise(path):
            wanted = next(y for y, step in _STEPS.items() if step == (end[0] - start[0], end[1] - start[1]))
            yaw = self._turn(yaw, wanted)
            self._queue.append({"action": "MoveAhead"})
        x, z = path[-1][0] * GRID, path[-1][1] * GRID
        aim = math.degrees(math.atan2(middle["x"] - x, middle["z"] - z))
        self._turn(yaw, round(aim / 90) * 90 % 360)
        away = max(0.3, math.hypot(middle["x"] - x, middle["z"] - z))
        dip = math.degrees(math.atan2(agent["position"]["y"] + _EYE - middle["y"], away))
        self._tilt(agent["cameraHorizon"], min(60, max(-30, round(dip / 30) * 30)))

    def _turn(self, yaw: int, wanted: int) -> int:
        quarter = (wanted - yaw) // 90 % 4
        turns = {0: [], 1: ["RotateRight"], 2: ["RotateRight", "RotateRight"], 3: ["RotateLeft"]}[quarter]
        self._queue.extend({"action": turn} for turn in turns)
        return wanted

    def _tilt(self, horizon: float, wanted: float) -> None:
        for _ in range(round(abs(wanted - horizon) / 30)):
            self._queue.append({"action": "LookDown" if wanted > horizon else "LookUp"})

    def _path(self, start: Cell, goal: tuple[float, float]) -> list[Cell]:
        """The shortest way to a cell near the goal, or to the one that comes nearest."""
        before: dict[Cell, Cell | None] = {start: None}
        queue, best, least = deque([start]), start, math.inf
        while queue:
            cell = queue.popleft()
            away = math.hypot(cell[0] * GRID - goal[0], cell[1] * GRID - goal[1])
            if away < least:
                best, least = cell, away
            if 0.4 < away <= _NEAR:
                best = cell
                break
            for dx, dz in _STEPS.values():
                there = (cell[0] + dx, cell[1] + dz)
                if there in self._cells and there not in before:
                    before[there] = cell
                    queue.append(there)
        path: list[Cell] = []
        at: Cell | None = best
        while at is not None:
            path.append(at)
            at = before[at]
        return path[::-1]

    # -- doing ---------------------------------------------------------------------------------------------------

    def _deeds(self, target: ObjectDict, held: ObjectDict | None) -> list[dict[str, Any]]:
        """What to do to it; nothing, now and then."""
        key, rng = target["objectId"], self._rng
        if held is not None:
            opens = target["openable"] and not target["isOpen"]
            before = [{"action": "OpenObject", "objectId": key}] if opens else []
            return [*before, {"action": "PutObject", "objectId": key}]
        choices: list[dict[str, Any]] = [{"action": "Pass"}]
        if target["pickupable"]:
            choices += [{"action": "PickupObject", "objectId": key}] * 3
        if target["openable"]:
            choices += [{"action": "CloseObject" if target["isOpen"] else "OpenObject", "objectId": key}] * 3
        if target["toggleable"]:
            choices += [{"action": f"ToggleObject{'Off' if target['isToggled'] else 'On'}", "objectId": key}] * 3
        if target["sliceable"]:
            choices.append({"action": "SliceObject", "objectId": key, "forceAction": True})
        choices += _spoil(target)
        return [choices[rng.integers(len(choices))]]


def _spoil(target: ObjectDict) -> list[dict[str, Any]]:
    """Actions that change how a thing looks, there and back."""
    out = []
    flags = {"DirtyObject": "isDirty", "FillObjectWithLiquid": "isFilledWithLiquid", "CookObject": "isCooked"}
    for can, action in _SPOIL.items():
        if can not in object_type(target["objectType"]).can:
            continue
        if target[flags[action]]:
            action = _RENEW.get(action, "Pass")
        out.append(deed(action, target["objectId"]))
    return out


def deed(action: str, object_id: str) -> dict[str, Any]:
    """An object action that works from anywhere; what is filled is filled with water."""
    if action == "Pass":
        return {"action": action}
    liquid = {"fillLiquid": "water"} if action == "FillObjectWithLiquid" else {}
    return {"action": action, "objectId": object_id, "forceAction": True, **liquid}
