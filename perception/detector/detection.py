"""What a detector says about one frame: class, confidence, box. The seam every detector goes through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from envs.errors import BadInput

PixelBox = tuple[float, float, float, float]
"""(x0, y0, x1, y1) in pixels of a frame, x from the left and y from the top; x1 and y1 lie outside the box."""


@dataclass(frozen=True)
class Detection:
    """One thing found in a frame.

    Attributes:
        label: The class, spelled as the caller spelled it.
        confidence: 0 to 1.
        box: In pixels of the frame; a box around one pixel is 1 wide.

    Raises:
        BadInput: The box is empty or turned around, or the confidence is not between 0 and 1.
    """

    label: str
    confidence: float
    box: PixelBox

    def __post_init__(self) -> None:
        x0, y0, x1, y1 = self.box
        if not (x0 < x1 and y0 < y1):
            raise BadInput(
                f"box {self.box} of {self.label!r} is empty; boxes are (x0, y0, x1, y1) with x0 < x1, y0 < y1"
            )
        if not 0.0 <= self.confidence <= 1.0:
            raise BadInput(f"confidence {self.confidence} of {self.label!r} is not between 0 and 1")

    @property
    def center(self) -> tuple[float, float]:
        """Middle of the box, pixels."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @property
    def area(self) -> float:
        """Width times height, pixels."""
        x0, y0, x1, y1 = self.box
        return (x1 - x0) * (y1 - y0)


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """Intersection over union of two boxes."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = (one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1])
    return wide * high / (areas - wide * high)


@runtime_checkable
class Detector(Protocol):
    """Finds things of given classes in a frame.

    ``homebody`` finds detectors by name, by entry point (group ``homebody.detectors``) or as ``module:Class``; see
    ``perception.plugins``. ``perception.testing.check_detector`` says whether one keeps to the contract.
    """

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        """What is in the frame.

        Args:
            frame: (H, W, 3) uint8, RGB, row 0 at the top.
            classes: What to look for: AI2-THOR types (``CoffeeMachine``) or free words (``red mug``).

        Returns:
            The most confident first; every label is one of ``classes``, every box lies within the frame.

        Raises:
            BadInput: The frame is no image, or there are no classes.
        """
        ...


def checked_frame(frame: np.ndarray) -> np.ndarray:
    """The frame as it came.

    Raises:
        BadInput: It is not (H, W, 3) uint8 with at least one pixel.
    """
    shape = getattr(frame, "shape", None)
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        kind = getattr(frame, "dtype", type(frame).__name__)
        raise BadInput(f"a frame is (H, W, 3) uint8 RGB; this is {shape} {kind}")
    if 0 in frame.shape:
        raise BadInput(f"the frame has no pixels: {shape}")
    return frame


def checked_classes(classes: Sequence[str]) -> tuple[str, ...]:
    """The classes, each once.

    Raises:
        BadInput: There are none, one is blank, or one string was given instead of several.
    """
    if isinstance(classes, str):
        raise BadInput(f"classes is one string, {classes!r}; give a list of names")
    names = tuple(dict.fromkeys(classes))
    if not names:
        raise BadInput("the list of classes is empty; name at least one thing to look for")
    if any(not isinstance(name, str) or not name.strip() for name in names):
        raise BadInput("a class name is blank; every class needs a word")
    return names
