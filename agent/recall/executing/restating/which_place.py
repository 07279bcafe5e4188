"""Which of several places of one kind something is in: "in which cabinet is the egg?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import ANYTHING, Selection
from agent.recall.executing.posed import PosedQuery
from envs.vocabulary.english import noun, the
from memory.reading.view import View

_OF_PLACES = frozenset({"where", "put", "taken"})
_NUMBERED = re.compile(r"_(\d{1,3})$")
"""How a home numbers things of one class: "Cabinet_8"."""


def once_there(posed: PosedQuery, findings: Findings) -> Findings | None:
    """Where a thing was last in a place of the kind that is asked for, where it is elsewhere now; else None.

    "In which cabinet was the egg?" is not answered by the fridge in which it is now.
    """
    query, items = posed.query, findings.items
    was = query.ask == "where" and query.which and "past" in query.senses
    if not was or not items or items[0].place in query.which or query.of.place != ANYTHING:
        return None
    time, thing = query.of.time, query.of.thing
    taken = posed.select(Selection("deeds", ("Pickup", "Place"), thing=thing, time=time))
    seen = posed.select(Selection("sights", thing=thing, time=time))
    there = [item for item in (*taken, *seen) if item.place in query.which and item.thing]
    return posed.found(there[-1].place, (max(there, key=lambda one: one.end),)) if there else None


def by_number(findings: Findings, view: View) -> Findings:
    """Findings with what the home calls the places that are asked for; others as they are.

    Args:
        findings: What was found.
        view: The memory.
    """
    which = findings.query.which
    if not which or findings.query.ask not in _OF_PLACES:
        return findings
    items = tuple(_numbered(item, which, view) for item in findings.items)
    return replace(findings, items=items)


def _numbered(item: FoundItem, which: Sequence[str], view: View) -> FoundItem:
    spot = spot_of(item, which, view)
    if not spot:
        return item
    return replace(item, spot=spot, name=item.name.replace(the(item.place), spot))


def spot_of(item: FoundItem, which: Sequence[str], view: View) -> str:
    """What the home calls the place of an item, or the item where that is of the kind: "cabinet 8"; else nothing.

    Args:
        item: What was found.
        which: Classes of which one is asked for.
        view: The memory.
    """
    if item.place in which:
        kind, names = item.place, _names_there(item, view)
    elif item.kind in which and item.thing:
        kind, names = item.kind, view.sights.names_of(item.thing)
    else:
        return ""
    numbers = [found[1] if (found := _NUMBERED.search(name)) else "" for name in names]
    told_apart = len(numbers) > 1 and all(numbers) and numbers.count(numbers[0]) == 1
    return f"{noun(kind)} {numbers[0]}" if told_apart else ""


def only_one(item: FoundItem, which: Sequence[str], view: View) -> bool:
    """Whether the home has no other place of the class in which an item was."""
    return item.place in which and len(_names_there(item, view)) == 1


def _names_there(item: FoundItem, view: View) -> Sequence[str]:
    """What the home calls the place in which an item was, and the others of its class."""
    return view.sights.names_at(item.thing, item.first or item.last) if item.thing else ()
