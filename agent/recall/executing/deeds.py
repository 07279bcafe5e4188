"""Single deeds as items: what was done to which thing, where, with what, and for which task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import ANYTHING, Selection
from agent.recall.executing.brought_about import brought_about, done_as_called, told_by_tasks
from agent.recall.executing.matching import SETS, can_be, passing
from agent.recall.executing.narrowing import overlap
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.summarised import told_deeds
from agent.recall.executing.tasks.finding import failed_tasks
from agent.recall.executing.tools import with_tool
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.english import located, the
from memory.reading.traces import ObjectInteraction, Sighting, SummaryLine
from memory.reading.view import View
from memory.wording import say

_AT_ONCE = {change: (action,) for action, change in SETS.items()} | {"-filled": ("Empty", "Pour")}
"""A change → the actions that bring it about at once, where there are any."""

_UNSEEN = timedelta(hours=1)
"""How long a thing may have been out of view while it changed."""

_BECOMING = {"-dirty": "become clean", "-filled": "become empty", "+filled": "fill up", "+broken": "break"}


def find_deeds(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Deeds that worked, and changes that were seen, that pass the own filters of a selection."""
    items = (
        _changes(posed, selection)
        if selection.change
        else deed_items(_interactions(posed, selection, True), posed.view.people_by_class)
    )
    return _filtered(posed, items + _retold(posed, selection, items), selection)


def _retold(posed: PosedQuery, selection: Selection, known: Sequence[FoundItem]) -> list[FoundItem]:
    """What summaries and the names of tasks tell beside; a task names its day, so it goes before weeks and months."""
    told = told_deeds(posed, selection, known)
    days = [item for item in told if item.start.date() == item.end.date()]
    named = told_by_tasks(posed, selection, [*known, *days])
    longer = [item for item in told if item not in days]
    return [*days, *named, *(item for item in longer if not any(overlap(item, one) for one in named))]


