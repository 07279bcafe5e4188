"""A detector that looks at a large picture as a whole and at its quarters: what is small is seen twice as large."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.detector.detection import Detection, Detector, checked_frame, overlap

TILE = 0.6
"""Side of a tile, as a share of the picture's: so tiles overlap by a fifth of it."""
SMALLEST = 450
"""Pictures whose shorter side is smaller are looked at as a whole only, pixels."""
_CUT = 2.0  # pixels from a tile's inner edge within which a thing may go on outside
_SAME = 0.5  # overlap (IoU) from which on two boxes of a class are of one thing
_WITHIN = 0.8  # share of a box that lies in a surer one of its class, so that it is part of that


class TiledDetector:
    """Another detector, shown more of large pictures.

    Args:
        inner: The detector.
    """

    def __init__(self, inner: Detector) -> None:
        self._inner = inner
        sure = getattr(inner, "sure", None)
        if sure is not None:
            self.sure = float(sure)

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        """What is found in the whole or in a tile, the most confident first.

        Raises:
            BadInput: The inner detector refuses.
        """
        height, width = checked_frame(frame).shape[:2]
        found = list(self._inner.detect(frame, classes))
        if min(height, width) >= SMALLEST:
            for y in (0, height - round(TILE * height)):
                for x in (0, width - round(TILE * width)):
                    found += self._in_tile(frame, x, y, classes)
        found.sort(key=lambda one: -one.confidence)
        kept: list[Detection] = []
        for one in found:
            if not any(other.label == one.label and _is_part(one, other) for other in kept):
                kept.append(one)
        return kept

    def _in_tile(self, frame: np.ndarray, x: int, y: int, classes: Sequence[str]) -> list[Detection]:
        """What lies whole in one tile."""
        height, width = frame.shape[:2]
        high, wide = round(TILE * height), round(TILE * width)
        tile = np.ascontiguousarray(frame[y : y + high, x : x + wide])
        left, top = _CUT if x > 0 else -1.0, _CUT if y > 0 else -1.0
        right = wide + 1.0 if x > 0 else wide - _CUT
        bottom = high + 1.0 if y > 0 else high - _CUT
        found = []
        for one in self._inner.detect(tile, classes):
            x0, y0, x1, y1 = one.box
            if x0 > left and y0 > top and x1 < right and y1 < bottom:
                found.append(Detection(one.label, one.confidence, (x0 + x, y0 + y, x1 + x, y1 + y)))
        return found


def _is_part(one: Detection, other: Detection) -> bool:
    """Whether a detection is of the same thing as another of its class, or of a part of that."""
    if overlap(one.box, other.box) > _SAME:
        return True
    wide = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    high = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return wide > 0 and high > 0 and wide * high > _WITHIN * one.area
