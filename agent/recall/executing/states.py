"""How things are, as last known: one of them, any of them, all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, ThingFilter
from agent.recall.executing.listing import duration, none_found, when
from agent.recall.executing.matching import SETS, can_be, unheard
from agent.recall.executing.narrowing import numbered
from agent.recall.executing.places import of_one_home, where
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.sights import sight_item
from agent.recall.lookup.classes import fits, with_pieces
from envs.effects import whole
from envs.vocabulary.english import noun
from memory.reading.traces import EVERYTHING, ObjectInteraction, Sighting

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
    items = items if selection.time.scope.limited else of_one_home(posed, items)
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
    """When a thing was seen; of "since when is it there" when it came there, of "until when" when it was over.

    Value: tuple of datetimes; where it still is so, as of ``state`` and ``where``.
    """
    if posed.query.measure == "end":
        return _until(posed)
    if posed.query.measure != "start":
        return when(posed)
    last, begun = _since(posed)
    if begun:
        seen = posed.query.of.thing.states and any(item.what == "sight" for item in begun)  # it may have begun earlier
        return posed.found(tuple(item.start for item in begun), begun, "partly" if seen else "known")
    if last and len(posed.query.of.thing.states) == 1 and not fits(last.states, posed.query.of.thing.states):
        now = replace(posed.query, ask="state", measure="", of=replace(posed.query.of, time=ANY_TIME))
        return state(PosedQuery(now, posed.view, posed.now, posed.finders))  # it is not so: since when, has no answer
    return posed.found((), (last,), "partly") if last else when(posed)


def how_long(posed: PosedQuery) -> Findings:
    """How long a thing was so; until now where it is asked how long it has been there, or still is so.

    Value: timedelta.
    """
    begun = _since(posed)[1] if posed.query.measure == "start" else ()
    if not begun:
        found = duration(posed)
        begun = _so_since(posed)[1] if found.value is None and found.items and posed.query.of.thing.states else ()
        if not begun or posed.query.of.time.scope.limited:
            return found
        return posed.found(posed.now - begun[-1].start, (begun[-1], replace(begun[-1], start=posed.now)), "partly")
    return posed.found(posed.now - begun[-1].start, (begun[-1], replace(begun[-1], start=posed.now)))


def _since(posed: PosedQuery) -> tuple[FoundItem | None, tuple[FoundItem, ...]]:
    """A thing as it was last known, and since when it, or each of several, is there or so."""
    return _so_since(posed) if posed.query.of.thing.states else _there_since(posed)


def _so_since(posed: PosedQuery) -> tuple[FoundItem | None, tuple[FoundItem, ...]]:
    """Since when a thing is in a state: since that was brought about, or else since it was first seen so."""
    of = posed.query.of
    wanted = of.thing.states
    known = last_states(posed, replace(of, time=ANY_TIME), wanted)
    last = next((item for item in known if fits(item.states, wanted)), None)
    if last is None or len(wanted) != 1:
        return (known[0] if known else None), ()
    changes = posed.select(Selection("deeds", change=wanted[0], thing=_plain(of)))
    led = [item for item in changes if item.thing == last.thing and item.start <= last.end]
    others = posed.view.sights.each((last.kind,), EVERYTHING, (), (_opposite(wanted[0]),))
    otherwise = max((row.end for row in others if row.object_id == last.thing), default=datetime.min)
    so = posed.view.sights.visits((last.kind,), EVERYTHING, (), wanted)
    seen = [row for row in so if row.object_id == last.thing and row.start >= otherwise]
    task = None if led else _brought_to(posed, replace(of, time=ANY_TIME), wanted[0])
    led += [task] if task is not None and fits(task.states, wanted) and task.start <= last.end else []
    if led and led[-1].start >= otherwise:
        return last, (led[-1],)
    return last, (sight_item(seen[0]),) if seen else (last,)


def _until(posed: PosedQuery) -> Findings:
    """When what was so, or a thing that was somewhere, ceased to be; whether it is so where it still is."""
    of, scope = posed.query.of, posed.query.of.time.scope
    still = PosedQuery(replace(posed.query, ask="state" if of.thing.states else "where", measure="",
                               of=replace(of, time=ANY_TIME)), posed.view, posed.now, posed.finders)  # fmt: skip
    now = state(still) if of.thing.states else where(still)
    if now.value is True or not (of.thing.states or of.place.types):
        return now
    ended = Selection("deeds", change=_opposite(of.thing.states[0]), thing=_plain(of)) if of.thing.states else None
    ends = posed.select(ended or Selection("deeds", ("Pickup",), thing=of.thing, place=of.place))
    later = [item for item in ends if scope.start is None or item.start >= scope.start]
    within = [item for item in later if scope.end is None or item.start <= scope.end]
    if not later:
        return now
    last = within[-1] if within else later[0]
    return posed.found((last.start,), (last,))


def _opposite(state: str) -> str:
    return ("-" if state.startswith("+") else "+") + state[1:]


def _there_since(posed: PosedQuery) -> tuple[FoundItem | None, tuple[FoundItem, ...]]:
    """A thing as it was last known, and when it, or each of several, came to be there: put there, or first seen there.

    Nothing came to be so where the thing was last known elsewhere.
    """
    of = replace(posed.query.of, time=ANY_TIME)
    put = posed.select(replace(of, subject="deeds", actions=("Place",), place=ANYTHING))
    seen = [sight_item(row) for row in posed.view.sights.last(with_pieces(posed.view, of.thing.types))]
    known = {item.thing: item for item in sorted((*seen, *put), key=lambda item: item.end) if item.place}
    latest = sorted(known.values(), key=lambda item: item.end)
    there = [item for item in latest if not of.place.types or item.place in of.place.types]
    if not there:
        return (latest[-1] if latest else None), ()
    every = there if of.place.types else there[-1:]
    return there[-1], tuple(sorted((_came(posed, of, item, put) for item in every), key=lambda item: item.start))


def _came(posed: PosedQuery, of: Selection, last: FoundItem, put: Sequence[FoundItem]) -> FoundItem:
    """How a thing came to where it was last known: how it was put there, or else the first sight of it there."""
    ways = [item for item in put if item.thing == last.thing]
    if ways and ways[-1].place == last.place:
        return ways[-1]
    there = posed.select(replace(of, place=ThingFilter((last.place,))))
    return next((item for item in there if item.thing == last.thing), last)


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
