"""Deeds that never were, as the task they were asked for came to nothing: "Did you put the remote on the table?".

And the other way round: tasks that nobody asked for, of which the deed was done for another one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import amount_in_words, named_deed, names_thing
from agent.recall.executing.tasks.finding import find_tasks
from agent.recall.lookup.classes import with_pieces
from agent.recall.lookup.task_matching import takes_out
from agent.recall.understanding.universals import of_each
from envs.vocabulary.verbs import action_of, changes
from memory.levels import GOAL
from memory.reading.traces import Scope

_ASKED = frozenset({"exists", "why", "when", "ago", "count", "duration", "where"})
_OF_THINGS = frozenset({"where", "put", "taken", "state", "exists", "list", "outcome", "why", "when", "duration"})
"""What is asked of a thing that a task was about which never came to it."""
_AS_DEEDS = frozenset({"exists", "when", "ago", "count", "why", "tool"})
_AS_ASKED = frozenset({"why", "when", "duration"})


_LIMITED = re.compile(r"\b(?:more|less|fewer) than\b|\bat (?:least|most)\b|\b(?:up to|exactly|precisely|just|only)\b")
"""Words in which a limit is set: what a task is called by tells a number alone."""
_SUBJECTS = frozenset({"deeds", "failures", "sights", "anything"})


def instead(posed: PosedQuery, findings: Findings) -> MemoryQuery | None:
    """The question put about the task that was to bring a deed about, where there was no such deed; else None.

    Args:
        posed: The question.
        findings: What was found for it.
    """
    query, of = posed.query, posed.query.of
    nothing = not findings.items and findings.status in ("never happened", "forgotten")
    endless = query.ask == "duration" and findings.value is None  # slicing takes no time, the task that it was did
    if nothing and of.subject == "tasks":
        return _ended_otherwise(posed, of) or _as_deed(posed, of)
    if (named := _of_anything(of)) is not None and nothing:
        of = named
    elif not (nothing or endless) or of.relation or of.subject not in _SUBJECTS or not of.thing.types:
        return None
    deed = bool(of.actions or of.change)
    if query.ask not in (_ASKED if deed else _OF_THINGS):
        return None
    name = _task(posed, of, (deed and query.ask == "duration") or named is not None)
    if not name:
        return None
    as_asked = deed or query.ask in _AS_ASKED or (named is not None and query.ask == "exists")
    ask = query.ask if as_asked and query.ask != "where" else "outcome"
    outcomes = of.outcomes if ask == "why" else ()
    return replace(query, ask=ask, of=Selection("tasks", task=name, time=of.time, outcomes=outcomes))


def needless(posed: PosedQuery, task: FoundItem) -> bool:
    """Whether a task to do something was done without doing anything, as it was so already."""
    span = Scope(task.start, task.end)
    deed = named_deed(task.name) if task.status == "done" and task.first else None
    if deed is None or posed.view.forgotten(span, GOAL) or posed.view.erasures(span):
        return False
    if "Place" not in deed.actions:  # what was but opened in search of a thing was no part of it
        return all(row.deed.action in ("Open", "Close") for row in posed.view.interactions(span)) and not (
            {"Open", "Close"} & {*deed.actions}
        )
    return not posed.view.interactions(span, ("Pickup", "Place"), with_pieces(posed.view, deed.thing.types))


_COUNTED = ("list", "count", "exists")
"""Of these nothing is an answer by itself: none, no."""


def _ended_otherwise(posed: PosedQuery, selection: Selection) -> MemoryQuery | None:
    """How a task ended that did not end as was asked: of "when was it called off" that it was done."""
    if not (selection.task and selection.outcomes) or selection.relation or posed.query.ask in _COUNTED:
        return None
    whatever = replace(selection, outcomes=())
    return replace(posed.query, ask="outcome", of=whatever, measure="") if find_tasks(posed, whatever) else None


def _as_deed(posed: PosedQuery, selection: Selection) -> MemoryQuery | None:
    """The deed that a task which never was is called by, if it was done for another: a plate with all the dishware."""
    deed = named_deed(selection.task)
    if posed.query.ask not in _AS_DEEDS or deed is None or selection.relation or selection.outcomes:
        return None
    if _LIMITED.search(selection.task) or (takes_out(selection.task) and not deed.place.types):
        return None  # from elsewhere it may well have been taken
    thing = replace(deed.thing, amount=amount_in_words(selection.task, deed.thing.types))
    about = {"actions": deed.actions, "change": deed.change, "thing": thing, "place": deed.place}
    meant = of_each(replace(selection, subject="deeds", task="", **about), selection.task)
    return replace(posed.query, of=meant) if posed.select(meant) else None


def _of_anything(selection: Selection) -> Selection | None:
    """What was done about a thing, where no deed is named: "did you go back to the forks", "with the mugs"."""
    about = next((one for one in (selection.thing, selection.tool, selection.place) if one.types), None)
    named = selection.actions or selection.change or selection.task or selection.relation
    if selection.subject != "anything" or about is None or named:
        return None
    return Selection("anything", thing=about, time=selection.time, outcomes=selection.outcomes)


def _task(posed: PosedQuery, selection: Selection, done: bool) -> str:
    """The latest task of that time to do this with that thing; empty when there was none.

    Where ``done``, one that was done counts before others.
    """
    tasks = find_tasks(posed, Selection("tasks", time=selection.time))
    wanted = [task for task in tasks if wants(task.name, selection) and (done or task.status != "done")]
    if not (selection.actions or selection.change):  # "clean every mug" is about mugs more than "make coffee in a mug"
        wanted = [task for task in wanted if names_thing(_object(task.name), selection.thing.types)] or wanted
    chosen = [task for task in wanted if task.status == "done"] or wanted
    return chosen[-1].name if chosen else ""


def _object(name: str) -> str:
    """A task's name up to where something is put, or with what it is done."""
    return re.split(r" (?:in|on|into|onto|with|from|to|at) ", name, maxsplit=1)[0]


def wants(name: str, selection: Selection) -> bool:
    """Whether a task by its name is to do what is selected."""
    verb = name.lower().split(" ")[0]
    named = all(names_thing(name, some.types) for some in (selection.thing, selection.place) if some.types)
    if not selection.actions and not selection.change:
        return named
    done = action_of(name) in selection.actions if selection.actions else changes().get(verb) == selection.change
    return done and named
