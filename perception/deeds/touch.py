"""What lies where something was touched: how well each type goes with a pointed-at or changed place of two pictures."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from perception.detector.detection import Detection, overlap

ShareBox = tuple[float, float, float, float]
"""(x0, y0, x1, y1) in shares of the frame."""

_ASTRAY = 0.03  # share of the frame by which a click misses a box for it to count e times less
_FAINT = 0.005  # what is less likely there is not counted


def in_shares(found: Sequence[Detection], width: int, height: int) -> tuple[Detection, ...]:
    """Detections of a frame of so many pixels, with boxes in shares of it."""
    return tuple(
        replace(one, box=(one.box[0] / width, one.box[1] / height, one.box[2] / width, one.box[3] / height))
        for one in found
    )


@dataclass(frozen=True)
class Claim:
    """Something that a place of a picture may show.

    Attributes:
        label: Its class.
        chance: How likely it is there at all, 0 to 1.
        size: How much else it covers, in any unit: what is small is meant before what it lies on.
    """

    label: str
    chance: float
    size: float


def claims_at(seen: Sequence[Detection], point: tuple[float, float]) -> tuple[Claim, ...]:
    """What was found at a point, in shares of the frame, or little beside it."""
    found = [Claim(one.label, one.confidence * math.exp(-_beside(one.box, point) / _ASTRAY), one.area) for one in seen]
    return tuple(one for one in found if one.chance >= _FAINT)


def smallest_first(claims: Iterable[Claim], able: Collection[str]) -> dict[str, float]:
    """Chances of types to be what is meant: each smaller thing first, as far as it is there.

    Args:
        claims: What may be there.
        able: Types that come into question.

    Returns:
        By type; what is missing to 1 is none of them.
    """
    chances: dict[str, float] = {}
    left = 1.0
    for one in sorted((one for one in claims if one.label in able), key=lambda one: (one.size, one.label)):
        part = left * one.chance
        chances[one.label] = chances.get(one.label, 0.0) + part
        left -= part
    return chances


def changed_with(seen: Sequence[Detection], places: Sequence[ShareBox], able: Collection[str]) -> dict[str, float]:
    """How well types go with what changed: the best overlap of a box with a changed place, as sure as it was found."""
    chances: dict[str, float] = {}
    for one in seen:
        if one.label in able:
            best = max((overlap(one.box, place) for place in places), default=0.0)
            chances[one.label] = max(chances.get(one.label, 0.0), one.confidence * math.sqrt(best))
    return chances


def around(seen: Sequence[Detection], places: Sequence[ShareBox], able: Collection[str]) -> dict[str, float]:
    """How well types go with holding what changed: the smallest box around the foot of a changed place first."""
    chances: dict[str, float] = {}
    for place in places:
        foot = ((place[0] + place[2]) / 2, place[3] - 0.1 * (place[3] - place[1]))
        for kind, chance in smallest_first(claims_at(seen, foot), able).items():
            chances[kind] = max(chances.get(kind, 0.0), chance)
    return chances


def _beside(box: ShareBox, point: tuple[float, float]) -> float:
    """How far from a box a point lies; 0 inside."""
    x, y = point
    return math.hypot(max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3]))
