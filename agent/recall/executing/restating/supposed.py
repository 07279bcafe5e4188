"""Tasks that a question takes to have been done, and that were not: how they ended is the answer then."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed

_CAME_TO_NOTHING = frozenset({"cancelled", "failed"})


def supposed_otherwise(posed: PosedQuery, findings: Findings) -> MemoryQuery | None:
    """How a task ended that is taken to have been done, where none was and there is nothing else to tell; else None.

    "When you poached the egg, which pot did you use?" has no answer where the egg was called off.
    """
    if findings.items or findings.status not in ("never happened", "forgotten"):
        return None
    supposed = next((one for one in posed.query.supposes if _came_to_nothing(posed, one)), None)
    return None if supposed is None else _ending(posed.query, supposed)


def not_finished(posed: PosedQuery) -> MemoryQuery | None:
    """How a task ended that came to nothing, asked for as what was finished before: "after the toast was done"."""
    of = posed.query.of
    if of.relation != "after" or "finished" not in posed.query.senses:
        return None
    other = next((one for one in of.others if _came_to_nothing(posed, one)), None)
    return None if other is None else _ending(posed.query, other)


def as_it_was_called(posed: PosedQuery) -> PosedQuery:
    """A question for what was done for a task, with the name of that task: "wash the bowl" of one to clean it."""
    of = posed.query.of
    if of.subject == "tasks" or not of.task or posed.tasks_of(of):
        return posed
    deed = named_deed(of.task)
    found = posed.select(replace(deed, subject="tasks")) if deed is not None else []
    if not found:
        return posed
    return replace(posed, query=replace(posed.query, of=replace(of, task=found[-1].name)), selected={})


def _came_to_nothing(posed: PosedQuery, selection: Selection) -> bool:
    """Whether tasks are meant of which none was done."""
    found = posed.select(selection) if selection.subject == "tasks" and not selection.outcomes else []
    return bool(found) and all(one.status in _CAME_TO_NOTHING for one in found)


def _ending(query: MemoryQuery, task: Selection) -> MemoryQuery:
    return replace(query, ask="outcome", of=task, supposes=(), against=(), measure="", claim=None)
