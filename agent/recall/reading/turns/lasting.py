"""Since when, until when and how long what was told is so: "since when?", "how long has it been there?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.composing import STATE_OF
from agent.recall.reading.parts.noun_phrases import STATES
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from envs.vocabulary.object_types import object_types

_LED = r"(?:and |so |but |ok |okay |then )*"
_ASKS = (
    r"(?P<since>since (?:when|what time)|from (?:when|what time) on|as of when)"
    r"|(?P<until>(?:until|till|up to|up until) (?:when|what time))"
    r"|(?P<long>(?:for )?how (?:long|much time)(?: for)?)"
)
_BEING = (
    r"(?: (?P<tense>is|are|was|were|has|have|had|did) (?:it|they|that|this|those|these)"
    r"(?: been| stay| remain| stand| lie| sit| run| last)?(?: (?:left|sitting|lying|standing))?)"
)
_LASTING = re.compile(
    rf"^{_LED}(?:{_ASKS}){_BEING}?(?: (?P<there>there|in there|on there|like (?:that|this)|that way|this way|so)"
    rf"| (?:switched |turned )?(?P<state>{'|'.join(STATES)}))?(?: now| already| then| for)*$"
)
"""A turn that asks nothing but that, and names no thing itself."""
_PLACED = frozenset({"where", "put"})
_TIMED = frozenset({"when", "duration"})
_PAST = frozenset({"was", "were", "did", "had"})


def lasting(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """What asks since when, until when or how long what was told is so; None for every other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    found = _LASTING.match(" ".join(said))
    if found is None:
        return None
    of = (
        _named_state(found["state"], before)
        if found["state"]
        else _told_so(before, (found["there"] or "").endswith("there"))
    )
    if of is None:
        return None
    if found["since"]:
        return MemoryQuery("when", of, measure="start", text=" ".join(said))
    if found["until"]:
        return MemoryQuery("when", of, measure="end", text=" ".join(said))
    over = found["tense"] in _PAST or of.time.scope.limited
    return MemoryQuery("duration", of, measure="" if over else "start", text=" ".join(said))


def so_since(query: MemoryQuery) -> MemoryQuery:
    """Of "since when is the fridge open" since when it is so, not each time it was opened; any other as it is.

    Args:
        query: What is asked.
    """
    if query.ask == "state" and _YOU_DID.match(query.text) and query.of.time.words.startswith("since "):
        return _done_since(query)
    of, asks = query.of, _SINCE_OR_UNTIL.match(query.text)
    changed = of == Selection("deeds", change=of.change, thing=of.thing, time=of.time) and of.change
    if query.ask != "when" or asks is None or not changed or not of.thing.types or of.time.scope.limited:
        return query
    so = Selection("sights", thing=replace(of.thing, states=(of.change,)))
    return replace(query, of=so, measure="start" if asks["at"] == "since" else "end", supposes=())


def _done_since(query: MemoryQuery) -> MemoryQuery:
    """Of "did you close it since then" whether that was done, not how it is now; any other question as it is."""
    of = query.of
    action = next((one for one, state in STATE_OF.items() if of.thing.states == (state,)), "")
    if not action or of.thing.every or of != Selection("sights", thing=of.thing, time=of.time):
        return query
    done = Selection("deeds", (action,), thing=replace(of.thing, states=()), time=of.time)
    return replace(query, ask="exists", quantifier="", of=done)


_YOU_DID = re.compile(r"^(?:(?:and|but|so) )*(?:did|have|had) you ")
_SINCE_OR_UNTIL = re.compile(
    r"(?:and |so |but )?(?P<at>since|until|till) when (?:is|are|was|were|has|have|had|did|do) "
)


def _named_state(named: str, before: EarlierExchange) -> Selection | None:
    """A state that the turn names, of the thing that was spoken of last."""
    for one in exchanges(before):
        kinds = one.query.of.thing.types or _told_kinds(one)
        if kinds:
            return _so(kinds, (STATES[named],), one.query.of.time)
    return None


def _told_so(before: EarlierExchange, there: bool) -> Selection | None:
    """What was told to be so, or to be somewhere; with "there" also in an earlier answer about the same thing."""
    for one in exchanges(before):
        of, ask = one.query.of, one.query.ask
        if (
            ask in _TIMED
            and of.subject == "sights"
            and (of.place.types if there else of.thing.states or of.place.types)
        ):
            return of
        if ask == "state" and of.thing.states and not there:
            return _so(of.thing.types or _told_kinds(one), _as_answered(one), of.time)
        if ask in _PLACED and of.thing.types and (place := _told_place(one)):
            return Selection("sights", thing=ThingFilter(_told_kinds(one) or of.thing.types), place=ThingFilter(place))
        if ask == "contents" and of.place.types and _told_kinds(one):
            return Selection("sights", thing=ThingFilter(_told_kinds(one)), place=of.place, time=of.time)
        if not (there and (of.thing.types or ask in _PLACED)):
            return None
    return None


def _so(kinds: tuple[str, ...], states: tuple[str, ...], time: SpanOfTime) -> Selection | None:
    return Selection("sights", thing=ThingFilter(kinds, states), time=time) if kinds else None


def _as_answered(one: EarlierExchange) -> tuple[str, ...]:
    """The state that was asked about, or its opposite where the answer was no."""
    states = one.query.of.thing.states
    if one.findings is None or one.findings.value is not False or len(states) != 1:
        return states
    return (("-" if states[0].startswith("+") else "+") + states[0][1:],)


def _told_place(one: EarlierExchange) -> tuple[str, ...]:
    """The class of the place that was told; that which was asked about where the answer was yes."""
    value = one.findings.value if one.findings else None
    if isinstance(value, str):
        return (value,) if value in object_types() else ()
    return one.query.of.place.types if value is True and one.query.of.place != ANYTHING else ()


def _told_kinds(one: EarlierExchange) -> tuple[str, ...]:
    items = one.items
    return tuple(dict.fromkeys(item.kind for item in items if item.kind))
