"""What came before or after what was told: the time before that, the place before that, what was done with it then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import Any

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.composing import STATE_OF
from agent.recall.reading.parts.pronouns import refers_back
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import anchor, is_put, of_item, told_tool
from agent.recall.reading.turns.members import exchanges
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import object_types
from envs.vocabulary.verbs import base, changes
from memory.reading.traces import Scope

_YOU_DID = re.compile(r"\byou (?:\w+ )?(?:do|did|done|finish\w*|complete\w*|managed?)\b|\b(?:did|have) you$")
"""Words that ask how many of what was asked for were done."""
_OTHER_DAYS = re.compile(r"\b(?:other|another) (?:days?|dates?)\b")
_FAR = 3
"""So many exchanges back the deed may lie after which something is asked about."""
_TELLS_PLACE = frozenset({"where", "put", "taken"})
_DONE_THERE = re.compile(
    r"\bwhere (?:did (?:you do (?:that|it|this|so)|(?:that|it|this) happen)|was (?:that|it) done)\b"
)
_TAKING = frozenset({"take", "took", "you", "need"})
_BEING = frozenset({"was", "been", "stay", "stayed", "is"})
_LATER = frozenset({"then", "next", "afterwards", "after", "later"})
"""What may stand at the end of a question about what came after what was told."""
_BARE_BEFORE = frozenset({"and", "or", "so", "then", "before", "that", "it", "the", "one", "time", "last", "previous"})
"""Words of a turn that asks for what was before, and not what that was."""
_OVER = re.compile(
    r"\b(?:before|after) (?:you |it |the \w+ )?(?:had |were |was )?(?:finish|complet|done|through|over|end)"
)
"""Words by which something is said to be before or after the end of something else."""
_HEATED = frozenset({"+cooked", "+hot"})
_TOLD_ALL = frozenset({"exists", "outcome", "list", "count"})
"""Asks of what was put somewhere; where it is then needs no asking."""


def afterwards(query: MemoryQuery, before: EarlierExchange, spoken_of: ThingFilter) -> MemoryQuery:
    """What was done with a thing after the one deed that was told of it: "and what did you do with it then?".

    Where it was put after the deed that was told, whatever that was done to: "and where did you put the pot then?".
    """
    items = before.items
    own, said = query.of, query.text.split()
    thing = own.thing if own.thing != ANYTHING else spoken_of
    told = len(items) == 1 or before.query.ask == "taken"
    later = bool(said) and said[-1] in _LATER
    if query.ask == "exists" and (later or "again" in said) and own.subject == "deeds" and thing != ANYTHING:
        return _done_since(query, before)
    if query.ask == "put" and later and thing != ANYTHING and not own.relation and not own.time.words:
        return _put_next(query, before)
    if query.ask != "list" or not query.detail or not later or not told or own.relation or own.time.words:
        return query
    if not items or items[0].what != "deed" or items[0].kind not in thing.types:
        return query
    others = (of_item(items[0], before.query.of),)
    left = tuple(word for word in query.left_out if word not in _LATER)
    return replace(query, of=replace(own, relation="after", others=others, time=ANY_TIME), left_out=left)


def _done_since(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """Whether something was done after the one deed, or task, that was told of last: "did you take it out again?"."""
    told = (each.items for each in islice(exchanges(before), _FAR))
    items = next((some for some in told if some and some[0].what in ("deed", "task")), ())
    own = query.of
    done = bool(own.actions or own.change) and own.time == ANY_TIME and not own.relation
    if not done or len(items) != 1 or items[0].status not in ("done", "partly"):
        return query
    left = tuple(word for word in query.left_out if word not in _LATER | {"again"})
    return replace(
        query, of=replace(own, relation="after", others=(of_item(items[0], before.query.of),)), left_out=left
    )


def _put_next(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    items = before.items
    deeds = [item for item in items if item.what == "deed" and item.source != "summary"]
    if not deeds or any(item.what not in ("deed", "sight") for item in items):  # a sight is what it was done with
        return query
    others = (of_item(deeds[-1], before.query.of),)
    left = tuple(word for word in query.left_out if word not in _LATER)
    return replace(query, of=replace(query.of, relation="after", others=others, time=ANY_TIME), left_out=left)


def others_than(query: MemoryQuery, spoken_of: ThingFilter) -> MemoryQuery:
    """Of "what else did you move then" what was moved besides what was spoken of; any other question as it is."""
    own, said = query.of, {*query.text.split()}
    filled = own.actions and own.thing.types and own.thing == spoken_of and not said & {"it", "them", "with"}
    if query.ask != "list" or "else" not in said or not filled:
        return query
    left = tuple(word for word in query.left_out if word not in _LATER)
    return replace(query, of=replace(own, thing=ThingFilter(besides=own.thing.types)), left_out=left)


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
    items = before.items
    since = asked.ask == "taken" or asked.of.time.scope.limited or asked.of.ordinal is not None
    if not items or not since:
        return Selection("deeds", thing=ThingFilter(kinds))
    end = items[0].start - timedelta(seconds=1)
    time = SpanOfTime(Scope(None, end), f"before {items[0].start:%H:%M} on {items[0].start.day} {items[0].start:%b}")
    return Selection("deeds", thing=ThingFilter(kinds), time=time)


def instead(query: MemoryQuery, of: Any, before: EarlierExchange, kinds: tuple[str, ...]) -> MemoryQuery | None:
    """Where something was before the place that was told, and what is held in place of what is not."""
    asked = before.query
    said = query.text.split()
    timed = of == "preceding" and asked.ask in ("when", "ago") and {"when", "time", "one"} & {*said}
    done = asked.of.subject in ("tasks", "deeds")
    bare = of == "preceding" and asked.ask in ("when", "ago") and {*said} <= _BARE_BEFORE
    if done and (timed or bare or (query.ask == "when" and "before" in said[-2:])):  # "and the time before"
        return replace(query, ask="when", **earlier_time(before), left_out=())
    came = asked.measure == "start" and bool(asked.of.place.types) and {*said} <= _BARE_BEFORE
    if kinds and of == "preceding" and came:  # since when it is there – and before that?
        return replace(query, ask="taken", of=place_before(before, kinds), supposes=())
    if (there := before_there(query, before, kinds)) is not None:
        return there
    again = asked.ask == query.ask == "taken" and "before" in said
    if kinds and (again or (of == "preceding" and asked.ask in _TELLS_PLACE)):
        return replace(query, ask="taken", of=place_before(before, kinds), supposes=())
    if of == "after" and asked.ask == "holding" and asked.of.thing != ANYTHING:
        return replace(asked, of=replace(asked.of, thing=ANYTHING), claim=None, left_out=(), text=query.text)
    return None


def before_there(query: MemoryQuery, before: EarlierExchange, kinds: tuple[str, ...]) -> MemoryQuery | None:
    """Where a thing was before it was where it was told to be: "where was it before that"; None for other questions."""
    own = query.of
    bare = own.thing.types == kinds and all(one == Selection(one.subject, thing=one.thing) for one in own.others)
    asked = query.ask == "taken" and "before" in query.text.split() and before.query.ask == "where"
    if not kinds or not asked or not bare or not told_place(before) or before.query.of.thing.types != kinds:
        return None
    return replace(query, of=place_before(before, kinds), supposes=())


def was_there_before(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """Whether a thing was at a place before it was where it was told to be: "was it in a cabinet before?"; else None.

    Args:
        said: The turn in plain words.
        before: What was told of it.
    """
    found = _WAS_THERE.match(" ".join(said))
    named = full_lexicon().find(found["place"].split()) if found is not None else None
    items = before.items
    if named is None or named.first or before.query.ask not in _TELLS_PLACE or not items or not items[0].kind:
        return None
    of = place_before(before, (items[0].kind,))
    if before.query.ask == "put" and of.time == ANY_TIME:
        of = replace(of, time=SpanOfTime(Scope(None, items[0].start)))
    return MemoryQuery("taken", of, claim=named.types[0], text=" ".join(said))


_WAS_THERE = re.compile(
    r"^(?:(?:and|so|but) )*(?:was|were|had) (?:it|they|that|this)(?: been)? (?:in|on|inside|under) "
    r"(?:the|a|an|any|my|our) (?P<place>\w+(?: \w+)?) (?:before|earlier|previously)(?: (?:that|this|then))?$"
)


def into_what(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery | None:
    """Into or onto what the deed that was told was done, "into what?"; None for any other question."""
    deed = anchor(before)
    done = deed.subject == "deeds" and (deed.actions or deed.change) and not {*deed.actions} & {"Place", "Pickup"}
    if query.ask != "put" or not done or {*query.text.split()} - _INTO_WHAT:
        return None
    return replace(query, of=deed, supposes=(), left_out=())


_INTO_WHAT = frozenset({"and", "but", "so", "into", "in", "onto", "on", "over", "what", "where", "to", "which"})
"""Words of a turn that asks where a deed went, and nothing else."""


def put_so(query: MemoryQuery, before: EarlierExchange, kinds: tuple[str, ...]) -> MemoryQuery | None:
    """What is asked of a thing that was put, or cooked: where it "was" is whence, "in what" is with what."""
    asked, said = before.query, query.text.split()
    items = before.items
    put = asked.of.actions == ("Place",) or (items and all(item.name.startswith("put ") for item in items))
    past = {"was", "were"} & {*said} and not {"then", "now"} & {*said}
    if query.ask == "where" and put and past and asked.ask in _TOLD_ALL and kinds:
        return replace(query, ask="taken", of=Selection("deeds", thing=ThingFilter(kinds)))
    verb = base(asked.of.task.split()[0]) if asked.of.task else None
    cooked = asked.of.change in _HEATED or (verb and changes().get(verb) in _HEATED)
    if query.ask in ("put", "contents") and cooked and "in" in said and not {"it", "put", "go"} & {*said}:
        return replace(query, ask="tool", of=anchor(before))
    return None


def is_there(query: MemoryQuery, kinds: tuple[str, ...]) -> MemoryQuery | None:
    """Whether what was spoken of is at a place, where nothing but that is named: "it was in the sink"."""
    place = query.of.place
    named = query.of.actions or query.of.change or query.of.thing != ANYTHING
    if query.ask not in ("exists", "outcome") or place == ANYTHING or named or not kinds:
        return None
    return replace(query, ask="where", of=Selection("sights", thing=ThingFilter(kinds), place=place))


def lasting_state(query: MemoryQuery, asked: Selection, spoken_of: ThingFilter) -> Selection | None:
    """The state that a deed led to, where it is asked how long that was so: "how long was it going for"; else None."""
    said = {*query.text.split()}
    led = [STATE_OF[action] for action in asked.actions if STATE_OF.get(action, "").startswith("+")]
    if not led or not spoken_of.types or said & _TAKING or not said & _BEING or "it" not in said:
        return None
    return Selection("sights", thing=ThingFilter(spoken_of.types, (led[0],)), time=asked.time)


def as_told(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """A question with the place told for "there", a tool as it was taken, and days but those that were told."""
    return on_other_days(_at_told_place(_got_for_deed(query, before), before), before)


def _at_told_place(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """With the place that was told last for "there": of "who put it in there", after it was said to be in the sink."""
    own = query.of
    put = own.subject == "tasks" and is_put(own.task)
    if not (own.actions or put) or own.place != ANYTHING or "there" not in query.text.split():
        return query
    place = told_place(before) if before.query.ask in _TELLS_PLACE else _place_of(own.thing, before)
    places = (place,) if place else before.query.of.place.types if before.findings is None else ()  # but spoken of
    if put and places:
        return replace(query, of=replace(own, task=f"{own.task} in the {noun(places[0]).lower()}"))
    return replace(query, of=replace(own, place=ThingFilter(places))) if places else query


def _place_of(thing: ThingFilter, before: EarlierExchange) -> str:
    """The class of the place that was told of a thing, where something else was asked since; nothing if none was."""
    about = (one for one in exchanges(before) if {*one.query.of.thing.types} & {*thing.types})
    return next((told_place(one) for one in about if one.query.ask in _TELLS_PLACE), "")


def _got_for_deed(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """Where a tool came from when it was taken for the deed that was told; any other question as it is.

    Of "with what did you slice it? – where did you get that?" it may have been taken again since.
    """
    items = before.items
    own = query.of
    asked = query.ask == "taken" and told_tool(before) in own.thing.types
    if not asked or not items or own.relation or own.time.words:
        return query
    until = items[0].start if before.query.ask == "tool" else items[-1].end
    return replace(query, of=replace(own, time=SpanOfTime(Scope(None, until)), ordinal=None))


def told_place(exchange: EarlierExchange | None) -> str:
    """The class of the place that was told; nothing where none was."""
    told = exchange.findings.value if exchange is not None and exchange.findings else None
    return told if isinstance(told, str) and told in object_types() else ""


def else_there(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery | None:
    """What else is at the place that was told of a thing: "what else is in there"; None for any other question."""
    place = told_place(before) if before.query.ask in ("where", "put") else ""
    said = {*query.text.split()}
    if query.ask != "contents" or "there" not in said:
        return None
    if before.query.ask == "contents" and before.query.of.place != ANYTHING:
        return replace(query, of=before.query.of)
    if not place:
        return None
    besides = ThingFilter(besides=before.query.of.thing.types if "else" in said else ())
    return replace(query, of=Selection("sights", thing=besides, place=ThingFilter((place,))), supposes=())


def where_done(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery | None:
    """Where a deed was done: "where did you do that?", after it was told with what; None for any other question."""
    deed = before.query.of
    asked = query.ask == "where" and _DONE_THERE.search(query.text) is not None
    if not asked or deed.subject != "deeds" or not (deed.actions or deed.change) or not deed.thing.types:
        return None
    return replace(query, of=Selection("sights", thing=deed.thing, relation="during", others=(deed,)), supposes=())


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


def next_of_number(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery | None:
    """The second of what was asked for, after the first of it was told: "and then?"; None for any other question."""
    asked, own = before.query, query.of
    number = asked.of.ordinal or 0
    named = own.thing != ANYTHING or own.task or own.actions or own.time.words
    if asked.of.subject != "tasks" or not asked.of.speaker or number < 1 or asked.ask != "list" or named:
        return None
    return replace(asked, of=replace(asked.of, ordinal=number + 1), claim=None, text=query.text)


def in_order(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """Whether what was spoken of came before or after what the question names."""
    base, own = anchor(before), query.of
    other = own.others[0] if own.others else replace(own, relation="", next_to=False)
    if base.subject == "tasks" and other.subject != "tasks" and other.thing != ANYTHING:
        other = Selection("tasks", thing=other.thing, time=other.time)
    measure = "end" if _OVER.search(query.text) else ""
    sides = {*query.text.split()} & {"before", "after"}
    if len(sides) == 1 and not measure and not {"or", *_LATER} & ({*query.text.split()} - sides):  # whether it was so
        after = sides == {"after"}
        return replace(query, ask="compare", of=base, against=(other,), supposes=(), measure="start", most=after,
                       claim=True)  # fmt: skip
    return replace(query, of=base, against=(other,), supposes=(), measure=measure)


def on_other_days(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """A question when, of other days than those that were told: "which other days?", "on what other days did you?"."""
    told = before.items
    if query.ask != "when" or not told or not _OTHER_DAYS.search(query.text):
        return query
    days = tuple(sorted({item.start.date().isoformat() for item in told}))
    own, asked = query.of, before.query.of
    named = own.time.words and own.time.words != asked.time.words
    if not named and own.subject == asked.subject and own.task != asked.task and asked.task:
        own = replace(own, task=asked.task)  # as it was asked about, not as the one was called that was told
    return replace(query, of=replace(own, time=replace(own.time if named else ANY_TIME, but=days), ordinal=None))
