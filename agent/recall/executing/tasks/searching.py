"""Searches: "while looking for the plant" is the part of a task in which its thing was not found yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.finding import find_tasks
from envs.vocabulary.english import noun, plural
from envs.vocabulary.nouns import full_lexicon
from memory.reading.traces import ObjectInteraction, Scope

_SEEKING = re.compile(
    r"(?:(?:look|looking|search|searching|hunt|hunting) for|find|finding|found|locate|locating) "
    r"(?:the |an? |any |my |our |your |his |her |that |this )?(?P<what>.+)$"
)


def of_search(posed: PosedQuery) -> PosedQuery:
    """How long it took to find a thing, asked of the search for it."""
    query, thing = posed.query, posed.query.of.thing
    of_sights = query.ask == "duration" and query.of.subject == "sights" and thing.types and not query.against
    if not of_sights or "search" not in query.senses:
        return posed
    search = Selection("tasks", task=f"find the {noun(thing.types[0])}", time=query.of.time)
    return replace(posed, query=replace(query, of=search), selected={})


def find_tasks_or_searches(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Tasks; where none is called so and something was looked for, the searches for it."""
    found = find_tasks(posed, selection)
    sought = _SEEKING.match(selection.task)
    if found or sought is None:
        return found
    types = _types(sought["what"])
    tasks = find_tasks(posed, replace(selection, task=sought["what"])) or _handling(posed, selection, types)
    return [_until_found(posed, task, selection.task, types) for task in tasks]


def _handling(posed: PosedQuery, selection: Selection, types: tuple[str, ...]) -> list[FoundItem]:
    """Tasks of another name in which things of some classes were taken: they had to be found for that."""
    if not types:
        return []
    taken = [row.experience for row in posed.view.interactions(selection.time.scope, ("Pickup",), types)]
    tasks = find_tasks(posed, replace(selection, task="")) if taken else []
    return [task for task in tasks if any(task.first <= number <= task.last for number in taken)]


def _until_found(posed: PosedQuery, task: FoundItem, name: str, types: tuple[str, ...]) -> FoundItem:
    """The stretch of a task until its thing was first handled; all of it where it never was."""
    view, during = posed.view, Scope(task.start, task.end)
    rows = [*view.interactions(during, (), types), *view.interactions(during, (), (), types)] if types else []
    if not rows:
        return replace(task, name=name)
    found = _first_of_each(rows, name)
    return replace(task, name=name, end=found.time, last=found.experience, status="done", reason="")


def _first_of_each(rows: Sequence[ObjectInteraction], name: str) -> ObjectInteraction:
    """When what was looked for was first handled; of several ("the mugs") the last of them."""
    in_order = sorted(rows, key=lambda row: row.experience)
    several = name.split()[-1] == plural(in_order[0].deed.thing or "Thing").lower().split()[-1]
    first = {row.thing: row for row in reversed(in_order)}
    return max(first.values(), key=lambda row: row.experience) if several else in_order[0]


@cache
def _types(words: str) -> tuple[str, ...]:
    found = full_lexicon().find(words.lower().split())
    return found.types if found else ()
