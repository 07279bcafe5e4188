"""The other case of a condition, told by what it comes to: "…, and if somebody's eaten it, the lettuce instead"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named

_GONE = (
    r"(?:(?:somebody|someone|anybody|anyone|the [a-z]+|my [a-z]+)(?:'s| has| have)? (?:eaten|taken|had|used"
    r"|finished|nicked) "
    r"(?:it|them|that)(?: all)?|(?:it|they|that)(?:'s|'re| is| are|'s been| has been| have been)(?: all)? "
    r"(?:gone|eaten|used up|finished|missing|not there(?: any ?more)?)|there(?:'s| is| are) none(?: left)?|not)"
)
_INSTEAD = re.compile(
    r"^(?P<case>if [^.;!?]+?)(?:,? (?:then |please |just )*)\b(?P<deed>get|put|bring|slice|take|move|wash|boil|cook) "
    rf"(?P<it>it|them)(?P<goal>[^,.;!?]*?)[,.;] (?:and |but |or )?(?:otherwise )?if {_GONE},? "
    r"(?:then )?(?P<np>(?:the|an?|my|some) [a-z]+(?: (?!instead\b)[a-z]+)?)(?: instead| then)?(?P<end>[.!]*$)"
)
_FULL = re.compile(
    r"(?P<case>\bif (?:it|that)(?:'s| is)(?: still| already)? empty\b[^.;!?]*?,? (?:and |but )?)if there(?:'s| is)"
    r"(?: already| still)? "
    r"(?:water|coffee|something|anything) in (?:it|there)(?: already| still)?"
)
_LEFT = re.compile(
    r"(?P<fill>\bif (?:it|that)(?:'s| is)(?: still| already)? empty,? (?:please )?fill (?:it|that)(?: up)?"
    r"(?: with [a-z]+)?)"
    r",? (?:and |but )?if it is full,? (?:(?:just|please) )*(?:leave (?:it|that)(?: (?:alone|be|there|as it is))?"
    r"|do nothing)"
)


def in_other_case(text: str) -> str:
    """A tidied utterance in which what is wanted in the other case is said in full.

    Args:
        text: An utterance, tidied.
    """
    text = _LEFT.sub(r"\g<fill>", _FULL.sub(r"\g<case>if it is full", text))
    found = _INSTEAD.match(text)
    named = read_named(words_of(found["np"])) if found is not None else None
    if found is None or named is None or not named.word:
        return text
    goal = re.sub(r"^ (?:back )?out (?=on|in|of)", " ", found["goal"])
    other = f"if not, {found['deed']} {found['np']}{goal}{found['end']}"
    return f"{found['case']}, {found['deed']} {found['it']}{goal}. {other}"
