"""Utterances that lean on the question before: "and the day before?", "no, I meant the plate".

What a question leans on is completed by ``agent.recall.follow_ups``; here is what only a conversation knows: the day
that the last answer was about, and that a correction asks the last question anew.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from agent.recall.follow_ups import AnsweredQuestion, FollowUps
from agent.recall.understanding.times import TimeReader
from agent.requests.intents import plain
from memory.reading.view import View

_NEXT_DAY = re.compile(
    r"\bthe (day|evening|morning) (before|after)\b(?! yesterday)|\bthe (next|previous|following) day\b"
)
_WRONG = re.compile(
    r"^(?:(?:no|nope|wrong|sorry|actually|rather"
    r"|that(?:'s| is| was) (?:wrong|not (?:it|right|what i meant|what i asked)))\b[,.; ]*)+"
)
_MEANT = re.compile(r"^(?:i (?:mean|meant|was asking|asked)(?: about| for)?|asking about|the one)\b[,: ]*")
_NOT_BUT = re.compile(r"^not (?P<wrong>.+?),? (?:but |i meant? |rather )(?P<right>.+)$")
_BUT_NOT = re.compile(r"^(?P<right>.+?),? (?:and )?not (?P<wrong>.+)$")
_QUESTION = re.compile(r"^(what|when|where|which|who|whom|whose|why|how|did|do|was|were|is|are|have|has)\b")


def complete(utterance: str, before: AnsweredQuestion, lived: date | None, view: View, now: datetime) -> str:
    """A question as one that stands for itself; unchanged when it does so already.

    Args:
        utterance: What was asked.
        before: The exchange it may lean on.
        lived: The day that the last answer was about, None when unknown.
        view: The memory.
        now: When it is asked.
    """
    text = plain(utterance).replace("following day", "next day")
    if lived is not None and _NEXT_DAY.search(text) and not TimeReader(now, view).read(plain(before.question)).words:
        before = AnsweredQuestion(f"{plain(before.question)} on {lived.isoformat()}", before.answer)
    return FollowUps(view, now).complete(text if "next day" in text else utterance, before)


def corrected(utterance: str, before: AnsweredQuestion, lived: date | None, view: View, now: datetime) -> str | None:
    """The question before, put right; None when the utterance does not say how.

    As ``complete``; understands "no, the plate", "I meant yesterday", "not the mug but the plate" and
    "the plate, not the mug".
    """
    text = _MEANT.sub("", _WRONG.sub("", plain(utterance)))
    swapped = _NOT_BUT.match(text) or _BUT_NOT.match(text)
    if swapped:
        wrong, text = _bare(swapped["wrong"]), _bare(_MEANT.sub("", swapped["right"]))
        asked = plain(before.question)
        return re.sub(rf"\b{re.escape(wrong)}\b", text, asked, count=1) + "?" if wrong and wrong in asked else None
    if not text:
        return None
    if _QUESTION.match(text):
        return f"{text}?"
    for follow in (f"what about {text}?", f"what about the {text}?", f"what about {text.removeprefix('on ')}?"):
        found = complete(follow, before, lived, view, now)
        if found != follow:
            return found
    return None


def _bare(name: str) -> str:
    """A name without its article."""
    return re.sub(r"^(?:the|a|an|my|your) ", "", name.strip())
