"""A thing that is named by what was done with it: "the mug you made the coffee with, where did you get it from?"."""

from __future__ import annotations

import re

from agent.recall.reading.parts.wordlists import verb
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import is_taken
from envs.vocabulary.verbs import of_past

_THING = r"(?P<thing>(?:the|that|my|our) \w+(?: (?!(?:that|which|you)\b)\w+)?)"
_RELATIVE = r"(?:(?:(?:in|on|with|from) )?which |that )?you (?:had |have )?"
_CLAUSE = rf"{_RELATIVE}(?P<did>\w+)(?P<what>(?: \w+)*?)(?: (?:with|in|on|from))?"
_WHEN = r"(?P<when> (?:today|yesterday|(?:this|last|yesterday) \w+|on \w+day))?"
_NO_DEED = ("be", "have", "get")
_SIGHTS = ("see", "look", "find", "notice")
"""What may be done to a thing that lies where it lies."""
_BY_DEED = re.compile(rf"^\W*(?:(?:and|but|so|or|now|then),? )*{_THING} {_CLAUSE}{_WHEN}$", re.IGNORECASE)
_WHENCE = re.compile(
    r"^(?:and |so )*(?:(?:from )?where (?:did you (?:get|take|fetch|find|have|pick) (?:it|that|this)(?: up)?(?: from)?"
    r"|(?:was|had) (?:it|that|this)(?: been)?(?: lying| standing| kept)?(?: before(?:hand)?)?"
    r"|did (?:it|that|this) come from))\W*$",
    re.IGNORECASE,
)
"""Asks where something came from."""
_WHERE_NOW = re.compile(
    r"^(?:and |so )*where (?:(?:is|are) (?:it|that|this)|(?:it|that|this) (?:is|stands|lies|sits))(?: standing| lying)?"
    r"(?: now| today| at the moment)?\W*$",
    re.IGNORECASE,
)
"""Asks where something is."""


_WHERE_BY_DEED = re.compile(
    rf"^(?:(?:and|but|so) )*where (?P<be>is|are) {_THING} (?:that |which )?you (?:had |have )?(?P<did>\w+)(?: up)?"
    rf"(?: \w+){{1,3}} (?:with|in|on|from){_WHEN}(?: now)?\W*$",
    re.IGNORECASE,
)


def where_by_deed(text: str) -> str:
    """Where the thing is that served for a deed: "where is the pot you boiled the potato in?"; others as they are."""
    found = _WHERE_BY_DEED.match(text)
    if found is None or (of_past(found["did"].lower()) or "be") in _NO_DEED:
        return text
    return f"where {found['be']} {found['thing']} now?"


_WHENCE_BY_DEED = re.compile(
    rf"^(?P<ahead>(?:(?:and|but|so) )*)(?:from )?where did you (?:get|take|fetch|find) {_THING} "
    rf"(?:that |which )?you (?:had |have )?(?P<did>\w+)(?P<away> away| up)?(?: from)?{_WHEN}(?: from)?\W*$",
    re.IGNORECASE,
)
"""Asks where a thing was taken from that is named by a deed without more: "where did you get the mug you washed"."""


def whence_by_deed(text: str) -> str:
    """Where the thing was before the deed that names it: "where did you get the bowl you washed?"; others as they are.

    Where it is now, after the deed, is no answer to that.
    """
    found = _WHENCE_BY_DEED.match(text)
    done = of_past(found["did"].lower()) if found is not None else None
    if found is None or done is None or verb(found["did"].lower()) is None or done in {*_NO_DEED, *_SIGHTS}:
        return text
    named = full_lexicon().find(found["thing"].lower().split())
    if named is None or not is_taken(named.types):
        return text
    done_with = f"you {found['did']} it{found['away'] or ''}{found['when'] or ''}"
    return f"{found['ahead']}where was {found['thing']} before {done_with}?"


def whence_for_deed(head: str, question: str) -> str:
    """The question where a thing was before the deed by which it is named, or is now; empty for any other question.

    Args:
        head: What is named ahead of the question: "and the mug you made the coffee with yesterday".
        question: What is asked of it: "where did you get it from".
    """
    now = _WHERE_NOW.match(question) is not None
    found = _BY_DEED.match(head) if now or _WHENCE.match(question) is not None else None
    done = of_past(found["did"].lower()) if found is not None else None
    if found is None or done is None or verb(found["did"].lower()) is None or done in _NO_DEED:
        return ""
    named = full_lexicon().find(found["thing"].lower().split())
    if named is None or not is_taken(named.types):
        return ""
    if now:
        return f"where is {found['thing']} now?"
    what = found["what"] or " it"
    return f"where was {found['thing']} before you {found['did']}{what}{found['when'] or ''}?"
