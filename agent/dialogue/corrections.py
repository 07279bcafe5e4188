"""Corrections of what was asked: "no, I meant the plate", "not the mug but the plate"."""

from __future__ import annotations

import re

from agent.requests.intents import plain

_WRONG = re.compile(
    r"^(?:(?:no|nope|wrong|sorry|actually|rather"
    r"|that(?:'s| is| was) (?:wrong|not (?:it|right|what i meant|what i asked)))\b[,.; ]*)+"
)
_MEANT = re.compile(r"^(?:i (?:mean|meant|was asking|asked)(?: about| for)?|asking about|the one)\b[,: ]*")
_NOT_BUT = re.compile(r"^not (?P<wrong>.+?),? (?:but |i meant? |rather )(?P<right>.+)$")
_BUT_NOT = re.compile(r"^(?P<right>.+?),? (?:and )?not (?P<wrong>.+)$")
_QUESTION = re.compile(r"^(what|when|where|which|who|whom|whose|why|how|did|do|was|were|is|are|have|has)\b")


def corrected(utterance: str) -> str | None:
    """A correction as a question that leans on the one before; None when it does not say what was meant.

    Args:
        utterance: "no, the plate", "I meant yesterday", "not the mug but the plate", "the plate, not the mug".
    """
    text = _MEANT.sub("", _WRONG.sub("", plain(utterance)))
    swapped = _NOT_BUT.match(text) or _BUT_NOT.match(text)
    if swapped:
        text = _MEANT.sub("", swapped["right"])
    if not text:
        return None
    return f"{text}?" if _QUESTION.match(text) else f"what about {text}?"
