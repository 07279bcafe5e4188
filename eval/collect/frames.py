"""One labelled frame: what the camera sees under some light, and a box around everything that can be told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from envs.simulator import Event
from eval.collect.plan import CameraStyle
from perception.detector.detection import Detection

LEAST_SIDE = 5
"""Narrower boxes are not labelled, pixels."""
LEAST_PIXELS = 30
"""Nor are things of which fewer pixels can be seen."""


@dataclass(frozen=True)
class LabelledFrame:
    """A frame with its true boxes.

    Attributes:
        rgb: (H, W, 3) uint8.
        boxes: One for each thing in view, in the order of their ids; confidence 1.
    """

    rgb: np.ndarray
    boxes: tuple[Detection, ...]


def labelled(event: Event, classes: Collection[str], look: CameraStyle, random: np.random.Generator) -> LabelledFrame:
    """The frame of an event, as filmed under this light, and what is in it.

    Args:
        event: With RGB and instance segmentation.
        classes: Types to label.
        look: The light and the camera.
        random: Draws the camera's noise.
    """
    assert event.frame is not None, "the simulator was not asked to draw"
    return LabelledFrame(_filmed(event.frame, look, random), true_boxes(event, classes))


def true_boxes(event: Event, classes: Collection[str]) -> tuple[Detection, ...]:
    """Boxes of the visible pixels of things, leaving out what is too small to be told."""
    segmentation = event.views.segmentation
    if segmentation is None:
        return ()
    kinds = {thing["objectId"]: thing["objectType"] for thing in event.metadata["objects"]}
    pixels = np.bincount(segmentation.labels.ravel() + 1)[1:]
    found = []
    for name, label in sorted(segmentation.instances.items()):
        kind = kinds.get(name)
        if kind is None or kind not in classes or pixels[label] < LEAST_PIXELS:
            continue
        x0, y0, x1, y1 = (event.instance_detections2D or {})[name]
        if min(x1 - x0, y1 - y0) + 1 >= LEAST_SIDE:
            found.append(Detection(kind, 1.0, (float(x0), float(y0), float(x1 + 1), float(y1 + 1))))
    return tuple(found)


def _filmed(frame: np.ndarray, look: CameraStyle, random: np.random.Generator) -> np.ndarray:
    light = look.gain * np.array([1 + look.warmth, 1.0, 1 - look.warmth], np.float32)
    picture = frame.astype(np.float32) * light
    if look.grain:
        picture += random.standard_normal(frame.shape, dtype=np.float32) * look.grain
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)
