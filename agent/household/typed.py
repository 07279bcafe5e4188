"""Talking to the robot from a terminal while it works."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from typing import TextIO

from agent.household.listening import Ears, Saying


class TypedEars(Ears):
    """Hears what was planned, and every line that is typed meanwhile.

    Args:
        sayings: What will be said.
        lines: Where lines are typed; read by a thread of its own until its end.
    """

    def __init__(self, sayings: Iterable[Saying], lines: TextIO) -> None:
        super().__init__(sayings)
        self._typed: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._over = False
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: TextIO) -> None:
        for line in lines:
            if line.strip():
                self._typed.put(line.strip())
        self._typed.put(None)

    def speaking(self, steps: int) -> bool:
        """Whether something is due or was typed."""
        return super().speaking(steps) or (not self._over and not self._typed.empty())

    def hear(self, steps: int) -> str | None:
        """What is due, else the next line that was typed."""
        said = super().hear(steps)
        return self._line(wait=False) if said is None and not self._over else said

    def hear_next(self, expected: bool = False) -> str | None:
        """The next utterance; an answer that is expected is waited for."""
        said = super().hear_next()
        if said is not None or self._over:
            return said
        return self._line(wait=expected)

    def _line(self, wait: bool) -> str | None:
        try:
            line = self._typed.get(block=wait)
        except queue.Empty:
            return None
        self._over = line is None
        return line
