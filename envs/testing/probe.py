"""What rules are made of: a probe that acts in a simulator and says what it expected."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from envs.simulator import Event, Metadata, ObjectDict, Simulator

NEAR = 0.005
"""Positions that are closer than this are the same, metres; engines carry float noise."""
SAME_ANGLE = 0.05
"""Angles that are closer than this are the same, degrees."""
_CANDIDATES, _POSES = 16, 4


class ContractViolation(AssertionError):
    """A simulator broke a rule.

    Args:
        rule: The rule's name.
        text: What the rule says.
        found: What happened instead.
    """

    def __init__(self, rule: str, text: str, found: str) -> None:
        super().__init__(f"{rule}: {text} Found: {found}")
        self.rule, self.found = rule, found


class RuleBroken(AssertionError):
    """What a check found; becomes a ``ContractViolation`` of its rule."""


class NotApplicable(LookupError):
    """The scene has nothing on which the rule could be tried."""


@dataclass(frozen=True)
class ContractRule:
    """One rule of the contract.

    Attributes:
        name: Short name.
        text: What a simulator has to do, one sentence.
        check: Tries it; raises ``RuleBroken`` or ``NotApplicable``.
        frames: Whether it needs rendered frames.
    """

    name: str
    text: str
    check: Callable[[Probe], None]
    frames: bool = False


class Rules(list[ContractRule]):
    """Rules in the order in which they were written down."""

    def rule(self, frames: bool = False) -> Callable[[Callable[[Probe], None]], Callable[[Probe], None]]:
        """Enter a function as the rule of its name; its docstring is the rule's text."""

        def enter(check: Callable[[Probe], None]) -> Callable[[Probe], None]:
            self.append(ContractRule(check.__name__, " ".join((check.__doc__ or "").split()), check, frames))
            return check

        return enter


def expect(holds: Any, found: str) -> None:
    """Go on if something holds.

    Raises:
        RuleBroken: It does not.
    """
    if not holds:
        raise RuleBroken(found)


class Probe:
    """Acts in a simulator on behalf of a rule.

    Args:
        simulator: Under test.
        scene: What to load; None is the scene it was made with.
    """

    def __init__(self, simulator: Simulator, scene: Any = None) -> None:
        self.simulator = simulator
        self.scene = scene

    def begin(self, **parameters: Any) -> None:
        """Load the scene anew, with the usual parameters but for those given."""
        usual = {
            "gridSize": 0.25,
            "visibilityDistance": 1.5,
            "fieldOfView": 90,
            "renderImage": False,
            "renderDepthImage": False,
            "renderInstanceSegmentation": False,
            "renderSemanticSegmentation": False,
        }
        self.simulator.reset(self.scene, **{**usual, **parameters})

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def event(self) -> Event:
        """The newest event."""
        return self.simulator.last_event

    @property
    def meta(self) -> Metadata:
        """Its metadata."""
        return self.simulator.last_event.metadata

    @property
    def objects(self) -> list[ObjectDict]:
        """Its objects."""
        return self.meta["objects"]

    def thing(self, object_id: str) -> ObjectDict:
        """An object as it is now."""
        found = next((o for o in self.objects if o["objectId"] == object_id), None)
        if found is None:
            raise RuleBroken(f"{object_id} is no longer listed in metadata['objects']")
        return found

    @property
    def place(self) -> tuple[float, float, float]:
        """Where the agent is, metres."""
        position = self.meta["agent"]["position"]
        return position["x"], position["y"], position["z"]

    @property
    def yaw(self) -> float:
        """Its heading, degrees."""
        return self.meta["agent"]["rotation"]["y"]

    @property
    def horizon(self) -> float:
        """Its camera's pitch, degrees, positive looking down."""
        return self.meta["agent"]["cameraHorizon"]

    def pose(self) -> tuple[float, ...]:
        """All of it."""
        return (*self.place, self.yaw, self.horizon)

    # -- acting --------------------------------------------------------------------------------------------------

    def try_(self, action: str, **parameters: Any) -> Event:
        """Carry out an action, whatever comes of it."""
        return self.simulator.step(action, **parameters)

    def ok(self, action: str, **parameters: Any) -> Any:
        """Carry out an action that must succeed; returns ``actionReturn``."""
        event = self.simulator.step(action, **parameters)
        expect(event, f"{action}{_shown(parameters)} failed: {event.metadata['errorMessage']}")
        expect(
            event.metadata["errorMessage"] == "", f"{action} succeeded with errorMessage {self.meta['errorMessage']!r}"
        )
        return event.metadata["actionReturn"]

    def fails(self, action: str, **parameters: Any) -> str:
        """Carry out an action that must fail; returns the message."""
        event = self.simulator.step(action, **parameters)
        expect(not event, f"{action}{_shown(parameters)} succeeded")
        message = event.metadata["errorMessage"]
        expect(isinstance(message, str) and message, f"{action} failed with errorMessage {message!r}")
        return message

    def raises(self, *call: Any, **parameters: Any) -> str:
        """Make a call that must raise ``ValueError``; returns its text."""
        try:
            self.simulator.step(*call, **parameters)
        except ValueError as error:
            return str(error)
        raise RuleBroken(f"step{call}{_shown(parameters)} raised no ValueError")

    def face(self, wanted: Callable[[ObjectDict], bool], what: str) -> str:
        """Stand before some object of a kind, seeing it; returns its id.

        Args:
            wanted: Which objects will do.
            what: How to call them when there is none.

        Raises:
            NotApplicable: There is none that can be reached.
        """
        return next(self.facing(wanted, what))

    def facing(self, wanted: Callable[[ObjectDict], bool], what: str) -> Iterator[str]:
        """Stand before one object of a kind after another."""
        found = [o["objectId"] for o in self.objects if wanted(o)]
        reached = False
        for object_id in found[:_CANDIDATES]:
            if self._approach(object_id):
                reached = True
                yield object_id
        if not reached:
            raise NotApplicable(f"no {what} can be reached")

    def _approach(self, object_id: str) -> bool:
        poses = self.try_(
            "GetInteractablePoses",
            objectId=object_id,
            rotations=[0, 90, 180, 270],
            horizons=[0, 30, 60],
            standings=[True],
        ).metadata["actionReturn"]
        for pose in (poses or [])[:_POSES]:
            if self.try_("TeleportFull", **pose) and self.thing(object_id)["visible"]:
                return True
        return False

    def hold(self) -> str:
        """Take something in hand; returns its id."""
        last = ""
        for object_id in self.facing(lambda o: o["pickupable"] and not o["isSliced"], "thing to pick up"):
            event = self.try_("PickupObject", objectId=object_id)
            if event:
                return object_id
            last = event.metadata["errorMessage"]
        raise RuleBroken(f"nothing that is visible can be picked up; the last message was {last!r}")


def apart(a: Iterable[float], b: Iterable[float]) -> float:
    """Distance of two points, metres."""
    return math.dist(tuple(a), tuple(b))


def turned(a: float, b: float) -> float:
    """How far two angles are apart, degrees, 0 to 180."""
    return abs((a - b + 180.0) % 360.0 - 180.0)


def near(value: float, wanted: float, tolerance: float = NEAR) -> bool:
    """Whether two numbers are the same but for float noise."""
    return abs(value - wanted) <= tolerance


def _shown(parameters: dict[str, Any]) -> str:
    return f"({', '.join(f'{k}={v!r:.60}' for k, v in parameters.items())})"
