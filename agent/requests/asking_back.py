"""Requests that are asked back for their verb alone: what is never done, and where to, or what, is not said."""

from __future__ import annotations

import re

from agent.requests.dishes import UnclearRequest
from agent.requests.instructions import Clarification
from agent.requests.words.clauses import VERBS, leading_verb, words_of
from agent.requests.words.nouns import read_named
from envs.teach.tasks.classes import types_named

_LAID = re.compile(r"^(?:set|lay|dress) (?:up )?(?P<place>.+?)(?: up| for (?:\w+(?: people| of us)?))?$")
_PLACES = ((_LAID, "What shall I put on the {}?", "put ", " on the {}"),)
"""What is done with a place: the question, and the words before and behind what is answered."""
_SURFACES = frozenset({"Tables", "Desk", "CounterTop"})
_TEA = re.compile(r"\b(?:cuppas?|brews?|teas?)\b(?! (?:cup|mug|spoon|towel|kettle|light|table|pot)s?\b)")


def ask_about(text: str) -> None:
    """Ask back where a verb alone does not say enough, or says what is never done.

    Args:
        text: A clause in lower case.

    Raises:
        UnclearRequest: It is asked back.
    """
    verb = leading_verb(text)
    if VERBS.get(verb) == "never":
        raise UnclearRequest(Clarification(f"I cannot {verb} anything. What shall I do instead?"))
    if VERBS.get(verb) in ("make", "fetch") and _TEA.search(text.partition(" ")[2]) and "coffee" not in text:
        raise UnclearRequest(
            Clarification("I can make coffee, but no tea. Shall I make coffee?", "make ", "", ("coffee",))
        )
    for shape, question, before, after in _PLACES:
        found = shape.match(text)
        place = re.sub(r"^(?:the|a|my|our|your) ", "", found["place"]) if found else ""
        if place and _is_surface(place):
            raise UnclearRequest(Clarification(question.format(place), before.format(place), after.format(place)))


def _is_surface(text: str) -> bool:
    """Whether words name a table or the like, and nothing more."""
    words = words_of(text)
    named = read_named(words)
    if named is None or named.end < len(words):
        return False
    surfaces = {kind for word in _SURFACES for kind in types_named(word)}
    return any(surfaces & set(types_named(word)) for word in (named.word, *named.options) if word)
