"""Readings that say less than was asked: with an empty clause, one side of a comparison, or without what was done."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, WHATEVER, Selection
from agent.recall.reading.parts.noun_phrases import STATES
from agent.recall.reading.parts.wordlists import plain_form, verb, words
from envs.vocabulary.nouns import APPEARANCE
from envs.vocabulary.numbers import CARDINALS, ORDINALS
from envs.vocabulary.verbs import base, changes, deeds

_SPOKEN = frozenset({"speech", "facts"})
_OF_MANY = frozenset({"list", "count", "extreme", "summary", "remaining", "said"})
"""Asks of everything there is, where nothing is named."""
_BEING = frozenset({"is", "are", "was", "were"})
_ENDING = frozenset({"stop", "stopping", "cancel", "cancelling", "interrupt", "quit"})
"""Verbs of speaking about tasks that turn what was said of them round."""
_OF_EACH = re.compile(
    r"\b(?:of|for) each(?: of (?:them|these|those))?(?= (?:did|do|does|are|is|was|were|have|has|you|i)\b|$)"
)
"""Asks by kind, "how many of each": no query does."""
_HOW_MANY_OF_WHAT = re.compile(r"\bhow many (?:still )?(?:have|has|had|are|is|were|was|do|did|got)\b")
_NO_DEED = frozenset({"see", "any"})
_SEEING = frozenset({"see"})
_DONE = frozenset({"did", "have", "has", "had"})
_OF_ONE = frozenset({"where", "put", "taken", "when", "ago", "why", "who", "tool"})
"""Asks of the one that a number or a time picks out."""
_SHORT = 2
"""Letters of what is no word: "2u"."""
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
    if query.ask == "count" and (replace(query.of, time=ANY_TIME, ordinal=None) == WHATEVER or _by_kind(query)):
        return False
    if _of_everything(query):
        return False
    if query.of.subject in _SPOKEN:
        return not (query.of.about and (_ENDING - {*query.of.about}) & {*query.text.split()})
    if query.ask == "who" and query.of.subject == "sights":
        return False
    if _of_nothing(query):
        return False
    if _unseen(query) or _says_otherwise(query) or _otherwise_done(query) or _was_so(query):
        return False
    return not _turned(query) and not _undone(query, every)


def may_be_guessed(query: MemoryQuery) -> bool:
    """Whether a query may be answered as a guess: also what became of everything, in words for it that nobody knows."""
    return is_sound(query) or (query.of.subject == "tasks" and query.ask == "outcome" and "everything" in query.text)


def _by_kind(query: MemoryQuery) -> bool:
    """Whether a number is asked for of every kind: "how many of each did you wash"."""
    return query.text.startswith("how many") and _OF_EACH.search(query.text) is not None


def _of_everything(query: MemoryQuery) -> bool:
    """Whether all there is is listed or counted, and a word is left out that may have said which of it is meant."""
    of = query.of
    whole = Selection(of.subject, time=of.time, ordinal=of.ordinal, speaker=of.speaker, outcomes=of.outcomes)
    if query.ask not in _OF_MANY or replace(of, took=None) != whole:
        return False
    return any(_tells_what(word) for said in query.left_out for word in said.split())


def _tells_what(word: str) -> bool:
    """Whether a word may say what is meant: no number, no small word, no verb of asking, no adverb, no look."""
    small = words("fillers") | words("adverbs") | words("asides") | words("vocatives") | words("asks") | APPEARANCE
    adverb = word.endswith("ly") or word in CARDINALS or word in ORDINALS
    return word.isalpha() and len(word) > _SHORT and not adverb and word not in small and not _asks(word)


def _asks(word: str) -> bool:
    return base(word) in words("frame_verbs") or word in words("knowing")


def _says_otherwise(query: MemoryQuery) -> bool:
    """Whether it is asked how a thing was, and that is left out: "was the plant dry" is not whether it was there."""
    said = query.text.split()
    asks_how = query.ask == "exists" and query.of.subject == "sights" and said[:1] and said[0] in _BEING
    alone = query.of.place == ANYTHING and not query.of.thing.states
    left = [word for one in query.left_out for word in one.split()]
    return bool(asks_how and alone and "there" not in said and any(map(_tells_what, left)))


def _of_nothing(query: MemoryQuery) -> bool:
    """Whether what it is asked of is left open: where nothing in particular is, how many of what, what "it" is."""
    of, said = query.of, {*query.text.split()}
    if replace(of.thing, states=(), besides=()) != ANYTHING:
        return query.ask == "taken" and of.place != ANYTHING and "where" not in said and not said & {"what"}
    if query.ask == "where" and of.subject == "sights" and not of.task:
        return True
    told = of.subject == "tasks" and said & {"that", "those", "these", "all", "total"}  # "how many is that"
    of_things = query.counted == "things" and not told
    if query.ask == "count" and of_things and _HOW_MANY_OF_WHAT.search(query.text):
        return True
    bare = of.subject == "deeds" and of.place == of.tool == ANYTHING and not of.task
    return bool(bare and (of.actions or of.change) and said & {"it", "them"} and query.ask not in ("list", "duration"))


def _unseen(query: MemoryQuery) -> bool:
    """Whether it is asked if something was done whose verb is not known: "did you get round to the mirror"."""
    said = query.text.split()
    asked = query.ask == "exists" and query.of.subject == "sights" and said[1:2] == ["you"] and said[0] in _DONE
    return asked and not any(
        _SEEING & {deeds().get((plain,)), deeds().get((plain, after))}
        for plain, after in ((base(word), after) for word, after in itertools.pairwise(said))
        if plain is not None
    )


def _was_so(query: MemoryQuery) -> bool:
    """Whether it is compared how long things were in a state, of which tasks tell nothing: "which was open longer"."""
    compared = query.ask == "compare" and query.measure == "duration" and query.of.subject == "tasks"
    said = query.text.split()
    been = {after for before, after in itertools.pairwise(said) if before in _BEING}
    return compared and bool(been & STATES.keys() or (said[0] in _BEING and STATES.keys() & {*said}))


def _otherwise_done(query: MemoryQuery) -> bool:
    """Whether a deed that is left out bears the number or the time: "the third plate that you washed".

    Of who did something that is left out the one who asked for the task is no answer: "who cancelled the toast".
    """
    left = {word for one in query.left_out for word in one.split()}
    done = {word for word in left if _is_past(word)}
    if left & STATES.keys() and query.of.subject == "deeds" and query.of.actions == ("Pickup",):
        return True  # "did you get it clean"
    bears = query.of.ordinal is not None or query.of.time != ANY_TIME
    which = {after for before, after in itertools.pairwise(query.text.split()) if before in ("you", "i", "who")}
    if query.ask == "who":
        return bool(done & {*query.text.split()[1:2]})
    return query.ask in _OF_ONE and bears and bool(done & which)


def _is_past(word: str) -> bool:
    plain = base(word) or plain_form(word)
    return word != plain and not word.endswith(("ing", "s")) and word not in words("no_deeds")


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
