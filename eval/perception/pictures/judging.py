"""What of a detector's finds is right, and what it missed, in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from eval.perception.pictures.labelled import LabelledBox, LabelledPicture
from perception.detector.detection import Detection, PixelBox, overlap

SURE = 0.25
"""Confidence from which on something counts as found."""
HALF = 0.5
"""Intersection over union from which on a find is of a thing."""
SMALLEST = 20.0
"""Things whose box covers less than the square of this count neither way: pixels of a picture of ``SIDE``."""
SIDE = 300
"""The longer side of the pictures that ``SMALLEST`` is for; in larger ones it grows with it."""
_MOSTLY = 0.5  # share of a find that lies on a crowd


class BoxVerdict(StrEnum):
    """What becomes of a find or of a labelled box."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSED = "missed"
    IGNORED = "ignored"


@dataclass(frozen=True)
class Judgement:
    """One picture, judged.

    Attributes:
        found: Every find from ``SURE`` on, the most confident first: right, wrong or ignored.
        truth: Every labelled box: right, missed or ignored.
    """

    found: tuple[tuple[Detection, BoxVerdict], ...]
    truth: tuple[tuple[LabelledBox, BoxVerdict], ...]


def judge(
    truth: Sequence[LabelledBox],
    found: Sequence[Detection],
    smallest: float,
    ignored: Sequence[PixelBox] = (),
    crowds: Sequence[PixelBox] = (),
) -> Judgement:
    """Give every find to a box of one of its types, the most confident find first, each box once.

    A find that has no box is wrong, unless it covers less than ``smallest`` squared, overlaps by half with something of
    which nothing is known, or lies by more than half on a crowd.

    Args:
        truth: What is in the picture.
        found: What a detector said, in any order; what it is less sure of than ``SURE`` is left out.
        smallest: Boxes below the square of this many pixels count neither way; see ``smallest_in``.
        ignored: Things of which nothing is known.
        crowds: Places with more than is labelled.
    """
    large = [_area(one.box) >= smallest * smallest for one in truth]
    free = set(range(len(truth)))
    told = []
    for one in sorted((one for one in found if one.confidence >= SURE), key=lambda one: -one.confidence):
        match = _match(one, truth, free, large)
        if match is not None:
            free.discard(match)
            told.append((one, BoxVerdict.RIGHT if large[match] else BoxVerdict.IGNORED))
        elif one.area < smallest * smallest or _apart(one, ignored, crowds):
            told.append((one, BoxVerdict.IGNORED))
        else:
            told.append((one, BoxVerdict.WRONG))
    fates = [_fate(is_large, number in free) for number, is_large in enumerate(large)]
    return Judgement(tuple(told), tuple(zip(truth, fates, strict=True)))


def judged(picture: LabelledPicture, found: Sequence[Detection], width: int, height: int) -> Judgement:
    """The same of a labelled picture of so many pixels."""
    return judge(picture.boxes, found, smallest_in(width, height), picture.ignored, picture.crowds)


def smallest_in(width: int, height: int) -> float:
    """Side of the smallest square that counts in a picture, pixels."""
    return SMALLEST * max(width, height) / SIDE


def _match(one: Detection, truth: Sequence[LabelledBox], free: set[int], large: Sequence[bool]) -> int | None:
    """The free box of its type that it shares most with, those that count first."""
    near = [(large[k], overlap(one.box, truth[k].box), -k) for k in free if one.label in truth[k].types]
    near = [row for row in near if row[1] >= HALF]
    return -max(near)[2] if near else None


def _apart(one: Detection, ignored: Sequence[PixelBox], crowds: Sequence[PixelBox]) -> bool:
    return any(overlap(one.box, box) >= HALF for box in ignored) or any(_on(one.box, box) > _MOSTLY for box in crowds)


def _fate(large: bool, free: bool) -> BoxVerdict:
    if not large:
        return BoxVerdict.IGNORED
    return BoxVerdict.MISSED if free else BoxVerdict.RIGHT


def _area(box: PixelBox) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _on(box: PixelBox, other: PixelBox) -> float:
    """Share of the first that lies on the second."""
    wide, high = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
    return max(wide, 0.0) * max(high, 0.0) / _area(box)
