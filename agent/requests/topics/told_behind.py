"""What is told of things behind the place where they shall go: "put the mugs on the counter that aren't dirty"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import STATES, NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.inflection import singular
from envs.vocabulary.object_types import object_types

_CLAUSE = re.compile(
    r"\b(?P<verb>put|place|move|set|lay|stack|store|stow|drop|stick|shift|toss|carry|take) (?P<first>[a-z0-9' ]+?) "
    r"(?P<where>(?:in|on|into|onto|to) (?:the|my|our|an?) (?:[a-z]+ ){0,2}?[a-z]+),? "
    r"(?P<clause>(?:that|which)(?:'s|'re| is| are| isn't| aren't| lie| lies| sit| sits| stand| stands| was| were)\b"
    r"(?:(?! and | then | please\b)[a-z' ])+)(?=[.,;!?]|$| and | then | please\b)"
)
_STATED = re.compile(r"^(?:that|which)\S*(?: (?:is|are|isn't|aren't|was|were|not|still|already))* (?P<state>[a-z]+)$")
_THERE = re.compile(r"^(?:that|which)\b.* (?:in|on|inside) (?P<there>(?:the|my|our|an?) [a-z ]+)$")
_MANY = re.compile(r"^(?:that|which)(?:'re| are| aren't| lie| sit| stand| were)\b")
_NEEDS = {"dirty": "dirtyable", "filled": "canFillWithLiquid", "cooked": "cookable", "sliced": "sliceable",
          "open": "openable", "on": "toggleable"}  # fmt: skip
"""State → what a thing must be capable of to be in it."""


def told_of_the_things(text: str) -> str:
    """Things and their place with what is told behind the place said of the things, where it can only be about those.

    It is where the verb is in the plural and only the things are several, where the place cannot be in such a state,
    and where it tells in or on what they are of furniture that nobody carries.

    Args:
        text: An utterance, tidied.
    """

    def turned(found: re.Match[str]) -> str:
        first, where = words_of(found["first"]), words_of(found["where"])[1:]
        things, place = read_named(first), read_named(where)
        if things is None or place is None or not (things.word and place.word):
            return found[0]
        whole = things.end == len(first) and place.end == len(where)
        if not whole or not _is_of_things(found["clause"].strip(), things, place):
            return found[0]
        return f"{found['verb']} {found['first']} {found['clause'].strip()} {found['where']}"

    return _CLAUSE.sub(turned, text)


def _is_of_things(clause: str, things: NamedThings, place: NamedThings) -> bool:
    noun = things.text.split(" ")[-1]
    several = things.every or (things.count or 1) > 1 or singular(noun) != noun
    one_place = not (place.every or (place.count or 1) > 1)
    if _MANY.match(clause) and several and one_place:
        return True
    stated = _STATED.match(clause)
    if stated:
        state = STATES.get(stated["state"], ("", True))[0]
        return state in _NEEDS and not capable(place.word, _NEEDS[state]) and capable(things.kind, _NEEDS[state])
    there = _THERE.match(clause)
    around = read_named(words_of(there["there"])) if there else None
    return around is not None and capable(around.word, "receptacle") and not _may_be_there(place.word, around.word)


def _may_be_there(word: str, around: str) -> bool:
    """Whether a place may itself be in or on another one: a box on the chair, the toaster on the counter."""
    if capable(word, "pickupable"):
        return True
    return any(kind in object_types()[one].parents for one in types_named(word) for kind in types_named(around))
