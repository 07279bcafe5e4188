"""A detector whose confidences mean about as much for every type.

A detector that was trained on what homes have is sure of fridges and never of knives: with one threshold for all, what
it is least sure of is never found, and what it sees everywhere is found too often. Every type's confidences are shifted
so that the threshold that is best for the type falls on the one for all (``python -m benchmarks.type_confidence``).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from perception.detector.detection import Detection, Detector

SHIPPED = "type_confidence.json"
_EDGE = 1e-4  # confidences are kept so far from 0 and 1


class EvenedDetector:
    """Another detector with shifted confidences.

    Args:
        inner: The detector.
        shifts: By type: log-odds to add; types that are not named stay as they are.
    """

    def __init__(self, inner: Detector, shifts: Mapping[str, float]) -> None:
        self._inner, self._shifts = inner, shifts
        sure = getattr(inner, "sure", None)
        if sure is not None:
            self.sure = float(sure)

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        """What is found, the most confident first.

        Raises:
            BadInput: The inner detector refuses.
        """
        found = [
            Detection(one.label, shifted(one.confidence, self._shifts.get(one.label, 0.0)), one.box)
            for one in self._inner.detect(frame, classes)
        ]
        return sorted(found, key=lambda one: -one.confidence)


def log_odds(confidence: float) -> float:
    """Of a confidence from 0 to 1."""
    kept = min(max(confidence, _EDGE), 1.0 - _EDGE)
    return math.log(kept / (1.0 - kept))


def shifted(confidence: float, shift: float) -> float:
    """A confidence with its log-odds shifted; 1 stays 1."""
    if confidence >= 1.0 or shift == 0.0:
        return confidence
    return 1.0 / (1.0 + math.exp(-log_odds(confidence) - shift))


@cache
def shipped_shifts() -> Mapping[str, float]:
    """For the shipped weights and large pictures looked at in parts."""
    return json.loads((files("assets") / SHIPPED).read_text(encoding="utf-8"))
