"""What only leads up to something dangerous: whoever leaves no burner on alone does not switch it on for that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.belief.hazard_kinds import kinds
from agent.requests.errands import STATE, Errand
from agent.requests.hazards.dangerous_words import Danger
from agent.requests.instructions import Begin, DangerRefusal, DoLater, Instruction
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import joined, noun


def led_up_to(one: Instruction, dangers: Iterable[Danger]) -> Danger | None:
    """The danger to which something that is to be done only leads up, one that is refused rather than another.

    Args:
        one: An instruction.
        dangers: What is dangerous in the same utterance.
    """
    found = [danger for danger in dangers if any(_leads_up(errand, danger) for errand in _errands(one))]
    return min(found, key=lambda danger: not danger.refused, default=None)


def _leads_up(errand: Errand, danger: Danger) -> bool:
    """Whether it brings the very thing, or what belongs to it, into a state that the danger needs."""
    if errand.name != STATE:
        return False
    types = frozenset(types_named(errand.params[1]))
    for state, names in danger.hazard.leads:
        together = [kinds()[name].types for name in names]
        if state == errand.params[2] and any(types & of and danger.about & of for of in (types, *together)):
            return True
    return False


def told_leads(leads: Iterable[Instruction]) -> str:
    """What is not done together with the danger that it leads up to, in words; empty for nothing."""
    return joined([errand.told for one in leads for errand in _errands(one)])


def _errands(one: Instruction) -> tuple[Errand, ...]:
    return (one.errand,) if isinstance(one, Begin) else one.errands if isinstance(one, DoLater) else ()


def nothing_to_end(found: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """What is to be done, without ending later what is refused and so does not begin.

    "Switch the microwave on for one minute", with a spoon in it, leaves nothing to be switched off a minute later.

    Args:
        found: What was understood of an utterance, and what of it is refused.
    """
    reasons = " ".join(one.reason for one in found if isinstance(one, DangerRefusal))
    return tuple(one for one in found if not (isinstance(one, DoLater) and all(_ends(e, reasons) for e in one.errands)))


def _ends(errand: Errand, refused: str) -> bool:
    return errand.name == STATE and errand.params[2] in ("off", "closed") and noun(errand.params[1]) in refused
