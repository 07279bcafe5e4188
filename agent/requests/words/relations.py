"""Relations between things in requests, each by one word."""

from __future__ import annotations

import re

NEXT_TO = "beside"
"""The word for what is next to something."""
_NEXT = re.compile(
    r"\b(?:right |directly |just )?(?:next to|beside|alongside|adjacent to|close to|near(?: to)?|close by"
    r"|by the side of|by(?= (?:the|a|an|my|our|that)\b))\b"
    r"|\b(?:to )?where(?= (?:the|a|my|our)\b[\w ]+? (?:is|are|stands?|lies?|lives?|goes|belongs?|was|were)\b)"
)


def relations(text: str) -> str:
    """The words with one word for each relation between things."""
    text = re.sub(r"^(.+?) (?:off|out of|from) (.+?),? and (?=(?:on|in|into|onto|to)\b)", r"\1 from \2 ", text)
    text = re.sub(r"\b(?:(?:on|to|at) )?(?:the )?(left|right)(?: hand)?(?: side)? of\b", r"beside", text)
    text = re.sub(r"\b(?:in|on|into|onto|to|inside) (?:the|a|that) [\w ]{2,20}? (?=where (?:the|a|my|our)\b)", "", text)
    text = _NEXT.sub(NEXT_TO, text)
    text = re.sub(
        rf"\b{NEXT_TO}((?:(?!\b{NEXT_TO}\b).)*?) (?:is|are|stands?|lies?|lives?|goes|belongs?|was|were)\b",
        rf"{NEXT_TO}\1",
        text,
    )
    return re.sub(r"\b(?:out of|off of|off)\b(?= (?:the|a|my|our)\b)", "from", re.sub(r"\bon top of\b", "on", text))
