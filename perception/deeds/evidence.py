"""What speaks for a deed in one look: odometry, the recogniser, what was found where something was touched."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from perception.deeds.habits import ONTO, possible
from perception.deeds.heights import SETTLED, shipped_heights
from perception.deeds.touch import Claim, ShareBox, around, changed_with, smallest_first
from perception.detector.detection import Detection
from perception.recognizer.action import INTERACTIONS, NO_ACTION, DeedChances
from perception.recognizer.put_things import RoomPlace
from perception.scene_graph.box_view import CameraPose

_STILL_M, _STILL_DEG = 0.02, 1.0  # odometry: less is no motion
_FLOORS = {"recognised": 0.003, "pointed": 0.02, "pointed_after": 0.02, "followed": 0.02, "changed": 0.05, "held": 0.02}
_PLACES = 2


@dataclass(frozen=True)
class OwnCommand:
    """What a robot told its body to do, as far as it knows: never what the thing is.

    Attributes:
        action: TEACh's name.
        success: Whether it worked.
        point: Where in the picture before it was pointed, fractions from the top left corner; None for motions.
    """

    action: str
    success: bool
    point: tuple[float, float] | None = None


@dataclass(frozen=True)
class DeedEvidence:
    """What one look tells of what led to it.

    Attributes:
        motion: The motion by odometry, ``NO_ACTION`` while the camera stays.
        chances: The recogniser's.
        changed: Changed places of the picture; none where all of it changed, or nothing.
        unchanged: Whether not one pixel changed.
        before: What was found in the picture before, boxes in shares of it.
        now: What was found in this one.
        pointed: What was found where it was pointed, in the picture before.
        pointed_after: The same in this one.
        followed: What is known to lie there from all looks before.
        held: Chances of each type to be what is seen in the hand now.
        pointed_at: Where in the room it was pointed; None where nobody knows.
        changed_at: Where in the room the picture changed, but for what is in the hand, the largest change first.
        stand: How high the robot itself stands, metres.
        command: What was commanded; None for somebody who only watches.
    """

    motion: str
    chances: DeedChances
    changed: tuple[ShareBox, ...] = ()
    unchanged: bool = False
    before: tuple[Detection, ...] = ()
    now: tuple[Detection, ...] = ()
    pointed: tuple[Claim, ...] = ()
    pointed_after: tuple[Claim, ...] = ()
    followed: tuple[Claim, ...] = ()
    held: Mapping[str, float] = field(default_factory=dict)
    pointed_at: RoomPlace | None = None
    changed_at: tuple[RoomPlace, ...] = ()
    stand: float = 0.0
    command: OwnCommand | None = None

    def as_watched(self) -> DeedEvidence:
        """The same without what only whoever did it knows."""
        return replace(self, pointed=(), pointed_after=(), followed=(), pointed_at=None, command=None)


@dataclass(frozen=True)
class EvidenceWeights:
    """How much each kind of evidence counts, as exponents of chances.

    Attributes:
        recognised: The recogniser's chances of types.
        pointed: What a click lies on, in the picture before.
        pointed_after: The same in the one after.
        followed: What is followed at that place.
        changed: What overlaps with what changed, or holds it.
        held: What is seen in the hand.
        habit: How often an action is done with such a thing, after another deed, with what is held.
        turn: How often an action is done after another, with what is held.
        action: The recogniser's chances of actions.
        again: What was put to that place, or used there, before.
        height: How high it was touched.
        heard: Log-weight of things of a type that were spoken of.
    """

    recognised: float
    pointed: float
    pointed_after: float
    followed: float
    changed: float
    held: float
    habit: float
    turn: float = 0.9
    action: float = 1.0
    again: float = 0.0
    height: float = 0.0
    heard: float = 0.0


def motion_between(one: CameraPose, other: CameraPose) -> str:
    """Which of TEACh's motions leads from one pose to another; ``NO_ACTION`` for none."""
    turned = (other.yaw - one.yaw + 180.0) % 360.0 - 180.0
    if abs(turned) > _STILL_DEG:
        return "Turn Right" if turned > 0 else "Turn Left"
    tipped = other.horizon - one.horizon
    if abs(tipped) > _STILL_DEG:
        return "Look Down" if tipped > 0 else "Look Up"
    x, z = other.x - one.x, other.z - one.z
    if math.hypot(x, z) <= _STILL_M:
        return NO_ACTION
    yaw = math.radians(one.yaw)
    ahead, right = x * math.sin(yaw) + z * math.cos(yaw), x * math.cos(yaw) - z * math.sin(yaw)
    if abs(ahead) >= abs(right):
        return "Forward" if ahead > 0 else "Backward"
    return "Pan Right" if right > 0 else "Pan Left"


