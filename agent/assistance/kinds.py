"""What a thing is by the words for it, where those are others than its category's: a sculpture is a statue.

By the dictionary of homebody (``envs.vocabulary``), which knows what the things of a home are called.
"""

from __future__ import annotations

import re
from functools import cache

from agent.assistance.house_words import tokens
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_questions, in_requests

_BEHIND = re.compile(r"\b(?:with|from|of|that|which|who|for|in|on|by|to)\b|,")
"""What follows tells of a thing, and is not its name."""
_LONGEST = 3


def head(text: str) -> tuple[str, ...]:
    """The words of a phrase that may name what it is, in the singular: "the silver photo frames with …" → …, frame."""
    return tuple(singular(word) for word in tokens(_BEHIND.split(text.lower().replace("_", " "), maxsplit=1)[0]))


def named_kinds(text: str) -> frozenset[str]:
    """The types of things that a phrase may name, by its last words; none where the dictionary knows none of them."""
    return _kinds(head(text)[-_LONGEST:])


@cache
def _kinds(words: tuple[str, ...]) -> frozenset[str]:
    for start in range(len(words)):
        name = " ".join(words[start:])
        found = {*in_questions().get(name, ()), *([in_requests()[name]] if name in in_requests() else [])}
        if found:
            return frozenset(found)
    return frozenset()


def same_kind(text: str, category: str) -> bool:
    """Whether a phrase and a category are words for one kind of things."""
    return bool(named_kinds(text) & named_kinds(category))
