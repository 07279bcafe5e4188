"""The others of a kind: those with which a request is not concerned before it speaks of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.belief.common_sense import whole_of
from agent.planning.terms import Term, Trait, WhichThings
from agent.requests.errands import PUT, Errand, made_of
from agent.requests.words.modifiers import terms_of
from agent.requests.words.nouns import NamedThings, capable
from envs.teach.tasks.classes import types_named


def terms_told(named: NamedThings) -> tuple[Term, ...]:
    """Which things are meant, as ``terms_of`` tells it; of "the other cups" and "another cup", that they are others."""
    terms = terms_of(named)
    if not named.word or not {"other", "another"}.intersection(named.text.split(" ")):
        return terms
    which = next((one for one in terms if isinstance(one, WhichThings)), WhichThings(named.word))
    return (*(one for one in terms if one is not which), replace(which, others=True))


def told_from(errands: Sequence[Errand], begun: Sequence[Errand]) -> tuple[Errand, ...]:
    """Errands of a clause; others are meant only where some of the kind were meant before.

    Args:
        errands: What the clause comes to.
        begun: What the utterance asked for before that.
    """
    found: list[Errand] = []
    for errand in errands:
        before = kinds_made((*begun, *found))
        found.append(replace(errand, terms=tuple(t for term in errand.terms for t in _kept(term, errand, before))))
    return tuple(found)


def beside_which(errand: Errand, earlier: Sequence[Errand]) -> Errand | None:
    """Of what was asked for earlier, that of whose things the others are meant; None where no others are."""
    kinds = {kind for t in errand.terms if isinstance(t, WhichThings) and t.others for kind in types_named(t.word)}
    return next((one for one in earlier if kinds & kinds_made((one,))), None)


def kinds_made(errands: Iterable[Errand]) -> set[str]:
    """The types that some errands are about; of pieces, what they are cut from, too."""
    made = {kind for errand in errands for word in made_of(errand) for kind in types_named(word)}
    return made | {whole for kind in made if (whole := whole_of(kind)) is not None}


def _kept(term: Term, errand: Errand, before: set[str]) -> tuple[Term, ...]:
    """A term with what it means by others: those that were not spoken of, whether they are there already or not."""
    if not isinstance(term, WhichThings) or not term.others:
        return (term,)
    if before & set(types_named(term.word)):
        there = errand.name == PUT and term.but == Trait("", (), errand.params[-1])
        return (replace(term, but=None) if there else term,)
    bare = replace(term, others=False)
    return () if bare == WhichThings(term.word) else (bare,)


_THE = ("the ", "my ", "our ", "that ", "those ", "these ", "this ")
_CLEAN = Trait(states=(("dirty", False),))


def told_or_washed(named: NamedThings) -> tuple[Term, ...]:
    """Which things are meant: "the clean plate" is the one that is, "a clean plate" may be washed first.

    Args:
        named: What is named, a thing or a place.
    """
    terms = terms_told(named)
    known = named.every or named.there or named.text.startswith(_THE) or " of the " in f" {named.text} "
    if known or not capable(named.word, "dirtyable"):
        return terms
    return tuple(
        replace(one, rather=True) if isinstance(one, WhichThings) and one.trait == _CLEAN else one for one in terms
    )
