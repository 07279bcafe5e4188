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

_ASKED = ("exists", "why", "when", "ago", "count", "duration")


def instead(posed: PosedQuery, findings: Findings) -> MemoryQuery | None:
    """The question put about the task that was to bring a deed about, where there was no such deed; else None.

    Args:
        posed: The question.
        findings: What was found for it.
    """
    query = posed.query
    nothing = not findings.items and findings.status in ("never happened", "forgotten")
    if not nothing or query.ask not in _ASKED or query.of.subject not in ("deeds", "failures") or query.of.relation:
        return None
    name = _task(posed, query.of)
    if not name:
        return None
    outcomes = query.of.outcomes if query.ask == "why" else ()
    return replace(query, of=Selection("tasks", task=name, time=query.of.time, outcomes=outcomes))


def _task(posed: PosedQuery, selection: Selection) -> str:
    """The latest task of that time to do this with that thing that was not done; empty when there was none."""
    if not selection.thing.types or not (selection.actions or selection.change):
        return ""
    tasks = find_tasks(posed, Selection("tasks", time=selection.time))
    names = [task.name for task in tasks if task.status != "done" and _wants(task.name, selection)]
    return names[-1] if names else ""


def _wants(name: str, selection: Selection) -> bool:
    """Whether a task by its name is to do what is selected."""
    verb = name.lower().split(" ")[0]
    done = action_of(name) in selection.actions if selection.actions else changes().get(verb) == selection.change
    return done and all(names_thing(name, some.types) for some in (selection.thing, selection.place) if some.types)
