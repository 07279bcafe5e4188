"""How many of a kind there should be, as whoever asks takes for granted: "both watches", "all three eggs"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import AsMany, Foremost, Trait, WhichThings
from agent.requests.amending import counted_apart
from agent.requests.errands import PUT
from agent.requests.instructions import Begin, Instruction, Revise
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import NUMBERS, read_named
from envs.teach.tasks.definition import ALL

_BOTH = re.compile(
    r"\b(?:both|all(?: of)?(?: the| my| our)? (?P<n>two|three|four|five|six))(?: of)?(?: (?:the|my|our|those|these))? "
    r"(?P<np>[a-z]+(?: [a-z]+)?)"
)


def presumed(utterance: str, found: Sequence[Instruction]) -> list[Instruction]:
    """What is begun, with how many of a kind there should be: where there are fewer, it is said.

    Args:
        utterance: What was said.
        found: What was understood of it.
    """
    numbers = {
        named.word: NUMBERS[one["n"]] if one["n"] else 2
        for one in _BOTH.finditer(utterance.lower())
        if (named := read_named(words_of(f"the {one['np']}"))) is not None and named.word
    }
    found = [_of_fewer(one) if isinstance(one, Revise) and one.new is not None else one for one in found]
    return [_of_so_many(one, numbers) if isinstance(one, Begin) and numbers else one for one in found]


def _of_fewer(one: Revise) -> Revise:
    """A change that leaves one or some of them to something else, with so many fewer than there should be."""
    many = next((term for term in one.old.terms if isinstance(term, AsMany) and not term.of.kind), None)
    new = one.new
    if many is None or new is None or many not in new.terms:
        return one
    which = next((term for term in new.terms if isinstance(term, WhichThings) and term.word == many.word), None)
    left = (1 if which.others else which.spare) if which is not None else 0
    apart = counted_apart(new)
    counted = apart is not None and apart.params[0] != ALL
    if not left and not counted:
        return one
    fewer = () if counted or many.times <= left else (replace(many, times=many.times - left),)
    return replace(one, new=replace(new, terms=(*(term for term in new.terms if term != many), *fewer)))


def _of_so_many(one: Begin, numbers: dict[str, int]) -> Begin:
    apart = counted_apart(one.errand)
    if apart is None or apart.name != PUT or apart.params[0] != ALL or apart.params[1] not in numbers:
        return one
    if any(isinstance(term, AsMany | Foremost | WhichThings) for term in one.errand.terms):
        return one
    kind = apart.params[1]
    return replace(one, errand=one.errand.on(AsMany(kind, Trait(), numbers[kind])))
