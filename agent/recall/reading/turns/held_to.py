"""What was told of one of several, asked once more: "are you sure? one was really in the fridge?"."""

from __future__ import annotations

import re

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.nouns import Lexicon

_ONE = r"(?P<one>one|one of (?:them|those|these)|the other(?: one)?|another(?: one)?)"
_IT = r"(?P<it>it|they)"
_WAS = r"(?:was|were|came|had been)"
_REALLY = r"(?:(?:really|actually|truly|indeed) )"
_WHERE = r"(?:in|on|inside|from|under|at|out of) (?P<place>(?:the|a|an|my|our) \w+(?: \w+)?)"
_ONCE_MORE = re.compile(
    rf"^(?:(?:and|but|so|really|that) )*(?:{_ONE} {_WAS} {_REALLY}?|{_IT} {_WAS} {_REALLY}){_WHERE}$"
)
_MOVED = {"taken": "Pickup", "put": "Place"}
"""What was asked → the action that was told of."""
_NEAR = 2
"""So many exchanges back it may have been told: the last may be "are you sure?"."""


def told_there(sentence: str, before: EarlierExchange | None, lexicon: Lexicon) -> MemoryQuery | None:
    """Whether one of those of which it was told where they came from, or went, was at a place; None for other turns.

    Args:
        sentence: The sentence.
        before: What it leans on.
        lexicon: What things are called.
    """
    found = _ONCE_MORE.match(plain(sentence))
    place = lexicon.find(found["place"].split()) if found is not None else None
    if found is None or place is None:
        return None
    for one in [*exchanges(before)][:_NEAR]:
        of, action = one.query.of, _MOVED.get(one.query.ask)
        if action is None or not of.thing.types:
            continue
        items = one.findings.items if one.findings else ()
        if found["it"] and not any(item.place in place.types for item in items):
            return None
        deeds = Selection("deeds", (action,), thing=ThingFilter(of.thing.types), place=ThingFilter(place.types))
        return MemoryQuery("exists", deeds, text=plain(sentence))
    return None
