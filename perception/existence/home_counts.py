"""How many things of each type homes have, by kind of room: counted in the first states of recorded training games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

_UNSEEN = 0.2  # homes of each kind in which it would have been otherwise, beside those that were counted
_HALF = 0.5  # so much rarer is each further one among those
_STRAY = 0.05  # how likely any kind of room is to have something that none was counted to have
_CLIPPED = 5.0  # log-odds; counts of a few rooms say no more


@dataclass(frozen=True)
class HomeCounts:
    """How many things of each type rooms have.

    Attributes:
        rooms: How many rooms of each kind were counted.
        shares: By kind of room and type: the share of rooms with at least one, two, … of it.
    """

    rooms: Mapping[str, int] = field(default_factory=dict)
    shares: Mapping[str, Mapping[str, tuple[float, ...]]] = field(default_factory=dict)

    def at_least(self, kind: str, object_type: str, number: int) -> float:
        """How likely a room of a kind is to have so many of a type."""
        if number <= 0:
            return 1.0
        counted = self.shares[kind].get(object_type, ())
        share = counted[number - 1] if number <= len(counted) else 0.0
        rooms = self.rooms[kind]
        return (share * rooms + 0.5 * _UNSEEN * _HALF ** (number - 1)) / (rooms + _UNSEEN)

    def kinds(self, seen: Mapping[str, float]) -> dict[str, float]:
        """How likely each kind of room is.

        Args:
            seen: By type: how likely one of it was seen.
        """
        logs = {
            kind: math.log(number) + sum(p * math.log(_STRAY + self.at_least(kind, t, 1)) for t, p in seen.items())
            for kind, number in self.rooms.items()
        }
        most = max(logs.values(), default=0.0)
        odds = {kind: math.exp(value - most) for kind, value in logs.items()}
        return {kind: value / sum(odds.values()) for kind, value in odds.items()}

    def another(self, kinds: Mapping[str, float], object_type: str, number: int) -> float:
        """Log-odds that there is an n-th one of a type; 0 where nothing was counted.

        Args:
            kinds: How likely each kind of room is.
            object_type: The type.
            number: n, from 1.
        """
        if not any(object_type in types for types in self.shares.values()):
            return 0.0
        share = sum(p * self.at_least(kind, object_type, number) for kind, p in kinds.items())
        return max(-_CLIPPED, min(_CLIPPED, math.log(share / (1.0 - share))))

    def as_dict(self) -> dict[str, Any]:
        """For a file."""
        shares = {
            kind: {t: [round(v, 4) for v in row] for t, row in sorted(types.items())}
            for kind, types in sorted(self.shares.items())
        }
        return {"rooms": dict(sorted(self.rooms.items())), "shares": shares}


def counts_from(fields: Mapping[str, Any]) -> HomeCounts:
    """The inverse of ``HomeCounts.as_dict``."""
    shares = {kind: {t: tuple(row) for t, row in types.items()} for kind, types in fields["shares"].items()}
    return HomeCounts(dict(fields["rooms"]), shares)


def counted(rooms: Mapping[str, Mapping[str, Iterable[Mapping[str, int]]]]) -> HomeCounts:
    """Count first states; every room counts once, however often it was begun in.

    Args:
        rooms: By kind and name of the room: how many things of each type each of its first states has.
    """
    shares: dict[str, dict[str, tuple[float, ...]]] = {}
    for kind, named in rooms.items():
        begun = [list(states) for states in named.values()]
        types = sorted({t for states in begun for state in states for t in state})
        shares[kind] = {t: _shares(begun, t) for t in types}
    return HomeCounts({kind: len(named) for kind, named in rooms.items()}, shares)


def _shares(begun: list[list[Mapping[str, int]]], object_type: str) -> tuple[float, ...]:
    most = max(state.get(object_type, 0) for states in begun for state in states)
    return tuple(
        sum(sum(s.get(object_type, 0) >= n for s in states) / len(states) for states in begun) / len(begun)
        for n in range(1, most + 1)
    )
