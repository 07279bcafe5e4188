"""Detectors that know the answer: boxes from the engine's own segmentation, and the same with seeded mistakes.

They say how much of a result is owed to the detector: put the one or the other in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.simulator import Event
from envs.vocabulary.object_types import object_types
from perception.detector.detection import Detection, Detector, PixelBox, checked_classes, checked_frame
from perception.detector.phrases import type_of
from perception.noise import NOISE, Noise, between, noise_of, random_of

_MOST_SHIFT = 0.4  # of a side, per edge: a box that is jittered stays a box
_FALSE_SIDES = (0.04, 0.4)  # of the frame's: how large invented boxes are


class GroundTruthDetector:
    """Finds what the engine says owns pixels.

    A class is an AI2-THOR type, or words for one (``perception.detector.phrases``); words that mean no type are never
    found. Where several classes mean the same type, an object is labelled with the type's own name if that is among
    them, else with the first.

    Args:
        source: Gives the event whose frame is looked at; opened with ``renderInstanceSegmentation=True``.
        smallest: Boxes whose longer side is shorter are left out, pixels.
        pixels: So are objects of which fewer pixels can be seen.

    Raises:
        BadInput: A threshold is negative.
    """

    def __init__(self, source: Callable[[], Event], smallest: float = 4.0, pixels: int = 8) -> None:
        if not (smallest >= 0 and pixels >= 0):
            raise BadInput(f"thresholds are pixels, 0 or more; these are {smallest} and {pixels}")
        self._source = source
        self._smallest, self._pixels = smallest, pixels

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        """The objects of these classes in the source's last event, each with confidence 1, in the engine's order.

        Raises:
            BadInput: The frame is no image or not that event's, there are no classes, or the event has no segmentation.
        """
        frame, labels = checked_frame(frame), _labels(checked_classes(classes))
        event = self._source()
        boxes = event.instance_detections2D
        if boxes is None or event.views.segmentation is None:
            raise BadInput("the event shows no instances; open the engine with renderInstanceSegmentation=True")
        if event.frame is None or not np.array_equal(event.frame, frame):
            raise BadInput(
                "this frame is not that of the source's last event; the truth is known of that one only, "
                "so detect in each frame before the next action"
            )
        kinds = {thing["objectId"]: thing["objectType"] for thing in event.metadata["objects"]}
        counts = np.bincount(event.views.segmentation.labels.ravel() + 1)[1:]
        found: list[Detection] = []
        for key, number in event.views.segmentation.instances.items():
            label = labels.get(kinds.get(key, ""))
            if label is not None and counts[number] >= self._pixels:
                x0, y0, x1, y1 = boxes[key]  # inclusive
                if max(x1 - x0, y1 - y0) + 1 >= self._smallest:
                    found.append(Detection(label, 1.0, (float(x0), float(y0), float(x1 + 1), float(y1 + 1))))
        return found


def _labels(classes: Sequence[str]) -> dict[str, str]:
    """What to call an object, by its type."""
    types = object_types()
    labels = {name: name for name in classes if name in types}
    for words in classes:
        meant = type_of(words)
        if meant is not None:
            labels.setdefault(meant, words)
    return labels


class NoisyDetector:
    """Another detector, with mistakes.

    Mistakes depend on the seed and the picture alone, neither on what was asked before nor on the clock: the same
    frame gets the same answer, as from a trained detector. Frames that differ in one pixel get unrelated mistakes. A
    higher share of misses leaves out the same detections and more.

    Args:
        inner: The detector; the truth, mostly.
        seed: Of the mistakes.
        noise: A level of ``NOISE`` or numbers of one's own.
        changes: Fields of ``Noise`` that differ from that level: ``misses=0.3``.

    Raises:
        BadInput: There is no such level or field, or a number is out of range.
    """

    def __init__(self, inner: Detector, seed: int = 0, noise: Noise | str = "medium", **changes: Any) -> None:
        self._inner = inner
        self._seed = seed
        self.noise = noise_of(NOISE, noise, changes)

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        """What the inner detector finds, less what is missed, with what is made up; the most confident first.

        Raises:
            BadInput: The frame is no image, there are no classes, or the inner detector refuses.
        """
        frame, names = checked_frame(frame), checked_classes(classes)
        true = self._inner.detect(frame, names)
        random = random_of(self._seed, frame)
        # As many numbers for every detection, whatever happens to it: so one rate does not change the rest.
        chances, shifts = random.random((len(true), 4)), random.standard_normal((len(true), 4))
        found = [
            self._disturbed(detection, names, chances[row].tolist(), shifts[row].tolist(), frame.shape)
            for row, detection in enumerate(true)
            if chances[row, 0] >= self.noise.misses
        ]
        count = int(random.poisson(self.noise.false_positives))
        found += [self._invented(names, chances, frame.shape) for chances in random.random((count, 6)).tolist()]
        return sorted(found, key=lambda detection: -detection.confidence)

    def _disturbed(
        self,
        detection: Detection,
        names: Sequence[str],
        chances: Sequence[float],
        shifts: Sequence[float],
        shape: tuple[int, ...],
    ) -> Detection:
        _, confusion, which, sure = chances
        others = [name for name in names if name != detection.label]
        confused = bool(others) and confusion < self.noise.confusions
        label = others[int(which * len(others))] if confused else detection.label
        span = self.noise.wrong if confused else self.noise.right
        box = _jittered(detection.box, [self.noise.jitter * shift for shift in shifts], shape)
        return Detection(label, detection.confidence * between(span, sure), box)

    def _invented(self, names: Sequence[str], chances: Sequence[float], shape: tuple[int, ...]) -> Detection:
        which, sure, wide, high, across, down = chances
        x0, x1 = _stretch(wide, across, shape[1])
        y0, y1 = _stretch(high, down, shape[0])
        return Detection(names[int(which * len(names))], between(self.noise.wrong, sure), (x0, y0, x1, y1))


def _jittered(box: PixelBox, shifts: Sequence[float], shape: tuple[int, ...]) -> PixelBox:
    """The box with every edge shifted by so many times its side, cut off at the frame."""
    if not any(shifts):
        return box
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    left, top, right, bottom = (max(-_MOST_SHIFT, min(_MOST_SHIFT, shift)) for shift in shifts)
    return (
        max(0.0, x0 + left * wide),
        max(0.0, y0 + top * high),
        min(float(shape[1]), x1 + right * wide),
        min(float(shape[0]), y1 + bottom * high),
    )


def _stretch(size: float, place: float, length: int) -> tuple[float, float]:
    """Where an invented box begins and ends along one side of the frame; at least a pixel."""
    side = max(1.0, between(_FALSE_SIDES, size) * length)
    start = place * (length - side)
    return start, min(float(length), start + side)
