"""What is asked for of another thing in the other case: "slice the tomato, and if there is none, take a potato"."""

from __future__ import annotations

import re

from agent.requests.errands import BRING, CUT, PUT, STATE, STATES, Errand, made_of
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.english import noun

_TAKES = re.compile(
    r"^(?:(?:please|kindly|just|then|simply)[ ,]+)*"
    r"(?:do|take|use|have|pick|choose|go for|(?:do )?the same (?:with|to|for)|do (?:that|it|so) (?:with|to|for)) "
    r"(?P<np>(?:the|an?|my|our|one of the|some) [a-z ]+?)"
    r"(?: instead| rather| then| for it| for that|,? please)*$"
)


def same_with(text: str, reading: RequestState) -> str:
    """What is asked for in the other case, in full: as in the first case, with the thing that is named instead.

    Args:
        text: What is asked for in the other case.
        reading: What was understood before it.
    """
    found, first = _TAKES.match(text), [one.errand for one in reading.begun if reading.only in one.errand.terms]
    words = words_of(found["np"]) if found else []
    named = read_named(words) if words else None
    if found is None or named is None or not named.word or with_place(named, words).end < len(words):
        return text
    if not first or len({kind.removesuffix("Sliced") for one in first for kind in made_of(one)[:1]}) > 1:
        return text
    if not all(capable(named.word, _capability(one)) for one in first):
        return text  # "otherwise use the knife"
    deeds = [_said_of(one, found["np"] if at == 0 else "it") for at, one in enumerate(first)]
    return " and ".join(deeds) if all(deeds) else text


def _capability(errand: Errand) -> str:
    """What a thing has to be capable of for such an errand."""
    if errand.name != STATE:
        return "pickupable"
    return "sliceable" if errand.params[2] == CUT else STATES[errand.params[2]][2]


def _said_of(errand: Errand, thing: str) -> str:
    """An errand in words, of another thing; "" where it is no deed on one thing."""
    if errand.name == PUT:
        return f"put {thing} {errand.params[2]} the {noun(errand.params[3])}"
    if errand.name == BRING:
        return f"bring me {thing}"
    if errand.name == STATE:
        state = errand.params[2]
        return f"slice {thing}" if state == CUT else STATES[state][3].format(thing)
    return ""
