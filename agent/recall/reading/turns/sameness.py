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
_SAME_PLACE = (
    r"(?:(?:in|at|on|from) (?:the|that) (?:very )?same (?:place|spot|location|room|one)|(?:from |in |on )?there"
    r"(?= (?:as well|too|also)))"
)
_PLACED = re.compile(
    rf"^\W*(?:(?:and|but|so|or),? )*(?:{_THING}, ?)?(?:was|were|is|are|had|has|did|would|does) "
    rf"(?P<who>it|that|they|those|(?:the|my|our|your) [\w' -]+?)(?: (?:also|perhaps|maybe|too))*"
    rf"(?P<come> (?:have )?(?:come?|been taken|got|be))?(?: (?:been|kept|lying|standing))* {_SAME_PLACE}"
    r"(?P<before> (?:before|when|at first|at the start)\b.*)?(?: (?:as well|too|also))?\W*$",
    re.IGNORECASE,
)
"""Whether another thing was where the one was, or came from there."""
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
    return any(pattern.match(text) is not None for pattern in (_TROUBLE, _USED, _PLACED))


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
    if (placed := _PLACED.match(text)) is not None and (other := _of_place(placed, before)) is not None:
        return other
    found = _TROUBLE.match(text)
    kind = (found["kind"] or found["sort"] or "") if found is not None else ""
    if found is None or (kind and re.fullmatch(_OF_REASONS, kind.lower()) is None):
        return None
    what = found["what"] or found["other"]
    return _asked(
        f"what went wrong with {what}", _latest(before, lambda each: bool(_reasons(each.findings))), alone=True
    )


def _of_place(found: re.Match[str], before: EarlierExchange | None) -> SamenessQuestion | None:
    """Where the other thing was, or came from, as it was asked of the first; None where no other is named."""
    what = found["what"] or ("" if found["who"].lower() in _PRONOUNS else found["who"])
    one = _latest(before, lambda each: each.query.ask in _PLACES and isinstance(_value(each), str))
    if one is None or not what:
        return None
    earlier = found["come"] or found["before"] or one.query.ask == "taken"
    return _asked(f"where did you get {what} from" if earlier else f"where is {what}", one, alone=True)


_PRONOUNS = frozenset({"it", "that", "they", "those"})
_PLACES = frozenset({"where", "put", "taken"})


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
    undone = [item for item in items if item.what == "task" and item.status != "done"]
    parts = [part for item in undone for part in (item.reason or item.status).split(";")]
    return frozenset(_NAMED.sub("", part).strip() for part in parts if part.strip())


def compares_itself(found: Findings) -> bool:
    """Whether something was compared with nothing but itself, or with nothing."""
    if found.query.ask == "compare" and not found.query.against and found.status == "unsure":
        return True
    told = [frozenset((item.what, item.start, item.first, item.name) for item in items) for _, items in found.sides]
    return found.query.ask in ("compare", "order") and len(told) > 1 and bool(told[0]) and len({*told}) == 1


def again(text: str, before: EarlierExchange, found: Findings | None) -> bool:
    """Whether a text asks about another one than was told of, and the same would be told once more."""
    items = found.items if found is not None else ()
    told = before.items
    return bool(items) and items == told and _OTHER.search(text.lower()) is not None


_OTHER = re.compile(r"\b(?:the|that) other \w")


def tells_the_same(text: str, before: EarlierExchange | None, found: Findings | None) -> bool:
    """Whether a text asks what else there is, and nothing is found but what was told."""
    items = found.items if found is not None else ()
    told = before.items if before is not None else ()
    return bool(items) and _ELSE.search(text.lower()) is not None and {*items} <= {*told}


_ELSE = re.compile(r"\b(?:anything|something|what|any thing) else\b")
