"""What was cut up, for a robot that only sees: a picture shows pieces, and not of what they are pieces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agent.belief.common_sense import whole_of
from agent.belief.things import Thing

_FELL = 0.5  # metres from where a thing was cut that its pieces lie at most


@dataclass(frozen=True)
class CutThing:
    """A thing that is no more.

    Attributes:
        thing: As it was last known.
        cooked: Log-odds that it was cooked.
    """

    thing: Thing
    cooked: float


class Cuts:
    """What was cut, the latest first.

    Attributes:
        gone: Everything that was cut, by its id.
    """

    def __init__(self) -> None:
        self._cut: list[CutThing] = []
        self.gone: dict[str, Thing] = {}

    def note(self, thing: Thing, cooked: float) -> None:
        """A thing was cut where it lies."""
        self._cut.insert(0, CutThing(thing, cooked))
        self.gone[thing.object_id] = thing

    def whole(self, piece: Thing) -> CutThing | None:
        """What a piece was cut from, as far as its kind and its place tell."""
        kind = whole_of(piece.object_type)
        return next((cut for cut in self._cut if cut.thing.object_type == kind and _near(cut.thing, piece)), None)


def _near(one: Thing, other: Thing) -> bool:
    if one.box is None or other.box is None:
        return False
    middles = [(np.array(t.box.low) + np.array(t.box.high)) / 2 for t in (one, other) if t.box is not None]
    return float(np.linalg.norm(middles[0] - middles[1])) <= _FELL
