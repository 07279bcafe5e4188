"""For how long something shall be so: "switch the lamp on for ten minutes", "leave the blinds open until nine"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from agent.planning.due import Due
from agent.planning.terms import OnlyIf, Term, WhichThings
from agent.requests.errands import STATE, Errand
from agent.requests.instructions import Begin, DoLater, Instruction, Remark
from agent.requests.times.reading import timed
from agent.requests.times.words import SPAN, span
from agent.requests.words.idioms import plainly

_FOR = re.compile(rf"(?:^|[ ,]+)for (?:about |around |just |only |exactly |another )*(?P<span>{SPAN})$")
_FOR_FIRST = re.compile(rf"^for (?:about |around |just |only |exactly |the next )*(?P<span>{SPAN}),? (?=\w)")
_UNTIL = re.compile(r"[ ,]+(?:until|till) (?:about |around |exactly )?(?P<when>[^,.;]+)$")
_BACK = {"on": "off", "open": "closed", "closed": "open"}
"""What is so for some time only → how it is afterwards; nothing is switched on where nobody may be near."""


@dataclass(frozen=True)
class Lasting:
    """How long something shall be so.

    Attributes:
        left: The words of the request without that, as a plain request.
        span: For how long; None where it is said until when.
        until: Until when.
    """

    left: str
    span: timedelta | None = None
    until: datetime | None = None

    def ends(self, due: Due | None, now: datetime) -> Due | None:
        """When it is over; None where that is before it begins, or cannot be said of every time.

        Args:
            due: When it begins; None for now.
            now: When it is said.
        """
        begins = now if due is None else due.first
        ends = self.until if self.span is None else begins + self.span
        if ends is None or ends <= begins:
            return None
        if due is None or not due.every:
            return Due(ends)
        simple = self.span is not None and not due.also and ends.date() == begins.date()
        return replace(due, first=ends) if simple else None


def lasting(text: str, now: datetime) -> Lasting | None:
    """How long something shall be so, told at either end of a request; None where it is not.

    Args:
        text: A request in lower case, without the time at which it begins.
        now: When it is said.
    """
    found = _FOR.search(text)
    if found is not None:
        return Lasting(plainly(text[: found.start()]), span(found["span"]))
    found = _FOR_FIRST.match(text)
    if found is not None:
        return Lasting(plainly(text[found.end() :]), span(found["span"]))
    found = _UNTIL.search(text)
    when = timed(f"at {found['when']}", now) if found else None
    if found is None or when is None or when.text or not when.hour or when.due is None or when.due.every:
        return None
    return Lasting(plainly(text[: found.start()]), None, when.due.first)


def set_back(found: Sequence[Instruction], due: Due) -> tuple[Instruction, ...]:
    """What brings everything back that was switched, opened or closed; nothing where anything else is done.

    Args:
        found: What is asked for, for a time only.
        due: When that is over.
    """
    begun = [one.errand for one in found if isinstance(one, Begin)]
    back = [_opposite(errand) for errand in begun]
    if not begun or not all(back) or any(not isinstance(one, Begin | Remark) for one in found):
        return ()
    errands = [one for one in back if one is not None]
    return (DoLater(tuple(Begin(one, "now" if at == 0 else "next") for at, one in enumerate(errands)), due),)


def _opposite(errand: Errand) -> Errand | None:
    if errand.name != STATE or errand.params[2] not in _BACK or any(isinstance(one, OnlyIf) for one in errand.terms):
        return None
    count, thing, state = errand.params
    return Errand(STATE, (count, thing, _BACK[state]), tuple(map(_without_switch, errand.terms)))


def _without_switch(term: Term) -> Term:
    """Which things are meant, by what does not change with what is done to them."""
    if not isinstance(term, WhichThings):
        return term
    states = tuple(one for one in term.trait.states if one[0] not in ("on", "open"))
    return replace(term, trait=replace(term.trait, states=states))
