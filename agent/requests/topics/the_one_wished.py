"""Which one is meant of what is wished for: "I should like a boiled potato. Would you cook the one in the fridge?"."""

from __future__ import annotations

import re

from agent.requests.words.frames import deed_of

_WISH = (
    r"(?P<lead>^|[.!?;] )(?:i|we)(?:'d| would| should| could)?(?: (?:so|really|rather|just|quite|do|dearly))*"
    r" (?:like|love|fancy|want|enjoy)(?: to have| having)? (?:an?|some) (?P<made>boiled|fried|cooked|toasted|sliced)"
    r" (?P<np>(?!slices?\b|pieces?\b)[a-z]+)"
)
_DONE = (
    r"(?:[.!;,?]+ | - )(?:(?:so|and|please|now|just|maybe) )*(?:(?:can|could|would|will) you )?(?:please |just )?"
    r"(?:cook|boil|fry|toast|slice|cut|chop|do|make|use|take|prepare|heat)(?: up)? the one"
)
_AT = r"(?: (?:that is|that's|lying|which is))? (?P<at>in|on|from|inside) (?P<place>(?:the|my|our) [a-z]+)"
_THE_ONE = re.compile(rf"{_WISH}{_DONE}{_AT}(?=,| please|[.;!?]|$)")


def one_wished(text: str) -> str:
    """A tidied utterance in which what is wished for, and said to be made of a certain one, is made of that."""
    return _THE_ONE.sub(_made_of_it, text)


def _made_of_it(found: re.Match[str]) -> str:
    at = "from" if found["at"] == "from" else f"that is {found['at']}"
    return f"{found['lead']}{deed_of(found['made'])} the {found['np']} {at} {found['place']}"
