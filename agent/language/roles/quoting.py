"""Putting what was lived and said into a prompt, and taking words out of an answer, as data.

Whatever somebody said, named a thing or wrote as a rule goes into a prompt as a JSON string on one line: it cannot end
the line, begin a section of its own or hide in characters that nobody sees. What a model writes comes back as one line
of plain text.
"""

from __future__ import annotations

from collections.abc import Iterable

from envs.process.plain_text import for_prompt as quoted
from envs.process.plain_text import one_line

__all__ = ["numbered", "one_line", "quoted"]


def numbered(texts: Iterable[str], none: str, most: int = 300) -> str:
    """Texts as numbered lines, quoted; ``none`` when there are none."""
    return "\n".join(f"{number}. {quoted(text, most)}" for number, text in enumerate(texts, 1)) or none
