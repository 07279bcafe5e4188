"""Processes that share work: they end with the one that began them, however it ends, and print nothing of their own."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Any

_BLOCKABLE = hasattr(signal, "pthread_sigmask")  # not on Windows
_ENDING = (signal.SIGINT, signal.SIGTERM)


class Workers(ProcessPoolExecutor):
    """A pool whose processes hear no signal before they know what to do with it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As of any pool."""
        with undisturbed():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def workers(count: int, begin: Callable[..., None] | None = None, given: tuple[Any, ...] = ()) -> Iterator[Workers]:
    """A pool of processes; they are ended at once when the block is left by an exception, Ctrl-C among them.

    Args:
        count: How many.
        begin: Run in each before its first work; importable, because the processes start afresh.
        given: Its arguments.
    """
    before = set(active_children())
    pool = Workers(count, get_context("spawn"), _begin, (begin, given))  # numba's threads do not survive a fork
    try:
        yield pool
    except BaseException:
        for process in set(active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def undisturbed() -> Iterator[None]:
    """While processes are begun in it no signal comes: the new ones inherit that, until ``follow_parent``."""
    if not _BLOCKABLE:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow_parent() -> None:
    """In a process that was begun undisturbed: leave Ctrl-C to the parent, and end when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if _BLOCKABLE:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_outlive, name="parent", daemon=True).start()


def _outlive() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _begin(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    follow_parent()
    if begin is not None:
        begin(*given)
