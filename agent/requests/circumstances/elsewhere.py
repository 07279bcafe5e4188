"""Where something goes in the other case: "put it in the sink if it is dirty, otherwise in the cabinet"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import OnlyIf, WhichThings
from agent.requests.amending import amended
from agent.requests.errands import PUT, Errand, is_placing
from agent.requests.instructions import Amend, Begin, Quantity
from agent.requests.request_state import RequestState
from agent.requests.terms.conditions import ConditionalPart, opposite
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named
from envs.vocabulary.uses import put_in

_GOAL = re.compile(r"^(?:then |just |rather )*(?:in|on|into|onto|to) (?P<np>(?:the|my|our|a) [a-z]+(?: [a-z]+){0,2})$")


def put_elsewhere(part: ConditionalPart, reading: RequestState) -> Begin | None:
    """What was asked for on a condition, brought to the place that is named for the other case; None where none is.

    Args:
        part: The part of the utterance that stands under the other condition.
        reading: What was understood before it.
    """
    found = _GOAL.match(part.text) if part.only is not None and reading.only is not None else None
    last = reading.begun[-1].errand if found and reading.begun else None
    on = next((one for one in last.terms if isinstance(one, OnlyIf)), None) if last is not None else None
    if found is None or last is None or on is None or not is_placing(last):
        return None
    words = words_of(found["np"])
    named = read_named(words)
    if named is None or not named.word or named.end < len(words):
        return None
    new = amended(_bare(last, on), Amend(Quantity(named.word), Quantity(last.params[-1])))
    if not isinstance(new, Errand):
        return None
    how = "in" if put_in(named.word) else "on"
    placed = replace(new, params=(*new.params[:-2], how, named.word)) if new.name == PUT else new
    return Begin(placed.on(opposite(on)), "next")


def _bare(errand: Errand, on: OnlyIf) -> Errand:
    """An errand without its condition, and without what holds of its things only where that is so."""
    terms = [_without(one, on) if isinstance(one, WhichThings) else one for one in errand.terms if one != on]
    return replace(errand, terms=tuple(one for one in terms if one != WhichThings(getattr(one, "word", ""))))


def _without(which: WhichThings, on: OnlyIf) -> WhichThings:
    states = {word for word, _ in on.what.states}
    kept = tuple(one for one in which.trait.states if one[0] not in states)
    place = "" if _THERE.match(on.words) and which.trait.place == on.what.place else which.trait.place
    return replace(which, trait=replace(which.trait, states=kept, place=place))


_THERE = re.compile(r"^(?:if|unless) (?:there|you|we|i)\b")
"""A condition that asks whether there are such things at all: where there are none, others are meant."""
