"""Talking to the robot from a terminal while it works."""

from __future__ import annotations

import codecs
import io
import os
import queue
import re
import threading
from collections.abc import Iterable, Iterator
from typing import TextIO

from agent.household.listening_body import Saying, SpeechSource
from agent.requests.reading import LONGEST

_PIECE = 4096


class TypedSpeech(SpeechSource):
    """Hears what was planned, and every line that is typed meanwhile.

    Lines without words are passed over. Bytes that are no UTF-8 become U+FFFD and control characters blanks; of a line
    that is too long no more is kept than shows that it is.

    Args:
        sayings: What will be said.
        lines: Where lines are typed; read by a thread of its own until its end.
    """

    def __init__(self, sayings: Iterable[Saying], lines: TextIO) -> None:
        super().__init__(sayings)
        self._typed: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None: there will be no more
        self._next: str | None = None
        self._over = False
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: TextIO) -> None:
        try:
            for line in _lines(_pieces(lines)):
                if line:
                    self._typed.put(line)
        finally:
            self._typed.put(None)

    def speaking(self, steps: int) -> bool:
        """Whether something is due or was typed."""
        return super().speaking(steps) or self._is_typed(wait=False)

    def hear(self, steps: int) -> str | None:
        """What is due, else the next line that was typed."""
        said = super().hear(steps)
        return self._line(wait=False) if said is None else said

    def hear_next(self, expected: bool = False) -> str | None:
        """The next utterance; an answer that is expected is waited for."""
        said = super().hear_next()
        return self._line(wait=expected) if said is None else said

    def _line(self, wait: bool) -> str | None:
        line = self._next if self._is_typed(wait) else None
        self._next = None
        return line

    def _is_typed(self, wait: bool) -> bool:
        """Whether a line is there, ``_next``; perhaps only after waiting for it."""
        if self._next is None and not self._over:
            try:
                self._next = self._typed.get(block=wait)
            except queue.Empty:
                return False
            self._over = self._next is None
        return self._next is not None


def _pieces(lines: TextIO) -> Iterator[str]:
    """What is typed, as it comes.

    A file is read below its buffer: a thread that waits in there holds a lock that the interpreter wants at its end.
    """
    try:
        number = lines.fileno()
    except (io.UnsupportedOperation, AttributeError):
        while piece := lines.readline(_PIECE):
            yield piece
        return
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    while data := _read_some(number):
        yield decoder.decode(data)
    yield decoder.decode(b"", final=True)


def _read_some(number: int) -> bytes:
    try:
        return os.read(number, _PIECE)
    except OSError:  # a terminal that was closed
        return b""


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    """Lines without what surrounds their words, the last one also when nothing ends it."""
    line = ""
    for piece in pieces:
        *whole, line = (line + piece).split("\n")
        for one in whole:
            yield _tidy(one).rstrip()
        line = _tidy(line)
    yield line.rstrip()


def _tidy(line: str) -> str:
    """One blank between words, and no end where the line is longer than anything that is listened to."""
    line = re.sub(" +", " ", "".join(c if c.isprintable() else " " for c in line)).lstrip()
    return line if len(line) <= LONGEST else line[:LONGEST] + "…"
