"""What types, groups and classes of things are called: in questions, in requests, in rules, and for detectors.

A name is in the singular and in small letters. Where a word means one thing in a question and another in a request, the
dictionary says so: a glass to be put away is a cup, while a glass asked about may be anything of glass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from envs.vocabulary.english import noun
from envs.vocabulary.entries import entries, with_field
from envs.vocabulary.groups import groups


def own_names(name: str) -> tuple[str, str]:
    """What a type or class is called by itself: "coffee machine" and "coffeemachine"."""
    return noun(name).lower(), name.lower()


@cache
def in_questions() -> Mapping[str, tuple[str, ...]]:
    """Words of questions → the types they may mean; without the types' own names."""
    found = {word: (name,) for word, name in everyday().items()}
    found |= {word: (name,) for name, word in _words("types", "called", "questions")}
    found |= {word: group.types for group in groups().values() for word in group.words}
    return MappingProxyType(found)


@cache
def everyday() -> Mapping[str, str]:
    """Further everyday words, and words of two parts written as one ("fryingpan") → the type they mean.

    What is listed as a name beside them is none of these.
    """
    names = {word for name in entries("types") for word in own_names(name)}
    names |= {word for _, word in _words("types", "called", "requests", "questions")}
    parted = {word: name for name, word in _words("types", "called", "everyday") if re.fullmatch("[a-z]+ [a-z]+", word)}
    found = {word.replace(" ", ""): name for word, name in parted.items()}
    found |= {word: name for name, word in _words("types", "everyday")}
    return MappingProxyType({word: name for word, name in found.items() if word not in names})


@cache
def in_requests() -> Mapping[str, str]:
    """Words of requests, own names among them → the type or class they mean."""
    return MappingProxyType({**everyday(), **_asked_for()})


@cache
def _asked_for() -> Mapping[str, str]:
    """The same without the further everyday words."""
    sections = ("classes", "types")  # a type goes before the class of its plural: a knife is one of the knives
    found = {word: name for section in sections for name in entries(section) for word in own_names(name)}
    for section in sections:
        found |= {word: name for name, word in _words(section, "called", "requests", "misspelt")}
    found |= {word: group.request for group in groups().values() if group.request for word in group.words}
    return MappingProxyType(found)


@cache
def in_recorded_lines() -> Mapping[str, str]:
    """The same for the lines with which recorded tasks were asked for."""
    own = {word: name for section in ("classes", "types") for name, word in _words(section, "lines")}
    return MappingProxyType({**_asked_for(), **own})


@cache
def rule_words() -> Mapping[str, str]:
    """Single words of rules about remembering → the word of a type's name that they stand for."""
    parts = {part for name in entries("types") for part in noun(name).lower().split()}
    found: dict[str, str] = {}
    for name, word in _words("types", "called"):
        if " " not in word and " " not in noun(name) and word not in parts:
            found[word] = noun(name).lower()
    for words in with_field("types", "rules").values():
        found |= words
    return MappingProxyType(found)


@cache
def often_confused() -> Mapping[str, tuple[str, ...]]:
    """Type or class → the others that people often mean when they name it in a request."""
    found = with_field("types", "may_be") | with_field("classes", "may_be")
    return MappingProxyType({name: tuple(others) for name, others in found.items()})


def _words(section: str, *fields: str) -> Iterator[tuple[str, str]]:
    """(entry, word) for the words in some fields of the entries of a section."""
    for name, entry in entries(section).items():
        for field in fields:
            for word in entry.get(field, ()):
                yield name, word
