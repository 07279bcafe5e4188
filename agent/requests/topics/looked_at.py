"""What is to be looked at, and what is done if it is so, as one condition: "look in the pot. If it is empty, …"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import STATES, read_named

_LOOK = (
    r"(?P<lead>^|[.!?;] )(?:(?:please|just|now|do|first|quickly|you|go|and|can you|could you|would you|will you)[, ]+)*"
    r"(?:(?:(?:have|take) (?:yourself )?an? (?:(?:quick|good|proper|close|little|short) )?(?:look|peek|peep|glance)"
    r"|look|peek),?(?: please,?)? (?:{at}){check}) (?P<np>(?:the|my|our|that) [a-z]+"
    r"(?: (?!(?:and|if|unless|then|please|in|on|for)\b)[a-z]+)?{where})"
    r"(?:,? (?:dear|please|for me|would you|will you|can you|could you))*"
    r"(?:,? (?:and|then)|[.,;?!]) (?:and |then )?(?P<if>if|unless) "
)
_WHERE = r"(?: (?:in|on) (?:the|my|our) [a-z]+(?: (?!(?:and|if|unless|then|please|for)\b)[a-z]+)?)?"
_THERE = re.compile(
    _LOOK.format(at="at|in|inside|into|on", check="|check(?: in| inside| on)?", where="")
    + r"there(?P<be>'s| is| are) (?P<what>[^.,;]{1,60}?) (?:(?P<at>in|on) (?:it|there|them)|inside(?: it)?)"
    r"(?=[,;]| [a-z])"
)
_IT_IS = re.compile(
    _LOOK.format(at="at|in|inside|into", check="|check|see", where=_WHERE)
    + rf"(?:it(?:'s| is) |(?=(?:not )?(?:{'|'.join(STATES)})\b))"
)
_WHOLE_CASE = re.compile(
    rf"(?P<lead>(?:^|[.;!?,] )(?:and |but )?(?:if|unless)) (?P<how>(?:not )?(?:{'|'.join(STATES)}|on|off))"
    r"(?=,| then\b| already,)"
)
"""A condition of a state alone: "if empty, fill it. If not empty, leave it"."""

_WILL_DO = re.compile(
    r"(?P<lead>(?:^|[.;!?,] )(?:and |but )?(?:if not|otherwise|or else|else|if (?:it|there|they) (?:isn't|aren't|is not"
    r"|are not|is none|are none|is no [a-z]+)(?: one| any)?),? )"
    r"(?P<np>(?:an?|the|any|some) [a-z]+(?: [a-z]+)?) (?:will|would|'ll) (?:also |just )?(?:do|be fine|be good enough)"
    r"(?: too| as well| just as well| instead| nicely)?(?=[.,;!?]|$)"
)
"""What is good enough where the first thing is not there: "if not, a tomato will do"."""

_NP = (
    r"(?:the|my|our|that|this) [a-z]+(?: (?!is\b|are\b|in\b|on\b)[a-z]+)?"
    r"(?: (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)?"
)
_HOW = rf"(?:(?:still|already|all) )?(?P<how>{'|'.join(STATES)}|on|off)(?: (?:already|now|yet|at all))?"
_THEN = (
    r"(?:and |well,? )?(?:then|in that case),? "
    r"(?=(?:it|they|that|this|put|place|wash|rinse|clean|switch|turn|take|get|bring|move|leave|fill|empty|tip|pour|close"
    r"|shut|open|slice|cut|off with)\b)"
)
_IF_SO = r"(?:(?:and )?(?:if so|if (?:it|they) (?:is|are)|if yes),? )"
_ASKED = (
    re.compile(
        rf"(?P<lead>^|[.!?;] )(?P<np>(?:(?:the|my|our) )?(?!(?:it|they|that|this|is|are|was|were)\b)[a-z]+(?: [a-z]+)?"
        rf"(?: (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)?) {_HOW}\? "
        rf"(?:{_THEN}|(?=(?!if\b|unless\b)[a-z]+ (?:it|them)\b))"
    ),
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
        text = asked.sub(_asked, text)
    text = _THERE.sub(_there, text)
    text = _IT_IS.sub(r"\g<lead>\g<if> \g<np> is ", text)
    text = _WILL_DO.sub(r"\g<lead>take \g<np>", text)
    return _WHOLE_CASE.sub(r"\g<lead> it is \g<how>", text)


def _asked(found: re.Match[str]) -> str:
    """What is asked as the condition of what follows: "mug dirty? wash it" is about the mug."""
    words = words_of(found["np"])
    named = read_named(words)
    if named is None or not named.word:
        return found[0]
    the = "" if words[0] in ("the", "my", "our", "that", "this") else "the "
    return f"{found['lead']}if {the}{found['np']} is {found['how']}, "


def _there(found: re.Match[str]) -> str:
    be = "are" if found["be"] == " are" else "is"
    return f"{found['lead']}{found['if']} there {be} {found['what']} {found['at'] or 'in'} {found['np']}"
