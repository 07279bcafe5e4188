"""A thing told by its place in one word, named first: "sink potato looks off, bin it", "the counter apple is off"."""

from __future__ import annotations

import re

from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.uses import put_in

_NAMED = re.compile(
    r"(?P<lead>^|[.!?;] )(?:(?:the|that|my|our) )?(?P<place>[a-z]+) (?P<thing>[a-z]+)"
    r"(?=(?:'s| is| are| looks?| smells?| seems?| stinks?| needs?) [a-z])"
)


def where_it_is_named(text: str) -> str:
    """A tidied utterance in which what is told of has its place behind it: "the potato in the sink looks off"."""
    return _NAMED.sub(_behind, text)


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
