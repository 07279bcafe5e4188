"""Ctrl-C and SIGTERM at random moments of whole processes, from the first line of ours to the last: what they leave.

Other than the row ``Ctrl-C`` of ``benchmarks.torture``, whose commands are forked with everything imported, these start
as a shell starts them: packages are read, machine code is made, worker processes begin. A signal goes to the whole
group, as a terminal's Ctrl-C does, or to the command alone; some come twice.

``python -m benchmarks.interrupts [--count 60] [--seed 0] [--games FILE]``; the exit code is 1 when anything was wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any

from envs.errors import HomebodyError
from memory.store.database import Store

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds in which a command has to end on a busy machine."""
LEAST = 0.15
"""Seconds after which a process has come to our first line; what Python does before is Python's."""
MEMORY = "runs/memory.sqlite"


@dataclass(frozen=True)
class Case:
    """One command that is ended early.

    Attributes:
        words: The command.
        after: Seconds after its start.
        number: Of the signal.
        again: Seconds after which the signal comes again; 0 for once.
        group: Whether its worker processes get it as well.
    """

    words: tuple[str, ...]
    after: float
    number: int = signal.SIGINT
    again: float = 0.0
    group: bool = True


@dataclass(frozen=True)
class Ended:
    """How it ended.

    Attributes:
        code: Its exit code.
        said: What it said on standard error.
        seconds: Between the signal and its end.
        problems: What was wrong; nothing when it held.
    """

    code: int
    said: str
    seconds: float
    problems: tuple[str, ...]

    @property
    def stopped(self) -> bool:
        """Whether the signal came in time to end it."""
        return self.code in (130, 143)


_LONG = {"run": 8.0, "collect": 8.0, "doctor": 6.0, "replay": 8.0}
_SHORT = 2.5
"""Seconds after the start until which commands are ended."""


def commands(games: Path | None = None) -> list[tuple[str, ...]]:
    """Commands that write and that read; with recorded games some that share work among processes."""
    found = [
        ("run", "put an apple in the fridge", "--seed", "1"),
        ("run", "--resume"),
        ("ask", "What did you do?"),
        ("memory", "forget", "--about", "apple", "--yes"),
        ("memory", "export", "out.jsonl", "--replace"),
        ("memory", "show"),
        ("collect", "--out", "set", "--episodes", "4", "--workers", "2"),
        ("doctor",),
    ]
    return found + ([("replay", str(games), "--limit", "6", "--workers", "2")] if games else [])


def stop(case: Case, folder: Path) -> Ended:
    """Start a command in a folder, end it early, and look at what is left.

    Raises:
        subprocess.TimeoutExpired: It does not end.
    """
    line = [sys.executable, "-m", "homebody", *case.words]
    quiet = {"cwd": folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(line, start_new_session=True, text=True, **quiet) as child:
        try:
            with suppress(subprocess.TimeoutExpired):
                child.wait(case.after)
            begun = time.monotonic()
            _send(child.pid, case)
            if case.again:
                time.sleep(case.again)
                _send(child.pid, case)
            _, said = child.communicate(timeout=PATIENCE)
            seconds = time.monotonic() - begun
            left = _left(child.pid)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
    problems = [*_wrong_words(child.returncode, case.number, said), *left, *_unsound(folder / MEMORY)]
    return Ended(child.returncode, said, seconds, tuple(problems))


def _send(process: int, case: Case) -> None:
    with suppress(ProcessLookupError):
        (os.killpg if case.group else os.kill)(process, case.number)


def _wrong_words(code: int, number: int, said: str) -> Iterator[str]:
    lines = [line for line in said.splitlines() if line.strip()]
    if "Traceback" in said or "Exception ignored" in said:
        yield f"a traceback: {said[-300:]}"
    if code == 128 + number:
        if sum(line.startswith("homebody: stopped") for line in lines) != 1:
            yield f"not one sentence but {said[-300:]!r}"
    elif code not in (0, 1, 2):
        yield f"exit code {code}: {said[-300:]!r}"


def _left(process: int) -> Iterator[str] | list[str]:
    """Worker processes that live on; they may take a moment to notice."""
    for _ in range(100):
        try:
            os.killpg(process, 0)
        except (ProcessLookupError, PermissionError):
            return []
        time.sleep(0.1)
    return ["a process of it lives on"]


def _unsound(memory: Path) -> list[str]:
    if not memory.exists():
        return []
    try:
        with Store.open(memory) as store:
            return store.check()
    except HomebodyError as error:
        return [str(error)]


def draw(chance: random.Random, words: tuple[str, ...], longest: float = inf) -> Case:
    """A case of a command, ended at most so many seconds after its start."""
    longest = min(longest, _LONG.get(words[0], _SHORT))
    number = chance.choice((signal.SIGINT, signal.SIGTERM))
    again = chance.choice((0.0, 0.0, 0.02, 1.2))
    return Case(words, chance.uniform(LEAST, longest), number, again, number == signal.SIGINT or chance.random() < 0.5)


def interrupts(count: int, seed: int, folder: Path, games: Path | None = None) -> Iterator[dict[str, Any]]:
    """One line per case, then their sum.

    Args:
        count: How many.
        seed: Chooses commands, moments and signals.
        folder: Where the commands work, one after the other: each finds what the one before left.
        games: Recorded games to replay.
    """
    chance, known = random.Random(seed), commands(games)
    stop(Case(known[0], PATIENCE), folder)  # a memory to begin with
    total = {"bench": "interrupts", "seed": seed, "cases": 0, "stopped": 0, "problems": 0}
    for number in range(count):
        case = draw(chance, known[number % len(known)])
        ended = stop(case, folder)
        total["cases"] += 1
        total["stopped"] += ended.stopped
        total["problems"] += len(ended.problems)
        yield {"bench": "interrupts", **asdict(case), "code": ended.code, "problems": ended.problems}
    yield total


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.interrupts", description="End commands early.")
    parser.add_argument("--count", type=int, default=60, help="how many commands to end")
    parser.add_argument("--seed", type=int, default=0, help="chooses commands, moments and signals")
    parser.add_argument("--games", type=Path, help="recorded games to replay by several processes")
    given = parser.parse_args(arguments)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for line in interrupts(given.count, given.seed, Path(folder), given.games):
            print(json.dumps(line), flush=True)
            wrong += bool(line["problems"])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
