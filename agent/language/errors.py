"""What can go wrong with a language model, below the errors of ``envs.errors``.

TryAgain            429, 5xx, time-out, connection lost: the same call may succeed later
GaveUp
├── Refused         the model would not answer
├── Malformed       what it answered cannot be used, also after one repair
└── BudgetSpent     the calls, tokens or money granted are used up
BadInput            4xx: key, address, model name
└── TooLong         the prompt does not fit into the model's context
"""

from __future__ import annotations

from agent.language.model import Usage
from envs.errors import BadInput, GaveUp


class Refused(GaveUp):
    """The model declined to answer."""


class Malformed(GaveUp):
    """The model's answer is not what was asked for, also after one repair.

    Args:
        text: What is wrong with it.
        usage: What the answers cost all the same.
    """

    def __init__(self, text: str, usage: Usage | None = None) -> None:
        super().__init__(text)
        self.usage = usage or Usage()


class BudgetSpent(GaveUp):
    """The calls, tokens or money granted are used up."""


class TooLong(BadInput):
    """The prompt does not fit into the model's context."""
