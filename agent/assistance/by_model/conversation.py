"""The conversation of one episode, as long as it fits: what is oldest, and what is least needed, is left out first."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from agent.language.model import Message
from memory.reading.queries import count_tokens

_PER_WORD, _PER_TURN = 4 / 3, 4  # tokens of a language model per word of English, and those that mark who speaks


class ReactConversation:
    """Rules, an opening with memories, and then one turn and what came of it after the other.

    Args:
        rules: What holds all the time.
        opening: What the episode begins with, given the memories that are shown.
        memories: What is remembered, the most fitting first.
        left_out: What stands where turns are left out.
        window: About how many tokens may be sent; None for as many as there are.

    Attributes:
        shortened: How often something had to be left out.
    """

    def __init__(
        self,
        rules: str,
        opening: Callable[[Sequence[str]], str],
        memories: Sequence[str],
        left_out: str,
        window: int | None = None,
    ) -> None:
        self._rules, self._opening, self._left_out, self._window = rules, opening, left_out, window
        self._memories = list(memories)
        self._turns: list[tuple[str, str]] = []
        self._first = 0
        self.shortened = 0

    def add(self, said: str, told: str) -> None:
        """The model said something, and was told what came of it."""
        self._turns.append((said, told))

    def messages(self) -> list[Message]:
        """What is sent; within the window wherever that is possible."""
        sent = self._messages()
        while self._window is not None and _tokens(sent) > self._window and self._leave_out(1):
            sent = self._messages()
        return sent

    def shorten(self) -> bool:
        """Leave out the older half of the turns, else the less fitting half of the memories; whether there was any."""
        shown = len(self._turns) - self._first
        return self._leave_out(max(1, shown // 2 if shown > 1 else len(self._memories) // 2))

    def _leave_out(self, count: int) -> bool:
        """The newest turn always stays."""
        if len(self._turns) - self._first > 1:
            self._first = min(self._first + count, len(self._turns) - 1)
        elif self._memories:
            del self._memories[-count:]
        else:
            return False
        self.shortened += 1
        return True

    def _messages(self) -> list[Message]:
        opening = self._opening(self._memories)
        sent = [
            Message("system", self._rules),
            Message("user", f"{opening}\n\n{self._left_out}" if self._first else opening),
        ]
        for said, told in self._turns[self._first :]:
            sent += [Message("assistant", said), Message("user", told)]
        return sent


def _tokens(messages: Sequence[Message]) -> int:
    """About how many tokens of a language model some messages have."""
    return sum(math.ceil(count_tokens(one.text) * _PER_WORD) + _PER_TURN for one in messages)
