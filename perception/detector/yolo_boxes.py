"""Around a YOLO network: a frame made square for it, and its raw answers made into boxes of the frame. Plain numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perception.detector.detection import Detection

_GREY = 114  # of the border around a frame that is not square, as in training
_MOST = 300  # boxes of one frame
_STRIDES = (8, 16, 32)  # pixels between anchors, one grid after the other in the answers, each row by row
_CANDIDATES = 2000  # boxes looked at before overlapping ones are dropped


@dataclass(frozen=True)
class Letterbox:
    """How a frame lies in the square that the network sees.

    Attributes:
        scale: Pixels of the square per pixel of the frame.
        left: Border to the left, pixels of the square.
        top: Border above.
        width: Of the frame, its own pixels.
        height: Of the frame.
    """

    scale: float
    left: int
    top: int
    width: int
    height: int


def squared(frame: np.ndarray, size: int) -> tuple[np.ndarray, Letterbox]:
    """A frame resized (bilinear) and centred in a square.

    Args:
        frame: (H, W, 3) uint8.
        size: Side of the square, pixels.

    Returns:
        (3, size, size) float32 from 0 to 1, and how to find the way back.
    """
    height, width = frame.shape[:2]
    scale = size / max(height, width)
    h, w = max(1, round(height * scale)), max(1, round(width * scale))
    top, left = (size - h) // 2, (size - w) // 2
    canvas = np.full((size, size, 3), _GREY, np.float32)
    canvas[top : top + h, left : left + w] = _resized(frame, h, w)
    return canvas.transpose(2, 0, 1) / 255.0, Letterbox(scale, left, top, width, height)


def _resized(frame: np.ndarray, height: int, width: int) -> np.ndarray:
    if frame.shape[:2] == (height, width):
        return frame.astype(np.float32)
    rows, row_share = _between(frame.shape[0], height)
    columns, column_share = _between(frame.shape[1], width)
    upper, lower = frame[rows].astype(np.float32), frame[np.minimum(rows + 1, frame.shape[0] - 1)].astype(np.float32)
    mixed = upper + (lower - upper) * row_share[:, None, None]
    right = mixed[:, np.minimum(columns + 1, frame.shape[1] - 1)]
    return mixed[:, columns] + (right - mixed[:, columns]) * column_share[None, :, None]


def _between(old: int, new: int) -> tuple[np.ndarray, np.ndarray]:
    """For every new pixel the old one before its middle, and how far it is on the way to the next."""
    place = np.clip((np.arange(new) + 0.5) * old / new - 0.5, 0, old - 1)
    first = place.astype(np.int64)
    return first, (place - first).astype(np.float32)


def both_ways(answers: np.ndarray, mirrored: np.ndarray, size: int) -> np.ndarray:
    """The mean of what was answered for a square and for its mirror image.

    Args:
        answers: (..., 4 + n, anchors); see ``read_answers``.
        mirrored: The same of the mirror image, left and right exchanged.
        size: Side of the square, pixels.
    """
    order, begin = [], 0
    for stride in _STRIDES:
        side = size // stride
        order.append(begin + np.arange(side * side).reshape(side, side)[:, ::-1].ravel())
        begin += side * side
    back = mirrored[..., np.concatenate(order)]
    back[..., 0, :] = size - back[..., 0, :]
    return (answers + back) / 2


def read_answers(
    answers: np.ndarray, fit: Letterbox, classes: Sequence[str], confidence: float, overlap: float
) -> list[Detection]:
    """What the network found in one frame.

    Args:
        answers: (4 + n, anchors): middle x, middle y, width and height in pixels of the square, then a score per class.
        fit: How the frame lay in the square.
        classes: The n classes.
        confidence: Scores below are nothing.
        overlap: Of two boxes of one class that share more than this (intersection over union) the weaker is dropped.

    Returns:
        The most confident first; at most 300.
    """
    scores = answers[4:]
    numbers, anchors = np.nonzero(scores >= confidence)
    values = scores[numbers, anchors]
    order = np.lexsort((anchors, numbers, -values))[:_CANDIDATES]
    numbers, values = numbers[order], values[order]
    boxes = _boxes(answers[:4, anchors[order]], fit)
    kept = distinct(boxes, numbers, overlap)[:_MOST]
    found = []
    for index in kept:
        x0, y0, x1, y1 = (float(value) for value in boxes[index])
        if x0 < x1 and y0 < y1:
            found.append(Detection(str(classes[int(numbers[index])]), float(min(values[index], 1.0)), (x0, y0, x1, y1)))
    return found


def _boxes(middles: np.ndarray, fit: Letterbox) -> np.ndarray:
    x, y, w, h = middles.astype(np.float64)
    edges = np.stack([x - w / 2 - fit.left, y - h / 2 - fit.top, x + w / 2 - fit.left, y + h / 2 - fit.top], axis=1)
    return np.clip(edges / fit.scale, 0, [fit.width, fit.height, fit.width, fit.height]).round(2)


def distinct(boxes: np.ndarray, kinds: np.ndarray, overlap: float) -> list[int]:
    """Indices of boxes, best first, without those that lie over a better one of the same kind.

    Args:
        boxes: (n, 4), best first.
        kinds: (n,) what each is.
        overlap: See ``read_answers``.
    """
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    alive = np.ones(len(boxes), bool)
    kept: list[int] = []
    for index in range(len(boxes)):
        if not alive[index]:
            continue
        kept.append(index)
        rest = np.flatnonzero(alive & (kinds == kinds[index]))
        low, high = np.maximum(boxes[index, :2], boxes[rest, :2]), np.minimum(boxes[index, 2:], boxes[rest, 2:])
        shared = np.prod(np.clip(high - low, 0, None), axis=1)
        alive[rest[shared > overlap * (area[index] + area[rest] - shared)]] = False
    return kept
