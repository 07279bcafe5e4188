"""What is said of things that were asked for and are not there."""

from __future__ import annotations

from agent.belief.state import Belief
from agent.planning.assignment import Assignment
from agent.planning.term_words import located_in, state_words
from agent.planning.terms import places_named
from agent.planning.wants import Want
from envs.vocabulary.english import a, how_many, noun, one
from envs.vocabulary.inflection import article


def too_few(things: Assignment, belief: Belief) -> list[str]:
    """Where there are to be as many as of something else, and there are fewer: that there are not."""
    found: list[str] = []
    for i, want in enumerate(things.wants):
        wanted = want.as_many.count(belief) if want.as_many is not None else 0
        there = len(things.members(i)) if wanted else 0
        if 0 < there < wanted:
            found.append(f"I found only {how_many(there, one(want.word))}, not {wanted}")
    return found


def none_found(things: Assignment, belief: Belief) -> list[str]:
    """For every kind of which all are wanted and none was found: that it was not."""
    wanted = [i for i, want in enumerate(things.wants) if want.everything and not things.members(i)]
    missing = [i for i in wanted if not _spared_all(things.wants[i], belief) and not things.cut_up(i)]
    return [f"I could not find {meant(things.wants[i])}" for i in missing]


def no_such_number(word: str, number: int, belief: Belief) -> str:
    """That there is no drawer 7, or that it cannot be used."""
    count = len(belief.known(*places_named(word)))
    called = f"{noun(word)} {number}"
    if number <= count:
        return f"I cannot use {called}"
    return f"there is no {called}: I know of {how_many(count, noun(word))}"


def _spared_all(want: Want, belief: Belief) -> bool:
    """Whether there are some, but all of them are to be left out."""
    which = want.which
    return which is not None and bool(which.spare or which.but or which.others) and bool(belief.known(*want.types))


def meant(want: Want) -> str:
    """What is meant, in words: "a dirty mug in the sink"."""
    if want.which is None:
        return a(want.word)
    trait = want.which.trait
    named = f"{state_words(trait)} {one(want.word)}".strip()
    some = "another" if want.which.others else article(named)
    return f"{some} {named}{f' {located_in(trait)}' if trait.place else ''}"
