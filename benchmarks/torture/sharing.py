"""Attempts shared by several forked processes; which of them makes one does not matter to it."""

from __future__ import annotations

import json
import os
import selectors
import time
import traceback
from collections.abc import Callable, Iterable, Sequence

from benchmarks.torture.outcome import Failure, Outcome, one_line
from benchmarks.torture.row import Row


def share(row: Row, seed: int, cases: Sequence[int], processes: int, tried: Callable[[], object]) -> Outcome:
    """Make attempts in several processes.

    Args:
        row: What is tried.
        seed: Of all draws.
        cases: Numbers of the attempts.
        processes: How many take turns.
        tried: Called after each of them.
    """
    began = time.monotonic()
    with selectors.DefaultSelector() as pipes:
        pids = [_begin(row, seed, cases[begin::processes], pipes) for begin in range(min(processes, len(cases)))]
        lines = dict(_gathered(pipes, tried))
    for pid in pids:
        os.waitpid(pid, 0)
    lost = {case: "the process that tried it died" for case in cases if case not in lines}
    failures = [Failure(seed, case, line) for case, line in sorted({**lines, **lost}.items()) if line]
    held = (len(cases) - len(failures)) * row.each
    return Outcome(row.name, len(cases) * row.each, held, tuple(failures), time.monotonic() - began)


def _begin(row: Row, seed: int, cases: Sequence[int], pipes: selectors.BaseSelector) -> int:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        pipes.register(reading, selectors.EVENT_READ)
        return pid
    try:
        for case in cases:
            line = json.dumps([case, _attempted(row, seed, case)])
            os.write(writing, line.encode() + b"\n")
    finally:
        os._exit(0)


def _attempted(row: Row, seed: int, case: int) -> str:
    try:
        return one_line(row.attempt(seed, case))
    except Exception:  # an attempt that breaks has not held
        return one_line("broke: " + traceback.format_exc()[-250:])


def _gathered(pipes: selectors.BaseSelector, tried: Callable[[], object]) -> Iterable[tuple[int, str]]:
    rest = {number: b"" for number in pipes.get_map()}
    while pipes.get_map():
        for key, _ in pipes.select():
            got = os.read(key.fd, 65536)
            *lines, rest[key.fd] = (rest[key.fd] + got).split(b"\n")
            for line in lines:
                tried()
                yield tuple(json.loads(line))
            if not got:
                pipes.unregister(key.fd)
                os.close(key.fd)
