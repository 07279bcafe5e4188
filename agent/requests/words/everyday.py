"""Everyday verbs as plain ones: "kill the lights" → "switch off the lights"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from agent.requests.words.clauses import VERBS, split_list, words_of
from agent.requests.words.idioms import half_said
from agent.requests.words.nouns import SOURCE, NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.data import english
from envs.vocabulary.object_types import CAPABILITIES
from envs.vocabulary.verbs import of_past

_BEHIND = frozenset(
    {"in", "on", "into", "onto", "from", "at", "by", "next", "near", "beside", "with", "for", "that", "which"}
)
"""How words may go on behind things without being part of their name."""
_POURED = re.compile(
    r"^pour (?:(?:me|us|him|her|them|everyone|everybody) |(?=(?:an?|some|one|two) (?:\w+ of )?coffees?\b))"
)
"""Who pours somebody something makes it."""
_BROUGHT_ABOUT = re.compile(
    r"^(?:get|have) (?P<np>(?:the|my|our|those|these|all|a|an|some)\b.+?) (?P<so>\w+)(?: up| down| out)?"
    r"(?P<how> (?:in|on|with|using) (?:the|an?|my|our) [a-z ]+)?$"
)
_STATES = {
    "on": ("switch on", "toggleable"),
    "off": ("switch off", "toggleable"),
    "open": ("open", "openable"),
    "shut": ("shut", "openable"),
    "clean": ("clean", "dirtyable"),
}
"""How things shall be → the verb, and what they have to be capable of."""
_DONE_SO = frozenset({"clean", "slice", "cook", "toast", "boil", "water", "fill", "empty", "open", "close"})
_CAPABILITIES = frozenset(CAPABILITIES)


@dataclass(frozen=True)
class _Phrase:
    """A phrase of everyday speech.

    Attributes:
        means: The plain verb.
        of: Types, or capabilities of types, before which it means that.
        shape: Matches a clause with it; the things are its group.
    """

    means: str
    of: frozenset[str]
    shape: re.Pattern[str]


def in_plain_verbs(text: str) -> str:
    """A clause with the plain verb that an everyday phrase in it means; the same where there is none.

    Args:
        text: A clause in lower case.
    """
    text = _POURED.sub("make ", text)
    for phrase in _by_verb().get(text.partition(" ")[0], ()):
        for said, spared in dict.fromkeys(((text, ""), _without_the_spared(text))):
            found = phrase.shape.match(said)
            if found and not half_said(found[1]) and _all_of(found[1], phrase.of):
                return f"{phrase.means} {found[1]}{spared}"
    return _brought_about(text)


_SPARED = re.compile(
    r" ?,? (?:but not|but leave|except(?: for)?|apart from|other than|save for|not|all but) (?:the|that|those|my|our)\b"
)


def _without_the_spared(text: str) -> tuple[str, str]:
    """A clause up to what it leaves out, and that: the verb says nothing of it."""
    found = _SPARED.search(text)
    at = found.start() if found else len(text)
    return text[:at], text[at:]


def _brought_about(text: str) -> str:
    """What is to be done in the end as what to do: "get the lettuce chopped up" → "chop the lettuce"."""
    found = _BROUGHT_ABOUT.match(text)
    if found is None:
        return text
    verb, capability = _STATES.get(found["so"], (of_past(found["so"]), ""))
    how = found["how"] or ""
    if capability:
        return f"{verb} {found['np']}" if not how and _all_of(found["np"], frozenset({capability})) else text
    if VERBS.get(verb or "") not in _DONE_SO:
        return text
    named = [read_named(words) for words in split_list(words_of(found["np"]))]
    return f"{verb} {found['np']}{how}" if named and all(one is not None and one.word for one in named) else text


def _all_of(text: str, of: frozenset[str]) -> bool:
    """Whether all things that words name, and may say more behind, are of such types."""
    parts = split_list(words_of(text))
    return bool(parts) and all(_is_of(read_named(words), words, of) for words in parts)


def _is_of(named: NamedThings | None, words: Sequence[str], of: frozenset[str]) -> bool:
    if named is None or not (named.word or named.options):
        return False
    if named.end < len(words) and (words[named.end] not in _BEHIND):
        return False
    kinds = {SOURCE.get(kind, kind) for word in (named.word, *named.options) if word for kind in types_named(word)}
    wide = {kind for word in of - _CAPABILITIES for kind in types_named(word)}
    return bool(kinds & wide) or any(capable(kind, one) for kind in kinds for one in of & _CAPABILITIES)


@cache
def _by_verb() -> dict[str, tuple[_Phrase, ...]]:
    """Phrases by their first word, in the order in which they are tried."""
    found: dict[str, list[_Phrase]] = {}
    for entry in english("verbs.yaml")["phrases"]:
        for said in entry["say"]:
            first, _, particle = said.partition(" ")
            for shape in _shapes(first, particle):
                found.setdefault(first, []).append(_Phrase(entry["do"], frozenset(entry["of"]), re.compile(shape)))
    return {first: tuple(phrases) for first, phrases in found.items()}


def _shapes(first: str, particle: str) -> Sequence[str]:
    if not particle:
        return (rf"^{first} ((?!(?:up|out|off|on|down|back|away)\b).+)$",)
    return (rf"^{first} {particle} (.+)$", rf"^{first} (.+?) {particle}$")
