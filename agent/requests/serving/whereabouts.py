"""Where whoever speaks is: "I'm on the sofa", "bring it to me at the table"."""

from __future__ import annotations

import re

from agent.requests.naming import placed
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named

_AT = r"(?:at|by|on|in|near|next to|beside|over at|over by|over on|over in|in front of)"
_HERE = re.compile(
    rf"^(?:i|we)(?:'m| am|'re| are|'ll be| will be| have sat down| sat down)"
    r"(?: (?:now|here|over|just|already|still|sitting|standing|waiting|lying|going to be|back|seated))*"
    rf" {_AT} (?P<np>.+)$"
)
_MOVED = re.compile(
    r"^(?:i|we)(?:'ve| have)?(?: (?:just|now))? (?:moved?|gone|went|walk(?:ed)?|come|came|wandered|settled|switched)"
    rf"(?: (?:over|down|across|now))* (?:to|{_AT}) (?P<np>.+)$"
)
_TO_ME = re.compile(rf"^(?P<what>.*\b(?:to|for) (?:me|us)),? (?:over )?{_AT} (?P<np>(?:the|my|our|a) .+)$")


def told_place(text: str) -> str:
    """The furniture at which the speaker says to be; "" where nothing of the kind is said.

    Args:
        text: A clause in lower case.
    """
    found = _HERE.match(text) or _MOVED.match(text)
    return furniture_named(found["np"]) if found else ""


def sent_to(text: str) -> tuple[str, str]:
    """A clause without where the speaker is, and that: "bring it to me at the table"; "" where it is not said."""
    found = _TO_ME.match(text)
    place = furniture_named(found["np"]) if found else ""
    return (found["what"], place) if found and place else (text, "")


_SOUGHT = re.compile(r"^(?:find|look for|locate|search for|go (?:and )?(?:find|look for))(?: me| us)? (?P<np>.+)$")


def sought(text: str) -> str:
    """What a clause only wants found, as a question: "find the remote" → "where is the remote?"; else ""."""
    found = _SOUGHT.match(text)
    named = placed(words_of(found["np"])) if found else None
    if found is None or named is None or not named.word or named.end < len(words_of(found["np"])):
        return ""
    return f"where {'are' if named.every else 'is'} {found['np']}?"


def furniture_named(text: str) -> str:
    """The furniture that words name, and nothing else; "" where they do not."""
    words = words_of(re.sub(r" (?:now|over there|right now|already)$", "", text))
    named = read_named(words)
    if named is None or named.end < len(words) or not named.word:
        return ""
    return named.word if capable(named.word, "receptacle") and not capable(named.word, "pickupable") else ""
