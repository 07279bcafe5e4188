"""What is asked for of some of several things that are named first: "of the two eggs, one goes in the fridge"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.nouns import STATES, capable, read_named
from envs.vocabulary.inflection import singular

_GOES = (
    r"(?:go|goes|belongs?|comes?|should|must|can|may|could|shall|has to|have to|needs? to|is to|are to|needs?|wants?)\b"
)
_OF = re.compile(
    r"(?P<lead>(?:^|(?<=[.!?;] ))(?:(?:please|so|and|now)[ ,]+)*)(?:from|of|out of|from among|among) "
    rf"(?P<the>the|my|our|those|these) (?:(?:{NUMBER}) )?(?P<np>[a-z]+(?: [a-z]+)?)"
    r"(?P<where> (?:that are |that lie |lying |standing )?(?:in|on|from) (?:the|my|our) [a-z]+(?: [a-z]+)?)?"
    rf"(?:,? (?P<some>{NUMBER})|, (?:only |just )?the (?P<how>[a-z]+) (?P<ones>ones?)) (?P<rest>{_GOES}.*)$"
)
_STAY = re.compile(
    rf",? (?:and|but|while|whereas)? ?(?:{NUMBER}|the (?:other|others|rest|remaining)(?: (?:{NUMBER}|ones?))?"
    r"|the last one) (?:(?:can|may|should|must|has to|have to|is to|are to) )?(?:just )?(?:stays?|remains?)"
    r"(?: there| put| here| behind| where (?:it|they)(?: is| are|'s|'re)(?: now)?| as (?:it|they)(?: is| are))?"
    r"(?=[.,;!?]|$)"
)


def some_of_several(text: str) -> str:
    """An utterance in which the things stand with how many, or which, of them are asked for.

    That as many as are left over stay where they are is no request by itself.

    Args:
        text: An utterance, tidied.
    """
    found = _OF.search(text)
    words = words_of(found["np"]) if found is not None else []
    named = read_named(words) if words else None
    if found is None or named is None or named.end != len(words) or not capable(named.word, "pickupable"):
        return text
    if singular(words[-1]) == words[-1] or (found["how"] and found["how"] not in STATES):
        return text
    which = found["some"] or f"the {found['how']} {found['ones']}"
    several = f"{found['the']} {found['np']}{found['where'] or ''}"
    return f"{text[: found.start()]}{found['lead']}{which} of {several} {_STAY.sub('', found['rest'])}"
