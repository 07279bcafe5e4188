"""Where something was done, or where a thing was when it was taken: questions for a place that no deed put it at."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection

_IN_PLACE = frozenset({"Slice", "Break"})
"""Actions by which a thing gets to no other place."""


def where_done(query: MemoryQuery) -> tuple[MemoryQuery, ...]:
    """A question as it is meant where it asks for a place to which, or from which, nothing was put.

    Args:
        query: "where did you slice it" asks where it was meanwhile; "where was it when you fetched it", where from.

    Returns:
        What it means, and what else where nothing is known of that: at any time, of "and the lettuce?" after what was
        cut yesterday.
    """
    of = query.of
    if of.subject != "deeds" or of.place != ANYTHING or not of.thing.types:
        return (query,)
    in_place = bool(of.actions) and {*of.actions} <= _IN_PLACE
    if query.ask in ("put", "where") and in_place and not of.relation and of.ordinal is None:
        return _or_whenever(replace(query, ask="where"))
    taken = Selection("deeds", ("Pickup",), thing=of.thing)
    others = [replace(one, time=ANY_TIME) for one in of.others]
    if query.ask == "taken" and of.relation == "during" and others == [taken]:
        time = of.time if of.time.words else of.others[0].time
        supposes = tuple(one for one in query.supposes if one not in of.others)
        return (replace(query, of=replace(taken, time=time, ordinal=of.ordinal), supposes=supposes),)
    return (query,)


def _or_whenever(query: MemoryQuery) -> tuple[MemoryQuery, ...]:
    """A question, and the same at any time where its own was only taken over from what was asked before."""
    words = query.of.time.words.lower()
    if not words or "deed" in query.senses or words in query.text:
        return (query,)
    return query, replace(query, of=replace(query.of, time=ANY_TIME))
