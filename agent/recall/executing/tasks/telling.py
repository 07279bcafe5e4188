"""What all answers about tasks share: how sure they are, what was forgotten, and what is left when nothing is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.listing import guessed
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import named_deed
from agent.recall.executing.tasks.finding import nearest
from agent.recall.executing.tasks.past_task import of_item
from agent.recall.lookup.task_matching import content
from memory.building.clauses import clauses_of, is_speech
from memory.levels import CALENDAR, SCENE
from memory.reading.traces import Gap, SummaryLine


def done(items: Sequence[FoundItem]) -> list[FoundItem]:
    """Those that were done."""
    return [item for item in items if item.status == "done"]


def begun(posed: PosedQuery, items: Sequence[FoundItem]) -> list[FoundItem]:
    """Those for which something was done: what was called off or put off before is none of them."""
    return [item for item in items if of_item(posed.view, item).begun]


def told(
    posed: PosedQuery, value: Any, items: Sequence[FoundItem], caveats: Sequence[Caveat] = (), whole: bool = True
) -> Findings:
    """An answer about tasks, with why it is not certain: names that are guessed, and what only summaries tell.

    Args:
        posed: The question.
        value: The answer.
        items: The tasks that it rests on.
        caveats: Why else it is not simply known.
        whole: Whether the answer does not depend on tasks that may be forgotten.
    """
    found = [*caveats, *guessed(*(item for item in items if item.what == "task"))]
    if any(item.source == "summary" for item in items):
        found.append(Caveat("summary", items=tuple(item for item in items if item.source == "summary")))
    if not whole and (lost := forgotten(posed, posed.query.of, items)):
        found.append(lost)
    evidence = [node for item in items if item.what == "task" for node in of_item(posed.view, item).evidence]
    return posed.found(value, items, caveats=found, evidence=evidence)


def forgotten(posed: PosedQuery, selection: Selection, items: Sequence[FoundItem]) -> Caveat | None:
    """That tasks of the time asked about may be forgotten entirely; the task log forgets none but those erased."""
    view, scope = posed.view, selection.time.scope
    if view.asked.any:
        erased = [one for one in view.asked.between(scope) if one.erased or "" in one.params]
        spans = [(one.asked, one.ended or one.asked, 0) for one in erased]
    else:
        gaps = [gap for gap in view.forgotten(scope) if not _inside(gap, items)]
        spans = [(gap.start, gap.end, gap.node) for gap in gaps]
    if not spans:
        return None
    ends = (spans[0], max(spans, key=lambda span: span[1]))
    return Caveat(
        "forgotten",
        "erased" if view.asked.any else "",
        items=tuple(FoundItem("summary", "", start, end, node) for start, end, node in ends),
    )


def _inside(gap: Gap, items: Sequence[FoundItem]) -> bool:
    return any(item.start <= gap.start and gap.end <= item.end for item in items)


def absent(posed: PosedQuery, value: Any, selection: Selection | None = None, summarised: Any = None) -> Findings:
    """Nothing was found: what summaries still tell of it, or that it never was, with the nearest there is.

    Args:
        posed: The question.
        value: What stands for nothing.
        selection: What was looked for; what the question is asked of when None.
        summarised: Makes the value of what summaries tell; nothing is known from them when None.
    """
    wanted = selection or posed.query.of
    lines = mentioned(posed, wanted) if posed.view.forgotten(wanted.time.scope) else []
    if lines:
        return told(posed, summarised(lines) if summarised else value, lines)
    near = [item for item in nearest(posed, wanted) if item.source != "summary"]
    caveats = [Caveat("nearest", near[-1].name, tuple(near[-1:]))] if near else []
    if _perhaps_beside(posed, wanted):
        return posed.never(value, wanted, caveats, SCENE)
    if posed.view.asked.any and forgotten(posed, wanted, ()) is None:
        nodes = [node for item in near[-1:] for node in of_item(posed.view, item).evidence]
        return posed.found(value, (), "never happened", caveats, nodes)
    return posed.never(value, wanted, caveats)


def _perhaps_beside(posed: PosedQuery, selection: Selection) -> bool:
    """Whether the deed that a task is called by may have been done for one of more things: "clean all the dishware"."""
    deed = named_deed(selection.task)
    if deed is None or len(deed.thing.types) > 1:
        return False
    done_then = posed.view.asked.between(selection.time.scope, ("done",))
    others = [named_deed(one.words) for one in done_then]
    return any(
        other is not None
        and (other.actions, other.change) == (deed.actions, deed.change)
        and set(deed.thing.types) < set(other.thing.types)
        for other in others
    )


def mentioned(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Summaries of days or longer that lie in the time of a selection and tell in one clause of its task.

    The shortest spans first. What a month tells may have been on any of its days, so it says nothing of one of them.
    """
    words = content(selection.task)
    if not words or selection.relation or selection.outcomes not in ((), ("done",)):
        return []
    for level in CALENDAR:
        lines = [line for line in posed.view.summaries(selection.time.scope, level) if _tells(line, selection, words)]
        if lines:
            span = [(line.node, line.first, line.last) for line in lines]
            return [
                FoundItem("summary", line.summary, line.start, line.end, *where, source="summary")
                for line, where in zip(lines, span, strict=True)
            ]
    return []


def _tells(line: SummaryLine, selection: Selection, words: frozenset[str]) -> bool:
    scope = selection.time.scope
    inside = (not scope.start or line.start >= scope.start) and (not scope.end or line.end <= scope.end)
    deeds = (clause for clause in clauses_of(line.summary) if not is_speech(clause))  # a request heard is no deed
    return inside and any(words <= content(clause) for clause in deeds)


def whatever_became(selection: Selection) -> Selection:
    """A selection without how its tasks must have ended, what they relate to and how long they took."""
    return replace(selection, outcomes=(), relation="", next_to=False, others=(), took=None, ordinal=None)


def length(items: Sequence[FoundItem]) -> timedelta:
    """How long some tasks took together."""
    return sum((item.end - item.start for item in items), timedelta())
