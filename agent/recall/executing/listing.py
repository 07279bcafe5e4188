"""What can be asked of any items: which there were, how many, whether any, when, how long ago, how long, who, why.

The same for deeds, sights, speech and failures; where there are none, what came nearest is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, ThingFilter
from agent.recall.executing.accounts import account
from agent.recall.executing.matching import can_be, may_have_changed, names, unheard
from agent.recall.executing.narrowing import began, overlap
from agent.recall.executing.posed import PosedQuery, nothing
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import is_category
from envs.vocabulary.stems import stem
from memory.experience import OWN_VOICE
from memory.levels import GOAL, SCENE
from memory.reading.traces import Scope

_ENDS = {"Open": "Close", "ToggleOn": "ToggleOff", "Pickup": "Place"}
"""What ends what an action began."""
_BEGINS = {"+on": "ToggleOn", "+open": "Open"}
"""What begins a state that lasts."""
_HALF = 0.5
_BEFORE = timedelta(hours=12)
"""How long before a deed the task may have begun for which it was done."""


def none_found(posed: PosedQuery, selection: Selection) -> Findings:
    """That there is none, with what came nearest: a failed try, or what passes all filters but one."""
    level = SCENE if selection.subject == "sights" else GOAL
    unknown = unheard(posed.view, selection)
    nearest = None if unknown and unknown.words else _nearest(posed, selection)
    caveat = nearest or unknown
    caveats = (caveat,) if caveat else ()
    erased = bool(posed.view.erasures(selection.time.scope))  # it may have been that
    if unknown and not nearest and not erased and _never_met(posed, selection.thing):
        return posed.found(nothing(posed.query), (), "never happened", caveats)
    if selection.subject == "deeds" and selection.change and not (erased or may_have_changed(posed, selection)):
        denied = nearest or (Caveat("not so", about=selection) if unknown else None)  # nothing is said of sights
        return posed.found(nothing(posed.query), (), "never happened", (denied,) if denied else ())
    return posed.never(nothing(posed.query), selection, caveats, level)


def _never_met(posed: PosedQuery, thing: ThingFilter) -> bool:
    """Whether no thing of some classes was ever seen, handled or asked for: which those were is never forgotten."""
    kinds = with_pieces(posed.view, thing.types)
    asked = any(posed.view.asked.mentioning((stem(noun(kind).split()[-1]),)) for kind in kinds)
    return bool(kinds) and not posed.view.types & {*kinds} and not asked


def incomplete(posed: PosedQuery, selection: Selection) -> tuple[Caveat, ...]:
    """That there may have been more of a selection, as some of its time was forgotten."""
    if selection.ordinal is not None or selection.next_to:
        return ()
    lost = posed.forgotten(selection, SCENE if selection.subject == "sights" else GOAL)
    return (lost,) if lost else ()


def _nearest(posed: PosedQuery, selection: Selection) -> Caveat | None:
    if selection.subject == "deeds" and selection.ordinal is None:
        failed = posed.select(replace(selection, subject="failures", outcomes=(), ordinal=None))
        if failed:
            return Caveat("nearest", items=tuple(failed), about=replace(selection, subject="failures"))
    for looser in _looser(selection):
        if items := posed.select(looser):
            return Caveat("nearest", items=tuple(items), about=looser)
    return None


def _looser(selection: Selection) -> Iterator[Selection]:
    """The selection without one of its filters after the other, those first that change least what it is about."""
    if selection.ordinal is not None:
        yield replace(selection, ordinal=None)
    if selection.tool != ANYTHING:
        yield replace(selection, tool=ANYTHING)
    if selection.thing.states:
        yield replace(selection, thing=replace(selection.thing, states=()))
    if selection.took is not None:
        yield replace(selection, took=None)
    if selection.time.scope.limited:
        yield replace(selection, time=ANY_TIME, ordinal=None)
    if selection.place != ANYTHING and selection.thing.types:
        yield replace(selection, place=ANYTHING)


def listed(posed: PosedQuery) -> Findings:
    """Which there were. Value: tuple of classes where things are asked for, else of clauses; one where one is meant."""
    selection = posed.query.of
    if selection.subject == "deeds" and posed.query.detail and (told := account(posed)):
        return told
    items = posed.select(selection)
    if not items:
        return none_found(posed, selection)
    items = sorted([*items, *_come_to_nothing(posed)], key=began)
    things = asks_for_things(posed)
    values = tuple(dict.fromkeys(item.kind for item in items if item.kind) if things else (item.name for item in items))
    alone = selection.next_to and selection.relation in ("before", "after") and values
    return posed.found(values[0] if alone else values, items, caveats=incomplete(posed, selection))


def _come_to_nothing(posed: PosedQuery) -> list[FoundItem]:
    """Tasks with a thing that were not done, where it is asked for all that happened with it: the deeds do not tell."""
    of = posed.query.of
    alone = of == Selection("deeds", thing=ThingFilter(of.thing.types), time=of.time) and of.thing.types
    if not posed.query.detail or not alone:
        return []
    tasks = posed.select(Selection("tasks", thing=of.thing, time=of.time))
    return [one for one in tasks if one.status not in ("done", "running") and names(one.name, of.thing.types)]


def asks_for_things(posed: PosedQuery) -> bool:
    """Whether it is asked to what something was done or what was seen, not what was done."""
    selection, query = posed.query.of, posed.query
    if selection.subject in ("speech", "facts") or (query.detail and not (selection.actions or selection.change)):
        return False
    named = selection.thing.types and not is_category(selection.thing.types)
    wide = selection.actions or selection.change or selection.subject == "sights"
    return bool(wide and not named)


def different(items: list[FoundItem], counted: str) -> list[FoundItem]:
    """The first item of each that counts as one."""
    firsts: dict[Any, FoundItem] = {}
    for item in items:
        key = {
            "things": item.thing or (item.kind, item.node, item.start),
            "kinds": item.kind,
            "days": item.start.date(),
        }.get(counted, (item.node, item.start, item.first, item.name, item.thing))
        firsts.setdefault(key, item)
    return list(firsts.values())


def counted(posed: PosedQuery) -> Findings:
    """How many things, times, kinds or days. Value: int."""
    selection = posed.query.of
    items = posed.select(selection)
    if not items:
        return none_found(posed, selection)
    whole = [item for item in items if item.kind in selection.thing.types]  # of a potato and its slices the potato
    firsts = different(whole or items if posed.query.counted == "things" else items, posed.query.counted)
    return posed.found(len(firsts), firsts, caveats=incomplete(posed, selection))


def exists(posed: PosedQuery) -> Findings:
    """Whether there was any. Value: bool."""
    selection = posed.query.of
    items = posed.select(selection) or _at_its_end(posed, selection) or _in_its_course(posed, selection)
    if not items:
        return none_found(posed, selection)
    opened = [item for item in items if item.name.startswith("opened ")] if "looked in" in posed.query.senses else []
    return posed.found(True, opened or items)


def _at_its_end(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Who asks whether the stove was turned off after a task counts that as a part of it."""
    ending = selection.actions and set(selection.actions) <= {"ToggleOff", "Close"}
    if not ending or selection.relation != "after" or any(other.subject != "tasks" for other in selection.others):
        return []
    return posed.select(replace(selection, relation="during", next_to=False))[-1:]


