"""How seen things relate: what one is in or on, what it is near, out of their boxes in the room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np

from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import basins, being
from perception.scene_graph.lens import length
from perception.scene_graph.lifting import floor_gap
from perception.scene_graph.track import Track

NEAR_M = 0.3
"""Two portable things are near each other when their boxes are at most so far apart, metres."""

FLOOR = "Floor"

#: Part of the building or of larger furniture: the engine says of none what it is in or on.
_BUILT_IN = being("built in")
_RARE = 0.02  # share taken for a parent that no recorded game has
_MISFIT = 0.04  # metres; how much a misfit of so much lowers a candidate
_WORST = 4.0  # so many times that misfit is no support
_HOLDERS = frozenset({"HandTowelHolder", "TowelHolder", "ToiletPaperHanger"})
#: Where contents lie in, not on: their bottoms may be anywhere between bottom and top of the box.
_HOLLOW = being("hollow")


def rests(label: str) -> bool:
    """Whether things of a class lie or stand in or on something; what is built in does not."""
    return label not in _BUILT_IN


def stands_on_floor(label: str) -> bool:
    """Whether things of a class are furniture that stands on the floor: not portable, and mostly found there."""
    kind = object_types().get(label)
    return kind is not None and "pickupable" not in kind.can and kind.parents.get(FLOOR, 0.0) >= 0.5


@cache
def holds(label: str) -> bool:
    """Whether things can be in or on things of this class."""
    kind = object_types().get(label)
    return label in basins() or label in basins().values() or (kind is not None and "receptacle" in kind.can)


def parent_of(thing: Track, others: Sequence[Track], floor: float) -> Track | None:
    """What a thing is in or on; None when nothing fits and it does not touch the floor.

    Every receptacle is judged by how well the thing's bottom lies within its outline and at its height, by how often
    recorded games have such a thing there, and by how small it is: the direct parent is the innermost.

    Args:
        thing: What lies or stands somewhere; not what is held.
        others: Everything known, the floor left out.
        floor: Height of the floor, metres.
    """
    best, found = -math.inf, None
    if stands_on_floor(thing.label):
        return None
    for other in others:
        if other is thing or not holds(other.label) or other.gone:
            continue
        score = _support(thing, other)
        if score > best:
            best, found = score, other
    return found


def _support(thing: Track, other: Track) -> float:
    """How well a receptacle explains where a thing is; minus infinity when it does not."""
    out = 0.0 if other.label in _HOLDERS else floor_misfit(thing, other)
    if out / _MISFIT > _WORST:
        return -math.inf
    misfit = (out + level_misfit(thing, other)) / _MISFIT
    if misfit > _WORST or _larger(thing, other):
        return -math.inf
    volume = float(np.prod(np.maximum(other.high - other.low, 0.02)))
    return 0.5 * math.log(share_of(thing.label, other.label)) - misfit - 0.25 * math.log(volume)


def share_of(label: str, parent: str) -> float:
    """How often recorded games have such a thing in or on such a parent, 0.02 to 1."""
    kind = object_types().get(label)
    share = 0.0 if kind is None else kind.parents.get(parent, 0.0)
    if parent in basins() and kind is not None:
        share = max(share, kind.parents.get(basins()[parent], 0.0))
    return max(_RARE, share)


def floor_misfit(thing: Track, other: Track) -> float:
    """How far a thing's middle lies outside another's outline, metres along the floor."""
    x, _, z = thing.center.tolist()
    return floor_gap(other.low.tolist(), other.high.tolist(), x, z)


def level_misfit(thing: Track, other: Track) -> float:
    """How far a thing's bottom is from where contents of the other rest, metres.

    Seats are soft and low (``support`` in ``assets/vocabulary.yaml``: a share of their height), tables and counters
    carry at their top, hollow things at any height; from a holder things hang.
    """
    bottom, low, high = float(thing.low[1]), float(other.low[1]), float(other.high[1])
    if other.label in _HOLDERS:
        return max(0.0, box_gap(thing.low, thing.high, other.low, other.high) - _MISFIT)
    if other.label in _HOLLOW:
        return max(low - 0.03 - bottom, 0.0, bottom - high)
    support = object_types()[other.label].support if other.label in object_types() else ()
    share = support[0] if support else 0.0
    if 0.3 <= share < 0.75:
        return max(0.0, abs(bottom - low - share * (high - low)) - 0.12)
    if share >= 0.75 or other.label == "CounterTop":
        return max(0.0, abs(bottom - high) - 0.06)
    return max(low - 0.03 - bottom, 0.0, bottom - high - 0.03)


def _larger(thing: Track, other: Track) -> bool:
    """Whether the thing is too large for the other to hold it."""
    one, two = (np.sort((t.high - t.low)[[0, 2]]) for t in (thing, other))
    return bool(one[1] > 1.5 * two[1] + 0.1)


def near_pairs(tracks: Sequence[Track], limit: float = NEAR_M) -> list[tuple[Track, Track]]:
    """Pairs of portable things whose boxes are at most so far apart, each pair once, in the order given."""
    small = [track for track in tracks if pickupable(track.label)]
    pairs = []
    for index, one in enumerate(small):
        for other in small[index + 1 :]:
            if box_gap(one.low, one.high, other.low, other.high) <= limit:
                pairs.append((one, other))
    return pairs


def pickupable(label: str) -> bool:
    """Whether things of a class can be picked up."""
    kind = object_types().get(label)
    return kind is not None and "pickupable" in kind.can


def box_gap(low: np.ndarray, high: np.ndarray, other_low: np.ndarray, other_high: np.ndarray) -> float:
    """Distance between two axis-aligned boxes, metres; 0 where they touch."""
    return length(np.maximum(0.0, np.maximum(low - other_high, other_low - high)))
