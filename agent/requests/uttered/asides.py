"""What is said beside a request: talk, what tells of things, fragments, and wishes that must not be dropped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import WhichThings
from agent.requests.control import control, negated
from agent.requests.request_state import RequestState
from agent.requests.terms.accounting import markers
from agent.requests.words.clauses import NOUN_NEXT, Clause, starts_request, words_of
from agent.requests.words.modifiers import terms_of, with_common_place, with_place
from agent.requests.words.nouns import NUMBERS, NamedThings, capable, read_named
from envs.vocabulary.data import words as word_list


def note_told(text: str, reading: RequestState) -> None:
    """What a clause that asks for nothing tells of things: "the pot on the stove is filthy" (scrub it)."""
    text = re.sub(r"(?<=[a-z])'s\b", " is", text, count=1)
    words = words_of(_AMID.sub("in ", _LIES.sub("that is", text, count=1)))
    told = _named_in(words) if not _NONE_THERE.search(text) else []
    lists = [(some, with_common_place(some)) for some in _lists(told, words)]
    listed = {id(old): replace(new, there=True) for some, full in lists for old, new in zip(some, full, strict=True)}
    found = [listed.get(id(one), one) for one in told]
    reading.places.update(_told_places(words) if told else {})
    for named in found:
        reading.things = (named.kind, *reading.things, *((named.place,) if named.place else ()))
        reading.told.update({one.word: one for one in terms_of(named) if isinstance(one, WhichThings)})
    reading.single |= {one.kind for one in listed.values() if not one.every and (one.count or 1) == 1}
    reading.recent = tuple(one.kind for one in found[:1]) or reading.recent


def _told_places(words: Sequence[str]) -> dict[str, str]:
    """What is told of by where it is → that place as it is said, known or not: "on the windowsill"."""
    found: dict[str, str] = {}
    for at in range(len(words)):
        named = read_named(words, at)
        where = _told_place(words, named.end) if named is not None and named.word else ""
        if named is not None and where and capable(named.word, "pickupable"):
            found.setdefault(named.kind, where)
    return found


def _told_place(words: Sequence[str], at: int) -> str:
    at += next((n for n, word in enumerate(words[at:]) if word not in _BEING), 0)
    place = read_named(words, at + 1) if words[at : at + 1] and words[at] in _AT else None
    if place is None or place.pronoun or words[at + 1] not in NOUN_NEXT:
        return ""
    end = next((n for n in range(at, len(words)) if words[n] == ","), len(words))
    if place.word or place.options:
        return " ".join(words[at : place.end])
    vague = words[at + 1] in ("a", "an") or bool(_NOWHERE.search(" ".join(words[at:end])))
    return "" if vague else " ".join(words[at:end])


_AT = frozenset({"in", "on", "inside", "under", "behind"})
_BEING = frozenset({"that", "is", "are", "which", "lying", "standing", "sitting", "still", "now", "just", "over"})
_NOWHERE = re.compile(
    r"\b(?:way|loose|places?|spot|mess|state|sun|light|dark|air|open|house|home|list|heap|pile|room|kitchen|bedroom|bathroom"
    r"|case|mood|hurry|danger|condition|name|middle|corner|question|time|morning|evening|afternoon)\b"
)
"""What is no place to look in, or one that is all around: "in the way", "in the wrong place"."""
_NONE_THERE = re.compile(r"\bthere (?:isn't|aren't|is no|are no|is not|are not|wasn't|'s no)\b")
_AMID = re.compile(
    r"\b(?:in|on|at) the (?:very )?(?:middle|centre|center|corner|back|front|bottom|edge|(?:far )?end) of "
    r"(?=the |my |our )"
)
_LIES = re.compile(r"\b(?:is|are|has been|have been|lies?|stands?|sits?|hangs?)\b")


def _named_in(words: Sequence[str]) -> list[NamedThings]:
    """The known things that words name, with what is said of them, in order."""
    found: list[NamedThings] = []
    at = 0
    while at < len(words):
        named = read_named(words, at)
        if named is not None and named.word:
            found.append(with_place(named, words))
        at = max(at + 1, found[-1].end if named is not None and named.word else 0)
    return found


def _lists(told: Sequence[NamedThings], words: Sequence[str]) -> list[list[NamedThings]]:
    """Those things that are listed: nothing stands between them but "and", a comma and articles."""
    lists: list[list[NamedThings]] = []
    for at, one in enumerate(told):
        begins = one.end if at == 0 else told[at - 1].end
        between = words[begins : begins + 1]
        if at and between and between[0] in ("and", ",") and _follows(words[begins + 1 :], one):
            lists[-1].append(one)
        else:
            lists.append([one])
    return [one for one in lists if len(one) > 1]


def _follows(words: Sequence[str], one: NamedThings) -> bool:
    """Whether words begin with what is named, its article included."""
    named = read_named(words[1:] if words[:1] == ["and"] else words)
    return named is not None and named.kind == one.kind


_TALK = re.compile(
    r"^(?:(?:last time|last night|yesterday|earlier|the other day|this morning|back then)\b"
    r"|i|we|it|there|he|she|they|you|my|our|that|this|what|because|since|as)\b(?:'\w+)?"
)
_LEST = re.compile(r"^(?:before|so that|because|since|or else|or) (?:it|he|she|they|someone|somebody|anyone|we|i) ")
_ASKS = re.compile(r"^(?:have|do|did|does|has|is|are|was|were) (?:you|we|i|he|she|they|there|the|my|our)\b")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|be|been|do|does|did|will|would|can|could|may|might|shall|should|must"
    r"|looks?|seems?|needs?|wants?|gets?|got|goes|comes?|likes?|loves?|makes?|\w+'(?:s|re|m|ve|ll|d)|\w+n't)\b"
)


def _is_fragment(text: str) -> bool:
    """Whether a few words without a verb name a thing or a number: a part of the request, which must not be lost."""
    words = words_of(text)
    if not words or len(words) > _FEW or _FINITE.search(text) or re.match(r"^(?:i|we|you|he|she|they)\b", text):
        return False
    named = [read_named(words, at) for at in range(len(words))]
    carried = {one.word for one in named if one is not None and one.word and capable(one.word, "pickupable")}
    if len(words) > _FEW - 4 and len(carried) < 2:
        return False
    number = any(word.isdecimal() or (word in NUMBERS and word not in ("a", "an", "no", "one")) for word in words)
    return number or any(one is not None and one.word for one in named)


_CHOICE = re.compile(
    r"^(?:(?:no|and|but|rather|i mean|i meant|i said)[ ,]+)*(?:the|that|those)(?: \w+)? ones?"
    r"(?= (?:with|without|that|who|which)\b|$)"
)
_FEW = 10
_TELLING = re.compile(
    r"^(?:the |my |our |your |his |her |their |some |all )?(?:[a-z]+ ){1,3}?"
    r"(?:is|are|was|were|has|have|had|'s|'re|isn't|aren't|will|won't|hasn't|wasn't) "
)
_BINDING = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs?|ought|supposed|only|not|no|never|nothing|stays?|remains?"
    r"|keep|kept|leave|except|but|unless|if|until|instead|rather|wants?|\w+n't)\b"
)
_HABIT = re.compile(
    r"^(?:the |my |our )?[a-z]+(?: [a-z]+)? (?:do not|don't|does not|doesn't|never) (?:live|belong|go|sleep|grow)\b"
)


def _only_tells(text: str) -> bool:
    """Whether a clause tells of something that no request is about: "the news is starting"."""
    if _HABIT.match(text):  # "books do not live on chairs" says why, not what
        return True
    told = _TELLING.match(text) or re.match(r"^\w+(?: \w+)?'s \w+", text)
    if not told or _BINDING.search(text):
        return False
    words = words_of(text)
    named = [read_named(words, at) for at in range(len(words))]
    return not any(one is not None and (one.word or one.options) and not one.pronoun for one in named)


def note_unread(text: str, reading: RequestState, ordered: bool = False) -> None:
    """A clause of which nothing was made: talk, or a wish that must not be dropped.

    Args:
        text: The clause.
        reading: What was understood so far.
        ordered: Whether it is said when it comes ("then both lamps"): talk has no place in an order.
    """
    if not text:
        return
    note_told(text, reading)
    if any(word not in word_list("request_fillers.txt") for word in words_of(text) if word != ","):
        reading.unread.append(text)
    if _ASKS.match(text) or _LEST.match(text):
        return
    if re.match(r"^(?:(?:check|look at|look after|mind|watch)|(?:no|not much) (?:need|use) (?:for|of)) ", text):
        return
    if _is_fragment(text) or _CHOICE.search(text):
        reading.fragments.append(text)
        return
    if _only_tells(text):
        return
    if ordered and (_names_things(text) or _DO_TO_IT.match(text)):
        reading.doubts.append(text)
        return
    told = re.match(r"^(?:i|we) (?:only |just |really |do not |don't )*(?:want|need|like)\b", text)
    if (not _TALK.match(text) or told) and (markers(text) or starts_request(text)):
        reading.doubts.append(text)


_DO_TO_IT = re.compile(r"^(?!(?:i|we|you|he|she|they|that|this|it|there)\b)[a-z]+ (?:it|them|those|these|both)\b")
"""Asks for a deed that nobody knows: "then sand it"."""


def _names_things(text: str) -> bool:
    """Whether a clause names things without telling of anybody or anything."""
    if re.match(r"^(?:i|we|you|he|she|it|they|there)\b", text) or _TELLING.match(text):
        return False
    words = words_of(text)
    return any(one is not None and one.word for one in (read_named(words, at) for at in range(len(words))))


def without_talk(clause: Clause) -> Clause:
    """A change without the talk beside it: "make that three, dad has come down"."""
    parts = [one for one in re.split(r"\s*,\s*", clause.text) if one]
    kept = [one for one in parts if not _is_talk(one)]
    if len(parts) < 2 or len(kept) != 1:
        return clause
    return replace(clause, text=kept[0], said=kept[0])


def _is_talk(text: str) -> bool:
    """Whether nothing in some words could be a part of what is wanted: no thing, no number, no word that points."""
    words = words_of(text)
    if ({"one", "ones", "other", "others", *word_list("request_markers.txt")} - _TALKED) & set(words):
        return False
    if any(word.isdecimal() or (word in NUMBERS and word not in ("a", "an")) for word in words):
        return False
    if control(text, ()) is not None or starts_request(text) or negated(text):
        return False
    named = [read_named(words, at) for at in range(len(words))]
    return not any(one is not None and (one.word or one.options or one.count is not None) for one in named)


_TALKED = frozenset({"right", "time", "morning", "evening", "tonight", "today", "week", "day", "never"})


_NEEDED = re.compile(
    r"^(?:because |since |as |and )?(?:i|we|he|she|they)(?:'ll)? (?:still |will |may |might )?(?:needs?|wants?|likes?) "
    r"(?:it|that|them|those|this|that one|this one|the other one)"
    r"(?: (?:there|here|whole|intact|raw|uncut|unsliced|in one piece"
    r"|later|then|now|anyway|tonight|tomorrow|as it is|where it is|for \w+(?: \w+)?))*$"
)


def tells_who_needs_it(said: str) -> bool:
    """Whether a clause only says that somebody needs what was just spoken of: "I still need that one"."""
    return _NEEDED.match(said) is not None
