"""Readings that say less than was asked: with an empty clause, one side of a comparison, or without what was done."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, WHATEVER, Selection
from agent.recall.reading.parts.wordlists import verb, words
from envs.vocabulary.verbs import changes, deeds

_SPOKEN = frozenset({"speech", "facts"})
_NO_DEED = frozenset({"see", "any"})
_VERB_FOLLOWS = words("subjects") | words("before_verbs") - {"just", "also", "again"} | {
    "did", "could", "should", "would", "may", "might", "can"
}  # fmt: skip


def is_sound(query: MemoryQuery) -> bool:
    """Whether a query has all that makes the question: both sides, what a clause refers to, what was done.

    Whatever a sound query leaves out besides only makes the question narrower, and is told with the answer.
    """
    every = [*_every((query.of, *query.against))]
    if any(_limits_nothing(one) for one in every):
        return False
    if query.ask == "compare" and not query.against and query.of.relation != "either":
        return False
    kinds = {one.subject for one in (query.of, *query.against)}
    if query.ask in ("compare", "order") and "sights" in kinds and len(kinds) > 1:
        return False
    if query.ask == "count" and replace(query.of, time=ANY_TIME, ordinal=None) == WHATEVER:
        return False
    if query.of.subject in _SPOKEN:
        return True
    return not _turned(query) and not _undone(query, every)


def _every(selections: Sequence[Selection]) -> Iterator[Selection]:
    for one in selections:
        yield one
        yield from _every(one.others)


def _limits_nothing(one: Selection) -> bool:
    """Whether a clause of time refers to nothing: "after 11", "between the toast"."""
    between = one.relation == "between" and len(one.others) != 2
    return between or any(replace(other, ordinal=None) == WHATEVER for other in one.others)


def _turned(query: MemoryQuery) -> bool:
    """Whether what is excepted is left out: "anywhere besides in the fridge" is anything but the fridge."""
    left = {word for said in query.left_out for word in said.split()}
    return bool(left & (words("besides") | {"apart", "same"}))


def _undone(query: MemoryQuery, every: Sequence[Selection]) -> bool:
    """Whether a deed is asked about and left out: who wanted it washed is not who told of it."""
    if any(one.actions or one.change or one.thing.states for one in every):
        return False  # another deed is told of, this one says which thing is meant: "the plate you washed"
    said = query.text.split()
    for word in (word for left in query.left_out for word in left.split()):
        plain = verb(word)
        if plain is None or plain in words("frame_verbs") or word in words("no_deeds"):
            continue
        meant = {deeds().get((plain,), ""), changes().get(plain, "")} - {""}
        if not meant or meant & _NO_DEED:
            continue
        ahead = [before for before, one in itertools.pairwise(said) if one == word]
        if any(before in _VERB_FOLLOWS if word == plain else before not in words("determiners") for before in ahead):
            return True  # not "a boiled potato"
    return False
