"""How well a detection and a thing that is followed go together: places, boxes and sizes compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from envs.vocabulary.object_types import object_types
from perception.detector.detection import PixelBox, overlap
from perception.scene_graph.lens import length
from perception.scene_graph.lifting import BOARDS, diagonal, usual_size
from perception.scene_graph.track import LiftedSighting, Track, absorb

SMALL = 0.6
"""Diagonal of a class up to which its things are compared by their middles; larger ones by their boxes, metres."""
_LONG = frozenset({"CounterTop"})  # of which two views may have no part in common
_SWUNG = 0.25  # metres that an open thing is taken to be away at most, wherever its door is
_SAME_HULL = 0.3  # of the smaller hull that must be common to take two large things for one
_TOGETHER = 2  # so often seen in one frame, two things are two
_CERTAIN = 0.95  # confidence of detections that are of two things, however much of their boxes is common
_NESTED = 0.5  # of the smaller box that two detections of one thing have in common
_PIXEL = 1.0  # by which boxes in the frame may be off
_PIECES = ("Sliced", "Cracked")
_SAME_SHARE = 0.3  # of the smaller box that must be common to take two views of a large thing for one


def apart(sighting: LiftedSighting, track: Track) -> float:
    """How far a detection is from where a thing was, metres; infinite when it cannot be it.

    Things seen whole: between the middles, and no higher or lower than half of their usual height. Large things, of
    which a view shows a part: up to 0.3 m for how little their boxes overlap.
    """
    if sighting.in_hand != track.carried:
        return math.inf
    away = sighting.center - track.center
    distance = length(away)
    if track.carried:
        return 0.5 * distance
    if track.swung:
        return min(distance, _SWUNG) if _hangs_on(sighting, track) else math.inf
    if abs(away[1]) > 0.03 + 0.5 * usual_size(track.label)[1]:
        distance = math.inf
    if diagonal(track.label) <= SMALL:
        return distance
    low, high = sighting.low, sighting.high
    if track.label in BOARDS and track.whole and not sighting.thing.cut:
        return distance
    share = _share(low, high, track.low, track.high)
    if share >= _SAME_SHARE:
        # A sliver at the frame's edge lies within its neighbour as well: it goes where a better match leaves room.
        return min(distance, 0.3 * (1.0 - share) + 0.1 * (1.0 - _union_share(low, high, track.low, track.high)))
    more = _fit_one(track.label, low, high, track) or (track.label in _LONG and _in_line(low, high, track))
    return min(distance, 0.25 if more else math.inf)


def _hangs_on(sighting: LiftedSighting, track: Track) -> bool:
    """Whether what is seen may be an open thing with its door or drawer: it hangs before that, or touches it."""
    low, high = sighting.low, sighting.high
    gap = np.maximum(0.0, np.maximum(low - track.high, track.low - high))
    long, tall, short = usual_size(track.label)
    away = np.abs(sighting.center - track.center)
    if (gap > (short, 0.12, short)).any():
        return False
    return float(np.hypot(away[0], away[2])) <= long + 0.2 and away[1] <= 0.5 * tall + 0.1


def merge(tracks: Sequence[Track]) -> list[Track]:
    """Take two large things of one class that seem to be one for one, under the older number; returns what is left.

    Only what is seen now is compared with what is not; what was seen side by side stays two.
    """
    for track in [t for t in tracks if t.sighting is not None and diagonal(t.label) > SMALL]:
        for other in tracks:
            same = other is not track and other.label == track.label and other.sighting is None and not other.gone
            if same and track.sighting is not None and _is_one(track, other):
                absorb(track, other)
    return [t for t in tracks if t.hits]


def _is_one(track: Track, other: Track) -> bool:
    """Whether two large things of a class are one: much of them is common, or some and they fit into one."""
    if track.company.get(other, 0) >= _TOGETHER:
        return False
    common = common_space(track, other)
    if common > 0.6 or (common > 0.2 and _fit_one(track.label, other.low, other.high, track)):
        return True
    return track.hull.common(other.hull) > _SAME_HULL


def note_company(tracks: Sequence[Track]) -> None:
    """Note which things of a class are seen in one frame, so that none of them is taken for another one.

    Detectors that are not certain also find one thing twice, in boxes of which one lies mostly in the other.
    """
    of_class: dict[str, list[Track]] = {}
    for track in tracks:
        if track.number and track.sighting is not None and track.sighting.detection.label == track.label:
            of_class.setdefault(track.label, []).append(track)
    for seen in of_class.values():
        for index, one in enumerate(seen):
            for other in seen[index + 1 :]:
                if _two(one, other):
                    one.company[other] = other.company[one] = one.company.get(other, 0) + 1


def _two(one: Track, other: Track) -> bool:
    if one.sighting is None or other.sighting is None:
        return False
    found, second = one.sighting.detection, other.sighting.detection
    if min(found.confidence, second.confidence) >= _CERTAIN:
        return True
    wide = min(found.box[2], second.box[2]) - max(found.box[0], second.box[0])
    high = min(found.box[3], second.box[3]) - max(found.box[1], second.box[1])
    return max(0.0, wide) * max(0.0, high) < _NESTED * min(found.area, second.area)


def look_alike(shown: PixelBox, seen: PixelBox) -> float:
    """How well where a thing must show goes with where one is seen, below 0 to 1.

    What they have in common (IoU) less how far their middles are apart (DIoU, Zheng et al. 2020), so that of two boxes
    in a larger one the one in the middle fits better.
    """
    one, other = ((b[0] - _PIXEL, b[1] - _PIXEL, b[2] + _PIXEL, b[3] + _PIXEL) for b in (shown, seen))
    wide, high = max(one[2], other[2]) - min(one[0], other[0]), max(one[3], other[3]) - min(one[1], other[1])
    x, y = (one[0] + one[2] - other[0] - other[2]) / 2, (one[1] + one[3] - other[1] - other[3]) / 2
    return overlap(one, other) - (x * x + y * y) / (wide * wide + high * high)


def _fit_one(label: str, low: np.ndarray, high: np.ndarray, track: Track) -> bool:
    """Whether two boxes that nearly touch are together no larger than one thing of the class can well be."""
    if (np.maximum(low, track.low) - np.minimum(high, track.high)).max() > 0.15:
        return False
    x, y, z = (np.maximum(high, track.high) - np.minimum(low, track.low)).tolist()
    long, tall, short = usual_size(label)
    scale, slack = (1.5, 0.2) if _usually_alone(label) else (1.2, 0.1)
    return max(x, z) <= scale * long + slack and min(x, z) <= scale * short + slack and y <= scale * tall + slack


@lru_cache(maxsize=1024)
def _usually_alone(label: str) -> bool:
    """Whether rooms mostly have one thing of the class, as far as recorded games tell."""
    kind = object_types().get(label)
    return kind is not None and bool(kind.rooms) and all(room.count <= 1 for room in kind.rooms.values())


def _in_line(low: np.ndarray, high: np.ndarray, track: Track) -> bool:
    """Whether a box carries on a long thing: as high, as deep from the wall, and not far from its end."""
    if abs(high[1] - track.high[1]) > 0.08:
        return False
    common = np.minimum(high, track.high) - np.maximum(low, track.low)
    least, most = np.minimum(high - low, track.high - track.low), np.maximum(high - low, track.high - track.low)
    return any(common[a] >= 0.6 * most[a] and common[b] >= -0.3 and least[b] > 0.1 for a, b in ((0, 2), (2, 0)))


def _share(
    low: np.ndarray, high: np.ndarray, other_low: np.ndarray, other_high: np.ndarray, slack: float = 0.03
) -> float:
    """Overlap of two boxes as a share of the smaller one; flat boxes are thickened by the slack."""
    common = np.minimum(high, other_high) - np.maximum(low, other_low) + 2 * slack
    if (common <= 0).any():
        return 0.0
    least = min(float(np.prod(high - low + 2 * slack)), float(np.prod(other_high - other_low + 2 * slack)))
    return min(1.0, float(np.prod(common)) / least)


def _union_share(low: np.ndarray, high: np.ndarray, other_low: np.ndarray, other_high: np.ndarray) -> float:
    """Intersection over union of two boxes, flat ones thickened."""
    slack = 0.03
    common = float(np.prod(np.maximum(0.0, np.minimum(high, other_high) - np.maximum(low, other_low) + 2 * slack)))
    both = float(np.prod(high - low + 2 * slack)) + float(np.prod(other_high - other_low + 2 * slack))
    return common / (both - common)


def common_space(one: Track, other: Track) -> float:
    """Common space of two things as a share of the smaller one."""
    return _share(one.low, one.high, other.low, other.high)


def common_part(label: str, known: Sequence[float], seen: Sequence[float]) -> float:
    """How much two boxes in the frame have in common, where a thing must show and where one is seen: 0 to 1.

    Of large things often a part is known and another part is seen: half of what the smaller box shares counts.
    """
    common = overlap(known, seen)
    if diagonal(label) <= SMALL or common == 0.0:
        return common
    one, other = ((box[2] - box[0]) * (box[3] - box[1]) for box in (known, seen))
    shared = (one + other) * common / (1 + common)  # pixels, out of their share of the union
    return max(common, 0.5 * shared / min(one, other))


def alike(sighting: LiftedSighting, track: Track) -> bool:
    """Whether what is seen is about as large as the thing."""
    return 0.6 <= sighting.extent / max(1e-3, length(track.high - track.low)) <= 1.6


def cut_from(piece: str, whole: str) -> bool:
    """Whether things of one class are what is left of things of another when they are sliced or cracked."""
    return piece in [f"{whole}{ending}" for ending in _PIECES]


def is_piece(label: str) -> bool:
    """Whether things of a class are what is left of others when they are sliced or cracked."""
    return label.endswith(_PIECES)
