"""Average precision of detections, as COCO counts it: 101 points of recall, and small things count neither way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perception.detector.detection import Detection

OVERLAPS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))
"""Intersection over union from which on a box counts as found: 0.50, 0.55, …, 0.95."""

_RECALLS = np.linspace(0, 1, 101)


@dataclass(frozen=True)
class FrameOutcome:
    """What was in one frame, and what was said to be.

    Attributes:
        truth: True boxes.
        found: Detections.
    """

    truth: tuple[Detection, ...]
    found: tuple[Detection, ...]


@dataclass(frozen=True)
class ClassPrecision:
    """How well one class is found.

    Attributes:
        label: The class.
        boxes: True boxes that count.
        ap50: Average precision at an overlap of 0.5.
        ap50_95: Mean over ``OVERLAPS``.
        recall50: Share of the true boxes that were found at all, at an overlap of 0.5.
    """

    label: str
    boxes: int
    ap50: float
    ap50_95: float
    recall50: float


def overlap(one: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(n,) intersection over union of a box (4,) with others (n, 4)."""
    low, high = np.maximum(one[:2], others[:, :2]), np.minimum(one[2:], others[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    area = np.prod(others[:, 2:] - others[:, :2], axis=1) + np.prod(one[2:] - one[:2])
    return shared / (area - shared)


def class_precision(frames: Sequence[FrameOutcome], label: str, smallest: float = 0.0) -> ClassPrecision | None:
    """Average precision of one class.

    Args:
        frames: All frames.
        label: The class.
        smallest: Things whose box has an area below the square of this, pixels, count neither as missed nor as false.

    Returns:
        None when no thing of that class counts.
    """
    rows: list[tuple[float, np.ndarray, np.ndarray]] = []  # confidence, right (per overlap), ignored (per overlap)
    total = 0
    for frame in frames:
        truth = [one.box for one in frame.truth if one.label == label]
        small = np.array([_area(box) < smallest * smallest for box in truth], bool)
        total += int((~small).sum())
        found = sorted((one for one in frame.found if one.label == label), key=lambda one: -one.confidence)
        rows += _matched(found, np.array(truth, float).reshape(-1, 4), small, smallest)
    if not total:
        return None
    rows.sort(key=lambda row: -row[0])
    right = np.array([row[1] for row in rows], bool).reshape(-1, len(OVERLAPS))
    ignored = np.array([row[2] for row in rows], bool).reshape(-1, len(OVERLAPS))
    scores = [_average(right[~ignored[:, k], k], total) for k in range(len(OVERLAPS))]
    recall = float(right[:, 0].sum()) / total
    return ClassPrecision(label, total, scores[0], float(np.mean(scores)), recall)


def _area(box: tuple[float, float, float, float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _matched(
    found: Sequence[Detection], truth: np.ndarray, small: np.ndarray, smallest: float
) -> list[tuple[float, np.ndarray, np.ndarray]]:
    """Each detection with the best true box that is still free, for every overlap."""
    free = np.ones((len(truth), len(OVERLAPS)), bool)
    rows = []
    for one in found:
        right, ignored = np.zeros(len(OVERLAPS), bool), np.zeros(len(OVERLAPS), bool)
        shares = overlap(np.array(one.box), truth) if len(truth) else np.zeros(0)
        for k, least in enumerate(OVERLAPS):
            good = np.where(free[:, k] & (shares >= least), shares, -1.0)
            large = np.where(small, -1.0, good)
            best = large if (large > 0).any() else good
            if len(best) and best.max() > 0:
                index = int(best.argmax())
                free[index, k] = False
                right[k], ignored[k] = not small[index], small[index]
            else:
                ignored[k] = one.area < smallest * smallest
        rows.append((one.confidence, right, ignored))
    return rows


def _average(right: np.ndarray, total: int) -> float:
    hits = np.cumsum(right)
    recall, precision = hits / total, hits / np.arange(1, len(right) + 1)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    places = np.searchsorted(recall, _RECALLS, side="left")
    return float(np.append(best, 0.0)[np.minimum(places, len(best))].mean())
