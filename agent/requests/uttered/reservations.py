"""What has to be said before something is done, because it is done a little otherwise than it was put."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import BESIDE, Errand
from agent.requests.instructions import Begin, Instruction, Remark, Revise
from agent.requests.terms.accounting import SIDE

_IN_CUPS = re.compile(r"\b(?:in|into|using|with) (?:an?|the|my|our|that|this|two|three)(?: [a-z]+)? cups?\b(?! of)")


def with_reservations(text: str, settled: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """What is to be done, with what has to be said of it first.

    Args:
        text: The utterance, tidied.
        settled: What it comes to.
    """
    begun: list[Errand] = [one.errand for one in settled if isinstance(one, Begin)]
    changed = [one.new for one in settled if isinstance(one, Revise) and one.new is not None]
    remarks: list[Remark] = []
    if _IN_CUPS.search(text) and any(one.name == "Coffee" for one in begun):
        remarks.append(Remark("A coffee machine takes mugs, no cups: I make it in a mug."))
    if SIDE.search(text) and any(BESIDE in one.params for one in (*changed, *begun)):
        remarks.append(Remark("I cannot tell left from right of a thing: I go by what is next to it."))
    return (*remarks, *settled)
