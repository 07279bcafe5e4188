"""Acting under TEACh's rules over any simulator: motions, object actions, admission, custom properties.

The rules, by the numbers under which they are cited:

1. Motions are forced; they succeed when the engine says so.
2. An object action is for what the image shows at a point: the thing there if the action can be done to it, else, of
   those in a square around it, the one that shows most of itself there.
3. That point may lie at most 1.5 m from the agent's origin.
4. *Place* needs something in the hand.
5. *Place* is forced: the type of a thing does not matter, room for it does.
6. *Slice* needs a knife in the hand.
7. *Pour* needs a filled thing in the hand, which is empty afterwards; sinks and tubs take any liquid.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from envs.simulator import Event, ObjectDict, Simulator
from envs.teach.games.actions import ThorPose
from envs.teach.tasks.custom import CustomProperties
from envs.vocabulary.uses import WATER_BASINS

REACH = 1.5
"""Farthest point that can be handled, metres from the agent's origin (rule 3)."""
REACH_SLACK = 0.15
"""Boxes are coarser than the meshes TEACh measured on; recorded successes reach 1.58 m (p99)."""

OPEN_DOOR = 0.35
"""An open door can be touched this far from the body it belongs to, metres."""

MOTIONS = {
    "Stop": ("Pass", {}),
    "Forward": ("MoveAhead", {}),
    "Backward": ("MoveBack", {}),
    "Turn Left": ("RotateLeft", {}),
    "Turn Right": ("RotateRight", {}),
    "Look Up": ("LookUp", {}),
    "Look Down": ("LookDown", {}),
    "Pan Left": ("MoveLeft", {}),
    "Pan Right": ("MoveRight", {}),
    "Double Forward": ("MoveAhead", {"moveMagnitude": 0.5}),
    "Double Backward": ("MoveBack", {"moveMagnitude": 0.5}),
}

AFFORDANCES: dict[str, Callable[[ObjectDict], bool]] = {
    "Pickup": lambda o: o["pickupable"] and not o["isPickedUp"],
    "Place": lambda o: o["receptacle"],
    "Open": lambda o: o["openable"] and not o["isOpen"],
    "Close": lambda o: o["openable"] and o["isOpen"],
    "ToggleOn": lambda o: o["toggleable"] and not o["isToggled"],
    "ToggleOff": lambda o: o["toggleable"] and o["isToggled"],
    "Slice": lambda o: o["sliceable"] and not o["isSliced"],
    "Pour": lambda o: o["objectType"] in WATER_BASINS or (o["canFillWithLiquid"] and not o["isFilledWithLiquid"]),
    "Fill": lambda o: o["canFillWithLiquid"] and not o["isFilledWithLiquid"],
    "Empty": lambda o: o["canFillWithLiquid"] and o["isFilledWithLiquid"],
    "Dirty": lambda o: o["dirtyable"] and not o["isDirty"],
    "Clean": lambda o: o["dirtyable"] and o["isDirty"],
    "Break": lambda o: o["breakable"] and not o["isBroken"],
}

_ENGINE_ACTION = {
    "Pickup": "PickupObject",
    "Open": "OpenObject",
    "Close": "CloseObject",
    "ToggleOn": "ToggleObjectOn",
    "ToggleOff": "ToggleObjectOff",
    "Slice": "SliceObject",
    "Fill": "FillObjectWithLiquid",
    "Empty": "EmptyLiquidFromObject",
    "Dirty": "DirtyObject",
    "Clean": "CleanObject",
    "Break": "BreakObject",
}
OBJECT_ACTIONS = frozenset({*_ENGINE_ACTION, "Place", "Pour"})


@dataclass(frozen=True)
class Outcome:
    """How one TEACh action ended.

    Attributes:
        success: Whether it counts as done.
        error: Why not, empty on success.
        target: Object id that was acted on, None for motions and for attempts that found none.
    """

    success: bool
    error: str = ""
    target: str | None = None


