"""What was said before or after what was told: "what did I tell you shortly afterwards?", "what did I say next?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, SpanOfTime
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from memory.reading.traces import Scope

_BESIDE = re.compile(
    r"^(?:(?:and|but|so|then|ok|okay|now|well) )*(?:what|anything|did i|did you)(?: else)? "
    r"(?:(?:did|have|had) )?(?P<who>i|you) (?:then )?(?:say|said|tell|told|mention|mentioned)(?: (?:to )?(?:you|me))?"
    r"(?: (?:shortly|right|just|directly|immediately|soon|straight))?"
    r" (?:(?P<after>after(?:wards)?(?: (?:that|this|it))?|next|later(?: on)?|following that)"
    r"|(?P<before>before(?:hand)?(?: (?:that|this|it))?))$"
)
_AGAIN = re.compile(
    r"^(?:(?:and|but|so|ok) )*"
    r"(?:(?P<after>after(?:wards)?(?: (?:that|this))?|next|then)|(?P<before>before(?: (?:that|this))?))$"
)
"""The same once more, from what was told then: "and before that?"."""
_SECOND = timedelta(seconds=1)


def said_beside(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """What was said first after, or last before, the moment that was told last; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    text = " ".join(said)
    again = _BESIDE.match(before.query.text) is not None and before.query.ask == "said"
    found = _BESIDE.match(text) or (_AGAIN.match(text) if again else None)
    told = next((one for one in exchanges(before) if one.findings is not None and one.findings.items), None)
    if found is None or told is None or told.findings is None:
        return None
    speaker = before.query.of.speaker if found.re is _AGAIN else "user" if found["who"] == "i" else "robot"
    moments = [_moment(item, told.query) for item in told.findings.items]
    if found["after"]:
        scope, number, words = Scope(max(moments) + _SECOND, None), 1, f"after {max(moments):%H:%M}"
    else:
        scope, number, words = Scope(None, min(moments) - _SECOND), -1, f"before {min(moments):%H:%M}"
    of = Selection("speech", speaker=speaker, time=SpanOfTime(scope, words), ordinal=number)
    return MemoryQuery("said", of, text=before.query.text if found.re is _AGAIN else text)


def _moment(item: FoundItem, asked: MemoryQuery) -> datetime:
    """When it was that was told: of a task when it was over, where it was not asked when somebody wanted it."""
    wanted = asked.measure == "asked" or asked.of.speaker or asked.ask == "remaining"
    if item.what == "task":
        return (item.asked or item.start) if wanted else item.end
    return item.start
