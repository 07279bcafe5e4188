"""What is likely meant where nothing is known by the name that was used: the mug of "which cup did you take?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import Caveat, Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.posed import PosedQuery
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.english import noun
from envs.vocabulary.names import often_confused
from envs.vocabulary.object_types import is_taken
from memory.reading.view import View

_TAKES_FOR_GRANTED = frozenset({"where", "put", "taken", "list", "when", "ago", "tool", "why", "duration"})
"""Asks by which there is such a thing; whether there is a cup at all is answered with that there is none."""


def called_alike(query: MemoryQuery, view: View) -> MemoryQuery | None:
    """A question about a thing that nobody met, asked of what people call the same; None for every other.

    Whatever is asked, a wine bottle is a bottle where no other was met. What is only called otherwise is meant by
    questions that take for granted that there is one, and only of things that are taken in the hand: a table that is
    called otherwise is another table.
    """
    of = query.of
    if query.against:
        return None
    every = {name: _of_that_head(getattr(of, name), view) for name in ("thing", "tool", "place")}
    meant = replace(of, **every)
    if query.ask in _TAKES_FOR_GRANTED:
        meant = replace(meant, thing=_known(meant.thing, view), tool=_known(meant.tool, view))
    return replace(query, of=meant) if meant != of else None


def told_as_meant(findings: Findings, asked: Selection) -> Findings:
    """Findings with the caveat which thing of another name they are about.

    Args:
        findings: What is known of that.
        asked: What was asked about.
    """
    of = findings.query.of
    pairs = (asked.thing, of.thing), (asked.tool, of.tool), (asked.place, of.place)
    kinds = next((old for old, new in pairs if old.types and old != new), None)
    if not findings.items or kinds is None:
        return findings
    caveat = Caveat("called so", about=Selection(thing=kinds))
    return replace(findings, caveats=(*findings.caveats, caveat))


def about_it(posed: PosedQuery) -> PosedQuery:
    """Tasks in which a thing was handled, asked of those that were to be about it where nobody ever touched it.

    A plant that was not found took part in no task, and yet "was there a task with the plant?" is about that one.
    """
    of = posed.query.of
    handled = of.others[0] if of.subject == "tasks" and of.relation == "during" and len(of.others) == 1 else None
    if handled is None or of.task or handled != Selection("deeds", thing=handled.thing) or not handled.thing.types:
        return posed
    if posed.select(of):
        return posed
    about = replace(of, thing=ThingFilter(handled.thing.types), relation="", others=())
    if not (found := posed.select(about)) and posed.query.ask == "exists":
        query = replace(posed.query, of=replace(about, outcomes=()), supposes=())  # none, however it ended
        return replace(posed, query=query, selected={})
    left = [one for one in posed.query.supposes if one != handled]
    query = replace(posed.query, of=about, supposes=tuple(left))
    return replace(posed, query=query, selected={}) if found else posed


def _of_that_head(thing: ThingFilter, view: View) -> ThingFilter:
    """The filter with the classes that were met whose names end in its own: with the wine bottle for a bottle.

    Not where one was asked for by that bare name: then that is the one, though it was not found.
    """
    if len(thing.types) != 1 or view.types & {*with_pieces(view, thing.types)}:
        return thing
    name = noun(thing.types[0]).lower()
    others = tuple(kind for kind in sorted(view.types) if noun(kind).lower().endswith(f" {name}"))
    return replace(thing, types=others) if others and not _asked_for(name, others, view) else thing


def _asked_for(name: str, others: Sequence[str], view: View) -> bool:
    """Whether a task was to be about a thing by its bare name, and not by that of one of the other kinds."""
    longer = [noun(kind).lower() for kind in others]
    texts = (f"{one.words} {one.request}".lower() for one in view.asked.mentioning((name.split()[-1],)))
    for text in texts:
        for one in longer:
            text = text.replace(one, "")
        if name in text:
            return True
    return False


def _known(thing: ThingFilter, view: View) -> ThingFilter:
    """The filter with classes that were met and are called alike, where none of its own ever was."""
    if not thing.types or view.types & {*with_pieces(view, thing.types)}:
        return thing
    others = [
        other
        for kind in thing.types
        for other in often_confused().get(kind, ())
        if other in view.types and kind in often_confused().get(other, ()) and is_taken((other,))
    ]
    return replace(thing, types=tuple(dict.fromkeys(others))) if others else thing
