"""Which one of several is meant by "that mug": the one that was handled for the task that was told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from envs.vocabulary.nouns import full_lexicon

_WHERE_THAT = re.compile(
    r"^(?:(?:and|so|but|then|ok|well) )*where (?:is|are) (?:that|this|the same|those|these) (?P<noun>\w+(?: \w+)?)"
    r"(?: (?:now|at present|at the moment|right now|today))?$"
)
_NEAR = 2
"""So many exchanges back the task may have been told."""


def where_that_one(said: str, before: EarlierExchange | None) -> MemoryQuery | None:
    """Where the thing is that was handled for the one task that was told; None for every other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    found = _WHERE_THAT.match(said)
    named = full_lexicon().find(found["noun"].split()) if found is not None else None
    if named is None or named.first:
        return None
    for one in islice(exchanges(before), _NEAR):
        items = one.findings.items if one.findings else ()
        if len(items) == 1 and items[0].what == "task" and items[0].status in ("done", "partly"):
            if not _names(items[0].name, named.types):
                return None
            of = Selection("sights", thing=ThingFilter(named.types), task=items[0].name)
            return MemoryQuery("where", of, text=said)
        if any(item.kind in named.types for item in items):
            return None
    return None


def _names(name: str, types: Sequence[str]) -> bool:
    """Whether a task's name has a thing of some classes."""
    said, named = name.lower().split(), full_lexicon().find(name.lower().split())
    while named is not None:
        if {*named.types} & {*types}:
            return True
        named = full_lexicon().find(said, named.last)
    return False
