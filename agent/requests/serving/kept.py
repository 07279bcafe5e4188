"""Where a thing belongs: what is answered to "where should I put it?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import located, one, the
from envs.vocabulary.object_types import object_types

_ASKED = re.compile(
    r"^(?:and |so |but )?where (?:should|shall|do|can|must|ought|would you like me to|do you want me to)"
    r"(?: (?:i|we))?(?: to)? (?:put|place|leave|keep|store|set|lay) (?P<np>.+?)(?: down| away| then| now)?$"
    r"|^(?:and |so |but )?where (?:does|do) (?P<goes>.+?) (?:go|belong|live)(?: then| now)?$"
)
_SELDOM = 0.05
"""Share of a kind below which a place is not its usual one."""


def asked_where_it_belongs(question: str, things: Sequence[str]) -> str:
    """The type of which somebody asks where to put it; "" where something else is asked.

    Args:
        question: In lower case, without talk around it.
        things: Types lately spoken of, the last first: what "it" may be.
    """
    *before, last = re.split(r"[.!;] +", question.rstrip("?!. "))
    found = _ASKED.match(last)
    named = read_named(words_of(found["np"] or found["goes"])) if found else None
    if named is None:
        return ""
    if named.pronoun:
        told = [one.word for text in reversed(before) for one in _named(text)]
        return next((kind for kind in (*told, *things) if capable(kind, "pickupable")), "")
    return named.word if named.word and capable(named.word, "pickupable") else ""


def _named(text: str) -> list[NamedThings]:
    words = words_of(text)
    found = (read_named(words, at) for at in range(len(words)))
    return [one for one in found if one is not None and one.word]


def belongs(kind: str, lies_in: Iterable[str], present: frozenset[str]) -> str:
    """Where things of a kind belong, told with its reason: with others of them, else where they are kept in most homes.

    Args:
        kind: Type or class.
        lies_in: Types of what others of the kind in this home lie in or on.
        present: Types of things in this home.
    """
    thing = the(kind)
    there = [place for place in lies_in if place in present]
    if there:
        place = max(dict.fromkeys(there), key=there.count)
        return f"Put {thing} {located(place)}, please: that is where {_others(kind)} is."
    kept = _kept(kind)
    here = [place for place in kept if place in present]
    if here:
        return f"Put {thing} {located(here[0])}, please: that is where people mostly keep such things."
    if not kept:
        return f"I do not know where {thing} belongs. Put it wherever you like."
    return f"I do not know this home well yet; people mostly keep such things {located(kept[0])}."


def _kept(kind: str) -> list[str]:
    """Types of places in which things of a kind are kept in recorded homes, the most frequent first."""
    shares: dict[str, float] = {}
    for member in types_named(kind):
        for place, share in object_types()[member].parents.items():
            if place != "Floor" and float(share) >= _SELDOM:
                shares[place] = max(shares.get(place, 0.0), float(share))
    return sorted(shares, key=lambda place: -shares[place])


def _others(kind: str) -> str:
    return f"another {one(kind)}"
