"""A dish that has to be washed before it is used, told behind it: "on the plate, which has to be washed first"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named

_WHICH = re.compile(
    r"(?P<lead>^|[.;!?] )(?P<deed>[^.;!?]*?\b(?:in|on|into|onto) (?P<np>(?:the|my|our|an?|that) "
    r"(?:[a-z]+ )??[a-z]+)), "
    r"(?:which|that|but (?:it|that))(?: one)? (?:has to|must|needs to|should|will have to|you(?:'ll)? (?:have to"
    r"|must|should)) "
    r"(?:be )?(?P<how>washed|cleaned|rinsed|wash|clean|rinse)(?: (?:first|before(?:hand)?|before that|of course))*"
    r"(?=[.;!?]|$)"
)
_MADE_FROM = re.compile(
    r"\b(?P<dish>salad|sandwich) (?:made )?(?:from|of) (?P<np>(?:one|an?|the|some|two|\d) [a-z]+(?:,? and (?:one"
    r"|an?|the|some|two|\d) [a-z]+)*)"
)


def dish_washed_first(text: str) -> str:
    """A tidied utterance in which the dish is washed before anything is put in or on it.

    Args:
        text: An utterance, tidied.
    """
    text = _MADE_FROM.sub(r"\g<dish> with \g<np>", text)
    return _WHICH.sub(_washed, text)


def _washed(found: re.Match[str]) -> str:
    named = read_named(words_of(found["np"]))
    if named is None or not (capable(named.word, "dirtyable") and capable(named.word, "pickupable")):
        return found[0]
    return f"{found['lead']}wash {found['np']}, then {found['deed'].strip()}"
