"""Whether all, any or none of several things are at a place, or were: every one that is known is looked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.places import last_places, of_one_home
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.thwarted import wants


def of_several(posed: PosedQuery) -> Findings | None:
    """What is known of each of the things, those that decide first; None for every other question.

    Value: bool, None where that of some of them nobody knows decides; of how many the number.

    Args:
        posed: The question.
    """
    query, of = posed.query, posed.query.of
    asked = query.ask == "exists" and of.subject == "sights" and query.quantifier
    others = query.quantifier == "others"
    if not asked or not (of.place.types or others) or of.thing.states:
        return None
    every = [item for item in of_one_home(posed, last_places(posed, ThingFilter(of.thing.types))) if item.thing]
    every = [item for item in every if "Sliced" not in item.thing]
    if not every:
        return None
    known = [item for item in every if item.place]
    if others:
        return replace(posed.found(len(every) > 1, every), sides=(("there", tuple(every)),))
    if query.quantifier == "all" and (left := _left_over(posed, known)) is not None:
        return replace(posed.found(False, (left, *known)), sides=(("there", tuple(known)),))
    there = [item for item in known if item.place in of.place.types]
    if "now" not in query.senses:
        there = _were_there(posed, there, known)
    return _decided(posed, there, every)


def _left_over(posed: PosedQuery, known: Sequence[FoundItem]) -> FoundItem | None:
    """The last task to bring all of them there, where it was not done and nothing was moved since; else None."""
    of = posed.query.of
    put = Selection("deeds", ("Place",), thing=replace(of.thing, every=True), place=of.place)
    tasks = [task for task in posed.select(Selection("tasks")) if wants(task.name, put) or wants(task.request, put)]
    last = tasks[-1] if tasks else None
    if last is None or last.status not in ("failed", "partly") or any(one.start > last.end for one in known):
        return None
    return last


def _were_there(posed: PosedQuery, there: Sequence[FoundItem], known: Sequence[FoundItem]) -> list[FoundItem]:
    """Those that are or ever were at the place, as what shows it."""
    shown = {item.thing: item for item in posed.select(replace(posed.query.of, thing=ThingFilter(_kinds(known))))}
    last = {item.thing: item for item in there}
    things = dict.fromkeys((*last, *shown))
    return [shown.get(thing) or last[thing] for thing in things if thing]


def _kinds(items: Sequence[FoundItem]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.kind for item in items))


def _decided(posed: PosedQuery, there: Sequence[FoundItem], every: Sequence[FoundItem]) -> Findings:
    at_it = {item.thing for item in there}
    others = [item for item in every if item.thing not in at_it]
    elsewhere, lost = [item for item in others if item.place], [item for item in others if not item.place]
    so = _share(posed, len(there), len(elsewhere), len(lost))
    first = [*elsewhere, *there, *lost] if so is False and posed.query.quantifier == "all" else [*there, *others]
    found = posed.found(so, first, "partly" if so is None else "known")
    sides = (("there", tuple(there)), ("elsewhere", tuple(elsewhere)), ("unknown", tuple(lost)))
    return replace(found, sides=sides)


def _share(posed: PosedQuery, there: int, elsewhere: int, lost: int) -> bool | int | None:
    """What as many at the place, elsewhere and nobody knows where come to, of as many as are asked about."""
    quantifier, several = posed.query.quantifier, there + elsewhere + lost
    if quantifier == "number":
        return there
    if quantifier == "both" and several != _BOTH:
        return None
    if quantifier == "these":
        return None if there and (elsewhere or lost) else True if there else None if lost else False
    if quantifier in ("all", "both"):
        return False if elsewhere else None if lost else True
    some = True if there else None if lost else False
    return some if quantifier == "any" or some is None else not some


_BOTH = 2
