"""A circuit breaker: an endpoint that is down is not waited for again and again, whoever asks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from agent.language.endpoint.address import shown
from agent.language.endpoint.retries import RetryLater
from agent.language.model import ChatModel, Completion, Message, Schema
from envs.errors import HomebodyError, TryAgain


class EndpointCircuit:
    """What is known of one endpoint: whether it is left alone just now; safe to share between threads.

    It is left alone after some calls in a row that ended in ``TryAgain`` (each with its own retries and time-outs), or
    one that took long, or one to which it said that it will be away for long. When the pause is over, one call is let
    through to see.

    Args:
        address: Of the endpoint, for people; a name, password or query in it is not shown.
        patience: Calls in a row that may fail.
        pause: Seconds for which nothing is asked.
        most: The longest pause that the endpoint itself may ask for, seconds.
        slow: A call that took so long before it failed, or an absence so long, seconds, is not tried twice.
        clock: Seconds; tests give another one.

    Attributes:
        address: Where it is.
    """

    def __init__(
        self,
        address: str = "",
        patience: int = 2,
        pause: float = 60.0,
        most: float = 600.0,
        slow: float = 20.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address, self._clock = shown(address), clock
        self._patience, self._pause, self._most, self._slow = patience, pause, most, slow
        self._lock = threading.Lock()
        self._failed = 0
        self._until: float | None = None
        self._reason = ""

    @property
    def outage(self) -> str:
        """That it is down, and why, in one sentence; "" while it is not known to be."""
        with self._lock:
            down = self._until is not None
            return f"the language model at {self.address} is down: {self._reason}" if down else ""

    def claim(self) -> float:
        """Begin a call; returns when.

        Raises:
            TryAgain: The endpoint is left alone.
        """
        with self._lock:
            now = self._clock()
            if self._until is not None:
                if now < self._until:
                    raise TryAgain(
                        f"not asked: the endpoint failed {self._failed} times in a row, the last time just now"
                    )
                self._until = now + self._pause  # this call sees whether it is back; others do not wait for that
            return now

    def fail(self, error: TryAgain, begun: float) -> None:
        """A call that was begun then failed."""
        asked = (error.seconds or 0.0) if isinstance(error, RetryLater) else 0.0
        with self._lock:
            now = self._clock()
            self._failed += 1
            if self._failed >= self._patience or max(now - begun, asked) >= self._slow or self._until is not None:
                self._until = now + (min(asked, self._most) if asked >= self._slow else self._pause)
                self._reason = str(error)

    def answer(self) -> None:
        """It is there, though it may not do what it is asked to."""
        with self._lock:
            self._failed, self._until = 0, None


class Circuits:
    """The circuits of the endpoints that are talked to, one for each address and key."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], EndpointCircuit] = {}
        self._lock = threading.Lock()

    def of(self, address: str, key: str) -> EndpointCircuit:
        """The circuit of an endpoint, the same each time."""
        with self._lock:
            return self._known.setdefault((address.rstrip("/"), key), EndpointCircuit(address))

    def forget(self) -> None:
        """Everything is tried anew."""
        with self._lock:
            self._known.clear()


SHARED = Circuits()
"""Those of this process: what one role finds out holds for all of them."""


class CircuitBreaker:
    """Fails at once while its endpoint is known to be down.

    Args:
        model: Does the work.
        circuit: Of its endpoint.
    """

    def __init__(self, model: ChatModel, circuit: EndpointCircuit) -> None:
        self._model, self._circuit = model, circuit

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """As ``ChatModel.complete``; raises ``TryAgain`` without asking while the endpoint is left alone."""
        begun = self._circuit.claim()
        try:
            done = self._model.complete(messages, schema)
        except TryAgain as error:
            self._circuit.fail(error, begun)
            raise TryAgain(str(error)) from error  # how long the other side asks to wait is minded here
        except HomebodyError:
            self._circuit.answer()
            raise
        self._circuit.answer()
        return done
