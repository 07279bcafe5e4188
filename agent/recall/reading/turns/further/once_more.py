"""Whether what was told to have been tried was tried once more: "did you try again later?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import of_item
from agent.recall.reading.turns.members import exchanges

_TRIED_AGAIN = re.compile(
    r"^(?:(?:and|but|so|then|ok) )*(?:did|have|had) you (?:ever |then )?"
    r"(?:(?:try|tried|attempt|attempted)(?: (?:it|that|to do (?:it|that)))? "
    r"(?:again|once more|once again|another time|a second time)|(?:retry|retried)(?: (?:it|that))?"
    r"|(?:make|made) (?:another|a second|a new) (?:attempt|try))"
    r"(?: (?:later|afterwards|after that|since|since then|then|that day|at all|on))*$"
)
_NEAR = 3
"""So many exchanges back it may have been told what was tried."""
_TRIED = frozenset({"failed", "partly", "interrupted"})


def tried_again(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """Whether the one task that was told to have been tried was begun again after that; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    if _TRIED_AGAIN.match(" ".join(said)) is None:
        return None
    for one in islice(exchanges(before), _NEAR):
        told = [item for item in one.items if item.what == "task"]
        if told:
            return _after(told[0], one, " ".join(said)) if len({item.name for item in told}) == 1 else None
    return None


def _after(item: FoundItem, told: EarlierExchange, text: str) -> MemoryQuery | None:
    if item.status not in _TRIED:
        return None
    tried = of_item(item, told.query.of)
    of = Selection("tasks", task=item.name, relation="after", others=(replace(tried, ordinal=None),))
    return MemoryQuery("list", of, text=text)
