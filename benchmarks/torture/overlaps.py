"""What two writers leave who did not heed the lock: old programs, copies put in place, drives whose locks do nothing.

Both write the same file at the same time, under one name or under two (a hard link, so that each has a journal of its
own), and one may be killed. ``check`` has to tell what no command can live with, nothing may stumble over it, and
``repair`` has to make a sound memory of it or say in a sentence that it cannot.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from pathlib import Path

from benchmarks.flipped import given_to, whole
from benchmarks.lives import live
from benchmarks.torture.child import Ended, command
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row, chance
from memory.experience import Experience

STEPS = 60
"""Observations of each of the two."""
_LEFT = (
    ("memory", "show", "--depth", "9", "--most", "500"),
    ("memory", "search", "mug"),
    ("memory", "forget", "--now", "2030-01-01T00:00:00"),
    ("memory", "export", "{folder}/out.jsonl"),
    ("ask", "What did you do today?"),
)
"""What is tried with what they leave, beside ``check`` and ``repair``."""


class _NoLock:
    """The lock of somebody who heeds none."""

    def release(self) -> None:
        """Nothing is locked."""


def _write(name: Path, lived: Sequence[Experience], draws: random.Random) -> None:
    """In the child: live on in a memory without its lock, and end however that ends."""
    from memory.building.history import HistoryBuilder
    from memory.forgetting.forgetter import Forgetter
    from memory.store import connection
    from memory.store.database import Store

    setattr(connection, "_lock", lambda _: _NoLock())  # noqa: B010
    with suppress(Exception), Store.open(name) as store, HistoryBuilder(store) as builder:
        for number, one in enumerate(lived):
            builder.observe(one)
            time.sleep(draws.random() * 0.004)
            if number % 25 == 24:
                Forgetter(store).run(one.time + timedelta(days=draws.randrange(40)))


def _spawn(name: Path, lived: Sequence[Experience], draws: random.Random) -> int:
    pid = os.fork()
    if not pid:
        try:
            _write(name, lived, draws)
        finally:
            os._exit(0)
    return pid


def overlap(folder: Path, draws: random.Random) -> Path:
    """A memory that two wrote at once.

    Args:
        folder: Where to make it.
        draws: Choose who writes what under which name, and who is killed.
    """
    memory = folder / "memory.sqlite"
    memory.write_bytes(whole(draws.randrange(3)))
    other = memory
    if draws.random() < 0.7:
        other = folder / "other.sqlite"
        os.link(memory, other)
    lived = list(islice(live(draws.randrange(10), steps=8), 220 + STEPS))
    first, second = (lived[220 - draws.randrange(3) :] for _ in range(2))
    pids = [_spawn(memory, first, random.Random(draws.random())), _spawn(other, second, random.Random(draws.random()))]
    if draws.random() < 0.5:
        time.sleep(draws.random() * 0.3)
        os.kill(draws.choice(pids), signal.SIGKILL)
    for pid in pids:
        os.waitpid(pid, 0)
    return memory


def attempt(seed: int, case: int) -> str:
    """Two writers once; what did not hold."""
    draws = chance("overlapping writers", seed, case)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "both"
        folder.mkdir()
        memory = overlap(folder, draws)
        done = given_to(memory, case, folder, _LEFT)
        return done.line or _repaired(
            command(("memory", "repair", memory.name, "new.sqlite"), folder), folder, done.sound
        )


def _repaired(ended: Ended, folder: Path, sound: bool) -> str:
    """What is wrong with how the memory was repaired."""
    problem = ended.problem()
    if problem or ended.code not in (0, 1, 2) or (ended.code == 2 and ended.error.count("\n") != 1):
        return f"repair: {problem or ended.error[-200:]}"
    if not (folder / "new.sqlite").exists():
        return "repair: nothing of a sound memory is saved" if sound else ""
    checked = command(("memory", "check", "--memory", "new.sqlite"), folder)
    return (
        "" if checked.code == 0 else f"repair: what it saved is not sound: {checked.out[-200:]}{checked.error[-200:]}"
    )


def rows(ground: Ground) -> list[Row]:
    """The one row."""
    what = "memories that two wrote at once without the lock, given to `check`, `repair` and 5 other commands"
    return [Row("overlapping writers", "writers", what, attempt, 100, 2)]
