"""Whether what is to be done leans on work that was only proposed: who goes on from it takes it for granted.

It leans on it by words ("as well", "same treatment", "then", "first"), by what it points to ("into the cupboard with
it"), or by speaking of its very thing again. What is only alike ("put the salt on the table", after the pepper) does
not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from agent.planning.terms import WhichThings
from agent.requests.amending import counted_apart
from agent.requests.errands import Errand, is_placing, made_of
from agent.requests.instructions import Begin
from agent.requests.words.clauses import words_of
from envs.teach.tasks.classes import types_named

_CRIES = r"(?:(?:oh|ah|ach|well|ok|okay|right|and|but|so|please|hm+|yes|look|now)\b[ ,.!]*)*"
_AS_WELL = re.compile(
    r"\b(?:too|as well|also|likewise|ditto|plus|same(?! time| day| thing as)|another|again|no better|just as)\b"
    r"|\bwith (?:them|it|those)(?= ?[.,!?]|$)|\b(?:so|neither|nor) (?:is|are|does|do|has|have) (?:the|my|that|those)\b"
)
_FIRST = re.compile(
    r"\bfirst(?: of all| off)?(?= *(?:[,.!?]|$|please\b|and\b|then\b))|(?:^|[,.!?] |\bbut |\bplease )first\b"
    r"|\bbefore (?:you|that|doing|going|starting)\b"
    r"|\b(?:once|after|when) you(?:'ve| have)(?! (?:done|finished|got)\b) [a-z]+"
)
_THEN = re.compile(
    rf"^{_CRIES}(?:then|afterwards?|after (?:that|this|it)"
    r"|(?:once|when|as soon as) (?:(?:that|this|it|they)(?:'s|'re| is| are| has| have)"
    r"|(?:you|all that)(?:'re| are|'ve| have| is)? (?:done|finished|through)))\b"
    r"|(?<=[a-z])[ ,]+(?:afterwards?|after (?:that|this)|when you(?:'re| are) (?:done|finished|through))"
    r"(?: please)?[ .!]*$"
)
_POINTS = frozenset({"the", "that", "those", "these", "this", "it", "its", "them", "they", "both", "one", "ones", "my"})


def comes_before(text: str) -> bool:
    """Whether something is to be done before what else there is to do.

    Args:
        text: A tidied remark.
    """
    return bool(_FIRST.search(text))


def comes_after(text: str) -> bool:
    """Whether something is to be done when what else there is to do is done.

    Args:
        text: A tidied remark.
    """
    return bool(_THEN.search(text))


def leans_on(text: str, begun: Sequence[Begin], proposed: Sequence[Errand], alone: Collection[Errand]) -> bool:
    """Whether what is to be done takes for granted that what was proposed is done.

    Args:
        text: A tidied remark.
        begun: What it asks for, read as if the proposed work were being done.
        proposed: That work.
        alone: What it asks for by itself.
    """
    if begun and (comes_before(text) or comes_after(text)):
        return True
    return any(_goes_on(text, one, other, alone) for one in begun for other in proposed)


def _goes_on(text: str, one: Begin, other: Errand, alone: Collection[Errand]) -> bool:
    """Whether one deed goes on from a proposed one."""
    again = speaks_again(text, one.errand, other)
    if not (one.same or again or is_alike(one.errand, other)):
        return False
    return again or one.errand not in alone or bool(_AS_WELL.search(text))


def speaks_again(text: str, one: Errand, other: Errand) -> bool:
    """Whether an errand is about the things of another one, by words that point to them, and not about others like it.

    Args:
        text: The words.
        one: What they ask for.
        other: What it may be about.
    """
    points = bool(_POINTS & set(words_of(text))) and not re.search(r"\b(?:an?|another|other) (?:[a-z]+ )?$", text)
    same = bool(kinds_handled(one) & kinds_handled(other))
    places, others = set(_places(one)), set(_places(other))
    return points and same and not (places and others and not places & others)


def is_alike(one: Errand, other: Errand) -> bool:
    """Whether the same is done with other things: "and the tomato too".

    Args:
        one: What is wanted.
        other: What was proposed.
    """
    if is_placing(one) and is_placing(other):
        return bool(set(types_named(one.params[-1])) & set(types_named(other.params[-1])))
    one, other = counted_apart(one) or one, counted_apart(other) or other
    return one.name == other.name and one.params[2:] == other.params[2:]


def kinds_handled(errand: Errand) -> frozenset[str]:
    """The types of what an errand handles, and of what its pieces are of.

    Args:
        errand: What is to be done.
    """
    kinds = {kind for word in made_of(errand) for kind in (word, *types_named(word))}
    return frozenset(kinds | {kind.removesuffix("Sliced").removesuffix("Cracked") for kind in kinds})


def _places(errand: Errand) -> Iterator[str]:
    """Where the things are said to be that an errand is about."""
    for term in errand.terms:
        if isinstance(term, WhichThings) and term.word in made_of(errand) and term.trait.place:
            yield from types_named(term.trait.place)
