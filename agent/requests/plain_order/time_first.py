"""When something is to be done, told in a sentence of its own before it: "half six tonight. Light off."."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER

_DAY = (
    r"(?:today|tonight|tomorrow(?: morning| evening| night)?|this (?:evening|afternoon)"
    r"|every (?:day|morning|evening|night))"
)
_HOUR = (
    rf"(?:at )?(?:(?:half|quarter)(?: past| to)? (?:{NUMBER}|\d{{1,2}})|\d{{1,2}}:\d\d|(?:{NUMBER}|\d{{1,2}}) "
    rf"(?:o'clock|am|pm)"
    rf"|noon|midnight)"
)
_TIME = re.compile(
    rf"^(?P<when>(?:{_HOUR}(?:,? {_DAY})?|{_DAY}(?:,? (?:at )?(?:{_HOUR}|{NUMBER}))?"
    rf"|in (?:{NUMBER}|\d{{1,2}}|half an) (?:minutes?|hours?|hour)))[.!:] (?=[a-z])"
)
_MIND = re.compile(r"[.!,] ?(?:and )?(?:no forgetting|don't forget(?: it)?|mind you don't forget|remember)(?=[.!]*$)")


def time_first(text: str) -> str:
    """A tidied utterance in which what is to be done stands with its time.

    Args:
        text: An utterance, tidied.
    """
    found = _TIME.match(text)
    if found is None:
        return text
    when = re.sub(r"^(?=half|quarter|\d|noon|midnight)", "at ", found["when"])
    when = when if re.match(r"at |in |today|tonight|tomorrow|this|every", when) else f"at {when}"
    return f"{when}, {_MIND.sub('', text[found.end() :])}"
