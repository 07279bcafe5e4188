"""The time and the day, for somebody who asks: "what time is it?", "what day is it today?"."""

from __future__ import annotations

import re
from datetime import datetime

_LEAD = (
    r"(?:(?:hey|oh|um|sorry|and|so|please|robot|excuse me|by the way|can you tell me|do you know|tell me)\b[ ,.:]*)*"
)
_TAIL = r"(?: (?:right )?now| please| today| then| by the way| already| there)*[ ?.!]*"
_TIME = re.compile(rf"{_LEAD}(?:what(?:'s| is) the time|what time (?:is it|it is|have we got)|how late is it){_TAIL}")
_DAY = re.compile(
    rf"{_LEAD}(?:(?:what|which) day(?: of the (?:week|month))? (?:is it|is today|it is|do we have)"
    rf"|what(?:'s| is) (?:the date|today's date|the day)|what(?:'s| is) today){_TAIL}"
)


def time_told(text: str, now: datetime) -> str:
    """The answer to a question of the time or the day; "" where something else is asked.

    Args:
        text: A tidied utterance.
        now: The home's time.
    """
    if _TIME.fullmatch(text):
        return f"It is {now:%H:%M}."
    return f"It is {now:%A}, {now.day} {now:%B %Y}." if _DAY.fullmatch(text) else ""
