"""Log-odds that what was found in pictures is a thing of its own, and of the class it is taken for.

Measured on walks through rooms rebuilt from recorded training games, two of three things that a tracker had confirmed
were none: parts of others, others' shadows, the same once more. How often it was found where it would have shown, how
surely, and how many of its kind a home has tell most of them (``python -m benchmarks.existence``).
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from perception.existence.home_counts import HomeCounts, counts_from

COUNTS, SHIPPED = "home_counts.json", "existence_{}.json"
ACTED, REMEMBERED = "acted", "remembered"
"""What pictures are for: large ones are looked at in parts to act on them, small ones as a whole to remember them."""
BELIEVED = -1.0
"""Log-odds from which on a thing is taken to be there. Who acts does better to try what is not than to look in vain for
what is; for those who remember it was chosen on 28 walks through generated rooms, from -1.5, -1 and -0.5: nodes'
precision and recall .89 and .66, .91 and .65, .93 and .64."""
GIVEN_UP = 1.0
"""So much less, and what was believed no longer is."""


@dataclass(frozen=True)
class ThingEvidence:
    """What speaks for a thing.

    Attributes:
        object_type: What it is taken for.
        hits: In how many frames it was found.
        overlooked: In how many it would have shown, and was not found.
        confidence: Of those findings, 0 to 1.
        handled: Log-odds of the robot's own deeds: that it could be handled speaks for it.
    """

    object_type: str
    hits: int
    overlooked: int
    confidence: float
    handled: float = 0.0


@dataclass(frozen=True)
class ExistenceWeights:
    """What a unit of each piece of evidence adds to the log-odds.

    Attributes:
        hits: Of the logarithm of how often it was found.
        confidence: Of the confidence.
        rate: Of the logarithm of how often it was found for every time it was overlooked.
        usual: Of the log-odds that a home has so many.
        bias: What is added to all.
    """

    hits: float
    confidence: float
    rate: float
    usual: float
    bias: float


class Existence:
    """Weighs what speaks for things in one home.

    Args:
        counts: How many of each type homes have.
        weights: How much what counts.
        looks: The same before it is known how many others there are.
        believed: Log-odds from which on a thing is taken to be there.
    """

    def __init__(
        self, counts: HomeCounts, weights: ExistenceWeights, looks: ExistenceWeights, believed: float = 0.0
    ) -> None:
        self._counts, self._weights, self._looks, self._believed = counts, weights, looks, believed

    def odds(self, things: Sequence[ThingEvidence]) -> list[float]:
        """Log-odds of each, given all that seem to be there."""
        usual = self.usual(things)
        return [weighed(one, self._weights, prior) + one.handled for one, prior in zip(things, usual, strict=True)]

    def usual(self, things: Sequence[ThingEvidence]) -> list[float]:
        """Log-odds that a home has each of them beside those of its type for which more speaks."""
        alone = [weighed(one, self._looks, 0.0) + one.handled for one in things]
        by_type: dict[str, list[int]] = {}
        for at in sorted(range(len(things)), key=lambda at: -alone[at]):
            by_type.setdefault(things[at].object_type, []).append(at)
        kinds = self._counts.kinds({t: _chance(alone[order[0]]) for t, order in by_type.items()})
        out = [0.0] * len(things)
        for object_type, order in by_type.items():
            for rank, at in enumerate(order, 1):
                out[at] = self._counts.another(kinds, object_type, rank)
        return out

    def believes(self, odds: float, before: bool) -> bool:
        """Whether a thing is taken to be there; what was believed ``before`` is not given up at once."""
        return odds > self._believed - (GIVEN_UP if before else 0.0)

    @property
    def weights(self) -> tuple[ExistenceWeights, ExistenceWeights]:
        """How much what counts; the same before it is known how many others there are."""
        return self._weights, self._looks


def features(one: ThingEvidence, usual: float) -> tuple[float, float, float, float, float]:
    """What the weights are multiplied with, in their order; the last is 1."""
    rate = math.log((one.hits + 1) / (one.overlooked + 1))
    return math.log(max(1, one.hits)), one.confidence, rate, usual, 1.0


def weighed(one: ThingEvidence, weights: ExistenceWeights, usual: float) -> float:
    """Log-odds of one thing, its handling left out."""
    known = (weights.hits, weights.confidence, weights.rate, weights.usual, weights.bias)
    return sum(a * b for a, b in zip(known, features(one, usual), strict=True))


def _chance(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


def _asset(name: str) -> dict[str, Any]:
    return json.loads((files("assets") / name).read_text(encoding="utf-8"))


@cache
def shipped_existence(pictures: str) -> Existence:
    """With what was counted in and fitted to recorded training games.

    Args:
        pictures: ``ACTED`` or ``REMEMBERED``.
    """
    fields = _asset(SHIPPED.format(pictures))
    weights, looks = (ExistenceWeights(**fields[name]) for name in ("weights", "looks"))
    return Existence(counts_from(_asset(COUNTS)), weights, looks, BELIEVED)


def existence_for(detector: object, pictures: str) -> Existence | None:
    """What weighs what a detector finds; None for one that knows the answer, and does not say when it is ``sure``.

    Args:
        detector: It has an attribute ``sure`` if it has to look: the confidence from which on something counts.
        pictures: ``ACTED`` or ``REMEMBERED``.
    """
    return shipped_existence(pictures) if hasattr(detector, "sure") else None
