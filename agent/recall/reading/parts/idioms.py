"""Phrases of several words as the one that says the same: "wrapped up" is "finished", "prior to" is "before"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from agent.recall.reading.parts.wordlists import conjunctions, idioms
from envs.vocabulary.verbs import does, doing, forms, participle, past


def plainly(said: Sequence[str]) -> list[str]:
    """The words with every such phrase as one verb, in the same form."""
    found: list[str] = []
    at = 0
    while at < len(said):
        phrases = _phrases().get(said[at], {})
        phrase = next((one for one in phrases if tuple(said[at : at + len(one)]) == one), None)
        found += phrases[phrase].split() if phrase else [said[at]]
        at += len(phrase or (1,))
    return found


def joined(text: str) -> str:
    """A text in plain words with every phrase that joins a clause of time as the one word that says the same."""
    for pattern, word in _joining():
        text = pattern.sub(word, text)
    return text


@cache
def _joining() -> tuple[tuple[re.Pattern[str], str], ...]:
    found: list[tuple[re.Pattern[str], str]] = []
    for word, phrases in conjunctions().items():
        for phrase in sorted(phrases, key=len, reverse=True):
            said, _, doing_only = phrase.partition(" -")
            behind = r"\w+ing\b" if doing_only else _CLAUSE_BEGINS
            found.append((re.compile(rf"(?:\b(?:just|right|immediately|straight) )?\b{said} (?={behind})"), f"{word} "))
    return tuple(found)


_CLAUSE_BEGINS = (
    r"(?:(?:you|i|we|he|she|they|it|somebody|someone|the|my|our|your|his|her|its|a|an|that|this)\b|\w+ing\b)"
)


@cache
def _phrases() -> Mapping[str, Mapping[tuple[str, ...], str]]:
    """By first word: every phrase in every form, the longest first, and what it means in that form."""
    every: dict[str, dict[tuple[str, ...], str]] = {}
    for meant, phrases in idioms().items():
        for phrase in sorted(phrases, key=len, reverse=True):
            for form, told in _in_each_form(phrase, meant):
                every.setdefault(form[0], {}).setdefault(form, told)
    return every


def _in_each_form(phrase: str, meant: str) -> Iterator[tuple[tuple[str, ...], str]]:
    first, *rest = phrase.split()
    verb, *more = meant.split()
    for form in sorted(forms(first)):
        yield (form, *rest), " ".join([_in_form(verb, first, form), *more])


def _in_form(verb: str, like: str, form: str) -> str:
    """A verb in the form in which another one stands."""
    for make in (past, participle, doing, does):
        if make(like) == form and form != like:
            return make(verb)
    return verb
