"""What the recogniser's network looks at: small frames, close-ups of what changed, and what a detector saw there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from perception.detector.detection import Detection
from perception.recognizer.changes import (
    CLOSE,
    REGIONS,
    WIDE,
    FrameChange,
    change,
    changed_share,
    close_ups,
    geometry,
    relations,
)
from perception.recognizer.sequences import SIDE, shrunk

SEEN = 12
"""So many detections of a frame are looked at: those where most has changed, or that contain what has."""
SEEN_VALUES = 7 + 3 * REGIONS
"""Numbers for each detection: confidence, x0, y0, x1, y1, changed share, 1 for the frame before and 0 for this one, and
how it lies to the changed places; see ``changes.relations``."""
GEOMETRY = 3 + 5 * REGIONS


@dataclass(frozen=True)
class Features:
    """Everything the network needs of n frames in a row.

    Attributes:
        frames: (n, WIDE, WIDE, 3) uint8.
        previous: (n, WIDE, WIDE, 3) uint8, the frame before each; the first one's is itself.
        geometry: (n, GEOMETRY) float32; see ``changes.geometry``.
        local: (m,) int64, the frames at which something changed while the camera stayed.
        near: (m, REGIONS + 1, CLOSE, CLOSE, 6) uint8, close-ups of these.
        wide: (m, WIDE, WIDE, 6) uint8, the surroundings.
        labels: (n, 2 · SEEN) int64, number of the class of each detection, 0 for one that is not known.
        seen: (n, 2 · SEEN, SEEN_VALUES) float32; all zero where there is no detection.
    """

    frames: np.ndarray
    previous: np.ndarray
    geometry: np.ndarray
    local: np.ndarray
    near: np.ndarray
    wide: np.ndarray
    labels: np.ndarray
    seen: np.ndarray

    def __len__(self) -> int:
        return len(self.frames)

    def part(self, start: int, stop: int) -> Features:
        """Some of the frames, which still know the frame before them."""
        k, end = np.searchsorted(self.local, (start, stop))
        return Features(
            self.frames[start:stop],
            self.previous[start:stop],
            self.geometry[start:stop],
            self.local[k:end] - start,
            self.near[k:end],
            self.wide[k:end],
            self.labels[start:stop],
            self.seen[start:stop],
        )


def features(
    frames: Sequence[np.ndarray],
    detections: Sequence[Sequence[Detection]],
    types: Mapping[str, int],
    first: np.ndarray | None = None,
    first_detections: Sequence[Detection] = (),
    small: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]] | None = None,
) -> Features:
    """Look at frames in a row.

    Args:
        frames: Each (H, W, 3) uint8, of any size.
        detections: What was found in each of them.
        types: Numbers of the known classes, from 1.
        first: The frame before the first one; None when there is none.
        first_detections: What was found in it.
        small: What ``both_sizes`` says of a frame, by somebody who remembers it.
    """
    smaller = small or both_sizes
    tiny, geometries, local, near, wide, labels, seen = [], [], [], [], [], [], []
    earlier, begin = (None, None) if first is None else smaller(first)
    boxes = _boxes(frames[0] if first is None else first, first_detections, types)
    for k, frame in enumerate(frames):
        now, around_all = smaller(frame)
        found = change(now if earlier is None else earlier, now)
        boxes, boxes_before = _boxes(frame, detections[k], types), boxes
        kinds, values = _seen(boxes_before, boxes, found)
        tiny.append(around_all)
        geometries.append(geometry(found))
        labels.append(kinds)
        seen.append(values)
        if found.local and earlier is not None:
            close, around = close_ups(earlier, now, found)
            local.append(k)
            near.append(close)
            wide.append(around)
        earlier = now
    stacked = np.stack(tiny)
    before = np.concatenate([stacked[:1] if begin is None else begin[None], stacked[:-1]])
    return Features(
        stacked,
        before,
        np.stack(geometries),
        np.array(local, np.int64),
        np.stack(near) if near else np.zeros((0, REGIONS + 1, CLOSE, CLOSE, 6), np.uint8),
        np.stack(wide) if wide else np.zeros((0, WIDE, WIDE, 6), np.uint8),
        np.stack(labels),
        np.stack(seen),
    )


def both_sizes(frame: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A frame with ``SIDE`` pixels a side, and that with ``WIDE``."""
    now = shrunk(frame)
    return now, shrunk(now, WIDE)


def _boxes(
    frame: np.ndarray, found: Sequence[Detection], types: Mapping[str, int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Class numbers, confidences and boxes as shares of the frame."""
    height, width = frame.shape[:2]
    kinds = np.array([types.get(d.label, 0) for d in found], np.int64)
    trust = np.array([d.confidence for d in found], np.float32)
    boxes = np.array([d.box for d in found], np.float32).reshape(-1, 4) / np.array([width, height] * 2, np.float32)
    return kinds, trust, np.clip(boxes, 0.0, 1.0)


def _seen(
    before: tuple[np.ndarray, np.ndarray, np.ndarray],
    now: tuple[np.ndarray, np.ndarray, np.ndarray],
    found: FrameChange,
) -> tuple[np.ndarray, np.ndarray]:
    labels, values = np.zeros(2 * SEEN, np.int64), np.zeros((2 * SEEN, SEEN_VALUES), np.float32)
    for half, (kinds, trust, boxes) in enumerate((before, now)):
        if not len(kinds):
            continue
        share = changed_share(found.mask, boxes)
        lie = relations(found, boxes)
        order = np.lexsort((-trust, -share - lie[:, ::3].sum(axis=1)))[:SEEN]
        to = slice(half * SEEN, half * SEEN + len(order))
        labels[to] = kinds[order]
        earlier = np.full((len(order), 1), 1.0 - half, np.float32)
        values[to] = np.concatenate([trust[order, None], boxes[order], share[order, None], earlier, lie[order]], axis=1)
    return labels, values


__all__ = ["CLOSE", "GEOMETRY", "REGIONS", "SEEN", "SEEN_VALUES", "SIDE", "WIDE", "Features", "both_sizes", "features"]
