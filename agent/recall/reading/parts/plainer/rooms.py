"""Questions for the rooms that somebody was in: of rooms a memory keeps nothing but what stood there."""

from __future__ import annotations

import re
from functools import cache

from agent.recall.reading.parts.wordlists import words
from agent.recall.understanding.plain_words import plain

NO_ROOMS = "I do not know one room from another: I only know what I did and saw, and in or on what that was."
"""What is said to them."""


def asks_of_room(sentence: str) -> bool:
    """Whether it is asked if, when or how often the robot was in a room: "have you been in the bathroom?".

    Args:
        sentence: The question.
    """
    return _pattern().search(plain(sentence)) is not None


@cache
def _pattern() -> re.Pattern[str]:
    rooms = "|".join(sorted(words("rooms") | {"living room", "dining room", "bed room", "bath room"}))
    asks = r"(?:when |how often |how many times |why )?(?:have|had|did|were|was)"
    being = r"(?:been(?: in| to| inside)?|go(?:ne)?(?: in| to| into| inside)|enter(?:ed)?|visit(?:ed)?|in|inside)"
    when = r"(?: (?:today|yesterday|before|yet|lately|last|at all|this \w+|on \w+))*"
    return re.compile(
        rf"^(?:(?:and|so|but|then) )*(?:{asks} you (?:ever |also |already |last )?{being} (?:the|a|an|any|my|our) "
        rf"(?:{rooms})|(?:what|which) rooms? (?:have|were|did) you (?:been |go |enter(?:ed)? |visit(?:ed)? )?"
        rf"(?:in|to|into)?){when}\W*$"
    )
