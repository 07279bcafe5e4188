"""The filters that what was found has to pass whatever its subject is: how long it took, its order, its number."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection

Instant = tuple[datetime, int]
"""A time, and the number of the experience where it is known: several things happen in one second."""


def began(item: FoundItem) -> Instant:
    """When an item began."""
    return item.start, item.first


def narrowed(
    items: Sequence[FoundItem], selection: Selection, others: Sequence[Sequence[FoundItem]]
) -> list[FoundItem]:
    """The items that pass the shared filters of a selection, in order.

    Args:
        items: What passes the subject's own filters.
        selection: The filters.
        others: What each of the selection's ``others`` selects; empty lists where there is none.
    """
    kept = sorted(items, key=began)
    if selection.outcomes:
        kept = [item for item in kept if item.status in selection.outcomes]
    if selection.took is not None:
        limit = selection.took
        kept = [i for i in kept if (i.end - i.start >= limit.than if limit.more else i.end - i.start <= limit.than)]
    if _is_next_asked(selection, others):
        kept = _next_asked(kept, selection, _anchor(others[0]))
    elif selection.relation and others and all(others):
        kept = _related(kept, selection, others)
    if selection.speaker and selection.subject == "tasks":  # "the first thing I asked for" is what was asked first
        kept = sorted(kept, key=lambda item: item.asked or item.start)
    return numbered(kept, selection.ordinal)


def _is_next_asked(selection: Selection, others: Sequence[Sequence[FoundItem]]) -> bool:
    """Whether it is asked what somebody asked for right before or after something."""
    asked = selection.subject == "tasks" and selection.speaker and selection.next_to
    return bool(asked and selection.relation in ("before", "after") and others and all(others))


def _next_asked(items: Sequence[FoundItem], selection: Selection, anchor: FoundItem) -> list[FoundItem]:
    """What was asked for right before or after something, whenever it was begun."""
    at = anchor.asked or anchor.start
    others = sorted(_unlike(items, (anchor,)), key=lambda item: item.asked or item.start)
    if selection.relation == "after":
        return [item for item in others if (item.asked or item.start) >= at][:1]
    return [item for item in others if (item.asked or item.start) <= at][-1:]


def numbered(items: Sequence[FoundItem], ordinal: int | None) -> list[FoundItem]:
    """Only the item of that number, where one is named; none where there are not so many."""
    if ordinal is None:
        return list(items)
    index = ordinal - 1 if ordinal > 0 else ordinal
    return [items[index]] if -len(items) <= index < len(items) else []


def reach(selection: Selection, others: Sequence[Sequence[FoundItem]]) -> tuple[datetime | None, datetime | None]:
    """From when to when what is so related to others can lie; None is no limit.

    Args:
        selection: With a relation.
        others: What each of its ``others`` selects, none of them empty.
    """
    if selection.relation == "during":
        return min(one.start for one in others[0]), max(one.end for one in others[0])
    if selection.relation == "between":
        first, second = _ends(others)
        return first.end, second.start
    anchor = _anchor(others[0])
    return (anchor.end, None) if selection.relation == "after" else (None, anchor.start)


def _related(
    items: Sequence[FoundItem], selection: Selection, others: Sequence[Sequence[FoundItem]]
) -> list[FoundItem]:
    if selection.relation == "during":
        return _meanwhile(_unlike(items, others[0]), others[0])
    if selection.relation == "between":
        first, second = _ends(others)
        kept = [item for item in items if _follows(item, first) and _follows(second, item)]
        return _unlike(kept, (first, second))
    anchor = _anchor(others[0])
    after = selection.relation == "after"
    kept = [item for item in items if (_follows(item, anchor) if after else _follows(anchor, item))]
    kept = _unlike(kept, (anchor,))
    return (kept[:1] if after else kept[-1:]) if selection.next_to else kept


def _meanwhile(items: Sequence[FoundItem], anchors: Sequence[FoundItem]) -> list[FoundItem]:
    """What went on at the time of one of the anchors; what was said began no task that went on already.

    Args:
        items: In order of beginning.
        anchors: What they are related to.
    """
    starts = [item.start for item in items]
    ends = list(accumulate((item.end for item in items), max))  # the latest end so far
    kept: set[int] = set()
    for anchor in anchors:
        near = range(bisect_left(ends, anchor.start), bisect_right(starts, anchor.end))
        during = [index for index in near if overlap(items[index], anchor)]
        earlier = [index for index in during if items[index].start < anchor.start]
        kept.update(earlier if anchor.what == "speech" and earlier else during)
    return [items[index] for index in sorted(kept)]


def _ends(others: Sequence[Sequence[FoundItem]]) -> tuple[FoundItem, FoundItem]:
    """The two things between which something lies, the earlier one first."""
    first, second = sorted((_anchor(others[0]), _anchor(others[-1])), key=began)
    return first, second


def _anchor(items: Sequence[FoundItem]) -> FoundItem:
    """The one that "before" and "after" refer to where several fit."""
    return one_meant(items)


def one_meant(items: Sequence[FoundItem]) -> FoundItem:
    """The one that is meant by words for one where several fit: the latest, unless that is doubtful and another is not.

    Whoever says "when you made the salad" means the last time, or thinks of a single one. Both are taken to be as
    likely: the first is the latest that is rightly called so, the second the one beside which all others are called so
    wrongly.

    Args:
        items: What fits, at least one, each with the chance that it is what it is said to be.
    """
    latest_first = sorted(items, key=began)[::-1]
    chances = [min(item.chance, _SUREST) for item in latest_first]
    alone = [chance / (1 - chance) for chance in chances]
    worth, none_later = [], 1.0
    for chance, only in zip(chances, alone, strict=True):
        worth.append(none_later * chance + only / max(sum(alone), 1 - _SUREST))
        none_later *= 1 - chance
    return latest_first[worth.index(max(worth))]


_SUREST = 0.999
"""A chance that is no longer told from certainty."""


def _follows(later: FoundItem, earlier: FoundItem) -> bool:
    """Whether one began when the other was over."""
    if later.first and earlier.last:
        return later.first > earlier.last
    return later.start >= earlier.end


def _unlike(items: Sequence[FoundItem], anchors: Sequence[FoundItem]) -> list[FoundItem]:
    marks = {(one.what, one.start, one.first, one.name) for one in anchors}
    return [item for item in items if (item.what, item.start, item.first, item.name) not in marks]


def overlap(item: FoundItem, other: FoundItem) -> bool:
    """Whether two items went on at the same time."""
    if _numbered(item) and _numbered(other):
        return item.first <= other.last and other.first <= item.last
    return item.start <= other.end and other.start <= item.end


def _numbered(item: FoundItem) -> bool:
    """Whether it is known which experiences an item is made of: of what lasted that is more than one."""
    return bool(item.first and item.last) and (item.last > item.first or item.end == item.start)
