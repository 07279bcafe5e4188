"""Words for every one of some things: "on every plate", "all the mugs", "each of the spoons", "both cups"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.recall.algebra.selection import Selection, ThingFilter
from envs.vocabulary.nouns import full_lexicon

_EVERY = frozenset({"every", "each", "all", "both"})
_BETWEEN = frozenset({"of", "the", "my", "your", "our", "these", "those", "them", "single", "last", "one"})
_WIDE = 3
"""Words that may stand between "all" and what it is said of: "all of the dirty plates"."""
_EXCEPT = re.compile(r"\b(?:except|but|apart from|besides|other than)\b")


def says_every(text: str) -> bool:
    """Whether a text speaks of every one of some things."""
    return bool(_named_after(text))


def of_each(selection: Selection, text: str) -> Selection:
    """A selection with which of its things are meant one and all, as a text says."""
    kinds = _named_after(text)
    if not kinds or _EXCEPT.search(text):
        return selection
    thing, place = (_marked(one, kinds) for one in (selection.thing, selection.place))
    return replace(selection, thing=thing, place=place)


def _marked(one: ThingFilter, kinds: frozenset[str]) -> ThingFilter:
    return replace(one, every=True) if kinds & set(one.types) and one.amount is None else one


def _named_after(text: str) -> frozenset[str]:
    """The classes of all things of which a text says that every one is meant."""
    words = re.findall(r"[a-z]+", text.lower())
    lexicon = full_lexicon()
    found: set[str] = set()
    for at, word in enumerate(words):
        if word not in _EVERY or (at and words[at - 1] == "at"):
            continue
        begin = at + 1
        while begin < len(words) and words[begin] in _BETWEEN:
            begin += 1
        named = lexicon.find(words[begin : begin + _WIDE])
        if named is not None and named.first <= 1:
            found |= {*named.types}
        elif word == "each" and begin == len(words):  # "one on each"
            found |= _before(words[:at])
    return frozenset(found)


def _before(words: list[str]) -> frozenset[str]:
    """The classes of the last thing that is named in some words."""
    lexicon, types = full_lexicon(), frozenset[str]()
    named = lexicon.find(words)
    while named is not None:
        types = frozenset(named.types)
        named = lexicon.find(words, named.last)
    return types
