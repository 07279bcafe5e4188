"""How many there were of what was told, and whether it was so many: "how many?", "are you sure it was not three?"."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import of_item
from agent.recall.reading.turns.members import exchanges
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.numbers import CARDINALS
from envs.vocabulary.verbs import base, changes, deeds

_SOON = r"^(?:(?:and|but|so|then|ok|okay|well|now|really|oh|hm|i see) )*"
_IN_ALL = (
    r"(?: (?:in all|all in all|in total|in sum|altogether|all together|overall|exactly|precisely|then|in the end|"
    r"(?:of (?:them|those|these|it)))(?: now)?)*$"
)
_HOW_MANY = re.compile(
    rf"{_SOON}(?:how many|what number|and the number)(?: pieces?| of (?:them|those|these|it))?"
    r"(?: (?:(?:was|were) (?:there|it|that|those|they|these|this)|(?:it|they|that|there|those) (?:was|were)"
    r"|(?:is|are) (?:it|that|those|they|these|this)|(?:does|did) (?:that|it|this|those) make|was the number))?"
    rf"{_IN_ALL}"
)
_NUMBER = rf"(?P<number>\d+|(?!zero\b)(?:{'|'.join(one for one in CARDINALS if '-' not in one)}))"
_THEM = r"(?: (?:of (?:them|those|these|it)|(?P<noun>(?!times\b|minutes\b|hours\b|days\b|o\b)[a-z]+)))?"
_WAS = (
    r"(?:(?:it|that|there|they|those|you (?:had|did)) (?:(?:was|were|had|put|made) )?"
    r"|(?:was|were) (?P<neg>not )?(?:it|that|there|they|those) )"
)
_SURE = (
    r"(?:(?:are you|you are|is that|is it) (?:(?:quite|really|very|absolutely|so) )?(?:sure|certain|positive)"
    r"(?: that)? |(?:sure|certain)(?: that)? )"
)
_WAS_IT = re.compile(
    rf"{_SOON}(?:{_SURE}?(?P<said>{_WAS})|{_SURE})?(?P<not>not )?(?:really |actually )?(?:only |just |exactly )?"
    rf"{_NUMBER}{_THEM}(?: (?:then|instead|in fact|after all|in all|altogether|in total))*$"
)
_OF_DEEDS = frozenset({"list", "exists", "when", "ago", "steps"})
"""Asks for deeds of which it may be asked how many things there were."""
_OF_TASKS = frozenset({"exists", "outcome", "when", "ago", "duration", "list", "why", "who"})
"""The same for a task."""
_NEAR = 2
"""So many exchanges back they may have been counted."""


def how_many(said: str, before: EarlierExchange) -> MemoryQuery | None:
    """How many things it was done to what was told, or whether so many; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    if _HOW_MANY.match(said) is not None:
        return _counted(before, said)
    asked = _WAS_IT.match(said)
    if asked is None:
        return None
    for one in islice(exchanges(before), _NEAR):
        if one.query.ask == "count":
            return _held_to(replace(one.query, claim=None, left_out=(), text=said), asked)
        bare = {*said.split()} & {"it", "that"} and not asked["noun"]  # "was it two?" may be of the clock
        if (counted := _counted(one, said)) is not None and (one.query.ask == "list" or not bare):
            return _held_to(counted, asked)
    return None


def _counted(told: EarlierExchange, said: str) -> MemoryQuery | None:
    """How many things there were of one kind in the deeds that were told, or in the one task; None for all else."""
    of, items = told.query.of, told.items
    if {item.what for item in items} == {"deed"}:
        kinds = {item.kind for item in items}
        one = of.subject == "deeds" and len(kinds) == 1 and "" not in kinds and of.ordinal is None
        if not one or told.query.ask not in _OF_DEEDS or not (of.actions or of.change):
            return None
        of = replace(of, thing=ThingFilter((*kinds,), of.thing.states))
        return MemoryQuery("count", of, counted="things", text=said)
    if of.subject == "failures" and told.query.ask == "list" and items:
        return MemoryQuery("count", Selection("tasks", outcomes=("failed", "partly"), time=of.time), text=said)
    if len(items) != 1 or items[0].what != "task" or told.query.ask not in _OF_TASKS or not _handles(items[0]):
        return None
    return MemoryQuery("count", of_item(items[0], of), counted="things", text=said)


def _handles(task: FoundItem) -> bool:
    """Whether a task was done that is called by what was done to which things."""
    said = task.name.lower().split()
    verb = base(said[0]) if said else None
    known = verb is not None and (verb in changes() or deeds().get((verb,)) in ("Place", "Pickup"))
    return known and task.status in ("done", "partly") and full_lexicon().find(said) is not None


def _held_to(counted: MemoryQuery, asked: re.Match[str]) -> MemoryQuery | None:
    """A count held to a number; one that is doubted is only told once more."""
    named = full_lexicon().find([asked["noun"]]) if asked["noun"] else None
    if asked["noun"] and (named is None or not {*named.types} & {*counted.of.thing.types}):
        return None
    if asked["not"] or asked["neg"]:
        return counted
    number = int(asked["number"]) if asked["number"].isdigit() else CARDINALS[asked["number"]]
    return replace(counted, claim=number)
