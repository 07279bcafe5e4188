"""What "the other one" stands for: of what was told before, what was not picked out."""

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

_OTHER = re.compile(
    r"\b(?:the|that) other(?: (?:one|thing|task|job|chore|item))?"
    r"(?= (?:is|was|did|from|what|where|when|why|how|then|now|though|today|yesterday)\b|$)"
)
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
    found = _OTHER.search(said)
    other = _other(before) if found and before else None
    if found is None or before is None:
        return sentence, before, False
    rest = {*f"{said[: found.start()]} {said[found.end() :]}".split()} - words("leaning") - words("adverbs")
    if other is None:
        return sentence, before if rest else None, not rest
    query = _asked_of(other, before.query)
    told = Findings(query, None, "known", (other,), tuple(node for node in (other.node,) if node))
    return _OTHER.sub("it", said, count=1), EarlierExchange(query, told, before.earlier), not rest


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
