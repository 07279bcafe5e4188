"""Plain measures of two frames that tell opposites apart: left from right, opened from closed, switched on from off.

The picture networks see all of this and yet hardly learn it from some thousand examples: on rooms not trained on they
took half of the closing for opening and a fifth of the turns for the opposite ones. Where these numbers go straight to
the action head, 8 of 10 and 19 of 20 are right (``docs/recognizer.md``). Imports torch; see ``network``.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from perception.recognizer.changes import REGIONS

_PARTS = 4
_ROWS = 16
_STRIPS = (1, 3)
_TOO_FAR = 0.25
_DIFFERENT = 0.06

EDGES = len(_STRIPS) * 2 * _PARTS + 2 * 3 * _ROWS
CONTRASTS = 7 * REGIONS
_AT_THE_BORDER = (0.02, 0.08)
BORDERS = 4 * len(_AT_THE_BORDER)


def edges(pictures: Tensor) -> Tensor:
    """Whether the right edge of the frame before looks like the left edge of this one, or the left like the right.

    Args:
        pictures: (n, 6, side, side), before and after.

    Returns:
        (n, EDGES): per strip width, for colours and for steps between rows, from top to bottom: from -1, as after a
        turn to the left, to 1, to the right; then how far apart the colours of both pairs of edges are.
    """
    with torch.no_grad():
        before, after = pictures.split(3, dim=1)
        found, sides = [], []
        for strip in _STRIPS:
            left = before[..., :strip].mean(dim=3), after[..., -strip:].mean(dim=3)
            right = before[..., -strip:].mean(dim=3), after[..., :strip].mean(dim=3)
            sides = sides or [_apart_by_rows(*left), _apart_by_rows(*right)]
            for one in (_level, _steps):
                to_left, to_right = (_apart(one(a), one(b)) for a, b in (left, right))
                found.append((to_left - to_right) / (to_left + to_right + 0.01))
        return torch.cat([*found, *sides], dim=1)


def borders(labels: Tensor, seen: Tensor) -> Tensor:
    """Whether what left the frame on one side came in on the other.

    That is a class that was cut off by the right border and is by the left one now, at the same height, or the reverse.

    Args:
        labels: (n, k) int64, number of the class of each detection, 0 for none.
        seen: (n, k, SEEN_VALUES); see ``features.SEEN_VALUES``.

    Returns:
        (n, BORDERS), zero where nothing was detected: per width of the border, best match to the right, to the left,
        their difference, and that of the sums of all matches.
    """
    some, before = seen[..., 0] > 0, seen[..., 6] > 0.5
    x0, y0, x1, y1 = (seen[..., k] for k in range(1, 5))
    known = labels > 0
    pairs = (labels[:, :, None] == labels[:, None]) & (known & some & before)[:, :, None] & (some & ~before)[:, None]
    shared = torch.minimum(y1[:, :, None], y1[:, None]) - torch.maximum(y0[:, :, None], y0[:, None])
    spanned = torch.maximum(y1[:, :, None], y1[:, None]) - torch.minimum(y0[:, :, None], y0[:, None])
    match = pairs * (shared.clamp(min=0) / spanned.clamp(min=1e-3))
    found = []
    for wide in _AT_THE_BORDER:
        left, right = x0 < wide, x1 > 1 - wide
        to_right = match * (right[:, :, None] & left[:, None])
        to_left = match * (left[:, :, None] & right[:, None])
        best = to_right.amax(dim=(1, 2)), to_left.amax(dim=(1, 2))
        balance = (to_right - to_left).sum(dim=(1, 2)).clamp(-3, 3)
        found += [*best, best[0] - best[1], balance]
    return torch.stack(found, dim=1)


def contrasts(places: Tensor) -> Tensor:
    """What became of changed places: lighter, more colourful, richer in edges, or the opposite.

    Args:
        places: (n, REGIONS, 6, side, side), close-ups before and after.

    Returns:
        (n, CONTRASTS); zero for places that are not there.
    """
    with torch.no_grad():
        before, after = places.split(3, dim=2)
        mask = (after - before).abs().amax(dim=2) > _DIFFERENT
        count = mask.sum(dim=(2, 3)).clamp(min=1)
        (old_edges, old), (new_edges, new) = (_described(p, mask, count) for p in (before, after))
        edge = (new_edges - old_edges) / (new_edges + old_edges + 1e-3)
        share = mask.float().mean(dim=(2, 3))
        found = torch.stack([edge, *(a - b for a, b in zip(new, old, strict=True)), share], dim=2)
        return (found * (count >= 3)[..., None]).flatten(1)


def _described(pictures: Tensor, mask: Tensor, count: Tensor) -> tuple[Tensor, tuple[Tensor, ...]]:
    """Where something changed: sum of edges; mean and spread of lightness, colour, lightest and darkest value."""
    grey = pictures.mean(dim=2)
    steps = grey.diff(dim=2)[..., :-1].abs() + grey.diff(dim=3)[..., :-1, :].abs()
    edge = (steps * mask[..., :-1, :-1]).sum(dim=(2, 3))
    mean = (grey * mask).sum(dim=(2, 3)) / count
    spread = (((grey - mean[..., None, None]) ** 2 * mask).sum(dim=(2, 3)) / count).sqrt()
    high, low = pictures.amax(dim=2), pictures.amin(dim=2)
    colour = ((high - low) * mask).sum(dim=(2, 3)) / count
    lightest = high.masked_fill(~mask, 0.0).amax(dim=(2, 3))
    darkest = low.masked_fill(~mask, 1.0).amin(dim=(2, 3))
    return edge, (mean, spread, colour, lightest, darkest)


def _level(column: Tensor) -> Tensor:
    return column


def _steps(column: Tensor) -> Tensor:
    return functional.pad(column.diff(dim=2), (0, 1))


def _apart(one: Tensor, other: Tensor) -> Tensor:
    """(n, parts) of columns (n, 3, rows); what differs a lot does not count for more than what differs."""
    apart = (one - other).abs().mean(dim=1).clamp(max=_TOO_FAR)
    return apart.unflatten(1, (_PARTS, -1)).mean(dim=2)


def _apart_by_rows(one: Tensor, other: Tensor) -> Tensor:
    apart = (one.unflatten(2, (_ROWS, -1)).mean(dim=3) - other.unflatten(2, (_ROWS, -1)).mean(dim=3)).abs()
    return apart.flatten(1)
