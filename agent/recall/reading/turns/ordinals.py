"""Which of what was told was first, second, last: "which of those came first?", "and the last?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, WHATEVER, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.pieces import by_deed
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import is_put, of_item
from agent.recall.reading.turns.members import exchanges, key, members, told_several
from envs.vocabulary.numbers import CARDINALS, ORDINALS
from memory.reading.traces import Scope

_LED = r"^(?:(?:and|but|so|ok|okay|then|now|well|no) )*"
_COUNT = r"two|three|four|five|six|\d"
_NOUN = r"one|ones|thing|task|job|chore"
_THEM = rf"(?:them|those|these|both)(?: (?P<count>{_COUNT}))?|the (?P<several>{_COUNT}|lot)"
_OF = rf"(?P<of> (?:out )?of (?:all )?(?:{_THEM}))"
_OF_LATE = _OF.replace("?P<", "?P<late_")
_DONE = r"did (?:you|i) (?P<verb>\w+)(?: (?:you|to|for|about|of|with|up))?(?: (?:to )?(?:do|make|get))?"
_CAME = rf"(?:was|is|were|came|happened|occurred|(?:did )?(?:it |they )?come|{_DONE})"
_NUMBER = r"(?:the )?(?:very )?(?P<number>\w+)"
_WHICH = re.compile(rf"{_LED}(?:which|what|who)(?: (?:{_NOUN}))?{_OF}? {_CAME} {_NUMBER}(?: (?:{_NOUN}))?{_OF_LATE}?$")
"""Asks which of several it was, by its number."""
_BARE = re.compile(rf"{_LED}(?:(?:what|how) about )?{_NUMBER}(?: (?:{_NOUN}))?$")
"""Nothing but a number: "and the second one?"."""
_NUMBERS = {**ORDINALS, "earliest": 1, "earlier": 1, "sooner": 1, "last": -1, "latest": -1, "later": -1, "final": -1}
_OF_TWO = frozenset({"earlier", "later", "sooner"})
_FAR = 4
"""So many exchanges back what was listed may lie."""
_TOLD = {"speech": "said", "facts": "fact"}
_DID = frozenset({"do", "done"})
"""Words by which only what was done is asked for."""
_DONE_SO_FAR = ("done", "partly")
_LISTING = frozenset({"list", "said", "fact"})


@dataclass(frozen=True)
class _Numbered:
    """What a turn says of the one that is meant: its number, and of how many; 0 where that is not said."""

    number: int
    several: int = 0


def by_number(said: Sequence[str], before: EarlierExchange, time: SpanOfTime = ANY_TIME) -> MemoryQuery | None:
    """Which of those that were told of was the first, second or last; None for any other turn.

    Args:
        said: The turn in plain words, without the time that it names.
        before: What was asked and told.
        time: That time.
    """
    text = " ".join(said)
    if (found := _WHICH.match(text)) is not None:
        if found["verb"] in words("ending"):
            told = told_several(before)
            return _over(found["number"], told.members if told is not None else members(before), before, text)
        if found["verb"] and found["verb"] not in words("any_deed"):
            return None
        meant = _numbered(found["number"], found["count"] or found["several"] or found["late_count"])
        of_them = bool(found["of"] or found["late_of"])
        return meant and _one_of(meant, before, time, text, of_them or not time.words)
    bare = _BARE.match(text)
    meant = _numbered(bare["number"], None) if bare is not None else None
    if meant is None:
        return None
    if _WHICH.match(before.query.text) is not None and before.earlier is not None:  # "which was first? – and the last?"
        return _one_of(meant, before.earlier, time, text, True)
    asked = _of_number(before)
    return asked and _with(asked, meant.number, time, text)


_MOVED_ALL = frozenset({"exists", "outcome", "list", "when", "count"})
_NEAR = 3
"""So many exchanges back it may have been told that several things were put somewhere."""


def was_before_moved(query: MemoryQuery, before: EarlierExchange, kinds: tuple[str, ...]) -> MemoryQuery | None:
    """Where the first of several things was that were put somewhere together: whence it was taken for that.

    Of "where was the first one?" after "did you put the spoons in a drawer?"; None for any other question. "And the
    second?" then asks the same of the next that was taken.

    Args:
        query: Where something was, as it was read so far.
        before: What was asked and told.
        kinds: The classes of what was spoken of.
    """
    number, said = query.of.ordinal, {*query.text.split()}
    past = query.ask == "taken" or (query.ask == "where" and bool(said & {"was", "were"}))
    if not past or number is None or not kinds or said & {"now", "then"}:
        return None
    for one in islice(exchanges(before), _NEAR):
        moved = [item for item in one.items if _is_put(item)]
        if moved and one.query.ask in _MOVED_ALL and not one.unread:
            time = SpanOfTime(Scope(min(map(_begun, moved)), max(item.end for item in moved)))
            of = Selection("deeds", thing=ThingFilter(kinds), time=time, ordinal=number)
            return replace(query, ask="taken", of=of, supposes=(), left_out=())
    return None


def the_other_of_two(said: Sequence[str], before: EarlierExchange) -> tuple[MemoryQuery, MemoryQuery] | None:
    """The question before about the other one, and about a third, of which there must be none; None for other turns.

    "And the other one?" after the first of what was moved means the second, if there were but two.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    asked, number = before.query, before.query.of.ordinal
    if "other" not in said or {*said} - words("leaning") - _THE_OTHER:
        return None
    if asked.ask != "taken" or number not in (1, 2) or not asked.of.time.scope.limited:
        return None
    other, third = (replace(asked, of=replace(asked.of, ordinal=one)) for one in (3 - number, 3))
    return other, third


