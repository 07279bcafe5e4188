"""Answers questions about the home as it is, from what is believed of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from agent.belief.state import Belief, Thing
from agent.planning.term_words import state_words
from agent.planning.terms import Trait
from agent.planning.wants import ANYTHING
from agent.requests.home_questions.reading import HomeQuestion
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import a, be, joined, located, noun, one, the
from envs.vocabulary.english import plural as several
from memory.experience import type_of


def told(question: HomeQuestion, belief: Belief) -> str:
    """The answer to a question, as far as is known; a search for it should have come before.

    Args:
        question: What is asked.
        belief: What is known of the home.
    """
    return _ANSWERS[question.ask](question, belief)


def _alike(question: HomeQuestion, belief: Belief) -> list[Thing]:
    """Things of the kind that is asked about."""
    if question.kind == ANYTHING:
        return [thing for thing in belief.things.values() if thing.can("pickupable")]
    return belief.known(*types_named(question.kind))


def _fit(question: HomeQuestion, belief: Belief) -> list[Thing]:
    return [thing for thing in _alike(question, belief) if question.trait.fits(thing, belief)]


def _named(trait: Trait, kind: str, count: int) -> str:
    """So many of a kind: "2 dirty cups", "one mug", "no fork"."""
    states = state_words(trait)
    word = several(kind) if count > 1 else one(kind)
    number = str(count) if count > 1 else "one" if count else "no"
    return " ".join(part for part in (number, states, word) if part)


def _place(trait: Trait) -> str:
    near = f" next to {the(trait.near)}" if trait.near else ""
    return (f" {located(trait.place)}" if trait.place else "") + near


def _count(question: HomeQuestion, belief: Belief) -> str:
    found = _fit(question, belief)
    if not found:
        return f"I found {_named(question.trait, question.kind, 0)}{_place(question.trait)}."
    there = "There is" if len(found) == 1 else "There are"
    where = "" if question.trait.place else _where(found, belief)
    return f"{there} {_named(question.trait, question.kind, len(found))}{_place(question.trait)}{where}."


def _where(found: Sequence[Thing], belief: Belief) -> str:
    """Where things are: ": one in the sink and 2 on the table"; "" where that is not known of any."""
    places = Counter(_located(thing, belief) for thing in found)
    places.pop("", None)
    if not places:
        return ""
    if len(places) == 1 and len(found) == sum(places.values()):
        return f", {'all ' if len(found) > 2 else 'both ' if len(found) == 2 else ''}{next(iter(places))}"
    return ": " + joined([f"{'one' if many == 1 else many} {place}" for place, many in places.items()])


def _located(thing: Thing, belief: Belief) -> str:
    if thing.object_id == belief.held:
        return "in my hand"
    return located(type_of(thing.place)) if thing.place else ""


def _exists(question: HomeQuestion, belief: Belief) -> str:
    found, others = _fit(question, belief), _alike(question, belief)
    if found:
        return f"Yes, {_lower(_count(question, belief))}"
    plain = replace(question, trait=Trait())
    more = f"; {_lower(_count(plain, belief)).rstrip('.')}" if others and question.trait != Trait() else ""
    return f"No, I found {_named(question.trait, question.kind, 0)}{_place(question.trait)}{more}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _whereabouts(question: HomeQuestion, belief: Belief) -> str:
    found = _fit(question, belief)
    if not found:
        return f"I could not find {_some(question)}."
    if len(found) > 1:
        return _count(replace(question, trait=replace(question.trait, place="")), belief)
    thing = found[0]
    place = _located(thing, belief) or "here, but I cannot say on what"
    return f"{_lower_noun(thing)} {be(thing.object_type)} {place}."


def _some(question: HomeQuestion) -> str:
    return the(question.kind) if state_words(question.trait) == "" else _named(question.trait, question.kind, 1)


def _lower_noun(thing: Thing) -> str:
    return f"The {noun(thing.object_type)}"


def _state(question: HomeQuestion, belief: Belief) -> str:
    alike = [thing for thing in _alike(question, belief) if question.meant.fits(thing, belief)]
    found = [thing for thing in alike if question.trait.fits(thing, belief)]
    if not alike:
        return f"I could not find {_some(replace(question, trait=question.meant))}."
    so = f"{_PREDICATE.get(state_words(question.trait), state_words(question.trait))}{_place(question.trait)}".strip()
    if len(alike) == 1:
        kind = alike[0].object_type
        if found:
            return f"Yes, {_which(question, kind)} {be(kind)} {so}."
        other = _opposite(question.trait) or f"not {so}"
        where = f"; it is {_located(alike[0], belief)}" if question.trait.place and alike[0].place else ""
        return f"No, {_which(question, kind)} {be(kind)} {other}{where}."
    if len(found) in (0, len(alike)):
        share, verb = ("Yes, all", "are") if found else ("No, none", "is")
        return f"{share} of the {_named(question.meant, question.kind, len(alike))} {verb} {so}."
    many = _named(question.meant, question.kind, len(alike))
    return f"Of {many} {_some_of(len(found))} {so}{_where(found, belief)}."


_PREDICATE = {"running": "on"}
"""A word before a noun → the word behind "is": "the running fan", "the fan is on"."""


def _which(question: HomeQuestion, kind: str) -> str:
    """The thing that is asked about: "the blue mug"."""
    return f"the {state_words(question.meant)} {noun(kind)}" if question.meant.states else the(kind)


def _some_of(count: int) -> str:
    return "one is" if count == 1 else f"{count} are"


def _opposite(trait: Trait) -> str:
    """The other state in words: "dirty" for "clean"; "" where more than one state is asked about."""
    if len(trait.states) != 1 or trait.place or trait.near:
        return ""
    ((word, wanted),) = trait.states
    return state_words(Trait("", ((word, not wanted),)))


def _inside(question: HomeQuestion, belief: Belief) -> str:
    place = question.trait.place
    found = Counter(thing.object_type for thing in _fit(question, belief))
    if not belief.known(*types_named(place)):
        return f"I could not find {the(place)}."
    if not found:
        return f"I saw nothing {located(place)}."
    listed = joined([a(kind) if many == 1 else f"{many} {several(kind)}" for kind, many in found.items()])
    return f"{located(place)[:1].upper()}{located(place)[1:]} {'is' if sum(found.values()) == 1 else 'are'} {listed}."


_ANSWERS = {
    "count": _count, "which": _count, "exists": _exists, "where": _whereabouts, "state": _state, "inside": _inside,
}  # fmt: skip
