r"""Keys are never shown: whatever text of a server enters, the key is taken out of it first.

A server may echo the key it was sent: in an error, a header, an address to go to, or an answer. It is found in plain
words, as JSON writes it (``\u0073``, ``\/``) and as an address does (``%73``), whatever the case of its letters.
"""

from __future__ import annotations

import re
from typing import Any

MARK = "[key]"
"""What stands in place of a key."""

_LEAST = 8
"""Characters of a key that is taken out of answers as well; local servers are given words such as ``x`` or ``none``."""
_USER = re.compile(r"(?<=//)[^/\s@]{1,500}@")


class Secrets:
    """What must not be shown.

    Args:
        *words: Keys and passwords; empty ones are passed over.
    """

    def __init__(self, *words: str) -> None:
        known = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
        self._every = _finder(known)
        self._long = _finder([word for word in known if len(word) >= _LEAST])
        self._forms = [[_forms(c) for c in word] for word in known if len(word) >= _LEAST]

    def from_error(self, text: object) -> str:
        """What went wrong, as it may be shown: on one line, without keys, and without users in addresses."""
        told = _USER.sub("", str(text))
        return " ".join((self._every.sub(MARK, told) if self._every else told).split())

    def from_answer(self, text: str) -> str:
        """An answer without keys; those of fewer than eight characters are taken for words."""
        return self._long.sub(MARK, text) if self._long else text

    def from_value(self, value: Any) -> Any:
        """A JSON value without keys; it must not be nested more deeply than Python's stack."""
        if isinstance(value, str):
            return self.from_answer(value)
        if isinstance(value, list):
            return [self.from_value(one) for one in value]
        if isinstance(value, dict):
            return {self.from_answer(name): self.from_value(one) for name, one in value.items()}
        return value

    def unsure_from(self, text: str) -> int:
        """Where the end of a text begins that may be the beginning of a key; the text's length when none is."""
        reach = 6 * max((len(forms) for forms in self._forms), default=0)
        for start in range(max(0, len(text) - reach), len(text)):
            tail = text[start:].lower()
            if any(_begins(forms, tail) for forms in self._forms):
                return start
        return len(text)


def _forms(c: str) -> tuple[str, ...]:
    """How a character is written, in small letters."""
    small = c.lower()
    codes = {ord(small), ord(c.upper()) if len(c.upper()) == 1 else ord(c)}
    coded = [form for code in sorted(codes) for form in (f"\\u{code:04x}", f"%{code:02x}") if len(form) in (3, 6)]
    escaped = [f"\\{c}"] if c in '"\\/' else []
    return (*escaped, *coded, small)


def _finder(words: list[str]) -> re.Pattern[str] | None:
    one_of = ("".join(f"(?:{'|'.join(map(re.escape, _forms(c)))})" for c in word) for word in words)
    return re.compile("|".join(one_of), re.IGNORECASE) if words else None


def _begins(forms: list[tuple[str, ...]], tail: str) -> bool:
    at = 0
    for ways in forms:
        rest = tail[at:]
        if any(way.startswith(rest) for way in ways):
            return True
        found = next((way for way in ways if rest.startswith(way)), None)
        if found is None:
            return False
        at += len(found)
    return False
