"""Things told by that they are in or on what was named just before: "the mug that is in it", "the pan lying there"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from agent.planning.terms import Foremost
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import Clause
from agent.requests.words.nouns import capable
from envs.vocabulary.english import noun

_LIES = (
    r"(?:(?:that|which)(?:'s| is| are| was| were)(?: (?:still|now|lying|standing|sitting|left))*"
    r"|lying|standing|sitting)"
)
_THERE = re.compile(
    rf"(?P<lead>\b{_LIES}) (?:(?P<at>in|inside|on) (?:it|there|that(?= (?:one|in|on|into|onto|to|out|away)\b|[,.]|$))"
    r"|(?P<top>on top of it))(?= (?:in|on|into|onto|to|out|off|away|up|for|and|please|too)\b|[,.]|$)"
)
_SHORTLY = re.compile(
    r"^(?P<lead>(?:please )?[a-z]+ (?:me )?(?:out )?(?:the|any|all the|all|every|everything|that|those)"
    r"(?: [a-z]+){0,2}) (?P<at>in|inside|on) it(?= (?:in|on|into|onto|to|out|away)\b)"
)
_HELD_BY: Mapping[str, str] = MappingProxyType({"StoveKnob": "StoveBurner", "Faucet": "Sink"})
"""What is switched → what things lie on or in that people mean by it."""


def with_the_place(clause: Clause, reading: RequestState) -> Clause:
    """A clause with the place named where things are said to lie by a pronoun only."""
    place, fixed = _named_last(reading)
    if not place:
        return clause
    return replace(clause, text=_named(clause.text, place, fixed), said=_named(clause.said, place, fixed))


def _named(text: str, place: str, fixed: bool) -> str:
    def there(found: re.Match[str]) -> str:
        at = "on" if found["top"] else found["at"]
        return f"{found['lead']} {at} the {place}"

    text = _THERE.sub(there, text)
    return _SHORTLY.sub(lambda found: f"{found['lead']} that is {found['at']} the {place}", text) if fixed else text


def _named_last(reading: RequestState) -> tuple[str, bool]:
    """The place that was named last, in words, and whether it is one that nobody carries; "" for none."""
    for kind in reading.things:
        place = _HELD_BY.get(kind, kind)
        if capable(place, "receptacle"):
            last = reading.begun[-1].errand.terms if reading.begun else ()
            number = next((one.number for one in last if isinstance(one, Foremost) and one.word == kind), 0)
            return f"{noun(place)} {number}" if number else noun(place), not capable(place, "pickupable")
    return "", False