def find_failures(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Deeds that were tried and failed; where no thing, place or action is named, whatever else failed, tasks too."""
    named = selection.actions or selection.change or selection.thing != ANYTHING or selection.place != ANYTHING
    if selection.change and not selection.thing.types:
        return []  # which failure kept something from changing, nothing tells
    items = deed_items(_interactions(posed, selection, False), posed.view.people_by_class)
    if not named:
        shown = {item.node for item in items}
        items += [_failed(line) for line in posed.view.failures(selection.time.scope) if line.node not in shown]
    kept = _filtered(posed, items, selection)
    return kept if named else kept + failed_tasks(posed, selection)


def _failed(line: SummaryLine) -> FoundItem:
    """An event in which something failed that was done with no thing: walking into a wall."""
    name, _, reason = line.summary.removeprefix("I ").rstrip(".").partition(" but failed: ")
    name = name.removeprefix("tried to ")
    return FoundItem(
        "deed", name, line.start, line.end, line.node, line.first, line.last, status="failed", reason=reason
    )


def _filtered(posed: PosedQuery, items: Sequence[FoundItem], selection: Selection) -> list[FoundItem]:
    kept = passing(posed, items, selection)
    if selection.used:  # what was taken from a shelf does not use the shelf
        kept = [item for item in kept if _is_use(posed, item, selection)]
    if selection.tool.types:
        kept = with_tool(posed, kept, selection)
    if selection.task:
        tasks = posed.tasks_of(selection)
        kept = [item for item in kept if any(overlap(item, task) for task in tasks)]
    return kept


def _is_use(posed: PosedQuery, item: FoundItem, selection: Selection) -> bool:
    """Whether a deed used a thing: what was but taken from it, or shut and opened though it runs, did not."""
    if item.kind not in with_pieces(posed.view, selection.thing.types):
        return not item.name.startswith("picked up")
    runs = item.kind in can_be(posed.view, ("+on",))
    return not (runs and item.name.startswith(("opened", "closed")))


def _interactions(posed: PosedQuery, selection: Selection, success: bool) -> list[ObjectInteraction]:
    """Interactions with the things and places named, whichever side of the deed they stand on."""
    view, scope, actions = posed.view, selection.time.scope, selection.actions
    things = selection.thing.types if "Slice" in actions else with_pieces(view, selection.thing.types)
    places = selection.place.types
    rows = view.interactions(scope, actions, things, places, success)
    if things and not places and ("Pour" in actions or not actions):  # the plant is watered, the toaster put into
        rows = _merged(rows, view.interactions(scope, actions, (), things, success))
    if places and not things and "Pour" in actions:  # "pour from the cup"
        rows = _merged(rows, view.interactions(scope, actions, places, (), success))
    if not rows and not success and things and not places:  # what could not be put there
        rows = view.interactions(scope, actions, (), things, success)
    return rows


def _merged(left: Iterable[ObjectInteraction], right: Iterable[ObjectInteraction]) -> list[ObjectInteraction]:
    """The interactions of both, each once, in order."""
    rows = {row.experience: row for row in (*left, *right)}
    return [rows[number] for number in sorted(rows)]


def deed_items(rows: Iterable[ObjectInteraction], people: Mapping[str, str] = MappingProxyType({})) -> list[FoundItem]:
    """Interactions as items; what was put on a person (``View.people_by_class``) was given to them."""
    return [_given(row, whom) if (whom := people.get(row.deed.target or "")) else _item(row) for row in rows]


def _given(row: ObjectInteraction, whom: str) -> FoundItem:
    verb = "gave" if row.success else "give"
    return replace(_item(row), name=f"{verb} {the(row.deed.thing or 'Thing')} to {whom}", place=whom)


def _item(row: ObjectInteraction) -> FoundItem:
    deed = row.deed
    return FoundItem(
        "deed",
        say(deed, past=row.success),
        row.time,
        row.time,
        row.event,
        row.experience,
        row.experience,
        kind=deed.thing or "",
        thing=row.thing or "",
        place=deed.target or deed.origin or "",
        status="done" if row.success else "failed",
        reason=row.error,
        source="goal" if row.event == row.goal else "event",
        chance=row.confidence,
        seen=row.confidence < 1,
    )


def _changes(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """When things were seen to become clean, cooked, …; with the deeds that do it at once."""
    view, scope, change = posed.view, selection.time.scope, selection.change
    things = with_pieces(view, selection.thing.types) or can_be(view, (change,))
    rows = [row for row in view.sights.changes(things, change) if _there(row, selection)]
    direct = view.interactions(scope, _AT_ONCE[change], things, selection.place.types) if change in _AT_ONCE else []
    done = {(row.experience, row.thing) for row in direct}
    inside = view.inside(scope, [row.number for row in rows])
    others = [row for row in rows if row.number in inside and (row.number, row.object_id) not in done]
    items = [_became(row, change) for row in others if _witnessed(view, row)] + deed_items(direct)
    items += brought_about(posed, selection, items)
    return items + done_as_called(posed, selection, items)


def _witnessed(view: View, row: Sighting) -> bool:
    """Whether a thing was in view not long before it was seen changed: what became of it meanwhile, nobody saw."""
    before = view.sights.before(row.object_id, row.number)
    return before is not None and row.start - before.end <= _UNSEEN


def _there(row: Sighting, selection: Selection) -> bool:
    return not selection.place.types or row.place in selection.place.types


def _became(row: Sighting, change: str) -> FoundItem:
    words = _BECOMING.get(change) or f"become {change[1:]}"
    place = f" {located(row.place)}" if row.place else ""
    name = f"saw {the(row.object_type)} {words}{place}"
    span = (row.start, row.start, row.first, row.number, row.number)
    return FoundItem("deed", name, *span, kind=row.object_type, thing=row.object_id, place=row.place or "")
