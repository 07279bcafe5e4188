"""Cases that exclude each other: "if it is clean, …. If it's dirty, …", "if there is one egg, …. If there are two"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import OnlyIf, Trait
from agent.requests.instructions import Begin
from agent.requests.request_state import RequestState
from agent.requests.terms.conditions import opposite
from agent.requests.terms.facts import read_condition

OF_THE_THING = re.compile(
    r"^(?:if|unless) (?:(?:the|my|our|your|that) .*\b(?:is|are|has|have|holds?|contains?)\b|there is water in the\b)"
)
"""A condition in words that is about a thing that is told apart by it."""
_THE_THING = re.compile(
    r"^(?:if|unless) (?P<np>(?:the|my|our|your|that) [^,.;]+?) (?P<be>is|are|has|have|holds?|contains?) "
)
_OF_IT = re.compile(
    r"^(?P<lead>(?:(?:and|but) )?(?:if|unless)) (?:it|they)(?:'s|'re| is| are)"
    r"(?P<how> (?:(?:all|both|already) )*[a-z]+)(?=,| then\b| already\b| anyway\b)"
)


def about_the_same(sentence: str, last: OnlyIf | None) -> str:
    """A sentence whose condition names what "it" is, where that says the opposite of the condition before it.

    Args:
        sentence: "if it's off already, switch on the lamp".
        last: The condition before it, such as of "if the television is on".
    """
    it, thing = _OF_IT.match(sentence), _THE_THING.match(last.words) if last else None
    if last is None or it is None or thing is None:
        return sentence
    be = thing["be"] if thing["be"] == "are" else "is"
    named = f"{thing['np']} {be}{re.sub(r' (?:all|both|already)(?= )', '', it['how'])}"
    only = read_condition(named, True)
    if only is None or not of_the_very_things(only, last) or only.what == last.what:
        return sentence
    return f"{it['lead']} {named}{sentence[it.end() :]}"


def one_or_the_other(only: OnlyIf, reading: RequestState) -> OnlyIf:
    """A condition by the one before it: cases of the same things exclude each other, "if there is one egg, … two, …".

    What is open in one case and closed in the other is looked at once, before anything is done with it.

    Args:
        only: The condition.
        reading: What was understood before it.
    """
    last = reading.only
    if last is not None and (_is_opposite(only, last) or _is_opposite(_at_its_place(only, last), last)):
        return opposite(last)
    if last is not None and _is_there_or_not(only, last):
        return opposite(last)
    if last is None or last.what != only.what or last.most or only.most or not (last.holds and only.holds):
        return only
    if last.least > only.least:
        return replace(only, most=last.least - 1)
    if last.least < only.least:
        fewer = replace(last, most=only.least - 1)
        reading.found[:] = [
            replace(one, errand=replace(one.errand, terms=tuple(fewer if t == last else t for t in one.errand.terms)))
            if isinstance(one, Begin)
            else one
            for one in reading.found
        ]
    return only


def of_the_very_things(only: OnlyIf, last: OnlyIf) -> bool:
    """Whether a condition is about the very things of the one before it.

    Args:
        only: The condition: the same again, or its opposite.
        last: The one before it.
    """
    placed = _at_its_place(only, last)
    return last.what in (only.what, placed.what) or _is_opposite(only, last) or _is_opposite(placed, last)


def _at_its_place(only: OnlyIf, last: OnlyIf) -> OnlyIf:
    """A condition that tells nothing but a state, of the thing that the one before it tells by its place."""
    what = only.what
    if what.kind != last.what.kind or replace(what, states=()) != Trait(what.kind):
        return only
    return replace(only, what=replace(last.what, states=what.states))


def _is_there_or_not(only: OnlyIf, last: OnlyIf) -> bool:
    """Whether it is said that none is there, where before it was looked whether one is: "if there is no apple, …"."""
    counted = only.least > 1 or last.least > 1 or only.most or last.most
    bare = only.what in (last.what, Trait(last.what.kind)) and not last.what.states
    return bare and not counted and only.holds != last.holds and only.words.startswith(("if there", "unless there"))


def _is_opposite(only: OnlyIf, last: OnlyIf) -> bool:
    """Whether the same things are either as one condition says or as another one does: open, or closed."""
    turned = tuple((word, not so) for word, so in _told_alike(only))
    known = all(OF_THE_THING.match(one.words) for one in (only, last))
    same = replace(only, what=last.what, words=last.words) == last
    return same and len(turned) == 1 and known and replace(only.what, states=turned) == _alike(last)


def _alike(only: OnlyIf) -> Trait:
    return replace(only.what, states=_told_alike(only))


def _told_alike(only: OnlyIf) -> tuple[tuple[str, bool], ...]:
    """The states of a condition; what is empty is not full."""
    return tuple(("filled", not so) if word == "empty" else (word, so) for word, so in only.what.states)
