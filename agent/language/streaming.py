"""Answers that come piece by piece: put together again, and heard by somebody meanwhile."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from agent.language.chat import Listener


class Lost(Exception):
    """The connection ended before the answer did."""


def gathered(pieces: Iterable[Any], listener: Listener) -> Any:
    """The whole reply, in the form of one that came at once.

    Args:
        pieces: Chunks of the protocol; what they hold may be missing or of any type.
        listener: Hears the words as they come.

    Raises:
        Lost: The stream broke off.
    """
    text: list[str] = []
    refusal: list[str] = []
    finish, usage, chosen = None, None, False
    listener.begin()
    try:
        for piece in pieces:
            usage = getattr(piece, "usage", None) or usage
            choices = getattr(piece, "choices", None)
            if not isinstance(choices, list) or not choices:
                continue
            chosen = True
            finish = getattr(choices[0], "finish_reason", None) or finish
            delta = getattr(choices[0], "delta", None)
            for name, kept in (("content", text), ("refusal", refusal)):
                words = getattr(delta, name, None)
                if isinstance(words, str) and words:
                    kept.append(words)
                    if kept is text:
                        listener.hear(words)
    except _transport_errors() as error:
        raise Lost(str(error) or type(error).__name__) from error
    if finish is None:  # a server that dies between two pieces may close the connection as if all were said
        raise Lost("it did not say that it was done")
    message = SimpleNamespace(content="".join(text), refusal="".join(refusal) or None)
    choice = SimpleNamespace(message=message, finish_reason=finish)
    return SimpleNamespace(choices=[choice] if chosen else [], usage=usage)


def _transport_errors() -> tuple[type[Exception], ...]:
    """Errors of whichever HTTP package the client uses; older clients let them through while they stream."""
    loaded = (sys.modules.get(name) for name in ("httpx", "httpx2"))
    return tuple(package.HTTPError for package in loaded if package is not None)


class FieldListener:
    """Hears only one text of the JSON object that an answer is, as plain words.

    Until the field begins, and once it has ended, nothing is passed on. An answer that is no object passes nothing.

    Args:
        field: Name of the field.
        tell: Gets its words as they come.
        begin: Told that an answer begins.
    """

    def __init__(self, field: str, tell: Callable[[str], None], begin: Callable[[], None] = lambda: None) -> None:
        self._start = re.compile(rf'"{re.escape(field)}"\s*:\s*"')
        self._tell, self._begin = tell, begin
        self._heard, self._at, self._told = "", -1, ""

    def begin(self) -> None:
        """An answer begins."""
        self._heard, self._at, self._told = "", -1, ""
        self._begin()

    def hear(self, piece: str) -> None:
        """The next words of the answer."""
        self._heard += piece
        if self._at < 0:
            found = self._start.search(self._heard)
            if found is None:
                return
            self._at = found.end()
        now = _text_so_far(self._heard[self._at :])
        if len(now) > len(self._told):
            self._tell(now[len(self._told) :])
            self._told = now


_WHOLE = re.compile(r'(?:[^"\\\x00-\x1f]|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])*')


def _text_so_far(raw: str) -> str:
    """What the beginning of a JSON string says, less an escape that has not come to its end."""
    found = _WHOLE.match(raw)
    text = json.loads(f'"{found[0] if found else ""}"')
    return text[:-1] if text and 0xD800 <= ord(text[-1]) < 0xDC00 else text  # half of a pair; the other half follows
