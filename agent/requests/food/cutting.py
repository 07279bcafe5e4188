"""Requests to cut food: slices of it, or whole things."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.requests.dishes import dish_terms, sliced, vessel
from agent.requests.errands import CUT, PUT, STATE, Errand
from agent.requests.naming import ReferenceContext, RequestResult, each, placed, same, settle, types_of
from agent.requests.terms.others import terms_told
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import NUMBERS, NamedThings, capable
from agent.requests.words.relations import relations
from envs.teach.tasks.definition import ALL
from envs.vocabulary.numbers import alternatives, up_to
from envs.vocabulary.uses import pieces, put_in


def slice_up(text: str, spoken: ReferenceContext) -> RequestResult:
    """The errands of a request to cut something up, given behind its verb.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    text = relations(re.sub(r"^(?:up|off|me|us)\b ?", "", text))
    into = _INTO.search(text)
    if into and into["count"]:
        found = slice_up(text[: into.start()], spoken)
        many = into["count"] if into["count"].isdecimal() else str(NUMBERS[into["count"]])
        return replace(found, errands=tuple(_so_many(one, many) for one in found.errands))
    words = words_of(text)
    first = placed(words)
    start = first.end if first is not None and first.there else 0  # "the apple that is in the bowl"
    at = next((i for i, word in enumerate(words) if i >= start and word in ("in", "on", "into", "onto")), len(words))
    dish = None
    if words[at : at + 2] and words[at + 1 : at + 2] not in (["slices"], ["pieces"], ["half"]) and at < len(words):
        dish = settle(vessel(words[at + 1 :]), text, spoken, "receptacle")
    if dish is not None and not (capable(dish.word, "dirtyable") and capable(dish.word, "receptacle")):
        dish, at = None, len(words)  # where it is: "the apple in the fridge"
    things = each(" ".join(words[:at]), spoken, "sliceable")
    served = (dish.word,) if dish is not None else ()
    errands = tuple(one for named in things for one in _cut(named, dish))
    return RequestResult(errands, same(things), (*types_of(things), *served))


_INTO = re.compile(
    rf" (?:in|into) (?P<count>\d+|{alternatives(up_to(20))})(?: \w+)? (?:slices|pieces|bits|chunks|halves|parts)$"
)


def _so_many(errand: Errand, many: str) -> Errand:
    """So many slices: "cut the potato into three slices"."""
    cut = errand.name == STATE and errand.params[2] == CUT and errand.params[0] == "1"
    return replace(errand, params=(many, pieces().get(errand.params[1], errand.params[1]), CUT)) if cut else errand


def _cut(named: NamedThings, dish: NamedThings | None) -> tuple[Errand, ...]:
    """Slices of something, or whole things cut up; served where that is said."""
    served = dish_terms(dish) if dish is not None else ()
    if dish is None or not _are_whole(named) or named.counted == "1":
        return (_pieces(named, dish.word if dish is not None else "").on(*terms_told(named), *served),)
    whole = _pieces(named, "").on(*terms_told(named))
    kind = pieces().get(named.word, named.word)
    return (whole, Errand(PUT, (ALL, kind, "in" if put_in(dish.word) else "on", dish.word)).on(*served))


_MASS = frozenset({"Bread", "Lettuce"})
"""What is spoken of as a mass."""


def _are_whole(named: NamedThings) -> bool:
    """Whether whole things are to be cut up: of a mass one only wants as much as is needed."""
    mass = named.word in _MASS and named.count is None and not named.every
    mass = mass and not (named.word == "Lettuce" and named.text.startswith(("the ", "that ", "this ", "my ", "our ")))
    return not (named.slices or named.form or mass or named.word == "Egg")


def _pieces(named: NamedThings, dish: str) -> Errand:
    if named.word == "Egg":
        into = Errand(PUT, (named.counted, "EggCracked", "in" if put_in(dish) else "on", dish)) if dish else None
        return into or Errand(STATE, (named.counted, "Egg" if named.counted == ALL else "EggCracked", CUT))
    if _are_whole(named) and not dish:
        return Errand(STATE, (named.counted, named.word, CUT))
    return sliced(replace(named, slices=True), dish, cooked=bool(named.form))
