"""The coordinator's conversation: what was said, and what each turn stands for.

Every turn has its words, which a language model reads, and the facts in them, which the built-in coordinator reads.
Nobody reads more than the turns that are in the window, so what has dropped out of it is lost to both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memory.reading.queries import count_tokens

OLLAMA_WINDOW = 2048
"""Tokens that Ollama, with which the paper ran Llama 3, keeps of a conversation unless told otherwise."""
_PER_WORD = 4 / 3  # tokens of a language model per word or punctuation mark of English, see ``count_tokens``
_PER_TURN = 4  # tokens that mark who speaks


@dataclass(frozen=True)
class Turn:
    """One turn.

    Attributes:
        role: ``system``, ``user`` or ``assistant``.
        text: Its words.
        facts: What they stand for, as the world has it.
    """

    role: str
    text: str
    facts: tuple[Any, ...] = ()

    @property
    def tokens(self) -> int:
        """About how many tokens of a language model it has."""
        return math.ceil(count_tokens(self.text) * _PER_WORD) + _PER_TURN


class CoordinatorTalk:
    """Turns in order.

    Args:
        window: Tokens of the newest turns that can still be read; None is all.
    """

    def __init__(self, window: int | None = None) -> None:
        self._window = window
        self._turns: list[Turn] = []

    def add(self, turn: Turn) -> None:
        """The next turn."""
        self._turns.append(turn)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Everything that was said."""
        return tuple(self._turns)

    def visible(self) -> tuple[Turn, ...]:
        """The newest turns that fit into the window; the newest one always does."""
        if self._window is None:
            return self.turns
        return newest(self._turns, self._window)


def newest(turns: Sequence[Turn], tokens: int) -> tuple[Turn, ...]:
    """The newest turns that together have at most so many tokens, and at least the last."""
    kept = len(turns) - 1
    left = tokens - turns[-1].tokens if turns else 0
    while kept > 0 and left >= turns[kept - 1].tokens:
        kept -= 1
        left -= turns[kept].tokens
    return tuple(turns[max(kept, 0) :])
