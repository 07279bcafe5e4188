"""What "it" may stand for besides what is likeliest: another thing of the sentence, or of the last exchanges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.parts.pronouns import is_cleft
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import Lexicon

_LATEST = 3
"""So many of the last exchanges have what "it" may stand for."""
_ASKS_OF_WHAT_WAS = frozenset({"where", "when", "what", "which", "how"})
"""Question words that take for granted that there was what they ask about; who did it may have been another."""
_ASKS_WHETHER = frozenset({"often", "many", "ever", "else", "times", "never"})
"""Words with which even those may be answered by that there was none."""


@dataclass(frozen=True)
class OtherAntecedent:
    """A question in which "it" stands for something else.

    Attributes:
        said: The question.
        before: What it leans on then.
    """

    said: str
    before: EarlierExchange


def presupposes(sentence: str) -> bool:
    """Whether a question with "it" takes for granted that what it asks about was so: "where did you put it".

    Args:
        sentence: The question.
    """
    said = plain(sentence).split()
    first = next((word for word in said if word not in words("leaning")), "")
    asks = first in _ASKS_OF_WHAT_WAS or {*said[:3]} & {"where", "when"}
    return bool(asks) and not {*said} & _ASKS_WHETHER and _pronoun(said) is not None


def named_by_asker(before: EarlierExchange, lexicon: Lexicon) -> frozenset[str]:
    """The types of the things that were named in the questions before, and not by their answers alone."""
    said = (one.query.text.split() for one in exchanges(before))
    return frozenset(kind for one in said for types in _named(one, lexicon) for kind in types)


def other_antecedents(
    sentence: str, before: EarlierExchange, lexicon: Lexicon, taken: Sequence[str]
) -> Iterator[OtherAntecedent]:
    """The question once for each thing that "it" may stand for, the nearest first.

    Args:
        sentence: The question.
        before: The exchange before it.
        lexicon: What things are called.
        taken: The types of what "it" was taken for.
    """
    said = plain(sentence).split()
    at = _pronoun(said) or 0
    for types in _named(said[:at], lexicon):  # "where was the apple when you cut it"
        yield OtherAntecedent(" ".join([*said[:at], "the", *noun(types[0]).split(), *said[at + 1 :]]), before)
    tried = {tuple(taken)}
    for types in _told(before, lexicon):
        if types not in tried and not {*types} <= {*taken}:
            tried.add(types)
            about = MemoryQuery("where", Selection("sights", thing=ThingFilter(types)), text=noun(types[0]))
            yield OtherAntecedent(sentence, EarlierExchange(about, None, before))


def _told(before: EarlierExchange, lexicon: Lexicon) -> Iterator[tuple[str, ...]]:
    """The types of the things of the last exchanges: of each what was told, then what was asked about."""
    for one in islice(exchanges(before), _LATEST):
        for item in one.items:
            if item.kind:
                yield (item.kind,)
            yield from _named(item.name.split(), lexicon)
        if one.query.of.thing.types:
            yield one.query.of.thing.types
        yield from _named(one.query.text.split(), lexicon)


def _named(said: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[str, ...]]:
    at = 0
    while (found := lexicon.find(said, at)) is not None:
        yield tuple(found.types)
        at = found.last


def _pronoun(said: Sequence[str]) -> int | None:
    """Where "it" or "them" stands for something."""
    found = (at for at, word in enumerate(said) if word in ("it", "them") and not is_cleft(said, at))
    return next(found, None)
