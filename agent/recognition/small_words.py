"""Typing errors in the small words of requests ("teh", "pleese"); what things are called is spelt elsewhere."""

from __future__ import annotations

import re
from functools import cache

from agent.recognition.lines import spell
from envs.vocabulary.data import words as word_list
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_requests
from envs.vocabulary.spelling import distance, near
from envs.vocabulary.verbs import doing, everyday_requests, participle, past, requests

_WORD = re.compile(r"[a-z]{3,}(?!')\b")
_SHORTEST = 3


def respelt(text: str) -> str:
    """A text in lower case, small words that are misspelt corrected."""
    return _WORD.sub(lambda found: _respelt(found[0]), text)


@cache
def spelt_name(word: str) -> str:
    """What a word means in the name of a thing: a typing error corrected, an ordinary English word as it stands.

    Of "the plate from the garage" the garage is no garbage can.
    """
    ordinary = {word, singular(word)} & word_list("ordinary_words.txt")
    return singular(word) if ordinary else spell(word)


@cache
def _respelt(word: str) -> str:
    if _is_known(word):
        return word
    if word.endswith("in") and f"{word}g" in _small() | _everyday() | word_list("request_fillers.txt"):
        return f"{word}g"  # "runnin"
    if f"{word}e" in requests() or f"{word}e" in everyday_requests():
        return f"{word}e"  # "giv"
    if spell(word) not in (word, singular(word)):
        return spell(word) if spell(word) in _small() else word
    close = [(distance(word, one), sorted(one) != sorted(word), len(one), one) for one in _small() if near(word, one)]
    return min(close)[-1] if close else word


def _is_known(word: str) -> bool:
    bare = singular(word)
    stem = word.removesuffix("ing")
    whole = {f"{stem}e"} if stem != word else set[str]()
    listed = {word, bare, stem, *whole} & word_list("ordinary_words.txt") or word in _everyday() | _done()
    return bool(listed) or any(one in _small() or one in _names() for one in (word, bare))


@cache
def _everyday() -> frozenset[str]:
    return frozenset(form for verb in everyday_requests() for form in (verb, doing(verb)))


@cache
def _done() -> frozenset[str]:
    """How it is told of things what was done with them: "thrown", "chucked"."""
    verbs = {verb for verb, asks in (*requests().items(), *everyday_requests().items()) if asks == "put"}
    return frozenset(form for verb in verbs for form in (past(verb), participle(verb)) if form != verb)


@cache
def _small() -> frozenset[str]:
    verbs = {form for verb in requests() for form in (verb, doing(verb))}
    listed = word_list("request_fillers.txt") | word_list("request_markers.txt") | verbs
    return frozenset(word for word in listed if word.isalpha() and len(word) >= _SHORTEST)


@cache
def _names() -> frozenset[str]:
    return frozenset(singular(word) for phrase in in_requests() for word in phrase.split()) | frozenset(
        word for phrase in in_requests() for word in phrase.split()
    )
