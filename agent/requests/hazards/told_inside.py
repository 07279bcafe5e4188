"""What somebody says to disregard in what shall be switched on: "start the microwave, never mind the fork in it"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, mentioned, read_named

_DISREGARDS = re.compile(
    r"\b(?:never ?mind|ignore|disregard|forget(?: about)?|don't (?:mind|worry about|bother about)|no matter|regardless"
    r" of|despite|leave|with|even with|although there is|even if there is) (?P<np>(?:the|my|our|that|those|a|an|some)"
    r" [a-z]+(?: [a-z]+)?) (?:that is |that's |which is )?(?:still )?(?:in (?:it|there)|inside(?: it)?)\b"
)
_STAYS = re.compile(
    r"(?:^|[.,;!?] |\b(?:and|but|while|with|so) )"
    r"(?P<np>(?:(?:the|my|our|that|those|a|an|some) )?[a-z]+(?: (?!can\b|may\b|should\b|must\b|shall\b|just\b)[a-z]+)?)"
    r" (?:(?:can|may|should|must|shall|has to) )?(?:just )?(?:stays?|remains?|staying)"
    r" (?:in (?:it|there)|inside(?: it)?)\b"
)
_ALTHOUGH = re.compile(
    r"\b(?:even )?if there(?:'s| is| are) (?P<np>(?:the|my|our|a|an|some|any) [a-z]+(?: [a-z]+)?) in the [a-z]+,? "
    r"(?:then |please )*(?:switch|turn) (?:on (?:it|the)\b|(?:it|the [a-z]+) on\b)"
)
"""What must be in it for it to be switched on: "if there is a fork in the microwave, switch it on"."""

_LIES_IN = re.compile(
    r"(?:^|[.,;!?] |\b(?:and|but|so|because|there(?:'s| is| are|'re)(?: still| already)?) )"
    r"(?P<np>(?:the|my|our|a|an|some|that|one) [a-z]+(?: (?!in\b|is\b|are\b)[a-z]+)?)"
    r"(?:(?:'s| is| are)(?: (?:already|still|now|lying|left|sitting|right))*)? (?:in|inside) "
    r"(?P<place>(?:the|my|our) [a-z]+)(?=[.,;!?]| so\b| and\b| already\b)"
)
"""What lies in it as it is told: "the spoon is already in the microwave, so switch it on"."""
_TAKEN_OUT = re.compile(
    r"\b(?:take|get|remove|fish|pull|lift|bring|put|empty|move|out|wash|leave|without|off|not)\b|n't\b"
)
"""What of it is taken out first, or is not to be switched on."""


def told_inside(text: str) -> frozenset[tuple[str, str]]:
    """What is said to be in something that was named before it, and is not to matter: (type, type of that).

    Args:
        text: An utterance in lower case.
    """
    found: set[tuple[str, str]] = set()
    for told in (one for pattern in (_DISREGARDS, _STAYS, _ALTHOUGH) for one in pattern.finditer(text)):
        named = read_named(words_of(told["np"]))
        before = told.end() if told.re is _ALTHOUGH else told.start()
        places = [one for one in mentioned(text[:before]) if _is_furniture(one)]
        if named is not None and named.word and places:
            found.add((named.word, places[0]))  # the last that was named
    for told in _LIES_IN.finditer(text):
        named, place = read_named(words_of(told["np"])), read_named(words_of(told["place"]))
        if named is None or place is None or not (named.word and place.word) or _TAKEN_OUT.search(text[told.end() :]):
            continue
        if capable(place.word, "toggleable") and capable(named.word, "pickupable"):
            found.add((named.word, place.word))
    return frozenset(found)


def _is_furniture(kind: str) -> bool:
    return capable(kind, "receptacle") and not capable(kind, "pickupable")
