"""What is to be looked at, and what is done if it is so, as one condition: "look in the pot. If it is empty, …"."""

from __future__ import annotations

import re

from agent.requests.words.nouns import STATES

_LOOK = (
    r"(?P<lead>^|[.!?;] )(?:(?:please|just|now|do|first|quickly|go and|can you|could you) )*"
    r"(?:(?:(?:have|take) (?:yourself )?an? (?:(?:quick|good|proper|close|little|short) )?(?:look|peek|peep|glance)"
    r"|look|peek) (?:{at}){check}) (?P<np>(?:the|my|our|that) [a-z]+"
    r"(?: (?!and\b|if\b|unless\b|then\b)[a-z]+)?)"
    r"(?:,? (?:dear|please|for me))?(?:,? (?:and|then)|[.,;]) (?:and )?(?P<if>if|unless) "
)
_THERE = re.compile(
    _LOOK.format(at="in|inside|into|on", check="|check(?: in| inside| on)?")
    + r"there(?P<be>'s| is| are) (?P<what>[^.,;]{1,60}?) (?:(?P<at>in|on) (?:it|there|them)|inside(?: it)?)"
    r"(?=[,;]| [a-z])"
)
_IT_IS = re.compile(_LOOK.format(at="at|in|inside|into", check="") + r"it(?:'s| is) ")

_NP = (
    r"(?:the|my|our|that|this) [a-z]+(?: (?!is\b|are\b|in\b|on\b)[a-z]+)?"
    r"(?: (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)?"
)
_HOW = rf"(?:(?:still|already|all) )?(?P<how>{'|'.join(STATES)}|on|off)(?: (?:already|now|yet|at all))?"
_THEN = (
    r"(?:and |well,? )?(?:then|in that case),? "
    r"(?=(?:it|they|that|this|put|place|wash|switch|turn|take|bring|move|leave)\b)"
)
_IF_SO = r"(?:(?:and )?(?:if so|if (?:it|they) (?:is|are)|if yes),? )"
_ASKED = (
    re.compile(rf"(?P<lead>^|[.!?;] )(?P<np>{_NP}),? (?:is|are) (?:it|they|that one) {_HOW}\? (?:{_THEN}|{_IF_SO})"),
    re.compile(rf"(?P<lead>^|[.!?;] )(?:is|are) (?P<np>{_NP}) {_HOW}\? {_THEN}"),
)
"""What is asked, and what is done where it is so: "the plate, is it clean? Then it goes in a cabinet"."""


def looked_at_first(text: str) -> str:
    """An utterance in which what is looked at, or asked about, stands in the condition that follows.

    Args:
        text: An utterance, tidied.
    """
    for asked in _ASKED:
        text = asked.sub(r"\g<lead>if \g<np> is \g<how>, ", text)
    text = _THERE.sub(_there, text)
    return _IT_IS.sub(r"\g<lead>\g<if> \g<np> is ", text)


def _there(found: re.Match[str]) -> str:
    be = "are" if found["be"] == " are" else "is"
    return f"{found['lead']}{found['if']} there {be} {found['what']} {found['at'] or 'in'} {found['np']}"
