"""Searches: whether and where something was looked for, as another question than whether it was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.reading.parts.chunks import Chunk, NamedDeed
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from envs.vocabulary.object_types import object_types
from envs.vocabulary.verbs import base

TRIED = ("done", "failed", "partly", "cancelled", "interrupted", "running")
"""Outcomes of a task in which something was looked for, whatever came of it."""
_FIND = "find "
_SOUGHT = frozenset({"exists", "outcome", "when", "ago", "count"})
"""Asks of a search that are answered whether or not it found anything."""
_WHERE = frozenset({"where", "taken"})
_HANDLED = frozenset({"Open", "Close", "ToggleOn", "ToggleOff"})
"""What is done to the places in which something is looked for, and to nothing that is found."""


def as_sought(query: MemoryQuery, chunks: Sequence[Chunk]) -> MemoryQuery:
    """A question about finding something: where it lay at first, or where it was looked for, and whether.

    Of "where did you find the mug" that is where it was taken from at first, not where it is now; of "where did you
    look for it" the steps of the search; of "did you look for it in the drawer" what was done there meanwhile.
    """
    deeds = [chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)]
    sought = next((deed for deed in deeds if deed.words.startswith(_FIND) and deed.thing.words), None)
    if sought is not None and seeks(query.text) and _by_the_robot(query.text):
        return _search(query, sought)
    if {"failed", "partly"} <= {*query.of.outcomes}:  # what could not be found is what failed for that
        query = replace(query, left_out=tuple(one for one in query.left_out if one not in words("finding")))
    verbs = {deed.words.split()[0] for deed in deeds}
    if query.ask != "where" or not verbs & words("finding") or "i" in query.text.split():
        return query
    return replace(query, ask="taken", of=replace(query.of, subject="deeds", ordinal=query.of.ordinal or 1))


def _by_the_robot(text: str) -> bool:
    """Whether a search is one that was, and not one that somebody is about to make: "where should one look for it"."""
    said = {*text.split()}
    return "you" in said and not said & {"i", "we", "should", "would", "could", "can", "might", "must", "shall", "do"}


def seeks(text: str) -> bool:
    """Whether words speak of looking for something, rather than of finding it."""
    return any(base(word) in words("seeking") for word in text.split())


def finds(text: str) -> bool:
    """Whether words speak of finding something."""
    return any(base(word) in words("finding") for word in text.split())


def _search(query: MemoryQuery, sought: NamedDeed) -> MemoryQuery:
    """What is asked of a search."""
    task = Selection("tasks", task=f"{_FIND}the {sought.thing.words}", time=query.of.time)
    left = tuple(one for one in query.left_out if one != "looking for")
    if query.ask in _WHERE:
        return replace(query, ask="steps", of=task, supposes=(), left_out=left)
    if query.ask in ("exists", "outcome") and sought.place.thing != ANYTHING:
        meanwhile = Selection("deeds", relation="during", others=(task,))
        return replace(query, ask="exists", of=looked_in(sought.place.thing, meanwhile), supposes=(), left_out=left)
    if query.ask in _SOUGHT and query.of.subject == "tasks" and not query.of.outcomes:
        ask = "exists" if query.ask == "outcome" else query.ask
        return replace(query, ask=ask, of=replace(query.of, outcomes=TRIED), left_out=left)
    return query


def is_search(of: Selection) -> bool:
    """Whether a selection is of what was done somewhere while something was looked for."""
    return of.relation == "during" and not of.actions and any(one.task.startswith(_FIND) for one in of.others)


def looked_in(place: ThingFilter, search: Selection) -> Selection:
    """What shows that something was looked for in a place: that it was opened meanwhile, or else that it was seen.

    Args:
        place: The place.
        search: What was done at another place while it was looked for.
    """
    known = [object_types()[kind] for kind in place.types if kind in object_types()]
    opens = any("openable" in one.can for one in known)
    return replace(search, subject="deeds" if opens else "sights", thing=place)


def searched_before(query: MemoryQuery, before: EarlierExchange) -> EarlierExchange | None:
    """The exchange about what was looked for, where it is asked whether that was found, after what was opened for it.

    None where what was spoken of last may itself be what was found.
    """
    opened = before.query.of.subject == "deeds" and (
        {*before.query.of.actions} & _HANDLED or before.query.of.relation == "during"
    )
    if query.ask not in ("outcome", "exists") or not finds(query.text) or not opened:
        return None
    exchange: EarlierExchange | None = before
    while exchange is not None and not exchange.query.of.task:
        other = next((one for one in exchange.query.of.others if one.task.startswith(_FIND)), None)
        if other is not None:
            return replace(exchange, query=replace(exchange.query, ask="outcome", of=other), findings=None)
        exchange = exchange.earlier
    return exchange
