"""From what a detector found in a picture to the numbers that a rescorer goes by, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np

from perception.rescoring.finds import Finds
from perception.rescoring.rescorer import MOST, Rescorer


class FoundBox(Protocol):
    """A detection: ``perception.detector.detection.Detection``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def label(self) -> str:
        """Its class."""
        ...

    @property
    def confidence(self) -> float:
        """From 0 to 1."""
        ...

    @property
    def box(self) -> tuple[float, float, float, float]:
        """In pixels."""
        ...


AnyBox = TypeVar("AnyBox", bound=FoundBox)


def as_finds(found: Sequence[FoundBox], types: Sequence[str], width: int, height: int) -> Finds:
    """Detections of known types as numbers.

    Args:
        found: What was found, each of one of the types.
        types: What the rescorer knows.
        width: Of the picture, pixels.
        height: Likewise.
    """
    numbers = {name: number for number, name in enumerate(types)}
    return Finds(
        np.array([numbers[one.label] for one in found], np.int64),
        np.array([one.confidence for one in found], np.float64),
        np.array([one.box for one in found], np.float64).reshape(-1, 4) / [width, height, width, height],
    )


def rescored(rescorer: Rescorer, found: Sequence[AnyBox], width: int, height: int) -> list[AnyBox]:
    """The same finds, each as sure as all of them together make it; the most confident first.

    Args:
        rescorer: Says how sure.
        found: What was found, the most confident first; what is of no type that it knows is left as it is, and of the
            others those that are not among its most confident are left out.
        width: Of the picture, pixels.
        height: Likewise.
    """
    known = frozenset(rescorer.types)
    mine = [one for one in found if one.label in known][:MOST]
    told = rescorer.confidences(as_finds(mine, rescorer.types, width, height))
    anew = [replace(one, confidence=float(sure)) for one, sure in zip(mine, told, strict=True)]
    return sorted([*anew, *(one for one in found if one.label not in known)], key=lambda one: -one.confidence)
