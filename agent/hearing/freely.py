"""What is said freely: with many more words than what it comes to needs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.instructions import Begin, DoLater, Instruction

_WORD = re.compile(r"[a-z0-9']+")
_FREELY = 1.4
"""So many times the words of plain speech (docs/rewriting.md)."""
_SHORT = 6
"""Words from which a change of the work that names no deed may be free speech."""


def wordier(said: str, plain: str) -> bool:
    """Whether a sentence takes many more words than plain ones do.

    Args:
        said: The sentence.
        plain: The plain words.
    """
    return _count(said) >= _FREELY * _count(plain)


def said_freely(said: str, read: Sequence[Instruction]) -> bool:
    """Whether a sentence takes many more words than what it was read as; plain speech costs no second reading.

    Args:
        said: The sentence.
        read: What it was read as.
    """
    begun = [one.errand for one in read if isinstance(one, Begin)]
    begun += [errand for one in read if isinstance(one, DoLater) for errand in one.errands]
    plain = " ".join(one.told for one in begun)
    return wordier(said, plain) if begun else _count(said) >= _SHORT


def _count(text: str) -> int:
    return len(_WORD.findall(text.lower()))
