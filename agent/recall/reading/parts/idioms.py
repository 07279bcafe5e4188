"""Phrases of several words as the one verb that says the same: "wrapped up the salad" is "finished the salad"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from agent.recall.reading.parts.wordlists import idioms
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
