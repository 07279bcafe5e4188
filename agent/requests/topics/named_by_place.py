"""Things told by their place in one word, and places by what is there.

"Sink potato looks off, bin it" names a potato in the sink, "the counter where the statue is" the one that has it on it.
"""

from __future__ import annotations

import re

from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.uses import put_in

_NAMED = re.compile(
    r"(?P<lead>^|[.!?;] )(?:(?:the|that|my|our) )?(?P<place>[a-z]+) (?P<thing>[a-z]+)"
    r"(?=(?:'s| is| are| looks?| smells?| seems?| stinks?| needs?) [a-z])"
)


_PLACE = r"(?P<goes>(?:in|on|into|onto|to|inside)) (?P<place>(?:the|that|our|my) [a-z]+(?: [a-z]+)??)"
_HERE = r"(?P<held>(?:the|my|our|all the) (?!other\b)[a-z]+(?: (?!is\b|are\b|on\b|in\b)[a-z]+)?)"
_STANDS = (
    r"(?: is|'s| are| stands?| sits?| lives?| lies?| rests?)(?: (?:standing|sitting|lying|kept|now|already|always|at))*"
)
_ENDS = r"(?= *[.,;!?]| (?:and|but|please|except)\b|$)"
_GOES = re.compile(
    r"\b(?:put|place|set|lay|leave|stick|pop|drop|stow|goes?|belongs?|should|must|shall|over|want|like|need|have)\b"
)
_TO = frozenset({"to", "into", "onto"})
_IS_THERE = re.compile(r"(?:\b(?:is|are|ones?|lying|standing|sitting|except|not|but)|'s)$")
"""Behind these a place is where something is now, and no goal."""
_HOLDS_IT = (
    re.compile(rf"\b{_PLACE},? where {_HERE}{_STANDS}{_ENDS}"),
    re.compile(rf"\b{_PLACE}(?: that| which)? {_HERE}{_STANDS} (?:on|in){_ENDS}"),
    re.compile(rf"\b{_PLACE} (?:that|which)(?:'s| has| is)(?: got)? {_HERE} (?:on|in|inside) it\b"),
    re.compile(rf"\b{_PLACE} (?:that|which) (?:has|holds) {_HERE}{_ENDS}"),
)


def where_it_is_named(text: str) -> str:
    """A tidied utterance in which what is told of has its place behind it: "the potato in the sink looks off".

    A place that is told by what is there has that behind it: "the counter with the statue on it".
    """
    for pattern in _HOLDS_IT:
        text = pattern.sub(_with_it, text)
    return _NAMED.sub(_behind, text)


def _with_it(found: re.Match[str]) -> str:
    before = re.split(r"[.;!?]", found.string[: found.start()])[-1].rstrip()
    if _IS_THERE.search(before) or not (found["goes"] in _TO or _GOES.search(before)):
        return found[0]
    place, held = (read_named(found[word].split()) for word in ("place", "held"))
    if place is None or held is None or not place.word or not held.word:
        return found[0]
    whole = place.end == len(found["place"].split()) and held.end == len(found["held"].split())
    furniture = capable(place.word, "receptacle") and not capable(place.word, "pickupable")
    if not whole or not furniture or place.word == held.word:
        return found[0]
    return f"{found['goes']} {found['place']} with {found['held']} {'in' if put_in(place.kind) else 'on'} it"


def _behind(found: re.Match[str]) -> str:
    place, thing = (read_named(["the", found[word]]) for word in ("place", "thing"))
    both = read_named(["the", found["place"], found["thing"]])
    if place is None or thing is None or not (place.word and thing.word) or place.states or thing.states:
        return found[0]
    if both is not None and both.word and both.end == 3:  # "the table lamp", "the desk lamp"
        return found[0]
    furniture = capable(place.word, "receptacle") and not capable(place.word, "pickupable")
    if not furniture or not capable(thing.word, "pickupable"):
        return found[0]
    return f"{found['lead']}the {found['thing']} {'in' if put_in(place.kind) else 'on'} the {found['place']}"
