"""Which row goes with which column at the least total cost: the Hungarian method with potentials, numpy alone."""

from __future__ import annotations

import numpy as np


def assign(cost: np.ndarray, limit: float) -> list[tuple[int, int]]:
    """Pairs of rows and columns, each used once, none dearer than the limit.

    As many pairs as possible are made, and among those the ones that cost least in total. After Kuhn (1955) and
    Munkres (1957), in the shortest-path form with potentials, O(n²m).

    Args:
        cost: (n, m); anything above ``limit``, infinity included, is no pair.
        limit: The dearest pair allowed.

    Returns:
        (row, column), by row.
    """
    cost = np.asarray(cost, float)
    if cost.size == 0:
        return []
    refused = ~(cost <= limit)
    # A refused pair is dearer than all allowed ones together, so it is taken only where nothing else is left.
    dear = (float(np.abs(cost[~refused]).sum()) + 1.0) if not refused.all() else 1.0
    filled = np.where(refused, dear, cost)
    if 1 in filled.shape:  # one row or column: its cheapest pair
        row, column = divmod(int(filled.argmin()), filled.shape[1])
        return [] if refused[row, column] else [(row, column)]
    turned = filled.shape[0] > filled.shape[1]
    pairs = _hungarian(filled.T if turned else filled)
    if turned:
        pairs = [(row, column) for column, row in pairs]
    return sorted((row, column) for row, column in pairs if not refused[row, column])


def _hungarian(cost: np.ndarray) -> list[tuple[int, int]]:
    """The cheapest column for every row, of a matrix with at least as many columns as rows."""
    n, m = cost.shape
    rows, columns = np.zeros(n + 1), np.zeros(m + 1)
    owner = np.zeros(m + 1, dtype=int)  # row (from 1) that has the column; 0 for none
    for row in range(1, n + 1):
        owner[0], column = row, 0
        least, before = np.full(m + 1, np.inf), np.zeros(m + 1, dtype=int)
        used = np.zeros(m + 1, dtype=bool)
        while owner[column]:
            used[column] = True
            reduced = cost[owner[column] - 1] - rows[owner[column]] - columns[1:]
            better = ~used[1:] & (reduced < least[1:])
            least[1:][better], before[1:][better] = reduced[better], column
            following = int(np.argmin(np.where(used[1:], np.inf, least[1:]))) + 1
            step = least[following]
            rows[owner[used]] += step
            columns[used] -= step
            least[1:][~used[1:]] -= step
            column = following
        while column:
            owner[column] = owner[before[column]]
            column = int(before[column])
    return [(int(owner[column]) - 1, column - 1) for column in range(1, m + 1) if owner[column]]
