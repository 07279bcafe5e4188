"""What was said or told beside what was told: "what did I say next?", "and to what?", what was to be remembered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, SpanOfTime
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from agent.recall.understanding.dates import day_scope
from agent.recall.understanding.times import TimeReader
from envs.vocabulary.stems import stem
from memory.reading.traces import Scope

_BESIDE = re.compile(
    r"^(?:(?:and|but|so|then|ok|okay|now|well) )*(?:what|anything|did i|did you)(?: else)? "
    r"(?:(?:did|have|had) )?(?P<who>i|you) (?:then )?(?:say|said|tell|told|mention|mentioned)(?: (?:to )?(?:you|me))?"
    r"(?: (?:shortly|right|just|directly|immediately|soon|straight))?"
    r" (?:(?P<after>after(?:wards)?(?: (?:that|this|it))?|next|later(?: on)?|following that)"
    r"|(?P<before>before(?:hand)?(?: (?:that|this|it))?))$"
)
_AGAIN = re.compile(
    r"^(?:(?:and|but|so|ok) )*"
    r"(?:(?P<after>after(?:wards)?(?: (?:that|this))?|next|then)|(?P<before>before(?: (?:that|this))?))$"
)
"""The same once more, from what was told then: "and before that?"."""
_SECOND = timedelta(seconds=1)
_REMEMBER = re.compile(
    r"^(?:(?:and|but|so|then|ok|okay|now|well) )*what(?: else)? "
    r"(?:(?:were|had|have|are) you (?:been )?(?:told|asked|supposed|meant)"
    r"|(?:did|had|have) (?P<who>i|we|they|people|anybody|somebody) (?:ask|asked|tell|told|want|wanted)(?: you)?"
    r"|(?:was|were|am|are) (?:you|i) (?:supposed|meant)) to (?:remember|keep in mind|bear in mind|not forget|memorise"
    r"|memorize|note|note down|take note of|make a note of)(?: for (?:me|us))?(?P<rest>(?: [\w:.-]+){0,5})$"
)
_THAT_DAY = re.compile(r"^(?:on )?(?:that|the same) day$")
_BEHIND = re.compile(r"^(?:(?P<after>after|since|later)|before)(?: (?:that|this|then))?$")
_TO_WHAT = re.compile(
    r"^(?:(?:and|but|so|ok|okay) )*(?P<word>against|to|of|from|with|for|about|in|on|under|at|near|behind|by) what"
    r"(?: (?:exactly|then|please|is (?:it|that)))?$"
)
_ALIKE = ({"against", "to", "of", "from", "by"}, {"in", "on", "under", "at", "near", "behind", "inside", "by"})
"""Prepositions that one may take for each other: allergic *to* is asked for by "against what"."""
_WHICH_KIND = re.compile(
    r"^(?:(?:and|but|so|ok|okay) )*(?:do you know |can you (?:say|tell me) |in |on |of |to )?(?:which|what) "
    r"(?:(?:exact |particular )?(?:kinds?|sorts?|types?|brands?|makes?|variety) of )?"
    r"(?:the )?(?P<what>(?!(?:is|are|was|were|do|did|does)\b)[a-z]+)"
    r"(?: (?:do|you|know|it|that|is|are|they|was|exactly|then|please|precisely))*$"
)
_TOLD_WHEN = re.compile(
    r"^(?:(?:and|but|so|ok|okay) )*(?:when|what time|at what time|which day|on which day)"
    r" (?:did|has|have|had|was|were) (?:(?:they|he|she|somebody|someone|anybody|people|i|we|you|it|that) )?"
    r"(?:tell|told|say|said|mention|mentioned)(?: (?:to )?you)?(?: (?:this|that|it|so|about it))*$"
)


def to_remember(said: str, before: EarlierExchange | None, times: TimeReader) -> MemoryQuery | None:
    """What was told to be kept in mind, at a time that is named or hinted at: "that day", "after that"; else None.

    Args:
        said: The question in plain words.
        before: What was asked and told.
        times: Reads the time that it names.
    """
    found = _REMEMBER.match(said)
    if found is None:
        return None
    rest = found["rest"].strip()
    named = times.read(rest)
    time = named.span if named.words else SpanOfTime()
    if rest and not named.words and (hinted := _hinted(rest, before)) is not None:
        time, rest = hinted, ""
    if (named.rest if named.words else rest).strip():
        return None
    speaker = "user" if found["who"] in ("i", "we") else ""
    return MemoryQuery("fact", Selection("facts", speaker=speaker, time=time), text=said)


def _hinted(rest: str, before: EarlierExchange | None) -> SpanOfTime | None:
    """The day of what was told last, or what came after or before it."""
    told = next((one for one in exchanges(before) if one.items), None)
    if told is None:
        return None
    if _THAT_DAY.match(rest):
        return SpanOfTime(day_scope(max(_moments(told)).date()), "that day")
    found = _BEHIND.match(rest)
    return _span_beside(told, after=bool(found["after"])) if found is not None else None


def told_again(said: str, before: EarlierExchange) -> MemoryQuery | None:
    """The fact told last, of which a part is asked for: "against what?", "when did they tell you?"; else None.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    items = before.items
    if before.query.of.subject != "facts" or len(items) != 1 or items[0].what != "fact":
        return None
    of = Selection("facts", about=before.query.of.about, time=SpanOfTime(Scope(items[0].start, items[0].start)))
    if _TOLD_WHEN.match(said):
        return MemoryQuery("when", of, text=said)
    if (kind := _WHICH_KIND.match(said)) is not None:
        named = stem(kind["what"]) in {stem(word) for word in re.findall(r"[a-z]+", items[0].name.lower())}
        return MemoryQuery("fact", of, text=said) if named else None
    found = _TO_WHAT.match(said)
    if found is None:
        return None
    alike = {found["word"]}.union(*(group for group in _ALIKE if found["word"] in group))
    return MemoryQuery("fact", of, text=said) if alike & {*items[0].name.lower().split()} else None


def said_beside(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """What was said first after, or last before, the moment that was told last; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    text = " ".join(said)
    again = _BESIDE.match(before.query.text) is not None and before.query.ask == "said"
    found = _BESIDE.match(text) or (_AGAIN.match(text) if again else None)
    told = next((one for one in exchanges(before) if one.items), None)
    if found is None or told is None:
        return None
    speaker = before.query.of.speaker if found.re is _AGAIN else "user" if found["who"] == "i" else "robot"
    after = bool(found["after"])
    of = Selection("speech", speaker=speaker, time=_span_beside(told, after), ordinal=1 if after else -1)
    return MemoryQuery("said", of, text=before.query.text if found.re is _AGAIN else text)


def _span_beside(told: EarlierExchange, after: bool) -> SpanOfTime:
    """What came after all that was told, or before it."""
    moments = _moments(told)
    if after:
        return SpanOfTime(Scope(max(moments) + _SECOND, None), f"after {max(moments):%H:%M}")
    return SpanOfTime(Scope(None, min(moments) - _SECOND), f"before {min(moments):%H:%M}")


def _moments(told: EarlierExchange) -> list[datetime]:
    return [_moment(item, told.query) for item in told.items]


def _moment(item: FoundItem, asked: MemoryQuery) -> datetime:
    """When it was that was told: of a task when it was over, where it was not asked when somebody wanted it."""
    wanted = asked.measure == "asked" or asked.of.speaker or asked.ask == "remaining"
    if item.what == "task":
        return (item.asked or item.start) if wanted else item.end
    return item.start
