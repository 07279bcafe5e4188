"""What lies where, by what was done before: who touches a place again touches what was put there, or was used there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perception.deeds.habits import ONTO, HandledThing
from perception.recognizer.action import INTERACTIONS
from perception.recognizer.put_things import RoomPlace

_BESIDE = 0.12  # metres apart by which two places count e times less as the same
_SCATTERED = 2.0  # pieces lie so many times farther from where something was sliced
_CLOSE = 0.05  # what counts for less is elsewhere
_LATEST = 200  # so many deeds are remembered
_PIECES = "Sliced"


@dataclass(frozen=True)
class TouchedOnce:
    """An interaction of one history.

    Attributes:
        look: Number of the look at which it showed.
        deed: What was done.
        hand: Type of what was held before, "" for nothing.
    """

    look: int
    deed: HandledThing
    hand: str


TouchedBefore = tuple[TouchedOnce, ...]


def touched_after(before: TouchedBefore, once: TouchedOnce) -> TouchedBefore:
    """What was touched, with one more; what is long ago is forgotten."""
    return (*before[1 - _LATEST :], once)


class TouchedPlaces:
    """Where it was touched at every look."""

    def __init__(self) -> None:
        self._at: dict[int, tuple[RoomPlace, ...]] = {}

    def note(self, look: int, places: Sequence[RoomPlace]) -> None:
        """Where it was touched at a look; nothing where nobody knows."""
        if places:
            self._at[look] = tuple(places)
        if len(self._at) > _LATEST:
            del self._at[next(iter(self._at))]

    def near(self, place: RoomPlace | None) -> dict[int, float]:
        """By earlier look how far from a place that was touched, metres; only what is not far."""
        if place is None:
            return {}
        apart = ((look, min(math.dist(place, one) for one in places)) for look, places in self._at.items())
        return {look: far for look, far in apart if _closeness(far, _SCATTERED) >= _CLOSE}


def _closeness(far: float, scattered: float = 1.0) -> float:
    return math.exp(-far / (_BESIDE * scattered))


def lying_there(touched: Sequence[TouchedOnce], near: Mapping[int, float]) -> tuple[dict[str, float], dict[str, float]]:
    """How surely things of a type lie at a place, and how surely something of a type is used or filled there.

    Args:
        touched: What was done before, in order.
        near: By look how far from the place that was.
    """
    lying: dict[str, float] = {}
    used: dict[str, float] = {}
    for one in touched:
        kind, far = one.deed.object_type, near.get(one.look)
        if (one.deed.action == "Pickup" and not kind.endswith(_PIECES)) or one.deed.action == "Slice":
            lying.pop(kind, None)
        if far is None:
            continue
        if one.deed.action == "Slice":
            lying[kind + _PIECES] = _closeness(far, _SCATTERED)
        elif one.deed.action == "Place" and one.hand:
            lying[one.hand] = _closeness(far)
        if one.deed.action in INTERACTIONS and one.deed.action not in ("Pickup", "Slice"):
            used[kind] = max(used.get(kind, 0.0), _closeness(far))
    return lying, used


def touched_again(action: str, lying: Mapping[str, float], used: Mapping[str, float]) -> dict[str, float]:
    """By type, how surely an action at a place is done with what lies or is used there."""
    if action in ("Pickup", "Slice"):
        return dict(lying)
    if action in ONTO:
        return {kind: max(lying.get(kind, 0.0), used.get(kind, 0.0)) for kind in {*lying, *used}}
    return dict(used)
