"""One request and its reply, bounded as a whole: its time from looking up the name to the last byte, and its bytes.

A time-out of sockets bounds the wait for the next byte: a server that sends one a second would be waited for without
end. So an exchange is carried out in a thread of its own, and whoever asked stops waiting when the time is over; the
connection is then cut, which ends the thread.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import Any, TypeVar

_T = TypeVar("_T")

MOST_BYTES = 16_000_000
"""Of a reply; the longest answers that are asked for have some hundred thousand."""


class TooSlow(Exception):
    """The time is over."""


class TooMuch(Exception):
    """A reply is longer than it may be, or packed, so that nobody knows how long it is."""


class Deadline:
    """What is left of the time of a call.

    Args:
        seconds: From now on.
        clock: Seconds; tests give another one.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._end = clock, clock() + seconds

    @property
    def left(self) -> float:
        """Seconds; 0 when it is over."""
        return max(0.0, self._end - self._clock())


class Exchange:
    """One request and its reply; made for one ``run``."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._sockets: list[socket.socket] = []

    def run(self, seconds: float, work: Callable[[], _T]) -> _T:
        """What the work returns or raises.

        Args:
            seconds: How long it is waited for.
            work: Carried out in a thread of its own, which is left alone when the time is over.

        Raises:
            TooSlow: It did not end in time.
        """
        done: Future[_T] = Future()
        threading.Thread(target=self._carry_out, args=(work, done), name="exchange", daemon=True).start()
        late = True
        try:
            late = not wait([done], seconds).done
        finally:  # also when whoever waits is interrupted
            if late:
                self._cut()
        if late:
            raise TooSlow
        return done.result()

    def check(self) -> None:
        """Raise ``TooSlow`` when nobody waits any more."""
        if self._over.is_set():
            raise TooSlow

    def trace(self, event: str, told: dict[str, Any]) -> None:
        """Told by the HTTP package what it does (its ``trace`` extension); notes the connections it makes."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            found = told["return_value"].get_extra_info("socket")
            if isinstance(found, socket.socket):
                self._sockets.append(found)
                if self._over.is_set():
                    self._cut()

    def _carry_out(self, work: Callable[[], _T], done: Future[_T]) -> None:
        _here.exchange = self
        try:
            done.set_result(work())
        except BaseException as error:  # whatever it is, it goes to who waits
            done.set_exception(error)

    def _cut(self) -> None:
        self._over.set()
        for one in list(self._sockets):
            with suppress(OSError):
                socket.socket.shutdown(one, socket.SHUT_RDWR)  # wakes who reads from it; closing would not


_here = threading.local()


def hooks(most: int = MOST_BYTES) -> dict[str, list[Callable[..., None]]]:
    """Event hooks for an ``httpx`` client whose requests are made within exchanges: these bound the replies.

    Args:
        most: Bytes of a reply.
    """

    def asked(request: Any) -> None:
        exchange = getattr(_here, "exchange", None)
        if exchange is not None:
            request.extensions["trace"] = exchange.trace

    def replied(response: Any) -> None:
        packing = response.headers.get("content-encoding", "").strip().lower()
        if packing not in ("", "identity"):
            raise TooMuch("a packed reply, which was not asked for")
        response.stream = _counted(response.stream, most, getattr(_here, "exchange", None))

    return {"request": [asked], "response": [replied]}


class _Counted:
    def __init__(self, stream: Any, most: int, exchange: Exchange | None) -> None:
        self._stream, self._most, self._exchange = stream, most, exchange

    def __iter__(self) -> Iterator[bytes]:
        got = 0
        for piece in self._stream:
            if self._exchange is not None:
                self._exchange.check()
            got += len(piece)
            if got > self._most:
                raise TooMuch(f"more than {self._most:,} bytes")
            yield piece

    def close(self) -> None:
        self._stream.close()


def _counted(stream: Any, most: int, exchange: Exchange | None) -> Any:
    """The stream again, of the class that its HTTP package wants, whichever package that is."""
    kind = next(kind for kind in type(stream).__mro__ if kind.__name__ == "SyncByteStream")
    return type("CountedStream", (_Counted, kind), {})(stream, most, exchange)
