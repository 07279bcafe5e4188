"""What is forgotten and told from the tasks that were to bring it about: from their steps, or else from their names.

A task to wash the plates in which plates lay in the sink while the tap ran has washed them, whoever saw it; and when
its steps are forgotten, too, "wash every plate" that was done has washed plates, however many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.matching import INTO, RUN, STEPS, under_machines, within_run
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from agent.recall.lookup.classes import with_pieces
from agent.recall.understanding.universals import says_every
from envs.vocabulary.english import located, the
from envs.vocabulary.verbs import changes, past
from memory.levels import GOAL, SCENE
from memory.reading.asked_tasks import AskedTask
from memory.reading.traces import ObjectInteraction, Scope


def brought_about(posed: PosedQuery, selection: Selection, seen: Sequence[FoundItem]) -> list[FoundItem]:
    """Things that a task changed as its steps tell, where what was seen of it is forgotten.

    Args:
        posed: The query.
        selection: With a change.
        seen: The changes that are remembered.
    """
    scope = selection.time.scope
    words = _words_of(selection.change)
    if selection.change not in RUN or not posed.view.forgotten(scope, SCENE):
        return []
    types = with_pieces(posed.view, selection.thing.types)
    found: list[FoundItem] = []
    for task in posed.view.asked.mentioning(words, scope):
        during = Scope(task.asked, task.ended or posed.now)
        known = {item.thing for item in seen if task.asked <= item.start <= (task.ended or posed.now)}
        rows = posed.view.interactions(during, STEPS)
        for row, run in under_machines(rows, RUN[selection.change]):
            if (
                row.thing not in known
                and within_run(run, selection)
                and _there(row, run, selection)
                and (not types or row.deed.thing in types)
            ):
                known.add(row.thing or "")
                found.append(_item(row, run, _verb(task, words)))
    return found


def done_as_called(posed: PosedQuery, selection: Selection, seen: Sequence[FoundItem]) -> list[FoundItem]:
    """What tasks that were done are called by, where nobody saw it come about: "boil a potato", in a closed microwave.

    Args:
        posed: The query.
        selection: With a change.
        seen: The changes of which something else tells.
    """
    words = _words_of(selection.change)
    if selection.change not in RUN or posed.view.forgotten(selection.time.scope, SCENE):
        return []
    found = []
    for task in posed.view.asked.mentioning(words, selection.time.scope):
        item = _as_done(posed, selection, task) if task.outcome == "done" and task.began else None
        if item is not None and not any(one.kind == item.kind and _in_time(one, task) for one in seen):
            found.append(item)
    return found


def _as_done(posed: PosedQuery, selection: Selection, task: AskedTask) -> FoundItem | None:
    """The change that a task is called by, at the time at which what brings it about ran last."""
    deed = named_deed(task.words)
    if deed is None or deed.change != selection.change or len(deed.thing.types) != 1:
        return None
    if posed.query.ask == "count" and says_every(task.words):
        return None  # to how many it was done the name does not tell
    wanted, (kind,) = with_pieces(posed.view, selection.thing.types), deed.thing.types
    places = set(selection.place.types)
    if (wanted and kind not in wanted) or (places and not places & set(deed.place.types)):
        return None
    rows = posed.view.interactions(Scope(task.asked, task.ended or posed.now), STEPS)
    handled = [row for row in rows if row.deed.thing == kind and row.deed.action in ("Pickup", "Place")]
    if not handled:
        return None
    ran = [row for row in rows if row.deed.action == "ToggleOn" and row.deed.thing in RUN[selection.change]]
    return _item(handled[-1], (ran or handled)[-1], _verb(task, _words_of(selection.change)))


def _words_of(change: str) -> tuple[str, ...]:
    """The verbs that bring a change about."""
    return tuple(verb for verb, brings in changes().items() if brings == change)


def _in_time(item: FoundItem, task: AskedTask) -> bool:
    return task.asked <= item.end and (task.ended is None or item.start <= task.ended)


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
    item = FoundItem("deed", name, *span, kind=kind, place=place, source="summary")
    return replace(item, request=task.words, asked=task.asked)


def _there(row: ObjectInteraction, run: ObjectInteraction, selection: Selection) -> bool:
    """Whether something was changed in or on the place that is asked about: in the pot, in the microwave."""
    places, machine = {*selection.place.types}, run.deed.thing or ""
    return not places or bool(places & {row.deed.target, machine, *INTO.get(machine, ())})


def _verb(task: AskedTask, words: Sequence[str]) -> str:
    text = f" {task.request} {task.words}".lower()
    return next((word for word in words if f" {word}" in text), words[0])


def _item(row: ObjectInteraction, run: ObjectInteraction, verb: str) -> FoundItem:
    kind = row.deed.thing or ""
    span = (run.time, run.time, run.event, run.experience, run.experience)
    return FoundItem("deed", f"{past(verb)} {the(kind)}", *span, kind=kind, thing=row.thing or "", source="task log")
