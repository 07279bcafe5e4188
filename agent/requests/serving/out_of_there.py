"""Out of what a thing is taken of which that is not said: "stop the microwave, then take out the tomato"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.belief.common_sense import takes
from agent.planning.terms import ANYTHING, Trait, WhichThings
from agent.requests.errands import PUT, STATE, Errand, is_placing, made_of
from agent.requests.words.nouns import capable
from envs.teach.tasks.classes import types_named

_OUT = re.compile(
    r"\b(?:take|get|fish|pull|fetch|lift|grab|bring|rescue|dig|pick|have)\b[^.;]*?\bout\b"
    r"(?! (?:of|to|into|onto|on|in)\b)|\b(?:remove|out with)\b"
)
_FROM = re.compile(r"\b(?:out of|from|off)\b")
_SWITCHED = ("on", "off", "open", "closed")
_BIN = "GarbageCan"
_BASIN = "SinkBasin"


def taken_out_of_there(errands: Sequence[Errand], said: str, begun: Sequence[Errand]) -> tuple[Errand, ...]:
    """Errands with things that are taken "out" as those in what was just opened or switched.

    What is to be washed that was thrown away is out of the bin in any case, clean or not.

    Args:
        errands: What a clause asks for.
        said: The clause.
        begun: What was asked for before it, in order.
    """
    out = begun and _OUT.search(said) and not _FROM.search(said)
    holder = _opened(begun[-1]) if out else ""
    first, *rest = [_from(one, holder) if holder else one for one in errands]
    return (*_out_of_the_bin(first), *rest)


def _opened(errand: Errand) -> str:
    """What an errand opens, closes or switches, if things can be in it."""
    switched = errand.name == STATE and errand.params[2] in _SWITCHED and errand.params[0] == "1"
    kind = errand.params[1] if switched else ""
    return kind if kind and capable(kind, "receptacle") and not errand.terms else ""


def _from(errand: Errand, holder: str) -> Errand:
    kinds = made_of(errand)
    told = any(isinstance(one, WhichThings) and one.trait.place for one in errand.terms)
    there = is_placing(errand) and errand.params[-1] in types_named(holder)
    fits = (
        len(kinds) == 1
        and kinds[0] not in (ANYTHING, holder)
        and capable(kinds[0].removesuffix("Sliced"), "pickupable")
    )
    if told or there or not fits or not any(takes(one, kinds[0]) for one in types_named(holder)):
        return errand
    which = next((one for one in errand.terms if isinstance(one, WhichThings) and one.word == kinds[0]), None)
    if which is None:
        return errand.on(WhichThings(kinds[0], Trait(place=holder)))
    new = replace(which, trait=replace(which.trait, place=holder))
    return replace(errand, terms=tuple(new if one == which else one for one in errand.terms))


def _out_of_the_bin(errand: Errand) -> tuple[Errand, ...]:
    washed = errand.name == STATE and errand.params[2] == "clean"
    binned = [one for one in errand.terms if isinstance(one, WhichThings) and one.trait.place == _BIN]
    if not washed or not binned:
        return (errand,)
    bare = tuple(one for one in errand.terms if one not in binned)
    return (Errand(PUT, (*errand.params[:2], "in", _BASIN), errand.terms), replace(errand, terms=bare))
