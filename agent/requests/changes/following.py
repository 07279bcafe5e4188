"""Words that lean on what was asked for last, when that is over: "and now the fork", "same with the mug"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.requests.amending import amended
from agent.requests.errands import Errand
from agent.requests.instructions import Amend, Begin, Instruction, Revise
from agent.requests.request_state import RequestContext

_LEANS = re.compile(
    r"^(?:and|now|also|plus|then|not|no)\b"
    r"|\b(?:too|as well|also|likewise|same|other|another|more|instead|rather|actually|next)\b"
)


_AFTER_ALL = re.compile(
    r"(?:(?:no|oh|ok|okay|actually|well|wait|please|sorry|yes|hm+|but|right)[ ,.]+)*"
    r"(?:(?:do|make) (?:it|that|this|them)(?: now| again)*|go ahead)(?: please)?,?"
    r" (?:after all|anyway|then|all the same)(?: please)?"
)
"""What was called off is wanted again."""


def followed(
    text: str, context: RequestContext, read: Callable[[RequestContext], Sequence[Instruction]]
) -> tuple[Instruction, ...]:
    """What words ask for by themselves, where they lean on what was asked for last; none where they do not.

    Args:
        text: A tidied utterance of which nothing was made.
        context: What it may lean on.
        read: Reads it as said while something is being done.
    """
    if context.tasks or not context.last:
        return ()
    if _AFTER_ALL.fullmatch(text.strip(" .!")):
        return tuple(Begin(one, "now" if at == 0 else "next") for at, one in enumerate(context.last[::-1]))
    if not _LEANS.search(text):
        return ()
    found = read(replace(context, tasks=context.last, last=()))
    errands = [_wanted(one, context.last) for one in found]
    if not errands or any(one is None for one in errands):
        return ()
    begun = [one for one in errands if one is not None]
    return tuple(Begin(one, "now" if at == 0 else "next") for at, one in enumerate(begun))


def _wanted(one: Instruction, last: Sequence[Errand]) -> Errand | None:
    """What a change of something that is over asks for: that it is done so."""
    if isinstance(one, Begin):
        return one.errand
    if isinstance(one, Revise):
        return one.new
    if isinstance(one, Amend) and not one.drop:
        new = amended(last[0], one)
        return new if isinstance(new, Errand) else None
    return None
