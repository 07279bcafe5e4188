"""What was told in the exchanges before: the members of an answer, the latest that has several, what is asked anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import of_item
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.nouns import Lexicon

_UNDONE = frozenset({"failed", "cancelled", "interrupted", "partly", "waiting"})
_OF_THINGS = frozenset({"where", "put", "taken", "state"})
"""Asks that are asked of a thing, whenever it was met."""
_THINGS = frozenset({"deed", "sight"})


@dataclass(frozen=True)
class ToldSeveral:
    """An answer that told of several, and which of them were picked out since.

    Attributes:
        exchange: That answer, with its question.
        members: What it told of, each once, in order.
        picked: The members that were asked about one by one since.
    """

    exchange: EarlierExchange
    members: tuple[FoundItem, ...]
    picked: tuple[FoundItem, ...]

    @property
    def left(self) -> tuple[FoundItem, ...]:
        """The members that were not asked about since."""
        picked = {key(item) for item in self.picked}
        return tuple(item for item in self.members if key(item) not in picked)


def exchanges(before: EarlierExchange | None) -> Iterator[EarlierExchange]:
    """The exchanges before, the latest first."""
    while before is not None:
        yield before
        before = before.earlier


def members(exchange: EarlierExchange) -> list[FoundItem]:
    """What an answer told of, each once: the second time that something was opened is no other member."""
    items = exchange.items
    return list({key(item): item for item in items}.values())


def key(item: FoundItem) -> tuple[str, str]:
    """What makes a thing or a task the same as another that was told."""
    return ("thing", item.kind) if item.what in _THINGS and item.kind else (item.what, item.name)


def are_things(items: tuple[FoundItem, ...] | list[FoundItem]) -> bool:
    """Whether things were told of, rather than tasks or what was said."""
    return all(item.kind and item.what in _THINGS for item in items)


def told_several(before: EarlierExchange | None, noun: str = "") -> ToldSeveral | None:
    """The latest answer that has several members of the kind that a noun says ("the second task"); None without one.

    Where no noun says so, something that was told several times since is what would be counted.
    """
    picked: list[FoundItem] = []
    for one in exchanges(before):
        found = members(one)
        if len(found) > 1 and _fits(found, noun):
            of_them = {key(item) for item in found}
            return ToldSeveral(one, tuple(found), tuple(item for item in picked if key(item) in of_them))
        if tells_several(one) and noun not in words("task_words"):
            return None
        picked += found
    return None


def tells_several(exchange: EarlierExchange) -> bool:
    """Whether an answer told of several, or of one thing several times; where a thing was before is one place of it."""
    items = exchange.items
    value = exchange.findings.value if exchange.findings else None
    if exchange.query.ask == "count" and isinstance(value, int) and value > 1:
        return True
    return len(items if exchange.query.ask not in _OF_THINGS else members(exchange)) > 1


def _fits(found: list[FoundItem], noun: str) -> bool:
    return noun not in words("task_words") or all(item.what == "task" for item in found)


def alone(item: FoundItem, query: MemoryQuery, earlier: EarlierExchange | None) -> EarlierExchange:
    """The exchange before as if one item alone had been asked about and told."""
    asked = _asked_of(item, query)
    told = Findings(asked, None, "known", (item,), tuple(node for node in (item.node,) if node))
    return EarlierExchange(asked, told, earlier)


def _asked_of(other: FoundItem, query: MemoryQuery) -> MemoryQuery:
    """The same question about another item."""
    of = of_item(other, query.of)
    if query.ask in _OF_THINGS and other.kind:
        of = Selection(query.of.subject, query.of.actions, thing=ThingFilter((other.kind,)), time=query.of.time)
    if other.what == "task" and query.ask in ("when", "ago") and other.status in _UNDONE:
        of = replace(of, outcomes=(other.status,))  # when it was tried
    return replace(query, of=replace(of, ordinal=None), against=(), claim=None, left_out=())


_ONE = r"(?P<one>one|one of (?:them|those|these)|the other(?: one)?|another(?: one)?)"
_IT = r"(?P<it>it|they)"
_WAS = r"(?:was|were|came|had been)"
_REALLY = r"(?:(?:really|actually|truly|indeed) )"
_WHERE = r"(?:in|on|inside|from|under|at|out of) (?P<place>(?:the|a|an|my|our) \w+(?: \w+)?)"
_ONCE_MORE = re.compile(
    rf"^(?:(?:and|but|so|really|that) )*(?:{_ONE} {_WAS} {_REALLY}?|{_IT} {_WAS} {_REALLY}){_WHERE}$"
)
_MOVED = {"taken": "Pickup", "put": "Place"}
"""What was asked → the action that was told of."""
_NEAR = 2
"""So many exchanges back it may have been told: the last may be "are you sure?"."""


def told_there(sentence: str, before: EarlierExchange | None, lexicon: Lexicon) -> MemoryQuery | None:
    """Whether one of those of which it was told where they came from, or went, was at a place; None for other turns.

    Args:
        sentence: The sentence.
        before: What it leans on.
        lexicon: What things are called.
    """
    found = _ONCE_MORE.match(plain(sentence))
    place = lexicon.find(found["place"].split()) if found is not None else None
    if found is None or place is None:
        return None
    for one in [*exchanges(before)][:_NEAR]:
        of, action = one.query.of, _MOVED.get(one.query.ask)
        if action is None or not of.thing.types:
            continue
        items = one.items
        if found["it"] and not any(item.place in place.types for item in items):
            return None
        deeds = Selection("deeds", (action,), thing=ThingFilter(of.thing.types), place=ThingFilter(place.types))
        return MemoryQuery("exists", deeds, text=plain(sentence))
    return None
