"""What is to be looked at, and what is done if it is so, as one condition: "look in the pot. If it is empty, …"."""

from __future__ import annotations

import re

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


def looked_at_first(text: str) -> str:
    """An utterance in which what is looked at stands in the condition that follows.

    Args:
        text: An utterance, tidied.
    """
    text = _THERE.sub(_there, text)
    return _IT_IS.sub(r"\g<lead>\g<if> \g<np> is ", text)


def _there(found: re.Match[str]) -> str:
    be = "are" if found["be"] == " are" else "is"
    return f"{found['lead']}{found['if']} there {be} {found['what']} {found['at'] or 'in'} {found['np']}"
