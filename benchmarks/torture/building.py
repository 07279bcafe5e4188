"""A process that builds a memory and forgets is killed with ``kill -9``, many times, and what is left is looked at.

After every kill the file is opened again: it must be whole, hold every observation that the process had reported as
committed (alive, or in the forget log), and building must go on. At its end the tree of the life is compared with that
of a process that nobody killed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.lives import live
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.forgetting.forgetter import Forgetter
from memory.store.database import Store
from memory.store.lifetimes import Lifetimes

KILLS_PER_LIFE = 10
STEPS_BETWEEN_PASSES = 40
LIVED_AFTER = 60  # observations after the last kill, before the comparison
SHORT = Lifetimes(
    scene=timedelta(minutes=1), event=timedelta(minutes=4), goal=timedelta(hours=2), summary=timedelta(hours=6)
)
"""Lifetimes so short that every pass finds something on every level."""

_TREE = """SELECT level, first, last, start, "end", summary, detail, expires, forgotten IS NULL FROM nodes
    ORDER BY level, first, last"""
_UNACCOUNTED = """SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM experiences)
    AND NOT EXISTS (SELECT 1 FROM forget_log WHERE value BETWEEN first AND last AND undone IS NULL)"""
_SPANS = """SELECT p.id FROM nodes p JOIN nodes c ON c.parent = p.id WHERE p.level > 3
    GROUP BY p.id HAVING p.first <> min(c.first) OR p.last <> max(c.last)"""


def life(seed: int, length: int) -> list[Experience]:
    """The first part of a life; the same for every process."""
    return list(islice(live(seed, steps=30), length))


def live_on(path: Path, lived: list[Experience], tell: Callable[[str], object]) -> None:
    """Build and forget from where the file ends to where the life ends, telling what is committed."""
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        forgetter = Forgetter(store, lifetimes=SHORT)
        done = count(store)
        tell(f"open {done}")
        while done < len(lived):
            if done and done % STEPS_BETWEEN_PASSES == 0:
                tell("pass")
                forgetter.run(lived[done - 1].time + timedelta(minutes=10))
            builder.observe(lived[done])
            done += 1
            tell(f"kept {done}")


def count(store: Store) -> int:
    """Number of the newest observation ever committed."""
    row = store.row("SELECT seq FROM sqlite_sequence WHERE name = 'experiences'")
    return row[0] if row else 0


@dataclass
class Victim:
    """A child process that lives on in a memory, and what it reported.

    Attributes:
        kept: Number of the last observation reported as committed.
        passing: Whether its last report was that a forgetting pass begins.
    """

    pid: int
    pipe: int
    kept: int = 0
    passing: bool = False
    _rest: bytes = field(default=b"", repr=False)

    def read(self) -> bool:
        """Read the next reports; False at the end."""
        got = os.read(self.pipe, 4096)
        *lines, self._rest = (self._rest + got).split(b"\n")
        for line in lines:
            word, _, number = line.decode().partition(" ")
            self.passing = word == "pass"
            self.kept = int(number) if number else self.kept
        return bool(got)

    def kill(self) -> None:
        """Kill it and read what it reported until then."""
        os.kill(self.pid, signal.SIGKILL)
        while self.read():
            pass
        os.waitpid(self.pid, 0)
        os.close(self.pipe)


def spawn(path: Path, lived: list[Experience]) -> Victim:
    """Begin a child process that lives on. It is forked, as starting Python 200 times would take minutes."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Victim(pid, reading)
    try:
        live_on(path, lived, lambda report: os.write(writing, f"{report}\n".encode()))
    finally:
        os._exit(0)


def kill_once(path: Path, lived: list[Experience], chance: random.Random) -> Victim:
    """Let a child live on for a random while and kill it."""
    victim = spawn(path, lived)
    goal = chance.randrange(0, 3 * STEPS_BETWEEN_PASSES)
    in_pass = chance.random() < 0.5  # a pass is short; without this few kills would meet one
    first = None
    while victim.read():
        first = victim.kept if first is None else first
        if victim.kept >= first + goal and (victim.passing or not in_pass):
            break
    time.sleep(chance.random() * 0.02)
    victim.kill()
    return victim


def inspect(path: Path, lived: list[Experience], kept: int) -> list[str]:
    """Everything that is wrong with a memory after a kill."""
    with Store.open(path) as store:
        problems = store.check()
        found = count(store)
        if not kept <= found <= kept + 1:  # one more may have been committed but not yet reported
            problems.append(f"{kept} observations were reported as committed, the file has {found}")
        missing = [n for (n,) in store.rows(_UNACCOUNTED, json.dumps(list(range(1, found + 1))))]
        problems += [f"observation {number} is neither kept nor in the forget log" for number in missing[:3]]
        changed = [n for n in store.numbers(1, found) if store.experience(n) != lived[n - 1]]
        problems += [f"observation {number} is not what was observed" for number in changed[:3]]
        problems += [f"node {node} does not span its children" for (node,) in store.rows(_SPANS)]
        return problems


def tree(path: Path) -> list[Any]:
    """What two memories of the same life have in common."""
    with Store.open(path) as store:
        return [store.rows(_TREE), store.numbers(1, count(store))]


def lived_under_kills(kills: int, seed: int, path: Path) -> dict[str, Any]:
    """One life: so many kills, then on to its end, and its tree compared with that of one that nobody killed."""
    chance = random.Random(seed)
    lived = life(seed, kills * 4 * STEPS_BETWEEN_PASSES + LIVED_AFTER)
    problems: list[str] = []
    passing = kept = 0
    for _ in range(kills):
        victim = kill_once(path, lived, chance)
        passing += victim.passing
        kept = max(kept, victim.kept)
        problems += inspect(path, lived, kept)
    lived = lived[: kept + LIVED_AFTER]
    live_on(path, lived, lambda _: None)
    problems += inspect(path, lived, len(lived))
    whole = path.with_name(f"whole-{path.name}")
    live_on(whole, lived, lambda _: None)
    if tree(path) != tree(whole):
        problems.append(f"the tree is not the one of a process that nobody killed: compare {path} and {whole}")
    return {
        "life": seed,
        "kills": kills,
        "in_a_pass": passing,
        "observations": len(lived),
        "problems": problems,
    }
