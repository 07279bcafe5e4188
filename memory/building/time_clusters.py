"""Time in the online construction: what lies close together, how far back one looks, what must not climb.

The three tests of H²-EMV's Algorithms 1 and 2. The paper names them without formulas; these are ours. A gap is judged
against the usual one among the same nodes, and never counts as large below what is ordinary for its level.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median_low

from memory import levels
from memory.levels import DAY
from memory.roles import Group, Item

FAR = 16
"""A gap this many times the usual one splits."""

NEAR = 20
"""New items this many times closer than neighbours at their level usually are must not become a neighbour."""

_FULL = 48  # children of a node that takes no more without being asked


def gaps(items: Sequence[Item]) -> list[timedelta]:
    """Time from the end of each item to the start of the next; never negative, as a clock may be set back."""
    return [max(timedelta(), right.start - left.end) for left, right in pairwise(items)]


def usual(items: Sequence[Item]) -> timedelta:
    """The median gap, the lower one of two; zero for fewer than two items."""
    found = gaps(items)
    return median_low(found) if found else timedelta()


def split(items: Sequence[Item], level: int) -> list[list[Item]]:
    """Cut items where the gap is far above the usual one.

    Args:
        items: In order of time.
        level: Of their parents.

    Returns:
        Runs that tile the items; a single one if every run would be a single item.
    """
    limit = max(levels.level(level).ordinary, _times(usual(items), FAR))
    runs: list[list[Item]] = []
    for item, gap in zip(items, [timedelta.max, *gaps(items)], strict=False):
        if gap > limit or not runs:
            runs.append([])
        runs[-1].append(item)
    return [list(items)] if 1 < len(runs) == len(items) else runs


def _times(gap: timedelta, factor: int) -> timedelta:
    return timedelta.max if gap > timedelta(days=10_000) else gap * factor


def clustered(parents: Sequence[Group], new: Sequence[Item], level: int) -> list[tuple[list[Group], list[Item]]]:
    """Parents and new items by cluster of time; a parent whose children are far apart stays whole.

    Args:
        parents: Visible parents, in order of time.
        new: Items without a parent, after all children of the parents.
        level: Of the parents.
    """
    home = {item.id: index for index, parent in enumerate(parents) for item in parent.items}
    clusters: list[tuple[list[Group], list[Item]]] = []
    placed: set[int] = set()
    for run in split([item for parent in parents for item in parent.items] + list(new), level):
        begun = home.get(run[0].id)
        if not clusters or begun is None or begun not in placed:
            clusters.append(([], []))
        for item in run:
            index = home.get(item.id)
            if index is None:
                clusters[-1][1].append(item)
            elif index not in placed:
                placed.add(index)
                clusters[-1][0].append(parents[index])
    return clusters


def visible(parents: Sequence[Group], new: Sequence[Item], level: int) -> int:
    """Index of the first parent that may be regrouped: the latest few that end after the visibility cutoff.

    The cutoff lies the largest ordinary gap of the level before the first new item, or ``FAR`` times the usual one.
    """
    recent = max(0, len(parents) - levels.level(level).regrouped)
    items = [item for parent in parents[recent:] for item in parent.items]
    cutoff = _before(new[0].start, max(levels.level(level).ordinary, _times(usual(items), FAR)))
    while recent < len(parents) and parents[recent].items[-1].end < cutoff:
        recent += 1
    return recent


def _before(time: datetime, distance: timedelta) -> datetime:
    return time - distance if time - datetime.min > distance else datetime.min


def must_stay(parents: Sequence[Group], new: Sequence[Item], level: int) -> bool:
    """Prevent-push: whether new items belong in the latest parent whatever they are about.

    From days upwards they do when they follow it ``NEAR`` times more closely than parents of that level usually
    follow each other, on the same day: a neighbour that close would be a day beside a day within minutes.
    """
    if level < DAY or len(parents) < 3 or len(parents[-1].items) >= _FULL:
        return False
    apart = [right.items[0].start - left.items[-1].end for left, right in pairwise(parents)]
    latest = parents[-1].items[-1]
    here = new[-1].end - latest.end
    return latest.end.date() == new[-1].end.date() == new[0].start.date() and here * NEAR < median_low(apart)
