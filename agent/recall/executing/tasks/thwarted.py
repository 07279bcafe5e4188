"""Deeds that never were, as the task they were asked for came to nothing: "Did you put the remote on the table?"."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import names_thing
from agent.recall.executing.tasks.finding import find_tasks
from envs.vocabulary.verbs import action_of, changes

_ASKED = frozenset({"exists", "why", "when", "ago", "count", "duration"})
_OF_THINGS = frozenset({"where", "put", "taken", "state", "exists", "list", "outcome", "why", "when", "duration"})
"""What is asked of a thing that a task was about which never came to it."""
_AS_ASKED = frozenset({"why", "when", "duration"})


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
    if not (nothing or endless) or of.relation or of.subject not in _SUBJECTS or not of.thing.types:
        return None
    deed = bool(of.actions or of.change)
    if query.ask not in (_ASKED if deed else _OF_THINGS):
        return None
    name = _task(posed, of, deed and query.ask == "duration")
    if not name:
        return None
    ask = query.ask if deed or query.ask in _AS_ASKED else "outcome"
    outcomes = of.outcomes if ask == "why" else ()
    return replace(query, ask=ask, of=Selection("tasks", task=name, time=of.time, outcomes=outcomes))


def _task(posed: PosedQuery, selection: Selection, done: bool) -> str:
    """The latest task of that time to do this with that thing; empty when there was none.

    Where ``done``, one that was done counts before others.
    """
    tasks = find_tasks(posed, Selection("tasks", time=selection.time))
    wanted = [task for task in tasks if _wants(task.name, selection) and (done or task.status != "done")]
    chosen = [task for task in wanted if task.status == "done"] or wanted
    return chosen[-1].name if chosen else ""


def _wants(name: str, selection: Selection) -> bool:
    """Whether a task by its name is to do what is selected."""
    verb = name.lower().split(" ")[0]
    if not selection.actions and not selection.change:
        return names_thing(name, selection.thing.types)
    done = action_of(name) in selection.actions if selection.actions else changes().get(verb) == selection.change
    return done and all(names_thing(name, some.types) for some in (selection.thing, selection.place) if some.types)
