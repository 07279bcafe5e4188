"""How a task was done, deed by deed."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.executing.accounts import deed_phrases
from agent.recall.executing.narrowing import one_meant
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.past_task import PastTask, of_item
from agent.recall.executing.tasks.telling import absent, begun, told
from agent.recall.wording import steps
from memory.levels import EVENT
from memory.reading.traces import ObjectInteraction, Scope


def described(posed: PosedQuery) -> Findings:
    """What was done in a task, step by step; of several in the one that is meant. Value: tuple of steps."""
    found = begun(posed, posed.select(posed.query.of))
    if not found:
        return absent(posed, ())
    item = one_meant(found)
    one = of_item(posed.view, item)
    rows = lived(posed, one)
    value = tuple(words for words, _ in steps(rows))
    if not value:
        return replace(posed.never((), posed.query.of, level=EVENT), items=(item,))
    deeds = deed_phrases(rows)
    gaps = [gap for gap in posed.view.forgotten(Scope(item.start, item.end)) if item.start <= gap.start <= item.end]
    shown = tuple(FoundItem("summary", "", gap.start, gap.end, gap.node) for gap in (gaps[:1] + gaps[-1:]))
    return told(posed, value, [item, *deeds], [Caveat("forgotten", items=shown)] if gaps else [])


def lived(posed: PosedQuery, one: PastTask) -> list[ObjectInteraction]:
    """The object interactions that served a task, those of tasks that interrupted it left out."""
    rows: list[ObjectInteraction] = []
    for part in one.parts:
        rows += [
            row
            for row in posed.view.interactions(Scope(part.start, part.end))
            if part.first <= row.experience <= part.last
        ]
    return rows
