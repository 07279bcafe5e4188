"""What else was put where something was told to have been put: "did you put anything else in it after that?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import is_put
from agent.recall.reading.turns.members import exchanges
from agent.recall.understanding.dates import day_scope
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import holds_others
from memory.reading.traces import Scope

_PUT_ELSE = re.compile(
    r"^(?:(?:and|but|so|then|ok) )*(?:did|have|had) you (?:also |ever )?"
    r"(?:put|place|placed|add|added|drop|dropped|lay|laid|set|throw|thrown) "
    r"(?:(?:any|some) ?thing else|(?:any|some) other things?)"
    r"(?: (?:in|into|inside|on|onto|to|with) (?:it|there|that|this|(?:an?|the) (?P<place>[a-z ]+?))| in| inside| there)"
    r"(?P<after> (?:after (?:that|this|it)|afterwards|since then|since|later(?: on)?))?"
    r"(?: (?:too|as well|also|then|that day|that time|with it))*$"
)
_WHAT_ELSE = re.compile(
    r"^(?:(?:and|but|so|then|ok) )*what else (?P<did>did|have|had) you (?P<verb>\w+) (?P<where>.+)$"
)
"""What else was put somewhere, as whether anything was."""
_AFTERWARDS = re.compile(r" (?:after (?:that|this|it)|afterwards|since then|since|later(?: on)?)$")
_SINCE = "after that"
_NEAR = 3
"""So many exchanges back it may have been told what was put there."""


def since_denied(said: str, before: EarlierExchange | None) -> tuple[str, SpanOfTime] | None:
    """A turn without its "after that", and from when on that is, where nothing was just denied of that time.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    time = before.query.of.time if before is not None else None
    told = bool(before is not None and before.findings is not None and before.findings.items)
    if time is None or told or time.words != _SINCE or _AFTERWARDS.search(said) is None:
        return None
    return _AFTERWARDS.sub("", said), time


def put_besides(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """Whether anything else was put where the thing was that was told of, that day or since; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    text = " ".join(said)
    what = _WHAT_ELSE.match(text)
    asked = _PUT_ELSE.match(f"{what['did']} you {what['verb']} anything else {what['where']}" if what else text)
    if asked is None:
        return None
    named = full_lexicon().find(asked["place"].split()) if asked["place"] else None
    if asked["place"] and named is None:
        return None
    for one in islice(exchanges(before), _NEAR):
        told = [_of_task(item) if item.what == "task" else item for item in one.items]
        placed = [item for item in told if _is_there(item)]
        places = {item.place for item in placed}
        if placed and len(places) == 1 and (named is None or places <= {*named.types}):
            found = _besides(placed, text, after=bool(asked["after"]))
            return replace(found, ask="list", of=replace(found.of, time=_ever(found.of.time))) if what else found
    return None


def _of_task(item: FoundItem) -> FoundItem:
    """A task that was done to put something somewhere, as the deed that it was."""
    said = item.name.split()
    thing = full_lexicon().find(said) if is_put(item.name) and item.status == "done" else None
    place = full_lexicon().find(said, thing.last) if thing is not None else None
    if thing is None or place is None or len(place.types) != 1:
        return item
    return replace(item, kind=thing.types[0], place=place.types[0], what="deed", name="put it")


def _is_there(item: FoundItem) -> bool:
    """Whether something was told to be, or to have been put, in or on a thing that others are put in or on."""
    return holds_others((item.place,)) and bool(item.kind) and (item.what == "sight" or item.name.startswith("put "))


def _besides(placed: Sequence[FoundItem], text: str, after: bool) -> MemoryQuery:
    kinds = tuple(dict.fromkeys(item.kind for item in placed))
    there = ThingFilter((placed[0].place,))
    when = _since(placed) if after else _that_day(placed)
    of = Selection("deeds", ("Place",), thing=ThingFilter(besides=kinds), place=there, time=when)
    return MemoryQuery("exists", of, text=text)


def _ever(time: SpanOfTime) -> SpanOfTime:
    return time if time.words == _SINCE else ANY_TIME


def _that_day(placed: Sequence[FoundItem]) -> SpanOfTime:
    first, last = min(item.start for item in placed).date(), max(item.start for item in placed).date()
    return SpanOfTime(day_scope(first, last), "that day" if first == last else "then")


def _since(placed: Sequence[FoundItem]) -> SpanOfTime:
    return SpanOfTime(Scope(max(item.end for item in placed) + timedelta(seconds=1)), _SINCE)
