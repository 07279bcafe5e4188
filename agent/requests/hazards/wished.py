"""What somebody wishes to have done, said as a deed: "I want the can emptied over it" is "empty the can over it"."""

from __future__ import annotations

import re

from agent.belief.hazard_kinds import participles

_WISH = re.compile(
    r"^(?:.*?\b(?:i|we)(?:'d| would| should| do|'ll| will)? )?"
    r"(?:(?:like|want|love|need|prefer|have|get|see)\b(?: to)? ?)+"
    r"(?P<done>(?:the|an?|my|our|your|that|this|some|all|both|it|them|water|coffee|tea|juice|milk)\b.*)$"
)
_AND = re.compile(r",? (?:and(?: then)?|then) |, ")


def wished_deeds(text: str) -> list[str]:
    """The deeds that a wish asks for, in order; none where nothing is wished to be done by somebody.

    Args:
        text: A clause in lower case.
    """
    wish = _WISH.match(text)
    return [deed for part in _AND.split(wish["done"]) if (deed := _active(part))] if wish else []


def _active(part: str) -> str:
    """A part with its verb at the head: "the can emptied over it" → "empty the can over it"."""
    words = part.split()
    for at, word in enumerate(words):
        if at and word in participles():
            return " ".join((participles()[word], *words[:at], *words[at + 1 :]))
    return part
