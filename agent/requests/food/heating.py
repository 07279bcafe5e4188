"""Requests to cook, toast or boil: which food, how many, and on what it is served."""

from __future__ import annotations

import re

from agent.belief.common_sense import BOILING_VESSELS
from agent.recognition.lines import GOALS
from agent.requests.dishes import dish_terms, eggs, sliced
from agent.requests.errands import CUT, STATE, Errand
from agent.requests.instructions import UnclearRequest
from agent.requests.naming import ReferenceContext, RequestResult, cannot, each, same, settle, types_of
from agent.requests.terms.others import terms_told
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import with_source
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL


def cook(text: str, spoken: ReferenceContext) -> RequestResult:
    """The errands of a request to cook something, given behind its verb.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    words = words_of(re.sub(r"^(?:up|through) ", "", text))
    at = next((i for i, word in enumerate(words) if word in ("in", "on", "into", "onto", "and", "from")), len(words))
    first = read_named(words)
    if first is not None and first.word:
        source = with_source(first, words)
        named = settle(source, text, spoken)
        at = max(at, source.end) if source.place else at
    else:
        named = settle(read_named(words[:at]), text, spoken)
    rest = re.sub(r"\b(?:and )?(?:serve|put) (?:them |it )?", "", " ".join(words[at:]))
    behind = [word for word in words_of(rest) if word not in (*GOALS, "and")]
    dish = settle(read_named(behind), text, spoken) if behind else None
    if named.slices and dish is not None and capable(dish.word, "dirtyable"):
        served = sliced(named, dish.word, cooked=True).on(*terms_told(named), *dish_terms(dish))
        return RequestResult((served,), False, (named.word, dish.word))
    if named.word == "Egg":
        return RequestResult(_eggs(named, "cooked"), False, ("Egg",))
    if not capable(named.kind, "cookable"):
        raise UnclearRequest(cannot(named, "cookable", text))
    wanted = Errand(STATE, (named.counted, named.kind, "cooked")).on(*terms_told(named))
    return RequestResult((wanted,), named.pronoun, (named.word,))


def toast(text: str, spoken: ReferenceContext) -> RequestResult:
    """The errands of a request to toast bread, given behind its verb."""
    words = words_of(text)
    named = read_named(words)
    bread = named is not None and named.word == "Bread"
    terms = terms_told(with_source(named, words)) if named is not None and bread else ()
    count = str(named.count or 1) if named is not None else "1"
    if "plate" in text:
        plate = Errand("Plate Of Toast", (count,) if count != "1" else ())
        return RequestResult((plate.on(*terms),), False, ("Plate",))
    return RequestResult((Errand(STATE, (count, "BreadSliced", "cooked")).on(*terms),), False, ("Bread",))


def boil(text: str, spoken: ReferenceContext) -> RequestResult:
    """The errands of a request to boil something, given behind its verb."""
    things = each(text, spoken, "" if "egg" in text else "cookable")
    return RequestResult(tuple(one for named in things for one in _boiled(named)), same(things), types_of(things))


def _boiled(named: NamedThings) -> tuple[Errand, ...]:
    in_vessel = bool(set(types_named(named.place)) & set(BOILING_VESSELS)) if named.place else False
    terms = () if in_vessel and not named.there else terms_told(named)  # in what it is boiled, or lies now
    if named.word == "Egg":
        return _eggs(named if terms else _bare(named), "boiled")
    if named.counted == "1" and not named.slices:
        return (Errand("Boil X", (named.word,)).on(*terms),)
    return (Errand(STATE, (named.counted, named.kind, "boiled")).on(*terms),)


def _eggs(named: NamedThings, state: str) -> tuple[Errand, ...]:
    """Eggs that are fried, or boiled; of all of them every whole one is cracked first, wherever it lies."""
    if named.counted != ALL:
        return (eggs(named, state),)
    return Errand(STATE, (ALL, "Egg", CUT)).on(*terms_told(named)), Errand(STATE, (ALL, "EggCracked", state))


def _bare(named: NamedThings) -> NamedThings:
    """So many, whichever."""
    return NamedThings(named.word, named.count, named.every, named.slices, named.form, named.text, named.end)


def poach(text: str, spoken: ReferenceContext) -> RequestResult:
    """The errand of a request to poach an egg."""
    words = words_of(text)
    named = read_named(words)
    egg = with_source(named, words) if named is not None and named.word == "Egg" else None
    return RequestResult((Errand("Poach Egg") if egg is None else eggs(egg, "boiled"),), False, ("Egg",))
