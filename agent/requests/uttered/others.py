"""The others: of a kind of which some were meant before in the same utterance, all but those."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import Trait, WhichThings
from agent.recognition.lines import GOALS
from agent.requests.errands import BRING, PUT, STATE, Errand, made_of
from agent.requests.request_state import RequestState
from agent.requests.terms.others import kinds_made
from agent.requests.words.clauses import VERBS, leading_verb, words_of
from agent.requests.words.nouns import NamedThings, read_named
from envs.teach.tasks.classes import class_members, types_named
from envs.vocabulary.english import noun, one, plural

_OF_KIND = re.compile(
    r"\b(?:all )?(?:(?:the )?(?:rest|remainder) of (?:the|my|our|those|these)|the (?:other )?remaining(?! ones?\b)) "
    r"(?P<np>[a-z]+(?: [a-z]+)?)"
)
_SEVERAL = re.compile(r"\b(?:all )?(?:of )?the (?:others|rest|other ones|remaining ones|remainder)\b")
_SINGLE = re.compile(
    r"\bthe (?:other|remaining) ones?\b|\bthe other(?= (?:in|on|into|onto|to|at|next to|beside|from)\b|$|,)"
)
_BELONG = re.compile(
    r"^the (?:others|rest|remainder|(?:other|remaining) ones?|other) (?:goes|go|belongs?|should|shall|must|can) "
    r"(?!stay|remain|wait|be left)"
)
_NO_DEED = frozenset({"", "do", "never", "phrase"})


def other_ones(text: str, reading: RequestState) -> str:
    """A clause with the kind named of which "the others", "the rest" or "the remaining ones" are.

    Args:
        text: The clause.
        reading: What was understood before it.
    """
    if VERBS.get(leading_verb(text), "") in _NO_DEED and not _BELONG.match(text):
        return text
    text = _but_what_was_told(text, reading)
    named = _OF_KIND.search(text)
    which = _which(named["np"], reading) if named else ""
    if named and which:
        return f"{text[: named.start()]}{which} {named['np']}{text[named.end() :]}"
    for pattern, many in ((_SEVERAL, True), (_SINGLE, False)):
        found = pattern.search(text)
        kind = _kind_before(text[: found.start()], reading) if found else ""
        if found and kind:
            named = (plural(kind) if kind not in class_members() else noun(kind)) if many else one(kind)
            return f"{text[: found.start()]}the other {named}{text[found.end() :]}"
    return text


_BESIDE = re.compile(r"\b(?:with|beside|next to|near|by|alongside) $")


def _but_what_was_told(text: str, reading: RequestState) -> str:
    """Of things of which some were told of, the others: "one lamp is on. switch on the other one"."""
    found = _SINGLE.search(text) or _SEVERAL.search(text)
    kind = next(iter(reading.recent), "")
    which = reading.told.get(kind) if found and not (reading.begun or reading.earlier) else None
    if found is None or which is None or which.trait == Trait() or which.but is not None:
        return text
    if _BESIDE.search(text[: found.start()]):  # where those stand: what was told of is what is meant
        return f"{text[: found.start()]}the {one(kind)}{text[found.end() :]}"
    reading.told[kind] = WhichThings(kind, but=which.trait)
    return f"{text[: found.start()]}{'them' if _SEVERAL.search(text) else 'it'}{text[found.end() :]}"


def _kind_before(said: str, reading: RequestState) -> str:
    """Of what kind things were meant before; "" where several kinds were, or only some of a group."""
    words = words_of(said)
    goal = next((at for at, word in enumerate(words) if word in GOALS), len(words))
    source = next((at for at, word in enumerate(words[:goal]) if word in _SOURCES), goal)
    things = _named_in(words[:source]) if source > 1 else []
    if things:
        first = things[0]
        some = first.states and ((first.count or 1) > 1 or "one" in words)
        return first.kind if not some and len({one.kind for one in things}) == 1 else ""
    begun = [one.errand for one in reading.begun if _is_of_things(one.errand)]
    begun = begun or [one for one in reading.earlier[:1] if _is_of_things(one)]
    if len({made_of(one) for one in begun}) != 1:
        return ""
    told = any(isinstance(term, WhichThings) and term.trait != Trait() for term in begun[-1].terms)
    return "" if told and begun[-1].params[0].isdecimal() and begun[-1].params[0] != "1" else made_of(begun[-1])[0]


_SOURCES = frozenset({"from", "off", "out"})
"""What stands before where things are taken from, which is none of them."""


def _named_in(words: Sequence[str]) -> list[NamedThings]:
    """What words name, behind the verb: each thing once, "the paper towels" are no towels."""
    found: list[NamedThings] = []
    at = 1
    while at < len(words):
        named = read_named(words, at)
        known = named is not None and bool(named.word)
        found.extend([named] if known and named is not None else [])
        at = max(named.end, at + 1) if known and named is not None else at + 1
    return found


def _is_of_things(errand: Errand) -> bool:
    return errand.name in (PUT, STATE, BRING) or errand.name.startswith(("Put All ", "Clean All "))


def _which(said: str, reading: RequestState) -> str:
    """What "the rest of the cups" comes to: the other ones, or, where none were spoken of, all; "" where neither."""
    named = read_named(words_of(said))
    if named is None or not named.word:
        return ""
    if kinds_made(one.errand for one in reading.begun) & set(types_named(named.word)):
        return "the other"
    return "all the" if named.every and named.count is None else ""
