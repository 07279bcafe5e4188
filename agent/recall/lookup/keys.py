"""What makes two wordings of a task or a step the same."""

from __future__ import annotations

import re
from functools import lru_cache


def step_key(text: str) -> str:
    """A step without what the sets word in two ways: blanks, and "in" for "on"."""
    return key(re.sub(r"\bin\b", "on", text.lower()))


@lru_cache(maxsize=16384)
def key(text: str) -> str:
    """Letters and digits of a text: "slice(s) of credit card" and "slices of creditcard" are the same."""
    return re.sub(r"[^a-z0-9]", "", text.lower())
