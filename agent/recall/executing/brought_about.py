"""Changes of which the sight is forgotten, told from the steps of the tasks that were to bring them about.

A task to wash the plates in which plates lay in the sink while the tap ran has washed them, whoever saw it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.posed import PosedQuery
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.english import the
from envs.vocabulary.verbs import changes, past
from memory.levels import SCENE
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
            if row.thing not in known and _inside(run, selection) and (not types or row.deed.thing in types):
                known.add(row.thing or "")
                found.append(_item(row, run, _verb(task, words)))
    return found


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


def _verb(task: AskedTask, words: Sequence[str]) -> str:
    text = f" {task.request} {task.words}".lower()
    return next((word for word in words if f" {word}" in text), words[0])


def _item(row: ObjectInteraction, run: ObjectInteraction, verb: str) -> FoundItem:
    kind = row.deed.thing or ""
    span = (run.time, run.time, run.event, run.experience, run.experience)
    return FoundItem("deed", f"{past(verb)} {the(kind)}", *span, kind=kind, thing=row.thing or "", source="task log")
