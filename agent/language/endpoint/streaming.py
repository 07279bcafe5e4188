"""Answers that come piece by piece: put together again, and heard by somebody meanwhile."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from agent.language.endpoint.secrets import Secrets
from agent.language.model import Listener


class ConnectionLost(Exception):
    """The connection ended before the answer did."""


def gathered(pieces: Iterable[Any], listener: Listener) -> Any:
    """The whole reply, in the form of one that came at once.

    Args:
        pieces: Chunks of the protocol; what they hold may be missing or of any type.
        listener: Hears the words as they come.

    Raises:
        ConnectionLost: The stream broke off.
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
    except transport_errors() as error:
        raise ConnectionLost(str(error) or type(error).__name__) from error
    if finish is None:  # a server that dies between two pieces may close the connection as if all were said
        raise ConnectionLost("it did not say that it was done")
    message = SimpleNamespace(content="".join(text), refusal="".join(refusal) or None)
    choice = SimpleNamespace(message=message, finish_reason=finish)
    return SimpleNamespace(choices=[choice] if chosen else [], usage=usage)


def transport_errors() -> tuple[type[Exception], ...]:
    """Errors of whichever HTTP package the client uses; older clients let them through while they stream."""
    loaded = (sys.modules.get(name) for name in ("httpx", "httpx2"))
    return tuple(package.HTTPError for package in loaded if package is not None)


class SecretFilter:
    """A listener between the server and another one: that one hears no key, and nothing when nobody waits any more.

    Args:
        listener: Hears the words; the last ones come with ``end`` where they might have become a key.
        secrets: What it must not hear.
        check: Raises when nobody waits any more.
    """

    def __init__(self, listener: Listener, secrets: Secrets, check: Callable[[], None]) -> None:
        self._listener, self._secrets, self._check = listener, secrets, check
        self._kept = ""

    def begin(self) -> None:
        """An answer begins."""
        self._check()
        self._kept = ""
        self._listener.begin()

    def hear(self, piece: str) -> None:
        """The next words of the answer."""
        self._check()
        heard = self._secrets.from_answer(self._kept + piece)
        sure = self._secrets.unsure_from(heard)
        self._kept = heard[sure:]
        if sure:
            self._listener.hear(heard[:sure])

    def end(self) -> None:
        """The answer is over."""
        self._check()
        if self._kept:
            self._listener.hear(self._kept)
            self._kept = ""


class FieldListener:
    """Hears only one text of the JSON object that an answer is, as plain words.

    Until the field begins, and once it has ended, nothing is passed on. An answer that is no object passes nothing.
    Every character is looked at a bounded number of times, in whatever pieces it comes.

    Args:
        field: Name of the field.
        tell: Gets its words as they come.
        begin: Told that an answer begins.
    """

    def __init__(self, field: str, tell: Callable[[str], None], begin: Callable[[], None] = lambda: None) -> None:
        self._name = f'"{field}"'
        self._start = re.compile(rf'{re.escape(self._name)}\s*:\s*"')
        self._tell, self._begin = tell, begin
        self._begun, self._over, self._rest = False, False, ""

    def begin(self) -> None:
        """An answer begins."""
        self._begun, self._over, self._rest = False, False, ""
        self._begin()

    def hear(self, piece: str) -> None:
        """The next words of the answer."""
        if self._over:
            return
        self._rest += piece
        if not self._begun and not self._found():
            return
        match = _WHOLE.match(self._rest)
        whole = _held_back(match[0] if match else "")
        self._rest = self._rest[len(whole) :]
        self._over = not _UNFINISHED.fullmatch(self._rest)
        if whole:
            self._tell(json.loads(f'"{whole}"'))

    def _found(self) -> bool:
        """Whether the field begins; of what was heard only that is kept which may be its beginning."""
        found = self._start.search(self._rest)
        if found is not None:
            self._begun, self._rest = True, self._rest[found.end() :]
            return True
        at = self._rest.rfind(self._name)
        after = self._rest[at + len(self._name) :].strip()
        if at >= 0 and after in ("", ":"):
            self._rest = self._name + after
        else:
            self._rest = self._rest[-(len(self._name) - 1) :]
        return False


_WHOLE = re.compile(r'(?:[^"\\\x00-\x1f]++|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])*+')
_UNFINISHED = re.compile(r"(?:\\u[dD][89abAB][0-9a-fA-F]{2}|[\ud800-\udbff])?(?:\\(?:u[0-9a-fA-F]{0,3})?)?")


def _held_back(raw: str) -> str:
    """The beginning of a JSON string, less the first half of a pair at its end; the other half follows."""
    half = _HALF.search(raw[-6:])
    if half is None or (half[0].startswith("\\") and _slashes_before(raw, len(raw) - len(half[0])) % 2):
        return raw
    return raw[: len(raw) - len(half[0])]


_HALF = re.compile(r"(?:\\u[dD][89abAB][0-9a-fA-F]{2}|[\ud800-\udbff])\Z")


def _slashes_before(raw: str, end: int) -> int:
    return end - len(raw[:end].rstrip("\\"))
