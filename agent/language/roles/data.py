"""Putting what was lived and said into a prompt, and taking words out of an answer, as data.

Whatever somebody said, named a thing or wrote as a rule goes into a prompt as a JSON string on one line: it cannot end
the line, begin a section of its own or hide in characters that nobody sees. What a model writes comes back as one line
of plain text.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that are no text: controls, direction marks, halves of characters, unassigned ones."""


def one_line(text: str, most: int) -> str:
    """Text on one line without characters that nobody sees, at most so many characters long."""
    plain = "".join(
        " " if c in "\n\r\t" or unicodedata.category(c) in ("Zl", "Zp") else c
        for c in text
        if c in "\n\r\t" or unicodedata.category(c) not in _UNSEEN or unicodedata.category(c) in ("Zl", "Zp")
    )
    plain = " ".join(plain.split())
    return plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"


def quoted(text: str, most: int = 300) -> str:
    """Text as a JSON string on one line, at most so many characters of it."""
    return json.dumps(one_line(text, most), ensure_ascii=False)


def numbered(texts: Iterable[str], none: str, most: int = 300) -> str:
    """Texts as numbered lines, quoted; ``none`` when there are none."""
    return "\n".join(f"{number}. {quoted(text, most)}" for number, text in enumerate(texts, 1)) or none
