"""What is dangerous in a change of the work at hand: "in the microwave instead", of a fork."""

from __future__ import annotations

from collections.abc import Sequence

from agent.requests.amending import amended
from agent.requests.errands import Errand, named_words
from agent.requests.hazards.dangerous_words import Danger
from agent.requests.hazards.dangers import Contents, errand_danger, refusal, warning
from agent.requests.instructions import Amend, Clarification, DangerRefusal, Instruction, Revise


def safely_changed(
    found: Sequence[Instruction], tasks: Sequence[Errand], contents: Contents
) -> tuple[Instruction, ...]:
    """Instructions without a change that would make the work dangerous: it is refused, or asked about once.

    Args:
        found: What was understood.
        tasks: What is being done or still to be done.
        contents: What is known to lie where.
    """
    return tuple(_safe(one, tasks, contents) for one in found)


def _safe(one: Instruction, tasks: Sequence[Errand], contents: Contents) -> Instruction:
    old, new = _change(one, tasks)
    if new is None:
        return one
    others = [task for task in tasks if task != old]
    danger = errand_danger(new, (new, *others), contents)
    if danger is None or (old is not None and _is_known(danger, errand_danger(old, tasks, contents))):
        return one
    if danger.refused:
        return DangerRefusal(refusal(danger))
    return Clarification(warning([danger]), options=("yes",), then=(one,), grave=True)


def _is_known(danger: Danger, before: Danger | None) -> bool:
    """Whether the work was as dangerous before: that was asked about then."""
    return before is not None and (before.hazard, before.refused) == (danger.hazard, danger.refused)


def _change(one: Instruction, tasks: Sequence[Errand]) -> tuple[Errand | None, Errand | None]:
    """The task that is changed, and what it comes to."""
    if isinstance(one, Revise):
        return one.old, one.new
    for task in tasks if isinstance(one, Amend) else ():
        new = amended(task, one) if isinstance(one, Amend) and (not one.about or one.about in named_words(task)) else ""
        if isinstance(new, Errand):
            return task, new
    return None, None