_THE_OTHER = frozenset({"the", "that", "other", "one"})


def _begun(item: FoundItem) -> datetime:
    """When something was asked for or begun; of a single deed the day on which what it was done to was taken for it."""
    if item.what == "deed":
        return item.start.replace(hour=0, minute=0, second=0, microsecond=0)
    return min(item.start, item.asked or item.start)


def _is_put(item: FoundItem) -> bool:
    """Whether something was, or was to be, put somewhere."""
    return item.name.startswith("put ") if item.what == "deed" else item.what == "task" and is_put(item.name)


def _over(number: str, told: Sequence[FoundItem], before: EarlierExchange, text: str) -> MemoryQuery | None:
    """When that one of the tasks that were told of was over which was so first, or last."""
    at = _NUMBERS.get(number)
    if at in (1, -1) and told and all(item.what == "speech" for item in told):  # of what was said, what that asked for
        moments = [item.start for item in told]
        during = SpanOfTime(Scope(min(moments), max(moments)))
        of = Selection("tasks", outcomes=_DONE_SO_FAR, speaker="user", time=during, ordinal=at)
        return MemoryQuery("list", of, measure="end", text=text)
    done = sorted((item for item in told if item.status in _DONE_SO_FAR), key=lambda item: (item.end, item.last))
    if at not in (1, -1) or not done or any(item.what != "task" for item in told):
        return None
    return MemoryQuery("when", of_item(done[0 if at == 1 else -1], before.query.of), measure="end", text=text)


def _numbered(word: str, count: str | None) -> _Numbered | None:
    number = _NUMBERS.get(word)
    if number is None:
        return None
    counted = int(count) if count and count.isdigit() else CARDINALS.get(count or "", 0)
    return _Numbered(number, 2 if word in _OF_TWO else counted)


def _one_of(meant: _Numbered, before: EarlierExchange, time: SpanOfTime, text: str, told: bool) -> MemoryQuery | None:
    """The one that is meant of the latest answer that told of several, or of those of two turns."""
    single: dict[tuple[str, str], tuple[FoundItem, Selection]] = {}
    for one in islice(exchanges(before), _FAR):
        found = members(one)
        listed = one.query.ask in _LISTING and one.query.of.ordinal is not None
        fits = meant.several in (0, len(found)) or listed
        if not one.unread and fits and (listed or len(found) > 1):
            asked = _as_list(one, found)
            return _with(asked, meant.number, time, text) if asked is not None else None
        if len(found) == 1 and told:
            single.setdefault(key(found[0]), (found[0], one.query.of))
        if len(single) > 1 and meant.several in (0, 2):
            return _of_two([*single.values()][:2], meant.number, text)
    if 1 < meant.several < len(members(before)):  # of more than two nobody knows which two are meant
        return MemoryQuery("compare", WHATEVER, measure="start", text=text)
    alone = _as_list(before, members(before)) if before.query.ask in _LISTING and len(members(before)) == 1 else None
    return _with(alone, meant.number, time, text) if alone is not None and not meant.several else None


def _as_list(one: EarlierExchange, found: Sequence[FoundItem]) -> MemoryQuery | None:
    """The question for what an answer told of; None where that has no order in time, or is not all of one question."""
    of = one.query.of
    if one.query.against or {item.what for item in found} - {"task", "deed", "speech", "fact"}:
        return None
    done = any(item.status in _DONE_SO_FAR for item in found)
    if of.subject == "tasks" and done and not (of.outcomes or of.speaker) and {*one.query.text.split()} & _DID:
        of = replace(of, outcomes=_DONE_SO_FAR)  # what was tried beside it is told too, but was not done
    if of.subject not in ("tasks", "deeds", "speech", "facts"):
        return None
    return MemoryQuery(_TOLD.get(of.subject, "list"), of)


def _of_number(before: EarlierExchange) -> MemoryQuery | None:
    """The question before, or what that leaned on, for what was listed, of which one was told by its number."""
    for one in islice(exchanges(before), _FAR):
        if one.query.ask in _LISTING and one.query.of.ordinal is not None:
            return _as_list(one, members(one))
        if len(members(one)) != 1:
            return None
    return None


def _with(asked: MemoryQuery, number: int, time: SpanOfTime, text: str) -> MemoryQuery:
    of = replace(asked.of, ordinal=number, time=time if time.words else asked.of.time)
    return by_deed(replace(asked, of=of, text=text))


def _of_two(told: Sequence[tuple[FoundItem, Selection]], number: int, text: str) -> MemoryQuery | None:
    """Which of what was told in two turns came first; None where they came at once."""
    early, late = sorted(told, key=lambda one: _moment(one[0]))
    if _moment(early[0]) == _moment(late[0]) or number not in (1, 2, -1):
        return None
    item, asked = early if number == 1 else late
    of = of_item(item, asked)
    return MemoryQuery(_TOLD.get(of.subject, "list"), of, text=text)


def _moment(item: FoundItem) -> tuple[datetime, int]:
    return item.start, item.first
