"""Whether it was the same with another thing: "the plant, was that the same problem?", "the same one for the pear?".

What was asked before is asked of the other thing, and both answers are compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.recall.algebra.findings import Findings
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges

_THING = r"(?P<what>(?:the|my|our|your|that) [\w' -]+?)"
_OF_REASONS = r"(?:problem|reason|issue|trouble|story|cause|difficulty|excuse|explanation)"
_TROUBLE = re.compile(
    rf"^\W*(?:(?:and|but|so|or|then|well|ok|okay),? )*(?:(?:what|how) about )?{_THING}, ?"
    rf"(?:(?:was|is) (?:it|that|this) )?(?:also )?(?:for )?(?:the )?same(?: (?P<kind>\w+))?(?: again| too| there)?\W*$"
    rf"|^\W*(?:(?:and|but|so|or),? )*was (?:it|that) (?:also )?(?:for )?the same(?: (?P<sort>\w+))? (?:with|for) "
    rf"(?P<other>(?:the|my|our|your|that) [\w' -]+?)\W*$",
    re.IGNORECASE,
)
"""Whether what went wrong with one thing went wrong with another."""
_USED = re.compile(
    r"^\W*(?:(?:and|but|so|or),? )*did you (?:also )?use (?:the|that) same \w+(?: \w+)? "
    r"(?:for|on|with|to (?P<verb>\w+)) "
    rf"{_THING}(?: (?:with|too|as well))?\W*$",
    re.IGNORECASE,
)
"""Whether something was done to another thing with what it was done with to the one."""
_NAMED = re.compile(r"\b(?:a|an|the) [\w ]+")


@dataclass(frozen=True)
class SamenessQuestion:
    """What has to be asked of the other thing.

    Attributes:
        said: The question about the other thing.
        leans_on: What it leans on; None where it stands alone.
        told: What is compared with its answer: what was told of the first thing.
    """

    said: str
    leans_on: EarlierExchange | None
    told: Findings


def asks_sameness(text: str) -> bool:
    """Whether a text asks if it was the same with another thing."""
    return _TROUBLE.match(text) is not None or _USED.match(text) is not None


def sameness(text: str, before: EarlierExchange | None) -> SamenessQuestion | None:
    """What has to be asked to say whether it was the same with another thing; None for any other text.

    Args:
        text: The whole text, spelling corrected.
        before: What it leans on.
    """
    if (used := _USED.match(text)) is not None:
        one = _latest(before, lambda each: each.query.ask == "tool" and isinstance(_value(each), str))
        asked = f"what did you {used['verb']} {used['what']} with" if used["verb"] else f"and {used['what']}"
        return _asked(asked, one, alone=bool(used["verb"]))
    found = _TROUBLE.match(text)
    kind = (found["kind"] or found["sort"] or "") if found is not None else ""
    if found is None or (kind and re.fullmatch(_OF_REASONS, kind.lower()) is None):
        return None
    what = found["what"] or found["other"]
    return _asked(
        f"what went wrong with {what}", _latest(before, lambda each: bool(_reasons(each.findings))), alone=True
    )


def _asked(said: str, one: EarlierExchange | None, alone: bool) -> SamenessQuestion | None:
    if one is None or one.findings is None:
        return None
    return SamenessQuestion(said, None if alone else replace(one, findings=None), one.findings)


def same_told(told: Findings, other: Findings | None) -> bool | None:
    """Whether what was found of two things is the same; None where of one of them nothing is known."""
    if other is None or other.status in ("forgotten", "unsure", "never happened"):
        return None
    reasons, others = _reasons(told), _reasons(other)
    if reasons or others:
        return bool(reasons & others)
    return told.value == other.value if told.value and other.value else None


def _latest(before: EarlierExchange | None, fits: Callable[[EarlierExchange], bool]) -> EarlierExchange | None:
    return next((each for each in exchanges(before) if fits(each)), None)


def _value(exchange: EarlierExchange) -> object:
    return exchange.findings.value if exchange.findings else None


def _reasons(found: Findings | None) -> frozenset[str]:
    """Why something was not done, without what that was: "I could not find" of "I could not find a vase"."""
    items = found.items if found is not None else ()
    parts = [part for item in items if item.what == "task" for part in item.reason.split(";") if item.status != "done"]
    return frozenset(_NAMED.sub("", part).strip() for part in parts if part.strip())
