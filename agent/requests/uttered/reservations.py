"""What has to be said before something is done, because it is done a little otherwise than it was put."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import BESIDE, STATE, Errand
from agent.requests.instructions import Begin, Instruction, Remark, Revise
from agent.requests.terms.accounting import SIDE

_IN_CUPS = re.compile(r"\b(?:in|into|using|with) (?:an?|the|my|our|that|this|two|three)(?: [a-z]+)? cups?\b(?! of)")

_IN_ITS_SHELL = re.compile(r"\b(?:hard|soft)?[- ]?boil(?:ed|ing)?\b")
_CRACKED = re.compile(r"\b(?:poach|crack|break)(?:ed|ing|s)?\b")
_SHELL_STAYS = "An egg cannot be boiled in its shell here: I crack it and cook it in water."


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
    if any(map(_is_of_boiled_eggs, (*changed, *begun))) and _IN_ITS_SHELL.search(text) and not _CRACKED.search(text):
        remarks.append(Remark(_SHELL_STAYS))
    if SIDE.search(text) and any(BESIDE in one.params for one in (*changed, *begun)):
        remarks.append(Remark("I cannot tell left from right of a thing: I go by what is next to it."))
    return (*remarks, *settled)


def _is_of_boiled_eggs(errand: Errand) -> bool:
    """Whether eggs are cooked in water, for which they are cracked first."""
    return errand.name == "Poach Egg" or (errand.name == STATE and errand.params[1:] == ("EggCracked", "boiled"))
