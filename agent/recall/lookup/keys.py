"""What makes two wordings of a task or a step the same."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=16384)
def key(text: str) -> str:
    """Letters and digits of a text: "slice(s) of credit card" and "slices of creditcard" are the same."""
    return re.sub(r"[^a-z0-9]", "", text.lower())
