"""A drink that is made in a vessel which is to be emptied before: "coffee, but empty the mug in the machine first"."""

from __future__ import annotations

import re

_ASKED = (
    r"(?P<lead>^|[.!?;] )(?:please )?(?:(?:can|could|would|will) you )?(?:please |just )?"
    r"(?:(?:i|we)(?:'d| would)? (?:like|want|need|love|fancy)|make|do|fix|get|brew|prepare)?(?: me| us)?"
    r" ?(?:an?|some|one)? ?(?:cup of )?(?P<drink>coffee)(?: please)?"
)
_JOINT = r"(?:[.,;!?]| -)* (?:(?:and|but|only|just|though|however) )?"
_VESSEL = (
    r"(?:there(?:'s| is) (?:[a-z]+ ){1,4}in )?the (?P<cup>mug|cup)(?: that is| that's| which is| standing| sitting)? "
    r"(?P<at>in|under|on) the (?:coffee )?(?:machine|maker)"
)
_FIRST = r"(?: first| before(?: that| you start| you do)?| beforehand)"
_OUT = (
    r"(?:empty|tip|pour|drain|dump|throw|chuck)(?: out| away)? (?:it|that|the water|this|the mug|the cup)"
    r"(?: out| away)?"
)
_EMPTIED = (
    rf"(?:(?: [a-z']+){{0,8}}?(?:,? (?:so|and|so please)|[.,;!?]) (?:please |you(?:'ll)? have to )?"
    rf"(?:{_OUT}{_FIRST}|first {_OUT})| (?:needs|has|wants) (?:to be emptied|emptying)(?: out)?{_FIRST})"
)
_DRINK_IN_IT = re.compile(rf"{_ASKED}{_JOINT}{_VESSEL}{_EMPTIED}(?=,? please\b|[.,;!?]|$)")


def vessel_first(text: str) -> str:
    """A tidied utterance in which a vessel is emptied first, and the drink made in that very one."""
    return _DRINK_IN_IT.sub(
        r"\g<lead>first empty the \g<cup> that is in the coffee machine, then make \g<drink> in it", text
    )
