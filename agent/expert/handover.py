"""A function that stops in its middle to ask for something, and goes on when it has got it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


class _Left(BaseException):
    """Nobody will answer any more; ends the function, whatever it catches."""


class Handover(Generic[_Asked, _Answer]):
    """Runs a function that was written to act by itself one question at a time.

    The function has a thread of its own, because it calls and is called by code that knows nothing of this; but either
    it or the caller waits at any time, so that nothing happens at once and all happens in the same order on every run.

    Args:
        work: Is called with a function that takes what is asked and returns the answer; returns how it ended.

    Attributes:
        result: What the function returned; empty until then.
    """

    def __init__(self, work: Callable[[Callable[[_Asked], _Answer]], str]) -> None:
        self.result = ""
        self._asked: SimpleQueue[Any] = SimpleQueue()
        self._answers: SimpleQueue[Any] = SimpleQueue()
        self._thread = Thread(target=_run, args=(work, self._asked, self._answers), daemon=True)
        self._ended = False
        weakref.finalize(self, self._answers.put, _Left())  # a function that is not wanted any more must not wait

    def resume(self, answer: _Answer | None = None) -> _Asked | None:
        """Answer (nothing, the first time) and let the function go on until it asks again; None when it has ended.

        Raises:
            Exception: What the function raised.
        """
        if self._ended:
            return None
        if self._thread.ident is None:
            self._thread.start()
        else:
            self._answers.put(answer)
        kind, value = self._asked.get()
        if kind == "asked":
            return value
        self._ended = True
        if kind == "raised":
            raise value
        self.result = value
        return None

    def close(self) -> None:
        """End the function where it waits."""
        if self._thread.ident is not None and not self._ended:
            self._answers.put(_Left())
            self._thread.join()
        self._ended = True


def _run(work: Callable[[Callable[[Any], Any]], str], asked: SimpleQueue[Any], answers: SimpleQueue[Any]) -> None:
    def ask(what: Any) -> Any:
        asked.put(("asked", what))
        answer = answers.get()
        if isinstance(answer, _Left):
            raise answer
        return answer

    try:
        ended = "returned", work(ask)
    except _Left:
        return
    except Exception as error:  # it is the caller's, who raises it again
        ended = "raised", error
    asked.put(ended)
