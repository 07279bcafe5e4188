"""Memories with flipped bytes: ``check`` finds what a command would stumble over, and no command stumbles.

Each case is a small memory (goals, placeholders, undo records, rules, a pin, tasks, vectors, namings) of which a few
bytes are changed, given to ``memory check`` and to the other commands, each on a copy of its own. What may happen is an
answer, or a sentence. A case does not hold when a command ends in an error of Python, when one finds damage that
``check`` called sound, or when one takes longer than ``PATIENCE``.

``python -m benchmarks.flipped [--count 500] [--seed 0] [--json]``
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from types import FrameType

from typer.testing import CliRunner

from benchmarks.lives import live
from envs.errors import Damaged, HomebodyError
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.reading.task_names import keep_naming
from memory.rules.rule_book import RuleBook
from memory.store.database import Store, microseconds
from memory.store.lifetimes import Lifetimes
from memory.store.pins import pin
from memory.store.task_log import LogEntry, TaskLog

PATIENCE = 60  # seconds for one command; it takes a fraction of one
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("memory", "show", "--depth", "9", "--most", "500"),
    ("memory", "log"),
    ("memory", "search", "mug"),
    ("memory", "rules"),
    ("memory", "rules", "--add", "Remember every mug."),
    ("memory", "budget"),
    ("memory", "budget", "300001"),
    ("memory", "pin", "3"),
    ("memory", "forget"),
    ("memory", "forget", "--now", "2030-01-01T00:00:00"),
    ("memory", "forget", "--about", "mug", "--yes"),
    ("memory", "undo", "2"),
    ("memory", "calls"),
    ("memory", "export", "{folder}/out.jsonl"),
    ("ask", "What did you do today?"),
    ("ask", "Where is the mug?"),
)
"""What is tried with every memory, beside ``check``."""


@dataclass(frozen=True)
class Trial:
    """What became of one memory.

    Attributes:
        case: Its number.
        sound: Whether ``check`` called it sound.
        crashed: Commands that ended in an error of Python, with that.
        missed: Commands that found damage although ``check`` called it sound, with what they said.
        late: Commands that took longer than ``PATIENCE``.
    """

    case: int
    sound: bool
    crashed: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    late: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """What did not hold; "" when everything did."""
        said = "sound" if self.sound else "damaged"
        return f"check: {said}; {'; '.join(wrong)}" if (wrong := self.crashed + self.missed + self.late) else ""


@cache
def whole(seed: int) -> bytes:
    """The bytes of a memory in which something lies in every table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.sqlite"
        lived = list(islice(live(seed, steps=8), 220))
        with Store.open(path) as store, HistoryBuilder(store) as builder:
            for one in lived[:160]:
                builder.observe(one)
            _fill(store)
            short = Lifetimes(*(timedelta(minutes=number) for number in (1, 4, 8, 30)))
            now = lived[159].time + timedelta(minutes=5)
            Forgetter(store, lifetimes=short).run(now)
            Forgetter(store, lifetimes=Lifetimes())
            for one in lived[160:]:
                builder.observe(one)
            goals = store.nodes(3)
            pin(store, goals[-2].id)
            _name_goals(store)
            with store.transaction():
                for node in goals[-4:]:
                    store.write("INSERT INTO vectors VALUES (?, 'none', ?)", node.id, random.Random(seed).randbytes(16))
        return path.read_bytes()


def _fill(store: Store) -> None:
    _, now = store.newest or (0, None)
    if now is None:
        raise ValueError("the life is empty")
    RuleBook(store).add("Remember which mug I use.", now.time)
    tasks = TaskLog(store)
    task = tasks.begin("Make coffee", ["a mug"], "make coffee", now.time, state='{"episode": "one"}')
    tasks.append(task, LogEntry(now.time, "Pickup(Mug_0)", True, "", {"box": ("mug",)}, ("plate",)))
    _count_calls(store)


def _name_goals(store: Store) -> None:
    newest = store.newest
    if newest is None:
        raise ValueError("the life is empty")
    number, time = newest[0], microseconds(newest[1].time)
    part = {"experiences": [1, number], "times": [time - 1, time], "tasks": [["Coffee", [], "made coffee", 0.9]]}
    with store.transaction():
        keep_naming(store, (1, number, 3, 4), [part])


