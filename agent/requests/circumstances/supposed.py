"""Conditions that only refer to what they are about: "if it's dirty", "if there are none", "if any are clean"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from agent.requests.amending import counted_apart
from agent.requests.request_state import RequestState
from agent.requests.terms.conditions import ConditionalPart
from agent.requests.terms.facts import read_condition, read_conditions
from agent.requests.words.nouns import capable, mentioned
from envs.vocabulary.english import a, noun, plural

_WORD = r"^(?P<word>[a-z ]+?) "
_BE = r"(?:is|are|isn't|aren't|is not|are not)"
_MANY = frozenset({"they", "them", "those", "these"})


def _very_one(found: re.Match[str], kind: str) -> str:
    """As in "it's dirty", "one of them is clean"."""
    rest = re.sub(r"^'(?:s|re) ", " is ", found["rest"], count=1)
    if found["of"]:
        return f"{found['of']}the {plural(kind)}{rest}"
    if found["it"] in _MANY:
        return f"the {plural(kind)}{re.sub(r'^ is ', ' are ', rest)}"
    return f"the {noun(kind)}{rest}"


_PLAIN = re.compile(
    r"^(?:(?:but|and|so) )*(?P<word>only if|if|unless|in case|provided(?: that)?|as long as|assuming|supposing) "
    r"(?P<rest>.+)$"
)
"""A condition that stands alone, of what was asked for before."""
_SHAPES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], str]], ...] = (
    (
        re.compile(
            rf"{_WORD}(?P<of>(?:one|any|some|none|all|both|two|three|each) of )?(?P<it>it|they|them|those|these|that"
            r"|this|that one|one)(?P<rest>(?:'s|'re| ).+)$"
        ),
        _very_one,
    ),
    (
        re.compile(
            rf"{_WORD}(?:there(?:'s| is| are) (?:none|no such thing|no more|not any)"
            r"|there (?:isn't|aren't|is not|are not) (?:one|any)"
            r"|(?:you|we|i) (?:can't|cannot|can not|don't|do not|couldn't) (?:see|find|have|spot|get) "
            r"(?:one|any|it|them))(?: left| there| anywhere| at all| here)*$"
        ),
        lambda _, kind: f"there is no {noun(kind)}",
    ),
    (
        re.compile(rf"{_WORD}(?P<which>any|some|none|all|both|each)(?P<rest> {_BE} .+)$"),
        lambda found, kind: f"{found['which']} of the {plural(kind)}{found['rest']}",
    ),
    (
        re.compile(rf"{_WORD}(?P<before>(?:there|you|we) ?[a-z' ]*?[a-z]+) one(?P<s>s?)(?P<rest>(?: .+)?)$"),
        lambda found, kind: f"{found['before']} {plural(kind) if found['s'] else a(kind)}{found['rest']}",
    ),
)
"""How a condition refers to things, and what it is with the things named."""


def with_meant(part: ConditionalPart, reading: RequestState) -> ConditionalPart:
    """A part whose condition is about what was spoken of before: "check the fridge. if it's open, close it".

    Args:
        part: The part; its condition was not understood by itself.
        reading: What was understood before it.
    """
    plain = _PLAIN.match(part.unread)
    bare = plain is not None and not part.text
    conditions = read_conditions(plain["rest"], plain["word"] != "unless") if plain and bare else ()
    if conditions:
        return replace(part, only=conditions[0], unread="", also=conditions[1:])
    told = mentioned(part.text)
    carried = tuple(kind for kind in told if capable(kind, "pickupable"))  # "put the mug on the desk if it is clean"
    about = reading.recent or _at_hand(reading) or carried[:1] or told[:1]
    for shape, named in _SHAPES if about else ():
        found = shape.match(part.unread)
        said = named(found, about[0]) if found else ""
        only = read_condition(said, not part.unread.startswith("unless")) if said else None
        if only is not None:
            return replace(part, only=only, unread="")
    return part


def _at_hand(reading: RequestState) -> tuple[str, ...]:
    """What was spoken of before; of a dish that is being made nobody says "it" and means the plate."""
    tasks = reading.context.tasks
    dish = bool(tasks) and not reading.begun and counted_apart(tasks[0]) is None
    return () if dish else reading.spoken.things[:1]
