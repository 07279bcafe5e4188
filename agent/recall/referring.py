"""Which of what was told a turn is about: "the second one", "the latter", "the other one", "both of them"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import of_item
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.numbers import ORDINALS

_OTHER = re.compile(
    r"\b(?:the|that) other(?: (?:one|thing|task|job|chore|item))?"
    r"(?= (?:is|was|did|from|what|where|when|why|how|then|now|though|today|yesterday)\b|$)"
)
_ONE_OF = re.compile(
    r"\b(?:the|that) (?:very )?(?P<which>first|second|third|fourth|fifth|last|middle|former|latter)(?:"
    r"(?: (?:one|thing|task|job|chore))(?: (?:out )?of (?:them|those|these|the (?:two|three|four)|all))?\b"
    r"|(?: (?:out )?of (?:them|those|these|the (?:two|three|four)|all))\b|(?<=former)\b|(?<=latter)\b"
    r"|(?= (?:is|was|did|from|what|where|when|why|how|who|then|now|though|take|fail|go)\b|$))"
)
"""One of several by its number."""
_OF_THEM = re.compile(r"\b(?:(?:both|each|all)(?: of)? )?(?:them|they|those|these)(?: (?:both|all|each))?\b|\bboth\b")
_MOST_MEMBERS = 4
"""Of so many things each may be told by itself."""
_OF_THINGS = frozenset({"where", "put", "taken", "state"})
"""Asks that are asked of a thing, whenever it was met."""


def about_the_other(sentence: str, before: EarlierExchange | None) -> tuple[str, EarlierExchange | None, bool]:
    """A sentence about "the other one" as one about "it", with the exchange before as if that had been told of.

    Args:
        sentence: The sentence.
        before: What it leans on.

    Returns:
        The sentence, what it leans on now, and whether it asks nothing but the same about the other; with no exchange
        before it where that is asked and nobody knows of which.
    """
    said = plain(sentence)
    if before is not None and (one := _one_of(said, before)) is not None:
        return one
    found = _OTHER.search(said)
    other = _other(before) if found and before else None
    if found is None or before is None:
        return sentence, before, False
    rest = {*f"{said[: found.start()]} {said[found.end() :]}".split()} - words("leaning") - words("adverbs")
    if other is None:
        return sentence, before if rest else None, not rest
    return _OTHER.sub("it", said, count=1), _alone(other, before.query, before.earlier), not rest


def each_of(sentence: str, before: EarlierExchange | None) -> list[tuple[str, EarlierExchange]]:
    """A sentence about "them" as one about "it" for each of the things that were told of; nothing for any other.

    Args:
        sentence: The sentence.
        before: What it leans on.
    """
    said = plain(sentence)
    found = _OF_THEM.search(said)
    items = _items(before) if before else []
    things = all(item.kind and item.what in ("deed", "sight") for item in items)
    if found is None or before is None or not things or not 1 < len(items) <= _MOST_MEMBERS:
        return []
    if {*said.split()} & words("of_several"):
        return []
    one = _OF_THEM.sub("it", said, count=1)
    for several, single in (("are it", "is it"), ("were it", "was it"), ("have it", "has it"), ("it are", "it is")):
        one = re.sub(rf"\b{several}\b", single, one)
    return [(one, _alone(item, before.query, before)) for item in items]


def _one_of(said: str, before: EarlierExchange) -> tuple[str, EarlierExchange | None, bool] | None:
    """A sentence about the one of several that it names by its number, as one about "it"; None for any other."""
    found = _ONE_OF.search(said)
    if found is None or {*said.split()} & {"today", "yesterday"}:
        return None
    rest = {*f"{said[: found.start()]} {said[found.end() :]}".split()} - words("leaning") - words("adverbs")
    which = found["which"]
    source = next((one for one in (before, before.earlier) if one is not None and len(_items(one)) > 1), None)
    items = _items(source) if source is not None else []
    at = _index(which, len(items))
    sure = which in ("middle", "former", "latter")
    if not rest and not sure and source is not None and source is not before and at is not None and at < len(items):
        return said, _alone(items[at], before.query, source), True  # what was asked of one is asked of another
    if not rest and not sure:
        return None  # "and the second one?" asks the same of another
    if source is None or at is None or not -len(items) <= at < len(items):
        return (said, None, True) if sure else None
    return _ONE_OF.sub("it", said, count=1), _alone(items[at], source.query, before), not rest


def _index(which: str, several: int) -> int | None:
    """Which of so many "the second", "the last", "the latter" is, counted from 0; None where that makes no sense."""
    if which in ("former", "latter"):
        return (which == "latter") if several == 2 else None
    if which == "middle":
        return 1 if several == 3 else None
    return -1 if which == "last" else ORDINALS[which] - 1


def _alone(item: FoundItem, query: MemoryQuery, earlier: EarlierExchange | None) -> EarlierExchange:
    """The exchange before as if one item alone had been asked about and told."""
    asked = _asked_of(item, query)
    told = Findings(asked, None, "known", (item,), tuple(node for node in (item.node,) if node))
    return EarlierExchange(asked, told, earlier)


def _asked_of(other: FoundItem, query: MemoryQuery) -> MemoryQuery:
    """The same question about another item."""
    of = of_item(other, query.of)
    if query.ask in _OF_THINGS and other.kind:
        of = Selection(query.of.subject, query.of.actions, thing=ThingFilter((other.kind,)), time=query.of.time)
    return replace(query, of=replace(of, ordinal=None), against=(), claim=None, left_out=())


def _other(before: EarlierExchange) -> FoundItem | None:
    """The one item that was told of with the one that was told last, and not picked out since."""
    picked = _items(before)
    if len(picked) != 1:
        return None
    earlier = before.earlier
    while earlier is not None:
        every = _items(earlier)
        left = [item for item in every if _key(item) != _key(picked[0])]
        if len(every) > 1 and len(left) == len(every) - 1:
            return left[0] if len(left) == 1 else None
        earlier = earlier.earlier
    return None


def _items(exchange: EarlierExchange) -> list[FoundItem]:
    items = exchange.findings.items if exchange.findings else ()
    return list({_key(item): item for item in items}.values())


def _key(item: FoundItem) -> tuple[str, str]:
    return item.what, item.kind if item.what in ("deed", "sight") else item.name
