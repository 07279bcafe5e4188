"""In which tasks a thing was there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.listing import exists
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.past_task import past_tasks, settled
from agent.recall.lookup.classes import with_pieces
from agent.recall.lookup.keys import key
from agent.recall.lookup.task_runs import covering, errands_at
from agent.recall.wording import whole
from envs.vocabulary.english import noun, plural

_SHOWN = 50
"""Tasks of which the nodes are named that show the thing."""


def there(posed: PosedQuery) -> Findings:
    """Whether a thing was in view, and in which tasks. Value: bool; the tasks are items before the sights.

    Of classes that are called alike the one that is called exactly so is meant: a butter knife is no "knife".
    """
    selection = posed.query.of
    bare = Selection("sights", thing=ThingFilter(selection.thing.types), time=selection.time)
    if selection != bare or not selection.thing.types:
        return exists(posed)
    types = exactly(selection.thing.types, posed.query.text)
    meant = replace(selection, thing=ThingFilter(types))
    findings = exists(replace(posed, query=replace(posed.query, of=meant), selected={}))
    if findings.value is not True:
        return findings
    tasks, shown = _tasks_with(posed, types)
    nodes = dict.fromkeys((*findings.evidence, *shown))
    return replace(findings, items=(*tasks, *findings.items), evidence=tuple(nodes))


def exactly(types: Sequence[str], text: str) -> tuple[str, ...]:
    """Those of some classes that a question calls by their own name, the longest one; all when it calls none so."""
    words = key(text)
    called = [kind for kind in types if key(noun(kind)) in words or key(plural(kind)) in words]
    longest = max((len(key(noun(whole(kind)))) for kind in called), default=0)
    named = {whole(kind) for kind in called if len(key(noun(whole(kind)))) == longest}
    return tuple(kind for kind in types if whole(kind) in named) or tuple(types)


def _tasks_with(posed: PosedQuery, types: Sequence[str]) -> tuple[list[FoundItem], list[int]]:
    """Tasks with a name during which things were in view, and a node of each that shows it."""
    view, scope = posed.view, posed.query.of.time.scope
    ranges = view.episodes.seen(with_pieces(view, types))
    runs = errands_at(view, scope, [first for first, _ in ranges])
    items: list[FoundItem] = []
    nodes: list[int] = []
    for task in settled(view, past_tasks(view, scope, runs), False):
        for part in covering(task.parts, ranges)[:1]:
            first = next(max(start, part.first) for start, end in ranges if start <= part.last and end >= part.first)
            items.append(task.item())
            if len(items) < _SHOWN:
                nodes += [node for node in (task.run.node, view.episodes.event(first)) if node]
    return items, nodes
