"""A question that proposes work stays open while something else is said: that is seen to, and it is asked again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.instructions import (
    Answered,
    Begin,
    Chat,
    Clarification,
    DoLater,
    Instruction,
    RecallQuestion,
    Remark,
    Revise,
    StatusRequest,
    Unheeded,
)

_PASSES_OVER = (Answered, Begin, DoLater, RecallQuestion, Remark, StatusRequest, Unheeded)
"""What neither answers a question nor asks another."""
_NO = re.compile(
    r"^(?:(?:oh|ah|ugh|well|wait|please)\b[ ,.!]*)*(?:(?:no|nope|nah|never ?mind|neither|stop"
    r"|forget (?:it|that|about it))\b"
    r"|(?:don't|do not)(?: (?:bother|do (?:it|that)|worry))?[ .!]*$)"
)


def standing_open(text: str, found: Sequence[Instruction], asked: Clarification) -> tuple[Instruction, ...]:
    """What was understood, with the question behind it that it passes over; talk is left out.

    Args:
        text: What was said, tidied.
        found: What that comes to.
        asked: The question that stands open.
    """
    proposes = any(isinstance(one, Begin | Revise) for one in asked.then) and not (asked.before or asked.after)
    if not proposes or asked.grave or not found or asked in found:
        return tuple(found)
    talk = [
        one for one in found if isinstance(one, Chat) and one.kind in ("unknown", "no", "hello", "how", "who", "help")
    ]
    if (talk and _NO.match(text)) or not all(isinstance(one, _PASSES_OVER) or one in talk for one in found):
        return tuple(found)
    return (*(one for one in found if one not in talk or one.kind != "no"), asked)