def _in_its_course(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Who asks whether the mug was washed before making coffee counts what was done for that in the task itself."""
    task = selection.relation == "before" and all(other.subject == "tasks" for other in selection.others)
    if not task or not selection.change:
        return []
    return posed.select(replace(selection, relation="during", next_to=False))[-1:]


def when(posed: PosedQuery) -> Findings:
    """When they began. Value: tuple of datetimes."""
    items = posed.select(posed.query.of)
    if not items:
        return none_found(posed, posed.query.of)
    return posed.found(tuple(map(told_time, items)), items)


def told_time(item: FoundItem) -> datetime:
    """When an item began; of what a summary tells only the day."""
    return datetime.combine(item.start.date(), time()) if item.source == "summary" else item.start


def ago(posed: PosedQuery) -> Findings:
    """How many calendar days ago. Value: tuple of ints."""
    items = posed.select(posed.query.of)
    if not items:
        return none_found(posed, posed.query.of)
    return posed.found(tuple((posed.now.date() - item.start.date()).days for item in items), items)


def duration(posed: PosedQuery) -> Findings:
    """How long something lasted, or how long lay between two things. Value: timedelta; int where days are counted."""
    selection, against = _running(posed, posed.query.of), posed.query.against
    items = posed.select(selection)
    if not items:
        return none_found(posed, selection)
    if against:
        others = posed.select(against[0])
        if not others:
            return none_found(posed, against[0])
        return _between(posed, items[-1], others[-1])
    last = items[-1]
    end = _ended(posed, last, selection)
    if end is None:
        return posed.found(None, (last,), "partly")
    return posed.found(end.start - last.start, (last, end))


def _running(posed: PosedQuery, selection: Selection) -> Selection:
    """How long something was on is told from when it was switched on, not from how long it was in view.

    Of what can be switched and no state is named, "the television on Monday", that is meant as well.
    """
    thing = selection.thing
    if selection.subject != "sights" or not thing.types or len(thing.states) > 1:
        return selection
    switched = thing.states or (("+on",) if set(thing.types) <= set(can_be(posed.view, ("+on",))) else ())
    begin = _BEGINS.get(switched[0]) if switched else None
    if begin is None:
        return selection
    deeds = replace(selection, subject="deeds", actions=(begin,), thing=replace(thing, states=()))
    return deeds if posed.select(deeds) else selection


def _between(posed: PosedQuery, one: FoundItem, other: FoundItem) -> Findings:
    first, second = sorted((one, other), key=began)
    if posed.query.counted == "days":
        return posed.found((second.start.date() - first.end.date()).days, (first, second))
    return posed.found(max(second.start - first.end, timedelta()), (first, second))


def _ended(posed: PosedQuery, item: FoundItem, selection: Selection) -> FoundItem | None:
    """What ended what a deed began: closing of opening. A stretch that was seen ends by itself."""
    if item.end > item.start:
        return replace(item, start=item.end)
    action = next((end for begin, end in _ENDS.items() if begin in selection.actions), None)
    if action is None:
        return None
    later = Scope(item.start, selection.time.scope.end, selection.time.scope.episode)
    ends = posed.select(
        replace(selection, actions=(action,), ordinal=None, time=replace(selection.time, scope=later), place=ANYTHING)
    )
    return next((end for end in ends if end.thing == item.thing and began(end) > began(item)), None)


def who(posed: PosedQuery) -> Findings:
    """Who said it, or for whom a deed was done; of who did it themselves the robot. Value: the speaker."""
    items = posed.select(posed.query.of)
    if posed.query.of.subject == "speech" and "asker" in posed.query.senses:
        items = [one for one in items if one.speaker.lower() not in OWN_VOICE]
    if not items:
        return none_found(posed, posed.query.of)
    last = items[-1]
    if last.speaker:
        return posed.found(last.speaker, (last,))
    task = task_of(posed, last)
    if task is None:
        return posed.found(None, (last,), "partly")
    asked = asked_for(posed, task)
    if posed.query.asks_doer:
        return posed.found("robot", (last, asked), caveats=guessed(task))
    return posed.found(asked.speaker or None, (last, asked), "known" if asked.speaker else "partly", guessed(task))


def why(posed: PosedQuery) -> Findings:
    """Why something failed, or for which task something was done. Value: the reason, or the words of the request."""
    selection = posed.query.of
    items = posed.select(selection)
    if not items:
        return none_found(posed, selection)
    last = items[-1]
    if last.status == "failed":
        return posed.found(last.reason, items, "known" if last.reason else "partly")
    task = task_of(posed, last)
    if task is None:
        return posed.found(None, (last,), "partly")
    asked = asked_for(posed, task)
    return posed.found(asked.request, (last, asked), "known" if asked.request else "partly", guessed(task))


def guessed(*tasks: FoundItem) -> tuple[Caveat, ...]:
    """That it is not certain which tasks some of these were."""
    unsure = tuple(task for task in tasks if task.chance < _HALF)
    return (Caveat("guess", items=unsure),) if unsure else ()


def task_of(posed: PosedQuery, item: FoundItem) -> FoundItem | None:
    """The task during which something was done; the latest where there are several."""
    near = replace(ANY_TIME, scope=Scope(item.start - _BEFORE, item.end))
    about = [task for task in posed.select(Selection("tasks", time=near)) if overlap(item, task)]
    return about[-1] if about else None


def asked_for(posed: PosedQuery, task: FoundItem) -> FoundItem:
    """A task with what was said when it was asked for, and by whom."""
    if task.request:
        return task
    rows = [row.utterance for row in posed.view.said(Scope(task.start, task.end)) if not row.utterance.own]
    said = next((one for one in rows if len(one.text.split()) > 2), None)
    return replace(task, request=said.text, speaker=said.speaker) if said else task
