"""Settles what was understood of an utterance: its order, and whether it can all be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import OnlyIf, WhichThings, Without
from agent.requests.errands import STATE, Errand, made_of
from agent.requests.instructions import (
    Begin,
    Clarification,
    Instruction,
    Suspend,
)
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import (
    words_of,
)
from agent.requests.words.nouns import NamedThings, read_named
from envs.teach.tasks.classes import types_named


def emptied_last(found: Sequence[Instruction]) -> list[Instruction]:
    """Washing fills a vessel: what is to be emptied and washed is emptied after it."""
    done = list(found)
    for at, one in enumerate(done[:-1]):
        then = done[at + 1]
        if not (isinstance(one, Begin) and isinstance(then, Begin)) or one.errand.params[-1:] != ("empty",):
            continue
        washed = then.errand.name == "Clean All X" or then.errand.params[-1:] == ("clean",)
        if washed and set(made_of(one.errand)) & set(made_of(then.errand)):
            terms = one.errand.terms if then.same else then.errand.terms
            clean = replace(then, errand=then.errand.on(*terms), same=one.same)
            done[at : at + 2] = [clean, replace(one, errand=replace(one.errand, terms=()), same=True)]
    return done


def left_over(reading: RequestState) -> list[str]:
    """Fragments beside requests that name what those are not about: "spatula out of the pan. pan on the stove"."""
    about = {kind for one in reading.begun for kind in _about(one.errand)}
    return [text for text in reading.fragments if any(not _kinds(one) & about for one in _named_in(text))]


def _about(errand: Errand) -> set[str]:
    terms = [one for one in errand.terms if isinstance(one, WhichThings)]
    kept = [word for one in errand.terms if isinstance(one, Without) for word in one.words]
    words = (*errand.params, *made_of(errand), *kept)
    words = (*words, *(one.trait.place for one in terms), *(one.trait.near for one in terms))
    return {kind for word in words if word for kind in (*types_named(word), word, word.removesuffix("Sliced"))}


def _kinds(named: NamedThings) -> set[str]:
    return {kind for word in (named.word, *named.options) if word for kind in (*types_named(word), word)}


def _named_in(text: str) -> list[NamedThings]:
    words = words_of(text)
    found = [read_named(words, at) for at in range(len(words))]
    return [one for one in found if one is not None and (one.word or one.options)]


def settled_order(found: Sequence[Instruction]) -> list[Instruction]:
    """What is begun behind something else in the same utterance comes next after it."""
    settled: list[Instruction] = []
    begun = after = False
    if any(not isinstance(one, Suspend) for one in found):  # "hold on, a drawer, not the bin"
        found = [one for one in found if not (isinstance(one, Suspend) and one.wait and not one.about)]
    for one in found:
        if isinstance(one, Begin) and (begun or after) and one.when == "now":
            one = replace(one, when="next" if begun else "after")
        after = after or (isinstance(one, Begin) and one.when == "after")
        begun = begun or (isinstance(one, Begin) and one.when == "now")
        settled.append(one)
    return settled


def contradiction(text: str, begun: Sequence[Begin]) -> Clarification | None:
    """Opposite states of the same things, wanted at once."""
    if re.search(r"\b(?:then|after|before|first)\b", text):
        return None
    wanted: dict[tuple[object, ...], str] = {}
    facts = [term.fact for one in begun for term in one.errand.terms if isinstance(term, OnlyIf)]
    for one in begun:
        if any(facts.count(term.fact) > 1 for term in one.errand.terms if isinstance(term, OnlyIf)):
            continue  # in the one case or in the other
        if one.errand.name != STATE:  # something is done in between: "open the fridge, take the egg out, close it"
            wanted.clear()
        if one.errand.name == STATE:
            _, thing, state = one.errand.params
            told = tuple(term for term in one.errand.terms if isinstance(term, WhichThings))
            for a, b in (("on", "off"), ("open", "closed"), ("filled", "empty")):
                if state in (a, b):
                    before = wanted.setdefault((thing, a, told), state)
                    if before != state:
                        return Clarification(
                            f"{before.capitalize()} and {state} at once cannot be. Which is it: {before} or {state}?"
                        )
    return None
