"""A circuit breaker: an endpoint that is down is not waited for again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from agent.language.chat import ChatModel, Completion, Message, Schema
from envs.errors import HomebodyError, TryAgain


class CircuitBreaker:
    """Fails at once while its model is known to be down.

    After some calls in a row that ended in ``TryAgain`` (each with its own retries and time-outs, which may be minutes)
    further calls raise ``TryAgain`` without being made, until a pause is over; then one call is let through to see.

    Args:
        model: Does the work.
        patience: Calls in a row that may fail.
        pause: Seconds for which nothing is asked.
        clock: Seconds; tests give another one.
    """

    def __init__(
        self, model: ChatModel, patience: int = 2, pause: float = 60.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._model, self._patience, self._pause, self._clock = model, patience, pause, clock
        self._failed = 0
        self._until = 0.0

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """As ``ChatModel.complete``."""
        if self._failed >= self._patience and self._clock() < self._until:
            raise TryAgain(f"not asked: the endpoint failed {self._failed} times in a row, the last time just now")
        try:
            done = self._model.complete(messages, schema)
        except TryAgain:
            self._failed += 1
            self._until = self._clock() + self._pause
            raise
        except HomebodyError:
            self._failed = 0  # it is there, though it does not do what it is asked to
            raise
        self._failed = 0
        return done
