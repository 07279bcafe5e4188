"""What is forgotten and told from the tasks that were to bring it about: from their steps, or else from their names.

A task to wash the plates in which plates lay in the sink while the tap ran has washed them, whoever saw it; and when
its steps are forgotten, too, "wash every plate" that was done has washed plates, however many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.english import located, the
from envs.vocabulary.verbs import changes, past
from memory.levels import GOAL, SCENE
from memory.reading.asked_tasks import AskedTask
from memory.reading.traces import ObjectInteraction, Scope

_RUN = {"-dirty": ("Faucet", "Dishwasher", "DishwashingMachine"), "+cooked": ("StoveBurner", "Microwave", "Toaster")}
"""A change → what has to run for it."""
_INTO = {"Faucet": ("SinkBasin", "Sink", "BathtubBasin", "Bathtub")}
"""What runs → where a thing lies for it, if not in or on that itself."""
_STEPS = ("ToggleOn", "ToggleOff", "Pickup", "Place")


def brought_about(posed: PosedQuery, selection: Selection, seen: Sequence[FoundItem]) -> list[FoundItem]:
    """Things that a task changed as its steps tell, where what was seen of it is forgotten.

    Args:
        posed: The query.
        selection: With a change.
        seen: The changes that are remembered.
    """
    scope = selection.time.scope
    words = tuple(verb for verb, change in changes().items() if change == selection.change)
    if selection.change not in _RUN or not posed.view.forgotten(scope, SCENE):
        return []
    types = with_pieces(posed.view, selection.thing.types)
    found: list[FoundItem] = []
    for task in posed.view.asked.mentioning(words, scope):
        during = Scope(task.asked, task.ended or posed.now)
        known = {item.thing for item in seen if task.asked <= item.start <= (task.ended or posed.now)}
        rows = posed.view.interactions(during, _STEPS)
        for row, run in _under(rows, _RUN[selection.change]):
            if (
                row.thing not in known
                and _inside(run, selection)
                and _there(row, run, selection)
                and (not types or row.deed.thing in types)
            ):
                known.add(row.thing or "")
                found.append(_item(row, run, _verb(task, words)))
    return found


def may_have_changed(posed: PosedQuery, selection: Selection) -> bool:
    """Whether things may have been changed by deeds of which no sight is left.

    Sights are forgotten in an hour, deeds stay for days: what never lay under a running tap was not washed, and what
    was never handled neither filled nor broken. So it is where the robot itself keeps account of its tasks.
    """
    types, scope = with_pieces(posed.view, selection.thing.types), selection.time.scope
    if not posed.view.asked.any or not selection.thing.types or posed.view.forgotten(scope, GOAL):
        return True
    if selection.change not in _RUN:
        return bool(posed.view.interactions(scope, (), types))
    under = _under(posed.view.interactions(Scope(), _STEPS), _RUN[selection.change])
    return any(row.deed.thing in types and _inside(run, selection) for row, run in under)


def told_by_tasks(posed: PosedQuery, selection: Selection, known: Sequence[FoundItem]) -> list[FoundItem]:
    """Deeds that tasks which were done are called by, where nothing else tells of them any more.

    Args:
        posed: The query.
        selection: Which deeds; with an action or a change.
        known: What else tells of such deeds; a task in whose time one of these lies tells nothing beside.
    """
    level = SCENE if selection.change else GOAL  # that something changed was seen, in scenes
    if not (selection.actions or selection.change) or not posed.view.forgotten(selection.time.scope, level):
        return []
    found = []
    for task in posed.view.asked.between(selection.time.scope, ("done",)):
        start, end = task.began or task.asked, task.ended or task.asked
        item = _as_called(posed, selection, task)
        told = any(one.start <= end and start <= one.end for one in known)
        if item is not None and not told and not task.erased and posed.view.forgotten(Scope(start, end), level):
            found.append(item)
    return found


def _as_called(posed: PosedQuery, selection: Selection, task: AskedTask) -> FoundItem | None:
    """The deed that a task is called by, if it is one of the selection; one with which kind of thing, nobody knows."""
    deed = named_deed(task.words)
    if deed is None or len(deed.thing.types) > 1:
        return None
    if not set(selection.actions) & set(deed.actions) and selection.change != (deed.change or None):
        return None
    kind, places = "".join(deed.thing.types), deed.place.types
    if "Pour" in deed.actions and kind in selection.place.types:  # the plant is what is poured on
        kind, places = "", (kind,)
    wanted = with_pieces(posed.view, selection.thing.types)
    if (wanted and kind not in wanted) or (selection.place.types and not set(selection.place.types) & set(places)):
        return None
    place = next((one for one in places if one in selection.place.types), places[0] if places else "")
    time, node = task.began or task.asked, task.evidence[0] if task.evidence else 0
    name = f"{past(task.words.split()[0].lower())} {the(kind or place)}{f' {located(place)}' if kind and place else ''}"
    span = (time, task.ended or time, node)
    return FoundItem("deed", name, *span, kind=kind, place=place, request=task.words, source="summary")


def _under(
    rows: Sequence[ObjectInteraction], machines: Sequence[str]
) -> Iterator[tuple[ObjectInteraction, ObjectInteraction]]:
    """Things that were where a machine works while it ran, each with when it was switched on."""
    lying: dict[str, ObjectInteraction] = {}
    where: dict[str, str] = {}
    runs: list[ObjectInteraction] = []
    stopped: set[str] = set()
    for row in rows:
        kind, thing = row.deed.thing or "", row.thing or ""
        if row.deed.action == "ToggleOff":
            stopped.add(thing)
            continue
        if row.deed.action == "ToggleOn":
            if kind in machines:
                runs.append(row)
                stopped.discard(thing)
                yield from ((one, row) for key, one in lying.items() if _at(where, where.get(key, ""), kind))
        elif row.deed.action == "Place":
            lying[thing], where[thing] = row, row.deed.target or ""
            where[kind] = row.deed.target or ""
            if any(run.thing not in stopped and _at(where, where[thing], run.deed.thing or "") for run in runs):
                yield row, row
        else:
            from_there = row.deed.origin or ""
            ran = next((run for run in reversed(runs) if _at(where, from_there, run.deed.thing or "")), None)
            if ran is not None and thing not in lying:
                yield row, ran
            lying[thing], where[thing] = row, "hand"


def _at(where: dict[str, str], place: str, machine: str) -> bool:
    """Whether something in or on a place, or on what lies there, is where a machine works."""
    at = (machine, *_INTO.get(machine, ()))
    return place in at or where.get(place, "") in at or (place == "hand" and machine in _INTO)


def _inside(run: ObjectInteraction, selection: Selection) -> bool:
    scope = selection.time.scope
    return (scope.start is None or run.time >= scope.start) and (scope.end is None or run.time <= scope.end)


def _there(row: ObjectInteraction, run: ObjectInteraction, selection: Selection) -> bool:
    """Whether something was changed in or on the place that is asked about: in the pot, in the microwave."""
    places, machine = {*selection.place.types}, run.deed.thing or ""
    return not places or bool(places & {row.deed.target, machine, *_INTO.get(machine, ())})


def _verb(task: AskedTask, words: Sequence[str]) -> str:
    text = f" {task.request} {task.words}".lower()
    return next((word for word in words if f" {word}" in text), words[0])


def _item(row: ObjectInteraction, run: ObjectInteraction, verb: str) -> FoundItem:
    kind = row.deed.thing or ""
    span = (run.time, run.time, run.event, run.experience, run.experience)
    return FoundItem("deed", f"{past(verb)} {the(kind)}", *span, kind=kind, thing=row.thing or "", source="task log")
