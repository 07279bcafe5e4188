"""What was found in one picture, as numbers: each find by itself, and how any two lie to each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

OWN, PAIR = 11, 9
"""How many numbers describe a find, and a pair of finds."""
_EDGE = 0.01  # share of a side within which a box touches the border of the picture
_LEAST = 1e-4  # confidences are kept so far from 0 and 1
_SMALL = 1e-6  # area of the smallest box, as a share of the picture


@dataclass(frozen=True)
class Finds:
    """What a detector found in one picture, the most confident first.

    Attributes:
        kinds: (n,) number of each one's type.
        confidence: (n,) 0 to 1.
        boxes: (n, 4) x0, y0, x1, y1 as shares of the picture's width and height.
    """

    kinds: np.ndarray
    confidence: np.ndarray
    boxes: np.ndarray

    def __len__(self) -> int:
        return len(self.kinds)


def log_odds_of(finds: Finds) -> np.ndarray:
    """(n,) log-odds of the confidences."""
    kept = np.clip(finds.confidence.astype(np.float64), _LEAST, 1.0 - _LEAST)
    return np.log(kept / (1.0 - kept))


def own_measures(finds: Finds) -> np.ndarray:
    """(n, ``OWN``) float32 of each find: how sure, where, how large, which shape, which borders it touches."""
    x0, y0, x1, y1 = finds.boxes.astype(np.float64).T
    wide, high = x1 - x0, y1 - y0
    size = np.sqrt(np.maximum(wide * high, _SMALL))
    shape = np.log(np.maximum(wide, 1e-3) / np.maximum(high, 1e-3))
    touches = (x0 < _EDGE, y0 < _EDGE, x1 > 1.0 - _EDGE, y1 > 1.0 - _EDGE)
    rows = (log_odds_of(finds) / 3.0, (x0 + x1) / 2, (y0 + y1) / 2, np.log(size), shape, *touches, wide, high)
    return np.stack([np.asarray(row, np.float64) for row in rows], axis=-1).astype(np.float32)


def pair_measures(finds: Finds) -> np.ndarray:
    """(n, n, ``PAIR``) float32 of each find (first axis) beside each other.

    What they share, how they lie, which is larger, which is surer, and whether they are of one type.
    """
    boxes = finds.boxes.astype(np.float64)
    low, high = np.maximum(boxes[:, None, :2], boxes[None, :, :2]), np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.clip(high - low, 0.0, None).prod(axis=-1)
    area = np.maximum((boxes[:, 2:] - boxes[:, :2]).prod(axis=-1), _SMALL)
    union = area[:, None] + area[None, :] - shared
    size, middle, sure = np.sqrt(area), (boxes[:, :2] + boxes[:, 2:]) / 2, log_odds_of(finds)
    away = np.tanh((middle[None] - middle[:, None]) / size[:, None, None] / 3.0)
    rows = (
        shared / union,
        shared / area[:, None],
        shared / area[None, :],
        np.clip(np.log(size[None, :] / size[:, None]), -3.0, 3.0),
        away[..., 0],
        away[..., 1],
        finds.kinds[:, None] == finds.kinds[None, :],
        (sure[None, :] - sure[:, None]) / 4.0,
        shared / union > 0.5,
    )
    return np.stack([np.asarray(row, np.float64) for row in rows], axis=-1).astype(np.float32)
