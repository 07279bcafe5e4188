"""A thing that is named by what was done with it: "the mug you made the coffee with, where did you get it from?"."""

from __future__ import annotations

import re

from agent.recall.reading.parts.wordlists import verb
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import object_types
from envs.vocabulary.verbs import of_past

_THING = r"(?P<thing>(?:the|that|my|our) \w+(?: \w+)?)"
_CLAUSE = r"(?:that |which )?you (?:had |have )?(?P<did>\w+)(?P<what>(?: \w+)*?)(?: (?:with|in|on|from))?"
_WHEN = r"(?P<when> (?:today|yesterday|(?:this|last|yesterday) \w+|on \w+day))?"
_BY_DEED = re.compile(rf"^\W*(?:(?:and|but|so|or|now|then),? )*{_THING} {_CLAUSE}{_WHEN}$", re.IGNORECASE)
_WHENCE = re.compile(
    r"^(?:and |so )*(?:(?:from )?where (?:did you (?:get|take|fetch|find|have|pick) (?:it|that|this)(?: up)?(?: from)?"
    r"|(?:was|had) (?:it|that|this)(?: been)?(?: lying| standing| kept)?(?: before(?:hand)?)?"
    r"|did (?:it|that|this) come from))\W*$",
    re.IGNORECASE,
)
"""Asks where something came from."""


def whence_for_deed(head: str, question: str) -> str:
    """The question where a thing was before the deed by which it is named; empty for any other question.

    Args:
        head: What is named ahead of the question: "and the mug you made the coffee with yesterday".
        question: What is asked of it: "where did you get it from".
    """
    found = _BY_DEED.match(head) if _WHENCE.match(question) is not None else None
    done = of_past(found["did"].lower()) if found is not None else None
    if found is None or done is None or verb(found["did"].lower()) is None or done in ("be", "have", "get"):
        return ""
    named = full_lexicon().find(found["thing"].lower().split())
    if named is None or not any("pickupable" in object_types()[kind].can for kind in named.types):
        return ""
    what = found["what"] or " it"
    return f"where was {found['thing']} before you {found['did']}{what}{found['when'] or ''}?"
