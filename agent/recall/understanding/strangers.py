"""Names of people in questions for what they said, whom the memory does not know: nobody of that name ever spoke."""

from __future__ import annotations

import re
from collections.abc import Collection

from agent.recall.understanding.dates import DAYS, MONTHS
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.verbs import base

_SPEAKS = re.compile(
    r"\b(?:what|when|why|how often|which|where|anything|whether)\b.*\b(?:did|does|has|had) (?:[Mm]y |our )?"
    r"(?P<name>[A-Z][a-zà-ÿ]+)\b (?:ever |just |last |also )?"
    r"(?:say|tell|ask|want|mention|wish|request|order|said|told|asked|mentioned|wanted)\b"
    r"|^(?:did|has|had) (?P<other>[A-Z][a-zà-ÿ]+)\b (?:ever |just |also )?"
    r"(?:say|tell|ask|want|mention|wish|request|order|said|told|asked|mentioned|wanted)\b"
)


def stranger(question: str, people: Collection[str], lexicon: Lexicon) -> str:
    """The name of somebody who never spoke and who is asked about as a speaker; empty where there is none.

    Args:
        question: As it was put, with its capitals.
        people: Names of those who ever spoke, in lower case.
        lexicon: What things are called.
    """
    text = question.strip()
    found = _SPEAKS.search(text[:1].lower() + text[1:])
    name = (found["name"] or found["other"]) if found else ""
    low = name.lower()
    known = low in {part for one in people for part in one.split()} or low in (*DAYS, *MONTHS)
    return "" if not name or known or lexicon.find([low]) is not None or base(low) is not None else name
