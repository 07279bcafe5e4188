"""Requests that are asked back for their verb alone: what is never done, and where to, or what, is not said."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.belief.common_sense import BASINS
from agent.requests.errands import STATE, Errand
from agent.requests.instructions import Begin, Clarification, UnclearRequest
from agent.requests.serving.laying import PARTY
from agent.requests.words.clauses import VERBS, leading_verb, words_of
from agent.requests.words.modifiers import terms_of
from agent.requests.words.nouns import capable, read_named
from envs.teach.tasks.classes import types_named

_LAID = re.compile(
    r"^(?:set|lay|dress) (?:up )?(?P<place>.+?)(?: up)?(?: for (?:dinner|lunch|breakfast|tea))?"
    rf"(?P<party> {PARTY})?(?: for (?:\w+))?$"
)
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
    found = _LAID.match(text)
    place = re.sub(r"^(?:the|a|my|our|your) ", "", found["place"]) if found else ""
    if found and place and _is_surface(place):
        raise UnclearRequest(
            Clarification(f"What shall I put on the {place}?", "put ", f" on the {place}{found['party'] or ''}")
        )


_POURED = re.compile(
    r"^(?:pour|tip|decant|transfer) (?P<what>.+?)(?P<source> (?:from|out of) .+?)? (?:into|to|onto|over) (?P<to>.+)$"
)


def ask_about_pouring(text: str) -> None:
    """Ask back where something is to be poured from one vessel into another: water comes from a tap.

    Args:
        text: A clause in lower case.

    Raises:
        UnclearRequest: It is asked back.
    """
    found = _POURED.match(text)
    words = words_of(found["to"]) if found else []
    named = read_named(words)
    if found is None or named is None or not named.word or named.end < len(words):
        return
    if not capable(named.word, "canFillWithLiquid") or set(types_named(named.word)) & set(BASINS):
        return
    into = re.sub(r"^(?:my|our) ", "the ", found["to"])
    water = re.search(r"\bwater\b", found["what"])
    if water and not found["source"]:
        return
    if "coffee" in found["what"]:
        made = Errand("Coffee", (str(named.count),) if (named.count or 1) > 1 else ())
        raise UnclearRequest(Clarification("I cannot pour coffee, but I can make some. Shall I?", then=(Begin(made),)))
    if not water:
        question = f"I cannot pour anything but water into {into}. What shall I do instead?"
        raise UnclearRequest(Clarification(question))
    fill = Errand(STATE, (named.counted, named.word, "filled")).on(*terms_of(named))
    question = f"I cannot pour from one thing into another, but I can {fill.words} at the tap. Shall I?"
    if not capable(named.word, "pickupable"):
        question = f"I pour water from whatever is handy, so I can {fill.words}. Shall I?"
    raise UnclearRequest(Clarification(question, then=(Begin(fill),)))


def _is_surface(text: str) -> bool:
    """Whether words name a table or the like, and nothing more."""
    words = words_of(text)
    named = read_named(words)
    if named is None or named.end < len(words):
        return False
    surfaces = {kind for word in _SURFACES for kind in types_named(word)}
    return any(surfaces & set(types_named(word)) for word in (named.word, *named.options) if word)


def with_behind(ask: Clarification, kept: str) -> Clarification:
    """A question after whose answer what was said behind still holds: "put the mug away without opening the fridge"."""
    answered = bool(ask.before or ask.after) and kept.strip() not in f"{ask.before}{ask.after}"
    return replace(ask, after=f"{ask.after.rstrip()} {kept.strip()}") if kept.strip() and answered else ask
