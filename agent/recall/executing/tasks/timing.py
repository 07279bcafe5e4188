"""When what a task was for was done: the deed itself where one is known, else from its beginning to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import names_thing
from agent.recall.executing.tasks.past_task import PastTask, of_item
from agent.recall.executing.tasks.steps import lived
from envs.vocabulary.verbs import action_of
from memory.reading.traces import ObjectInteraction

_AT_ONCE = frozenset({"Open", "Close", "ToggleOn", "ToggleOff", "Slice", "Pour", "Place"})
"""Actions that are what a task is for when it is called by them: to water the plant is one deed."""


_PUT_OFF = timedelta(minutes=2)
"""What is begun so long after it was asked for was put off."""


def timed(posed: PosedQuery, findings: Findings) -> Findings:
    """Findings with tasks that were asked for and done at the time of the deed, not of the request."""
    items = tuple(_timed(posed, item) if item.what == "task" else item for item in findings.items)
    nodes = dict.fromkeys((*findings.evidence, *(item.node for item in items if item.node)))
    return replace(findings, items=items, evidence=tuple(nodes))


def _timed(posed: PosedQuery, item: FoundItem) -> FoundItem:
    one = of_item(posed.view, item)
    if one.asked is None or item.status != "done":  # of a recording no request is known that would be earlier
        return item
    if rows := _of_its_name(lived(posed, one), one):
        return replace(item, start=rows[-1].time, end=rows[-1].time, node=rows[-1].event)
    began = one.asked.began or item.start
    return replace(item, start=began) if item.start + _PUT_OFF <= began <= item.end else item


def _of_its_name(rows: Sequence[ObjectInteraction], one: PastTask) -> list[ObjectInteraction]:
    """The deeds that a task is called by; none where it is called otherwise, or where there were several."""
    action = action_of(one.run.name)
    if action not in _AT_ONCE:
        return []
    found = [row for row in rows if row.success and row.deed.action == action and _named(row, one.run.name)]
    return found if len(found) == 1 else []


def _named(row: ObjectInteraction, name: str) -> bool:
    kinds = (row.deed.thing, row.deed.target)
    return any(kind and names_thing(name, (kind,)) for kind in kinds)
