"""Ctrl-C and SIGTERM: a command ends with one sentence, whatever it was doing.

The first signal unwinds the command as ``Stopped``, which is a ``KeyboardInterrupt``: what was begun is rolled back,
what lies half written is removed. Python drops an exception where it cannot be passed on (a callback of C, a
finaliser): it is raised again then. Extensions in C print what they cannot pass on, as all
built on numpy do while they are imported: of this they print nothing. A second signal while that goes on, a second or
more after the first, ends the process at once, which loses nothing that was kept.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

from envs.process.terminal import say_at_once

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PATIENCE = 1.0  # seconds in which a further signal is the same one: a group of processes gets it, and its parent too
_AGAIN = 0.05  # seconds until an exception that was dropped is raised again


class Stopped(KeyboardInterrupt):
    """Somebody wants the command to end.

    Args:
        number: Of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Stop:
    """Whether the command is to end, and what is said then.

    Args:
        sentence: What is kept and how to go on.

    Attributes:
        number: Of the signal; 0 while there was none.
        over: Whether the command has ended, so that there is nothing to end.
        begun: Whether somebody catches what a signal raises; until then it is only remembered.
    """

    def __init__(self, sentence: Callable[[], str]) -> None:
        self._sentence = sentence
        self.number = 0
        self.over = self.begun = False
        self._since, self._again = 0.0, False

    @property
    def code(self) -> int:
        """The exit code, as shells give it to a program that a signal ends; that of Ctrl-C before any signal."""
        return 128 + (self.number or signal.SIGINT)

    def say(self) -> None:
        """Say the sentence, if anybody can hear it."""
        say_at_once(f"homebody: {self._sentence()}")

    def begin(self) -> None:
        """From now on a signal unwinds what goes on, as one does at once that came before.

        Raises:
            Stopped: One did.
        """
        self.begun = True
        if self.number:
            raise Stopped(self.number)

    def handle(self, number: int, frame: FrameType | None) -> None:
        """A signal came."""
        if self.over:
            return
        if not self.begun:
            self.number, self._since = self.number or number, time.monotonic()
            return
        if self._again or not self.number:
            if not self._again:
                self.number, self._since = number, time.monotonic()
            self._again = False
            raise Stopped(self.number)
        if time.monotonic() - self._since >= _PATIENCE:
            self.say()
            end_children()
            os._exit(self.code)

    def dropped(self, what: Any) -> bool:
        """Raise again what Python could not pass on; whether that is of no interest to anybody.

        It is not once the command is to end: an interrupted constructor leaves a finaliser without its attributes.
        """
        if not self.number or not isinstance(what.exc_value, KeyboardInterrupt):
            return bool(self.number)
        timer = threading.Timer(_AGAIN, self._raise_again)
        timer.daemon = True
        timer.start()
        return True

    def _raise_again(self) -> None:
        self._again = True
        main = threading.main_thread().ident
        if hasattr(signal, "pthread_kill") and main is not None:
            signal.pthread_kill(main, self.number)  # wakes it, whatever it waits for
        else:
            signal.raise_signal(self.number)


@contextmanager
def stoppable(sentence: Callable[[], str], last: bool = False) -> Iterator[Stop]:
    """While this lasts the signals are handled as told above; one that this process was told to ignore stays ignored.

    Args:
        sentence: What is kept and how to go on; asked when a signal came.
        last: Whether the process ends behind it, so that the signals stay handled: when all is done they do nothing.
    """
    stop, usual, shown = Stop(sentence), sys.unraisablehook, sys.excepthook
    stop.begun = not last  # who has the last word catches what is raised, and says from when on
    heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop.handle) for number in heard}

    def unraisable(what: Any) -> None:
        if not stop.dropped(what):
            usual(what)

    def printed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not (stop.number and isinstance(error, Stopped)):
            shown(kind, error, trace)

    sys.unraisablehook, sys.excepthook = unraisable, printed
    try:
        yield stop
    finally:
        if not last:
            for number, handler in before.items():
                signal.signal(number, handler)
            sys.unraisablehook, sys.excepthook = usual, shown


def end_children() -> None:
    """End the worker processes of this one, without looking at what they do."""
    processes = sys.modules.get("multiprocessing")
    for child in processes.active_children() if processes else ():
        child.terminate()
