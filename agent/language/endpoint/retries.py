"""Waiting and trying again, where that can help."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import TypeVar

from envs.errors import BadInput, TryAgain

_T = TypeVar("_T")


class RetryLater(TryAgain):
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
        most: Longest wait of one's own accord.
        seconds: All waits of a call together. When the other side asks for a longer one than is left of that, nothing
            is waited for: it would not be there before.
        sleep: Waits; tests give another one.

    Raises:
        BadInput: No attempt, or a negative time.
    """

    attempts: int = 4
    first: float = 0.5
    factor: float = 2.0
    most: float = 20.0
    seconds: float = 60.0
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.attempts < 1 or min(self.first, self.factor, self.most, self.seconds) < 0:
            raise BadInput(f"{self} makes no sense; give at least one attempt and times of zero or more")

    def run(self, call: Callable[[], _T], left: Callable[[], float] = lambda: inf) -> _T:
        """The result of a call that may fail for a while.

        Args:
            call: One try.
            left: Seconds that are left of the time of the whole; no wait is begun that would use them up.

        Raises:
            RetryLater: The last attempt failed as well; any other error comes through at once.
        """
        tried, waited = 0, 0.0
        while True:
            tried += 1
            try:
                return call()
            except TryAgain as error:
                asked = error.seconds if isinstance(error, RetryLater) else None
                wait = max(self._wait(tried), asked or 0.0)
                if tried >= self.attempts or waited + wait > self.seconds or wait >= left():
                    raise RetryLater(f"{error}{_tried(tried, asked)}", asked) from error
            self.sleep(wait)
            waited += wait

    def _wait(self, tried: int) -> float:
        try:
            return min(self.most, self.first * self.factor ** (tried - 1))
        except OverflowError:
            return self.most


def _tried(times: int, asked: float | None) -> str:
    away = f"asks to be left alone for {asked:g} s" if asked else ""
    told = ", ".join(part for part in (f"tried {times} times" if times > 1 else "", away) if part)
    return f" ({told})" if told else ""
