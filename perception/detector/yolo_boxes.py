"""Around a YOLO network: a frame made as large as it wants, and its raw answers made into boxes. Plain numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit

from perception.detector.detection import Detection

_GREY = 114  # of the border around a frame that is not square, as in training
_LONGEST = 2.0  # sides of the square: frames that are longer than four times their height are shown smaller
_MOST = 300  # boxes of one frame
_STRIDES = (8, 16, 32)  # pixels between anchors, one grid after the other in the answers, each row by row
_CANDIDATES = 2000  # boxes looked at before overlapping ones are dropped


@dataclass(frozen=True)
class Letterbox:
    """How a frame lies in the picture that the network sees.

    Attributes:
        scale: Pixels of the picture per pixel of the frame.
        left: Border to the left, pixels of the picture.
        top: Border above.
        width: Of the frame, its own pixels.
        height: Of the frame.
    """

    scale: float
    left: int
    top: int
    width: int
    height: int


def fitted(frame: np.ndarray, size: int) -> tuple[np.ndarray, Letterbox]:
    """A frame resized (bilinear) and centred in a picture of its own shape that is as large as a square of this side.

    Things in a wide frame then look as large to the network as they do in a square one.

    Args:
        frame: (H, W, 3) uint8.
        size: Side of the square, pixels, a multiple of 32.

    Returns:
        (3, h, w) float32 from 0 to 1, both sides multiples of 32, and how to find the way back.
    """
    height, width = frame.shape[:2]
    scale = min(size / (height * width) ** 0.5, _LONGEST * size / max(height, width))
    h, w = _even(height * scale), _even(width * scale)  # so that the borders on both sides are the same
    tall, wide = _whole_strides(h), _whole_strides(w)
    top, left = (tall - h) // 2, (wide - w) // 2
    rows, columns = _between(height, h), _between(width, w)
    picture = np.full((3, tall, wide), np.float32(_GREY) / np.float32(255.0), np.float32)
    _resize(frame, *rows, *columns, picture[:, top : top + h, left : left + w])
    return picture, Letterbox(scale, left, top, width, height)


def _even(side: float) -> int:
    return max(2, 2 * round(side / 2))


def _whole_strides(side: int) -> int:
    return -(-side // _STRIDES[-1]) * _STRIDES[-1]


def _between(old: int, new: int) -> tuple[np.ndarray, np.ndarray]:
    """For every new pixel the old one before its middle, and how far it is on the way to the next."""
    place = np.clip((np.arange(new) + 0.5) * old / new - 0.5, 0, old - 1)
    first = place.astype(np.int64)
    return first, (place - first).astype(np.float32)


@njit(cache=True)
def _resize(frame, rows, down, columns, across, out):
    """Fill (3, h, w) with what lies between the frame's pixels, 0 to 1."""
    last_row, last_column, full = frame.shape[0] - 1, frame.shape[1] - 1, np.float32(255.0)
    for i in range(len(rows)):
        y, y1 = rows[i], min(rows[i] + 1, last_row)
        for j in range(len(columns)):
            x, x1 = columns[j], min(columns[j] + 1, last_column)
            for c in range(3):
                upper, lower = np.float32(frame[y, x, c]), np.float32(frame[y1, x, c])
                left = upper + (lower - upper) * down[i]
                upper, lower = np.float32(frame[y, x1, c]), np.float32(frame[y1, x1, c])
                right = upper + (lower - upper) * down[i]
                out[c, i, j] = (left + (right - left) * across[j]) / full


def both_ways(answers: np.ndarray, mirrored: np.ndarray, height: int, width: int) -> np.ndarray:
    """The mean of what was answered for a picture and for its mirror image.

    Args:
        answers: (..., 4 + n, anchors); see ``read_answers``.
        mirrored: The same of the mirror image, left and right exchanged.
        height: Of the picture.
        width: Likewise.
    """
    order, begin = [], 0
    for stride in _STRIDES:
        rows, columns = height // stride, width // stride
        order.append(begin + np.arange(rows * columns).reshape(rows, columns)[:, ::-1].ravel())
        begin += rows * columns
    back = mirrored[..., np.concatenate(order)]
    back[..., 0, :] = width - back[..., 0, :]
    return (answers + back) / 2


def read_answers(
    answers: np.ndarray, fit: Letterbox, classes: Sequence[str], confidence: float, overlap: float
) -> list[Detection]:
    """What the network found in one frame.

    Args:
        answers: (4 + n, anchors): middle x, middle y, width and height in pixels of the picture, then scores by class.
        fit: How the frame lay in the picture.
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
    return np.flatnonzero(_not_over_better(np.asarray(boxes, np.float64), kinds, overlap)).tolist()


@njit(cache=True)
def _not_over_better(boxes, kinds, overlap):
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    alive = np.ones(len(boxes), np.bool_)
    for one in range(len(boxes)):
        if not alive[one]:
            continue
        for other in range(one + 1, len(boxes)):
            if alive[other] and kinds[one] == kinds[other]:
                wide = min(boxes[one, 2], boxes[other, 2]) - max(boxes[one, 0], boxes[other, 0])
                high = min(boxes[one, 3], boxes[other, 3]) - max(boxes[one, 1], boxes[other, 1])
                shared = max(wide, 0.0) * max(high, 0.0)
                if shared > overlap * (area[one] + area[other] - shared):
                    alive[other] = False
    return alive