def places_of(seen: DeedEvidence, own: bool = True) -> tuple[RoomPlace, ...]:
    """Where in the room it was touched: where it was pointed, if that may be known, then where most changed."""
    pointed = () if seen.pointed_at is None or not own else (seen.pointed_at,)
    return (*pointed, *seen.changed_at[:1])


def actions_of(seen: DeedEvidence) -> dict[str, float]:
    """Chances of what was done: as commanded, as odometry tells, else as recognised among what leaves the camera."""
    command = seen.command
    if command is not None:
        name = command.action.removeprefix("Double ") if command.success else NO_ACTION
        known = name in INTERACTIONS or (seen.motion != NO_ACTION and name != NO_ACTION)
        return {(name if name in INTERACTIONS else seen.motion) if known else NO_ACTION: 1.0}
    if seen.motion != NO_ACTION:
        return {seen.motion: 1.0}
    still = {name: seen.chances.actions.get(name, 0.0) for name in (NO_ACTION, *INTERACTIONS)}
    whole = sum(still.values())
    return {name: chance / whole for name, chance in still.items()} if whole > 0 else {NO_ACTION: 1.0}


def object_clues(seen: DeedEvidence, action: str) -> dict[str, dict[str, float]]:
    """What is seen of every type that an action can be done with: by type and kind of evidence, a log-chance.

    Of what somebody knows who says it without a doubt, that type alone.
    """
    able = possible(action)
    named = [kind for kind in seen.chances.objects if seen.chances.known]
    if named and seen.chances.actions.get(action, 0.0) == 1.0:
        return {kind: {"recognised": 0.0} for kind in named}
    found = {"recognised": _of_whole(seen.chances.objects, able), **_touched(seen, action, able)}
    return {
        kind: {name: math.log(chances.get(kind, 0.0) + _FLOORS[name]) for name, chances in found.items()}
        for kind in able
    }


def object_scores(
    seen: DeedEvidence, action: str, weights: EvidenceWeights, heard: Collection[str] = ()
) -> dict[str, float]:
    """Log-weight of every type that an action can be done with, by what is seen of it and whether it was spoken of.

    Args:
        seen: What is seen.
        action: What is done.
        weights: How much what is seen counts.
        heard: Types that were spoken of.
    """
    heights = list(heights_of(seen, action)) if weights.height and not seen.chances.known else []
    return {
        kind: sum(getattr(weights, name) * value for name, value in clues.items())
        + weights.height * sum(shipped_heights().odds(table, kind, height) for table, height in heights)
        + (weights.heard if kind in heard else 0.0)
        for kind, clues in object_clues(seen, action).items()
    }


def heights_of(seen: DeedEvidence, action: str) -> Iterator[tuple[str, float]]:
    """How high something was touched, over the robot's own place: where it was pointed, where something came to lie."""
    if seen.pointed_at is not None and action in SETTLED:
        yield "pointed", seen.pointed_at[1] - seen.stand
    if seen.changed_at and action == "Place":
        yield "landed", seen.changed_at[0][1] - seen.stand


def _of_whole(chances: Mapping[str, float], able: Collection[str]) -> dict[str, float]:
    """The chances of some types, as shares of all of theirs."""
    whole = sum(chances.get(kind, 0.0) for kind in able)
    return {kind: chances.get(kind, 0.0) / whole for kind in able} if whole > 0 else {}


def _touched(seen: DeedEvidence, action: str, able: Collection[str]) -> dict[str, Mapping[str, float]]:
    """Chances of types by what was touched, by kind of evidence."""
    places = seen.changed[:_PLACES]
    found: dict[str, Mapping[str, float]] = {}
    if seen.command is not None:
        found = {name: smallest_first(getattr(seen, name), able) for name in ("pointed", "pointed_after", "followed")}
    shown = (*seen.before, *seen.now)
    found["changed"] = around(shown, places, able) if action in ONTO else changed_with(shown, places, able)
    if action == "Pickup":
        found["held"] = seen.held
    return found
