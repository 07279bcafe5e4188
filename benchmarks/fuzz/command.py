"""A command of homebody in this very process, and whether it held: no traceback, and an end in time."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import homebody.cli as homebody

SECONDS = 60.0
"""After which a command counts as hanging."""


class Hangs(BaseException):
    """A command takes too long; no handler of ordinary errors may swallow it."""


def told(arguments: Sequence[str], environment: Mapping[str, str] | None = None, typed: str = "") -> str:
    """What went wrong, "" when the command ended with an answer or a sentence.

    Args:
        arguments: As after ``homebody``.
        environment: Settings beside those that are there.
        typed: Standard input.
    """
    given = [one.replace("\0", "").replace("\ud800", "\udcff") for one in arguments]  # as a shell can say it
    with _outside(given, environment or {}, typed):
        return held(homebody.main)


def held(work: Any, *given: Any) -> str:
    """What went wrong in a call, "" when nothing did; an exit is nothing.

    Args:
        work: What is called.
        given: Its arguments.
    """
    try:
        with in_time():
            work(*given)
    except SystemExit:
        return ""
    except Hangs:
        return f"takes over {SECONDS:.0f} s"
    except BaseException as error:  # whatever it is: that is what is looked for
        if isinstance(error, KeyboardInterrupt):
            raise
        where = traceback.extract_tb(error.__traceback__)
        ours = [one for one in where if "/benchmarks/" not in one.filename and "site-packages" not in one.filename]
        last = (ours or where)[-1]
        return f"{type(error).__name__} at {os.path.basename(last.filename)}:{last.lineno}: {str(error)[:120]}"
    return ""


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    """Raise ``Hangs`` when it takes too long; only in the main thread, where signals arrive.

    Raises:
        Hangs: It does.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise Hangs

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@lru_cache(maxsize=1)
def _held() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="homebody-fuzz-")


def scratch() -> str:
    """The folder that commands work in; it goes with the process."""
    return _held().name


@contextlib.contextmanager
def _outside(arguments: Sequence[str], environment: Mapping[str, str], typed: str) -> Iterator[None]:
    """Arguments, settings and streams as a process would have them."""
    argv, stdin, kept = sys.argv, sys.stdin, dict(os.environ)
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    sys.argv, sys.stdin = ["homebody", *arguments], io.StringIO(typed)
    os.environ.update(environment)
    folder = os.getcwd()
    os.chdir(scratch())
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            yield
    finally:
        os.chdir(folder)
        sys.argv, sys.stdin = argv, stdin
        os.environ.clear()
        os.environ.update(kept)
