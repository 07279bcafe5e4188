"""How things are, as last known: one of them, any of them, all of them."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.executing.listing import duration, none_found, when
from agent.recall.executing.matching import SETS, can_be, unheard
from agent.recall.executing.narrowing import numbered
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.sights import sight_item
from agent.recall.lookup.classes import fits, with_pieces
from envs.effects import whole
from envs.vocabulary.english import noun
from memory.reading.traces import ObjectInteraction, Sighting

_TASKS = {
    "on": {"+": "switch the {} on", "-": "switch the {} off"},
    "open": {"+": "open the {}", "-": "close the {}"},
}
"""State → sign → the task that brings a thing to it."""
_SURE = 0.5


def state(posed: PosedQuery) -> Findings:
    """Whether a thing is so, or was when last known. Value: bool; with no state named, the tuple of its states."""
    selection = posed.query.of
    if unheard(posed.view, selection):
        return replace(none_found(posed, _seen(selection)), value=None)
    wanted = selection.thing.states or ((selection.change,) if selection.change else ())
    items = last_states(posed, selection, wanted) if selection.ordinal in (None, -1) else _seen_then(posed, selection)
    if not items and len(wanted) == 1 and (item := _brought_to(posed, selection, wanted[0])):
        return posed.found(fits(item.states, wanted), (item,), "partly")
    if not items:
        return replace(none_found(posed, _seen(selection)), value=None)
    quantifier = posed.query.quantifier or ("" if selection.thing.types else "all")
    if not wanted:
        return posed.found(items[0].states, items[:1])
    if not quantifier:
        so = fits(items[0].states, wanted)
        unlike = [item for item in items[1:] if fits(item.states, wanted) != so]
        return posed.found(so, (items[0], *unlike[:1]))
    so = [item for item in items if fits(item.states, wanted)]
    if quantifier == "any":
        return posed.found(bool(so), so or items)
    others = [item for item in items if item not in so]
    return posed.found(not others, others or so)


def since_when(posed: PosedQuery) -> Findings:
    """When a thing was seen; of "since when is it there" when it came there. Value: tuple of datetimes."""
    if posed.query.measure != "start":
        return when(posed)
    last, begun = _there_since(posed)
    if begun is not None:
        return posed.found((begun.start,), (begun,))
    return posed.found((), (last,), "partly") if last else when(posed)


def how_long(posed: PosedQuery) -> Findings:
    """How long a thing was so; where it is asked how long it has been there, until now. Value: timedelta."""
    begun = _there_since(posed)[1] if posed.query.measure == "start" else None
    if begun is None:
        return duration(posed)
    return posed.found(posed.now - begun.start, (begun, replace(begun, start=posed.now)))


def _there_since(posed: PosedQuery) -> tuple[FoundItem | None, FoundItem | None]:
    """A thing as it was last known, and when it came to be there: put there, or else first seen there.

    Nothing came to be so where the thing was last known elsewhere.
    """
    of = posed.query.of
    put = posed.select(replace(of, subject="deeds", actions=("Place",), place=ANYTHING))
    seen = [sight_item(row) for row in posed.view.sights.last(with_pieces(posed.view, of.thing.types))]
    known = {item.thing: item for item in sorted((*seen, *put), key=lambda item: item.end) if item.place}
    latest = sorted(known.values(), key=lambda item: item.end)
    there = [item for item in latest if not of.place.types or item.place in of.place.types]
    if not there:
        return (latest[-1] if latest else None), None
    last = there[-1]
    ways = [item for item in put if item.thing == last.thing]
    if ways and ways[-1].place == last.place:
        return last, ways[-1]
    at_place = [
        item for item in posed.select(replace(of, place=ThingFilter((last.place,)))) if item.thing == last.thing
    ]
    return last, at_place[0] if at_place else last


def _brought_to(posed: PosedQuery, selection: Selection, wanted: str) -> FoundItem | None:
    seen = _came_about(posed, selection, wanted)
    return seen or _by_task(posed, selection, wanted) or _came_about(posed, selection, wanted, summarised=True)


def _came_about(posed: PosedQuery, selection: Selection, wanted: str, summarised: bool = False) -> FoundItem | None:
    """What a thing was last brought to, where no sight of it is remembered: washed is clean, then.

    Where ``summarised``, what only summaries and the names of tasks tell counts, too.
    """
    sides = {
        sign: replace(selection, subject="deeds", change=sign + wanted[1:], thing=_plain(selection)) for sign in "+-"
    }
    every = [(item, sign) for sign, side in sides.items() for item in posed.select(side)]
    changed = [(item, sign) for item, sign in every if summarised or item.source != "summary"]
    if not changed or not selection.thing.types:
        return None
    last, sign = max(changed, key=lambda one: (one[0].start, one[0].first))
    return replace(last, states=(wanted[1:],) if sign == "+" else ())


def _by_task(posed: PosedQuery, selection: Selection, wanted: str) -> FoundItem | None:
    """What a task that is done was to bring a thing to, where neither sight nor deed is remembered."""
    done: list[tuple[FoundItem, str]] = []
    for sign, words in _TASKS.get(wanted[1:], {}).items():
        for kind in selection.thing.types:
            task = Selection("tasks", task=words.format(noun(kind).lower()), outcomes=("done",), time=selection.time)
            done += [(replace(item, kind=kind), sign) for item in posed.select(task) if item.chance > _SURE]
    if not done:
        return None
    last, sign = max(done, key=lambda one: one[0].start)
    return replace(last, start=last.end, states=(wanted[1:],) if sign == "+" else ())


def _plain(selection: Selection) -> ThingFilter:
    return replace(selection.thing, states=())


def _seen_then(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """The state in which things were when they were seen for the first, the second time and so on."""
    types = with_pieces(posed.view, selection.thing.types)
    rows = posed.view.sights.visits(types, selection.time.scope)
    items = [replace(sight_item(row), end=row.start, states=row.states) for row in rows]
    return numbered(items, selection.ordinal)


def _seen(selection: Selection) -> Selection:
    return replace(selection, subject="sights", thing=_plain(selection), change="")


def last_states(posed: PosedQuery, selection: Selection, wanted: tuple[str, ...]) -> list[FoundItem]:
    """The last known states of things, the latest first.

    Where no thing is named those count that can be in one of the states asked about.
    """
    view, scope = posed.view, selection.time.scope
    types = with_pieces(view, selection.thing.types) or can_be(view, wanted)
    rows = view.sights.each(types, scope) if scope.limited else view.sights.last(types)
    actions = tuple(action for action, sets in SETS.items() if not wanted or sets[1:] in {one[1:] for one in wanted})
    deeds = _last_deeds(posed, selection, types, actions)
    items = [_known(row, deeds.pop(row.object_id, None)) for row in rows]
    items += [_by_deed(None, row) for row in deeds.values()]
    items = [_cut(item) for item in items if item.kind not in selection.thing.besides]
    return sorted(items, key=lambda item: (item.end, item.last), reverse=True)


def _cut(item: FoundItem) -> FoundItem:
    """A piece of something as sliced, which its class says and no state."""
    is_piece = whole(item.kind) != item.kind and "sliced" not in item.states
    return replace(item, states=(*item.states, "sliced")) if is_piece else item


def _last_deeds(
    posed: PosedQuery, selection: Selection, types: tuple[str, ...], actions: tuple[str, ...]
) -> dict[str, ObjectInteraction]:
    """The last deed that set such a state, by the thing that it set it of."""
    if not actions:
        return {}
    if not selection.time.scope.limited:
        return {row.thing: row for row in posed.view.last_interactions(types, actions) if row.thing}
    rows = posed.view.interactions(selection.time.scope, actions, types)
    return {row.thing: row for row in rows if row.thing}


def _known(seen: Sighting, deed: ObjectInteraction | None) -> FoundItem:
    """What was seen last, unless something was done to it since."""
    if deed is not None and deed.time > seen.end:
        return _by_deed(seen, deed)
    item = sight_item(seen)
    status = "now" if seen.current else "done"
    return replace(item, node=seen.last, start=seen.end, states=seen.states, status=status)


def _by_deed(seen: Sighting | None, deed: ObjectInteraction) -> FoundItem:
    """What a deed left a thing in, with what else it was seen to be."""
    sets = SETS[deed.deed.action]
    states = {*(seen.states if seen else ())} - {sets[1:]} | ({sets[1:]} if sets[0] == "+" else set())
    span = (deed.time, deed.time, deed.event, deed.experience, deed.experience)
    kind, thing = deed.deed.thing or "", deed.thing or ""
    return FoundItem("deed", "", *span, kind=kind, thing=thing, states=tuple(sorted(states)))
