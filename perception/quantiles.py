"""Medians and other quantiles along the first axis, as numpy's, without what those do for all the other cases."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def quantiles(values: np.ndarray, shares: Sequence[float]) -> np.ndarray:
    """(len(shares), ...) values below which these shares of (n, ...) lie, in between two of them by distance.

    Args:
        values: At least one, none of them NaN.
        shares: Each from 0 to 1.
    """
    ordered = np.sort(values.T).T  # along rows, which is quicker
    last = len(ordered) - 1
    out = np.empty((len(shares), *ordered.shape[1:]))
    for k, share in enumerate(shares):
        place = last * share
        low = int(place)
        a, b, on = ordered[low], ordered[min(low + 1, last)], place - low
        out[k] = a + (b - a) * on if on < 0.5 else b - (b - a) * (1 - on)
    return out


def median(values: np.ndarray) -> np.ndarray:
    """The middle one of (n, ...) values, or the mean of the two in the middle."""
    ordered = np.sort(values.T).T
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return (low + high) / 2
