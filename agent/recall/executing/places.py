"""Where things are, were put and were taken from; what is in a place and in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, ThingFilter
from agent.recall.executing.deeds import deed_items, find_deeds
from agent.recall.executing.listing import listed, none_found, task_of
from agent.recall.executing.matching import names, unheard
from agent.recall.executing.narrowing import began, one_meant
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.sights import sight_item
from agent.recall.executing.tasks.presence import exactly
from agent.recall.lookup.classes import fits, with_pieces
from envs.vocabulary.english import plural
from memory.experience import type_of
from memory.levels import SCENE
from memory.reading.traces import ObjectInteraction, Scope, Sighting
from perception.scene_graph.graph import HAND


def where(posed: PosedQuery) -> Findings:
    """Where a thing is, or was in a part of the past. Value: class of the place, ``HAND``, or None.

    With a place named, whether it is there: bool. Of what somebody told, the words.
    """
    selection = posed.query.of
    if not selection.thing.types and not selection.thing.unknown:
        return posed.found(None, status="unsure")
    told = _told(posed)
    if told is not None:
        return told
    if unheard(posed.view, selection):
        return _nowhere(posed)
    if _never_done(posed):
        return posed.never(None, selection, (Caveat("not so", about=selection),))
    if selection.ordinal is not None and selection.ordinal > 1 and not selection.relation and not selection.task:
        return _of_number(posed, selection.ordinal)
    lately = replace(selection, ordinal=None) if selection.ordinal == -1 else selection
    items = _used_for(posed) or (_then(posed) if _narrow(lately) else last_places(posed, selection.thing))
    if not items:
        return _nowhere(posed)
    if selection.place.types:
        here = [one for one in items if not posed.view.homes.elsewhere(one.last)]
        return _there(posed, items if _narrow(lately) else here or items)
    meant = exactly(selection.thing.types, posed.query.text)
    if any(one.place and one.kind in meant for one in items):
        items = sorted(items, key=lambda one: one.kind in selection.thing.types and one.kind not in meant)
    first = items[0]
    caveats = () if first.place else (Caveat("no place"),)
    away = tuple(one for one in items if one.place not in ("", HAND) and posed.view.homes.elsewhere(one.last))
    caveats += (Caveat("elsewhere", items=away),) if away else ()
    return posed.found(first.place or None, items, "known" if first.place else "partly", caveats)


def _never_done(posed: PosedQuery) -> bool:
    """Whether it is asked where something was done to a thing, and it never was: that is not where the thing is."""
    of = posed.query.of
    done = of.actions or of.change
    asked = "deed" in posed.query.senses and of.subject == "deeds" and not _narrow(of)
    return bool(done and asked and not of.place.types) and not posed.select(of)


def _used_for(posed: PosedQuery) -> list[FoundItem]:
    """Where those are now that were handled for a task: "where is the knife for the tomato?"."""
    of, said = posed.query.of, {*posed.query.text.split()}
    if not of.task or of.time.scope.limited or of.place.types or "past" in posed.query.senses:
        return []
    items = [item for item in posed.select(Selection("deeds", thing=of.thing, task=of.task)) if item.thing]
    if not said & {plural(kind).lower() for kind in of.thing.types}:  # what was but moved out of the way is not meant
        items = items[-1:]
    handled = {item.thing for item in items}
    return [one for one in last_places(posed, of.thing) if one.thing in handled]


def _of_number(posed: PosedQuery, number: int) -> Findings:
    """Where the second of several things is: they count in the order in which they were met.

    Which one is meant is a guess, as nobody wrote their numbers on them.
    """
    thing = posed.query.of.thing
    met = [*posed.select(Selection("sights", thing=thing)), *posed.select(Selection("deeds", thing=thing))]
    order = dict.fromkeys(item.thing for item in sorted(met, key=began) if item.thing)
    if len(order) < number:
        return _nowhere(posed)
    items = [item for item in last_places(posed, thing) if item.thing == list(order)[number - 1] and item.place]
    return posed.found(items[0].place, items, caveats=(Caveat("guess"),)) if items else _nowhere(posed)


def _told(posed: PosedQuery) -> Findings | None:
    """Where somebody told that a thing is: one that I never saw, or know by less than it is called ("the spare key").

    What the question says of it and I cannot see is then taken into account after all.
    """
    query, thing = posed.query, posed.query.of.thing
    seen = thing.types and posed.view.types & set(with_pieces(posed.view, thing.types))
    if (seen and not query.left_out) or _narrow(query.of):
        return None
    words = (*query.left_out, thing.unknown) if thing.unknown else query.left_out
    facts = posed.select(Selection("facts", about=words))
    facts = [one for one in facts if thing.unknown or names(one.name, thing.types)]
    if not facts:
        return None
    whole = replace(posed, query=replace(query, left_out=()))
    return whole.found(facts[-1].name, facts[-1:])


def _narrow(selection: Selection) -> bool:
    return bool(selection.time.scope.limited or selection.relation or selection.task or selection.ordinal is not None)


def _nowhere(posed: PosedQuery) -> Findings:
    return replace(none_found(posed, replace(posed.query.of, subject="sights", place=ANYTHING)), value=None)


def _then(posed: PosedQuery) -> list[FoundItem]:
    """Where a thing was in a part of the past, the latest first: what was seen and what was done with it."""
    selection = replace(posed.query.of, place=ANYTHING)
    seen = posed.select(replace(selection, subject="sights"))
    moved = posed.select(replace(selection, subject="deeds", actions=("Pickup", "Place")))
    items = {(item.start, item.first, item.name): item for item in (*seen, *map(_settled, moved))}
    then = _at_deed(posed)
    return then[::-1] or sorted(items.values(), key=lambda one: (bool(one.place), one.end, one.last), reverse=True)


def _at_deed(posed: PosedQuery) -> list[FoundItem]:
    """Of "when you took it": the deeds themselves, with the place where the thing was then."""
    selection = posed.query.of
    if selection.relation != "during":
        return []
    types = with_pieces(posed.view, selection.thing.types)
    deeds = posed.select(selection.others[0]) if selection.others else []
    return [item for item in deeds if item.what == "deed" and item.kind in types and item.place]


def _settled(item: FoundItem) -> FoundItem:
    """A deed as the place where its thing was after it."""
    return replace(item, place=HAND) if item.name.startswith("picked up") else item


def _there(posed: PosedQuery, items: Sequence[FoundItem]) -> Findings:
    places = posed.query.of.place.types
    there = [item for item in items if item.place in places]
    if there:
        return posed.found(True, there)
    if not items[0].place:
        return posed.found(None, items[:1], "partly", (Caveat("no place"),))
    return posed.found(False, items)


def last_places(posed: PosedQuery, thing: ThingFilter) -> list[FoundItem]:
    """The last known place of every instance, the most recently known first; those of unknown place at the end."""
    view, types = posed.view, with_pieces(posed.view, thing.types)
    seen = {row.object_id: row for row in view.sights.last(types)}
    moved = {row.thing: row for row in view.last_interactions(types, ("Pickup", "Place")) if row.thing}
    touched = [row for row in view.last_interactions(types) if row.thing not in {**seen, **moved}]
    newest = view.newest()
    found = [_last_known(posed, seen.get(key), moved.get(key), newest) for key in {**seen, **moved}]
    for item, row in zip(deed_items(touched), touched, strict=True):  # what was cut lies where it was
        found.append(item if row.deed.action == "Slice" else replace(item, place=""))
    if thing.states:
        kept = {key for key, row in seen.items() if fits(row.states, thing.states)}
        found = [item for item in found if item.thing in kept]
    found = [item for item in found if item.kind not in thing.besides]
    if not found:
        told = find_deeds(posed, Selection("deeds", ("Place",), thing=thing))
        found = [item for item in told if item.source == "summary" and item.place]
        found = [max(found, key=lambda one: one.end)] if found else []  # which of several it was, no summary says
    return sorted(found, key=lambda one: (bool(one.place), one.end), reverse=True)


def _last_known(
    posed: PosedQuery, seen: Sighting | None, moved: ObjectInteraction | None, newest: tuple[datetime, str] | None
) -> FoundItem:
    """What was seen last, or done last where that was later or the sight told no place."""
    with_somebody = seen is not None and moved is not None and seen.place in posed.view.people_by_class
    if seen and (seen.place or seen.held) and not with_somebody and not (moved and moved.time > seen.end):
        return replace(sight_item(seen), node=seen.last, status="now" if seen.current else "done")
    if moved:
        item = _settled(deed_items([moved], posed.view.people_by_class)[0])
        current = item.place == HAND and newest is not None and newest[1] == moved.episode
        return replace(item, status="now" if current else "done")
    if seen is None:
        raise ValueError("neither seen nor moved")
    return replace(sight_item(seen), node=seen.last, status="now" if seen.current else "done")


def put(posed: PosedQuery) -> Findings:
    """Where something was put. Value: class of the place, or None."""
    return _gone_into(posed) or _moved(posed, "Place")


def _gone_into(posed: PosedQuery) -> Findings | None:
    """Into or onto what something else was done than to put it there: what the mug was poured out into."""
    of = posed.query.of
    if of.subject != "deeds" or not (of.actions or of.change) or "Place" in of.actions:
        return None
    items = [item for item in posed.select(of) if item.place and item.what == "deed"]
    return posed.found(items[-1].place, items[-1:]) if items else None


def taken(posed: PosedQuery) -> Findings:
    """Where something was taken from. Value: class of the place, or None."""
    return _taken_for(posed) or _moved(posed, "Pickup")


def _moved(posed: PosedQuery, action: str) -> Findings:
    asked = posed.query.of
    if not asked.thing.types and not asked.thing.unknown:
        return posed.found(None, status="unsure")
    found_first = asked.ordinal == 1 and "first" not in posed.query.senses  # where each was found, of several
    selection = replace(asked, subject="deeds", actions=(action,), ordinal=None if found_first else asked.ordinal)
    items = posed.select(selection)
    if not items and asked.relation == "after" and not posed.query.supposes:  # nothing since: what was told is the last
        items = posed.select(replace(selection, relation="", next_to=False, others=()))
    if action == "Pickup":  # a slice is taken from where the whole was cut, which says nothing of the whole
        items = [item for item in items if item.kind in asked.thing.types] or items
    if not items and found_first and posed.select(replace(selection, subject="sights", actions=())):
        return where(replace(posed, query=replace(posed.query, ask="where", of=replace(asked, subject="sights"))))
    if not items:
        return replace(none_found(posed, selection), value=None)
    single = asked.ordinal is None or found_first
    if single and len(every := _each_of_several(posed, items, found_first)) > 1:
        return posed.found(every[-1].place, every)
    if single and len(both := _each_called_so(posed, items, found_first)) > 1:
        return posed.found(both[0].place, both)
    items = items[:1] if found_first else items
    last = _first_after(posed, items) or items[-1]
    first = next((item for item in items if item.thing == last.thing and item.place), last)
    caveats = () if last.place else (Caveat("no place"),)
    moved_on = action == "Pickup" and first.start.date() == last.start.date() and first.place != last.place
    shown = (last, first) if moved_on and last.place else (last,)
    return posed.found(last.place or None, shown, "known" if last.place else "partly", caveats)


def _each_of_several(posed: PosedQuery, items: Sequence[FoundItem], first: bool) -> list[FoundItem]:
    """How each of several things of one kind was moved on the last day: "where did you get the spoons from".

    Args:
        posed: The question.
        items: How things were moved, in order.
        first: Whether each is told as it was moved first, not last.
    """
    asked, said = posed.query.of, {*posed.query.text.split()}
    several = "several" in posed.query.senses or said & {
        word for kind in asked.thing.types for word in plural(kind).lower().split()[-1:]
    }
    if not several or asked.relation:
        return []
    that_day = [item for item in items if item.start.date() == items[-1].start.date()][:: -1 if first else 1]
    every = {item.thing: item for item in that_day if item.thing and item.place and item.kind in asked.thing.types}
    return sorted(every.values(), key=began)


def _each_called_so(posed: PosedQuery, items: Sequence[FoundItem], first: bool) -> list[FoundItem]:
    """How the last, or ``first``, of each class was moved that one word calls, the one first that is called just so.

    A butter knife may be "the knife", but who says so may as well mean the other one.
    """
    asked = posed.query.of
    if asked.relation:
        return []
    ways = items[:: -1 if first else 1]
    last = {item.kind: item for item in ways if item.place and item.kind in asked.thing.types}
    meant = exactly(asked.thing.types, posed.query.text)
    return sorted(last.values(), key=lambda item: item.kind not in meant) if {*last} & {*meant} else []


def _first_after(posed: PosedQuery, items: Sequence[FoundItem]) -> FoundItem | None:
    """Of "after slicing the bread" what came first after the latest time of that; None where nothing else is meant."""
    asked = posed.query.of
    if asked.relation != "after" or asked.ordinal is not None:
        return None
    ends = [item.end for other in asked.others for item in posed.select(other)]
    later = [item for item in items if not ends or item.start >= max(ends)]
    return (later or list(items))[0]


def _taken_for(posed: PosedQuery) -> Findings | None:
    """Where a thing was before the one task or deed that is named; None for any other question, or if nobody knows.

    Of "where was the mug before you made the coffee" that is whence it was first taken for the coffee: what was done
    with it in earlier tasks says nothing of that.
    """
    asked = posed.query.of
    if asked.relation != "before" or len(asked.others) != 1 or not asked.thing.types:
        return None
    anchors = posed.select(asked.others[0])
    if not anchors:
        return None
    anchor = one_meant(_brought(posed, anchors))
    task = anchor if anchor.what == "task" else task_of(posed, anchor)
    item = _taken(posed, anchor, task) or _known_before(posed, task or anchor)
    return posed.found(item.place or None, (item,)) if item is not None else None


def _brought(posed: PosedQuery, anchors: Sequence[FoundItem]) -> Sequence[FoundItem]:
    """The deeds by which a thing came to the place that is named, without those that put it back where it was.

    "Before you put the pot on the stove" it was not on the stove; all of them where it always was.
    """
    named = posed.query.of.others[0]
    if named.actions != ("Place",) or not named.place.types:
        return anchors
    picked = posed.select(Selection("deeds", ("Pickup",), thing=named.thing))

    def whence(deed: FoundItem) -> str:
        earlier = [one for one in picked if one.thing == deed.thing and began(one) <= began(deed)]
        return max(earlier, key=began).place if earlier else ""

    return [one for one in anchors if whence(one) not in named.place.types] or anchors


def _taken(posed: PosedQuery, anchor: FoundItem, task: FoundItem | None) -> FoundItem | None:
    """The first time that a thing was taken in a task, up to the deed that is meant; without a task the last time."""
    thing = posed.query.of.thing
    span = Scope(task.start if task else None, anchor.end)
    items = posed.select(Selection("deeds", ("Pickup",), thing=thing, time=replace(ANY_TIME, scope=span)))
    items = [item for item in items if item.place and not (anchor.last and item.first > anchor.last)]
    own = [item for item in items if item.thing and item.thing == anchor.thing]
    items = own or [item for item in items if item.kind in thing.types] or items
    if not items:
        return None
    picked_up = anchor.what == "deed" and "Pickup" in posed.query.of.others[0].actions
    return items[-1] if task is None or picked_up else items[0]


def _known_before(posed: PosedQuery, anchor: FoundItem) -> FoundItem | None:
    """Where a thing was seen, or put, last before something began."""
    earlier = replace(ANY_TIME, scope=Scope(None, anchor.start))
    thing = posed.query.of.thing
    put = posed.select(Selection("deeds", ("Place",), thing=thing, time=earlier))
    seen = posed.select(Selection("sights", thing=thing, time=earlier))
    known = [item for item in (*put, *seen) if item.place and item.start <= anchor.start]
    return max(known, key=began) if known else None


def contents(posed: PosedQuery) -> Findings:
    """What is, or in a part of the past was, in or on a place. Value: tuple of classes."""
    asked = posed.query.of
    places = asked.place.types or asked.thing.types
    unknown = unheard(posed.view, asked)
    if not places and not unknown and _narrow(asked):  # "what did you see then?"
        return listed(replace(posed, query=replace(posed.query, ask="list", of=replace(asked, subject="sights"))))
    if not places or unknown:
        return posed.never((), asked, (unknown,), SCENE) if unknown else posed.found((), status="unsure")
    kinds = posed.view.sights.types_at(places)
    things = tuple(
        kind for kind in kinds if not asked.place.types or not asked.thing.types or kind in asked.thing.types
    )
    items: list[FoundItem] = []
    if things and _narrow(asked):
        time = replace(asked, subject="sights", thing=ThingFilter(things), place=ThingFilter(places))
        items = list({item.thing: item for item in posed.select(time)}.values())
    elif things:
        items = [item for item in last_places(posed, ThingFilter(things)) if item.place in places]
        items = of_one_home(posed, items)
    items = [item for item in items if item.kind not in asked.thing.besides]
    if not items:
        return posed.never((), replace(asked, subject="sights"), (), SCENE)
    away = () if _narrow(asked) else tuple(item for item in items if posed.view.homes.elsewhere(item.last))
    caveats = (Caveat("elsewhere", "all", away),) if away else ()
    return posed.found(tuple(dict.fromkeys(item.kind for item in items)), items, caveats=caveats)


def of_one_home(posed: PosedQuery, items: Sequence[FoundItem]) -> list[FoundItem]:
    """Of what was known in several homes that of the present one; of none there, that of the one left last."""
    homes = posed.view.homes
    if not items or not homes.several:
        return list(items)
    here = [item for item in items if not homes.elsewhere(item.last)]
    latest = homes.home_of(max(items, key=lambda item: item.last).last)
    return here or [item for item in items if homes.home_of(item.last) == latest]


def holding(posed: PosedQuery) -> Findings:
    """What is or was in the hand. Value: class, or None; a bool when a thing is named."""
    asked = posed.query.of
    number = posed.view.at(asked.time.scope.end or posed.now)
    if number is None:
        return posed.never(None, asked)
    kind, node, perceives = posed.view.held(number)
    grip = posed.view.last_grip(number) if kind is None and not perceives else None
    if grip is not None:
        kind, node = (grip.deed.thing if grip.deed.action == "Pickup" else None), grip.event
    held = type_of(kind) if kind else ""
    time = asked.time.scope.end or posed.now
    items = (FoundItem("sight", "", time, time, node, number, number, kind=held, place=HAND),) if held else ()
    value = held in with_pieces(posed.view, asked.thing.types) if asked.thing.types else held or None
    return posed.found(value, items, evidence=[node])


def where_now(posed: PosedQuery) -> PosedQuery:
    """Whether a thing is in a place, asked of where it is, if it was last known elsewhere."""
    query, of = posed.query, posed.query.of
    of_now = query.ask == "exists" and of.subject == "sights" and "now" in query.senses
    if not of_now or of.time.scope.limited or of.relation or not (of.thing.types and of.place.types):
        return posed
    here = posed.select(of)
    every = posed.select(Selection("sights", thing=ThingFilter(of.thing.types)))
    later = {item.thing: item for item in sorted(every, key=lambda item: (item.end, item.last))}
    if not here or any(later.get(item.thing, item).place == item.place for item in here):
        return posed
    return replace(posed, query=replace(query, ask="where", of=replace(of, place=ANYTHING)), selected={})
