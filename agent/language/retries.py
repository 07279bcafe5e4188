"""Waiting and trying again, where that can help."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from envs.errors import BadInput, TryAgain

T = TypeVar("T")


class Later(TryAgain):
    """Failed now; says how long the other side asks to wait.

    Args:
        text: What happened.
        seconds: The wait asked for; None when it did not say.
    """

    def __init__(self, text: str, seconds: float | None = None) -> None:
        super().__init__(text)
        self.seconds = seconds


@dataclass(frozen=True)
class Retries:
    """How often and how patiently.

    Attributes:
        attempts: Most tries, the first included.
        first: Seconds before the second try.
        factor: By how much each wait is longer than the one before.
        most: Longest wait, also when the other side asks for a longer one.
        sleep: Waits; tests give another one.

    Raises:
        BadInput: No attempt, or a negative time.
    """

    attempts: int = 4
    first: float = 0.5
    factor: float = 2.0
    most: float = 20.0
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.attempts < 1 or min(self.first, self.factor, self.most) < 0:
            raise BadInput(f"{self} makes no sense; give at least one attempt and times of zero or more")

    def run(self, call: Callable[[], T]) -> T:
        """The result of a call that may fail for a while.

        Raises:
            TryAgain: The last attempt failed as well; any other error comes through at once.
        """
        wait = self.first
        for left in range(self.attempts - 1, -1, -1):
            try:
                return call()
            except TryAgain as error:
                if not left:
                    tries = f" (tried {self.attempts} times)" if self.attempts > 1 else ""
                    raise TryAgain(f"{error}{tries}") from error
                asked = error.seconds if isinstance(error, Later) else None
                self.sleep(min(self.most, max(wait, asked or 0.0)))
                wait *= self.factor
        raise AssertionError("unreachable")
