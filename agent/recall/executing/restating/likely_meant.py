"""What is likely meant where nothing is known by the name that was used: the mug of "which cup did you take?"."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import Caveat, Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.posed import PosedQuery
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.names import often_confused
from envs.vocabulary.object_types import is_taken
from memory.reading.view import View

_TAKES_FOR_GRANTED = frozenset({"where", "put", "taken", "list", "when", "ago", "tool", "why", "duration"})
"""Asks by which there is such a thing; whether there is a cup at all is answered with that there is none."""


def called_alike(query: MemoryQuery, view: View) -> MemoryQuery | None:
    """A question about a thing that nobody met, asked of what people call the same; None for every other.

    Only of things that are taken in the hand: a table that is called otherwise is another table.
    """
    of = query.of
    if query.ask not in _TAKES_FOR_GRANTED or query.against:
        return None
    meant = replace(of, thing=_known(of.thing, view), tool=_known(of.tool, view))
    return replace(query, of=meant) if meant != of else None


def told_as_meant(findings: Findings, asked: Selection) -> Findings:
    """Findings with the caveat which thing of another name they are about.

    Args:
        findings: What is known of that.
        asked: What was asked about.
    """
    if not findings.items:
        return findings
    kinds = asked.thing if findings.query.of.thing != asked.thing else asked.tool
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