class TeachSession:
    """One episode under TEACh's rules.

    Args:
        simulator: Any engine; its scene must be loaded.
        initial: Object dicts with custom properties merged in (a game's initial state), or None for a fresh scene.
        tolerance: How much farther than ``REACH`` a thing may be that was put down in this session, metres (replay).
    """

    def __init__(self, simulator: Simulator, initial: list[ObjectDict] | None = None, tolerance: float = 0.0) -> None:
        self.simulator = simulator
        self.tolerance = tolerance
        live = simulator.last_event.metadata["objects"]
        self.custom = CustomProperties(live if initial is None else initial)
        self.custom.evaluate(simulator, {o["objectId"]: o for o in live})

    # -- state ---------------------------------------------------------------------------------------------------

    @property
    def event(self) -> Event:
        """The newest event."""
        return self.simulator.last_event

    def objects(self) -> list[ObjectDict]:
        """Object dicts with the custom properties merged in."""
        return self.custom.merged(self.event.metadata["objects"])

    @property
    def held(self) -> str | None:
        """Id of what is in the hand."""
        inventory = self.event.metadata["inventoryObjects"]
        return inventory[0]["objectId"] if inventory else None

    # -- acting --------------------------------------------------------------------------------------------------

    def motion(self, name: str, degrees: float | None = None) -> Outcome:
        """Carry out a motion by its TEACh name.

        Args:
            name: A key of ``MOTIONS``.
            degrees: Amount of a look or turn; None means the standard one.

        Raises:
            ValueError: No such motion.
        """
        if name not in MOTIONS:
            raise ValueError(f"{name!r} is not a TEACh motion; motions are {', '.join(MOTIONS)}")
        action, parameters = MOTIONS[name]
        call = dict(parameters)
        if degrees is not None and action.startswith(("Look", "Rotate")):
            call["degrees"] = abs(degrees)
        event = self.simulator.step(action, **({} if action == "Pass" else {"forceAction": True}), **call)
        return Outcome(bool(event), _error(event))

    def teleport(self, pose: ThorPose) -> None:
        """Set the agent's pose without asking whether it fits (used when following a record)."""
        self.simulator.step(
            "Teleport",
            position={"x": pose.x, "y": pose.y, "z": pose.z},
            rotation={"x": 0.0, "y": pose.yaw, "z": 0.0},
            horizon=pose.horizon,
            forceAction=True,
        )

    def interact(
        self,
        name: str,
        target: str | None,
        x: float | None = None,
        y: float | None = None,
        distance: float | None = None,
    ) -> Outcome:
        """Carry out an object action, then evaluate the custom properties, whatever the outcome.

        Args:
            name: A key of ``AFFORDANCES``.
            target: Object id; None is an attempt that points at nothing and fails.
            x: Image point, fraction from the left; where a placed thing should go.
            y: Image point, fraction from the top.
            distance: How far away the point that is touched lies, metres; None measures to the target's box.

        Raises:
            ValueError: No such action.
        """
        if name not in OBJECT_ACTIONS:
            raise ValueError(f"{name!r} is not an object action; they are {', '.join(sorted(OBJECT_ACTIONS))}")
        before = {o["objectId"]: o for o in self.event.metadata["objects"]}
        outcome = self._attempt(name, target, x, y, distance, before)
        self.custom.evaluate(self.simulator, before)
        return outcome

    def _attempt(
        self,
        name: str,
        target: str | None,
        x: float | None,
        y: float | None,
        distance: float | None,
        before: Mapping[str, ObjectDict],
    ) -> Outcome:
        refusal = self.precondition(name)
        if refusal:
            return Outcome(False, refusal, target)
        item = before.get(target) if target is not None else None
        if target is None or item is None:
            return Outcome(False, "could not find a target object at the specified location", target)
        if not AFFORDANCES[name](item):
            return Outcome(False, f"{target} cannot be the target of {name} in its present state", target)
        if (self._distance(item) if distance is None else distance) > REACH + REACH_SLACK:
            return Outcome(False, f"{target} is too far away to be interacted with", target)
        return self._act(name, target, x, y, before)

    def impose(self, name: str, target: str) -> Outcome:
        """Make a recorded success happen although the engine refused it, as far as the engine can be forced.

        Used by guided replay: the pose is not questioned, doors are opened, a full hand is emptied first.
        """
        before = {o["objectId"]: o for o in self.event.metadata["objects"]}
        if name == "Pickup" and self.held is not None and self.held != target:
            self.simulator.step("DropHandObject", forceAction=True)
        outcome = self._act(name, target, None, None, before, force=True)
        self.custom.evaluate(self.simulator, before)
        return outcome

    def precondition(self, name: str) -> str:
        """Why an action is refused whatever its target, or an empty string (rules 4, 6 and 7)."""
        held = self.held
        if name == "Place" and held is None:
            return "Place is only supported when holding an object"
        if name == "Slice" and (held is None or "Knife" not in held.split("|", 1)[0]):
            return "Slice is only supported when holding a knife"
        if name == "Pour":
            item = self.event.get_object(held) if held is not None else None
            if item is None or not item["isFilledWithLiquid"]:
                return "Pour is only supported when holding something that is filled"
        if name == "Pickup" and held is not None:
            return f"the hand is full: it holds {held}"
        return ""

    def _distance(self, item: ObjectDict) -> float:
        """Metres from the agent's origin to the nearest point of the object's box (rule 3, without an image)."""
        agent, box = self.event.metadata["agent"]["position"], item["axisAlignedBoundingBox"]
        door = OPEN_DOOR if item["openable"] and item["isOpen"] else 0.0
        gaps = (abs(agent[k] - box["center"][k]) - box["size"][k] / 2 for k in "xyz")
        if item["pickupable"] and self.custom.of(item["objectId"]).get("simbotPickedUp"):
            door += self.tolerance
        return max(0.0, math.hypot(*(max(0.0, g) for g in gaps)) - door)

    def _act(
        self,
        name: str,
        target: str,
        x: float | None,
        y: float | None,
        before: Mapping[str, ObjectDict],
        force: bool = False,
    ) -> Outcome:
        if name == "Place":
            return self._place(target, x, y)
        if name == "Pour":
            return self._pour(target)
        extra: dict[str, Any] = {"fillLiquid": "water"} if name == "Fill" else {}
        if force:
            extra["forceAction"] = True
        event = self.simulator.step(_ENGINE_ACTION[name], objectId=target, **extra)
        if not event:
            return Outcome(False, _error(event), target)
        if name == "Pickup":
            self.custom.picked_up(target)
        if name in ("Slice", "Break"):
            new = [o["objectId"] for o in event.metadata["objects"] if o["objectId"] not in before]
            if new:
                self.custom.sliced(target, new)
        return Outcome(True, target=target)

    def _place(self, target: str, x: float | None, y: float | None) -> Outcome:
        held = self.held
        near: dict[str, Any] = {} if x is None or y is None else {"x": x, "y": y, "putNearXY": True}
        event = self.simulator.step("PutObject", objectId=target, forceAction=True, placeStationary=True, **near)
        if not event or held is None:
            return Outcome(False, _error(event), target)
        self.custom.placed(held, target)
        return Outcome(True, target=target)

    def _pour(self, target: str) -> Outcome:
        held = self.held
        if held is None:
            return Outcome(False, "nothing is held", target)
        coffee = self.custom.of(held).get("simbotIsFilledWithCoffee", False)
        basin = target.split("|")[0] in WATER_BASINS
        filled = False
        if not basin:
            liquid = "coffee" if coffee else "water"
            event = self.simulator.step("FillObjectWithLiquid", objectId=target, fillLiquid=liquid)
            filled = bool(event)
            if not filled:
                return Outcome(False, _error(event), target)
        event = self.simulator.step("EmptyLiquidFromObject", objectId=held)
        if not event:
            return Outcome(False, _error(event), target)
        self.custom.poured_out(held)
        return Outcome(True, target=target)


def _error(event: Event) -> str:
    return "" if event else event.metadata["errorMessage"]