def _count_calls(store: Store) -> None:
    with store.transaction():
        store.write(
            """INSERT INTO calls (time, role, model, prompt_tokens, completion_tokens, seconds, cost, outcome)
            SELECT time, 'grouper', 'none', 10, 10, 0.5, 0.1, 'ok' FROM experiences LIMIT 3"""
        )


def flipped(content: bytes, chance: random.Random) -> bytes:
    """A memory of which one to eight bytes are others, most of them where something is written."""
    damaged = bytearray(content)
    written = [place for place, byte in enumerate(content) if byte]
    for _ in range(chance.choice((1, 1, 2, 4, 8))):
        kind = chance.random()
        place = chance.choice(written) if kind < 0.9 else chance.randrange(len(content))
        if kind < 0.45:
            damaged[place] ^= 1 << chance.randrange(8)
        else:
            damaged[place] = chance.randrange(256)
    return bytes(damaged)


def attempt(seed: int, case: int) -> str:
    """Try one memory; what did not hold, "" when everything did."""
    with tempfile.TemporaryDirectory() as folder:
        return trial(seed, case, Path(folder)).line


def trial(seed: int, case: int, folder: Path, commands: Sequence[Sequence[str]] = COMMANDS) -> Trial:
    """Damage a memory, by a seed, and give it to commands; the rest as for ``given_to``."""
    chance = random.Random(f"{seed} {case}")
    source = folder / "flipped.sqlite"
    source.write_bytes(flipped(whole(seed % 10), chance))
    return given_to(source, case, folder, commands)


def given_to(source: Path, case: int, folder: Path, commands: Sequence[Sequence[str]] = COMMANDS) -> Trial:
    """Give a memory to ``check`` and, a copy each, to other commands.

    Args:
        source: The memory.
        case: Number of the damage.
        folder: To work in; the memory may lie there.
        commands: What to try.
    """
    ended = _said(["memory", "check", "--memory", str(source)])
    sound = ended is None
    crashed = ["check: " + _named(ended)] if ended and not isinstance(ended, HomebodyError | SystemExit) else []
    missed, late = [], []
    for number, command in enumerate(commands):
        place = folder / str(number)
        place.mkdir()
        shutil.copyfile(source, place / "memory.sqlite")
        told = [part.format(folder=place) for part in command]
        ended = _said([*told, "--memory", str(place / "memory.sqlite")])
        name = " ".join(command)
        if isinstance(ended, TimeoutError):
            late.append(f"{name}: takes too long")
        elif isinstance(ended, Damaged) and sound:
            missed.append(f"{name}: {ended}")
        elif ended is not None and not isinstance(ended, HomebodyError | SystemExit):
            crashed.append(f"{name}: {_named(ended)}")
    return Trial(case, sound, tuple(crashed), tuple(missed), tuple(late))


def _said(arguments: list[str]) -> BaseException | None:
    """How a command ended: None when it was content."""
    from homebody.cli import app

    with _patience():
        done = CliRunner().invoke(app, arguments)
    return done.exception


def _named(error: BaseException) -> str:
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:120]} ({Path(where.filename).name}:{where.lineno})"


@contextmanager
def _patience() -> Iterator[None]:
    """Interrupt what takes too long."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flipped", description="Memories with flipped bytes.")
    parser.add_argument("--count", type=int, default=500, help="how many memories")
    parser.add_argument("--seed", type=int, default=0, help="chooses the life and the damage")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--json", action="store_true", help="lines of JSON only")
    given = parser.parse_args(arguments)
    total: Counter[str] = Counter(memories=0, sound=0, commands=0, tracebacks=0, after_sound=0, missed=0, late=0)
    for case in range(given.first, given.first + given.count):
        with tempfile.TemporaryDirectory() as folder:
            done = trial(given.seed, case, Path(folder))
        total["memories"] += 1
        total["sound"] += done.sound
        total["commands"] += 1 + len(COMMANDS)
        total["tracebacks"] += len(done.crashed)
        total["after_sound"] += len(done.crashed) if done.sound else 0
        total["missed"] += len(done.missed)
        total["late"] += len(done.late)
        if done.line:
            print(
                json.dumps({"case": case, "line": done.line}) if given.json else f"case {case}: {done.line}", flush=True
            )
    print(json.dumps({"bench": "flipped", "seed": given.seed, **total}))
    return 1 if total["tracebacks"] + total["missed"] + total["late"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
