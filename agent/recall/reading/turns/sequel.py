"""What came before or after what was told: the time before that, the place before that, what was done with it then."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.composing import STATE_OF
from agent.recall.reading.parts.pronouns import refers_back
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import anchor, of_item
from envs.vocabulary.object_types import object_types
from memory.reading.traces import Scope

_YOU_DID = re.compile(r"\byou (?:\w+ )?(?:do|did|done|finish\w*|complete\w*|managed?)\b|\b(?:did|have) you$")
"""Words that ask how many of what was asked for were done."""
_TELLS_PLACE = frozenset({"where", "put", "taken"})
_TAKING = frozenset({"take", "took", "you", "need"})
_BEING = frozenset({"was", "been", "stay", "stayed", "is"})
_LATER = frozenset({"then", "next", "afterwards", "after", "later"})
"""What may stand at the end of a question about what came after what was told."""


def afterwards(query: MemoryQuery, before: EarlierExchange, spoken_of: ThingFilter) -> MemoryQuery:
    """What was done with a thing after the one deed that was told of it: "and what did you do with it then?"."""
    items = before.findings.items if before.findings else ()
    own, said = query.of, query.text.split()
    thing = own.thing if own.thing != ANYTHING else spoken_of
    told = len(items) == 1 or before.query.ask == "taken"
    later = bool(said) and said[-1] in _LATER
    if query.ask != "list" or not query.detail or not later or not told or own.relation or own.time.words:
        return query
    if not items or items[0].what != "deed" or items[0].kind not in thing.types:
        return query
    others = (of_item(items[0], before.query.of),)
    left = tuple(word for word in query.left_out if word not in _LATER)
    return replace(query, of=replace(own, relation="after", others=others, time=ANY_TIME), left_out=left)


def at_place(query: MemoryQuery, spoken_of: ThingFilter) -> MemoryQuery | None:
    """Whether what was spoken of is at the place that is named: "is it in the sink"; None for any other question."""
    own = query.of
    nothing = own == Selection(own.subject, place=own.place, time=own.time) and own.place != ANYTHING
    if query.ask != "where" or not nothing or not spoken_of.types or not refers_back(query.text.split()):
        return None
    return replace(query, of=replace(own, subject="sights", thing=ThingFilter(spoken_of.types)))


def earlier_time(before: EarlierExchange) -> dict[str, Any]:
    """What was asked about, of the times before the one that was told; the last of them where it was one."""
    asked, base = before.query.of, anchor(before)
    others = (replace(base, ordinal=None),)
    if base == asked:
        return {"of": replace(base, relation="before", others=others), "supposes": others}
    of = base if base.subject == "tasks" else asked
    of = replace(of, time=ANY_TIME, outcomes=asked.outcomes, relation="before", others=others, ordinal=-1)
    return {"of": of, "supposes": others}


def place_before(before: EarlierExchange, kinds: tuple[str, ...]) -> Selection:
    """The deed by which a thing came away from where it was before the place that was told.

    Where it was taken from before that is asked of what was earlier than the time of which that place was told.
    """
    asked = before.query
    items = before.findings.items if before.findings else ()
    since = asked.ask == "taken" or asked.of.time.scope.limited or asked.of.ordinal is not None
    if not items or not since:
        return Selection("deeds", thing=ThingFilter(kinds))
    end = items[0].start - timedelta(seconds=1)
    time = SpanOfTime(Scope(None, end), f"before {items[0].start:%H:%M} on {items[0].start.day} {items[0].start:%b}")
    return Selection("deeds", thing=ThingFilter(kinds), time=time)


def lasting_state(query: MemoryQuery, asked: Selection, spoken_of: ThingFilter) -> Selection | None:
    """The state that a deed led to, where it is asked how long that was so: "how long was it going for"; else None."""
    said = {*query.text.split()}
    led = [STATE_OF[action] for action in asked.actions if STATE_OF.get(action, "").startswith("+")]
    if not led or not spoken_of.types or said & _TAKING or not said & _BEING or "it" not in said:
        return None
    return Selection("sights", thing=ThingFilter(spoken_of.types, (led[0],)), time=asked.time)


def at_told_place(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """With the place that was told last for "there": of "who put it in there", after it was said to be in the sink."""
    told = before.findings.value if before.findings else None
    placed = before.query.ask in _TELLS_PLACE and isinstance(told, str) and told in object_types()
    own = query.of
    if not placed or not own.actions or own.place != ANYTHING or "there" not in query.text.split():
        return query
    return replace(query, of=replace(own, place=ThingFilter((str(told),))))


def in_between(query: MemoryQuery, one: Selection) -> MemoryQuery:
    """What there was during the one task that was spoken of: "what did I want in between?"."""
    said = {*query.text.split()}
    wanted = bool(said & {"i", "we"} and said & words("wanting"))
    of = Selection("tasks", speaker="user" if wanted else "", relation="during", others=(one,))
    left = tuple(word for word in query.left_out if not wanted or word not in words("wanting"))
    return replace(query, of=of, left_out=left)


def done_of(asked: Selection, said: str) -> Selection:
    """What was asked about, to be counted: for "how many you did", of what was asked for that which was done."""
    done = asked.subject == "tasks" and asked.speaker == "user" and _YOU_DID.search(said)
    return replace(asked, ordinal=None, outcomes=("done", "partly") if done else asked.outcomes)


def in_order(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """Whether what was spoken of came before or after what the question names."""
    base, own = anchor(before), query.of
    other = own.others[0] if own.others else replace(own, relation="", next_to=False)
    if base.subject == "tasks" and other.subject != "tasks" and other.thing != ANYTHING:
        other = Selection("tasks", thing=other.thing, time=other.time)
    return replace(query, of=base, against=(other,), supposes=())
