"""What was asked for while the task went on that was told: "what were you asked to do in the middle of it?"."""

from __future__ import annotations

import re
from itertools import islice

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import of_item
from agent.recall.reading.turns.further.still_due import told_alone
from agent.recall.reading.turns.members import exchanges

_ANY = r"(?:anything|something|any thing|any other (?:thing|task)|another (?:thing|task)|else|more)"
_ASKED = (
    r"(?:(?:what|which (?:other )?(?:task|tasks|job|jobs|thing|things))(?: else| other (?:task|thing))? "
    r"(?:(?:were|had) you (?:been )?(?:asked|told|requested|ordered|given)"
    r"|did (?:i|we|you|they|anyone|anybody|somebody|someone) (?:ask|want|request|tell|order|get asked|have)|"
    r"was (?:asked|requested|wanted)|came (?:up|in)|interrupted)"
    rf"|(?:were you (?:asked|told)|did (?:i|we|they|anyone|anybody|somebody|someone) (?:ask|want|request|tell))"
    rf"(?: (?:you|for|to|do))* {_ANY}(?: else)?)"
)
_IT = r"(?:it|that|this|them|those|all (?:of )?(?:that|this))"
_MEANWHILE = re.compile(
    rf"^(?:(?:and|but|so|then|ok|okay|well) )*{_ASKED}(?: (?:you|me|of|from|for|to|do|done))* "
    rf"(?:(?:right |bang )?in the (?:middle|midst) of {_IT}|in the middle|halfway through(?: {_IT})?|in the meantime"
    rf"|meanwhile|in the course of {_IT}|during {_IT}"
    rf"|(?:while|as|when) you were (?:still )?(?:at|on|busy with|doing|working on) {_IT})$"
)
_NEAR = 3
"""So many exchanges back the task may have been told."""


def asked_meanwhile(said: str, before: EarlierExchange) -> MemoryQuery | None:
    """What was asked for between the beginning and the end of what was told last; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    if _MEANWHILE.match(said) is None:
        return None
    for one in islice(exchanges(before), _NEAR):
        of, task = one.query.of, told_alone(one)
        if task is not None:
            return _between(of_item(task, of), said)
        if one.items:
            thing = of.thing if of.subject in ("deeds", "sights") else ANYTHING
            return _between(Selection("tasks", thing=thing, time=of.time), said) if thing.types else None
    return None


def _between(task: Selection, said: str) -> MemoryQuery:
    of = Selection("tasks", speaker="user", relation="during", others=(task,))
    return MemoryQuery("list", of, text=said)
