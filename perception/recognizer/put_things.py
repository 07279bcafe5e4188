"""Where handled things lie: who takes something from where another thing of its class was put takes that one."""

from __future__ import annotations

import math
from collections.abc import Collection

RoomPlace = tuple[float, float, float]
"""Where in the room, metres."""

_SAME = 0.25  # metres within which a thing of the class is the one that was put there
_PIECE = 0.15  # of pieces, which lie close together
_OTHER = 0.5  # metres from where a thing was put beyond which it is another one
_PIECES = ("Sliced", "Cracked")


class PutThings:
    """Remembers, by id, where things were put that nobody took since; what was put onto one goes where it goes."""

    def __init__(self) -> None:
        self._at: dict[str, RoomPlace] = {}
        self._onto: dict[str, str] = {}
        self._from: dict[str, RoomPlace] = {}

    def put(self, key: str, place: RoomPlace | None, onto: str) -> None:
        """A thing was put somewhere.

        Args:
            key: Its id.
            place: Where in the room; None where nobody knows.
            onto: Id of what it was put onto, or into.
        """
        self._onto[key] = onto
        for moved in (key, *(one for one, below in self._onto.items() if below == key)):
            self._at.pop(moved, None)
            if place is not None:
                self._at[moved] = place

    def take(self, key: str, place: RoomPlace | None) -> None:
        """A thing was taken from a place; None where nobody knows from where."""
        for table in (self._at, self._onto, self._from):
            table.pop(key, None)
        if place is not None:
            self._from[key] = place

    def lying_at(self, kind: str, place: RoomPlace | None) -> str | None:
        """Which thing of a class was put to a place, the nearest first; None for none that is known."""
        if place is None:
            return None
        near = [(math.dist(place, at), key) for key, at in self._at.items() if key.partition("|")[0] == kind]
        far, key = min(near, default=(math.inf, ""))
        return key if far <= (_PIECE if kind.endswith(_PIECES) else _SAME) else None

    def elsewhere(self, kind: str, place: RoomPlace | None) -> Collection[str]:
        """Which things of a class were put to other places than this, or taken from here to nobody knows where."""
        if place is None:
            return ()
        beyond = _PIECE if kind.endswith(_PIECES) else _OTHER
        put = {key for key, at in self._at.items() if math.dist(place, at) > beyond}
        gone = {key for key in self._onto if key not in self._at and self._far(key, place) <= _SAME}
        return {key for key in put | gone if key.partition("|")[0] == kind}

    def _far(self, key: str, place: RoomPlace) -> float:
        return math.dist(place, self._from[key]) if key in self._from else math.inf
